// The solver's names of actions and nodes as people say them: `b100` is "bet 100", `x/b100/Ah` "check, bet 100, A♥".

const WORDS = { f: "fold", x: "check", c: "call", b: "bet", r: "raise to" };
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const CARD = /^[2-9TJQKA][cdhs]$/;

export const isCard = (step) => CARD.test(step);

export function actionWords(name) {
  return `${WORDS[name[0]]}${name.length > 1 ? ` ${Number(name.slice(1)).toLocaleString("en-US")}` : ""}`;
}

export const cardWords = (card) => `${card[0].replace("T", "10")}${SUITS[card[1]]}`;

// The way to a node, from the beginning of the spot.
export function lineWords(path) {
  const said = (step) => (step === "*" ? "any card" : isCard(step) ? cardWords(step) : actionWords(step));
  return path ? path.split("/").map(said).join(", ") : "first to act";
}
