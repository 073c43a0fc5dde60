// One match: its progress, its standings, and what can be done with it.

import { api, watchJob } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { exportTools, tableTools } from "../lib/export.js";
import { nameOf } from "../lib/labels.js";
import { gameName, playerName } from "../lib/names.js";
import { attempt } from "../lib/notice.js";
import { chartPicture, chartRows } from "../lib/plot.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { drawCourse, drawGenerations, drawLearning } from "./course.js";
import { count, duration } from "./format.js";
import { handsPanel } from "./hands.js";
import { badge } from "./list.js";
import { renamed } from "./naming.js";
import { crosstable, indicators, learning, special, winnings } from "./results.js";

const OVER = ["done", "failed", "stopped"];

// `choices` is the answer of `choice()`.
export function matchView(root, first, choices) {
  let job = first;
  let stopWatching = () => {};
  let shown = "";
  const id = job.id;
  const name = nameOf(`job/${id}`, job.title);
  const state = h("span", { role: "status" });
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
  const far = h("p", { class: "small faint watch-far" });
  const error = h("p", { class: "bad", role: "alert", hidden: true });
  const actions = h("div", { class: "row" });
  const chart = h("div", { class: "chart", role: "img", "aria-label": "Winnings over hands" });
  const caption = h("p", { class: "small faint" });
  const chartPanel = panel("Course", chart, caption, chartTools("course", chart));
  const table = h("div", { class: "watch-table" });
  const beside = h("div", { class: "watch-column" });
  const more = h("div", { class: "watch-more" });
  const hands = job.params.keep_hands && job.params.mode !== "evolve" ? handsPanel(id) : null;

  clear(
    root,
    h("p", { class: "small" }, link("/watch", {}, "← All matches")),
    h(
      "section",
      { class: "panel watch-head", "aria-label": "Match" },
      h("div", { class: "row" }, h("h1", { class: "grow" }, name, " ", state), actions),
      h("p", { class: "faint watch-what" }, about(choices, job.params)),
      bar,
      far,
      error,
    ),
    h(
      "div",
      { class: "watch-parts" },
      h("div", { class: "watch-column" }, chartPanel, panel("Result", table, tableTools("result", () => table.querySelector("table"))), beside),
      hands && h("div", { class: "watch-column" }, hands.element),
    ),
    more,
  );
  show();
  follow();
  return () => {
    stopWatching();
    hands?.close();
  };

  function follow() {
    stopWatching();
    stopWatching = OVER.includes(job.state) ? () => {} : watchJob(id, (now) => {
      job = now;
      show();
    });
  }

  function show() {
    const found = renamed(choices, job.result && OVER.includes(job.state) ? job.result : job.progress, job.params.agents);
    const done = found.hands ?? found.done ?? 0;
    const total = job.state === "done" ? done : Math.max(job.progress.total ?? job.params.hands, done);
    bar.value = total ? done / total : 0;
    far.textContent = farText(done, total);
    error.hidden = !job.error;
    error.textContent = job.error;
    if (job.state !== shown) { // not more often, or clicks would get lost
      clear(state, badge(job.state));
      clear(actions, ...buttons());
    }
    shown = job.state;
    const evolved = found.extra?.generations;
    if (evolved?.length) drawGenerations(chart, evolved);
    else if (found.course) drawCourse(chart, found.course, { ring: found.mode === "ring" });
    else if (!chart.classList.contains("js-plotly-plot")) clear(chart, h("p", { class: "faint watch-empty" }, waitingText()));
    caption.textContent = captionText(found);
    const along = table.firstElementChild?.scrollLeft ?? 0;
    if (found.players?.length) clear(table, ...winnings(found));
    else clear(table, h("p", { class: "faint" }, job.state === "failed" ? "No result." : "No results yet."));
    if (along) table.firstElementChild.scrollLeft = along;
    if (job.result && OVER.includes(job.state)) showMore(found);
    else for (const each of [beside, more]) clear(each);
    hands?.update(!OVER.includes(job.state));
  }

  function showMore(result) {
    const own = special(result);
    const curve = result.learning && h("div", { class: "chart", role: "img", "aria-label": "Winnings by block of hands" });
    clear(
      beside,
      curve && panel("Learning", curve, chartTools("learning-curve", curve), ...learning(result)),
      own && panel(own[0], ...own[1]),
      result.crosstable && result.crosstable.names.length > 2 && panel("Who won from whom", ...crosstable(result)),
    );
    if (curve) drawLearning(curve, result.learning);
    clear(
      more,
      result.players.length > 0 && panel("How they played", ...indicators(result)),
      result.command && panel("Run it again", h("details", {}, h("summary", {}, "The same match in a terminal"), h("code", { class: "watch-command" }, result.command))),
    );
  }

  function buttons() {
    const made = [];
    if (!OVER.includes(job.state)) made.push(h("button", { onclick: () => act("stop") }, job.state === "waiting" ? "Cancel" : "Pause"));
    if (job.state === "stopped" || job.state === "failed") made.push(h("button", { class: "primary", onclick: () => act("resume") }, "Resume"));
    if (OVER.includes(job.state)) made.push(link(`/watch?from=${id}`, { class: "button" }, "New match like this"), h("button", { class: "quiet", onclick: forget }, "Delete"));
    return made;
  }

  async function act(what) {
    for (const button of actions.querySelectorAll("button")) button.disabled = true;
    const now = await attempt(() => api.post(`jobs/${id}/${what}`));
    if (!now) {
      shown = "";
      return show();
    }
    if (what === "resume") {
      job = now;
      show();
      follow();
    }
  }

  function forget() {
    deleteLater(`jobs/${id}`, name, () => navigate(isLeaving(`jobs/${id}`) ? "/watch" : `/watch/${id}`));
  }

  function farText(done, total) {
    const words = [`${count(done)} of ${count(total)} hands`];
    const rate = (job.state !== "running" && job.result?.rate) || job.progress.rate;
    const { note } = job.progress;
    if (job.state === "waiting") words.push("waiting for another job");
    else if (job.state === "running" && !rate) words.push("preparing the players");
    else if (rate) words.push(`${rate < 10 ? rate.toFixed(1) : count(rate)} per second`);
    if (job.state === "running" && rate) words.push(`about ${duration((total - done) / rate)} left`);
    if (note && job.state === "running") words.push(note);
    return words.join(" · ");
  }

  function waitingText() {
    if (job.params.mode === "evolve") return "Generations appear here when they have been played.";
    if (job.params.mode === "ring") return "Bankrolls appear here when the seasons are over.";
    return OVER.includes(job.state) ? "There is nothing to show." : "The first hands are being played.";
  }
}

function captionText(found) {
  if (found.extra?.generations) return "Fitness of each generation; each is dealt different cards.";
  if (found.mode === "ring") return "Everyone's bankroll in the first season.";
  return "Everyone's winnings; the band is the 95 % confidence interval.";
}

function about(choices, params) {
  const words = [gameName(choices, params.game), params.mode, `seed ${params.seed}`, params.session === null ? "the same players for the whole match" : `players re-created every ${count(params.session)} hands`];
  return [params.agents.map((agent) => playerName(choices, agent)).join(", "), h("br"), words.join(" · "), h("details", {}, h("summary", {}, "details"), h("code", {}, `${params.agents.join(", ")} · ${params.game}`))];
}

function chartTools(name, chart) {
  return exportTools(name, { rows: () => chartRows(chart), draw: () => chartPicture(chart) });
}

function panel(title, ...children) {
  return h("section", { class: "panel" }, h("h2", {}, title), ...children);
}
