// Review: /review has the hands of the database, with replays and an upload of files; /review/report/<id> is a report
// on some of them, /review/decisions/<id> a check of a player's decisions by the solver.

import { api } from "../lib/api.js";
import { clear, h } from "../lib/dom.js";
import { choice } from "../lib/names.js";
import { sheet, style } from "../lib/style.js";
import { checkList, checkView } from "../review/decisions.js";
import { filters } from "../review/filters.js";
import { handsPanel } from "../review/hands.js";
import { importPanel } from "../review/import.js";
import { reportList, reportView } from "../review/report.js";

export const title = "Review";

export async function mount(root, route) {
  const ready = Promise.all([style("review"), sheet("/static/show/replayer.css"), sheet("/static/pickers/pickers.css")]);
  if (route.rest[0] === "report" && route.rest[1]) {
    const [job] = await Promise.all([api.get(`jobs/${encodeURIComponent(route.rest[1])}`), ready]);
    if (job.kind !== "review") throw new Error("this is not a report");
    return reportView(root, job);
  }
  if (route.rest[0] === "decisions" && route.rest[1]) {
    const [job] = await Promise.all([api.get(`jobs/${encodeURIComponent(route.rest[1])}`), ready]);
    if (job.kind !== "decisions") throw new Error("this is not a check of decisions");
    return checkView(root, job);
  }
  const [sources, choices] = await Promise.all([api.get("review/sources"), choice(), ready]);
  const hands = handsPanel(choices);
  const filter = filters(sources, choices, route.query, (wanted) => hands.show(wanted));
  const files = importPanel(choices, async (run) => {
    filter.update(await api.get("review/sources"), run);
  });
  const reports = reportList();
  clear(
    root,
    h("div", { class: "review-head" }, h("h1", {}, "Review"), h("p", { class: "faint" }, "Replay recorded hands, and see the results without luck.")),
    h("div", { class: "columns side" }, h("div", { class: "review-side" }, files.element, filter.element, reports.element, checkList().element), hands.element),
  );
  await filter.begin();
  return () => {
    files.close();
    hands.close();
  };
}

