// A hand of poker that moves: `replayer(data, options)` makes an element from the data of `frames.py`.
//
//   document.body.append(replayer(data, { bottom: 2 }));
//
// options: bottom (the position that sits at the bottom; the hero, or the first who won or lost most), open (whether
// cards of others that are known lie open from the beginning; true if there is no hero), step (where to begin), label.
// The element has `decision()` (the number of the action that is shown, or of the next one), `go(step)`, `play()`,
// `pause()`, and `press(key)` for a page that has keys of its own. Buttons, a slider, the list of steps, and keys: arrows
// for one step, Home and End, space to play. Nothing is loaded and no markup is read: names are always text.

import { fiducials } from "./marks.js";

const SUITS = { s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"] };
const RANKS = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  previous: "M16 5 6 12l10 7z",
  play: "M7 4.5 19 12 7 19.5z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};
const PACE = 1100;
const ROOMY = 6; // seats: with more, everything is smaller, and long labels would lie over the cards of others
// Where bets lie on narrow tables, by number of seats, from the bottom clockwise to the top: percent of the width and of
// the height from the centre. The right side mirrors the left one.
const NARROW_BETS = {
  2: [[0, 25], [0, -25]],
  3: [[0, 25], [-35.5, -10.5]],
  4: [[0, 25], [-24.6, 12.1], [0, -25]],
  5: [[0, 25], [-22.7, 27.1], [-32.8, -22.1]],
  6: [[0, 25], [-35.5, 10.6], [-35.5, -10.5], [0, -25]],
  7: [[0, 34.2], [-19, 20], [-34, -3.1], [-13.4, -30.6]],
  8: [[0, 34.2], [-19.1, 23.3], [-33.8, 8.7], [-16.5, -23.2], [0, -34.2]],
  9: [[0, 34.2], [-13.8, 25.6], [-33.7, 1], [-20.4, -15], [-12.4, -32]],
  10: [[0, 34.2], [-14, 27], [-33.7, 7.1], [-33.7, -6.9], [-16.5, -27], [0, -34.2]],
};

/**
 * @param {any} data
 * @param {{ bottom?: number, label?: string, open?: boolean, step?: number }} options
 */
export function replayer(data, options = {}) {
  const seats = data.seats.length;
  const bottom = options.bottom ?? data.hero ?? biggest(data.seats);
  const root = make("div", "rp", { tabindex: "0", role: "group", "aria-label": options.label ?? `Replay of hand ${data.number}` });
  const state = { step: -1, speed: 1, timer: 0, open: options.open ?? data.hero === null };

  const felt = make("div", "rp-felt");
  const stage = make("div", `rp-stage${seats > ROOMY ? " rp-full" : ""}`, {}, felt);
  const middle = make("div", "rp-middle");
  const chairs = data.seats.map((seat, position) => chair(seat, place(position), narrowBet((position - bottom + seats) % seats)));
  const button = at("div", "rp-button", place(data.button), { title: "dealer button" }, "D");
  stage.append(...fiducials("replayer", seats), middle, ...chairs.map((each) => each.bet), button, ...chairs.map((each) => each.root));

  const said = make("p", "rp-said", { "aria-live": "polite" });
  const steps = make("ol", "rp-steps", { "aria-label": "Steps" });
  const marks = listSteps();
  const last = data.frames.length - 1;
  const slider = make("input", "rp-slider", { type: "range", min: "0", max: String(last), "aria-label": "Step" });
  slider.addEventListener("input", () => go(Number(slider.value)));
  const tools = Object.fromEntries(
    [
      ["first", "First step", () => go(0)],
      ["previous", "Previous step", () => go(state.step - 1)],
      ["play", "Play", () => (state.timer ? pause() : play())],
      ["next", "Next step", () => go(state.step + 1)],
      ["last", "Last step", () => go(last)],
    ].map(([name, title, act]) => [name, tool(name, title, act)]),
  );
  const speed = make("input", "", { type: "range", min: "-1", max: "2", step: "0.5", value: "0", "aria-label": "Speed" });
  const pace = make("span", "rp-pace", {}, "1×");
  speed.addEventListener("input", () => {
    state.speed = 2 ** Number(speed.value);
    pace.textContent = `${state.speed.toFixed(1).replace(".0", "")}×`;
  });
  const open = make("input", "", { type: "checkbox" });
  open.checked = state.open;
  open.addEventListener("change", () => {
    state.open = open.checked;
    draw();
  });
  const controls = make(
    "div",
    "rp-controls",
    {},
    make("div", "rp-buttons", {}, ...Object.values(tools)),
    slider,
    make("label", "rp-speed", { title: "How fast it plays" }, "speed", speed, pace),
    make("label", "rp-open", {}, open, "open cards"),
  );
  root.append(make("div", "rp-body", {}, make("div", "rp-left", {}, stage, said, controls), steps));
  root.addEventListener("keydown", keys);
  Object.assign(root, { decision, go, play, pause, press });
  go(options.step ?? 0);
  return root;

  // Where things are: positions go clockwise around an oval, the chosen one at the bottom.
  /** @returns {[number, number]} */
  function place(position) {
    const angle = Math.PI / 2 + (2 * Math.PI * (position - bottom)) / seats;
    const bend = (value) => Math.sign(value) * Math.abs(value) ** 0.86;
    return [bend(Math.cos(angle)), bend(Math.sin(angle))];
  }

  function narrowBet(step) {
    const [x, y] = NARROW_BETS[seats]?.[Math.min(step, seats - step)] ?? [0, 0];
    return [2 * step > seats ? -x : x, y];
  }

  function go(step) {
    const wanted = Math.max(0, Math.min(last, step));
    if (wanted === state.step) return;
    state.step = wanted;
    draw();
    if (wanted === last) pause();
  }

  function decision() {
    const acts = (frames) => frames.filter((frame) => frame.kind === "act").length;
    const until = acts(data.frames.slice(0, state.step + 1));
    return Math.min(acts(data.frames) - 1, data.frames[state.step].kind === "act" ? until - 1 : until);
  }

  function play() {
    if (state.step === last) go(0);
    icon(tools.play, "pause", "Pause");
    const frame = data.frames[state.step];
    const wait = (frame.kind === "act" ? PACE : PACE * 1.3) / state.speed;
    state.timer = setTimeout(() => {
      if (!root.isConnected) return pause();
      go(state.step + 1);
      if (state.timer) play();
      return undefined;
    }, wait);
  }

  function pause() {
    clearTimeout(state.timer);
    state.timer = 0;
    icon(tools.play, "play", "Play");
  }

  function keys(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches("input[type=range]") || (event.key === " " && event.target.closest("button, input"))) return;
    if (press(event.key)) event.preventDefault();
  }

  // Do what a key does; whether it does anything.
  function press(key) {
    const moves = {
      ArrowLeft: () => go(state.step - 1),
      ArrowRight: () => go(state.step + 1),
      Home: () => go(0),
      End: () => go(last),
      " ": () => (state.timer ? pause() : play()),
    };
    moves[key]?.();
    return key in moves;
  }

  function draw() {
    const frame = data.frames[state.step];
    const collected = frame.pot - sum(frame.bets);
    middle.replaceChildren(
      make("div", `rp-pot${frame.kind === "end" ? " rp-none" : ""}`, {}, `Pot ${money(frame.pot)}`),
      ...frame.boards.map((board) => make("div", "rp-board", { "aria-label": "Board" }, ...slots(board))),
      make("div", "rp-collected", {}, collected && frame.kind !== "end" && sum(frame.bets) ? `${money(collected)} in the middle` : "\u00a0"),
    );
    chairs.forEach((each, position) => sit(each, frame, position));
    said.replaceChildren(make("b", "", {}, data.streets[frame.street]), ` ${plain(frame)}`);
    said.dataset.step = `${state.step + 1} / ${last + 1}`;
    slider.value = String(state.step);
    slider.setAttribute("aria-valuetext", frame.text);
    // Not `disabled`: a button that loses the focus would take the keys with it.
    for (const name of ["first", "previous"]) tools[name].setAttribute("aria-disabled", String(state.step === 0));
    for (const name of ["next", "last"]) tools[name].setAttribute("aria-disabled", String(state.step === last));
    marks.forEach((mark, step) => {
      if (step === state.step) mark.setAttribute("aria-current", "step");
      else mark.removeAttribute("aria-current");
    });
    requestAnimationFrame(() => reveal(marks[state.step])); // not before the element is in the page
  }

  // Empty places for cards to come, so that nothing moves when they do.
  function slots(board) {
    const most = Math.max(...data.frames.at(-1).boards.map((each) => each.length), 0);
    return Array.from({ length: most }, (_, at) => (board[at] ? card(board[at]) : make("span", "rp-slot")));
  }

  function chair(seat, [x, y], narrow) {
    /** @type {Record<string, HTMLElement>} */
    const made = {
      cards: make("div", "rp-cards"),
      stack: make("span", "rp-stack"),
      label: make("span", "rp-label"),
      bet: at("div", "rp-bet", [x, y]),
    };
    ["--u", "--v"].forEach((name, side) => made.bet.style.setProperty(name, `${narrow[side]}%`));
    const second = make("span", "rp-second", {}, make("span", "rp-place", {}, short(seat.place)), made.stack);
    const plate = make("div", "rp-plate", {}, make("span", "rp-name", { title: seat.name }, seat.name), second);
    made.root = at("div", "rp-seat", [x, y], {}, made.cards, plate, made.label);
    return made;
  }

  function sit(each, frame, position) {
    const live = frame.live[position];
    const over = frame.kind === "end";
    const won = over ? frame.won[position] : 0;
    const hidden = !state.open && position !== data.hero && !(data.seats[position].showed && (over || frame.kind === "show"));
    const down = frame.down[position].map((text) => (hidden ? "??" : text));
    const up = frame.up[position];
    const stud = up.length > 0;
    each.cards.className = `rp-cards${down.length + up.length > 4 ? " rp-many" : ""}`;
    each.cards.replaceChildren(...down.map((text) => card(text, stud ? "rp-down" : "")), ...up.map((text) => card(text)));
    each.stack.textContent = money(frame.stacks[position]);
    each.bet.replaceChildren(...(frame.bets[position] ? [chips(), money(frame.bets[position])] : []));
    each.bet.classList.toggle("rp-none", !frame.bets[position]);
    const doing = over ? (won ? signed(won) : "") : lastDone(position);
    each.label.textContent = seats > ROOMY ? brief(doing) : doing;
    each.label.title = doing;
    each.label.className = `rp-label ${over ? (won > 0 ? "rp-won" : "rp-lost") : kind(doing)}`;
    each.root.className = "rp-seat";
    each.root.classList.toggle("rp-folded", !live);
    each.root.classList.toggle("rp-acting", frame.actor === position);
    each.root.classList.toggle("rp-winner", won > 0);
    const cards = live ? [...down, ...up].filter((text) => text !== "??").join(" ") : "folded";
    each.root.setAttribute("aria-label", `${data.seats[position].name}, ${money(frame.stacks[position])}${cards ? `, ${cards}` : ""}`);
    each.root.setAttribute("role", "group");
  }

  // What a player did last on this street; a fold stays.
  function lastDone(position) {
    const { street } = data.frames[state.step];
    for (let step = state.step; step >= 0; step -= 1) {
      const frame = data.frames[step];
      if (frame.actor !== position) continue;
      if (frame.label === "folds") return "folds";
      return frame.street === street && data.frames[state.step].kind !== "show" ? frame.label : "";
    }
    return "";
  }

  function listSteps() {
    let street = -1;
    return data.frames.map((frame, step) => {
      if (frame.street !== street) {
        street = frame.street;
        steps.append(make("li", "rp-street", {}, data.streets[street]));
      }
      const mark = make("button", `rp-step rp-${frame.kind}`, { type: "button" }, plain(frame));
      mark.addEventListener("click", () => go(step));
      steps.append(make("li", "", {}, mark));
      return mark;
    });
  }

  function plain(frame) {
    const head = `${data.streets[frame.street]}: `;
    return frame.text.toLowerCase().startsWith(head.toLowerCase()) ? frame.text.slice(head.length) : frame.text;
  }

  function money(chipCount) {
    const { size, digits, sign } = data.money;
    const amount = Math.abs(chipCount * size);
    const shown = digits || (Number.isInteger(amount) ? 0 : 2);
    const text = amount.toLocaleString("en-US", { minimumFractionDigits: shown, maximumFractionDigits: shown });
    return `${chipCount < 0 ? "−" : ""}${sign}${text}`;
  }

  function signed(won) {
    return won > 0 ? `+${money(won)}` : money(won);
  }

  function reveal(mark) {
    const box = steps.getBoundingClientRect();
    const line = mark.getBoundingClientRect();
    if (!box.height) return;
    if (line.top < box.top + 28) steps.scrollTop -= box.top + 28 - line.top;
    if (line.bottom > box.bottom) steps.scrollTop += line.bottom - box.bottom;
  }
}

