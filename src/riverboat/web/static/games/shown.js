// A game of the catalogue: what it is, its settings, its streets, and how it is written down.

import { api } from "../lib/api.js";
import { clear, field, h, link, select } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { debounced } from "../study/debounce.js";
import { gamePicker } from "../pickers/games.js";
import { playPanel } from "./playing.js";

const CHOICES = [["no", "yes"]];
const IN_PICKER = ["betting", "players", "blinds", "stacks"];
const TABS = [["streets", "Streets"], ["pgdl", "PGDL"], ["acpc", "ACPC"]];

// `choices` is the answer of `choice()`.
export async function gameView(root, game, choices) {
  let shown = null;
  let tab = "streets";
  const title = choices.games.find((each) => each.name === game.name)?.title ?? game.name;
  const problem = h("p", { class: "games-problem bad", role: "alert" });
  const facts = h("p", { class: "games-facts" });
  const identity = h("code", { class: "games-identity" });
  const body = h("div", { role: "tabpanel", class: "games-tab" });
  const tabs = TABS.map(([name, text]) => h("button", { type: "button", role: "tab", onclick: () => choose(name) }, text));
  const asking = debounced((text) => api.get(`games/show?game=${encodeURIComponent(text)}`), answered);
  const picker = gamePicker(choices, [], { value: game.name, coded: true, onchange: () => asking.later(picker.value.game) });
  const settings = game.parameters.filter(({ name }) => !IN_PICKER.includes(name)).map(({ name, default: usual }) => {
    const set = (event) => picker.set(name, event.target.value.trim());
    const options = CHOICES.find((each) => each.includes(usual));
    const input = options ? select(options, usual, { onchange: set }) : h("input", { placeholder: usual || "default", spellcheck: false, maxLength: 60, oninput: set });
    return field(name.replaceAll("_", " "), input);
  });
  const build = link(`/games/build?from=${game.name}`, { class: "button" }, "Change it in the builder");
  const play = playPanel(choices, async () => {
    if (!shown) throw new Error(problem.textContent || "choose compatible settings");
    return { game: shown.identity, title, stack: picker.stakes.stack };
  }, { game: game.name, seats: () => shown?.players ?? picker.seats });
  clear(
    root,
    h("section", { class: "panel" },
      h("h2", { class: "games-name" }, title),
      h("p", {}, `${game.title.replaceAll("`", "")}.`),
      facts,
      h("div", { class: "games-settings" }, picker.fields.slice(1)),
      settings.length ? h("details", { class: "games-more" }, h("summary", {}, "More settings"), h("div", { class: "games-settings" }, settings)) : null,
      problem,
      h("details", { class: "small" }, h("summary", {}, "details"), identity),
      h("div", { class: "row games-actions" }, play.element, build)),
    h("section", { class: "panel" }, h("div", { class: "tabs", role: "tablist" }, tabs), body),
  );
  await asking.now(game.name);

  function answered(found, error) {
    problem.textContent = error ? error.message : "";
    if (error) return;
    shown = found;
    const blinds = found.blinds.some(Boolean) ? `blinds ${found.blinds.filter(Boolean).sort((one, other) => one - other).join("/")}` : "no blinds";
    const antes = found.antes.some(Boolean) ? `, antes ${[...new Set(found.antes)].join("/")}` : "";
    facts.textContent = `${found.betting}, ${found.players} players, ${found.deck}, ${blinds}${antes}, stacks of ${found.stack.toLocaleString("en-US")}; the pot goes to the ${found.awards.join(" and the ")} hand.`;
    identity.textContent = found.identity;
    build.setAttribute("href", `/games/build?from=${encodeURIComponent(found.identity)}`);
    play.suit();
    choose(tab);
  }

  function choose(name) {
    tab = name;
    tabs.forEach((each, at) => each.setAttribute("aria-selected", String(TABS[at][0] === name)));
    if (!shown) return;
    if (name === "streets") clear(body, streets(shown.streets), tableTools(`${game.name}-streets`, () => body.querySelector("table")));
    else if (name === "pgdl") clear(body, source(shown.pgdl, `${game.name}.xml`));
    else clear(body, shown.acpc ? source(shown.acpc, `${game.name}.game`) : h("p", { class: "faint" }, `It cannot be expressed as an ACPC definition. ${shown.acpc_error}`));
  }
}

function streets(lines) {
  const heads = ["street", "down", "up", "board", "cards exchanged", "bet", "raises"];
  return h("div", { class: "scroll" }, h("table", { class: "games-streets" },
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, lines.map((each) => h("tr", {}, h("th", { scope: "row" }, each.name), h("td", {}, each.down || ""), h("td", {}, each.up || ""), h("td", {}, each.board || ""),
      h("td", {}, each.exchange), h("td", {}, each.bet || "no betting"), h("td", {}, each.bet ? each.raises ?? "no maximum" : ""))))));
}

function source(text, name) {
  const file = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  return h("div", {}, h("pre", { class: "games-source", tabindex: "0" }, text), h("a", { class: "button", href: file, download: name }, `Save ${name}`));
}
