// Your score in all, by street and by spot, and the mistakes that come back.

import { actionWords, lineWords } from "../lib/action-words.js";
import { api } from "../lib/api.js";
import { cards, split } from "../lib/cards.js";
import { clear, h, link } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { attempt } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { chips, openInStudy, percent } from "./words.js";

const SHOWN = 30;

export async function scorePanel(study) {
  const element = h("div", { class: "columns" });
  await refresh();
  return element;

  async function refresh() {
    const [score, mistakes] = await Promise.all([api.get("train/score"), api.get("train/mistakes")]);
    const spots = score.spots.filter((each) => !isLeaving(`train/score/${each.spot}`));
    clear(element,
      h("section", { class: "panel", "aria-label": "Score" }, h("h2", {}, "Your score"),
        score.total.decisions === 0 ? h("p", { class: "faint" }, "No decisions yet. Choose a spot.") : [scoreTable(score, spots), tableTools("training-score", () => element.querySelector(".train-score"))]),
      h("section", { class: "panel", "aria-label": "Mistakes" }, h("h2", {}, "Mistakes"), mistakeTable(mistakes)));
  }

  function scoreTable(score, spots) {
    const row = (name, tally, more) => h("tr", {}, h("th", { scope: "row" }, name),
      h("td", { class: "number" }, tally.decisions.toLocaleString("en-US")),
      h("td", { class: "number" }, tally.lost_pots_per_100.toFixed(2)),
      h("td", { class: "number" }, percent(tally.best)), h("td", { class: "number" }, percent(tally.right)), h("td", {}, more));
    return h("div", { class: "scroll" }, h("table", { class: "train-score" },
      h("thead", {}, h("tr", {}, ["", "Decisions", "EV lost per 100, pots", "Best", "Right", ""].map((text, at) =>
        h("th", { scope: "col", class: at > 0 && at < 5 ? "number" : null }, text)))),
      h("tbody", {}, row("All", score.total),
        Object.entries(score.streets).map(([street, tally]) => row(street[0].toUpperCase() + street.slice(1), tally)),
        spots.map((each) => row(link(`/train/${each.spot}`, {}, each.title), each.total, h("span", { class: "row tight" },
          each.due > 0 && h("span", { class: "badge" }, `${each.due} due`),
          h("button", { type: "button", class: "quiet", "aria-label": `Delete the score of ${each.title}`,
            onclick: () => deleteLater(`train/score/${each.spot}`, `The score of ${each.title}`, () => attempt(refresh)) }, "✕")))))));
  }

  function mistakeTable(mistakes) {
    const kept = mistakes.filter((each) => !isLeaving(`train/score/${each.spot}`));
    if (!kept.length) return h("p", { class: "faint" }, "None that is not learned yet.");
    return [h("p", { class: "small faint" }, "A mistake comes back after ten minutes, then after 1, 3, 7 and 21 days (Leitner's boxes). Check “mistakes first” while you train."),
      h("div", { class: "scroll" }, h("table", { class: "train-mistakes" },
        h("thead", {}, h("tr", {}, ["Spot", "Hand", "Line", "You", "Best", "EV lost", "Box", ""].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, kept.slice(0, SHOWN).map((each) => h("tr", {},
          h("td", {}, link(`/train/${each.spot}`, {}, each.title)),
          h("td", {}, cards(split(each.hand))),
          h("td", {}, lineWords(each.path)),
          h("td", {}, actionWords(each.action)), h("td", {}, actionWords(each.best)),
          h("td", { class: "number" }, `${chips(each.lost)} (${percent(each.lost / each.pot)} of the pot)`),
          h("td", {}, `${each.box + 1} of 5`),
          h("td", {}, study && h("button", { type: "button", onclick: () => attempt(() => openInStudy(each.spot, each)) }, "Study"))))))),
      tableTools("mistakes", () => element.querySelector(".train-mistakes")),
      kept.length > SHOWN && h("p", { class: "small faint" }, `and ${kept.length - SHOWN} more`)];
  }
}
