// The form for a new match: who plays what, how, and how long.

import { api } from "../lib/api.js";
import { clear, field, h, select } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";
import { navigate } from "../main.js";

const MODES = [["cash", "Cash"], ["duplicate", "Duplicate"], ["ring", "Ring games"], ["tournament", "Tournaments"], ["evolve", "Evolution"]];
const MEANINGS = {
  cash: "Stacks are reset after every hand; the button moves.",
  duplicate: "Every deal is replayed with the players in other seats, which removes much of the luck.",
  ring: "Players have a bankroll and choose tables by their stakes.",
  tournament: "One buy-in each; the blinds rise until one player has all the chips.",
  evolve: "Winning players have children, the others are replaced. Only rules(...) can evolve.",
};
const HANDS = {
  cash: "Hands",
  duplicate: "Hands",
  ring: "Hands of all seasons",
  tournament: "Minimum hands",
  evolve: "Hands per member and generation",
};
const STYLES = ["tight_aggressive", "tight_passive", "loose_aggressive", "loose_passive", "rock", "maniac", "calling_station", "short_stacker"];
const GAMES = ["holdem(betting=limit)", "holdem(betting=no-limit)"];

// What only one mode has: name, label, value, and the limits of the number.
const PARTS = {
  ring: [
    ["seasons", "Seasons (samples)", 5, { min: 1, max: 1000 }],
    ["seats", "Seats per table", 6, { min: 2, max: 10 }],
    ["bankroll", "Bankroll (big blinds)", 1000, { min: 20, max: 10000000 }],
    ["buy_in", "Buy-in (big blinds)", 100, { min: 20, max: 100000 }],
  ],
  tournament: [
    ["entrants", "Entrants (default: everyone once)", "", { min: 2, max: 1000 }],
    ["seats", "Seats per table", 10, { min: 2, max: 10 }],
    ["stack", "Starting chips", 1500, { min: 10, max: 10000000 }],
    ["big_blind", "First big blind", 20, { min: 2, max: 1000000 }],
    ["growth", "Growth of the blinds", 1.5, { min: 1, max: 10, step: 0.05 }],
    ["hands_per_level", "Hands per level", 20, { min: 1, max: 10000 }],
  ],
  evolve: [
    ["generations", "Generations", 10, { min: 1, max: 1000 }],
    ["population", "Members", 10, { min: 2, max: 200 }],
    ["eliminated", "Fraction replaced", 0.2, { min: 0.05, max: 0.95, step: 0.05 }],
  ],
};

