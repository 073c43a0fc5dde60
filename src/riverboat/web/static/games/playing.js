// "Play it now": a table of this game with bots in the other chairs.

import { h, select } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";
import { openTable } from "../play/lobby.js";

const BOTS = [["rules", "rule-based players"], ["always_call", "callers"], ["random", "random players"], ["always_raise", "raisers"]];

// `element`, and `players(min, max, chosen)`; `what()` promises the table's game: {game} or {saved}.
export function playPanel(what) {
  const people = h("select", { "aria-label": "Players" });
  const bots = select(BOTS, "rules", { "aria-label": "Against" });
  const go = h("button", { type: "button", class: "primary", onclick: begin }, "Play it now");
  const element = h("span", { class: "row games-play" }, go, "with", people, "players, against", bots);
  players(2, 2, 2);
  return { element, players };

  function players(min, max, chosen) {
    const kept = Number(people.value) || chosen;
    const low = Math.max(2, Math.min(min, 10));
    const high = Math.max(low, Math.min(10, max));
    people.replaceChildren(...Array.from({ length: high - low + 1 }, (_, at) => h("option", { value: low + at }, low + at)));
    people.value = String(Math.max(low, Math.min(high, chosen ?? kept)));
  }

  async function begin() {
    go.disabled = true;
    await attempt(async () => {
      const table = await what();
      const others = Array.from({ length: Number(people.value) - 1 }, () => ({ kind: "bot", agent: bots.value }));
      await openTable({ ...table, chairs: [{ kind: "human" }, ...others] });
    });
    go.disabled = false;
  }
}
