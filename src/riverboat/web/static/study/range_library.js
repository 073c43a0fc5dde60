// The ranges that come with Riverboat: chosen by game, depth and decision, each with where it is from.

import { api } from "../lib/api.js";
import { clear, field, h } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";

// `use(range)` gets the one that was chosen.
export function rangeLibrary(use) {
  let all = [];
  let shown = null;
  const game = h("select", { onchange: () => fill() });
  const depth = h("select", { onchange: () => fill() });
  const decision = h("select", { onchange: choose });
  const about = h("p", { class: "small faint" });
  const take = h("button", { type: "button", disabled: true, onclick: () => use(shown) }, "Use it");
  const element = h("details", { class: "library", ontoggle: () => element.open && !all.length && attempt(load) }, h("summary", {}, "Shipped ranges"),
    h("div", { class: "spot-form" }, field("Game", game), field("Depth", depth), field("Decision", decision), about, h("div", { class: "row" }, take)));

  async function load() {
    all = await api.get("study/range/library");
    fill();
  }

  const unique = (values) => [...new Set(values)];
  function options(control, values, text = (value) => value) {
    const kept = control.value;
    clear(control, values.map((value) => h("option", { value }, text(value))));
    if (values.map(String).includes(kept)) control.value = kept;
  }

  function fill() {
    options(game, unique(all.map((each) => each.game)));
    const there = all.filter((each) => each.game === game.value);
    options(depth, unique(there.map((each) => each.depth)), (value) => `${value} big blinds`);
    const here = there.filter((each) => each.depth === Number(depth.value));
    options(decision, here.map((each) => `${each.position.toUpperCase()} ${each.action}`));
    choose();
  }

  function choose() {
    shown = all.find((each) => each.game === game.value && each.depth === Number(depth.value) && `${each.position.toUpperCase()} ${each.action}` === decision.value) ?? null;
    about.textContent = shown ? `${(100 * shown.share).toFixed(1)} % of hands. From: ${shown.origin}.` : "";
    take.disabled = !shown;
  }
  return { element };
}
