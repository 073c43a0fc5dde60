// The table itself: an oval with two to ten seats, the user at the bottom, cards, bets, pot and button.

import { card } from "../lib/cards.js";
import { clear, h } from "../lib/dom.js";
import { fiducials } from "/static/show/marks.js";
import { chips, actionLabel, person, winWords } from "./words.js";

// On narrow tables bets do not fit between the seats and the board. Where they lie there, by number of seats, from the
// user clockwise to the top: percent of the width from the centre. The right side mirrors the left one.
const NARROW_BETS = {
  2: [[0, 28.5], [0, -29.5]],
  3: [[0, 28.5], [-29.7, -8.4]],
  4: [[0, 28.5], [-26.3, 13.9], [0, -29.5]],
  5: [[0, 28.5], [-24.6, 27.8], [-11, -22.5]],
  6: [[0, 28.5], [-30.1, 36.4], [-29.7, -8.4], [0, -29.5]],
  7: [[0, 28.5], [-24.8, 41.9], [-26.3, 3.9], [-11.1, -26.6]],
  8: [[0, 28.5], [-27.8, 44.8], [-27.5, 13.9], [-23, -17.9], [0, -29.5]],
  9: [[0, 29.5], [-13.7, 21.5], [-18.3, 6.3], [-29.7, -8.4], [-9.4, -28.4]],
  10: [[0, 30], [-11.4, 23.4], [-17, 11.5], [-29.8, 0], [-11.9, -22.5], [0, -30.5]],
};

function narrowBet(place, count) {
  const [x, y] = NARROW_BETS[count][Math.min(place, count - place)];
  return [2 * place > count ? -x : x, y];
}

