// How a decision was: the verdict, the solution's mix with EVs, and the numbers behind it.

import { actionWords } from "../lib/action-words.js";
import { cards, split } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { chips, percent, TONES, VERDICTS } from "./words.js";

// `actions` are those of the node with their colours; `right` whether it counted as right; `name` who acted, if not you.
export function judgementView({ judgement, right, name: who = "" }, actions, openNode) {
  const { mix, verdict, lost, pot } = judgement;
  const colours = new Map(actions.map((each) => [each.name, each.colour]));
  const name = (option) => [h("i", { class: "train-dot", style: { background: colours.get(option.name) } }), actionWords(option.name)];
  const replies = mix.some((option) => option.folds !== null);
  const article = h("article", { class: "train-judgement", "data-verdict": verdict },
    h("header", { class: "row" }, h("b", { class: TONES[verdict] }, VERDICTS[verdict]),
      h("span", {}, `${who || "You"}: ${actionWords(judgement.action)}. EV lost: `, h("b", {}, chips(lost)), ` chips, ${percent(lost / pot, 1)} of the pot`),
      !right && verdict === "mixed" && h("span", { class: "faint small" }, "Only the most frequent action counts as right."),
      h("span", { class: "grow" }), cards(split(judgement.hand)),
      openNode && h("button", { type: "button", class: "small", onclick: openNode }, "Study")),
    h("div", { class: "train-mix", role: "img", "aria-label": `The solution: ${mix.map((option) => `${actionWords(option.name)} ${percent(option.frequency)}`).join(", ")}` },
      mix.map((option) => h("span", { style: { background: colours.get(option.name), "flex-grow": String(option.frequency) } }))),
    h("div", { class: "scroll" }, h("table", {},
      h("thead", {}, h("tr", {}, ["Action", "Solution", "EV", ...(replies ? ["Opponent folds", "Equity if not"] : [])].map((text, at) =>
        h("th", { scope: "col", class: at ? "number" : null }, text)))),
      h("tbody", {}, mix.map((option) => h("tr", { class: option.name === judgement.action ? "taken" : null },
        h("th", { scope: "row" }, name(option), option.name === judgement.action && h("span", { class: "faint" }, " (taken)")),
        h("td", { class: "number" }, percent(option.frequency, 1)), h("td", { class: "number" }, chips(option.ev)),
        replies && [h("td", { class: "number" }, percent(option.folds)), h("td", { class: "number" }, percent(option.equity_called))]))))),
    why(judgement),
    tableTools(() => `decision-${judgement.hand}`, () => article.querySelector("table")));
  return article;
}

function why({ equity, needed, blockers: b, weight, opponent_reach: reach }) {
  const all = b.ahead + b.tied + b.behind;
  const gone = (blocked, whole) => `${chips(blocked)} of ${chips(whole)}${whole > 0 ? ` (${percent(blocked / whole)})` : ""}`;
  return h("p", { class: "small train-why" },
    `The equity against the range here is ${percent(equity, 1)}`, needed !== null && `; a call needs ${percent(needed, 1)}`, ". ",
    `The opponent has ${chips(all)} combinations here. These cards rule out `,
    [["ahead", "that are ahead"], ["tied", "that tie"], ["behind", "that are behind"]].filter(([side]) => b[side] > 0)
      .map(([side, words], at) => [at ? ", " : "", `${gone(b[`${side}_blocked`], b[side])} ${words}`]), ". ",
    weight < 0.995 && `The solution has ${percent(weight)} of this hand here. `,
    reach < 0.02 && h("b", { class: "warn" }, `The solution's opponent comes here with only ${percent(reach, 1)} of the range: these EVs mean little.`));
}
