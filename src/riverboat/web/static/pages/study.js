// Study: ranges, equities and solved spots, each under a tab with its own address.

import { clear, h, link } from "../lib/dom.js";
import { sheet, style } from "../lib/style.js";

export const title = "Study";

const TABS = { spots: "Spots", reports: "Flop reports", compare: "Compare solutions", ranges: "Ranges", equity: "Equity", pushfold: "Push/fold" };

export async function mount(root, { rest, query }) {
  await Promise.all([sheet("/static/spot/viewer.css"), style("study")]);
  const tab = rest[0] in TABS ? rest[0] : "spots";
  const panel = h("div", { id: "study-panel" });
  const tabs = h("nav", { class: "tabs", "aria-label": "Study" }, Object.entries(TABS).map(([name, text]) =>
    link(`/study/${name}`, { class: "tab", "aria-current": name === tab ? "page" : null }, text)));
  clear(root, h("h1", { class: "sr" }, "Study"), tabs, panel);
  if (tab === "ranges") return (await import("../study/ranges.js")).mountRanges(panel);
  if (tab === "equity") return (await import("../study/equity.js")).mountEquity(panel);
  if (tab === "pushfold") return (await import("../study/pushfold.js")).mountPushFold(panel);
  if (tab === "compare") return (await import("../study/compare.js")).mountCompare(panel, query);
  if (tab === "reports" && rest[1]) return (await import("../study/report.js")).mountReport(panel, rest[1]);
  if (tab === "reports") return (await import("../study/reports.js")).mountReports(panel);
  if (rest[1]) return (await import("../study/solution.js")).mountSolution(panel, rest[1], query);
  return (await import("../study/spots.js")).mountSpots(panel, query);
}
