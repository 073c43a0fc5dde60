// The replay of a hand, in a dialog.

import { h } from "../lib/dom.js";
import { pageKeys, replayKeys } from "../lib/page-keys.js";
import { me } from "../lib/me.js";
import { attempt } from "../lib/notice.js";
import { sheet } from "../lib/style.js";
import { studyDecision } from "../study/decision.js";

export async function showReplay({ hand, film }, table) {
  const { role } = await me();
  const [{ replayer }] = await Promise.all([import("/static/show/replayer.js"), sheet("/static/show/replayer.css")]);
  const shown = replayer(film, {});
  const dialog = h("dialog", { class: "replay", "aria-label": `Hand ${hand}` },
    h("div", { class: "row" }, h("h2", { class: "grow" }, `Hand ${hand}`),
      role === "owner" && h("button", { type: "button", onclick: () => attempt(() => studyDecision({ table, hand }, shown.decision())) }, "Study this decision"), h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    shown);
  dialog.addEventListener("close", () => dialog.remove());
  pageKeys(dialog, replayKeys(() => shown));
  document.body.append(dialog);
  dialog.showModal();
}
