// "Play it now": a table of this game with bots in the other chairs.

import { h } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";
import { playerPicker } from "../pickers/players.js";
import { openTable } from "../play/lobby.js";

const AGAINST = "rules(style=tight_aggressive)";

// `element`, `players(min, max, chosen)` and `suit()`, which asks again who can play; `what()` promises the table's game: {game} or {saved}; `found` is the
// answer of `choice()`, `game` the text of a game of the catalogue, `seats()` how many play where the page says so.
export function playPanel(found, what, { game = "", seats = null } = {}) {
  const people = h("select", { "aria-label": "Players", onchange: suit });
  const against = playerPicker(found, { value: AGAINST, label: "Against" });
  const go = h("button", { type: "button", class: "primary", onclick: begin }, "Play it now");
  const element = h("div", { class: "row games-play" }, go, seats ? "against" : ["with", people, "players, against"], against.element);
  players(2, 2, 2);
  return { element, players, suit };

  function count() {
    return seats ? seats() : Number(people.value);
  }

  function suit() {
    against.suit(game, count());
  }

  function players(min, max, chosen) {
    const kept = Number(people.value) || chosen;
    const low = Math.max(2, Math.min(min, 10));
    const high = Math.max(low, Math.min(10, max));
    people.replaceChildren(...Array.from({ length: high - low + 1 }, (_, at) => h("option", { value: low + at }, low + at)));
    people.value = String(Math.max(low, Math.min(high, chosen ?? kept)));
    suit();
  }

  async function begin() {
    go.disabled = true;
    await attempt(async () => {
      const table = await what();
      const others = Array.from({ length: count() - 1 }, () => ({ kind: "bot", agent: against.value }));
      await openTable({ ...table, chairs: [{ kind: "human" }, ...others] });
    });
    go.disabled = false;
  }
}
