// Watch: matches between agents. /watch has the form and all matches, /watch/<id> one of them.

import { api } from "../lib/api.js";
import { clear, h } from "../lib/dom.js";
import { loadLabels } from "../lib/labels.js";
import { choice } from "../lib/names.js";
import { sheet, style } from "../lib/style.js";

export const title = "Watch";

export async function mount(root, route) {
  const [id] = route.rest;
  if (id) {
    const [job, { matchView }, choices] = await Promise.all([api.get(`jobs/${encodeURIComponent(id)}`), import("../watch/match.js"), choice(), style("watch"), loadLabels()]);
    if (job.kind !== "match") throw new Error("this is not a match");
    return matchView(root, job, choices);
  }
  const from = route.query.get("from");
  const [before, found, saved, lines, { newMatch }, { matchList }] = await Promise.all([
    from ? api.get(`jobs/${encodeURIComponent(from)}`) : null,
    choice(),
    api.get("games/saved"),
    api.get("watch"),
    import("../watch/form.js"),
    import("../watch/list.js"),
    style("watch"),
    sheet("/static/pickers/pickers.css"),
    loadLabels(),
  ]);
  const list = h("div");
  clear(
    root,
    h(
      "div",
      { class: "columns side" },
      newMatch(found, saved, route.query, before?.params),
      h("section", { class: "panel", "aria-label": "Matches" }, h("h2", {}, "Matches"), list),
    ),
  );
  return matchList(list, lines, found);
}
