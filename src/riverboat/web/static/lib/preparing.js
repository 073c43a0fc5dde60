// Once per installation the server compiles in the background: how far it is, and which players are ready before it is done.

import { api } from "./api.js";
import { clear, h } from "./dom.js";

const SECONDS = 2;

// `element` shows the progress until there is none; `hear` gets every answer of the server. Returns the element and
// a function that stops asking.
/** @param {(now: any) => void} hear */
export function preparing(hear = () => {}) {
  const element = h("section", { class: "panel preparing", hidden: true, "aria-label": "Preparing the players" });
  const bar = h("progress", { max: 100, value: 0, "aria-label": "Preparing the players" });
  const words = h("p", { role: "status" });
  let timer = 0;
  clear(element, words, bar, h("p", { class: "faint small" }, "Tables marked “ready now” can be played at once; the others begin when this is done."));

  async function ask() {
    const now = await api.get("preparing").catch(() => null);
    if (now) {
      element.hidden = now.is_over;
      bar.value = now.percent;
      const said = `${now.words[0].toUpperCase()}${now.words.slice(1)}.`;
      if (words.textContent !== said) words.textContent = said;
      hear(now);
    }
    if (!now || !now.is_over) timer = setTimeout(ask, 1000 * SECONDS);
  }

  ask();
  return { element, close: () => clearTimeout(timer) };
}

// Whether a table with these players can begin now.
export function isReady(now, agents) {
  return now.is_over || agents.every((agent) => now.ready.includes(agent.split("(")[0]));
}
