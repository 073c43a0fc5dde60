// The way to a node: one stop for each node on it, with the actions that are taken there and how often.

import { join, make, percent, playing } from "./words.js";

// `stops` are the nodes on the way, the last one shown; `has` tells which paths can be opened, `address` is where a
// link leads, `go` what it does.
export function drawStrip(strip, stops, { has, address, go }) {
  const linked = (path, inside, attributes) => {
    const link = make("a", { href: address(path), ...attributes }, ...inside);
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      await go(path);
      const last = strip.lastElementChild;
      (last.querySelector("a.step") || last.querySelector("a")).focus();
    });
    return link;
  };
  const step = (path, text, share, tint, taken) => {
    const inside = [make("span", null, text), make("span", null, share)];
    const kind = taken ? "step taken" : "step";
    if (!has(path)) return make("span", { class: kind, tint, title: "not in this page" }, ...inside);
    return linked(path, inside, { class: kind, tint, "aria-current": taken ? "true" : null });
  };
  const way = stops[stops.length - 1].path;
  const steps = way ? way.split("/") : [];
  strip.replaceChildren();
  for (const node of stops) {
    const length = node.path ? node.path.split("/").length : 0;
    const taken = steps[length];
    const list = make("ul");
    if (node.player !== null) {
      const said = node.sides[node.player].total.frequencies;
      for (const action of node.actions) {
        const line = step(join(node.path, action.name), action.label, percent(said && said[action.name]),
          action.colour, taken === action.name);
        list.append(make("li", null, line));
      }
    } else if (node.kind === "deal") {
      list.append(make("li", null, taken ? playing(taken) : "choose a card below"));
    }
    const last = node === stops[stops.length - 1];
    strip.append(make("div", { class: last ? "stop here" : "stop", "aria-current": last ? "step" : null },
      make("h3", null, linked(node.path, [node.title])), make("p", null, node.note), list));
  }
  strip.scrollLeft = strip.scrollWidth;
}
