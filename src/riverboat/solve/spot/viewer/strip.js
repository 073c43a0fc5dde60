// The way to a node: one stop for each node on it, with the actions that are taken there and how often.

import { join, make, percent, playing } from "./words.js";

// The same way with another card: the next one (`move` 1) or the one before (-1) that can be dealt at the last deal of
// the way, with the actions after it if that can be opened. `cards` lists the cards that can be dealt. Null if there
// is none.
export function otherCard(stops, move, { has, cards }) {
  const steps = stops.at(-1).path.split("/");
  const deal = stops.findLast((node) => node.kind === "deal" && node.path !== stops.at(-1).path);
  if (!deal) return null;
  const at = deal.path ? deal.path.split("/").length : 0;
  const all = cards(deal);
  for (let place = all.indexOf(steps[at]) + move; place >= 0 && place < all.length; place += move) {
    const before = [...steps.slice(0, at), all[place]];
    const whole = [...before, ...steps.slice(at + 1)].join("/");
    if (has(whole)) return whole;
    if (has(before.join("/"))) return before.join("/");
  }
  return null;
}

// `stops` are the nodes on the way, the last one shown; `has` says which paths can be opened, `address` is where a
// link leads, `go` what it does, `cards` as above.
export function drawStrip(strip, stops, { has, address, go, cards }) {
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
  const other = (node, move) => {
    const upto = stops.slice(0, stops.indexOf(node) + 1);
    const path = otherCard([...upto, stops.at(-1)], move, { has, cards });
    const [sign, said] = move < 0 ? ["‹", "The card before (←)"] : ["›", "The next card (→)"];
    if (path === null) return make("span", { class: "other", "aria-hidden": "true" }, sign);
    return linked(path, [sign], { class: "other", title: said, "aria-label": said });
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
      list.append(make("li", { class: "dealt" }, ...(taken ? [other(node, -1), playing(taken), other(node, 1)]
        : ["choose a card below"])));
    }
    const last = node === stops[stops.length - 1];
    strip.append(make("div", { class: last ? "stop here" : "stop", "aria-current": last ? "step" : null },
      make("h3", null, linked(node.path, [node.title])), make("p", null, node.note), list));
  }
  strip.scrollLeft = strip.scrollWidth;
  strip.onkeydown = async (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const path = move && otherCard(stops, move, { has, cards });
    if (!path) return;
    event.preventDefault();
    await go(path);
    strip.lastElementChild.querySelector("a").focus();
  };
}
