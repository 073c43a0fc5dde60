// Fixing how a node is played: how often each action is taken, by all hands or by a range; the rest is solved again.

import { isCard, lineWords } from "../lib/action-words.js";
import { field, h } from "../lib/dom.js";
import { row } from "../spot/numbers.js";
import { rangeField } from "./range_field.js";


// "x=0.63,b100=0.37": actions that are not named are never taken.
function sayShares(actions, shares) {
  return actions.map((action, at) => shares[at] > 0 ? `${action.name}=${shares[at]}` : "").filter(Boolean).join(",");
}

// Each class as it is played now, to one percent: one lock for all classes that are played alike.
function asSolved(node, path, terms) {
  const { classes } = node.sides[node.player];
  const groups = new Map();
  classes.at.forEach((index, at) => {
    const parts = row(terms, classes, at).strategy.map((share) => Math.round(100 * (share ?? 0)));
    parts[parts.indexOf(Math.max(...parts))] += 100 - parts.reduce((one, other) => one + other, 0);
    const played = sayShares(node.actions, parts.map((part) => part / 100));
    groups.set(played, [...(groups.get(played) ?? []), terms.classes[index]]);
  });
  return [...groups].map(([played, names]) => `${path}: ${played} for ${names.join(",")}`);
}

// The locks as the solver reads them, or none if the dialog was closed.
export function askLocks(node, terms) {
  return new Promise((done) => {
    const total = node.sides[node.player].total.frequencies ?? {};
    const rows = node.actions.map((action) => {
      const share = Math.round(1000 * (total[action.name] ?? 0)) / 10;
      return { action, input: h("input",
        { type: "number", min: 0, max: 100, step: 0.1, value: String(share),
          "aria-label": `${action.label} in percent`, oninput: sum }) };
    });
    const said = h("p", { class: "small", role: "status" });
    const hands = rangeField({ label: "Only these hands (default: all)", rows: 2 });
    const everyCard = h("input", { type: "checkbox" });
    const hasCards = node.path.split("/").some(isCard);
    let lines = [];

    const path = () => node.path.split("/").map((step) => everyCard.checked && isCard(step) ? "*" : step).join("/");

    function sum() {
      const all = rows.reduce((total, row) => total + Number(row.input.value), 0);
      const right = Math.abs(all - 100) < 0.45;
      said.textContent = `Together ${+all.toFixed(1)} %` + (right ? "" : ": it must be 100 %");
      said.className = right ? "small faint" : "small bad";
      use.disabled = !right;
      return all;
    }

    const only = (at) => {
      rows.forEach((row, number) => { row.input.value = number === at ? "100" : "0"; });
      sum();
    };
    const use = h("button", { class: "primary" }, "Lock and solve");
    const dialog = h("dialog", { class: "range-dialog lock-dialog", "aria-label": "Lock this node", onclose: () => {
      dialog.remove();
      done(lines);
    } }, h("form", { class: "lock-form", onsubmit: (event) => {
      event.preventDefault();
      const all = sum();
      const shares = rows.map((row) => Math.round(1e6 * Number(row.input.value) / all) / 1e6);
      const largest = shares.indexOf(Math.max(...shares));
      shares[largest] += 1 - shares.reduce((one, other) => one + other, 0);
      const played = sayShares(node.actions, shares.map((share) => +share.toFixed(9)));
      const range = hands.value().trim();
      lines = [`${path()}: ${played}${range ? ` for ${range}` : ""}`];
      dialog.close();
    } },
    h("h2", {}, `Lock: ${node.title}${node.path ? ` after ${lineWords(node.path)}` : ""}`),
    h("p", { class: "faint small" },
      "The player takes each action with this probability, or each class as currently solved; "
        + "everything else is solved around it."),
    rows.map((row, at) => h("div", { class: "row" },
      field(row.action.label, row.input, { class: "field inline grow" }), h("span", {}, "%"),
      h("button", { type: "button", class: "small", onclick: () => only(at),
        "aria-label": `Always ${row.action.label}` }, "always"))),
    said, hands.element,
    hasCards ? h("label", { class: "field inline" }, everyCard, "for every card, not only this one") : null,
    h("div", { class: "row" }, h("button", { type: "button", onclick: () => {
      lines = asSolved(node, path(), terms);
      dialog.close();
    } }, "Lock as solved"), h("span", { class: "grow" }),
    h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), use)));
    sum();
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const lockPath = (line) => line.slice(0, line.indexOf(":")).trim();
const lockHands = (line) => line.split(" for ")[1]?.trim() ?? "";

// Which locks a spot has after these: one of all hands, or several at once, take the place of all others of their node;
// one of some hands overrides them for these hands.
export function withLocks(locks, lines) {
  const [line] = lines;
  const all = lines.length > 1 || !lockHands(line);
  const stays = (each) => lockPath(each) !== lockPath(line) || (!all && lockHands(each) !== lockHands(line));
  return [...locks.filter(stays), ...lines];
}
