// The replay of a hand, in a dialog.

import { h } from "../lib/dom.js";
import { pageKeys, replayKeys } from "../lib/page-keys.js";
import { sheet } from "../lib/style.js";

export async function showReplay({ hand, film }) {
  const [{ replayer }] = await Promise.all([import("/static/show/replayer.js"), sheet("/static/show/replayer.css")]);
  const shown = replayer(film, {});
  const dialog = h("dialog", { class: "replay", "aria-label": `Hand ${hand}` },
    h("div", { class: "row" }, h("h2", { class: "grow" }, `Hand ${hand}`), h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    shown);
  dialog.addEventListener("close", () => dialog.remove());
  pageKeys(dialog, replayKeys(() => shown));
  document.body.append(dialog);
  dialog.showModal();
}
