// Several players: a picker for each, buttons to add and to remove one.

import { h } from "../lib/dom.js";
import { playerPicker } from "./players.js";

const ADDED = "rules(style=tight_aggressive)";

// `found` is the answer of `choice()`, `values` the texts of agents. `element`, `values`, and `suit(game, players)`.
export function playerList(found, { values, label, min, max, add: text, onchange = () => {} }) {
  const pickers = [];
  let wanted = ["", 2];
  const rows = h("div", { class: "player-list" });
  const add = h("button", { type: "button", onclick: () => put(ADDED) }, text);
  for (const value of values) put(value);
  return {
    element: h("div", {}, rows, add),
    get values() {
      return pickers.map((picker) => picker.value);
    },
    suit(game, players) {
      wanted = [game, players];
      for (const picker of pickers) picker.suit(game, players);
    },
  };

  function put(value) {
    const picker = playerPicker(found, { value, label, onchange });
    const remove = h("button", { class: "quiet", type: "button", title: "Remove this player", "aria-label": "Remove this player" }, "✕");
    const row = h("div", { class: "player-row" }, picker.element, remove);
    remove.addEventListener("click", () => {
      pickers.splice(pickers.indexOf(picker), 1);
      row.remove();
      limit();
    });
    picker.suit(...wanted);
    pickers.push(picker);
    rows.append(row);
    limit();
  }

  function limit() {
    for (const remove of /** @type {NodeListOf<HTMLButtonElement>} */ (rows.querySelectorAll(".player-row > button.quiet"))) remove.disabled = pickers.length <= min;
    add.disabled = pickers.length >= max;
    onchange();
  }
}
