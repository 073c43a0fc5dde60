// Which hands: a run, a game, a player, where the player sat and how it ended. The selection is part of the address.

import { api } from "../lib/api.js";
import { clear, field, h, select } from "../lib/dom.js";
import { gameName } from "../lib/names.js";
import { attempt } from "../lib/notice.js";
import { searchBox } from "../lib/search-box.js";
import { navigate } from "../main.js";
import { checkForm } from "./decisions.js";

const POSITIONS = ["button", "small blind", "big blind", "cut-off", "UTG", "UTG+1", "UTG+2", "UTG+3", "UTG+4", "UTG+5"];
const STREETS = [[0, "any"], [1, "saw the second street (flop)"], [2, "saw the third (turn)"], [3, "saw the fourth (river)"], [4, "saw the fifth"], [99, "went to showdown"]];
const ORDERS = [["played", "as played"], ["newest", "newest first"], ["pot", "biggest pots"], ["result", "biggest results"]];
const MODES = { import: "imported", table: "table" };
const METHODS = [["allin", "all-in equity"], ["aivat", "luck of the deals"], ["divat", "DIVAT by roll-out equity"]];

// `choices` is the answer of `choice()`.
export function filters(sources, choices, query, changed) {
  const run = h("select", { onchange: () => chosenRun() });
  const game = h("select", { onchange: notify });
  const player = h("input", { list: "review-players", maxLength: 200, placeholder: "anybody", autocomplete: "off", spellcheck: false, onchange: named });
  const names = h("datalist", { id: "review-players" });
  const { input: search, element: searching } = searchBox(notify);
  const position = select([["", "any"], ...POSITIONS], "", { onchange: notify });
  const result = select([["", "any"], ["won", "won"], ["lost", "lost"], ["even", "neither"]], "", { onchange: notify });
  const min_chips = h("input", { type: "number", min: "0", step: "1", placeholder: "0", onchange: notify });
  const street = select(STREETS, 0, { onchange: notify });
  const order = select(ORDERS, "played", { onchange: notify });
  const smallestField = field("Minimum pot (chips, cents)", min_chips);
  /** @type {[string, HTMLInputElement, string][]} */
  const methods = METHODS.map(([name, text]) => [name, h("input", { type: "checkbox", checked: true }), text]);
  const report = h("button", { class: "primary", type: "button", onclick: judge }, "Make the report");
  const element = h(
    "details",
    { class: "panel review-filters", open: matchMedia("(min-width: 60rem)").matches, "aria-label": "Which hands" },
    h("summary", {}, h("h2", {}, "Which hands")),
    searching,
    field("From", run),
    field("Game", game),
    field("Player", player),
    names,
    h("div", { class: "review-two" }, field("Position", position), field("Result", result)),
    field("Last street", street),
    h("div", { class: "review-two" }, smallestField, field("Order", order)),
    h("fieldset", {}, h("legend", {}, "Report: remove luck by"), methods.map(([, box, text]) => h("label", { class: "field inline" }, box, text)),
      h("p", { class: "faint small" }, "DIVAT here is the unbiased form, in which a baseline plays the later streets. The all-in form is faster but biased; it is on the command line."), report),
    checkForm(wanted),
  );
  fill(sources);
  read();
  return { element, begin, update };

  async function begin() {
    await listPlayers();
    notify();
  }

  function update(fresh, chosen) {
    fill(fresh);
    run.value = String(chosen);
    clearPlayer();
    return begin();
  }

  function fill({ runs, games }) {
    const before = run.value;
    clear(run, h("option", { value: "" }, `everything (${runs.length} ${runs.length === 1 ? "run" : "runs"})`), runs.map((each) =>
      h("option", { value: each.id }, `${each.title} · ${MODES[each.mode] ?? each.mode}, ${each.hands.toLocaleString("en-US")} hands`)));
    run.value = before;
    const kept = game.value;
    const kinds = [...new Set(games.map((each) => each.split("(")[0]))];
    clear(game, h("option", { value: "" }, "any"), kinds.map((each) => h("option", { value: each }, `${gameTitle(each)}, any`)),
      games.filter((each) => each.includes("(")).map((each) => h("option", { value: each }, gameName(choices, each))));
    game.value = kept;
  }

  function gameTitle(name) {
    return choices.games.find((each) => each.name === name)?.title ?? name;
  }

  function read() {
    for (const [name, control] of Object.entries({ query: search, run, game, player, position, result, min_chips, street, order })) {
      const value = query.get(name);
      if (value !== null) control.value = value;
    }
    allow();
  }

  async function chosenRun() {
    await listPlayers();
    notify();
  }

  function clearPlayer() {
    player.value = position.value = result.value = min_chips.value = "";
    allow();
  }

  function named() {
    allow();
    notify();
  }

  // Position and result need a player.
  function allow() {
    const nobody = !player.value.trim();
    position.disabled = result.disabled = nobody;
    if (nobody) position.value = result.value = "";
    smallestField.firstChild.textContent = nobody ? "Minimum pot (chips, cents)" : "Minimum win or loss";
  }

  async function listPlayers() {
    const from = run.value;
    const found = await api.get(`review/players${from ? `?run=${from}` : ""}`).catch(() => []);
    if (from !== run.value) return; // another source was chosen meanwhile
    clear(names, found.map((each) => h("option", { value: each.name }, `${each.hands.toLocaleString("en-US")} hands`)));
  }

  function wanted() {
    const values = { query: search.value.trim(), run: run.value, game: game.value, player: player.value.trim(), position: position.value, result: result.value,
      min_chips: Math.max(0, Math.floor(Number(min_chips.value) || 0)) || "", street: Number(street.value) || "", order: order.value === "played" ? "" : order.value };
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  }

  function notify() {
    const asked = wanted();
    const text = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)])).toString();
    if (!element.isConnected) return; // the user has moved to another page meanwhile
    history.replaceState(null, "", `/review${text ? `?${text}` : ""}`);
    changed(asked);
  }

  async function judge() {
    const { order: _, run: from, ...asked } = wanted();
    const body = { ...asked, run: from ? Number(from) : null, methods: methods.filter(([, box]) => box.checked).map(([name]) => name) };
    const job = await attempt(() => api.post("review/reports", body));
    if (job) navigate(`/review/report/${job.id}`);
  }
}
