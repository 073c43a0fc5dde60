// A range in a form: a text that is checked while it is typed, how much it is, and the editor behind a button.

import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { debounced } from "./debounce.js";
import { HOLDINGS } from "./holdings.js";
import { editRange } from "./range_editor.js";

let fields = 0;

// `changed(text)` is called with every change, right or wrong. Returns the element, `value()`, `set(text)`, `complain(text)`.
/** @param {{ label: string, value?: string, changed?: (text: string) => void, rows?: number, name?: string }} given */
export function rangeField({ label, value = "", changed = () => {}, rows = 2, name = "" }) {
  const id = `range-field-${++fields}`;
  const said = h("p", { class: "small faint said", id: `${id}-said`, role: "status" });
  const words = h("textarea", {
    id, rows, name, spellcheck: false, autocomplete: "off", "aria-describedby": `${id}-said`,
    placeholder: "22+, A2s+, KTs-K8s, AKo:0.5", oninput: () => {
      check.later(words.value);
      changed(words.value);
    },
  });
  words.value = value;
  const check = debounced((text) => text.trim() ? api.post("study/range/read", { text }) : null, (found, error) => {
    complain(error ? error.message : "");
    if (error) return;
    said.textContent = found
      ? `${+found.combos.toFixed(1)} combinations, ${(100 * found.combos / HOLDINGS).toFixed(1)} %` : "";
  });

  function complain(message) {
    words.setAttribute("aria-invalid", String(Boolean(message)));
    said.className = message ? "small bad said" : "small faint said";
    if (message) said.textContent = message;
  }

  function set(text) {
    words.value = text;
    check.now(text);
  }

  const edit = h("button", { type: "button", "aria-label": `Edit ${label} in the grid`, onclick: async () => {
    const chosen = await editRange(words.value, label);
    edit.focus();
    if (chosen === null || chosen === words.value) return;
    set(chosen);
    changed(chosen);
  } }, "Grid");
  check.now(value);
  return {
    element: h("div", { class: "range-field" },
      h("div", { class: "row tight" }, h("label", { for: id, class: "grow faint small" }, label), edit), words, said),
    value: () => words.value, set, complain,
  };
}
