// A solved spot to walk through: the way on top; below it strategy, graphs, both ranges side by side, cards to come.

import { api } from "../lib/api.js";
import { clear, field, h, select } from "../lib/dom.js";
import { exportTools, tableTools } from "../lib/export.js";
import { attempt } from "../lib/notice.js";
import { pageKeys } from "../lib/page-keys.js";
import { drawCombos } from "../spot/combos.js";
import { curveRows, drawCurve } from "../spot/curves.js";
import { drawDeals, explainDeals } from "../spot/deals.js";
import { describe, drawGrid, drawKey, focusCell, makeGrid, rove, sayRange } from "../spot/grid.js";
import { drawStrip, otherCard } from "../spot/strip.js";
import { cardsOf, join, sides } from "../spot/words.js";

const TABS = { strategy: "Strategy", graphs: "Graphs", compare: "Compare", runouts: "Run-outs" };
const MEASURES = [["action", "next action"], ["probability", "probability"],
  ...["oop", "ip"].flatMap((side, at) => [["equity", "equity"], ["ev", "EV"],
    ["eqr", "EQR"]].map(([what, text]) => [`${what} ${side}`, `${sides[at]} ${text}`]))];

// `terms` as the server sends them; `moved(path, node, locked)` is called with the current place. Returns the element,
// `show(path)` and `mark(hand)`.
/** @param {{ id: string, terms: any, exploit?: string, moved?: (path: string, node: any, locked: any) => void, address: any }} given */
export function solutionViewer({ id, terms, exploit = "", moved = () => {}, address }) {
  const view = { path: "", player: 0, height: "normalised", colour: "action", suits: "grouped", cell: null, sort: "equity", down: true,
    card: "action", filter: "", tab: "strategy" };
  const nodes = new Map();
  const reports = new Map();
  let asked = 0;
  let here = null;
  let stops = [];
  let boards = new Map();
  const leading = { has: () => true, cards: (node) => cardsOf(boards.get(node).left) };

  const strip = h("nav", { class: "strip", "aria-label": "Path to this node" });
  const grid = makeGrid("Range of the player who acts");
  grid.classList.add("live");
  const key = h("ul", { class: "key" });
  const detail = h("p", { class: "detail" });
  const combos = h("div", { class: "combos", tabindex: 0, role: "region", "aria-label": "Combinations" });
  const filter = h("input",
    { placeholder: "AK, Ah, 99", "aria-label": "Show only these hands", size: 12, oninput: () => {
    view.filter = filter.value;
    drawTable();
  } });
  const compared = [0, 1].map((player) => ({ player, grid: makeGrid(`Range of ${sides[player]}`),
    key: h("ul", { class: "key" }), detail: h("p", { class: "detail" }) }));
  const figures = Object.fromEntries(["equity", "ev", "eqr"].map((what) => [what, h("figure")]));
  const deals = h("table", { class: "cards", role: "grid", "aria-label": "Next card" });
  const dealsDetail = h("p", { class: "detail" });
  const measure = select(MEASURES, "action", { onchange: () => { view.card = measure.value; drawRunouts(); } });
  const noDeals = h("p", { class: "faint" },
    "Cards are dealt when the betting of a street is over: go to such a node.");

  const whose = sides.map((name, player) => h("button", { type: "button", "aria-pressed": "false", onclick: () => {
    view.player = player;
    view.cell = null;
    drawSide();
  } }, name));
  const choosing = h("span", { class: "row tight", role: "group", "aria-label": "Whose range" }, whose);
  const height = select([["normalised", "normalised"], ["absolute", "by weight"], ["full", "full"]], "normalised",
    { onchange: () => { view.height = height.value; draw(); } });
  const colour = select([["action", "actions"], ["equity", "equity"], ["ev", "EV"]], "action",
    { onchange: () => { view.colour = colour.value; draw(); } });

  const suits = select([["grouped", "grouped"], ["individual", "one by one"]], "grouped",
    { onchange: () => { view.suits = suits.value; draw(); } });

  const panels = {
    strategy: h("div", {}, h("div", { class: "panes" },
      h("section", { class: "left", "aria-label": "Range" }, grid, key, detail, exportTools(() => `range-${view.path || "start"}`, { rows: () => gridRows(grid), shown: () => grid })),
      h("section", { class: "right", "aria-label": "Combinations" },
        h("div", { class: "viewer-tools" }, field("Filter", filter, { class: "field inline" }),
          tableTools(() => `combinations-${view.path || "start"}`, () => combos.querySelector("table"))), combos))),
    graphs: h("div", { class: "curves" }, Object.entries(figures).map(([what, figure]) => h("div", {}, figure,
      exportTools(() => `${what}-${view.path || "start"}`, { rows: () => curveRows(here.node, what, terms), shown: () => figure })))),
    compare: h("div", { class: "compare" },
      compared.map((each) => h("section", { "aria-label": sides[each.player] }, h("h3", {}, sides[each.player]),
        each.grid, each.key, each.detail,
        exportTools(() => `range-${sides[each.player]}-${view.path || "start"}`, { rows: () => gridRows(each.grid), shown: () => each.grid })))),
    runouts: h("div", {}, h("div", { class: "viewer-tools" }, field("Show", measure, { class: "field inline" })),
      noDeals, h("div", { class: "scroll" }, deals), dealsDetail, tableTools("run-outs", () => deals)),
  };
  const tabs = Object.entries(TABS).map(([name, text]) => h("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => turn(name),
    onkeydown: (event) => {
      const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!move) return;
      event.preventDefault();
      const names = Object.keys(TABS), next = names[(names.indexOf(name) + move + names.length) % names.length];
      turn(next);
      /** @type {HTMLElement} */ (element.querySelector(`#tab-${next}`)).focus();
    },
  }, text));
  for (const [name, panel] of Object.entries(panels)) {
    panel.id = `panel-${name}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${name}`);
  }
  const element = h("div", { class: "viewer" }, strip,
    h("div", { class: "viewer-bar" },
      h("div", { class: "tabs", role: "tablist", "aria-label": "View" }, tabs),
      h("div", { class: "viewer-tools" }, choosing, field("Height", height, { class: "field inline" }),
        field("Colour", colour, { class: "field inline" }), field("Suits", suits, { class: "field inline" }))),
    Object.values(panels));

  // What each cell of the grid says.
  function gridRows(table) {
    return [["hand", "numbers"], ...[...table.querySelectorAll("td:not(.none)")].map((cell) => cell.title.split(/: (.*)/).slice(0, 2))];
  }

  function turn(name) {
    view.tab = name;
    draw();
  }

  function ask(what, path) {
    return api.get(`study/spots/${id}/${what}?path=${encodeURIComponent(path)}${exploit && `&exploit=${exploit}`}`);
  }

  async function fetchNode(path) {
    if (!nodes.has(path)) nodes.set(path, ask("node", path));
    try {
      return await nodes.get(path);
    } catch (error) {
      nodes.delete(path);
      throw error;
    }
  }

  async function show(path) {
    const number = ++asked;
    const steps = path ? path.split("/") : [];
    const way = await Promise.all(Array.from({ length: steps.length + 1 },
      (_, length) => fetchNode(steps.slice(0, length).join("/"))));
    if (number !== asked) return; // the user has moved on meanwhile
    here = way.at(-1);
    view.path = path;
    view.cell = null;
    if (here.node.player !== null) view.player = here.node.player;
    if (here.node.kind === "deal") view.tab = "runouts";
    else if (view.tab === "runouts") view.tab = "strategy";
    stops = way.map((each) => each.node);
    boards = new Map(way.map((each) => [each.node, each.board]));
    drawStrip(strip, stops, { ...leading, address, go });
    draw();
    moved(path, here.node, here.locked);
  }

  async function go(path) {
    history.pushState(null, "", address(path));
    await attempt(() => show(path));
  }

  // Choose the cell of a hand of the player who acts, such as "AhKd".
  function mark(hand) {
    const { hands, cells } = { hands: here.board.hands[here.node.player].match(/.{4}/g), cells: here.board.cells[here.node.player] };
    const at = hands.findIndex((each) => each === hand || each === hand.slice(2) + hand.slice(0, 2));
    if (at < 0) return;
    view.cell = cells[at];
    drawSide();
  }

  function draw() {
    tabs.forEach((tab) => {
      const chosen = tab.id === `tab-${view.tab}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    });
    for (const [name, panel] of Object.entries(panels)) panel.hidden = name !== view.tab;
    choosing.hidden = view.tab !== "strategy";
    for (const each of [height, colour, suits]) each.parentElement.hidden = view.tab !== "strategy" && view.tab !== "compare";
    if (view.tab === "strategy") drawSide();
    if (view.tab === "graphs") for (const [what, figure] of Object.entries(figures)) drawCurve(figure, here.node,
      what, terms);
    if (view.tab === "compare") drawCompared();
    if (view.tab === "runouts") drawRunouts();
  }

  function drawSide() {
    whose.forEach((button, player) => button.setAttribute("aria-pressed", String(player === view.player)));
    drawGrid(grid, here.node, view.player, here.board, view, terms);
    drawKey(key, here.node, view.player, view);
    detail.textContent = view.cell === null ? sayRange(here.node, view.player, terms)
      : grid.querySelectorAll("td")[view.cell].title;
    drawTable();
  }

  function drawTable() {
    drawCombos(combos, here.node, view.player, here.board, view, terms);
  }

  function drawCompared() {
    for (const each of compared) {
      drawGrid(each.grid, here.node, each.player, here.board, { ...view, cell: null }, terms);
      drawKey(each.key, here.node, each.player, view);
      each.detail.textContent = sayRange(here.node, each.player, terms);
    }
  }

  async function drawRunouts() {
    const { node } = here, dealt = node.kind === "deal";
    noDeals.hidden = dealt;
    deals.hidden = dealsDetail.hidden = measure.parentElement.hidden = !dealt;
    if (!dealt) return;
    if (!reports.has(node.path)) {
      clear(deals);
      dealsDetail.textContent = "evaluating every card…";
      const found = await attempt(() => ask("cards", node.path));
      if (!found) return;
      reports.set(node.path, found);
    }
    if (here.node !== node) return;
    const report = reports.get(node.path);
    if (report.player === null && view.card === "action") measure.value = view.card = "equity oop";
    drawDeals(deals, report, view.card, () => true, terms);
    dealsDetail.textContent = explainDeals(report, view.card);
  }

  rove(grid, 13, (number) => {
    const held = here.node.sides[view.player].classes.at.includes(number);
    view.cell = view.cell === number || !held ? null : number;
    drawSide();
    focusCell(grid, grid.querySelectorAll("td")[number]);
  });
  rove(deals, 13, (number) => {
    const cell = deals.querySelectorAll("td")[number];
    if (!cell.classList.contains("none")) go(join(view.path, cell.dataset.card));
  });
  function step(move) {
    const path = otherCard(stops, move, leading);
    if (path) go(path);
    return Boolean(path);
  }
  pageKeys(element, [
    { keys: ["arrowleft"], text: "The same line with the card before", run: () => step(-1) },
    { keys: ["arrowright"], text: "The same line with the next card", run: () => step(1) },
  ]);
  describe(grid, detail);
  describe(deals, dealsDetail);
  for (const each of compared) {
    rove(each.grid, 13, () => {});
    describe(each.grid, each.detail);
    each.grid.querySelector("td").tabIndex = 0;
  }
  grid.querySelector("td").tabIndex = 0;
  return { element, show, mark };
}
