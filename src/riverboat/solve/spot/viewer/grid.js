// The 13x13 grid of a range: bars as high as a class is full, split by the actions it takes, or coloured by its worth.

import { numberOf, row, total } from "./numbers.js";
import { combosOf } from "./suits.js";
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

// `board` says how many combinations of each class there can be; `view` has `height` (normalised, absolute, full),
// `colour` (action, equity, ev), `suits` (grouped, individual) and the chosen `cell`, or null.
export function drawGrid(table, node, player, board, view, terms) {
  const cells = table.querySelectorAll("td");
  const { live } = board;
  const classes = node.sides[player].classes;
  const single = view.suits === "individual" ? singles(node.sides[player], board, player, terms) : null;
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
    bar.className = "bar";
    bar.replaceChildren();
    text.textContent = name;
    if (!held) {
      cell.title = `${name}: not in the range here`;
    } else {
      const numbers = row(terms, classes, place.get(number));
      cell.title = sayHand(name, numbers, node.actions, terms);
      if (single) {
        drawSuits(bar, name, single, node, view, terms);
      } else {
        bar.style.height = filled(weights[number], largest, view.height);
        bar.style.background = tint(numbers, node, view.colour, terms);
      }
    }
    cell.setAttribute("aria-label", cell.title);
  });
}

const filled = (weight, largest, height) =>
  `${(100 * Math.min(1, { normalised: weight / largest, absolute: weight, full: 1 }[height])).toFixed(1)}%`;

function tint(numbers, node, colour, terms) {
  if (colour === "equity") return missing(numbers.equity) ? "none" : heat(numbers.equity);
  if (colour === "ev") return missing(numbers.ev) ? "none" : heat(numbers.ev / node.pot);
  return numbers.strategy.length ? split(numbers.strategy, node.actions) : terms.plain;
}

// The numbers of each combination by its name, and the largest weight.
function singles(side, board, player, terms) {
  const hands = board.hands[player];
  const found = new Map(side.at.map((hand, at) => [hands.slice(4 * hand, 4 * hand + 4), row(terms, side, at)]));
  return { found, largest: Math.max(...[...found.values()].map((each) => each.weight), 1e-9) };
}

// A cell with a place for each combination of its class, empty where the board or the range has none.
function drawSuits(bar, name, { found, largest }, node, view, terms) {
  bar.className = `bar suits ${name.length === 2 ? "pair" : name[2] === "s" ? "suited" : "offsuit"}`;
  bar.style.height = "100%";
  bar.append(...combosOf(name).map((combo) => {
    const part = make("i");
    const numbers = found.get(combo) ?? found.get(combo.slice(2) + combo.slice(0, 2));
    if (numbers) {
      part.title = sayHand(combo, numbers, node.actions, terms);
      part.style.background = tint(numbers, node, view.colour, terms);
      part.style.height = filled(numbers.weight, largest, view.height);
    }
    return part;
  }));
}

export function drawKey(list, node, player, view) {
  const acts = node.player === player && view.colour === "action";
  list.replaceChildren(...(acts ? node.actions.map((each) => make("li", { tint: each.colour }, each.label)) : []));
}

// Arrow keys move between the cells of a table; one cell at a time is a tab stop. `chosen` is called on Enter, space
// and clicks.
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
      const said = target.closest("i[title], td");
      if (said && said.title) detail.textContent = said.title;
    });
  }
}
