// The club: tables with its regulars, and for each game the ladder of your results against them without luck.

import { api } from "../lib/api.js";
import { clear, h } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { gameName, split } from "../lib/names.js";

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

/** @typedef {{ agent: string, rung?: any }} Row */

// Whom you can meet heads-up, and in which game.
const DUELS = [["riverboat", "holdem(betting=limit)"], ["riverboat_nl", "holdem(betting=no-limit)"], ["vexbot", "holdem(betting=limit)"], ["psopti4r", "holdem(betting=limit)"], ["poki", "holdem(betting=limit)"], ["loki_som", "holdem(betting=limit)"], ["pokerlang(strategy=regular)", "holdem(betting=no-limit)"], ["equilibrium", "leduc"]];

const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(1)}`;
const withMargin = ([mean, margin]) => (margin === null ? signed(mean) : `${signed(mean)} ± ${margin.toFixed(1)}`);

// `found` is the answer of `choice()`; `begin(button, setup)` opens a table.
export function clubPanel(found, begin) {
  const status = h("p", { class: "small", role: "status" });
  const head = h("thead", {}, h("tr", {}, ["Regular", "Hands", "Your bb/100, without luck", ""].map((name, at) => h("th", { scope: "col", class: at === 1 || at === 2 ? "number" : null }, name || h("span", { class: "sr" }, "Play")))));
  const table = h("table", {}, head);
  const element = h("section", { class: "panel club", "aria-label": "The club" },
    h("div", { class: "row" }, h("h2", { class: "grow" }, "The club"), tableTools("ladder", () => table)),
    status,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Ladder" }, table),
    h("p", { class: "faint small" }, "Heads-up results with the luck of the cards removed, ± 95 %; “money” where a game does not allow that. Your rating in a game is a fit to all of its results, measured from the mean of everybody in it."));
  draw({ rungs: [], ratings: {}, left: 0 });
  refresh();
  return element;

  async function refresh() {
    const ladder = await api.get("ladder").catch(() => null);
    if (!ladder) return;
    draw(ladder);
    if (ladder.left && element.isConnected) setTimeout(refresh, 300);
  }

  function draw({ rungs, ratings, left }) {
    /** @type {Map<string, Row[]>} */
    const games = new Map();
    const add = (game, row) => games.set(game, [...(games.get(game) ?? []), row]);
    for (const [agent, game] of DUELS) add(game, { agent, rung: rungs.find((rung) => rung.agent === agent && rung.game === game) });
    for (const rung of rungs) if (!DUELS.some(([agent, game]) => agent === rung.agent && game === rung.game)) add(rung.game, { agent: rung.agent, rung });
    clear(table, head, [...games].map(([game, rows]) => ladderOf(game, rows, ratings[game])));
    if (left) status.textContent = `${left.toLocaleString("en-US")} hands are still to be counted.`;
    else status.textContent = Object.keys(ratings).length ? "" : "Play ten hands against a regular, and your rating in that game appears here.";
  }

  /**
   * @param {string} game
   * @param {Row[]} rows
   * @param {[number, number] | undefined} rating
   */
  function ladderOf(game, rows, rating) {
    rows.sort((one, other) => (other.rung?.adjusted[0] ?? -Infinity) - (one.rung?.adjusted[0] ?? -Infinity));
    const yours = rating && h("span", { class: "club-rating" }, `your rating ${withMargin(rating)} bb/100`);
    return h("tbody", {}, h("tr", { class: "club-game" }, h("th", { scope: "rowgroup", colspan: "4" }, h("span", { class: "row tight" }, h("span", { class: "grow" }, gameName(found, game)), yours))),
      rows.map((row) => line(game, row)));
  }

  /**
   * @param {string} game
   * @param {Row} given
   */
  function line(game, { agent, rung }) {
    const card = found.players.find((each) => each.agent === agent);
    const name = card?.name ?? rung.name;
    const isKnown = found.games.some((each) => each.name === split(game)[0]);
    return h("tr", {}, h("th", { scope: "row", title: card?.about }, name), h("td", { class: "number" }, rung ? rung.hands.toLocaleString("en-US") : "–"), h("td", { class: "number" }, rung ? withMargin(rung.adjusted) : "–", rung?.has_luck && h("span", { class: "faint small" }, " money")),
      h("td", {}, isKnown && h("button", { type: "button", "aria-label": `Play ${name}, ${gameName(found, game)}`, onclick: (event) => begin(event.currentTarget, { title: `Club, against ${name}`, game, chairs: [person, bot(agent)] }) }, "Play")));
  }
}
