// What people call players and games; their code (`rules(style=rock)`, `holdem(betting=limit)`) stays in the details.

import { api } from "./api.js";
import { h } from "./dom.js";

const BETTING = { limit: "Limit", "pot-limit": "Pot-limit", "no-limit": "No-limit" };
const PROPER = /^(Texas|Omaha|Manila|Cincinnati|Rhode)/;
const LISTED = 100;
const asked = new Map();

// The cards of all players and the games; for a game those players are marked that know it. Asked once per visit.
export function choice(game = "", players = 2) {
  const key = game ? `choice?game=${encodeURIComponent(game)}&players=${players}` : "choice";
  if (!asked.has(key)) {
    if (asked.size > LISTED) asked.clear();
    asked.set(key, api.get(key).catch((error) => {
      asked.delete(key);
      throw error;
    }));
  }
  return asked.get(key);
}

// Strategies may be saved or deleted now: the next page asks again.
export function forgetChoice() {
  asked.clear();
}

// "rules(style=rock,bluff=0.2)" as its name and its parameters.
export function split(text) {
  const found = /^([^(]*)\((.*)\)$/s.exec(text.trim());
  if (!found) return [text.trim(), {}];
  const parts = found[2].split(/,(?![^(]*\))/).map((part) => part.split("="));
  return [found[1], Object.fromEntries(parts.map(([key, ...rest]) => [key.trim(), rest.join("=").trim()]))];
}

const within = (name, rest) => (rest.length ? `${name} (${rest.map((each) => each.join(" ")).join(", ")})` : name);

export function playerName({ players }, agent) {
  const card = (text) => players.find((each) => each.agent === text);
  if (card(agent)) return card(agent).name;
  const [base, parameters] = split(agent);
  if (base.endsWith(".pokerlang")) return base.slice(0, -".pokerlang".length).replaceAll("_", " ");
  if (base === "rules") {
    const { style = "tight_aggressive", ...rest } = parameters;
    const styled = card(`rules(style=${style})`);
    if (styled) return within(styled.name, Object.entries(rest));
  }
  return card(base) ? within(card(base).name, Object.entries(parameters)) : agent;
}

// The names of the players of a match, in their order: of two with one name the second is "Poki 2".
export function distinctNames(found, agents) {
  const plain = agents.map((agent) => playerName(found, agent));
  return plain.map((name, place) => {
    const before = plain.slice(0, place).filter((each) => each === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

export function gameName({ games }, identity) {
  const [base, parameters] = split(identity);
  const game = games.find((each) => each.name === base);
  if (!game) return identity;
  const { betting, players, ...rest } = parameters;
  const kind = BETTING[betting ?? game.betting];
  const title = kind ? `${kind} ${PROPER.test(game.title) ? game.title : game.title[0].toLowerCase() + game.title.slice(1)}` : game.title;
  const seats = players ? `, ${players} players` : "";
  return within(`${title}${seats}`, Object.entries(rest));
}

// The same without parameters, for lists: "No-limit Texas hold'em".
export function gameBrief(found, identity) {
  const [base, { betting }] = split(identity);
  return gameName(found, betting ? `${base}(betting=${betting})` : base);
}

// A game for people, and its code under "details".
export function gameWithCode(found, identity) {
  const name = gameBrief(found, identity);
  return [h("span", { class: "faint" }, name), name === identity ? null : h("details", { class: "small game-code" }, h("summary", {}, "details"), h("code", {}, identity))];
}
