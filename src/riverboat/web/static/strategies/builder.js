// The builder: on one side the form, hands to try, tests and words under tabs, on the other the text. Whichever of form
// and text is changed, the other follows; problems are shown while you type.

import { api } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { attempt, notice } from "../lib/notice.js";
import { debounced } from "../study/debounce.js";
import { textEditor } from "./editor.js";
import { download } from "./files.js";
import { strategyForm } from "./form.js";
import { slug } from "./language.js";
import { matchPanel } from "./testing.js";
import { trialPanel } from "./trial.js";

const TABS = [["form", "Form"], ["try", "Try it on a hand"], ["test", "Test and play"], ["words", "In words"]];

// `begin` is {id, name, text}; `choices` is the answer of `choice()`.
export async function builder(root, words, begin, choices) {
  let id = begin.id;
  let state = null;
  let unsaved = false;
  let tab = sessionStorage.getItem("strategies-tab") ?? "form";
  const editor = textEditor(words, (text) => { unsaved = true; checking.later(text); });
  const form = strategyForm(words, (outline) => { unsaved = true; writing.later(outline); });
  const checking = debounced((text) => api.post("strategies/check", { text }), (found, error) => answered(found, error, "text"));
  const writing = debounced((outline) => api.post("strategies/write", { outline }), (found, error) => answered(found, error, "form"));
  const trial = trialPanel(words, editor.get, (decision) => {
    editor.fire(decision?.fits ?? []);
    form.fire(decision?.tactic ?? -2, decision?.rule ?? -2);
  });
  const testing = matchPanel(choices, () => ({ name: `${slug(name.value)}.pokerlang`, text: editor.get() }));
  const name = h("input", { value: begin.name, maxLength: 40, spellcheck: false, "aria-label": "Name of the player", class: "st-player" });
  const save = h("button", { type: "button", class: "primary", onclick: () => attempt(keep) }, "Save");
  const problems = h("ul", { id: "st-problems", class: "st-problems", "aria-live": "polite" });
  const verdict = h("span", { class: "st-verdict" });
  const wait = h("p", { class: "st-wait small", role: "status", hidden: true });
  const explained = h("div", { class: "st-explained" });
  const panels = { form: h("div", {}, wait, form.element), try: trial.element, test: testing.element, words: explained };
  const tabs = TABS.map(([key, text]) => h("button", { type: "button", role: "tab", id: `st-tab-${key}`, "aria-controls": `st-panel-${key}`, onclick: () => choose(key), onkeydown: (event) => move(event, key) }, text));
  clear(
    root,
    h("div", { class: "row st-top" }, link("/strategies", { class: "button" }, "← Strategies"), h("h1", {}, "Poker Builder"), h("span", { class: "grow" }), verdict,
      h("label", { class: "field inline" }, "Player", name, h("span", {}, ".pokerlang")), save,
      h("button", { type: "button", onclick: () => attempt(tidy) }, "Format"),
      h("button", { type: "button", onclick: () => download(`${slug(name.value)}.pokerlang`, editor.get()) }, "Export")),
    h("div", { class: "st-builder" },
      h("section", { class: "panel st-left", "aria-label": "Builder" }, h("div", { class: "tabs", role: "tablist", "aria-label": "Builder" }, tabs),
        TABS.map(([key]) => h("div", { role: "tabpanel", id: `st-panel-${key}`, "aria-labelledby": `st-tab-${key}` }, panels[key]))),
      h("section", { class: "panel st-right", "aria-label": "Text" }, editor.element, problems,
        h("p", { class: "small faint st-hint" }, h("kbd", {}, "Ctrl"), " ", h("kbd", {}, "Space"), " shows what can stand at the caret."))),
  );
  editor.set(begin.text);
  choose(panels[tab] ? tab : "form");
  await checking.now(begin.text);
  unsaved = begin.imported ?? false;
  const leaving = (event) => unsaved && event.preventDefault();
  addEventListener("beforeunload", leaving);
  return () => {
    removeEventListener("beforeunload", leaving);
    checking.cancel();
    writing.cancel();
    editor.close();
    trial.close();
    testing.close();
  };

  function answered(found, error, from) {
    if (error) {
      clear(problems, h("li", { class: "bad" }, error.message));
      verdict.textContent = "";
      return;
    }
    state = found;
    if (from === "form") {
      editor.set(found.text);
      if (found.outline) form.lines(found.outline);
    } else if (found.outline) form.show(found.outline);
    const broken = from === "text" && !found.outline;
    form.enable(!broken);
    wait.hidden = !broken;
    wait.textContent = "The text has an error in its syntax. When it is mended, the form follows; until then it shows the text as it was.";
    editor.mark(found.problems);
    form.mark(found.problems);
    list(found.problems);
    const wrong = found.problems.filter((each) => !each.warning).length;
    verdict.className = `st-verdict ${wrong ? "bad" : found.problems.length ? "warn" : "good"}`;
    verdict.textContent = wrong ? count(wrong, "problem") : [`${count(found.tactics, "tactic")}, ${count(found.rules, "rule")}`, found.problems.length ? count(found.problems.length, "warning") : ""].filter(Boolean).join(", ");
    explain(found.explained);
    trial.update(found);
    testing.ready(!wrong);
  }

  function list(found) {
    clear(problems, found.length
      ? found.slice(0, 100).map((each) => h("li", { class: each.warning ? "warn" : "bad" }, h("button", { type: "button", class: "quiet", onclick: () => editor.jump(each.line || 1, each.column || 1) },
        each.line ? h("b", {}, each.column ? `${each.line}:${each.column}` : `${each.line}`) : null, ` ${each.reason}`)))
      : h("li", { class: "good" }, "No problems."));
  }

  function explain(text) {
    if (!text) return clear(explained, h("p", { class: "faint" }, "This strategy cannot be played yet: see the problems beside it."));
    return clear(explained, text.trimEnd().split("\n").map((line) => h("p", { class: line.startsWith("   ") ? "st-deep" : null }, line.trim().replace(/^- /, ""))));
  }

  function choose(key) {
    tab = key;
    sessionStorage.setItem("strategies-tab", key);
    TABS.forEach(([each], at) => {
      tabs[at].setAttribute("aria-selected", String(each === key));
      tabs[at].tabIndex = each === key ? 0 : -1;
      root.querySelector(`#st-panel-${each}`).hidden = each !== key;
    });
    trial.show(key === "try");
    if (key !== "try") {
      editor.fire([]);
      form.fire(-2, -2);
    }
  }

  function move(event, key) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = (TABS.findIndex(([each]) => each === key) + step + TABS.length) % TABS.length;
    choose(TABS[at][0]);
    tabs[at].focus();
  }

  async function tidy() {
    const found = await api.post("strategies/format", { text: editor.get() });
    unsaved ||= found.text !== editor.get();
    editor.set(found.text);
    answered(found, null, "text");
  }

  async function keep() {
    name.value = slug(name.value || state?.title || "");
    const body = { name: name.value, text: editor.get() };
    const found = id ? await api.put(`strategies/saved/${id}`, body) : await api.post("strategies/saved", body);
    id = found.id;
    unsaved = false;
    history.replaceState(null, "", `/strategies/build/${id}`);
    notice(`saved: ${found.name}.pokerlang can be seated in Play and Watch`);
  }
}

function count(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
