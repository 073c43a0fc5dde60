// A tour of two minutes: a panel at the foot of the window that goes from page to page. It can be skipped at any time.

import { clear, h } from "./dom.js";

const KEY = "riverboat.tour";
const STOPS = [
  ["/play", "Play", "Take a seat in one click, or build any table: 20 games, 2 to 10 seats, and more than forty players to choose from. Keys: F folds, C calls, R raises, ? lists them all."],
  ["/watch", "Watch", "Let the programs play each other, thousands of hands at a time, with confidence intervals. Pause and resume as you like."],
  ["/review", "Review", "Bring hand histories from a site or from this room. Replay them, search them, and see the results with the luck taken out."],
  ["/study", "Study", "Ranges, equities, and a solver for any flop, turn or river. Everything runs on this machine."],
  ["/train", "Train", "Play solved spots against the solution. Every decision shows what it cost; your mistakes come back."],
  ["/lab", "Lab", "Published tables and figures of computer poker, computed again, with a verdict for each."],
];
let panel = null;

export function beginTour() {
  show(0);
}

// The first visit offers the tour; whoever has seen or skipped it is not asked again.
export function tourOffer() {
  if (localStorage.getItem(KEY)) return null;
  const offer = h("section", { class: "panel row", "aria-label": "Tour" }, h("span", { class: "tour-words" }, "New here? A tour of two minutes shows the rooms."),
    h("button", { type: "button", class: "primary", onclick: () => end(offer, beginTour) }, "Take the tour"),
    h("button", { type: "button", class: "quiet", onclick: () => end(offer) }, "Skip"));
  return offer;
}

function end(element, then = () => {}) {
  localStorage.setItem(KEY, "seen");
  element?.remove();
  then();
}

async function show(place) {
  const { navigate } = await import("../main.js");
  const [path, name, text] = STOPS[place];
  panel ??= document.body.appendChild(h("aside", { class: "tour", "aria-label": "Tour", "aria-live": "polite" }));
  const next = h("button", { type: "button", class: "primary", onclick: () => (place + 1 < STOPS.length ? show(place + 1) : leave()) }, place + 1 < STOPS.length ? "Next" : "Done");
  clear(panel, h("p", {}, h("strong", {}, `${place + 1} of ${STOPS.length}: ${name}. `), text),
    h("div", { class: "row" }, place > 0 && h("button", { type: "button", onclick: () => show(place - 1) }, "Back"), next, h("button", { type: "button", class: "quiet", onclick: leave }, "Skip the tour")));
  navigate(path);
  next.focus({ preventScroll: true });
}

function leave() {
  end(panel);
  panel = null;
}
