// One round of a game in the form: what is dealt, how it is bet, who posts blinds, which cards are exchanged.

import { h } from "../lib/dom.js";

const LIMITS = [["limit", "limit"], ["pot-limit", "pot-limit"], ["no-limit", "no-limit"]];
const SEATS = [["nextDealer", "left of the button"], ["nextSmallBlind", "second from the button"], ["nextBigBlind", "third from the button"], ["dealer", "the button"]];
const FIRST = [["nextDealer", "left of the button (after blinds)"], ...SEATS.slice(1), ["lowestUpCard", "lowest up card"], ["highestUpCard", "highest up card"],
  ["highestUpHand", "best up hand"], ["lowestUpHand", "best up low"]];

// `make` has the form's controls: text, number, tick, choice; `notify` after a change, `again` after parts were added
// or removed.
export function roundFields(rounds, at, make) {
  const round = rounds[at];
  const more = round.max_draw || round.passing || round.discarding || round.force || round.counterclockwise;
  return h("fieldset", { class: "games-round" },
    h("legend", {}, `Round ${at + 1}`),
    h("div", { class: "games-grid" },
      make.text(round, "name", "Name", { wide: true }),
      make.number(round, "down", "Cards down", "0"), make.number(round, "up", "Cards up", "0"), make.number(round, "board", "On the board", "0"),
      make.choice(round, "type", "Betting", known(LIMITS, round.type)), make.number(round, "bet", "Bet", "0"), make.number(round, "raises", "Maximum raises", "any")),
    make.choice(round, "first", "First to bet", known(FIRST, round.first)),
    at === 0 || round.blinds.length ? blinds(round, make) : null,
    h("details", { open: Boolean(more) }, h("summary", { class: "small" }, "Exchange and order"),
      h("div", { class: "games-grid" }, make.number(round, "min_draw", "Draw from", "0"), make.number(round, "max_draw", "to", "none"),
        make.number(round, "passing", "Pass", "none"), make.number(round, "discarding", "Discard", "none")),
      make.tick(round, "force", "the first to act must bet"), make.tick(round, "counterclockwise", "counterclockwise")),
    h("div", { class: "row games-round-tools" },
      h("button", { type: "button", class: "quiet", disabled: at === 0, "aria-label": `Move round ${at + 1} up`, onclick: () => { rounds.splice(at - 1, 0, rounds.splice(at, 1)[0]); make.again(); } }, "↑"),
      h("button", { type: "button", class: "quiet", disabled: rounds.length === 1, "aria-label": `Remove round ${at + 1}`, onclick: () => { rounds.splice(at, 1); make.again(); } }, "Remove")));
}

function blinds(round, make) {
  return h("div", { class: "games-blinds" },
    round.blinds.map((blind, at) => h("div", { class: "games-grid games-blind" },
      make.number(blind, "value", at ? "Blind" : "Blind of"), make.choice(blind, "position", "by", known(SEATS, blind.position)),
      h("button", { type: "button", class: "quiet", "aria-label": `Remove blind ${at + 1}`, onclick: () => { round.blinds.splice(at, 1); make.again(); } }, "×"))),
    h("button", { type: "button", onclick: () => {
      round.blinds.push({ name: "", value: String(round.blinds.length + 1), position: SEATS[Math.min(round.blinds.length, 2)][0] });
      make.again();
    } }, "Add a blind"));
}

// The options, and the current value if it is none of them.
function known(options, value) {
  return options.some(([each]) => each === value) ? options : [...options, [value, value]];
}