export function makeFelt(handlers) {
  const pot = h("div", { class: "pot" });
  const board = h("div", { class: "board", role: "group", "aria-label": "Board" });
  const say = h("div", { class: "say", role: "status" });
  const button = h("div", { class: "dealer", title: "dealer button", "aria-label": "dealer button" }, "D");
  const stage = h("div", { class: "stage" });
  const root = h("div", { class: "felt-wrap" }, stage);
  let seats = [];
  let count = 0;
  let drawn = "";

  // Seats are made once for a table and only changed afterwards.
  function seat(table, chair) {
    const bottom = table.you ?? 0;
    const at = (chair - bottom + count) % count;
    const angle = (Math.PI / 2) + (2 * Math.PI * at) / count;
    const [x, y] = narrowBet(at, count);
    const place = { "--c": Math.cos(angle).toFixed(4), "--s": Math.sin(angle).toFixed(4) };
    /** @type {Record<string, any>} */
    const parts = {
      cards: h("div", { class: "hole" }), place: h("span", { class: "place" }), name: h("span", {}), hud: h("div", { class: "hud" }), stack: h("div", { class: "stack" }), label: h("div", { class: "label" }),
      bar: h("div", { class: "time" }), amount: h("span", {}), sit: h("button", { type: "button", class: "primary sit", onclick: () => handlers.sit(chair) }, "Sit here"),
    };
    parts.bet = h("div", { class: "bet", style: { ...place, "--x": String(x), "--y": String(y) } }, h("i", {}), parts.amount);
    parts.root = h("div", { class: `seat ${chair === table.you ? "mine" : ""} ${Math.sin(angle) < -0.3 ? "far" : ""} ${at && Math.sin(angle) > 0.5 ? "near" : ""} ${Math.cos(angle) > 0.1 ? "right" : ""}`, style: place, "data-chair": String(chair) },
      parts.cards, h("div", { class: "plate" }, h("div", { class: "who" }, parts.place, parts.name), parts.stack, parts.bar, parts.label, parts.hud), parts.sit);
    parts.shown = "";
    return parts;
  }

  function build(table) {
    count = table.chairs.length;
    stage.className = `stage seats-${count}`;
    seats = table.chairs.map((_, chair) => seat(table, chair));
    clear(stage, fiducials(table.you === null ? "table" : "seat", count), h("div", { class: "oval" }), h("div", { class: "middle" }, pot, board, say), seats.map((each) => each.bet), seats.map((each) => each.root));
    drawn = "";
  }

  function showCards(parts, texts, mine) {
    const key = `${texts.join()}|${mine && handlers.choosing() ? `pick ${[...handlers.chosen()].join()}` : ""}`;
    if (key === parts.shown) return;
    parts.shown = key;
    clear(parts.cards, texts.map(([text, open], place) => {
      const made = card(text, open ? { "data-open": "" } : {});
      if (!mine || !handlers.choosing()) return made;
      const chosen = handlers.chosen().has(place);
      return h("button", { type: "button", class: `pick ${chosen ? "chosen" : ""}`, "aria-pressed": String(chosen), onclick: () => handlers.pick(place) }, made);
    }));
    parts.cards.style.setProperty("--n", Math.max(2, texts.length));
  }

  // `extra` has what can be switched: `positions`, `counts` by chair, and `cards` by chair after the hand.
  /** @type {(table: any, now: any, labels: any, time: any, extra?: { positions?: any, counts?: any, cards?: any }) => void} */
  function draw(table, now, labels, time, extra = {}) {
    for (const [chair, parts] of seats.entries()) {
      const state = now.seats[chair];
      const mine = chair === table.you;
      const who = table.chairs[chair];
      const over = now.over;
      const won = over?.won[chair] ?? 0;
      parts.root.dataset.state = state.state;
      parts.root.classList.toggle("acting", now.actor === chair && !over);
      parts.root.classList.toggle("winner", won > 0);
      text(parts.name, who.name || "free seat");
      text(parts.place, (extra.positions && POSITIONS[now.positions?.[chair]]) ?? (extra.positions && now.positions?.[chair]) ?? "");
      const counts = extra.counts?.[chair];
      text(parts.hud, counts && !mine ? hudLine(counts) : "");
      if (counts) parts.hud.title = hudWords(counts);
      text(parts.stack, state.state === "free" ? "" : chips(state.stack));
      parts.sit.hidden = !(state.state === "free" && table.you === null);
      const own = mine && now.cards?.length && state.state !== "folded" ? now.cards : null;
      const opened = over ? extra.cards?.[chair] : null;
      const down = now.shown?.[chair] ?? own ?? opened ?? Array(state.down).fill("??");
      const hidden = state.state === "folded" && !(mine && over) && !opened;
      showCards(parts, [...(hidden ? [] : down.map((each) => [each, false])), ...(state.up ?? []).map((each) => [each, true])], mine);
      parts.cards.title = over?.words[chair] ?? "";
      const label = won > 0 ? `wins ${chips(over.pushed[chair])}` : state.state === "folded" ? "folded" : state.state === "out" ? "sits out" : over || who.out ? "" : labels[chair] ?? "";
      text(parts.label, label);
      parts.label.dataset.verb = won > 0 ? "win" : label.split(" ")[0];
      parts.bet.classList.toggle("none", !state.bet);
      text(parts.amount, state.bet ? chips(state.bet) : "");
      parts.bar.style.setProperty("--left", now.actor === chair && time ? String(time) : "0");
    }
    if (button.parentNode !== seats[now.button].root) seats[now.button].root.append(button);
    text(pot, now.pot ? `Pot ${chips(now.pot)}` : "");
    const boards = [now.board, ...(now.boards ?? [])];
    const cells = table.streets.reduce((sum, street) => sum + street[1], 0);
    const key = JSON.stringify([boards, cells]);
    if (key !== drawn) {
      drawn = key;
      clear(board, boards.map((cards) => h("div", { class: "cards" }, Array.from({ length: Math.max(cells, cards.length) }, (_, place) =>
        cards[place] ? card(cards[place]) : h("span", { class: "slot" })))));
    }
    text(say, message(table, now));
  }

  function message(table, now) {
    if (now.over) {
      const best = Object.entries(now.over.won).filter(([, won]) => won > 0).map(([chair, won]) => `${table.chairs[chair].name} ${person(table.chairs[chair].name, winWords(now.over.pushed[chair], won))}${now.over.words[chair] ? ` with ${now.over.words[chair].split(",")[0]}` : ""}`);
      return best.join(" · ") || "The pot is split";
    }
    return now.waiting || "";
  }

  return { root, build, draw };
}

const POSITIONS = { button: "BTN", "small blind": "SB", "big blind": "BB", "cut-off": "CO" };
const share = ([done, chances]) => (chances ? Math.round((100 * done) / chances) : "–");

function hudLine({ vpip, pfr, af, hands }) {
  return `${share(vpip)}/${share(pfr)}/${af ?? "–"} (${hands})`;
}

function hudWords({ vpip, pfr, three_bet: threeBet, wtsd, af, hands }) {
  const of = (name, found) => `${name} ${share(found)} % (${found[0]} of ${found[1]})`;
  return `${hands} hands: ${of("VPIP", vpip)}, ${of("PFR", pfr)}, ${of("3-bet", threeBet)}, AF ${af ?? "–"}, ${of("WTSD", wtsd)}`;
}

function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

export { actionLabel };
