// Hands of one spot, one after the other. The answers come from the server, after the action.

import { api } from "../lib/api.js";
import { card, cards, split } from "../lib/cards.js";
import { clear, field, h, link, select } from "../lib/dom.js";
import { attempt, failure } from "../lib/notice.js";
import { pageKeys } from "../lib/page-keys.js";
import { judgementView } from "./judgement.js";
import { chips, openInStudy, percent, SIDES } from "./words.js";

const STREETS = ["flop", "turn", "river"];
const MADE = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush"];
const ENDS = { fold: "The hand is over.", showdown: "Showdown.", left: "The solution never comes here with your hand: there is nothing to judge by." };
const POLL = 700;

export async function mountSession(root, name, study) {
  let spot = await api.get(`train/spots/${name}`);
  let hand = null;
  let busy = false;
  let asked = 0;
  let left = false;
  const options = spotOptions(spot, () => attempt(deal));
  const table = h("section", { class: "panel train-table", "aria-label": "The hand" });
  const judged = h("div", { class: "train-judged", "aria-live": "polite" });
  const tally = h("p", { class: "train-tally", id: "train-tally" }, "No decisions in this spot yet.");
  clear(root, h("p", { class: "small" }, link("/train", {}, "← All spots, score and mistakes")),
    h("header", { class: "row" }, cards(split(spot.board)), h("h1", { class: "grow" }, spot.title), tally),
    spot.about && h("p", { class: "small faint" }, `${spot.about} ${spot.origin}`),
    h("div", { class: "train-columns" }, h("div", { class: "train-main" }, table, judged), options.element));
  pageKeys(table, [
    { keys: ["f"], text: "Fold", run: () => press((each) => each.name === "f") },
    { keys: ["c", "x"], text: "Check or call", run: () => press((each) => each.name === "c" || each.name === "x") },
    { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], text: "The first, second, … action", run: (event) => press((each, at) => at === Number(event.key) - 1) },
    { keys: ["d", "enter"], text: "Next hand, when this one is over", run: () => ((hand === null || hand.over) && !busy ? (attempt(deal), true) : false) },
  ]);
  showTally(await api.get("train/score"));
  if (spot.state === "ready") await attempt(deal);
  else solve();
  return () => { left = true; };

  function press(wanted) {
    const action = hand?.actions.find(wanted);
    if (!action || busy) return false;
    attempt(() => act(action));
    return true;
  }

  function showTally(score) {
    const mine = score.spots.find((each) => each.spot === name);
    if (mine) drawTally(mine.total, mine.due);
  }

  function drawTally(total, due) {
    clear(tally, h("span", {}, `${total.decisions.toLocaleString("en-US")} decision${total.decisions === 1 ? "" : "s"}`), h("span", {}, `EV lost per 100: ${chips(total.lost_per_100)} chips`),
      h("span", {}, `best ${percent(total.best)}`), due > 0 && h("span", { class: "badge" }, `${due} due`));
  }

  // Solve a spot that is not solved yet, and deal as soon as it is.
  async function solve() {
    const bar = h("progress", { max: 1, "aria-label": "Progress of the solve" });
    const says = h("p", { role: "status" }, "Solving the spot for the first time…");
    clear(table, says, bar);
    spot = await attempt(() => api.post(`train/spots/${name}/solve`)) ?? spot;
    while (!left && spot.state === "solving") {
      const { iterations, percent: open, target, notice } = spot.progress;
      says.textContent = `Solving the spot for the first time… ${notice ?? (iterations === undefined ? "" : `${iterations} iterations${open ? `, ${open.toFixed(2)} % of the pot exploitable` : ""}`)}`;
      if (open) bar.value = Math.min(1, Math.max(0.02, 1 - Math.log(open / target) / Math.log(100 / target)));
      await new Promise((go) => setTimeout(go, POLL));
      spot = await attempt(() => api.get(`train/spots/${name}`)) ?? spot;
    }
    if (left) return;
    if (spot.state === "ready") await attempt(deal);
    else clear(table, h("p", { class: "bad", role: "alert" }, spot.error || "The spot is not solved."), h("button", { type: "button", onclick: solve }, "Solve it"));
  }

  // What is wanted may change while a hand is on its way: the last request counts.
  function begin() {
    busy = true;
    table.ariaBusy = "true";
    return ++asked;
  }

  function end(number) {
    if (number !== asked) return;
    busy = false;
    table.ariaBusy = "false";
  }

  async function deal() {
    if (spot.state !== "ready") return;
    const number = begin();
    try {
      const dealt = await api.post("train/hands", { spot: name, ...options.wanted() });
      if (number !== asked) return;
      hand = dealt;
      clear(judged);
      draw();
    } catch (error) {
      if (number === asked) { // the hand before does not fit what is chosen now
        hand = null;
        clear(judged);
        clear(table, h("p", {}, failure(error)));
      }
      throw error;
    } finally {
      end(number);
    }
  }

  async function act(action) {
    const number = begin();
    try {
      const before = hand;
      const answer = await api.post(`train/hands/${hand.id}/act`, { action: action.name });
      if (number !== asked) return;
      hand = answer.hand;
      const { judgement } = answer;
      judged.prepend(judgementView(answer, before.actions, study && (() => attempt(() => openInStudy(name, judgement)))));
      drawTally(answer.score, answer.due);
      draw();
    } finally {
      end(number);
    }
  }

  function draw() {
    const me = hand.player === "oop" ? 0 : 1;
    const said = (step) => step.card ? h("li", {}, card(step.card)) : h("li", { class: step.player === me ? "me" : null }, `${step.player === me ? "You" : "Opponent"}: ${step.label}`);
    clear(table,
      h("div", { class: "row" }, h("span", { class: "faint" }, `${hand.street[0].toUpperCase()}${hand.street.slice(1)}, you are ${SIDES[hand.player]}`),
        hand.again && h("span", { class: "badge" }, "a mistake again")),
      h("ol", { class: "train-line", "aria-label": "What has happened" }, hand.line.length ? hand.line.map(said) : h("li", { class: "faint" }, "You act first.")),
      h("div", { class: "train-felt" },
        h("div", { class: "train-seat" }, h("span", { class: "small" }, `Opponent, ${hand.stacks[1 - me].toLocaleString("en-US")}`), cards(hand.opponent ?? ["??", "??"])),
        h("div", { class: "train-middle" }, cards(hand.board, { "aria-label": "Board" }), h("span", { class: "train-pot" }, `Pot ${hand.pot.toLocaleString("en-US")}`)),
        h("div", { class: "train-seat" }, cards(hand.hole, { id: "train-hole", "aria-label": "Your cards" }), h("span", { class: "small" }, `You, ${hand.stacks[me].toLocaleString("en-US")}`))),
      hand.over ? ending() : h("div", { class: "train-actions", role: "group", "aria-label": "Your action" }, hand.actions.map((action, at) =>
        h("button", { type: "button", class: "train-action", style: { "--tint": action.colour }, "data-action": action.name, onclick: () => press((each) => each === action) },
          h("kbd", { "aria-hidden": "true" }, at + 1), action.label))));
  }

  function ending() {
    const next = h("button", { type: "button", class: "primary", onclick: () => attempt(deal) }, "Next hand (D)");
    const net = hand.net === null ? "" : hand.winner === null ? " Split pot." : ` ${hand.winner === hand.player ? "You win" : "The opponent wins"}: ${hand.net > 0 ? "+" : ""}${chips(hand.net)} chips for you.`;
    return h("div", { class: "row train-end" }, h("p", { class: "grow", role: "status" }, ENDS[hand.ended], net), next);
  }
}

