// Playing cards in four colours: spades black, hearts red, diamonds blue, clubs green.

import { h } from "./dom.js";

const SUITS = { s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"] };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };

// A card of text such as "Ah"; "??" is the back of one. Cards of other decks show their text.
export function card(text, attributes) {
  if (text === "??") return h("span", { class: "card back", role: "img", "aria-label": "face-down card", ...attributes });
  const rank = text.slice(0, -1);
  const suit = SUITS[text.at(-1)];
  if (!suit) return h("span", { class: "card", role: "img", "aria-label": text, ...attributes }, h("b", {}, text));
  return h(
    "span",
    { class: `card ${suit[1]}`, role: "img", "aria-label": `${RANKS[rank] ?? rank} of ${suit[1]}`, ...attributes },
    h("b", { "aria-hidden": "true" }, rank === "T" ? "10" : rank),
    h("i", { "aria-hidden": "true" }, suit[0]),
  );
}

export function cards(texts, attributes) {
  return h("span", { class: "cards", ...attributes }, ...texts.map((each) => card(each)));
}

// "AhKd" as ["Ah", "Kd"].
export function split(text) {
  return text.match(/\?\?|(?:10|.)[shdc]/g) ?? [];
}
