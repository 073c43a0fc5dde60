// The form of a game. `show(data)` fills it, `changed(data)` is called with every change, `enable(false)` greys it while the
// text cannot be read.

import { clear, field, h, select } from "../lib/dom.js";
import { roundFields } from "./rounds.js";

export function gameForm(words, changed) {
  let data = null;
  const body = h("fieldset", { class: "games-fields" });
  return { element: body, show, enable: (on) => (body.disabled = !on) };

  function show(now) {
    const focused = body.contains(document.activeElement);
    if (focused && JSON.stringify(now) === JSON.stringify(data)) return;
    data = now;
    draw();
  }

  function notify() {
    changed(data);
  }

  // After a part was added or removed, everything is redrawn.
  function again() {
    draw();
    notify();
  }

  function draw() {
    clear(body, general(), deck(), showdown(), h("h2", {}, "Rounds"), data.rounds.map((round, at) => roundFields(data.rounds, at, { text, number, tick, choice, notify, again })),
      h("button", { type: "button", onclick: addRound }, "Add a round"));
  }

  function general() {
    return part("The game",
      h("div", { class: "games-grid" }, text(data, "name", "Name", { wide: true }), number(data, "min_players", "Players from"), number(data, "max_players", "to"),
        number(data, "stack", "Stack"), number(data, "ante", "Ante"), number(data, "bring_in", "Bring-in"),
        choice(data, "winning", "Wins", [["high", "high hand"], ["low", "low hand"], ["mixed", "high and low"]])),
      text(data, "description", "Description", { wide: true }));
  }

  function deck() {
    const { deck: cards } = data;
    const kind = select([["standard", "52 cards"], ["own", "custom deck"], ...(cards.cards ? [["listed", `${cards.cards} cards listed in the text`]] : [])],
      cards.standard ? "standard" : cards.cards ? "listed" : "own", {
        onchange: () => {
          cards.standard = kind.value === "standard";
          if (kind.value === "own") Object.assign(cards, { cards: 0, ranks: cards.ranks || "JQK", suits: cards.suits || "hs" });
          again();
        },
      });
    const own = !cards.standard && !cards.cards;
    return part("Deck", h("div", { class: "games-grid" }, field("Cards", kind, { class: "field games-double" }),
      own ? [text(cards, "ranks", "Ranks, low first"), text(cards, "suits", "Suits"), number(cards, "copies", "Copies"), text(cards, "missing", "Missing cards")] : null,
      number(cards, "jokers", "Jokers"), cards.cards && !cards.standard ? null : text(cards, "wild", "Wild cards")));
  }

  function showdown() {
    const { scoring } = data;
    const now = scoring.scores ? "scores" : scoring.awards.length ? "awards" : "best";
    const kind = select([["best", "the best hand"], ["awards", "rankings by name"], ...(scoring.scores ? [["scores", `${scoring.scores} formulas in the text`]] : [])], now, {
      onchange: () => {
        if (kind.value !== "scores") scoring.scores = 0;
        scoring.awards = kind.value === "awards" ? [{ ranking: "high", fromHand: "", qualifier: "" }] : [];
        again();
      },
    });
    const awards = scoring.awards.map((award, at) => h("div", { class: "games-grid games-award" },
      choice(award, "ranking", at ? "and" : "Ranking", [...new Set([award.ranking, ...words.rankings])]), number(award, "fromHand", "From the hand"), text(award, "qualifier", "Or better"),
      h("button", { type: "button", class: "quiet", "aria-label": "Remove this ranking", onclick: () => { scoring.awards.splice(at, 1); again(); } }, "×")));
    return part("Showdown", h("div", { class: "games-grid" }, field("Decided by", kind, { class: "field games-double" }),
      now === "awards" ? null : [number(scoring, "handSize", "Cards in a hand", "5"), number(scoring, "fromHand", "From the hand")]), awards,
    now === "awards" ? h("button", { type: "button", onclick: () => { scoring.awards.push({ ranking: "eight-or-better", fromHand: "", qualifier: "" }); again(); } }, "Share the pot with another ranking") : null);
  }

  function addRound() {
    const last = data.rounds.at(-1);
    data.rounds.push({ name: `round ${data.rounds.length + 1}`, down: "", up: "", board: "1", type: last?.type ?? "limit", bet: last?.bet ?? "2", raises: last?.raises ?? "",
      first: "nextDealer", counterclockwise: false, force: false, min_draw: "", max_draw: "", passing: "", discarding: "", blinds: [] });
    again();
  }

  // Controls that write into an object of the data.
  function text(object, key, label, { wide = false } = {}) {
    const input = h("input", { value: object[key], maxLength: 200, spellcheck: false, oninput: () => { object[key] = input.value; notify(); } });
    return field(label, input, { class: wide ? "field games-wide" : "field" });
  }

  function number(object, key, label, usual = "") {
    const input = h("input", { value: object[key], inputMode: "decimal", placeholder: usual, maxLength: 20, oninput: () => { object[key] = input.value.trim(); notify(); } });
    return field(label, input);
  }

  function choice(object, key, label, options) {
    const control = select(options, object[key], { onchange: () => { object[key] = control.value; notify(); } });
    return field(label, control);
  }

  function tick(object, key, label) {
    const box = h("input", { type: "checkbox", checked: object[key], onchange: () => { object[key] = box.checked; notify(); } });
    return h("label", { class: "field inline" }, box, label);
  }
}

function part(title, ...children) {
  return h("fieldset", {}, h("legend", {}, title), ...children);
}
