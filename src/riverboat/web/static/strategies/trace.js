// A decision and its reasons: what is done and how often, then every tactic and rule that was asked, each condition with
// its value, and at last everything that the strategy could have looked at.

import { clear, h } from "../lib/dom.js";
import { valueText } from "./language.js";

const PARTS = [["fold", "fold"], ["call", "check or call"], ["raise", "bet or raise"]];
const SKIPPED = 12; // steps that do not fit, shown before the rest is folded away

export function showDecision(root, words, decision) {
  const percent = (share) => `${+(100 * share).toFixed(1)} %`;
  const title = decision.tactic < 0 ? "No tactic fits: it checks or folds"
    : decision.behaviour ? `Tactic ${decision.tactic + 1} plays ${decision.behaviour.replaceAll("_", " and ")}`
    : decision.rule < 0 ? `Tactic ${decision.tactic + 1}: no rule fits, it checks or folds` : `Tactic ${decision.tactic + 1}, rule ${decision.rule + 1}`;
  const misses = decision.steps.filter((each) => !each.fits);
  const hidden = new Set(misses.slice(0, Math.max(0, misses.length - SKIPPED)));
  const open = root.querySelector("details.st-values")?.open ?? false;
  clear(root,
    h("h3", {}, title),
    h("div", { class: "st-odds", role: "img", "aria-label": PARTS.map(([key, name]) => `${name} ${percent(decision.odds[key])}`).join(", ") },
      PARTS.map(([key, name]) => decision.odds[key] > 0.0005 ? h("span", { class: key, style: { "flex-grow": decision.odds[key] } }, `${name} ${percent(decision.odds[key])}`) : null)),
    decision.outcomes.length ? h("ul", { class: "st-outcomes" }, decision.outcomes.map((each) => h("li", {}, h("b", {}, percent(each.share)), ` ${each.words}`, h("span", { class: "faint" }, ` (${each.text})`)))) : null,
    h("p", { class: "small faint" }, `This time: ${decision.drawn}.`),
    h("ol", { class: "st-steps", "aria-label": "Step by step" },
      hidden.size ? h("li", { class: "faint small" }, `${hidden.size} that do not fit`) : null,
      decision.steps.filter((each) => !hidden.has(each)).map((each) => step(words, each))),
    h("details", { class: "st-values", open }, h("summary", { class: "small" }, "Everything it could look at"),
      h("dl", {}, Object.entries(decision.values).map(([name, value]) => h("div", { title: words.byName.get(name)?.meaning ?? "" }, h("dt", {}, name), h("dd", {}, valueText(words.byName.get(name), value)))))));
}

function step(words, each) {
  const name = each.rule < 0 ? `Tactic ${each.tactic + 1}` : `Rule ${each.rule + 1}`;
  return h("li", { class: `${each.fits ? "fits" : "misses"}${each.rule < 0 ? "" : " rule"}` },
    h("span", { class: "st-step-name" }, h("span", { "aria-hidden": "true" }, each.fits ? "✓" : "✗"), name, h("span", { class: "sr" }, each.fits ? " fits" : " does not fit")),
    h("span", { class: "st-chips" }, each.tests.length ? each.tests.map((test) => h("span", { class: `st-test ${test.holds ? "holds" : "fails"}` },
      h("span", { class: "sr" }, test.holds ? "holds: " : "fails: "), test.text, h("b", {}, values(words, test)))) : h("span", { class: "st-test holds" }, "otherwise")));
}

function values(words, test) {
  const found = Object.entries(test.values);
  return found.map(([name, value]) => (found.length > 1 ? `${name} ${valueText(words.byName.get(name), value)}` : valueText(words.byName.get(name), value))).join(", ");
}
