// The builder: a form and the PGDL document side by side. Whichever is changed, the other follows; errors are shown
// line by line while you type.

import { api } from "../lib/api.js";
import { clear, h, link, select } from "../lib/dom.js";
import { attempt, notice } from "../lib/notice.js";
import { debounced } from "../study/debounce.js";
import { gameForm } from "./form.js";
import { playPanel } from "./playing.js";

// `choices` is the answer of `choice()`.
export async function builder(root, words, begin, saved, choices) {
  let id = saved;
  let state = null;
  let unsaved = false;
  const text = h("textarea", { spellcheck: false, "aria-label": "PGDL document", "aria-describedby": "games-problems", wrap: "off" });
  const gutter = h("pre", { class: "games-gutter", "aria-hidden": "true" });
  const problems = h("ul", { id: "games-problems", class: "games-problems", "aria-live": "polite" });
  const form = gameForm(words, (data) => writing.later(data, text.value));
  const checking = debounced((pgdl) => api.post("games/check", { pgdl }), (found, error) => answered(found, error, "text"));
  const writing = debounced((data, pgdl) => api.post("games/write", { form: data, pgdl }), (found, error) => answered(found, error, "form"));
  text.addEventListener("input", () => {
    unsaved = true;
    numbers();
    checking.later(text.value);
  });
  text.addEventListener("scroll", () => (gutter.scrollTop = text.scrollTop));
  const templates = select([["", "Start from …"], ...Object.keys(words.templates)], "", { "aria-label": "Start from a game", onchange: template });
  const save = h("button", { type: "button", onclick: () => attempt(keep) }, "Save");
  const file = h("button", { type: "button", onclick: download }, "Download");
  const play = playPanel(choices, async () => ({ saved: await keep(), title: state?.form?.name ?? "" }));
  clear(
    root,
    h("div", { class: "row games-head" }, link("/games", { class: "button" }, "← Games"), h("h1", { class: "grow" }, "Build a game"), templates, save, file),
    h("div", { class: "row panel games-bar" }, play.element, h("span", { class: "games-verdict grow" })),
    h("div", { class: "columns two games-builder" },
      h("section", { class: "panel games-form", "aria-label": "Form" }, form.element),
      h("section", { class: "panel games-text", "aria-label": "Text" }, h("div", { class: "games-editor" }, gutter, text), problems)),
  );
  const verdict = root.querySelector(".games-verdict");
  text.value = begin;
  numbers();
  await checking.now(begin);
  unsaved = false;
  const leaving = (event) => unsaved && event.preventDefault();
  addEventListener("beforeunload", leaving);
  return () => {
    removeEventListener("beforeunload", leaving);
    checking.cancel();
    writing.cancel();
  };

  function answered(found, error, from) {
    if (error) {
      clear(problems, h("li", { class: "bad" }, error.message));
      verdict.textContent = "";
      return;
    }
    state = found;
    if (from === "form") {
      unsaved = true;
      text.value = found.pgdl;
    } else if (found.form) form.show(found.form);
    form.enable(found.form !== null);
    numbers(found.problems);
    text.setAttribute("aria-invalid", String(found.problems.length > 0));
    clear(problems, found.problems.length
      ? found.problems.slice(0, 12).map((each) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => jump(each.line) }, each.line ? h("b", {}, `line ${each.line}`) : null, ` ${each.reason}`)))
      : h("li", { class: "good" }, "This game is valid."));
    verdict.className = `games-verdict grow ${found.problems.length ? "bad" : "good"}`;
    verdict.textContent = found.problems.length ? `${found.problems.length} ${found.problems.length === 1 ? "problem" : "problems"}` : found.summary;
    if (!found.problems.length) play.players(found.min_players, found.max_players);
  }

  function numbers(wrong = []) {
    const lines = text.value.split("\n").length;
    const bad = new Set(wrong.map((each) => each.line));
    gutter.replaceChildren(...Array.from({ length: lines }, (_, at) => h("span", { class: bad.has(at + 1) ? "wrong" : null }, `${at + 1}\n`)));
    gutter.scrollTop = text.scrollTop;
  }

  function jump(line) {
    const lines = text.value.split("\n");
    const start = lines.slice(0, Math.max(0, line - 1)).reduce((sum, each) => sum + each.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    text.scrollTop = Math.max(0, (line - 6) * 1.45 * 13.6);
  }

  function template() {
    if (!templates.value) return;
    text.value = words.templates[templates.value];
    templates.value = "";
    id = null;
    numbers();
    checking.now(text.value);
  }

  // Save the document, the last change included, and return its id.
  async function keep() {
    const pgdl = text.value;
    const found = id ? await api.put(`games/saved/${id}`, { pgdl }) : await api.post("games/saved", { pgdl });
    id = found.id;
    unsaved = false;
    history.replaceState(null, "", `/games/build/${id}`);
    notice(`${found.name} is saved`);
    return id;
  }

  function download() {
    const address = URL.createObjectURL(new Blob([text.value], { type: "application/xml" }));
    h("a", { href: address, download: `${(state?.form?.name || "game").replace(/[^\w-]+/g, "_")}.xml` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
