// A bot for JSON lines, any game: riverboat match "json:node examples/json_bot.js" random --game stud --hands 100
"use strict";
const readline = require("readline");

// Raise with a pair or better among the cards that we see, otherwise check or call; keep all cards.
function decide(seen) {
  const legal = seen.legal;
  for (const exchange of ["discard", "pass_cards"]) {
    if (exchange in legal) return { action: exchange, cards: seen.cards.slice(0, legal[exchange][0]) };
  }
  const ranks = [...seen.cards, ...seen.up[seen.position], ...seen.boards[0]].map((card) => card[0]);
  if ("raise_to" in legal && new Set(ranks).size < ranks.length) return { action: "raise_to", amount: legal.raise_to[0] };
  for (const action of ["check_or_call", "bring_in", "fold"]) {
    if (action in legal) return { action };
  }
  return { action: "raise_to", amount: legal.raise_to[0] };
}

let won = 0;
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.log(JSON.stringify({ type: "hello", version: 1 }));
  } else if (message.type === "act") {
    console.log(JSON.stringify({ id: message.id, ...decide(message) }));
  } else {
    won += message.payoffs[message.position]; // the end of a hand: learn from it, if you like
  }
});
