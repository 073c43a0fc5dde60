// Bet sizes by street and player: one field for each list, in the words of the solver (50%, 2.5x, 100c, 2e, a).

import { clear, h } from "../lib/dom.js";

const STREETS = ["flop", "turn", "river"];
const COLUMNS = [
  ["bets", "oop", "OOP bet"], ["raises", "oop", "OOP raise"], ["donk", "oop", "OOP donk"],
  ["bets", "ip", "IP bet"], ["raises", "ip", "IP raise"],
];

// `changed()` is called with every change; `from(street)` shows the streets from 0 (flop) to 2 (river) on.
export function sizesTable({ changed }) {
  const fields = new Map();
  const table = h("table", { class: "sizes", "aria-label": "Bet sizes" });
  for (const street of STREETS) {
    for (const [kind, player, text] of COLUMNS) {
      fields.set(`${kind} ${player} ${street}`, h("input", {
        "aria-label": `${text}, ${street}`, spellcheck: false, autocomplete: "off",
        placeholder: kind === "donk" ? "default" : "none", oninput: changed,
      }));
    }
  }
  let first = 0;

  function from(street) {
    first = street;
    const columns = COLUMNS.filter(([kind]) => kind !== "donk" || street < 2);
    clear(table, h("thead", {}, h("tr", {}, h("th"), columns.map(([, , text]) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, STREETS.slice(street).map((name, at) => h("tr", {}, h("th", { scope: "row" }, name),
        columns.map(([kind, player]) => h("td", {},
          kind === "donk" && at === 0 ? null : fields.get(`${kind} ${player} ${name}`)))))));
  }

  from(0);
  return {
    element: h("div", { class: "scroll" }, table),
    from,
    set(sizes) {
      for (const [name, input] of fields) {
        const [kind, player, street] = name.split(" ");
        const text = sizes[kind][player][street];
        input.value = text === "none" && kind !== "donk" ? "" : text;
      }
    },
    // The plans as nested tables; a donk bet that is not given is as usual.
    plans() {
      const found = { bets: { oop: {}, ip: {} }, raises: { oop: {}, ip: {} }, donk: { oop: {}, ip: {} } };
      for (const street of STREETS.slice(first)) {
        for (const [kind, player] of COLUMNS) {
          const text = fields.get(`${kind} ${player} ${street}`).value.trim();
          if (kind !== "donk") found[kind][player][street] = text || "none";
          else if (text && street !== STREETS[first]) found.donk.oop[street] = text;
        }
      }
      return found;
    },
  };
}
