// Health, for the owner of the server: writes, disk, memory, tables, jobs, versions. Refreshed while it is open.

import { api } from "../lib/api.js";
import { clear, h } from "../lib/dom.js";
import { exportTools } from "../lib/export.js";

export const title = "Health";
const EVERY = 5000;

export async function mount(root) {
  const body = h("div", { class: "columns two" });
  let shown = {};
  const rows = () => [["part", "what", "value"], ...Object.entries(shown).flatMap(([part, lines]) => lines.map((line) => [part, ...line]))];
  root.append(h("div", { class: "row" }, h("h1", { class: "grow" }, "Health of the server"), exportTools("health", { rows, shown: () => body })), body);
  async function refresh() {
    shown = sections(await api.get("health/details"));
    clear(body, Object.entries(shown).map(([name, rows]) =>
      h("section", { class: "panel" }, h("h2", {}, name),
        h("table", {}, h("tbody", {}, rows.map(([label, value]) => h("tr", {}, h("th", { scope: "row" }, label), h("td", { class: "number" }, value))))))));
  }
  await refresh();
  const timer = setInterval(() => document.hidden || refresh().catch(() => {}), EVERY);
  return () => clearInterval(timer);
}

/** @returns {Record<string, [string, any][]>} */
function sections({ started_at, seconds, writes, disk, memory, tables, jobs, people, versions }) {
  return {
    Server: [["running since", new Date(started_at).toLocaleString()], ["hours", (seconds / 3600).toFixed(2)], ["people invited", String(people)]],
    Writes: [["state", writes.problem || "all is stored"], ["commits", writes.commits.toLocaleString()], ["slowest commit", `${writes.slowest_ms} ms`]],
    "Disk and memory": [["disk free", `${gigabytes(disk.free)} of ${gigabytes(disk.total)}`], ["memory of the server", gigabytes(memory.used)], ["memory available", gigabytes(memory.available)]],
    Tables: [["open", String(tables.open)], ["playing", String(tables.playing)], ["connections", String(tables.connections)]],
    Jobs: Object.keys(jobs).length ? Object.entries(jobs).map(([state, count]) => [state, String(count)]) : [["none", ""]],
    Versions: Object.entries(versions),
  };
}

function gigabytes(bytes) {
  return `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`;
}
