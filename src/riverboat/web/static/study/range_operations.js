// Ranges out of ranges: another range is added, taken away or intersected; weights are scaled; the best part is kept.

import { api } from "../lib/api.js";
import { field, h } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";

// `text()` is the range now, `set(text)` puts the result in its place.
export function rangeOperations({ text, set }) {
  const other = h("input", { "aria-label": "Another range", placeholder: "QQ+, AKs", spellcheck: false, maxlength: 5000 });
  const percent = h("input", { type: "number", min: 0, max: 1000, step: 1, value: "50", "aria-label": "Percent" });
  const run = (operation) => attempt(async () => {
    const found = await api.post("study/range/combine", { operation, left: text(), right: other.value, percent: Number(percent.value) });
    set(found.text);
  });
  const button = (operation, label, title) => h("button", { type: "button", class: "small", title, onclick: () => run(operation) }, label);
  return h("fieldset", { class: "range-operations" }, h("legend", {}, "Combine"),
    h("div", { class: "row" }, field("With", other, { class: "field inline grow" })),
    h("div", { class: "row" }, button("union", "Add", "Hands of either range"), button("subtract", "Subtract", "Without the other range"), button("intersect", "Keep common", "Hands of both ranges")),
    h("div", { class: "row" }, percent, h("span", {}, "%"), button("scale", "Scale", "Multiply all weights"), button("best", "Keep the best", "The strongest part of this range")));
}
