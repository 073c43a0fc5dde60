// The table of players: hands, winnings with and without luck, and how they play; a rate opens the hands behind it.

import { clear, h, link } from "../lib/dom.js";
import { exportTools } from "../lib/export.js";
import { sortedTable } from "../lib/sorted-table.js";
import { handsAddress, LABELS, rateCell, winCell } from "./words.js";

export function playersTable({ rates, wanted, choose }) {
  let chosen = "";
  const table = sortedTable({
    label: "Players",
    order: ["hands", true],
    empty: "No hands. Import a file in Review, play at a table, or watch a match.",
    attributes: (row) => ({ class: row.player === chosen ? "chosen" : null, "data-player": row.player }),
    columns: columns(rates, wanted, {
      name: "player", label: "Player", value: (row) => row.player,
      cell: (row) => h("button", { type: "button", class: "stat-name", onclick: () => choose(row.player) }, row.player),
    }, (row) => ({ player: row.player })),
  });
  const note = h("p", { class: "faint small" });
  return {
    element: h("section", { class: "panel", "aria-label": "Players" },
      h("div", { class: "row" }, h("h2", { class: "grow" }, "Players"), exportTools("players", { rows: table.rows, shown: () => table.element })),
      h("div", { class: "scroll stat-scroll" }, table.element), note),
    show(found) {
      table.show(found.rows);
      clear(note, found.searched ? "Rates of a search count hands in which something was done, of those in which it could be. " : "",
        "bb/100 with 95 % intervals; luck-adjusted: pots of all-ins count by equity. A number below a rate is its sample.");
    },
    mark(player) {
      chosen = player;
      for (const row of table.element.querySelectorAll("tbody tr")) row.classList.toggle("chosen", row.getAttribute("data-player") === player);
    },
  };
}

// The columns after the first one; `who(row)` says whose hands a click opens.
export function columns(rates, wanted, first, who) {
  const hands = (row, more = "") => handsAddress(wanted(), who(row), more);
  return [
    first,
    { name: "hands", label: "Hands", number: true, value: (row) => row.hands, cell: (row) => link(hands(row), {}, row.hands.toLocaleString("en-US")) },
    { name: "won", label: "Won, bb", number: true, value: (row) => row.won_bb, title: "Big blinds won in all", cell: (row) =>
      h("span", { title: row.money.map((each) => `${each.won.toLocaleString("en-US")} ${each.currency}`).join(", ") }, Math.round(row.won_bb).toLocaleString("en-US")) },
    { name: "rate", label: "bb/100", number: true, value: (row) => row.rate.mean, more: [["bb/100 ±", (row) => row.rate.margin]], cell: (row) => winCell(row.rate) },
    { name: "adjusted", label: "Luck-adj.", number: true, title: "bb/100, pots of all-ins counted by equity", value: (row) => row.adjusted?.mean ?? null, more: [["Luck-adj. ±", (row) => row.adjusted?.margin ?? null]], cell: (row) => winCell(row.adjusted) },
    ...rates.map(({ name, meaning, word }) => ({
      name, label: LABELS[name] ?? name, title: meaning, number: true, csv: name,
      value: (row) => (row.rates[name][1] ? row.rates[name][0] / row.rates[name][1] : null), more: [[`${name} sample`, (row) => row.rates[name][1]]],
      cell: (row) => rateCell(row.rates[name], word && row.rates[name][0] ? hands(row, word) : null),
    })),
    { name: "af", label: "AF", number: true, title: "Bets and raises for each call after the first street", value: (row) => row.af, cell: (row) => row.af === null ? "–" : row.af.toFixed(2) },
  ];
}
