// The form of a strategy. `show(outline)` fills it, `changed(outline)` is called with every change, `enable(false)` greys
// it while the text cannot be read. Long lists show their beginning first.

import { clear, h, keepingFocus, select } from "../lib/dom.js";
import { shareText, testText } from "./language.js";
import { shareRow, testRow } from "./rows.js";

const MANY = 60;
const comments = () => ({ before: [], beside: "", closing: [] });

export function strategyForm(words, changed) {
  let data = null;
  const open = new Set(); // rules that are being edited: the objects themselves
  const whole = new Set(); // tactics that show all their rules
  let allTactics = false;
  let problems = [];
  let fired = [-2, -2];
  const body = h("fieldset", { class: "st-fields" });
  return { element: body, show, enable: (on) => (body.disabled = !on), lines, mark, fire };

  function show(now) {
    const kept = indices(open);
    data = now;
    open.clear();
    for (const [t, r] of kept) if (data.tactics[t]?.rules[r]) open.add(data.tactics[t].rules[r]);
    keepingFocus(body, draw);
  }

  // Where everything stands in the text that was written last.
  function lines(written) {
    data.tactics.forEach((tactic, t) => {
      tactic.line = written.tactics[t]?.line ?? 0;
      tactic.rules.forEach((rule, r) => (rule.line = written.tactics[t]?.rules[r]?.line ?? 0));
    });
  }

  function mark(found) {
    problems = found;
    signs();
  }

  function fire(tactic, rule) {
    fired = [tactic, rule];
    signs();
  }

  function indices(rules) {
    return (data?.tactics ?? []).flatMap((tactic, t) => tactic.rules.map((rule, r) => (rules.has(rule) ? [t, r] : null)).filter(Boolean));
  }

  function notify() {
    changed(data);
  }

  function again(focus) {
    keepingFocus(body, draw);
    notify();
    if (focus) body.querySelector(focus)?.focus();
  }

  function draw() {
    const shown = allTactics ? data.tactics : data.tactics.slice(0, MANY);
    const title = h("input", { value: data.name, maxLength: 200, spellcheck: false, placeholder: "no title", "aria-label": "Title", oninput: () => { data.name = title.value; notify(); } });
    clear(
      body,
      h("label", { class: "st-title" }, h("span", {}, "Title"), title),
      data.tactics.length ? null : h("p", { class: "faint" }, "No tactic yet: this strategy always checks or folds."),
      shown.map(tacticBlock),
      shown.length < data.tactics.length ? h("button", { type: "button", onclick: () => { allTactics = true; draw(); } }, `Show all ${data.tactics.length} tactics`) : null,
      h("button", { type: "button", class: "st-add", onclick: addTactic }, "Add a tactic"),
      h("datalist", { id: "st-numbers" }, words.terms.filter((each) => each.kind === "number").map((each) => h("option", { value: each.name }, each.meaning))),
    );
    signs();
  }

  // Problems and the decision that is being tried, at their places.
  function signs() {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("[data-tactic]"))) {
      const t = Number(element.dataset.tactic), r = Number(element.dataset.rule);
      const tactic = data.tactics[t];
      const from = r < 0 ? tactic.line : tactic.rules[r].line;
      const until = (r < 0 ? tactic.rules[0]?.line : tactic.rules[r + 1]?.line) ?? data.tactics[t + 1]?.line ?? Infinity;
      const found = problems.filter((each) => each.line >= from && each.line < Math.max(until, from + 1));
      element.classList.toggle("wrong", found.some((each) => !each.warning));
      element.classList.toggle("doubt", found.length > 0 && found.every((each) => each.warning));
      element.classList.toggle("fired", t === fired[0] && (r === fired[1] || r < 0));
      element.title = found.map((each) => each.reason).join("\n");
    }
  }

  // Tactics -------------------------------------------------------------------------------------------------------

  function tacticBlock(tactic, at) {
    const name = h("input", { class: "st-name", value: tactic.name, maxLength: 200, spellcheck: false, placeholder: "no name", "aria-label": `Name of tactic ${at + 1}`, oninput: () => { tactic.name = name.value; notify(); } });
    const own = tactic.behaviour && !words.behaviours.includes(tactic.behaviour) ? [tactic.behaviour] : [];
    const plays = select([["", "by rules"], ...[...words.behaviours, ...own].map((each) => [each, each.replaceAll("_", " and ")])], tactic.behaviour, {
      "aria-label": `How tactic ${at + 1} plays`,
      onchange: () => { tactic.behaviour = plays.value; if (!plays.value && !tactic.rules.length) newRule(tactic); again(); },
    });
    const limit = whole.has(tactic) ? Infinity : MANY;
    return h("section", { class: "st-tactic", "data-tactic": at, "data-rule": -1, "aria-label": `Tactic ${at + 1}` },
      h("header", { class: "st-head" }, h("span", { class: "st-number" }, at + 1), name, tools(data.tactics, at, `tactic ${at + 1}`, (copy) => { copy.line = 0; })),
      tactic.comments.before.map((text, line) => note(tactic.comments.before, line, text)),
      h("div", { class: "st-when" }, h("span", { class: "st-word" }, tactic.tests.length ? "when" : "always"), tests(tactic, `tactic ${at + 1}`)),
      h("div", { class: "st-when" }, h("span", { class: "st-word" }, "plays"), plays),
      tactic.behaviour ? null : h("ol", { class: "st-rules" }, tactic.rules.slice(0, limit).map((rule, place) => ruleBlock(tactic, rule, at, place))),
      tactic.behaviour || tactic.rules.length <= limit ? null : h("button", { type: "button", onclick: () => { whole.add(tactic); draw(); } }, `Show all ${tactic.rules.length} rules`),
      tactic.behaviour ? null : h("button", { type: "button", class: "st-add small", onclick: () => { newRule(tactic); again(`[data-tactic="${at}"][data-rule="${tactic.rules.length - 1}"] select`); } }, "Add a rule"));
  }

  function addTactic() {
    data.tactics.push({ name: "", tests: [], behaviour: "", rules: [], comments: comments(), line: 0 });
    newRule(data.tactics.at(-1));
    allTactics = true;
    again(`[data-tactic="${data.tactics.length - 1}"] .st-name`);
  }

  function newRule(tactic) {
    const rule = { tests: [], shares: [{ action: "call", amount: "", percent: "" }], comments: comments(), line: 0 };
    tactic.rules.push(rule);
    whole.add(tactic);
    open.add(rule);
  }

  // Rules ---------------------------------------------------------------------------------------------------------

  function ruleBlock(tactic, rule, t, r) {
    const shown = open.has(rule);
    const label = `Rule ${r + 1} of tactic ${t + 1}`;
    const line = h("button", {
      type: "button", class: "st-rule-line", "aria-expanded": String(shown), "aria-label": `${label}: ${rule.tests.map(testText).join(" and ") || "otherwise"}, ${rule.shares.map(shareText).join(", ")}`,
      onclick: () => { if (!open.delete(rule)) open.add(rule); keepingFocus(body, draw); },
    },
      h("span", { class: "st-chips" }, rule.tests.length ? rule.tests.map((test) => h("span", { class: "st-chip" }, testText(test))) : h("span", { class: "st-chip faint" }, "otherwise")),
      h("span", { class: "st-arrow", "aria-hidden": "true" }, "→"),
      h("span", { class: "st-chips" }, rule.shares.map((share) => h("span", { class: `st-chip st-do ${sort(share.action)}` }, shareText(share)))),
      rule.comments.beside ? h("span", { class: "st-beside faint small" }, rule.comments.beside) : null);
    return h("li", { class: "st-rule", "data-tactic": t, "data-rule": r },
      rule.comments.before.map((text, at) => note(rule.comments.before, at, text)),
      line,
      shown ? h("div", { class: "st-edit" },
        h("div", { class: "st-part" }, h("span", { class: "st-word" }, rule.tests.length ? "if" : "always"), tests(rule, label)),
        h("div", { class: "st-part" }, h("span", { class: "st-word" }, "then"), shares(rule, label)),
        h("div", { class: "row st-foot" }, beside(rule, label), tools(tactic.rules, r, label.toLowerCase(), (copy) => open.add(copy)))) : null);
  }

  function tests(owner, label) {
    return h("div", { class: "st-list" },
      owner.tests.map((test, at) => testRow(words, test, { notify, again, label: `${label}, condition ${at + 1}`, remove: () => { owner.tests.splice(at, 1); again(); } })),
      h("button", { type: "button", class: "st-plus quiet small", onclick: () => { owner.tests.push({ term: "strength", operator: ">=", value: "50%" }); again(); } }, owner.tests.length ? "+ and …" : "+ condition"));
  }

  function shares(rule, label) {
    return h("div", { class: "st-list" },
      rule.shares.map((share, at) => shareRow(words, share, { notify, again, label: `${label}, action ${at + 1}`, alone: rule.shares.length === 1, remove: () => { rule.shares.splice(at, 1); again(); } })),
      h("div", { class: "row" },
        h("button", { type: "button", class: "st-plus quiet small", onclick: () => {
          for (const each of rule.shares) each.percent ||= "50";
          const left = 100 - rule.shares.reduce((sum, each) => sum + (Number(each.percent) || 0), 0);
          rule.shares.push({ action: "call", amount: "", percent: String(Math.max(0, left)) });
          again();
        } }, "+ another action"), rest(rule)));
  }

  function beside(rule, label) {
    const input = h("input", { value: rule.comments.beside, maxLength: 300, placeholder: "comment", "aria-label": `Comment of ${label.toLowerCase()}`, oninput: () => { rule.comments.beside = input.value; notify(); } });
    return h("label", { class: "st-comment grow" }, h("span", { "aria-hidden": "true" }, "#"), input);
  }

  function note(list, at, text) {
    const input = h("input", { value: text, maxLength: 300, "aria-label": "Comment", oninput: () => { list[at] = input.value; notify(); } });
    return h("label", { class: "st-comment" }, h("span", { "aria-hidden": "true" }, "#"), input, h("button", { type: "button", class: "quiet small", "aria-label": "Remove this comment", onclick: () => { list.splice(at, 1); again(); } }, "×"));
  }

  function tools(list, at, label, copied) {
    const button = (sign, words_, disabled, act) => h("button", { type: "button", class: "quiet small", disabled, title: words_, "aria-label": `${words_} ${label}`, onclick: () => { act(); again(); } }, sign);
    return h("span", { class: "st-tools" },
      button("↑", "Move up", at === 0, () => list.splice(at - 1, 0, list.splice(at, 1)[0])),
      button("↓", "Move down", at === list.length - 1, () => list.splice(at + 1, 0, list.splice(at, 1)[0])),
      button("❐", "Duplicate", false, () => { const copy = structuredClone(list[at]); list.splice(at + 1, 0, copy); copied(copy); }),
      button("×", "Remove", false, () => list.splice(at, 1)));
  }
}

// What is left of 100 %.
function rest(rule) {
  if (rule.shares.length === 1 && !rule.shares[0].percent) return null;
  const left = 100 - rule.shares.reduce((sum, each) => sum + (Number(each.percent) || 0), 0);
  if (Math.abs(left) < 1e-9) return null;
  return h("span", { class: left < 0 ? "small bad" : "small faint" }, left < 0 ? `${-left} % too much` : `${+left.toFixed(4)} % check or fold`);
}

function sort(action) {
  if (["fold", "check"].includes(action)) return "fold";
  return ["call", "slow_play"].includes(action) ? "call" : "raise";
}
