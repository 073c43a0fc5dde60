// Who plays: a button with the chosen player's card, and a dialog with the cards of all. Code only under "details".

import { clear, h } from "../lib/dom.js";
import { choice, playerName } from "../lib/names.js";

const KINDS = { yours: "Your strategies", strong: "Strong", classic: "Classics", style: "Styles", "small game": "Small games", simple: "Simple" };
const PERSON = { agent: "person", name: "A person", kind: "person", about: "The seat is reserved for somebody whom you invite.", source: "", plays: "any game", fits: true };

// `found` is the answer of `choice()`; `value` an agent's text. `element`, `value`, and `suit(game, players)`, which says
// for which game players are wanted. With `person` a seat can be reserved for a person.
/**
 * @param {any} found
 * @param {{ value: string, label: string, person?: boolean, onchange?: (agent: string) => void }} given
 */
export function playerPicker(found, { value, label, person = false, onchange = () => {} }) {
  let chosen = value;
  let game = "";
  let seats = 2;
  const name = h("strong", {});
  const about = h("span", { class: "faint" });
  const button = h("button", { type: "button", class: "picked", "aria-haspopup": "dialog", onclick: open }, name, about);
  const code = h("input", { value, maxLength: 200, spellcheck: "false", "aria-label": `${label}: code`, autocomplete: "off" });
  code.addEventListener("change", () => choose(code.value.trim()));
  const element = h("div", { class: "picker" }, button, h("details", { class: "small" }, h("summary", {}, "details"), code));
  draw();
  return {
    element,
    get value() {
      return code.value.trim();
    },
    set value(text) {
      choose(text);
    },
    suit(wanted, players) {
      [game, seats] = [wanted, players];
    },
  };

  function choose(text) {
    chosen = text;
    code.value = text;
    draw();
    onchange(text);
  }

  function draw() {
    const card = chosen === PERSON.agent ? PERSON : found.players.find((each) => each.agent === chosen);
    name.textContent = card ? card.name : playerName(found, chosen) || "Choose a player";
    about.textContent = card ? card.about : "";
    button.setAttribute("aria-label", `${label}: ${name.textContent}`);
  }

  async function open() {
    const now = await choice(game, seats).catch(() => found);
    const search = h("input", { type: "search", placeholder: "Find a player", "aria-label": "Find a player", oninput: list });
    const cards = h("div", { class: "player-cards" });
    const dialog = h("dialog", { class: "picker-dialog", "aria-label": label, onclose: () => dialog.remove() },
      h("div", { class: "row tight" }, h("h2", { class: "grow" }, label), search, h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
      cards);
    list();
    document.body.append(dialog);
    dialog.showModal();
    (/** @type {HTMLElement} */ (dialog.querySelector("[aria-pressed=true]")) ?? search).focus();

    function list() {
      const wanted = search.value.trim().toLowerCase();
      const fit = (card) => `${card.name} ${card.about} ${card.source} ${card.agent}`.toLowerCase().includes(wanted);
      const able = now.players.filter((card) => card.fits && fit(card));
      const others = now.players.filter((card) => !card.fits && fit(card));
      const groups = Object.entries(KINDS).map(([kind, title]) => [title, able.filter((card) => card.kind === kind)]);
      if (person && fit(PERSON)) groups.unshift(["People", [PERSON]]);
      clear(cards, groups.filter(([, all]) => all.length).map(([title, all]) => h("section", {}, h("h3", {}, title), grid(all))),
        others.length ? h("details", {}, h("summary", {}, `${others.length} more, who do not play this game`), grid(others)) : null);
      if (!cards.children.length) clear(cards, h("p", { class: "faint" }, "No player of that name."));
    }

    function grid(all) {
      return h("div", { class: "player-grid" }, all.map((card) => playerCard(card, card.agent === chosen, () => {
        choose(card.agent);
        dialog.close();
        button.focus();
      })));
    }
  }
}

// One card; one that does not know the game cannot be chosen.
export function playerCard(card, pressed, choose) {
  const notes = [card.source, card.plays, card.strength && rated(card.strength), card.built_first && "built on first use, in minutes"].filter(Boolean);
  return h("button", { type: "button", class: "player-card", "aria-pressed": String(pressed), disabled: !card.fits, onclick: choose },
    h("span", { class: "row tight" }, card.face && h("img", { src: card.face, alt: "", width: 32, height: 32 }), h("strong", {}, card.name)), h("span", {}, card.about), h("span", { class: "faint small" }, notes.join(" · ")),
    !card.fits && h("span", { class: "small" }, "does not play this game"));
}

function rated({ field, mbb, margin }) {
  return `${mbb >= 0 ? "+" : "−"}${Math.abs(Math.round(mbb))} ± ${Math.round(margin)} mbb/hand in the crosstable of ${field}`;
}
