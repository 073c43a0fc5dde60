// One condition, and one action, of a rule in the form.

import { h, select } from "../lib/dom.js";
import { editRange } from "../study/range_editor.js";

const NUMBER_SIGNS = [[">=", "at least"], ["<=", "at most"], [">", "above"], ["<", "below"], ["=", "equal to"], ["in", "between"]];
const WORD_SIGNS = [["=", "is"], ["!=", "is not"], ["in", "is one of"]];
const ORDER_SIGNS = [[">=", "at least"], ["<=", "at most"], [">", "above"], ["<", "below"]];

// `test` is {term, operator, value}; `notify` after a change of a value, `again` after one that changes the controls.
export function testRow(words, test, { notify, again, label, remove }) {
  const term = words.byName.get(test.term.toLowerCase());
  const group = (name, predictor) => h("optgroup", { label: name }, words.terms.filter((each) => each.predictor === predictor).map((each) => h("option", { value: each.name, selected: each.name === term?.name, title: each.meaning }, each.name)));
  const name = h("select", { "aria-label": `${label}: term`, title: term?.meaning ?? "", onchange: () => {
    Object.assign(test, usual(words.byName.get(name.value)));
    again();
  } }, term ? null : h("option", { value: test.term, selected: true }, test.term || "…"), group("evaluators", false), group("predictors", true));
  const signs = term?.kind === "hands" ? [["in", "is in"]] : term?.kind === "word" ? [...WORD_SIGNS, ...(term.ordered ? ORDER_SIGNS : [])] : NUMBER_SIGNS;
  const sign = select(signs.some(([each]) => each === test.operator) ? signs : [...signs, [test.operator, test.operator]], test.operator, {
    "aria-label": `${label}: comparison`,
    onchange: () => {
      const was = test.operator;
      test.operator = sign.value;
      if (term?.kind === "word" && (was === "in") !== (sign.value === "in")) test.value = sign.value === "in" ? `{${chosen(term, test.value).join(", ") || test.value}}` : chosen(term, test.value)[0] ?? term.words[0];
      if (term?.kind === "number" && (was === "in") !== (sign.value === "in")) test.value = sign.value === "in" ? `${test.value}..${term.share ? "100%" : term.high ?? test.value}` : test.value.split("..")[0];
      again();
    },
  });
  return h("div", { class: "st-row" }, name, sign, value(), h("button", { type: "button", class: "quiet small", "aria-label": `Remove ${label.toLowerCase()}`, onclick: remove }, "×"));

  function value() {
    const said = `${label}: value`;
    if (term?.kind === "hands") return range(said);
    if (term?.kind === "word" && test.operator === "in") return several(said);
    if (term?.kind === "word") {
      const own = term.words.includes(test.value) ? [] : [test.value];
      const control = select([...own, ...term.words].map((each) => [each, each.replaceAll("_", " ")]), test.value, { "aria-label": said, onchange: () => { test.value = control.value; notify(); } });
      return control;
    }
    if (test.operator === "in" && test.value.includes("..")) {
      const ends = test.value.split("..").map((each) => each.trim());
      const inputs = ends.map((each, at) => text(each, `${said} ${at ? "to" : "from"}`, () => { test.value = inputs.map((input) => input.value.trim()).join(".."); }));
      return h("span", { class: "st-between" }, inputs[0], "to", inputs[1]);
    }
    return text(test.value, said, (now) => { test.value = now; }, "st-numbers");
  }

  function text(now, said, set, list) {
    const input = h("input", { value: now, maxLength: 60, spellcheck: false, autocomplete: "off", "aria-label": said, placeholder: term?.share ? "50%" : "", oninput: () => { set(input.value.trim()); notify(); } });
    if (list) input.setAttribute("list", list);
    return input;
  }

  function range(said) {
    const input = h("input", { class: "st-range", value: test.value.replace(/^"|"$/g, ""), spellcheck: false, autocomplete: "off", "aria-label": said, oninput: () => { test.value = `"${input.value.replaceAll('"', "")}"`; notify(); } });
    const grid = h("button", { type: "button", class: "small", "aria-label": `Edit ${label.toLowerCase()} in the grid`, onclick: async () => {
      const found = await editRange(input.value, "hand");
      grid.focus();
      if (found === null || found === input.value) return;
      input.value = found;
      test.value = `"${found}"`;
      notify();
    } }, "Grid");
    return h("span", { class: "st-between st-wide" }, input, grid);
  }

  function several(said) {
    const now = new Set(chosen(term, test.value));
    return h("span", { class: "st-several", role: "group", "aria-label": said }, term.words.map((each) => {
      const box = h("input", { type: "checkbox", checked: now.has(each), onchange: () => {
        if (box.checked) now.add(each);
        else now.delete(each);
        test.value = `{${term.words.filter((word) => now.has(word)).join(", ")}}`;
        notify();
      } });
      return h("label", {}, box, each.replaceAll("_", " "));
    }));
  }
}

// `share` is {action, amount, percent}.
export function shareRow(words, share, { notify, again, label, alone, remove }) {
  const own = share.action in words.actions ? [] : [share.action];
  const action = select([...own, ...Object.keys(words.actions)].map((each) => [each, each.replaceAll("_", " ")]), share.action, {
    "aria-label": label, title: words.actions[share.action] ?? "",
    onchange: () => { share.action = action.value; share.amount = share.action === "raise" ? share.amount || "0.75" : ""; again(); },
  });
  const ends = share.amount.split("..").map((each) => each.trim());
  const amounts = share.action === "raise" ? [0, 1].map((at) => {
    const input = h("input", { value: ends[at] ?? "", maxLength: 12, spellcheck: false, inputMode: "decimal", placeholder: at ? "same" : "0.75", "aria-label": `${label}: part of the pot ${at ? "to" : "from"}`, oninput: () => {
      const [low, high] = amounts.map((each) => each.value.trim());
      share.amount = high && high !== low ? `${low}..${high}` : low;
      notify();
    } });
    return input;
  }) : null;
  const percent = h("input", { class: "st-percent", value: share.percent, maxLength: 8, inputMode: "decimal", placeholder: alone ? "100" : "", "aria-label": `${label}: percent`, oninput: () => { share.percent = percent.value.trim(); notify(); } });
  return h("div", { class: "st-row" }, action,
    amounts ? h("span", { class: "st-between" }, amounts[0], "to", amounts[1], h("span", { class: "faint" }, "of the pot")) : null,
    h("span", { class: "st-between" }, percent, "%"),
    h("button", { type: "button", class: "quiet small", disabled: alone, "aria-label": `Remove ${label.toLowerCase()}`, onclick: remove }, "×"));
}

// What a new condition on a term says.
function usual(term) {
  if (term.kind === "hands") return { term: term.name, operator: "in", value: '"22+, AJs+, AQo+"' };
  if (term.kind === "word") return { term: term.name, operator: "=", value: term.words[term.words.length > 2 ? 1 : 0] };
  return { term: term.name, operator: ">=", value: term.share ? "50%" : String(term.low || 1) };
}

// The words that a value stands for: one, {a, b} or a..b.
function chosen(term, value) {
  const plain = value.replace(/[{}\s]/g, "");
  if (plain.includes("..")) {
    const [from, to] = plain.split("..").map((each) => term.words.indexOf(each));
    return from < 0 || to < 0 ? [] : term.words.slice(Math.min(from, to), Math.max(from, to) + 1);
  }
  return plain.split(",").filter((each) => term.words.includes(each));
}
