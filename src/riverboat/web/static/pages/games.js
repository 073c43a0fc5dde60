// Games: /games shows the catalogue, /games/<name> a game of it, /games/build a builder (?from=<name> to begin with a
// game of the catalogue), /games/build/<id> a game that was saved.

import { api } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { choice } from "../lib/names.js";
import { sheet, style } from "../lib/style.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { builder } from "../games/builder.js";
import { gameView } from "../games/shown.js";

export const title = "Games";

export async function mount(root, route) {
  const ready = Promise.all([style("games"), sheet("/static/pickers/pickers.css")]);
  const choices = await choice();
  const [part, id] = route.rest;
  if (part === "build") {
    const [words, saved] = await Promise.all([api.get("games/words"), id ? api.get(`games/saved/${encodeURIComponent(id)}`) : null, ready]);
    const from = route.query.get("from");
    const begin = saved?.pgdl ?? (from ? (await api.get(`games/show?game=${encodeURIComponent(from)}`)).pgdl : words.templates.leduc);
    return builder(root, words, begin, saved?.id ?? null, choices);
  }
  const [games, saved] = await Promise.all([api.get("games"), api.get("games/saved"), ready]);
  const name = part && games.some((each) => each.name === part) ? part : "holdem";
  const shown = h("div", { class: "games-shown" });
  const found = h("ul", { class: "games-list" });
  const search = h("input", { type: "search", placeholder: "Find a game", "aria-label": "Find a game", oninput: list });
  const mine = h("ul", { class: "games-list" });
  clear(
    root,
    h("div", { class: "row games-head" }, h("h1", { class: "grow" }, "Games"), link("/games/build", { class: "button primary" }, "Build a game")),
    h("div", { class: "columns side" },
      h("div", { class: "games-side" },
        h("section", { class: "panel", "aria-label": "Your games", hidden: !saved.length }, h("h2", {}, "Your games"), mine),
        h("nav", { class: "panel", "aria-label": "Catalogue" }, h("h2", {}, "Catalogue"), search, found)),
      shown),
  );
  list();
  listMine();
  await gameView(shown, games.find((each) => each.name === name), choices);
  return undefined;

  function list() {
    const wanted = search.value.trim().toLowerCase();
    const fit = games.filter((each) => `${each.name} ${each.title}`.toLowerCase().includes(wanted));
    clear(found, fit.map((each) => h("li", {}, link(`/games/${each.name}`, { "aria-current": each.name === name ? "page" : null }, h("b", {}, choices.games.find((game) => game.name === each.name)?.title ?? each.name), h("span", { class: "faint small" }, brief(each.title))))));
    if (!fit.length) clear(found, h("li", { class: "faint" }, "no game of that name; build it"));
  }

  function listMine() {
    const kept = saved.filter((each) => !isLeaving(`games/saved/${each.id}`));
    clear(mine, kept.map((each) => h("li", {}, link(`/games/build/${each.id}`, {}, h("b", {}, each.name)),
      h("button", { type: "button", class: "quiet", "aria-label": `Delete ${each.name}`, onclick: () => deleteLater(`games/saved/${each.id}`, each.name, listMine) }, "×"))));
    mine.parentElement.hidden = !kept.length;
  }
}

function brief(title) {
  const text = title.replaceAll("`", "");
  return text.length > 80 ? `${text.slice(0, 78)}…` : text;
}
