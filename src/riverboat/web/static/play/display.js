// How this browser shows tables: in chips or big blinds, with or without positions, counts of play, and lessons.

import { h } from "../lib/dom.js";

const KEY = "riverboat.display";
const WORDS = {
  blinds: "amounts in big blinds", positions: "positions", hud: "statistics at the seats", lesson: "after the hand: all cards and your equity",
};
const USUAL = { blinds: false, positions: true, hud: true, lesson: true };

function stored() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...USUAL };
  }
}

// `element` has a switch for each; `chosen` says how they are; `changed(name)` is called after a click.
export function makeDisplay(changed) {
  const chosen = stored();
  const boxes = Object.fromEntries(Object.entries(WORDS).map(([name, text]) => {
    const box = h("input", { type: "checkbox", checked: chosen[name], onchange: () => set(name, box.checked) });
    return [name, h("label", { class: "field inline" }, box, text)];
  }));
  const element = h("details", { class: "display" }, h("summary", { class: "button quiet" }, "Display"), h("div", { class: "display-list" }, Object.values(boxes)));

  function set(name, on) {
    chosen[name] = on;
    localStorage.setItem(KEY, JSON.stringify(chosen));
    changed(name);
  }

  return { element, chosen, offer: (name, on) => (boxes[name].hidden = !on) };
}
