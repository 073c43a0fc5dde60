// Two solutions of one board side by side: three grids (first, second, difference), the change of EV, and every class.

import { actionWords, cardWords, isCard, lineWords } from "../lib/action-words.js";
import { api } from "../lib/api.js";
import { clear, field, h, link, select } from "../lib/dom.js";
import { exportTools, tableTools } from "../lib/export.js";
import { loadLabels, nameOf } from "../lib/labels.js";
import { failure } from "../lib/notice.js";
import { sortedTable } from "../lib/sorted-table.js";
import { makeGrid } from "../spot/grid.js";
import { join } from "../spot/words.js";
import { tint } from "./heat_maps.js";
import { CLASSES } from "./holdings.js";

const SIDES = ["OOP", "IP"];
const DECK = [..."AKQJT98765432"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit));
const percent = (share) => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
// "+0.5", "-0.5", and no sign of a zero.
const plus = (text) => (/[1-9]/.test(text) ? (text.startsWith("-") ? text : `+${text}`) : text.replace("-", ""));
const isThere = (number) => number !== null && number !== undefined;

export async function mountCompare(root, query) {
  const [all] = await Promise.all([api.get("study/spots"), loadLabels()]);
  const jobs = all.filter((job) => job.state === "done" || job.state === "stopped");
  if (jobs.length < 2) {
    clear(root, h("section", { class: "panel" }, h("h2", {}, "Compare"), h("p", {}, "Solve two spots of one board first: locked and unlocked, or with two sets of sizes. ", link("/study/spots", {}, "To the spots"))));
    return;
  }
  let found = null;
  let asked = 0;
  const titled = jobs.map((job) => {
    const [name, { board }] = [nameOf(`job/${job.id}`, job.title), job.params.spot];
    return [job.id, name.startsWith(board) ? name : `${board}: ${name}`];
  });
  const first = select(titled, query.get("first") ?? jobs[0].id, { onchange: () => go("", "") });
  const second = select(titled, query.get("second") ?? partner(), { onchange: () => go("", "") });
  const paths = [query.get("path") ?? "", query.get("other") ?? query.get("path") ?? ""].map((value) =>
    h("input", { value, maxlength: 400, spellcheck: false, placeholder: "the first node", onchange: () => go(paths[0].value.trim(), paths[1].value.trim()) }));
  const here = h("p", { class: "small", role: "status" });
  const steps = h("div", { class: "row", role: "group", "aria-label": "Actions of both" });
  const side = select([[0, "OOP"], [1, "IP"]], 0, { onchange: draw });
  const measure = h("select", { onchange: draw });
  const wrong = h("p", { class: "bad", role: "alert" });
  const totals = h("div", { class: "scroll" });
  const grids = ["First", "Second", "Difference"].map((name) => ({ name, table: makeGrid(name), caption: h("p", { class: "small faint" }) }));
  const table = sortedTable({ label: "Classes", order: ["change", true], empty: "No class is in both ranges here.", columns: [
    { name: "hand", label: "Hand", csv: "hand", value: (row) => row.name, cell: (row) => row.name },
    column("weight_first", "Combos 1", (row) => row.weights[0], (each) => each.toFixed(2)), column("weight_second", "Combos 2", (row) => row.weights[1], (each) => each.toFixed(2)),
    column("value_first", "First", (row) => row.pair[0], said), column("value_second", "Second", (row) => row.pair[1], said),
    column("difference", "Difference", (row) => row.difference, signed), column("change", "Size", (row) => (row.difference === null ? null : Math.abs(row.difference)), said),
  ] });
  const shown = h("div", { class: "compare-grids" }, grids.map((each) => h("figure", {}, h("figcaption", {}, each.name), each.table, each.caption)));
  const body = h("div", { class: "compare-body", hidden: true },
    h("section", { class: "panel" }, h("div", { class: "row" }, h("h3", { class: "grow" }, "EV and frequencies"), tableTools("totals", () => totals.firstChild)), totals),
    h("section", { class: "panel" }, h("div", { class: "viewer-tools" }, field("Range of", side, { class: "field inline" }), field("Compare", measure, { class: "field inline" }),
      exportTools("difference", { rows: gridRows, shown: () => shown })), shown),
    h("section", { class: "panel" }, h("div", { class: "row" }, h("h3", { class: "grow" }, "Classes"), exportTools("classes", { rows: table.rows, shown: () => table.element })),
      h("div", { class: "scroll report-scroll" }, table.element)));

  function column(name, label, value, text) {
    return { name, label, number: true, csv: name, value, cell: (row) => (isThere(value(row)) ? text(value(row)) : "–") };
  }

  // The last spot with the board of the first.
  function partner() {
    const chosen = jobs.find((job) => job.id === first.value) ?? jobs[0];
    return (jobs.find((job) => job !== chosen && job.params.spot.board === chosen.params.spot.board) ?? jobs.find((job) => job !== chosen)).id;
  }

  const isEv = () => measure.value === "ev";
  function said(number) {
    return isEv() ? number.toFixed(2).replace(/^-(0\.0+)$/, "$1") : percent(number);
  }
  function signed(number) {
    return plus(said(number));
  }

  function pairs() {
    const here = found.sides[Number(side.value)];
    return isEv() ? here.class_ev : here.class_frequencies[measure.value];
  }

  function gridRows() {
    const [one, other] = pairs();
    return [["hand", "first", "second", "difference"], ...CLASSES.map((each, at) => [each.name, one[at], other[at], isThere(one[at]) && isThere(other[at]) ? +(other[at] - one[at]).toFixed(6) : null]).filter((row) => isThere(row[1]) || isThere(row[2]))];
  }

  async function go(path, other) {
    const number = ++asked;
    [paths[0].value, paths[1].value] = [path, other];
    const parts = { first: first.value, second: second.value, path, ...(other === path ? {} : { other }) };
    history.replaceState(null, "", `/study/compare?${new URLSearchParams(parts)}`);
    try {
      const answer = await api.get(`study/compare?${new URLSearchParams(parts)}`);
      if (number !== asked) return;
      found = answer;
      wrong.textContent = "";
      body.hidden = false;
      drawSteps();
      drawMeasures();
      drawTotals();
      draw();
    } catch (error) {
      if (number !== asked) return;
      wrong.textContent = failure(error);
      body.hidden = true;
      clear(steps, paths[0].value || paths[1].value ? back() : null);
    }
  }

  function back() {
    const up = (path) => path.split("/").slice(0, -1).join("/");
    return h("button", { type: "button", class: "small", onclick: () => go(up(paths[0].value), up(paths[1].value)) }, "← Back");
  }

  // Actions that both have; a pair of them where the sizes differ; the card where one is dealt.
  function drawSteps() {
    const [one, other] = found.nodes;
    const both = one.actions.filter((name) => other.actions.includes(name));
    const word = (name) => found.labels[name]?.label ?? actionWords(name);
    clear(steps, one.path || other.path ? back() : null,
      both.map((name) => h("button", { type: "button", class: "small", onclick: () => go(join(one.path, name), join(other.path, name)) }, word(name))),
      both.length < Math.max(one.actions.length, other.actions.length) ? differently(one, other, word) : null,
      one.kind === "deal" ? nextCard(one, other) : null);
    here.textContent = one.path === other.path ? `Node: ${lineWords(one.path)}` : `Nodes: ${lineWords(one.path)}; in the second ${lineWords(other.path)}`;
  }

  // Each has bets that the other does not have: which of them are to be compared.
  function differently(one, other, word) {
    const choose = (node, label) => select(node.actions.map((name) => [name, word(name)]), node.actions.at(-1), { "aria-label": label });
    const [left, right] = [choose(one, "Action in the first"), choose(other, "Action in the second")];
    return h("span", { class: "row" }, h("span", { class: "faint small" }, "or"), left, h("span", { class: "faint small" }, "against"), right,
      h("button", { type: "button", class: "small", onclick: () => go(join(one.path, left.value), join(other.path, right.value)) }, "Compare these"));
  }

  function nextCard(one, other) {
    const { board, deck } = jobs.find((job) => job.id === first.value).params.spot;
    const gone = new Set([...board.match(/../g), ...one.path.split("/").filter(isCard)]);
    const left = DECK.filter((each) => !gone.has(each) && !(deck === "short" && each[0] < "6"));
    const card = select([["", "Deal a card…"], ...left.map((each) => [each, cardWords(each)])], "",
      { "aria-label": "Next card", onchange: () => go(join(one.path, card.value), join(other.path, card.value)) });
    return card;
  }

  function drawMeasures() {
    const kept = measure.value;
    if (found.player !== null && !found.sides[Number(side.value)].class_frequencies["bet or raise"]) side.value = String(found.player);
    const names = found.player === null ? [] : [...found.actions, "bet or raise"];
    clear(measure, [["ev", "EV"], ...names.map((name) => [name, found.labels[name]?.label ?? name])].map(([value, text]) => h("option", { value }, text)));
    measure.value = [...measure.options].some((option) => option.value === kept) ? kept : "ev";
  }

  function drawTotals() {
    const line = (name, [one, other], text) => h("tr", {}, h("th", { scope: "row" }, name), [one, other].map((each) => h("td", { class: "number" }, isThere(each) ? text(each) : "–")),
      h("td", { class: "number" }, isThere(one) && isThere(other) ? plus(text(other - one)) : "–"));
    const rows = found.sides.flatMap((each, player) => [line(`EV of ${SIDES[player]}`, each.ev, (number) => number.toFixed(3)), line(`Equity of ${SIDES[player]}`, each.equity, percent),
      ...Object.entries(each.frequencies).map(([name, pair]) => line(`${SIDES[player]}: ${found.labels[name]?.label ?? name}`, pair, percent))]);
    const made = h("table", { class: "compare-totals", "aria-label": "Totals" }, h("thead", {}, h("tr", {}, ["", "First", "Second", "Change"].map((text, at) => h("th", { scope: "col", class: at ? "number" : null }, text)))), h("tbody", {}, rows));
    clear(totals, made);
  }

  function draw() {
    if (!found) return;
    if (!isEv() && !found.sides[Number(side.value)].class_frequencies[measure.value]) measure.value = "ev";
    const [one, other] = pairs();
    const change = one.map((each, at) => (isThere(each) && isThere(other[at]) ? other[at] - each : null));
    const known = [...one, ...other].filter(isThere);
    const scale = isEv() ? [Math.min(...known), Math.max(...known)] : [0, 1];
    const most = Math.max(...change.filter(isThere).map(Math.abs), 1e-9);
    [[one, scale, said], [other, scale, said], [change, [-most, most], signed]].forEach(([numbers, limits, text], which) => {
      const { table: grid, caption } = grids[which];
      grid.querySelectorAll("td").forEach((cell, at) => {
        const [bar, name] = cell.children;
        const number = numbers[at];
        cell.className = isThere(number) ? "" : "none";
        bar.style.height = isThere(number) ? "100%" : "0";
        bar.style.background = isThere(number) ? tint(number, limits) : "none";
        name.textContent = CLASSES[at].name;
        cell.title = `${CLASSES[at].name}: ${isThere(number) ? text(number) : "not in the range"}`;
        cell.setAttribute("aria-label", cell.title);
      });
      caption.textContent = `${text(limits[0])} (blue) to ${text(limits[1])} (red)`;
    });
    const here = found.sides[Number(side.value)];
    table.show(CLASSES.map((each, at) => ({ name: each.name, weights: [here.weights[0][at], here.weights[1][at]], pair: [one[at], other[at]], difference: change[at] }))
      .filter((row) => isThere(row.pair[0]) || isThere(row.pair[1])));
  }

  clear(root, h("section", { class: "panel" }, h("h2", {}, "Compare two solutions"),
    h("div", { class: "range-pair" }, field("First", first), field("Second", second)), here, steps,
    h("details", { class: "small" }, h("summary", {}, "details"), h("div", { class: "range-pair" }, field("Node in the first", paths[0]), field("Node in the second", paths[1]))), wrong), body);
  await go(paths[0].value, paths[1].value);
}
