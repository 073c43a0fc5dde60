// The combinations of one class, suit by suit: rows are the suit of the first card, columns that of the second.

import { clear, h } from "../lib/dom.js";
import { symbols } from "../spot/words.js";

const SUITS = "shdc";
const NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export function suitEditor({ brush, weightOf, put }) {
  const element = h("div", { class: "suits" });
  function show(each) {
    const byName = new Map();
    for (const holding of each.holdings) {
      const [one, other] = holding.cards;
      byName.set(one[1] + other[1], holding);
      if (each.name.length === 2) byName.set(other[1] + one[1], holding);
    }
    const mark = (suit) => h("th", { scope: "col", class: `suit-text-${suit}` }, symbols[suit]);
    const rows = [...SUITS].map((first, row) => h("tr", {},
      h("th", { scope: "row", class: `suit-text-${first}` }, symbols[first]),
      [...SUITS].map((second, column) => {
        const holding = byName.get(first + second);
        if (!holding || (each.name.length === 2 && row >= column)) return h("td");
        const weight = weightOf(holding.index);
        const name = each.name[0] + symbols[first] + each.name[1] + symbols[second];
        const full = `${each.name[0]} of ${NAMES[first]}, ${each.name[1]} of ${NAMES[second]}`;
        return h("td", {}, h("button", {
          type: "button", class: "suit-combo", "aria-pressed": String(weight > 0),
          "aria-label": `${full}: ${+(100 * weight).toFixed(1)} %`, style: { "--full": `${100 * weight}%` },
          onclick: () => {
            put(holding.index, Math.abs(weight - brush()) < 1e-9 ? 0 : brush());
            show(each);
            /** @type {HTMLElement} */ (element.querySelector(`[data-holding="${holding.index}"]`)).focus();
          },
          "data-holding": String(holding.index),
        }, h("span", {}, name), h("small", {}, `${+(100 * weight).toFixed(0)} %`)));
      })));
    clear(element, h("h3", {}, `${each.name} suit by suit`),
      h("table", { "aria-label": `Combinations of ${each.name}` },
        h("thead", {}, h("tr", {}, h("td"), [...SUITS].map(mark))), h("tbody", {}, rows)));
  }
  return { element, show };
}
