// Spots: a form for a new one, those that were solved or are being solved, and those that were only saved.

import { api, watchJob } from "../lib/api.js";
import { cards, split } from "../lib/cards.js";
import { clear, h, link, select } from "../lib/dom.js";
import { labelBadges, labelButton, labelFilter, loadLabels, nameOf } from "../lib/labels.js";
import { attempt, notice } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { spotForm } from "./form.js";
import { sayProgress } from "./progress.js";
import { EXAMPLES } from "./templates.js";

export async function mountSpots(root, query) {
  const watched = [];
  let good = null;
  const solve = h("button", { type: "button", class: "primary", disabled: true, onclick: () => attempt(async () => {
    solve.disabled = true;
    try {
      const job = await api.post("study/spots", { spot: form.spot(), ...form.goal() });
      navigate(`/study/spots/${job.id}`);
    } finally {
      solve.disabled = !good;
    }
  }) }, "Solve");
  const name = h("input", { "aria-label": "Name of the spot", placeholder: "name", maxlength: 80 });
  const save = h("button", { type: "button", disabled: true, onclick: () => attempt(async () => {
    await api.post("study/drafts", { name: name.value.trim() || good.spot.board, spot: form.spot() });
    notice("saved");
    await refreshDrafts();
  }) }, "Save");
  const form = spotForm({ checked: (found) => {
    good = found;
    solve.disabled = save.disabled = !found;
  } });
  const standard = await api.get("study/spot/standard");
  const example = select([["", "Examples…"], ...Object.entries(EXAMPLES)], "",
    { "aria-label": "Examples", onchange: () => {
    if (example.value) attempt(() => form.fill(standard[example.value]));
    example.value = "";
  } });
  const list = h("ul", { class: "spot-list", "aria-label": "Solved spots" });
  const filter = labelFilter(() => attempt(refresh));
  await loadLabels();
  const drafts = h("ul", { class: "spot-list", "aria-label": "Saved spots" });

  function line(job) {
    const says = h("div", { class: "small faint" }, sayProgress(job));
    if (job.state === "waiting" || job.state === "running") {
      watched.push(watchJob(job.id, (now) => { says.textContent = sayProgress(now); }));
    }
    const board = job.params.spot.board;
    return h("li", {},
      h("div", { class: "row" }, cards(split(board)), link(`/study/spots/${job.id}`, { class: "grow" }, nameOf(`job/${job.id}`, job.title)), labelBadges(`job/${job.id}`), labelButton(`job/${job.id}`, job.title, () => attempt(refresh)),
        h("button", { type: "button", class: "quiet", "aria-label": `Delete ${nameOf(`job/${job.id}`, job.title)}`,
          onclick: () => deleteLater(`study/spots/${job.id}`, nameOf(`job/${job.id}`, job.title), refresh) }, "✕")), says);
  }

  async function refresh() {
    while (watched.length) watched.pop()();
    const solved = await api.get("study/spots");
    filter.update(solved.map((job) => `job/${job.id}`));
    const jobs = solved.filter((job) => !isLeaving(`study/spots/${job.id}`) && filter.passes(`job/${job.id}`));
    clear(list, jobs.length ? jobs.map(line) : h("li", { class: "faint small" }, "No solved spots yet."));
  }

  async function refreshDrafts() {
    const found = (await api.get("study/drafts")).filter((each) => !isLeaving(`study/drafts/${each.id}`));
    clear(drafts, found.length
      ? found.map((each) => h("li", {}, h("div", { class: "row" }, cards(split(each.spot.board)),
      h("button", { type: "button", class: "quiet grow saved-name", onclick: () => attempt(async () => {
        await form.fill(each.spot);
        name.value = each.name;
      }) }, each.name),
      h("button", { type: "button", class: "quiet", "aria-label": `Delete ${each.name}`,
        onclick: () => deleteLater(`study/drafts/${each.id}`, each.name, refreshDrafts) }, "✕")))) : h("li", { class: "faint small" }, "Nothing saved yet."));
  }

  clear(root, h("div", { class: "columns spots-page" },
    h("section", { class: "panel" }, h("div", { class: "row" }, h("h2", { class: "grow" }, "New spot"), example),
      form.element,
      h("div", { class: "row actions" }, solve, h("span", { class: "grow" }), h("span", { class: "row tight" }, name, save))),
    h("div", { class: "columns" },
      h("section", { class: "panel" }, h("h2", {}, "Solved"), filter.element, list),
      h("section", { class: "panel" }, h("h2", {}, "Saved"), drafts))));
  const edited = query.get("from");
  const kept = sessionStorage.getItem("study-spot");
  await Promise.all([refresh(), refreshDrafts(), attempt(async () => {
    if (edited) await form.fill((await api.get(`jobs/${edited}`)).params.spot);
    else await form.fill(kept ? JSON.parse(kept) : standard.R1);
  })]);
  return () => watched.forEach((unwatch) => unwatch());
}
