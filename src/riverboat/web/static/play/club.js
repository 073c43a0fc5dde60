// The club: tables with its regulars, and the ladder of your results against them without luck.

import { api } from "../lib/api.js";
import { clear, h } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { gameBrief } from "../lib/names.js";

/** @typedef {{ kind: "human" | "bot", agent?: string }} Chair */
/** @returns {Chair} */
const bot = (agent) => ({ kind: "bot", agent });
/** @type {Chair} */
const person = { kind: "human" };
const SIX = ["tight_aggressive", "loose_passive", "rock", "loose_aggressive", "maniac"].map((style) => bot(`rules(style=${style})`));

// The table that can be played at once on a fresh installation.
export const STARTER = { title: "Starter table", game: "holdem(betting=no-limit)", chairs: [person, bot("chen"), bot("chen")] };

export const CLUB = [
  { name: "Six-handed no-limit", home: true, text: "Five regulars, from tight to wild, 100 big blinds each.", setup: { title: "Club, six-handed no-limit", game: "holdem(betting=no-limit)", chairs: [person, ...SIX] } },
  { name: "Six-handed with Riverboat", text: "Riverboat 6-max, which was trained for tables of six, and four regulars.", setup: { title: "Club, six-handed with Riverboat", game: "holdem(betting=no-limit)", chairs: [person, bot("riverboat_6max"), ...SIX.slice(0, 4)] } },
  { name: "Limit among learners", text: "Six-handed: programs of the nineties, some of whom learn how you play.", setup: { title: "Club, six-handed limit", game: "holdem(betting=limit)", chairs: [person, bot("poki"), bot("loki_som"), bot("loki_gom"), bot("rules(style=tight_aggressive)"), bot("rules(style=rock)")] } },
];

/** @typedef {{ agent: string, game?: string, rung?: any }} Row */

// Whom you can meet heads-up, and in which game.
const DUELS = [["riverboat", "holdem(betting=limit)"], ["riverboat_nl", "holdem(betting=no-limit)"], ["vexbot", "holdem(betting=limit)"], ["psopti4r", "holdem(betting=limit)"], ["poki", "holdem(betting=limit)"], ["loki_som", "holdem(betting=limit)"], ["pokerlang(strategy=regular)", "holdem(betting=no-limit)"], ["equilibrium", "leduc"]];

const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(1)}`;
const withMargin = ([mean, margin]) => (margin === null ? signed(mean) : `${signed(mean)} ± ${margin.toFixed(1)}`);

// `found` is the answer of `choice()`; `begin(button, setup)` opens a table.
export function clubPanel(found, begin) {
  const rating = h("p", { class: "club-rating", role: "status" });
  const body = h("tbody");
  const element = h("section", { class: "panel club", "aria-label": "The club" },
    h("div", { class: "row" }, h("h2", { class: "grow" }, "The club"), tableTools("ladder", () => element.querySelector("table"))),
    rating,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Ladder" },
      h("table", {}, h("thead", {}, h("tr", {}, ["Regular", "Hands", "Your bb/100, without luck", ""].map((name, at) => h("th", { scope: "col", class: at === 1 || at === 2 ? "number" : null }, name || h("span", { class: "sr" }, "Play"))))), body)),
    h("p", { class: "faint small" }, "Heads-up results with the luck of the cards removed, ± 95 %; “money” where a game does not allow that. Your rating is a fit to all of them."));
  draw({ rungs: [], rating: null, left: 0 });
  refresh();
  return element;

  async function refresh() {
    const ladder = await api.get("ladder").catch(() => null);
    if (!ladder) return;
    draw(ladder);
    if (ladder.left && element.isConnected) setTimeout(refresh, 300);
  }

  function draw({ rungs, rating: yours, left }) {
    const met = new Map(rungs.map((rung) => [rung.agent, rung]));
    /** @type {Row[]} */
    const rows = DUELS.map(([agent, game]) => ({ agent, game, rung: met.get(agent) }));
    for (const rung of rungs) if (!DUELS.some(([agent]) => agent === rung.agent)) rows.push({ agent: rung.agent, rung });
    rows.sort((one, other) => (other.rung?.adjusted[0] ?? -Infinity) - (one.rung?.adjusted[0] ?? -Infinity));
    clear(body, rows.map(row));
    rating.textContent = yours ? `Your rating: ${withMargin(yours)} bb/100${left ? `, ${left} hands still to count` : ""}` : "Play ten hands against a regular, and your rating appears here.";
  }

  /** @param {Row} given */
  function row({ agent, game, rung }) {
    const card = found.players.find((each) => each.agent === agent);
    const name = card?.name ?? rung.name;
    return h("tr", {}, h("th", { scope: "row", title: card?.about }, name, game && h("span", { class: "faint small club-game" }, gameBrief(found, game))), h("td", { class: "number" }, rung ? rung.hands.toLocaleString("en-US") : "–"), h("td", { class: "number" }, rung ? withMargin(rung.adjusted) : "–", rung?.has_luck && h("span", { class: "faint small" }, " money")),
      h("td", {}, game && h("button", { type: "button", "aria-label": `Play ${name}`, onclick: (event) => begin(event.currentTarget, { title: `Club, against ${name}`, game, chairs: [person, bot(agent)] }) }, "Play")));
  }
}
