// One flop report: heat maps, a table of flops that can be sorted and filtered by texture, and the solve of each by a click.

import { actionWords, lineWords } from "../lib/action-words.js";
import { api, watchJob } from "../lib/api.js";
import { cards, split } from "../lib/cards.js";
import { clear, field, h, link, select } from "../lib/dom.js";
import { exportTools } from "../lib/export.js";
import { attempt } from "../lib/notice.js";
import { sortedTable } from "../lib/sorted-table.js";
import { navigate } from "../main.js";
import { heatMaps } from "./heat_maps.js";

const SUITS = ["monotone", "two-tone", "rainbow"], PAIRS = ["unpaired", "paired", "trips"], RANKS = [..."AKQJT98765432"];
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const isOver = (job) => job.state !== "waiting" && job.state !== "running";

export async function mountReport(root, id) {
  let job = await api.get(`jobs/${id}`);
  if (job.kind !== "flops") throw new Error("this is not a flop report");
  let found = null;
  let drawn = -1;
  let inCell = null; // the flops of a cell of a heat map
  const bar = h("progress", { max: 1, "aria-label": "Progress" });
  const says = h("p", { class: "small faint", role: "status" });
  const stop = h("button", { type: "button", onclick: () => attempt(() => api.post(`jobs/${id}/stop`)) }, "Stop and keep");
  const resume = h("button", { type: "button", onclick: () => attempt(async () => {
    await api.post(`jobs/${id}/resume`);
    watch();
  }) }, "Resume");
  const facts = h("p", { class: "small faint" });
  /** @type {[string, HTMLInputElement][]} */
  const boxes = [...SUITS, ...PAIRS].map((name) => [name, h("input", { type: "checkbox", onchange: draw })]);
  const high = select([["", "any high card"], ...RANKS.map((rank) => [`${rank}-high`, `${rank}-high`])], "", { "aria-label": "High card", onchange: draw });
  const every = h("button", { type: "button", class: "small", onclick: () => {
    for (const [, box] of boxes) box.checked = false;
    high.value = "";
    inCell = null;
    draw();
  } }, "All flops");
  const measure = h("select", { "aria-label": "Measure", onchange: draw });
  const maps = heatMaps((flops) => {
    inCell = flops;
    draw();
  });
  const where = h("div");
  const means = h("div", { class: "scroll" });

  // The columns depend on the actions of the node.
  let table = null;
  function makeTable(actions) {
    const number = (name, label, value, text = (each) => each.toFixed(2), more = {}) => ({ name, label, number: true, csv: name, value,
      cell: (row) => { const each = value(row); return each === null || each === undefined ? "–" : text(each); }, ...more });
    table = sortedTable({
      label: "Flops", order: ["share", true], empty: "No flop is like this.",
      attributes: (row) => ({ "data-flop": row.flop }),
      columns: [
        { name: "flop", label: "Flop", csv: "flop", value: (row) => row.flop, cell: (row) =>
          h("button", { type: "button", class: "flop", title: "Open the solve of this flop", "aria-label": `Open ${row.flop}`, onclick: () => open(row.flop) }, cards(split(row.flop))) },
        { name: "texture", label: "Texture", csv: "texture", value: (row) => row.textures.join(" "), cell: (row) => row.textures.slice(0, 2).join(", ") },
        number("share", "Share", (row) => row.share, percent, { title: "How much of all flops it counts for" }),
        number("ev_oop", "EV OOP", (row) => row.oop.ev), number("ev_ip", "EV IP", (row) => row.ip.ev),
        number("equity_oop", "EQ OOP", (row) => row.oop.equity, percent), number("eqr_oop", "EQR OOP", (row) => row.oop.eqr), number("eqr_ip", "EQR IP", (row) => row.ip.eqr),
        ...actions.map((name) => number(name, actionWords(name), (row) => row.actions[name], percent)),
        number("exploitability_percent", "Exploitable", (row) => row.percent, (each) => `${each.toFixed(2)} %`),
      ],
    });
    clear(where, h("div", { class: "row" }, h("h2", { class: "grow" }, "Flops"), exportTools("flops", { rows: table.rows, shown: () => table.element })),
      h("div", { class: "scroll report-scroll" }, table.element));
    const kept = measure.value;
    clear(measure, [["ev oop", "EV of OOP"], ["ev ip", "EV of IP"], ["equity oop", "equity of OOP"], ...actions.map((name) => [`action ${name}`, actionWords(name)])].map(([value, text]) => h("option", { value }, text)));
    measure.value = kept || (actions.length ? `action ${actions.at(-1)}` : "ev oop");
  }

  async function open(flop) {
    const solve = await attempt(() => api.post(`study/reports/${id}/open`, { flop }));
    if (solve) navigate(`/study/spots/${solve.id}${found.settings.node ? `?node=${encodeURIComponent(found.settings.node)}` : ""}`);
  }

  function wanted(row) {
    const marked = (names) => boxes.filter(([name, box]) => names.includes(name) && box.checked).map(([name]) => name);
    const [suits, pairs] = [marked(SUITS), marked(PAIRS)];
    return (!suits.length || suits.includes(row.textures[0])) && (!pairs.length || pairs.includes(row.textures[1]))
      && (!high.value || row.textures[2] === high.value) && (!inCell || inCell.has(row.flop));
  }

  function draw() {
    if (!found?.flops.length) return;
    const all = found.flops.reduce((sum, row) => sum + row.weight, 0);
    const rows = found.flops.map((row) => ({ ...row, share: row.weight / all }));
    const shown = rows.filter(wanted);
    table.show(shown);
    maps.show(rows, measure.value, inCell);
    drawMeans(shown);
    every.disabled = shown.length === rows.length;
  }

  // The weighted means of what is shown.
  function drawMeans(rows) {
    const total = rows.reduce((sum, row) => sum + row.weight, 0);
    const mean = (value) => rows.reduce((sum, row) => sum + row.weight * value(row), 0) / total;
    const names = Object.keys(found.flops[0].actions);
    clear(means, total ? h("dl", { class: "facts" }, [["flops", rows.length.toLocaleString("en")], ["EV OOP", mean((row) => row.oop.ev).toFixed(2)], ["EV IP", mean((row) => row.ip.ev).toFixed(2)],
      ["equity OOP", percent(mean((row) => row.oop.equity))], ...names.map((name) => [actionWords(name), percent(mean((row) => row.actions[name]))])].map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text)))) : null);
  }

  async function load() {
    const number = job.progress.done ?? job.result?.done ?? 0;
    if (number === drawn) return;
    drawn = number;
    found = await api.get(`study/reports/${id}`);
    const spot = found.spot;
    facts.textContent = `pot ${spot.pot}, stack ${spot.stack ?? "limits"}; node: ${lineWords(found.settings.node)}; target ${found.settings.target} % of the pot. Means are weighted by how often each flop comes.`;
    if (found.flops.length && !table) makeTable(Object.keys(found.flops[0].actions));
    draw();
  }

  function status() {
    const { done = 0, total = 0 } = { ...job.progress, ...job.result };
    bar.value = total ? done / total : 0;
    bar.hidden = stop.hidden = isOver(job);
    resume.hidden = job.state !== "stopped" && job.state !== "failed";
    says.textContent = `${job.state === "running" ? "solving" : job.state}${job.error ? `: ${job.error}` : ""} · ${done} of ${total || job.params.flops.length} flops${job.progress.rate && !isOver(job) ? ` · ${(60 * job.progress.rate).toFixed(1)} per minute` : ""}`;
  }

  let unwatch = () => {};
  function watch() {
    unwatch();
    unwatch = watchJob(id, (now) => {
      job = now;
      status();
      attempt(load);
    });
  }

  clear(root, h("p", { class: "small" }, link("/study/reports", {}, "← All reports")),
    h("header", { class: "solution-head" }, h("h2", {}, job.title)), facts,
    h("section", { class: "panel solving", "aria-label": "The solves" }, bar, h("div", { class: "row" }, says, h("span", { class: "grow" }), resume, stop)),
    h("section", { class: "panel" }, h("div", { class: "viewer-tools" }, field("Show", measure, { class: "field inline" }),
      exportTools("heat-map", { rows: () => maps.rows(), shown: () => maps.element })), maps.element),
    h("section", { class: "panel" }, h("div", { class: "viewer-tools", role: "group", "aria-label": "Textures" }, boxes.map(([name, box]) => h("label", { class: "field inline" }, box, name)), high, every), means, where));
  status();
  await load();
  if (!isOver(job)) watch();
  return () => unwatch();
}
