// Two heat maps of a flop report: by the two highest ranks of the flop, and by high card and texture.

import { clear, h } from "../lib/dom.js";

const RANKS = [..."AKQJT98765432"];
const KINDS = [["rainbow", "unpaired"], ["two-tone", "unpaired"], ["monotone", "unpaired"], ["rainbow", "paired"], ["two-tone", "paired"], ["rainbow", "trips"]];

function value(row, measure) {
  const [what, of] = measure.split(" ");
  if (what === "action") return row.actions[of] ?? 0;
  return row[of][what];
}

export function heatMaps(choose) {
  const ranks = h("table", { class: "heat-map", "aria-label": "By the two highest ranks" });
  const kinds = h("table", { class: "heat-map", "aria-label": "By high card and texture" });
  const said = h("p", { class: "small faint", role: "status" });
  const element = h("div", { class: "heat-maps" },
    h("figure", {}, h("figcaption", {}, "Highest card down, second card across"), ranks), h("figure", {}, h("figcaption", {}, "High card down, texture across"), kinds), said);
  let lines = [];

  function draw(table, name, rows, measure, across, columns, chosen, scale) {
    const cells = new Map();
    for (const row of rows) {
      const key = across(row);
      cells.set(key, [...(cells.get(key) ?? []), row]);
    }
    const text = (mean) => (measure.startsWith("ev") ? mean.toFixed(1) : `${(100 * mean).toFixed(0)} %`);
    clear(table, h("thead", {}, h("tr", {}, h("td"), columns.map(([, label]) => h("th", { scope: "col" }, label)))),
      h("tbody", {}, RANKS.map((rank) => h("tr", {}, h("th", { scope: "row" }, rank), columns.map(([key, label]) => {
        const here = cells.get(`${rank} ${key}`) ?? [];
        if (!here.length) return h("td", { class: "none" });
        const mean = average(here, measure);
        lines.push([name, rank, label, here.length, mean]);
        const about = `${rank} high, ${label}: ${text(mean)} over ${here.length} flop${here.length > 1 ? "s" : ""}`;
        const flops = new Set(here.map((row) => row.flop));
        const is = chosen && chosen.size === flops.size && [...flops].every((flop) => chosen.has(flop));
        return h("td", { style: { background: tint(mean, scale) } }, h("button", { type: "button", title: about, "aria-label": about, "aria-pressed": String(Boolean(is)),
          onclick: () => choose(is ? null : flops) }, text(mean)));
      })))));
  }

  return {
    element,
    rows: () => [["map", "high_card", "column", "flops", "mean"], ...lines],
    show(rows, measure, chosen) {
      lines = [];
      const all = rows.map((row) => value(row, measure));
      const scale = [Math.min(...all), Math.max(...all)];
      const second = (row) => [...row.flop].filter((_, at) => at % 2 === 0)[1];
      draw(ranks, "ranks", rows, measure, (row) => `${row.flop[0]} ${second(row)}`, RANKS.map((rank) => [rank, rank]), chosen, scale);
      draw(kinds, "textures", rows, measure, (row) => `${row.flop[0]} ${row.textures[0]} ${row.textures[1]}`, KINDS.map(([suits, pairs]) => [`${suits} ${pairs}`, `${suits}, ${pairs}`]), chosen, scale);
      said.textContent = `Weighted means; from ${show(scale[0], measure)} (blue) to ${show(scale[1], measure)} (red). Click a cell to see its flops.`;
    },
  };
}

const show = (number, measure) => (measure.startsWith("ev") ? number.toFixed(2) : `${(100 * number).toFixed(1)} %`);

function average(rows, measure) {
  const total = rows.reduce((sum, row) => sum + row.weight, 0);
  return rows.reduce((sum, row) => sum + row.weight * value(row, measure), 0) / total;
}

// From blue over grey to red, readable with white letters.
export function tint(number, [low, high]) {
  const share = high > low ? (number - low) / (high - low) : 0.5;
  return `hsl(${share < 0.5 ? 213 : 8} ${Math.round(100 * Math.abs(share - 0.5))}% 38%)`;
}
