// The keys of a page: one listener for all of them, and `?` lists what they do.
//
// Only fields in which one types keep their keys to themselves. Enter and space belong to the button or menu that has the
// focus, space to a box, arrows to a slider or menu, and whatever a control has handled itself (`preventDefault`) is not
// handled again.

import { h } from "./dom.js";
import { tableTools } from "./export.js";

const TYPED = ["text", "number", "search", "password", "email", "url", "tel", "date", "file"];
const PRESSED = "a, button, summary, select, input, [role=tab], [role=button]";
const BOXES = ["checkbox", "radio"];
const MOVES = ["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end", "pageup", "pagedown"];
const NAMES = { arrowleft: "←", arrowright: "→", arrowup: "↑", arrowdown: "↓", " ": "Space", enter: "Enter", home: "Home", end: "End" };
const layers = [];

// `entries`: [{ keys: ["f"], text: "Fold", run: (event) => ... }]; what `run` refuses by `false` goes to the layer below.
// They count as long as `element` is on the page. Returns a function that ends them.
export function pageKeys(element, entries) {
  const layer = { element: new WeakRef(element), entries };
  layers.push(layer);
  return () => {
    const at = layers.indexOf(layer);
    if (at >= 0) layers.splice(at, 1);
  };
}

// The keys of a replayer that is on the page; `film()` is the one that is shown, if there is one.
export function replayKeys(film) {
  const press = (event) => film()?.press?.(event.key) ?? false;
  return [
    { keys: ["arrowleft"], text: "One step back", run: press },
    { keys: ["arrowright"], text: "One step on", run: press },
    { keys: ["home", "end"], text: "To the beginning, to the end", run: press },
    { keys: [" "], text: "Play and pause", run: press },
  ];
}

function keyName(key) {
  return NAMES[key] ?? key.toUpperCase();
}

// What is on the page, the newest first; while a dialog is open, only what is in it.
function live() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  for (let at = layers.length - 1; at >= 0; at--) if (!layers[at].element.deref()) layers.splice(at, 1);
  return layers.filter((layer) => {
    const element = layer.element.deref();
    return element?.isConnected && (!dialog || dialog.contains(element));
  }).reverse();
}

function belongsElsewhere(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("textarea, [contenteditable]")) return true;
  if (target instanceof HTMLInputElement && TYPED.includes(target.type)) return true;
  if (target.matches("input[type=range], input[type=radio], select") && MOVES.includes(key)) return true;
  if (target instanceof HTMLInputElement && BOXES.includes(target.type) && !target.form) return key === " ";
  if (target.matches("input[type=range]")) return false;
  return (key === "enter" || key === " ") && Boolean(target.closest(PRESSED));
}

function press(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (belongsElsewhere(event.target, key)) return;
  if (key === "?") {
    if (!document.querySelector("dialog.page-keys")) list();
    event.preventDefault();
    return;
  }
  for (const layer of live()) {
    const entry = layer.entries.find((each) => each.keys.includes(key));
    if (!entry || entry.run(event) === false) continue;
    event.preventDefault();
    return;
  }
}

function list() {
  const rows = live().flatMap((layer) => layer.entries).filter((entry) => entry.text);
  const close = h("button", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = h("dialog", { class: "page-keys", "aria-label": "Keys of this page", onclose: () => dialog.remove() },
    h("h2", {}, "Keys of this page"),
    h("table", {}, h("tbody", {},
      rows.map((entry) => h("tr", {}, h("th", { scope: "row" }, entry.keys.flatMap((key, at) => [at ? " " : "", h("kbd", {}, keyName(key))])), h("td", {}, entry.text))),
      h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, "?")), h("td", {}, "This list")))),
    rows.length === 0 && h("p", { class: "faint" }, "This page has no keys of its own."),
    h("div", { class: "row" }, h("span", { class: "grow" }, rows.length > 0 && tableTools("keys", () => dialog.querySelector("table"))), close));
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

addEventListener("keydown", press);
