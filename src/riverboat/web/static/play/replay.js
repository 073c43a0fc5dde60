// The replay of a hand, in a dialog.

import { h } from "../lib/dom.js";
import { sheet } from "../lib/style.js";

export async function showReplay({ hand, film }) {
  const [{ replayer }] = await Promise.all([import("/static/show/replayer.js"), sheet("/static/show/replayer.css")]);
  const dialog = h("dialog", { class: "replay", "aria-label": `Hand ${hand}` },
    h("div", { class: "row" }, h("h2", { class: "grow" }, `Hand ${hand}`), h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    replayer(film, {}));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
