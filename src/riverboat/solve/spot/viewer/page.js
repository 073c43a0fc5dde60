// The page that holds its nodes: walks through them with the parts of the viewer.

import { drawCombos } from "./combos.js";
import { drawCurve } from "./curves.js";
import { drawDeals, explainDeals } from "./deals.js";
import { describe, drawGrid, drawKey, focusCell, rove, sayRange } from "./grid.js";
import { drawStrip } from "./strip.js";
import { cardsOf, join } from "./words.js";

const data = JSON.parse(document.getElementById("spot-data").textContent);
const nodes = new Map(data.nodes.map((node) => [node.path, node]));
const view = {
  path: data.start, player: 0, height: "normalised", colour: "action", suits: "grouped", cell: null,
  sort: "equity", down: true, card: "action",
};
/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);
const cells = [...byId("range").querySelectorAll("td")];
const here = () => nodes.get(view.path);
const address = (path) => "#/" + path;
const asked = () => {
  const path = location.hash.replace(/^#\/?/, "");
  return location.hash && nodes.has(path) ? path : data.start;
};

function go(path) {
  if (!nodes.has(path)) return;
  try {
    history.pushState(null, "", address(path));
  } catch (error) { /* inside a frame without an address the page walks all the same */ }
  show(path);
}

function show(path) {
  view.path = path;
  view.cell = null;
  const player = here().player;
  if (player !== null) view.player = player;
  byId(["side-oop", "side-ip"][view.player]).checked = true;
  const steps = path ? path.split("/") : [];
  const way = Array.from({ length: steps.length + 1 }, (_, length) => nodes.get(steps.slice(0, length).join("/")));
  drawStrip(byId("strip"), way.filter(Boolean), {
    has: (each) => nodes.has(each), address, go, cards: (node) => cardsOf(data.boards[node.board].left),
  });
  showSide();
  showCards();
  for (const what of ["equity", "ev"]) drawCurve(byId(what), here(), what, data);
}

function showGrid() {
  const node = here();
  drawGrid(byId("range"), node, view.player, data.boards[node.board], view, data);
  drawKey(byId("key"), node, view.player, view);
  byId("detail").textContent = view.cell === null ? sayRange(node, view.player, data) : cells[view.cell].title;
}

function showSide() {
  showGrid();
  drawCombos(byId("combos"), here(), view.player, data.boards[here().board], view, data);
}

function showCards() {
  const node = here();
  byId("cards-pane").hidden = !node.cards;
  if (!node.cards) return;
  if (node.cards.player === null && view.card === "action") view.card = "equity oop";
  byId("card-colour").value = view.card;
  drawDeals(byId("cards"), node.cards, view.card, (card) => nodes.has(join(node.path, card)), data);
  byId("card-detail").textContent = explainDeals(node.cards, view.card);
}

for (const [player, id] of ["side-oop", "side-ip"].entries()) {
  byId(id).addEventListener("change", () => {
    view.player = player;
    view.cell = null;
    showSide();
  });
}
byId("height").addEventListener("change", (event) => { view.height = event.target.value; showGrid(); });
byId("colour").addEventListener("change", (event) => { view.colour = event.target.value; showGrid(); });
byId("suits").addEventListener("change", (event) => { view.suits = event.target.value; showGrid(); });
byId("card-colour").addEventListener("change", (event) => { view.card = event.target.value; showCards(); });
rove(byId("range"), 13, (number) => {
  const held = here().sides[view.player].classes.at.includes(number);
  view.cell = view.cell === number || !held ? null : number;
  showSide();
  focusCell(byId("range"), cells[number]);
});
rove(byId("cards"), 13, (number) => go(join(view.path, byId("cards").querySelectorAll("td")[number].dataset.card)));
describe(byId("range"), byId("detail"));
describe(byId("cards"), byId("card-detail"));
window.addEventListener("popstate", () => show(asked()));
for (const id of ["controls", "card-controls"]) byId(id).hidden = false;
byId("range").classList.add("live");
cells[0].tabIndex = 0;
show(asked());
