// The form for a new match: who plays what, how, and how long.

import { api } from "../lib/api.js";
import { clear, field, h, select } from "../lib/dom.js";
import { distinctNames } from "../lib/names.js";
import { attempt } from "../lib/notice.js";
import { navigate } from "../main.js";
import { gamePicker } from "../pickers/games.js";
import { playerList } from "../pickers/player_list.js";

const MODES = [["cash", "Cash"], ["duplicate", "Duplicate"], ["ring", "Ring games"], ["tournament", "Tournaments"], ["evolve", "Evolution"]];
const MEANINGS = {
  cash: "Stacks are reset after every hand; the button moves.",
  duplicate: "Every deal is replayed with the players in other seats, which removes much of the luck.",
  ring: "Players have a bankroll and choose tables by their stakes.",
  tournament: "One buy-in each; the blinds rise until one player has all the chips.",
  evolve: "Winning players have children, the others are replaced. Only the styles (Sofia, Boris and the others) can evolve.",
};
const HANDS = {
  cash: "Hands",
  duplicate: "Hands",
  ring: "Hands of all seasons",
  tournament: "Minimum hands",
  evolve: "Hands per member and generation",
};

// What only one mode has: name, label, value, and the limits of the number.
/** @type {Record<string, [string, string, number | "", object][]>} */
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

// `found` has the players and the games (`choice()`), `saved` the custom games, `before` what an earlier match was like.
/**
 * @param {any} found
 * @param {any[]} saved
 * @param {URLSearchParams} query
 * @param {Record<string, any>} before
 */
export function newMatch(found, saved, query, before = {}) {
  let players = null;
  const asked = saved.find((each) => each.id === (before.saved || query.get("saved")));
  const game = gamePicker(found, saved, { value: asked ? `saved:${asked.id}` : before.game ?? query.get("game") ?? "holdem(betting=limit)", seats: 0, open: "everyone", coded: true, onchange: suit });
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
  const opponents = playerList(found, { values: before.evolve?.opponents ?? ["always_call"], label: "Fixed opponent", min: 0, max: 9, add: "Add an opponent" });
  const buyIns = h("div", { class: "watch-fields watch-buy-ins", role: "group", "aria-label": "Buy-ins of single players" });
  const bought = new Map(Object.entries(before.ring?.buy_ins ?? {}));
  const parts = Object.fromEntries(
    Object.entries(PARTS).map(([name, fields]) => [name, Object.fromEntries(fields.map(([key, , value, limits]) => [key, number(before[name]?.[key] ?? value, limits)]))]),
  );
  const special = h("div", { class: "watch-fields" });
  const counted = h("div", { class: "watch-checks" }, check(never, "keep the same players for the whole match, with a learning curve"), check(allIn, "also report all-in adjusted winnings"), check(sure, "stop when the winner is significant"));
  const begin = h("button", { class: "primary", type: "submit" }, "Start the match");

  players = playerList(found, { values: before.agents ?? ["poki", "always_call"], label: "Player", min: 2, max: 20, add: "Add a player", onchange: suit });

  const form = h(
    "form",
    { class: "panel watch-form", "aria-label": "New match", onsubmit: submit },
    h("h1", {}, "Watch a match"),
    h("fieldset", {}, h("legend", {}, "Players"), players.element),
    h("div", { class: "watch-fields" }, ...game.fields),
    game.about,
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
  suit();
  show();
  return form;

  function suit() {
    if (!players) return;
    players.suit(game.value.game ?? "", game.seats || Math.min(10, Math.max(2, players.values.length)));
    listBuyIns();
  }

  // One field for each player, by the name that the match gives it: of two with one text the second is "poki#2".
  function listBuyIns() {
    const texts = players.values;
    const shown = distinctNames(found, texts);
    clear(buyIns, texts.map((text, place) => {
      const before = texts.slice(0, place).filter((each) => each === text).length;
      const name = before ? `${text}#${before + 1}` : text;
      const input = h("input", { type: "number", min: "20", max: "100000", placeholder: "the same", value: String(bought.get(name) ?? ""), "data-name": name, onchange: () => bought.set(name, input.value) });
      return field(`Buy-in of ${shown[place]}`, input);
    }));
  }

  function show() {
    const chosen = mode.value;
    handsLabel.textContent = HANDS[chosen];
    meaning.textContent = MEANINGS[chosen];
    const byHand = chosen === "cash" || chosen === "duplicate";
    counted.hidden = !byHand;
    session.disabled = byHand && never.checked;
    game.seatsOpen(!byHand);
    keep.closest("div").hidden = chosen === "evolve";
    /** @type {HTMLElement[]} */
    const fields = (PARTS[chosen] ?? []).map(([key, label]) => field(label, parts[chosen][key]));
    if (chosen === "ring") fields.push(h("details", { class: "watch-wide" }, h("summary", {}, "Buy-ins of single players (big blinds)"), buyIns));
    if (chosen === "evolve") fields.push(h("fieldset", { class: "watch-wide" }, h("legend", {}, "Fixed opponents"), opponents.element));
    clear(special, ...fields);
    special.hidden = !fields.length;
  }

  async function submit(event) {
    event.preventDefault();
    const chosen = mode.value;
    const byHand = chosen === "cash" || chosen === "duplicate";
    /** @type {Record<string, any>} */
    const body = {
      agents: players.values,
      ...game.value,
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
    if (chosen === "ring") body.ring.buy_ins = Object.fromEntries([...buyIns.querySelectorAll("input")].filter((input) => input.value).map((input) => [input.dataset.name, input.valueAsNumber]));
    if (chosen === "evolve") body.evolve.opponents = opponents.values;
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

function number(value, limits) {
  return h("input", { type: "number", value: String(value), required: value !== "", step: "1", ...text(limits) });
}

function text(limits) {
  return Object.fromEntries(Object.entries(limits).map(([key, value]) => [key, String(value)]));
}

function check(input, label) {
  return h("label", { class: "field inline" }, input, h("span", {}, label));
}
