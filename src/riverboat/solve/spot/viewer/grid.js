// The 13x13 grid of a range: bars as high as a class is full, split by the actions it takes, or coloured by its worth.

import { numberOf, row, total } from "./numbers.js";
import { chips, fixed, heat, make, missing, percent, ratio, sides, split } from "./words.js";

export function makeGrid(label) {
  const table = make("table", { class: "range", role: "grid", "aria-label": label });
  const body = make("tbody");
  for (let line = 0; line < 13; line++) {
    const cells = Array.from({ length: 13 }, () => make("td", { role: "gridcell", tabindex: -1 },
      make("span", { class: "bar" }), make("span", { class: "name" })));
    body.append(make("tr", { role: "row" }, ...cells));
  }
  table.append(body);
  return table;
}

export function sayHand(name, numbers, actions, terms) {
  const said = [`${name}: ${fixed(numbers.weight, 2)} combos`, `EQ ${percent(numbers.equity)}`,
    `EV ${chips(numbers.ev, terms)}`, `EQR ${ratio(numbers.eqr)}`];
  numbers.strategy.forEach((share, at) => {
    said.push(`${actions[at].label} ${percent(share)} (EV ${chips(numbers.action_ev[at], terms)})`);
  });
  return said.join(", ");
}

export const sayRange = (node, player, terms) =>
  `${sides[player]}: ${sayHand("whole range", total(node.sides[player], node), node.actions, terms)}`;

// `live` tells how many combinations of each class the board leaves; `view` has `height` (normalised, absolute, full),
// `colour` (action, equity, ev) and the chosen `cell`, or null.
export function drawGrid(table, node, player, live, view, terms) {
  const cells = table.querySelectorAll("td");
  const classes = node.sides[player].classes;
  const weights = new Array(cells.length).fill(0);
  classes.at.forEach((cell, at) => {
    weights[cell] = numberOf(terms, classes, "weight", at) / Math.max(1, live[cell]);
  });
  const largest = Math.max(...weights, 1e-9);
  const place = new Map(classes.at.map((cell, at) => [cell, at]));
  cells.forEach((cell, number) => {
    const name = terms.classes[number];
    const [bar, text] = cell.children;
    const held = place.has(number);
    cell.className = held ? "" : "none";
    cell.setAttribute("aria-selected", String(view.cell === number));
    bar.style.background = "none";
    text.textContent = name;
    if (!held) {
      cell.title = `${name}: not in the range here`;
    } else {
      const numbers = row(terms, classes, place.get(number));
      cell.title = sayHand(name, numbers, node.actions, terms);
      const share = { normalised: weights[number] / largest, absolute: weights[number], full: 1 }[view.height];
      bar.style.height = `${(100 * Math.min(1, share)).toFixed(1)}%`;
      if (view.colour === "equity") bar.style.background = missing(numbers.equity) ? "none" : heat(numbers.equity);
      else if (view.colour === "ev") bar.style.background = missing(numbers.ev) ? "none" : heat(numbers.ev / node.pot);
      else bar.style.background = numbers.strategy.length ? split(numbers.strategy, node.actions) : terms.plain;
    }
    cell.setAttribute("aria-label", cell.title);
  });
}

export function drawKey(list, node, player, view) {
  const acts = node.player === player && view.colour === "action";
  list.replaceChildren(...(acts ? node.actions.map((each) => make("li", { tint: each.colour }, each.label)) : []));
}

// Arrow keys move between the cells of a table; one cell at a time is a tab stop. `chosen` hears of Enter, space and
// clicks.
export function rove(table, wide, chosen) {
  table.addEventListener("keydown", (event) => {
    const all = [...table.querySelectorAll("td")];
    const at = all.indexOf(event.target);
    if (at < 0) return;
    const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      const sideways = Math.abs(move) === 1 && Math.floor((at + move) / wide) !== Math.floor(at / wide);
      const next = sideways ? null : all[at + move];
      if (next) focusCell(table, next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      chosen(at);
    }
  });
  table.addEventListener("click", (event) => {
    const cell = event.target.closest("td");
    if (cell) chosen([...table.querySelectorAll("td")].indexOf(cell));
  });
}

export function focusCell(table, cell) {
  for (const each of table.querySelectorAll("td[tabindex='0']")) each.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

// What a cell says when the mouse or the focus is on it.
export function describe(table, detail) {
  for (const event of ["mouseover", "focusin"]) {
    table.addEventListener(event, ({ target }) => {
      const cell = target.closest("td");
      if (cell && cell.title) detail.textContent = cell.title;
    });
  }
}
