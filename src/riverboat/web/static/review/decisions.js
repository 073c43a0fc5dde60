// Decisions of a player checked by the solver: the list of such checks, and one of them with its costliest decisions.

import { actionWords, lineWords } from "../lib/action-words.js";
import { api, watchJob } from "../lib/api.js";
import { cards, split } from "../lib/cards.js";
import { clear, h, link } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { labelBadges, labelButton, loadLabels, nameOf } from "../lib/labels.js";
import { attempt } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { studyDecision } from "../study/decision.js";
import { percent, TONES, VERDICTS } from "../train/words.js";

const STREETS = ["flop", "turn", "river"];
const STATES = { waiting: "waiting", running: "being checked", done: "", failed: "failed", stopped: "stopped" };

// The part of the filter that starts a check; `wanted()` are the hands that are chosen.
export function checkForm(wanted) {
  const boxes = STREETS.map((street) => h("input", { type: "checkbox", value: street, checked: street !== "flop" }));
  return h("fieldset", {}, h("legend", {}, "Check with the solver"),
    h("div", { class: "row" }, boxes.map((box) => h("label", { class: "field inline" }, box, box.value))),
    h("p", { class: "faint small" }, "Every decision with two players in the pot is solved with inferred ranges: a river takes part of a second, a turn some seconds, a flop much longer."),
    h("button", { type: "button", onclick: () => attempt(async () => {
      const { order: _, run, ...asked } = wanted();
      if (!asked.player) throw new Error("choose the player whose decisions to check");
      const job = await api.post("decisions/sessions", { ...asked, run: run ? Number(run) : null, streets: boxes.filter((box) => box.checked).map((box) => box.value) });
      navigate(`/review/decisions/${job.id}`);
    }) }, "Check the decisions"));
}

export function checkList() {
  const list = h("ul", { class: "review-reports" });
  const element = h("section", { class: "panel", "aria-label": "Checked decisions", hidden: true }, h("h2", {}, "Checked decisions"), list);
  load();
  return { element };

  async function load() {
    const [all] = await Promise.all([api.get("decisions/sessions").catch(() => []), loadLabels()]);
    const found = all.filter((each) => !isLeaving(`jobs/${each.id}`));
    const name = (each) => nameOf(`job/${each.id}`, each.title);
    element.hidden = !found.length;
    clear(list, found.slice(0, 12).map((each) => h("li", {}, link(`/review/decisions/${each.id}`, {}, name(each)), labelBadges(`job/${each.id}`), h("span", { class: "faint small" }, ` ${STATES[each.state]}`),
      labelButton(`job/${each.id}`, each.title, load),
      h("button", { type: "button", class: "quiet", "aria-label": `Delete the check of ${name(each)}`, onclick: () => deleteLater(`jobs/${each.id}`, name(each), load) }, "×"))));
  }
}

export function checkView(root, first) {
  const said = h("p", { role: "status" });
  const bar = h("progress", { "aria-label": "Progress" });
  const stop = h("button", { type: "button", onclick: () => attempt(() => api.post(`jobs/${first.id}/stop`)) }, "Stop and keep what is checked");
  const resume = h("button", { type: "button", onclick: () => attempt(async () => {
    await api.post(`jobs/${first.id}/resume`);
    close();
    close = watchJob(first.id, changed);
  }) }, "Resume");
  const place = h("div");
  clear(root, h("div", { class: "row review-report-head" }, link("/review", { class: "button" }, "← Hands"), h("h1", { class: "grow" }, `Decisions of ${first.title}`), stop, resume), said, bar, place);
  let close = watchJob(first.id, changed);
  return () => close();

  function changed(job) {
    const over = job.state !== "waiting" && job.state !== "running";
    const { done = 0, total = 0 } = job.progress;
    stop.hidden = bar.hidden = over;
    resume.hidden = job.state !== "stopped" && job.state !== "failed";
    if (total) Object.assign(bar, { max: total, value: done });
    clear(said, job.error ? h("span", { class: "bad" }, job.error) : over ? job.state === "stopped" ? "Stopped." : "" : job.state === "waiting" ? "Waiting for other jobs."
      : total ? `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} decisions` : "Reading the hands.");
    if (over && job.result) clear(place, results(job.result));
  }
}

function results(found) {
  const number = (value, digits = 2) => value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const line = (each) => h("tr", {},
    h("td", {}, each.hand_number), h("td", {}, cards(split(each.cards))), h("td", {}, cards(split(each.board))), h("td", {}, lineWords(each.path)),
    h("td", {}, `${actionWords(each.action)} (${percent(each.frequency)})`), h("td", {}, actionWords(each.best)),
    h("td", { class: TONES[each.verdict] }, VERDICTS[each.verdict]), h("td", { class: "number", "data-csv": number(each.lost_bb) }, `${number(each.lost_bb)} bb`), h("td", { class: "number" }, percent(each.lost / each.pot)),
    h("td", {}, h("button", { type: "button", "aria-label": `Study the decision of hand ${each.hand_number}`, onclick: () => attempt(() => studyDecision({ run: each.run, place: each.place }, each.number)) }, "Study")));
  const table = h("table", {},
    h("thead", {}, h("tr", {}, ["Hand", "Cards", "Board", "Line", "Action (solution's share)", "Best", "Verdict", "EV lost", "of the pot", ""].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, found.costliest.map(line)));
  return h("section", { class: "panel check-table", "aria-label": "Costliest decisions" },
    h("p", {}, `${found.checked.toLocaleString("en-US")} of ${found.decisions.toLocaleString("en-US")} decisions are checked. `,
      found.checked > 0 && `EV lost: ${number(found.lost_bb)} big blinds, ${number(found.lost_bb_per_100)} per 100 decisions; ${percent(found.best)} best actions.`),
    h("p", { class: "small faint" }, "The ranges are inferred, so single losses are uncertain; look first at the largest."),
    found.left_out.length > 0 && h("ul", { class: "small faint" }, found.left_out.map((each) => h("li", {}, `${each.decisions} left out: ${each.reason}`))),
    h("div", { class: "scroll" }, table), tableTools("decisions", () => table));
}
