// A range that is painted: drag over the 13x13 grid, or move with the arrow keys and paint with the space bar (with
// Shift the arrows paint as they go). What is painted becomes the weight of the brush; on a cell that has it already
// the brush erases.

import { h } from "../lib/dom.js";
import { pageKeys } from "../lib/page-keys.js";
import { makeGrid, focusCell } from "../spot/grid.js";
import { CLASSES, fullness, HOLDINGS } from "./holdings.js";

// For the list of keys: the grid handles them itself.
const KEYS = [
  { keys: ["arrowleft", "arrowright", "arrowup", "arrowdown"], text: "In the grid: move, with Shift paint along the way", run: () => false },
  { keys: [" "], text: "In the grid: paint or erase", run: () => false },
];

// `brush()` is the weight to paint with; `changed()` is called after each cell; `looked(class)` when a cell is current.
export function rangeGrid({ label, brush, changed, looked }) {
  const weights = new Float64Array(HOLDINGS);
  const table = makeGrid(label);
  table.classList.add("paint", "live");
  const cells = [...table.querySelectorAll("td")];
  let current = 0;
  let painting = null; // the weight that this stroke leaves behind

  function draw(at) {
    const cell = cells[at], each = CLASSES[at], share = fullness(weights, each);
    const held = each.holdings.filter((holding) => weights[holding.index] > 0).length;
    const [bar, text] = cell.children;
    cell.className = share > 0 ? "" : "none";
    cell.setAttribute("aria-selected", String(share > 0));
    bar.style.height = `${(100 * share).toFixed(1)}%`;
    text.textContent = each.name;
    const said = share === 0 ? "not in the range" : `${+(100 * share).toFixed(1)} %`;
    const part = held && held < each.holdings.length ? `, ${held} of ${each.holdings.length} combinations` : "";
    cell.setAttribute("aria-label", `${each.name}: ${said}${part}`);
    cell.title = `${each.name}: ${said}${part}`;
  }

  function makeCurrent(at) {
    current = at;
    for (const each of cells) each.tabIndex = -1;
    cells[at].tabIndex = 0;
    looked(CLASSES[at]);
  }

  function put(at, weight) {
    for (const holding of CLASSES[at].holdings) weights[holding.index] = weight;
    draw(at);
  }

  const isPainted = (at) => CLASSES[at].holdings.every((holding) => Math.abs(weights[holding.index] - brush()) < 1e-9);

  function paint(at) {
    put(at, painting);
    makeCurrent(at);
    changed();
  }

  function cellAt(event) {
    return cells.indexOf(document.elementFromPoint(event.clientX, event.clientY)?.closest("td"));
  }

  table.addEventListener("pointerdown", (event) => {
    const at = cellAt(event);
    if (at < 0 || event.button) return;
    event.preventDefault();
    focusCell(table, cells[at]);
    painting = isPainted(at) ? 0 : brush();
    paint(at);
    table.setPointerCapture(event.pointerId);
  });
  table.addEventListener("pointermove", (event) => {
    if (painting === null) return;
    const at = cellAt(event);
    if (at >= 0 && at !== current) paint(at);
  });
  for (const end of ["pointerup", "pointercancel"]) table.addEventListener(end, () => { painting = null; });

  table.addEventListener("keydown", (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      const next = current + move;
      const leaves = Math.abs(move) === 1 && Math.floor(next / 13) !== Math.floor(current / 13);
      if (leaves || !cells[next]) return;
      if (event.shiftKey) put(next, brush());
      makeCurrent(next);
      cells[next].focus();
      if (event.shiftKey) changed();
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      put(current, isPainted(current) ? 0 : brush());
      makeCurrent(current);
      changed();
    }
  });
  table.addEventListener("focusin", (event) => {
    const at = cells.indexOf(event.target);
    if (at >= 0 && at !== current) makeCurrent(at);
  });

  function drawAll() {
    cells.forEach((_, at) => draw(at));
  }

  drawAll();
  cells[0].tabIndex = 0;
  const element = h("div", { class: "range-grid" }, table);
  pageKeys(element, KEYS);
  return {
    element,
    weights,
    // Take all weights from somewhere else.
    set(numbers) {
      weights.set(numbers);
      drawAll();
      looked(CLASSES[current]);
    },
    // One holding, by the suit editor.
    setHolding(index, weight) {
      weights[index] = weight;
      draw(current);
      changed();
    },
  };
}
