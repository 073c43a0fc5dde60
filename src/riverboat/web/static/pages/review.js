// Review: /review has the hands of the database, with replays and an upload of files; /review/report/<id> is a report
// on some of them.

import { api } from "../lib/api.js";
import { clear, h } from "../lib/dom.js";
import { sheet, style } from "../lib/style.js";
import { filters } from "../review/filters.js";
import { handsPanel } from "../review/hands.js";
import { importPanel } from "../review/import.js";
import { reportList, reportView } from "../review/report.js";

export const title = "Review";

export async function mount(root, route) {
  const ready = Promise.all([style("review"), sheet("/static/show/replayer.css")]);
  if (route.rest[0] === "report" && route.rest[1]) {
    const [job] = await Promise.all([api.get(`jobs/${encodeURIComponent(route.rest[1])}`), ready]);
    if (job.kind !== "review") throw new Error("this is not a report");
    return reportView(root, job);
  }
  const [sources] = await Promise.all([api.get("review/sources"), ready]);
  const hands = handsPanel();
  const choice = filters(sources, route.query, (wanted) => hands.show(wanted));
  const files = importPanel(async (run) => {
    choice.update(await api.get("review/sources"), run);
  });
  const reports = reportList();
  clear(
    root,
    h("div", { class: "review-head" }, h("h1", {}, "Review"), h("p", { class: "faint" }, "Replay recorded hands, and see the results without luck.")),
    h("div", { class: "columns side" }, h("div", { class: "review-side" }, files.element, choice.element, reports.element), hands.element),
  );
  await choice.begin();
  return () => {
    files.close();
    hands.close();
  };
}