function biggest(seats) {
  const sizes = seats.map((seat) => Math.abs(seat.won));
  return sizes.indexOf(Math.max(...sizes));
}

// What was done without how much, which the chips say.
function brief(label) {
  if (label.endsWith("all-in")) return "all-in";
  return label.replace(/^(calls|bets|raises|brings in) .*/, "$1");
}

function kind(label) {
  if (/^(bets|raises|brings)/.test(label)) return "rp-raise";
  if (/^(calls|checks)/.test(label)) return "rp-call";
  return label ? "rp-fold" : "";
}

function short(name) {
  const known = { button: "BTN", "small blind": "SB", "big blind": "BB", "cut-off": "CO" };
  return known[name] ?? name;
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

function card(text, more = "") {
  if (text === "??") return make("span", `rp-card rp-back ${more}`, { role: "img", "aria-label": "face-down card" });
  const suit = SUITS[text.at(-1)];
  const rank = suit ? text.slice(0, -1) : text;
  const name = suit ? `${RANKS[rank] ?? rank} of ${suit[1]}` : text;
  const face = [make("b", "", { "aria-hidden": "true" }, rank === "T" ? "10" : rank)];
  if (suit) face.push(make("i", "", { "aria-hidden": "true" }, suit[0]));
  return make("span", `rp-card ${suit ? `rp-${suit[1]}` : ""} ${more}`, { role: "img", "aria-label": name }, ...face);
}

function chips() {
  return make("span", "rp-chip", { "aria-hidden": "true" });
}

function at(tag, name, [x, y], attributes = {}, ...children) {
  const element = make(tag, name, attributes, ...children);
  element.style.setProperty("--x", x.toFixed(4));
  element.style.setProperty("--y", y.toFixed(4));
  return element;
}

function tool(name, title, act) {
  const made = make("button", `rp-tool rp-tool-${name}`, { type: "button" });
  icon(made, name, title);
  made.addEventListener("click", act);
  return made;
}

function icon(element, name, title) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  picture.append(path);
  element.replaceChildren(picture);
  element.title = title;
  element.setAttribute("aria-label", title);
}

function make(tag, name, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
