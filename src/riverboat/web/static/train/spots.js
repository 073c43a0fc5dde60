// The spots that can be trained: those that are shipped, and those that were solved here.

import { api } from "../lib/api.js";
import { cards, split } from "../lib/cards.js";
import { h, link } from "../lib/dom.js";

const STATES = { ready: "", unsolved: "solved on first use", solving: "being solved" };

export async function spotList() {
  const found = await api.get("train/spots");
  const mine = found.filter((each) => !each.shipped);
  return h("section", { class: "panel", "aria-label": "Spots" }, h("h2", {}, "Spots"),
    h("ul", { class: "train-spots" }, found.filter((each) => each.shipped).map(line)),
    mine.length > 0 && [h("h2", {}, "Solved here"), h("ul", { class: "train-spots" }, mine.map(line))],
    h("p", { class: "faint small" }, "Every spot that you solve on the Study page can be trained too."));
}

function line(spot) {
  return h("li", {}, link(`/train/${spot.name}`, {}, cards(split(spot.board)),
    h("span", { class: "train-spot-text" }, h("b", {}, spot.title),
      spot.about && h("span", { class: "small faint" }, spot.about),
      h("span", { class: "small faint" }, `${spot.street}, pot ${spot.pot.toLocaleString("en-US")}, stack ${spot.stack.toLocaleString("en-US")}`,
        STATES[spot.state] && `, ${STATES[spot.state]}`))));
}