// `about` has the players and the games, `saved` the custom games, `before` what an earlier match was like.
export function newMatch(about, saved, query, before = {}) {
  const players = h("div", { class: "watch-players" });
  const own = new Map(saved.map((each) => [`${each.name} (custom)`, each.id]));
  const asked = saved.find((each) => each.id === (before.saved || query.get("saved")));
  const game = h("input", { value: asked ? `${asked.name} (custom)` : before.game ?? query.get("game") ?? GAMES[0], list: "watch-games", required: true, maxlength: "200", spellcheck: "false" });
  const mode = select(MODES, before.mode ?? "cash", { onchange: show });
  const meaning = h("p", { class: "small faint watch-meaning-of-mode" });
  const hands = number(before.hands ?? 1000, { min: 1, max: 2000000 });
  const handsLabel = h("span", {}, HANDS.cash);
  const seed = number(before.seed === undefined ? 1 : before.seed + 1, { min: 0, max: 2147483647 });
  const session = number(before.session ?? 100, { min: 1, max: 1000000 });
  const never = h("input", { type: "checkbox", checked: before.session === null, onchange: show });
  const allIn = h("input", { type: "checkbox", checked: Boolean(before.all_in_ev) });
  const sure = h("input", { type: "checkbox", checked: Boolean(before.until_significant) });
  const keep = h("input", { type: "checkbox", checked: before.keep_hands ?? true });
  const opponents = h("input", { value: (before.evolve?.opponents ?? ["always_call"]).join(", "), maxlength: "400", spellcheck: "false" });
  const buyIns = h("input", { value: Object.entries(before.ring?.buy_ins ?? {}).map(([name, blinds]) => `${name}=${blinds}`).join(", "), maxlength: "400", placeholder: "hermes=20", spellcheck: "false" });
  const parts = Object.fromEntries(
    Object.entries(PARTS).map(([name, fields]) => [name, Object.fromEntries(fields.map(([key, , value, limits]) => [key, number(before[name]?.[key] ?? value, limits)]))]),
  );
  const special = h("div", { class: "watch-fields" });
  const counted = h("div", { class: "watch-checks" }, check(never, "keep the same players for the whole match, with a learning curve"), check(allIn, "also report all-in adjusted winnings"), check(sure, "stop when the winner is significant"));
  const add = h("button", { type: "button", onclick: () => addPlayer("") }, "Add a player");
  const begin = h("button", { class: "primary", type: "submit" }, "Start the match");

  for (const name of before.agents ?? ["poki", "always_call"]) addPlayer(name);

  const form = h(
    "form",
    { class: "panel watch-form", "aria-label": "New match", onsubmit: submit },
    h("h1", {}, "Watch a match"),
    h("datalist", { id: "watch-agents" }, ...about.agents.map(option), ...STYLES.map((each) => option(`rules(style=${each})`))),
    h("datalist", { id: "watch-games" }, ...GAMES.map(option), ...[...own.keys()].map(option), ...about.games.map(option)),
    h("fieldset", {}, h("legend", {}, "Players"), players, add),
    field("Game", game),
    h("div", {}, field("Mode", mode), meaning),
    h(
      "div",
      { class: "watch-fields" },
      h("label", { class: "field" }, handsLabel, hands),
      field("Seed", seed),
      field("Hands per session", session, { title: "Players are re-created after each session, and learn only within one. Results are updated after each session." }),
    ),
    special,
    counted,
    h("div", { class: "watch-checks" }, check(keep, "store the hands, to view and download them")),
    h("p", { class: "small faint" }, "Some players build tables on first use, which can take a minute."),
    begin,
  );
  show();
  return form;

  function addPlayer(value) {
    const input = h("input", { value, list: "watch-agents", required: true, maxlength: "200", "aria-label": "Player", spellcheck: "false" });
    const remove = h("button", { class: "quiet", type: "button", title: "Remove this player", "aria-label": "Remove this player" }, "✕");
    const row = h("div", { class: "watch-player" }, input, remove);
    remove.addEventListener("click", () => {
      row.remove();
      limit();
    });
    players.append(row);
    limit();
    if (!value) input.focus();
  }

  function limit() {
    const rows = players.children.length;
    for (const row of players.children) row.lastChild.disabled = rows <= 2;
    add.disabled = rows >= 20;
  }

  function show() {
    const chosen = mode.value;
    handsLabel.textContent = HANDS[chosen];
    meaning.textContent = MEANINGS[chosen];
    const byHand = chosen === "cash" || chosen === "duplicate";
    counted.hidden = !byHand;
    session.disabled = byHand && never.checked;
    keep.closest("div").hidden = chosen === "evolve";
    const fields = (PARTS[chosen] ?? []).map(([key, label]) => field(label, parts[chosen][key]));
    if (chosen === "ring") fields.push(field("Buy-ins of single players, separated by commas", buyIns));
    if (chosen === "evolve") fields.push(field("Fixed opponents, separated by commas", opponents));
    clear(special, ...fields);
    special.hidden = !fields.length;
  }

  async function submit(event) {
    event.preventDefault();
    const chosen = mode.value;
    const byHand = chosen === "cash" || chosen === "duplicate";
    const body = {
      agents: [...players.querySelectorAll("input")].map((input) => input.value.trim()),
      ...(own.has(game.value) ? { saved: own.get(game.value) } : { game: game.value.trim() }),
      mode: chosen,
      hands: hands.valueAsNumber,
      seed: seed.valueAsNumber,
      session: byHand && never.checked ? null : session.valueAsNumber,
      block: blockOf(hands.valueAsNumber),
      all_in_ev: byHand && allIn.checked,
      until_significant: byHand && sure.checked,
      keep_hands: keep.checked,
    };
    if (parts[chosen]) {
      const given = Object.entries(parts[chosen]).filter(([, input]) => input.value !== "");
      body[chosen] = Object.fromEntries(given.map(([key, input]) => [key, input.valueAsNumber]));
    }
    if (chosen === "ring") body.ring.buy_ins = Object.fromEntries(outside(buyIns.value).map(named));
    if (chosen === "evolve") body.evolve.opponents = outside(opponents.value);
    begin.disabled = true;
    const job = await attempt(() => api.post("watch", body));
    begin.disabled = false;
    if (job) navigate(`/watch/${job.id}`);
  }
}

// Hands per point of the learning curve: 2,000, or as many as make ten points of a short match.
function blockOf(hands) {
  return Math.min(2000, Math.max(50, Math.ceil(hands / 10)));
}

function option(value) {
  return h("option", { value });
}

function number(value, limits) {
  return h("input", { type: "number", value: String(value), required: value !== "", step: "1", ...text(limits) });
}

function text(limits) {
  return Object.fromEntries(Object.entries(limits).map(([key, value]) => [key, String(value)]));
}

function check(input, label) {
  return h("label", { class: "field inline" }, input, h("span", {}, label));
}

// "hermes=20" as name and number; parameters of a player may have equals signs.
function named(text) {
  const at = text.lastIndexOf("=");
  return [text.slice(0, Math.max(0, at)).trim(), Number(text.slice(at + 1))];
}

// Parts of a list, at commas outside brackets.
function outside(list) {
  return list.split(/,(?![^(]*\))/).map((each) => each.trim()).filter(Boolean);
}
