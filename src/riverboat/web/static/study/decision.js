// From a recorded hand to the solver: a decision of a replay as a spot, with ranges to choose, and then solved.

import { actionWords, lineWords } from "../lib/action-words.js";
import { api } from "../lib/api.js";
import { cards, split } from "../lib/cards.js";
import { h, select } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";
import { sheet, style } from "../lib/style.js";
import { navigate } from "../main.js";
import { rangeField } from "./range_field.js";

// `hand` is `{ run, place }` of a stored hand, or `{ table, hand }`. Asks for the ranges, solves, and shows the node.
export async function studyDecision(hand, number) {
  const [draft, saved, shipped] = await Promise.all([api.post("decisions/spot", { ...hand, number }),
    api.get("study/ranges"), api.get("decisions/ranges"), style("study"), sheet("/static/spot/viewer.css")]);
  const { spot, player } = draft;
  const sides = ["oop", "ip"].map((side, at) => rangeChoice(at === player ? `Range of ${draft.name}` : "Range of the opponent",
    `${side === "oop" ? "out of" : "in"} position`, spot[side], saved, shipped));
  const solve = h("button", { type: "button", class: "primary", onclick: () => attempt(async () => {
    solve.disabled = true;
    try {
      const job = await api.post("study/spots", { spot: { ...spot, oop: sides[0].value(), ip: sides[1].value() }, title: draft.title,
        target: 0.2, seconds: 300, decision: { path: draft.path, hand: draft.hand, action: draft.action, name: draft.name } });
      dialog.close();
      for (const other of document.querySelectorAll("dialog")) if (other.open) other.close();
      navigate(`/study/spots/${job.id}?${new URLSearchParams({ node: draft.path })}`);
    } finally {
      solve.disabled = false;
    }
  }) }, "Solve");
  const fact = (name, text) => h("div", {}, h("dt", {}, name), h("dd", {}, text));
  const dialog = h("dialog", { class: "range-dialog study-decision", "aria-label": "Study this decision", onclose: () => dialog.remove() },
    h("div", { class: "row dialog-head" }, h("h2", { class: "grow" }, draft.title),
      h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    h("div", { class: "solution-head" }, cards(split(spot.board)), h("dl", {},
      fact("pot", spot.pot.toLocaleString("en-US")), fact("stacks", [spot.stack].flat().join(" and ")),
      fact("line", `${lineWords(draft.path)}; then ${actionWords(draft.action)}`), fact(draft.name, cards(split(draft.hand))))),
    h("p", { class: "small faint" }, "The inferred ranges come from what both players did before this street, and from how they play other hands of the same run. Change them if you know better: the EV lost depends on them."),
    sides.map((each) => each.element), h("div", { class: "row end" }, solve));
  document.body.append(dialog);
  dialog.showModal();
  solve.focus();
}

function rangeChoice(label, where, inferred, saved, shipped) {
  const found = rangeField({ label: `${label}, ${where}`, value: inferred, rows: 3 });
  const texts = new Map([["inferred", inferred], ...saved.map((each) => [`saved ${each.name}`, each.text]), ...shipped.map((each) => [`shipped ${each.name}`, each.text])]);
  const source = select([["inferred", "inferred from the play"], ...saved.map((each) => [`saved ${each.name}`, `saved: ${each.name}`]),
    ...shipped.map((each) => [`shipped ${each.name}`, each.name])], "inferred",
  { "aria-label": `Source of: ${label}`, onchange: () => found.set(texts.get(source.value)) });
  return { element: h("div", {}, found.element, source), value: found.value };
}
