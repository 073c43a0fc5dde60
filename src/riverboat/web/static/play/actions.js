// The action bar: buttons, slider and presets, and keys for all of them.

import { clear, h } from "../lib/dom.js";
import { pageKeys } from "../lib/page-keys.js";
import { chips } from "./words.js";

/** @typedef {{ pot?: number, blinds?: number, times?: number, all?: boolean }} Size */
/** @type {[string, Size][]} */
const POT = [["33%", { pot: 0.33 }], ["50%", { pot: 0.5 }], ["75%", { pot: 0.75 }], ["Pot", { pot: 1 }], ["All-in", { all: true }]];
/** @type {[string, Size][]} */
const OPEN = [["2 bb", { blinds: 2 }], ["2.5 bb", { blinds: 2.5 }], ["3 bb", { blinds: 3 }], ["Pot", { pot: 1 }], ["All-in", { all: true }]];
/** @type {[string, Size][]} */
const AGAIN = [["2.5×", { times: 2.5 }], ["3×", { times: 3 }], ["4×", { times: 4 }], ["Pot", { pot: 1 }], ["All-in", { all: true }]];
const BEFOREHAND = [["fold", "Check or fold"], ["call", "Call"], ["any", "Check or call any"]];

export function makeActions(act, dealNext) {
  const fold = h("button", { type: "button", class: "act fold", onclick: () => doFold() }, "Fold");
  const call = h("button", { type: "button", class: "act call", onclick: () => doCall() }, "Check");
  const raise = h("button", { type: "button", class: "act raise", onclick: () => doRaise() }, "Raise");
  const slider = h("input", { type: "range", min: "0", max: "1", step: "1", "aria-label": "Amount" });
  const amount = h("input", { type: "number", min: "0", step: "1", "aria-label": "Raise to", inputMode: "numeric" });
  let offered = POT;
  const presets = POT.map(([label], place) =>
    h("button", { type: "button", class: "preset", title: `Key ${place + 1}`, onclick: () => setAmount(sized(offered[place][1])) }, label));
  const sizes = h("div", { class: "sizes" }, h("div", { class: "presets", role: "group", "aria-label": "Bet sizes" }, presets), slider, amount);
  const buttons = h("div", { class: "acts" }, fold, call, raise);
  const before = BEFOREHAND.map(([name, label]) => h("button", { type: "button", "aria-pressed": "false", onclick: () => plan(name) }, label));
  const skip = h("button", { type: "button", onclick: () => act({ kind: "skip", hand: now.hand }) }, "Skip to the next hand");
  const ahead = h("div", { class: "ahead", role: "group", "aria-label": "Act in advance", hidden: true }, before, skip);
  const legend = h("p", { class: "legend faint small", "aria-hidden": "true" });
  const root = h("section", { class: "actions", "aria-label": "Your action" }, sizes, buttons, ahead, legend);
  let ask = null;
  let now = null;
  let turn = -1;
  let sent = -1;
  let chosen = new Set();
  let planned = null;
  let redraw = () => {};

  slider.addEventListener("input", () => setAmount(Number(slider.value)));
  amount.addEventListener("change", () => setAmount(Number(amount.value)));
  amount.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      setAmount(Number(amount.value));
      doRaise();
    }
  });

  const mayAct = () => ask !== null && sent !== turn;

  // A share of the pot after calling, on top of the highest bet; or multiples of the big blind or of that bet.
  /** @param {Size} size */
  function sized({ pot, blinds, times, all }) {
    const [low, high] = ask?.raise ?? [0, 0];
    const bet = ask?.bet ?? 0;
    const wanted = all ? high : blinds ? blinds * now.unit : times ? times * bet : bet + pot * (now.pot + (ask?.call ?? 0));
    return Math.min(high, Math.max(low, Math.round(wanted)));
  }

  // Before the flop people count in big blinds, and a raise in multiples of the bet before.
  function offer(table) {
    const blinds = now.street === 0 && table.streets.length > 1 && table.betting !== "limit" && (ask?.bet ?? 0) > 0;
    offered = !blinds ? POT : ask.bet > now.unit ? AGAIN : OPEN;
    for (const [place, [label]] of offered.entries()) presets[place].textContent = label;
  }

  // What a call costs this seat now, also while others are to act.
  function price() {
    const own = now.seats[now.you];
    const highest = Math.max(...Object.values(now.seats).map((seat) => seat.bet));
    return Math.min(own.stack, highest - own.bet);
  }

  function plan(name) {
    planned = planned?.name === name ? null : { name, price: price() };
    showAhead();
  }

  // While others act, what to do when it is one's turn; a call is for the price that was seen.
  function showAhead() {
    const own = now.seats[now.you];
    const waits = Boolean(own) && !now.over && !ask && now.actor !== null && now.waiting === undefined;
    const inHand = waits && own.state === "in";
    if (planned?.name === "call" && inHand && price() !== planned.price) planned = null;
    for (const [place, [name, label]] of BEFOREHAND.entries()) {
      before[place].hidden = !inHand || now.phase !== "bet" || (name === "call" && price() === 0);
      before[place].setAttribute("aria-pressed", String(planned?.name === name));
      if (name === "call" && inHand) before[place].textContent = `${label} ${chips(price())}`;
    }
    skip.hidden = !waits || own.state !== "folded";
    ahead.hidden = !waits;
  }

  function actAsPlanned() {
    const { name, price: seen } = planned;
    planned = null;
    if (ask.cards) return;
    if (name === "any" || (name === "call" && (ask.call ?? 0) === seen)) doCall();
    else if (name === "fold") {
      if (ask.call) doFold();
      else doCall();
    }
  }

  function setAmount(value) {
    const [low, high] = ask?.raise ?? [0, 0];
    const legal = Math.min(high, Math.max(low, Math.round(value) || low));
    slider.value = String(legal);
    amount.value = String(legal);
    relabel();
  }

  function relabel() {
    if (ask?.cards) {
      const count = chosen.size;
      const drawing = ask.phase === "draw";
      call.textContent = drawing ? (count ? `Draw ${count}` : "Stand pat") : `${ask.phase === "pass" ? "Pass" : "Discard"} ${count} of ${ask.cards[0]}`;
      return;
    }
    fold.textContent = "Fold";
    call.textContent = ask?.bring_in !== undefined && ask.call === undefined ? `Bring in ${chips(ask.bring_in)}` : ask?.call ? `Call ${chips(ask.call)}` : ask && ask.call === undefined ? "Check" : "Check";
    const to = Number(amount.value);
    const verb = ask?.bet ? "Raise to" : "Bet";
    const all = ask?.raise && to === ask.raise[1] && to === now.seats[now.you]?.stack + now.seats[now.you]?.bet;
    raise.textContent = ask?.raise ? (all ? `All-in ${chips(to)}` : `${verb} ${chips(to)}`) : "Raise";
  }

  function send(message) {
    if (!mayAct()) return;
    if (act({ kind: "act", turn, ...message })) {
      sent = turn;
      enable();
    }
  }
  function doFold() {
    if (ask?.cards) return;
    if (ask?.fold) send({ verb: "fold" });
    else doCall();
  }
  function doCall() {
    if (!mayAct()) return;
    if (ask.cards) {
      if (chosen.size < ask.cards[0] || chosen.size > ask.cards[1]) return;
      const held = held_();
      send({ verb: ask.phase === "pass" ? "pass" : "discard", cards: [...chosen].map((place) => held[place]) });
    } else if (ask.call !== undefined) send({ verb: "call" });
    else if (ask.bring_in !== undefined) send({ verb: "bring_in" });
  }
  function doRaise() {
    if (mayAct() && ask.raise) send({ verb: "raise", amount: Number(amount.value) });
  }
  function held_() {
    return [...(now.cards ?? []), ...(now.seats[now.you]?.up ?? [])];
  }
  function pick(place) {
    if (!choosing() || place >= held_().length) return;
    if (chosen.has(place)) chosen.delete(place);
    else if (chosen.size < ask.cards[1]) chosen.add(place);
    relabel();
    redraw();
  }
  const choosing = () => mayAct() && Boolean(ask.cards);

  function enable() {
    const can = mayAct();
    fold.disabled = !(can && ask.fold);
    call.disabled = !(can && (ask.cards || ask.call !== undefined || ask.bring_in !== undefined));
    raise.disabled = !(can && ask.raise);
    const free = can && ask.raise && ask.raise[0] !== ask.raise[1];
    for (const control of [slider, amount, ...presets]) control.disabled = !free;
    root.classList.toggle("asked", can);
  }

  function update(table, frame) {
    if (now && frame.hand !== now.hand) planned = null;
    now = { ...frame, you: table.you };
    ask = frame.ask && !frame.over ? frame.ask : null;
    root.classList.toggle("plain", table.betting === "limit");
    offer(table);
    if (frame.turn !== turn) {
      turn = frame.turn;
      chosen = new Set();
      if (ask?.raise) {
        slider.min = amount.min = String(ask.raise[0]);
        slider.max = amount.max = String(ask.raise[1]);
        slider.step = "1";
        setAmount(ask.raise[0]);
      }
    }
    legend.textContent = ask?.cards
      ? "Keys: 1–7 choose cards · Enter exchange"
      : table.betting === "limit" ? "Keys: F fold · C check or call · R bet or raise · D deal" : "Keys: F fold · C check or call · R or Enter bet or raise · 1–5 sizes · arrows amount · D deal";
    relabel();
    enable();
    if (ask && planned) actAsPlanned();
    showAhead();
  }

  function resize(event, way) {
    if (!mayAct() || !ask.raise) return false;
    setAmount(Number(amount.value) + way * (event.shiftKey ? 10 : 1) * (now.unit ?? 1));
    return true;
  }

  function choose(event) {
    const place = Number(event.key) - 1;
    if (ask?.cards) return pick(place);
    if (place >= offered.length || !mayAct() || !ask.raise) return false;
    return setAmount(sized(offered[place][1]));
  }

  const close = pageKeys(root, [
    { keys: ["f"], text: "Fold", run: () => doFold() },
    { keys: ["c"], text: "Check or call", run: () => doCall() },
    { keys: ["r"], text: "Bet or raise", run: () => doRaise() },
    { keys: ["enter"], text: "Bet or raise; exchange the chosen cards", run: () => (ask?.cards ? doCall() : doRaise()) },
    { keys: ["d"], text: "Deal the next hand", run: () => dealNext() },
    { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], text: "Size of the bet, or a card to exchange", run: choose },
    { keys: ["arrowup", "arrowright"], text: "More, by ten with Shift", run: (event) => resize(event, 1) },
    { keys: ["arrowdown", "arrowleft"], text: "Less", run: (event) => resize(event, -1) },
  ]);

  return {
    root, update, pick, choosing, chosen: () => chosen, whenPicked: (again) => (redraw = again),
    refused: () => {
      sent = -1;
      enable();
    },
    close,
    clear: () => clear(root),
  };
}
