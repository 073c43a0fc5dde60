// Your score in all, by street and by spot, and the mistakes that come back.

import { actionWords, lineWords } from "../lib/action-words.js";
import { api } from "../lib/api.js";
import { cards, split } from "../lib/cards.js";
import { clear, h, link } from "../lib/dom.js";
import { exportTools, tableTools } from "../lib/export.js";
import { attempt } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { chips, openInStudy, percent } from "./words.js";

const SHOWN = 30;

// `due` says in which spots mistakes wait to be asked again; it is empty if there are none.
export async function scorePanel(study) {
  const element = h("div", { class: "columns" });
  const due = h("p", { class: "train-due", hidden: true });
  await refresh();
  return { element, due };

  async function refresh() {
    const [score, mistakes] = await Promise.all([api.get("train/score"), api.get("train/mistakes")]);
    const spots = score.spots.filter((each) => !isLeaving(`train/score/${each.spot}`));
    const waiting = spots.filter((each) => each.due > 0);
    due.hidden = waiting.length === 0;
    clear(due, "Mistakes to try again: ", waiting.map((each, at) => [at > 0 && ", ", link(`/train/${each.spot}`, { onclick: mistakesFirst }, `${each.due} in ${each.title}`)]), ".");
    clear(element,
      h("section", { class: "panel", "aria-label": "Score" }, h("h2", {}, "Your score"),
        score.total.decisions === 0 ? h("p", { class: "faint" }, "No decisions yet. Choose a spot.") : [scoreTable(score, spots), tableTools("training-score", () => element.querySelector(".train-score"))]),
      h("section", { class: "panel", "aria-label": "Mistakes" }, h("h2", {}, "Mistakes"), mistakeTable(mistakes)));
  }

  function scoreTable(score, spots) {
    const row = (name, tally, due = 0, tool = null) => h("tr", {}, h("th", { scope: "row" }, name),
      h("td", { class: "number" }, tally.decisions.toLocaleString("en-US")),
      h("td", { class: "number" }, tally.lost_pots_per_100.toFixed(2)),
      h("td", { class: "number" }, percent(tally.best)), h("td", { class: "number" }, percent(tally.right)),
      h("td", { "data-csv": String(due) }, due > 0 && h("span", { class: "badge" }, `${due} due`)), h("td", {}, tool));
    return h("div", { class: "scroll" }, h("table", { class: "train-score" },
      h("thead", {}, h("tr", {}, ["", "Decisions", "EV lost per 100, pots", "Best", "Right", "Mistakes", ""].map((text, at) =>
        h("th", { scope: "col", class: at > 0 && at < 5 ? "number" : null }, text)))),
      h("tbody", {}, row("All", score.total, score.due),
        Object.entries(score.streets).map(([street, tally]) => row(street[0].toUpperCase() + street.slice(1), tally)),
        spots.map((each) => row(link(`/train/${each.spot}`, {}, each.title), each.total, each.due,
          h("button", { type: "button", class: "quiet", "aria-label": `Delete the score of ${each.title}`,
            onclick: () => deleteLater(`train/score/${each.spot}`, `The score of ${each.title}`, () => attempt(refresh)) }, "✕"))))));
  }

  function mistakeTable(mistakes) {
    const kept = mistakes.filter((each) => !isLeaving(`train/score/${each.spot}`));
    if (!kept.length) return h("p", { class: "faint" }, "None that is not learned yet.");
    const body = h("tbody", {}, kept.slice(0, SHOWN).map(line));
    const table = h("table", { class: "train-mistakes" },
      h("thead", {}, h("tr", {}, ["Spot", "Hand", "Line", "You", "Best", "EV lost", "Box", "Comes back", ""].map((text) => h("th", { scope: "col" }, text)))), body);
    const all = h("button", { type: "button", class: "quiet", hidden: kept.length <= SHOWN, onclick: () => {
      body.append(...kept.slice(SHOWN).map(line));
      all.remove();
    } }, `Show the other ${kept.length - SHOWN}`);
    return [h("p", { class: "small faint" }, "A mistake comes back after ten minutes, then after 1, 3, 7 and 21 days (Leitner's boxes). Check “mistakes first” while you train."),
      h("div", { class: "scroll" }, table), h("div", { class: "row tight" }, exportTools("mistakes", { rows: () => mistakeRows(kept), shown: () => table }), all)];
  }

  function line(each) {
    return h("tr", {},
      h("td", {}, link(`/train/${each.spot}`, {}, each.title)),
      h("td", {}, cards(split(each.hand))),
      h("td", {}, lineWords(each.path)),
      h("td", {}, actionWords(each.action)), h("td", {}, actionWords(each.best)),
      h("td", { class: "number" }, `${chips(each.lost)} (${percent(each.lost / each.pot)} of the pot)`),
      h("td", {}, `${each.box + 1} of 5`),
      h("td", { title: new Date(each.due).toLocaleString() }, comesBack(each.due)),
      h("td", {}, study && h("button", { type: "button", onclick: () => attempt(() => openInStudy(each.spot, each)) }, "Study")));
  }
}

// The hands of the spot that is opened begin with its mistakes, also where that was switched off.
function mistakesFirst() {
  sessionStorage.setItem("train-options", JSON.stringify({ ...JSON.parse(sessionStorage.getItem("train-options") ?? "{}"), mistakes: true }));
}

// All of them, also those that are not shown, with numbers as numbers.
function mistakeRows(mistakes) {
  return [["spot", "hand", "line", "you", "best", "lost_chips", "lost_pots", "box", "times", "comes_back"],
    ...mistakes.map((each) => [each.title, each.hand, lineWords(each.path), actionWords(each.action), actionWords(each.best), each.lost, each.lost / each.pot, each.box + 1, each.times, each.due])];
}

function comesBack(due) {
  const minutes = Math.ceil((new Date(due).getTime() - Date.now()) / 60000);
  if (minutes <= 0) return h("span", { class: "badge" }, "due");
  const [count, unit] = minutes < 90 ? [minutes, "minute"] : minutes < 2160 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return `in ${count} ${unit}${count === 1 ? "" : "s"}`;
}
