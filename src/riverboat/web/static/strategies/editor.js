// The text of a strategy: line numbers, colours, marks at line and column, and completion. Only the lines in sight are
// drawn, so that the longest strategy scrolls as well as a short one.

import { clear, h } from "../lib/dom.js";
import { suggestions } from "./completion.js";

const LINE = 20; // pixels, as in strategies.css
const PAD = 8;
const LONGEST = 4000; // characters of a line that is coloured
const TOKEN = /#.*|"[^"]*"?|->|\.\.|<=|>=|!=|[<>=]|-?\d+(?:\.\d+)?%?|[A-Za-z_]\w*(?:\.[A-Za-z_]*)?|\s+|./g;
const PLACE = /"[^"]*"?|[\w.]+%?|->|\S/y;
const KEYWORDS = new Set(["strategy", "tactic", "when", "otherwise", "and", "in"]);
const SHOWN = 8;

// `words` is the language, `changed(text)` is called with every change by the user.
export function textEditor(words, changed) {
  let lines = [""];
  let marks = new Map();
  let fired = new Set();
  let offered = null;
  let chosen = 0;
  let width = 0;
  const list = h("ul", { class: "st-offers", id: "st-offers", role: "listbox", "aria-label": "Completions", hidden: true });
  const text = h("textarea", {
    spellcheck: false, wrap: "off", autocomplete: "off", autocapitalize: "off", "aria-label": "Text of the strategy", "aria-describedby": "st-problems",
    "aria-autocomplete": "list", "aria-controls": "st-offers", oninput: typed, onscroll: draw, onkeydown: key, onblur: () => setTimeout(hide, 150), onclick: hide,
  });
  const paint = h("pre", { class: "st-paint", "aria-hidden": "true" });
  const gutter = h("pre", { class: "st-gutter", "aria-hidden": "true" });
  const area = h("div", { class: "st-area" }, paint, text, list);
  const element = h("div", { class: "st-editor" }, h("div", { class: "st-gutter-box" }, gutter), area);
  const resized = new ResizeObserver(draw);
  resized.observe(text);
  return { element, get: () => text.value, set, mark, fire, jump, close: () => resized.disconnect() };

  function set(value) {
    const { scrollTop, scrollLeft } = text;
    text.value = value;
    lines = value.split("\n");
    hide();
    text.scrollTop = scrollTop;
    text.scrollLeft = scrollLeft;
    draw();
  }

  function mark(problems) {
    marks = new Map();
    for (const each of problems) if (each.line) marks.set(each.line, [...(marks.get(each.line) ?? []), each]);
    text.setAttribute("aria-invalid", String(problems.some((each) => !each.warning)));
    draw();
  }

  function fire(numbers) {
    fired = new Set(numbers);
    draw();
  }

  function jump(line, column = 1) {
    const start = lines.slice(0, Math.max(0, line - 1)).reduce((sum, each) => sum + each.length + 1, 0) + Math.max(0, column - 1);
    PLACE.lastIndex = Math.max(0, column - 1);
    const length = PLACE.exec(lines[line - 1] ?? "")?.[0].length ?? 0;
    text.focus();
    text.setSelectionRange(start, start + length);
    text.scrollTop = Math.max(0, (line - 6) * LINE);
  }

  // Drawing -------------------------------------------------------------------------------------------------------

  function draw() {
    const first = Math.max(0, Math.floor(text.scrollTop / LINE) - 1);
    const last = Math.min(lines.length, first + Math.ceil(text.clientHeight / LINE) + 3);
    const plain = lines.slice(first, last).some((each) => each.length > LONGEST);
    element.classList.toggle("plain", plain);
    const down = PAD + first * LINE - text.scrollTop;
    paint.style.transform = `translate(${PAD - text.scrollLeft}px, ${down}px)`;
    gutter.style.transform = `translateY(${down}px)`;
    gutter.parentElement.style.width = `${String(lines.length).length + 3}ch`;
    clear(paint, plain ? null : lines.slice(first, last).map((each, at) => h("span", { class: fired.has(first + at + 1) ? "line fired" : "line" }, coloured(each, marks.get(first + at + 1)), "\n")));
    clear(gutter, lines.slice(first, last).map((_, at) => number(first + at + 1)));
    if (offered) place();
  }

  function number(line) {
    const found = marks.get(line);
    const kind = found ? (found.every((each) => each.warning) ? "doubt" : "wrong") : fired.has(line) ? "fired" : null;
    return h("span", { class: kind }, kind === "fired" ? `▸${line}\n` : `${line}\n`);
  }

  function coloured(line, problems = []) {
    const places = problems.map((each) => {
      PLACE.lastIndex = Math.max(0, each.column - 1);
      return [each.column - 1, each.column - 1 + (PLACE.exec(line)?.[0].length ?? 1), each.warning ? "doubt" : "wrong"];
    });
    return [...line.matchAll(TOKEN)].map((found) => {
      const marked = places.find(([start, end]) => found.index < end && found.index + found[0].length > start && found[0].trim());
      const kind = [kindOf(found[0]), marked?.[2]].filter(Boolean).join(" ");
      return kind ? h("span", { class: kind }, found[0]) : found[0];
    });
  }

  function kindOf(token) {
    const word = token.toLowerCase();
    if (token[0] === "#") return "t-comment";
    if (token[0] === '"') return "t-string";
    if (/^-?\d/.test(token)) return "t-number";
    if (KEYWORDS.has(word)) return "t-keyword";
    if (words.byName.has(word)) return words.byName.get(word).predictor ? "t-predictor" : "t-term";
    if (word in words.actions || words.behaviours.includes(word)) return "t-action";
    return "";
  }

  // Typing --------------------------------------------------------------------------------------------------------

  function typed(event) {
    lines = text.value.split("\n");
    draw();
    changed(text.value);
    if (event.inputType?.startsWith("insert") && event.data && /[\w.]$/.test(event.data)) offer(false);
    else hide();
  }

  function offer(all) {
    const caret = text.selectionEnd;
    offered = text.selectionStart === caret ? suggestions(text.value, caret, words, all) : null;
    if (!offered) return hide();
    chosen = 0;
    list.hidden = false;
    offers();
    return place();
  }

  function offers() {
    clear(list, offered.options.map((each, at) => h("li", { id: `st-offer-${at}`, role: "option", "aria-selected": String(at === chosen), onmousedown: (event) => { event.preventDefault(); take(at); } }, h("b", {}, each.text), h("span", {}, each.note))));
    text.setAttribute("aria-activedescendant", `st-offer-${chosen}`);
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
  }

  function place() {
    width ||= measure();
    const before = text.value.slice(0, offered.from);
    const line = before.split("\n").length - 1;
    const left = PAD + (before.length - before.lastIndexOf("\n") - 1) * width - text.scrollLeft;
    const top = PAD + line * LINE - text.scrollTop;
    const tall = Math.min(SHOWN, offered.options.length) * 28 + 10;
    list.style.left = `${Math.max(0, Math.min(left, area.clientWidth - list.offsetWidth))}px`;
    list.style.top = `${top + LINE + tall > area.clientHeight && top > tall ? top - tall : top + LINE}px`;
  }

  function measure() {
    const probe = h("span", { class: "st-probe" }, "0".repeat(100));
    area.append(probe);
    const found = probe.getBoundingClientRect().width / 100;
    probe.remove();
    return found;
  }

  function hide() {
    offered = null;
    list.hidden = true;
    text.removeAttribute("aria-activedescendant");
  }

  function take(at) {
    const { from, options } = offered;
    text.focus();
    text.setSelectionRange(from, text.selectionEnd);
    insert(options[at].text);
    hide();
  }

  // As if it was typed, so that it can be undone.
  function insert(value) {
    if (!document.execCommand("insertText", false, value)) {
      text.setRangeText(value, text.selectionStart, text.selectionEnd, "end");
      text.dispatchEvent(new InputEvent("input"));
    }
  }

  function key(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      offer(true);
    } else if (offered && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + offered.options.length) % offered.options.length;
      offers();
    } else if (offered && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
      event.preventDefault();
      take(chosen);
    } else if (offered && event.key === "Escape") {
      event.preventDefault();
      hide();
    } else if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey) {
      const before = text.value.slice(text.value.lastIndexOf("\n", text.selectionStart - 1) + 1, text.selectionStart);
      const deeper = /\{\s*(#.*)?$/.test(before) ? "    " : "";
      event.preventDefault();
      insert(`\n${before.match(/^ */)[0]}${deeper}`);
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) hide();
  }
}
