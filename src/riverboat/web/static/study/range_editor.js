// The range editor: grid and text say the same thing, whichever is changed; the server reads and writes the text.

import { api } from "../lib/api.js";
import { field, h } from "../lib/dom.js";
import { exportTools } from "../lib/export.js";
import { debounced } from "./debounce.js";
import { CLASSES, combosOf, fullness, HOLDINGS } from "./holdings.js";
import { rangeGrid } from "./range_grid.js";
import { rangeLibrary } from "./range_library.js";
import { rangeOperations } from "./range_operations.js";
import { suitEditor } from "./suits.js";

let editors = 0;

// `changed(text)` is called with every valid range, "" for the empty one. Returns the element, `text()`, and
// `set(text)`.
/** @param {{ text?: string, label?: string, changed?: (text: string) => void }} given */
export function rangeEditor({ text = "", label = "Range", changed = () => {} } = {}) {
  const id = `range-${++editors}`;
  let weight = 1;
  const brush = () => weight;

  const suits = suitEditor({
    brush,
    weightOf: (index) => grid.weights[index],
    put: (index, value) => grid.setHolding(index, value),
  });
  const writing = debounced((weights) => api.post("study/range/write", { weights }), (found) => {
    if (!found) return;
    words.value = found.text;
    complain("");
    changed(found.text);
  }, 120);
  const grid = rangeGrid({
    label, brush, looked: suits.show,
    changed: () => {
      top.value = "0";
      topSays.textContent = "";
      reading.cancel();
      count();
      writing.later([...grid.weights]);
    },
  });
  const reading = debounced((given) => api.post("study/range/read", { text: given }), (found, error) => {
    if (error) {
      complain(error.message);
      return;
    }
    complain("");
    grid.set(found.weights);
    count();
    changed(found.text);
  });

  const words = h("textarea", {
    id, rows: 4, spellcheck: false, autocomplete: "off", "aria-describedby": `${id}-error`,
      "aria-label": `${label} as text`,
    placeholder: "22+, A2s+, KTs-K8s, AKo:0.5, AhKh, top 15%",
    oninput: () => read(words.value),
  });
  const wrong = h("p", { id: `${id}-error`, class: "bad small wrong", role: "status" });
  const counted = h("p", { class: "counted", "aria-live": "polite" });
  const brushNumber = h("input",
    { type: "number", min: 1, max: 100, step: 1, value: "100", "aria-label": "Weight in percent" });
  const brushSlider = h("input",
    { type: "range", min: 1, max: 100, step: 1, value: "100", "aria-label": "Weight of the brush" });
  const top = h("input",
    { type: "range", min: 0, max: 100, step: 0.5, value: "0", "aria-label": "The best hands, in percent" });
  const topSays = h("output", { class: "small faint" });

  function complain(message) {
    wrong.textContent = message;
    words.setAttribute("aria-invalid", String(Boolean(message)));
  }

  function count() {
    const combos = combosOf(grid.weights);
    counted.textContent = `${+combos.toFixed(2)} combinations, ${(100 * combos / HOLDINGS).toFixed(1)} % of all hands`;
  }

  function read(given) {
    writing.cancel();
    if (!given.trim()) {
      reading.cancel();
      complain("");
      grid.set(new Float64Array(HOLDINGS));
      count();
      changed("");
    } else reading.later(given);
  }

  function load(given) {
    words.value = given;
    writing.cancel();
    if (given.trim()) reading.now(given);
    else read("");
  }

  function setWeight(percent) {
    weight = Math.min(100, Math.max(1, Number(percent) || 100)) / 100;
    brushNumber.value = brushSlider.value = String(+(100 * weight).toFixed(1));
  }
  brushNumber.addEventListener("change", () => setWeight(brushNumber.value));
  brushSlider.addEventListener("input", () => setWeight(brushSlider.value));
  top.addEventListener("input", () => {
    topSays.textContent = `${top.value} %`;
    words.value = Number(top.value) ? `top ${top.value}%` : "";
    read(words.value);
  });

  const quick = [25, 50, 75, 100].map((percent) =>
    h("button", { type: "button", class: "small", onclick: () => setWeight(percent) }, `${percent} %`));
  const element = h("div", { class: "range-editor" },
    grid.element,
    h("div", { class: "range-side" },
      field("As text", words), wrong, counted,
      h("fieldset", {}, h("legend", {}, "Brush: the weight to paint"),
        h("div", { class: "row" }, brushSlider, brushNumber, h("span", {}, "%"),
          h("span", { class: "row tight" }, quick))),
      h("fieldset", {}, h("legend", {}, "The best hands"), h("div", { class: "row" }, top, topSays)),
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => load("") }, "Clear"),
        h("button", { type: "button", onclick: () => load("random") }, "All hands"),
        h("button", { type: "button", onclick: () => {
          grid.set(grid.weights.map((each) => 1 - each));
          count();
          writing.now([...grid.weights]);
        } }, "Invert")),
      rangeOperations({ text: () => words.value.trim(), set: load }),
      rangeLibrary((each) => load(each.text)).element,
      exportTools("range", { rows: () => [["hand", "weight"], ...CLASSES.map((each) => [each.name, fullness(grid.weights, each)]).filter(([, weight]) => weight > 0)], shown: () => grid.element }),
      suits.element));
  count();
  grid.set(new Float64Array(HOLDINGS));
  if (text) load(text);
  return { element, text: () => words.value.trim(), set: load };
}

// Edit a range in a dialog; returns the text, or null if it was not changed.
export function editRange(text, label) {
  return new Promise((done) => {
    const editor = rangeEditor({ text, label });
    const saved = h("select", { "aria-label": "A saved range", onchange: () => saved.value && editor.set(saved.value) },
      h("option", { value: "" }, "Saved ranges…"));
    api.get("study/ranges").then((found) => saved.append(...found.map((each) => h("option", { value: each.text },
      each.name))),
      () => {});
    let chosen = null;
    const dialog = h("dialog", { class: "range-dialog", "aria-label": label, onclose: () => {
      dialog.remove();
      done(chosen);
    } },
    h("div", { class: "row dialog-head" }, h("h2", { class: "grow" }, label), saved,
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { type: "button", class: "primary", onclick: () => {
        chosen = editor.text();
        dialog.close();
      } }, "Use this range")),
    editor.element);
    document.body.append(dialog);
    dialog.showModal();
  });
}
