// The action bar: buttons, slider and presets, and keys for all of them.

import { clear, h } from "../lib/dom.js";
import { pageKeys } from "../lib/page-keys.js";
import { chips } from "./words.js";

const PRESETS = [["33%", 0.33], ["50%", 0.5], ["75%", 0.75], ["Pot", 1], ["All-in", Infinity]];

export function makeActions(act, dealNext) {
  const fold = h("button", { type: "button", class: "act fold", onclick: () => doFold() }, "Fold");
  const call = h("button", { type: "button", class: "act call", onclick: () => doCall() }, "Check");
  const raise = h("button", { type: "button", class: "act raise", onclick: () => doRaise() }, "Raise");
  const slider = h("input", { type: "range", min: "0", max: "1", step: "1", "aria-label": "Amount" });
  const amount = h("input", { type: "number", min: "0", step: "1", "aria-label": "Raise to", inputMode: "numeric" });
  const presets = PRESETS.map(([label, share], place) =>
    h("button", { type: "button", class: "preset", title: `Key ${place + 1}`, onclick: () => setAmount(sized(share)) }, label));
  const sizes = h("div", { class: "sizes" }, h("div", { class: "presets", role: "group", "aria-label": "Bet sizes" }, presets), slider, amount);
  const buttons = h("div", { class: "acts" }, fold, call, raise);
  const legend = h("p", { class: "legend faint small", "aria-hidden": "true" });
  const root = h("section", { class: "actions", "aria-label": "Your action" }, sizes, buttons, legend);
  let ask = null;
  let now = null;
  let turn = -1;
  let sent = -1;
  let chosen = new Set();
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

  // A share of the pot after calling, on top of the highest bet.
  function sized(share) {
    const [low, high] = ask?.raise ?? [0, 0];
    const wanted = share === Infinity ? high : Math.round((ask?.bet ?? 0) + share * (now.pot + (ask?.call ?? 0)));
    return Math.min(high, Math.max(low, wanted));
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
    now = { ...frame, you: table.you };
    ask = frame.ask && !frame.over ? frame.ask : null;
    root.classList.toggle("plain", table.betting === "limit");
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
  }

  function resize(event, way) {
    if (!mayAct() || !ask.raise) return false;
    setAmount(Number(amount.value) + way * (event.shiftKey ? 10 : 1) * (now.unit ?? 1));
    return true;
  }

  function choose(event) {
    const place = Number(event.key) - 1;
    if (ask?.cards) return pick(place);
    if (place >= PRESETS.length || !mayAct() || !ask.raise) return false;
    return setAmount(sized(PRESETS[place][1]));
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
