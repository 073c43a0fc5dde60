// One table or figure: published beside reproduced, pictures, and running it again.

import { api, watchJob } from "../lib/api.js";
import { clear, field, h, link } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { attempt, notice } from "../lib/notice.js";
import { verdict } from "./index.js";

const MAX_ROWS = 40;
const OVER = ["done", "failed", "stopped"];

export function entryView(root, first) {
  let entry = first;
  let job = entry.job;
  let stopWatching = () => {};
  let size = ["full", "shipped", "small"].find((each) => entry.results[each]) ?? "small";
  const main = h("div", { class: "lab-result" });
  const running = h("div", { class: "lab-running" });
  const far = h("span", { class: "grow small" });
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
  const sizes = Object.fromEntries(
    ["small", "full"].map((each) => [each, h("input", { type: "radio", name: "size", value: each, checked: each === "small" })]),
  );
  const seed = h("input", { type: "number", min: "0", max: "2147483647", step: "1", value: "1", required: true });
  const start = h("button", { class: "primary", type: "submit" }, "Run");
  const again = h(
    "form",
    { class: "panel lab-again", "aria-label": "Run it again", onsubmit: run },
    h("h2", {}, "Run it again"),
    ...["small", "full"].map((each) =>
      h("label", { class: "lab-size" }, sizes[each], h("span", {}, h("b", {}, each === "small" ? "Small" : "Full"), h("span", { class: "small faint" }, ` ${entry.does[each]}`)))),
    h("div", { class: "row end" }, field("Seed", seed, { class: "field grow" }), start),
    running,
    h("p", { class: "small faint" }, "In a terminal:"),
    h("code", { class: "lab-command" }, `riverboat lab run ${entry.id} --small`),
  );
  clear(
    root,
    h("div", { class: "row small lab-way" }, link("/lab", { class: "grow" }, "← All reproductions"), entry.before && link(`/lab/${entry.before}`, {}, "Previous"), entry.after && link(`/lab/${entry.after}`, {}, "Next")),
    h("section", { class: "panel lab-head" }, h("h1", {}, entry.title), h("p", { class: "faint" }, entry.source), h("p", {}, entry.shows)),
    h("div", { class: "lab-columns" }, main, h("div", { class: "lab-side" }, again, ...remarks())),
  );
  show();
  follow();
  return () => stopWatching();

  function follow() {
    stopWatching();
    showJob();
    if (!job || OVER.includes(job.state)) return;
    stopWatching = watchJob(job.id, async (now) => {
      job = now;
      showJob();
      if (job.state !== "done") return;
      const found = await attempt(() => api.get(`lab/${entry.id}`));
      if (!found || !root.contains(main)) return;
      entry = found;
      size = job.params.size;
      show();
      notice(`${entry.title}: ${job.result.verdict}`);
    });
  }

  function showJob() {
    const live = job && !OVER.includes(job.state);
    start.disabled = Boolean(live);
    if (!job || job.state === "done") return clear(running);
    if (!live) return clear(running, h("p", { class: job.state === "failed" ? "bad" : "faint" }, job.state === "failed" ? `It failed: ${job.error}` : "It was stopped; run it again to resume."));
    const { done = 0, total = 0 } = job.progress;
    far.textContent = job.state === "waiting" ? "waiting for another job" : `${job.params.size} run: ${total ? Math.round((100 * done) / total) : 0} %`;
    bar.value = job.state === "running" && total ? done / total : 0;
    if (!bar.isConnected) clear(running, h("div", { class: "row" }, far, h("button", { type: "button", onclick: stop }, "Stop")), bar);
    return undefined;
  }

  async function run(event) {
    event.preventDefault();
    start.disabled = true;
    const chosen = sizes.full.checked ? "full" : "small";
    const begun = await attempt(() => api.post(`lab/${entry.id}/run`, { size: chosen, seed: seed.valueAsNumber }));
    if (begun) job = begun;
    follow();
  }

  async function stop() {
    await attempt(() => api.post(`jobs/${job.id}/stop`));
  }

  function show() {
    const result = entry.results[size];
    const runs = ["full", "shipped", "small"].filter((each) => entry.results[each]);
    clear(
      main,
      h(
        "section",
        { class: "panel" },
        runs.length > 1 && h("div", { class: "tabs", role: "tablist", "aria-label": "Which run" }, ...runs.map(tab)),
        result ? outcome(result) : h("p", {}, h("span", { class: "badge faint" }, "not run"), " These are the published numbers. A small run takes seconds."),
        ...numbers(result ?? entry.published),
      ),
      ...(result?.charts ?? []).map((chart) => h("figure", { class: "panel" }, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Figure" }, picture(chart.svg)), chart.caption && h("figcaption", { class: "small faint" }, chart.caption))),
      result?.grids.length > 0 && h("div", { class: "panel lab-grids" }, ...result.grids.map(isolated)),
      ...(result?.tables ?? []).map((table) => h("section", { class: "panel" }, h("h2", {}, table.title), plainTable(table.columns, table.rows))),
    );
  }

  function tab(each) {
    return h("button", { role: "tab", "aria-selected": String(each === size), onclick: () => {
      size = each;
      show();
    } }, { full: "Your full run", shipped: "Shipped", small: "Your small run" }[each]);
  }

  function remarks() {
    const notes = entry.remarks;
    return [
      notes.length > 0 && h("section", { class: "panel" }, h("h2", {}, "Remarks"), ...notes.map((each) => h("p", { class: "small" }, each))),
      h("p", { class: "small faint" }, entry.document),
    ];
  }
}

function outcome(result) {
  const taken = result.seconds < 90 ? `${result.seconds.toFixed(1)} s` : `${Math.round(result.seconds / 60)} min`;
  return [
    h("p", { class: "lab-verdict" }, verdict(result.verdict, result.mood)),
    h("p", { class: "small faint" }, `${result.size === "full" ? "Full" : "Small"} run: ${result.what}. Seed ${result.seed}, ${taken}, ${result.started.slice(0, 10)}, Riverboat ${result.version} on ${result.machine}.`),
    result.beside && h("p", { class: "small" }, `Beside the shipped result: ${result.beside}.`),
  ];
}

function numbers({ values, claims, notes = [] }) {
  const parts = [];
  if (values.length) {
    const table = valueTable(values);
    parts.push(values.length > MAX_ROWS ? h("details", {}, h("summary", {}, `All ${values.length} numbers`), table) : table);
  }
  if (claims.length) {
    const rows = claims.map((claim) => h("tr", {}, h("td", {}, claim.text), h("td", {}, verdict(claim.verdict, claim.mood)), h("td", { class: "small" }, claim.evidence)));
    parts.push(scroll(["The source says", "Verdict", "Finding"], rows, "lab-claims"));
  }
  return [...parts, ...notes.map((note) => h("p", { class: "small faint" }, note))];
}

function valueTable(values) {
  const noted = values.some((value) => value.note);
  const rows = values.map((value) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, value.name, value.unit && h("span", { class: "lab-unit" }, ` ${value.unit}`)),
      ...[value.published, value.reproduced, value.interval, value.difference].map((text) => h("td", { class: "number" }, text)),
      h("td", {}, verdict(value.verdict, value.mood)),
      noted && h("td", { class: "small lab-note" }, value.note),
    ));
  return scroll(["", "Published", "Reproduced", "95 % interval", "Difference", "Verdict", ...(noted ? [""] : [])], rows, "lab-values");
}

function plainTable(columns, rows) {
  const body = rows.map((row) => h("tr", {}, ...row.map((cell, at) => (at ? h("td", { class: "number" }, cell) : h("th", { scope: "row" }, cell)))));
  return scroll(columns, body, "lab-plain");
}

function scroll(columns, rows, kind) {
  const numeric = (at) => kind !== "lab-claims" && at > 0 && (kind === "lab-plain" || at < 5);
  const table = h("table", { class: kind }, h("thead", {}, h("tr", {}, ...columns.map((each, at) => h("th", { scope: "col", class: numeric(at) ? "number" : null }, each)))), h("tbody", {}, ...rows));
  return [h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, table), tableTools(kind, () => table)];
}

// A chart becomes part of the page, so that it follows the theme.
function picture(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

// A grid has its own colours for either theme; as an image its style stays its own.
function isolated(svg) {
  const alt = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("title")?.textContent ?? "";
  return h("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt, width: "546", height: "604" });
}
