// The matches so far, the newest first.

import { api } from "../lib/api.js";
import { clear, h, keepingFocus, link } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { labelBadges, labelButton, labelFilter, nameOf } from "../lib/labels.js";
import { gameName } from "../lib/names.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { count, when } from "./format.js";

const MOODS = { done: "good", failed: "bad", stopped: "warn", running: "faint", waiting: "faint" };
const WORDS = { done: "finished", failed: "failed", stopped: "paused", running: "playing", waiting: "waiting" };

export function badge(state) {
  return h("span", { class: `badge ${MOODS[state]}` }, WORDS[state]);
}

// Fills the element now and while matches run; returns a function that stops it.
// `choices` is the answer of `choice()`.
export function matchList(element, lines, choices) {
  let timer = 0;
  const filter = labelFilter(() => show(lines));
  const body = h("div");
  clear(element, filter.element, body);
  show(lines);
  return () => clearTimeout(timer);

  async function refresh() {
    const found = await api.get("watch").catch(() => null);
    if (element.isConnected) keepingFocus(element, () => show(found ?? lines));
  }

  function show(found) {
    lines = found;
    filter.update(lines.map((line) => `job/${line.id}`));
    const kept = lines.filter((line) => !isLeaving(`jobs/${line.id}`) && filter.passes(`job/${line.id}`));
    clear(body, kept.length ? [h("div", { class: "scroll" }, table(kept)), tableTools("matches", () => body.querySelector("table"))] : h("p", { class: "faint" }, "No matches yet."));
    clearTimeout(timer);
    if (lines.some((line) => line.state === "running" || line.state === "waiting")) timer = setTimeout(refresh, 1500);
  }

  function table(kept) {
    return h(
      "table",
      { class: "watch-list" },
      h("thead", {}, h("tr", {}, ...["Match", "Game", "Hands", "Leader", "", "Started", ""].map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, ...kept.map(row)),
    );
  }

  function row(line) {
    const over = !["running", "waiting"].includes(line.state);
    const done = line.done === line.hands ? count(line.done) : `${count(line.done)} of ${count(line.hands)}`;
    return h(
      "tr",
      {},
      h("td", {}, link(`/watch/${line.id}`, {}, nameOf(`job/${line.id}`, line.title)), " ", labelBadges(`job/${line.id}`)),
      h("td", {}, h("span", { class: "watch-game" }, gameName(choices, line.game)), " ", h("span", { class: "faint" }, line.mode)),
      h("td", {}, done),
      h("td", {}, line.leader || "–"),
      h("td", { title: line.error }, badge(line.state)),
      h("td", { class: "faint" }, when(line.created_at)),
      h("td", { class: "watch-tools" }, labelButton(`job/${line.id}`, line.title, () => element.isConnected && show(lines)), over && h("button", { class: "quiet", "aria-label": `Delete ${nameOf(`job/${line.id}`, line.title)}`, title: "Delete this match", onclick: () => forget(line) }, "✕")),
    );
  }

  function forget(line) {
    deleteLater(`jobs/${line.id}`, nameOf(`job/${line.id}`, line.title), () => element.isConnected && show(lines));
  }
}
