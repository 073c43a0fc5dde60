// The gallery: strategies that come with Riverboat, and those that were saved.

import { api } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { attempt, notice } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { choose, download, read } from "./files.js";
import { slug } from "./language.js";
import { playAgainst } from "./testing.js";

export const IMPORTED = "strategies-imported";

export async function gallery(root) {
  const found = await api.get("strategies");
  const saved = h("div", { class: "st-gallery" });
  const drop = h("section", { class: "panel st-drop", "aria-label": "Your strategies" },
    h("h2", {}, "Your strategies"), saved);
  drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]).then(opened);
  });
  clear(
    root,
    h("div", { class: "row st-top" }, h("h1", { class: "grow" }, "Strategies"),
      h("button", { type: "button", onclick: () => choose(opened) }, "Import a file"),
      link("/strategies/build", { class: "button primary" }, "New strategy")),
    h("p", { class: "faint st-lead" }, "A strategy is a text in PokerLang: tactics with conditions, and rules with percentages. Build one in a form or write it, try it on hands, and let it play."),
    drop,
    h("section", { class: "panel", "aria-label": "Shipped strategies" }, h("h2", {}, "Shipped strategies"), h("div", { class: "st-gallery" }, found.shipped.map(shipped))),
  );
  list();

  function list() {
    const kept = found.saved.filter((each) => !isLeaving(`strategies/saved/${each.id}`));
    clear(saved, kept.length ? kept.map(own) : h("p", { class: "faint st-none" }, "None yet. Save one in the builder, or drop a .pokerlang file here; files that ", h("code", {}, "riverboat strategy infer"), " writes open too."));
  }

  function shipped(each) {
    return item(each, `/strategies/build?from=${each.name}`, [
      h("button", { type: "button", class: "small", onclick: () => attempt(async () => download(`${each.name}.pokerlang`, (await api.get(`strategies/shipped/${each.name}`)).text)) }, "Export")]);
  }

  function own(each) {
    return item(each, `/strategies/build/${each.id}`, [
      h("button", { type: "button", class: "small", onclick: () => attempt(async () => download(`${each.name}.pokerlang`, (await api.get(`strategies/saved/${each.id}`)).text)) }, "Export"),
      h("button", { type: "button", class: "small", "aria-label": `Rename ${each.name}`, onclick: (event) => rename(each, event.currentTarget) }, "Rename"),
      h("button", { type: "button", class: "small quiet", "aria-label": `Delete ${each.name}`, onclick: () => deleteLater(`strategies/saved/${each.id}`, each.name, list) }, "Delete")]);
  }

  async function refresh() {
    found.saved = (await api.get("strategies")).saved;
    list();
  }

  function rename(each, button) {
    const input = h("input", { value: each.name, maxLength: 40, spellcheck: false, "aria-label": "New name" });
    const done = async () => {
      await api.post(`strategies/saved/${each.id}/rename`, { name: slug(input.value) });
      await refresh();
    };
    const form = h("form", { class: "row st-rename", onsubmit: (event) => { event.preventDefault(); attempt(done); } }, input, h("button", { type: "submit", class: "small primary" }, "Rename"));
    input.addEventListener("keydown", (event) => event.key === "Escape" && list());
    button.closest(".row").replaceWith(form);
    input.select();
  }

  function item(each, address, more) {
    const facts = [`${each.tactics} ${each.tactics === 1 ? "tactic" : "tactics"}`, `${each.rules} ${each.rules === 1 ? "rule" : "rules"}`, each.predictors ? "learns about opponents" : ""].filter(Boolean);
    return h("article", { class: "st-item" },
      h("h3", {}, link(address, {}, each.title || each.name)),
      h("p", { class: "small" }, each.about || (each.rules === 1 && !each.id ? "One of the four predefined behaviours." : "")),
      h("p", { class: "small faint" }, facts.join(", ")),
      h("details", { class: "small" }, h("summary", {}, "details"), h("code", {}, each.player)),
      h("div", { class: "row" }, link(address, { class: "button small primary" }, "Open"),
        h("button", { type: "button", class: "small", onclick: () => attempt(() => playAgainst({ agent: each.player })) }, "Play"), more));
  }

  function opened({ name, text }) {
    sessionStorage.setItem(IMPORTED, JSON.stringify({ name: slug(name), text }));
    navigate("/strategies/build?imported=yes");
    notice(`${name} is open; Save keeps it`);
  }
}