// What to deal: street, position, hands, what they make, difficulty, and whether mistakes come first.
function spotOptions(spot, changed) {
  const kept = JSON.parse(sessionStorage.getItem("train-options") ?? "{}");
  const first = STREETS.indexOf(spot.street);
  const street = select([["", "from the start"], ...STREETS.slice(first).map((each) => [each, `the ${each}`])], kept.street ?? "", { onchange });
  const player = select([["", "either"], ["oop", "out of position"], ["ip", "in position"]], kept.player ?? "", { onchange });
  const difficulty = select([["mix", "the mix, or what costs below 1 %"], ["best", "only the most frequent action"]], kept.difficulty ?? "mix", { onchange });
  const hands = h("input", { value: kept.hands ?? "", placeholder: "all, or 22+,AKs,A5s", maxlength: 2000, autocomplete: "off", spellcheck: false, onchange });
  const mistakes = h("input", { type: "checkbox", checked: kept.mistakes ?? true, onchange });
  const made = MADE.map((name) => h("input", { type: "checkbox", value: name, checked: (kept.categories ?? []).includes(name), onchange }));
  const element = h("section", { class: "panel train-options", "aria-label": "What to deal" }, h("h2", {}, "What to deal"),
    field("Decisions on", street), field("Your position", player), field("Right is", difficulty), field("Your hands", hands),
    h("details", { open: (kept.categories ?? []).length > 0 }, h("summary", {}, "What they make at your first decision"),
      h("div", { class: "train-made" }, made.map((box) => h("label", {}, box, ` ${box.value}`)))),
    h("label", { class: "row tight" }, mistakes, "mistakes first, when they are due"),
    h("p", { class: "small faint" }, "? shows the keys."));

  function wanted() {
    return { street: STREETS.slice(first).includes(street.value) ? street.value : null, player: player.value || null, difficulty: difficulty.value, hands: hands.value.trim(),
      categories: made.filter((box) => box.checked).map((box) => box.value), mistakes: mistakes.checked };
  }

  function onchange() {
    sessionStorage.setItem("train-options", JSON.stringify(wanted()));
    changed();
  }
  return { element, wanted };
}
