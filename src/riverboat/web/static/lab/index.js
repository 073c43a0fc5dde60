// All reproductions by document, with how each came out last.

import { api } from "../lib/api.js";
import { clear, h, keepingFocus, link } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";

const MOODS = { good: "good", bad: "bad", open: "warn", plain: "faint" };

export function verdict(text, mood) {
  return h("span", { class: `badge ${MOODS[mood] ?? "faint"}` }, text);
}

// Fills the element, now and while entries are run; returns a function that stops it.
export function labIndex(root, first) {
  let timer = 0;
  show(first);
  return () => clearTimeout(timer);

  async function refresh() {
    const found = await api.get("lab").catch(() => null);
    if (!root.isConnected || !root.querySelector(".lab-index")) return;
    if (found) keepingFocus(root, () => show(found));
    else timer = setTimeout(refresh, 3000);
  }

  function show(found) {
    const entries = found.documents.flatMap((document) => document.entries);
    const missing = entries.filter((entry) => !entry.last && !found.running[entry.id]);
    const busy = Object.keys(found.running).length;
    clear(
      root,
      h(
        "div",
        { class: "lab-index" },
        h(
          "section",
          { class: "panel lab-head" },
          h("h1", {}, "The laboratory"),
          h("p", {}, "Published tables and figures, reproduced: the printed numbers beside ours, with 95 % intervals and a verdict."),
          h(
            "div",
            { class: "row" },
            h("p", { class: "grow lab-sum", role: "status" }, summary(entries), busy ? ` · ${busy} running or waiting` : ""),
            missing.length > 0 && h("button", { onclick: () => runAll(missing) }, missing.length === entries.length ? "Run all, small" : `Run the other ${missing.length}, small`),
          ),
        ),
        h("div", { class: "lab-documents" }, halves(found.documents).map((half) => h("div", {}, half.map((document) => documentPanel(document, found.running))))),
      ),
    );
    clearTimeout(timer);
    if (busy) timer = setTimeout(refresh, 2000);
  }

  async function runAll(missing) {
    await attempt(async () => {
      for (const entry of missing) await api.post(`lab/${entry.id}/run`, { size: "small" });
    });
    refresh();
  }

  async function run(entry) {
    await attempt(() => api.post(`lab/${entry.id}/run`, { size: "small" }));
    refresh();
  }

  function documentPanel(document, running) {
    return h(
      "section",
      { class: "panel", "aria-label": document.short, style: { "--rows": String(document.entries.length) } },
      h("h2", {}, document.short),
      h("p", { class: "small faint" }, `${document.title} (${document.kind})`),
      h("ul", { class: "lab-entries" }, ...document.entries.map((entry) => row(entry, running[entry.id]))),
    );
  }

  function row(entry, job) {
    return h(
      "li",
      { class: "lab-entry" },
      h("div", { class: "lab-what" }, link(`/lab/${entry.id}`, {}, entry.title), h("span", { class: "small faint" }, entry.place)),
      h(
        "div",
        { class: "lab-outcome" },
        job ? h("span", { class: "badge faint" }, "running") : entry.last ? verdict(entry.last.verdict, entry.last.mood) : h("span", { class: "badge faint" }, "not run"),
        h("span", { class: "small faint" }, entry.last ? `${entry.last.size}, ${entry.last.started.slice(0, 10)}` : ""),
      ),
      h("button", { class: "quiet", disabled: Boolean(job), "aria-label": `Run ${entry.title} again, small`, title: "Run it, small", onclick: () => run(entry) }, "↻"),
    );
  }
}

// The documents in two columns of about the same number of entries, in their order.
function halves(documents) {
  const length = (some) => some.reduce((sum, each) => sum + each.entries.length + 2, 0); // a heading takes the place of two
  const tallest = (at) => Math.max(length(documents.slice(0, at)), length(documents.slice(at)));
  const cuts = documents.map((_, at) => at + 1);
  const best = Math.min(...cuts.map(tallest));
  const cut = cuts.find((at) => tallest(at) === best) ?? 0;
  return [documents.slice(0, cut), documents.slice(cut)];
}

function summary(entries) {
  const run = entries.map((entry) => entry.last).filter(Boolean);
  const sum = (name) => run.reduce((total, last) => total + last[name], 0);
  const counts = `${sum("reproduced")} numbers and claims reproduced, ${sum("differ")} differ, ${sum("incomparable")} cannot be compared`;
  const missing = entries.length - run.length;
  return `${entries.length} entries: ${run.length ? counts : ""}${run.length && missing ? "; " : ""}${missing ? `${missing} not run` : ""}`;
}
