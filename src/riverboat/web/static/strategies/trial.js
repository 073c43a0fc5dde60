// "Try it on a hand": a table, cards and betting, chosen or dealt, and what the strategy does there, step by step. It
// follows the text while that is edited.

import { api } from "../lib/api.js";
import { cards } from "../lib/cards.js";
import { clear, field, h, keepingFocus, select } from "../lib/dom.js";
import { attempt } from "../lib/notice.js";
import { cardField } from "../study/card_field.js";
import { debounced } from "../study/debounce.js";
import { valueText } from "./language.js";
import { showDecision } from "./trace.js";

const BETTING = [["no-limit", "no-limit"], ["pot-limit", "pot-limit"], ["limit", "limit"]];
const STREETS = ["preflop", "flop", "turn", "river"];

// `text()` is the strategy; `decided(decision)` is called with {tactic, rule, fits: lines} or null.
export function trialPanel(words, text, decided) {
  const setup = { betting: "no-limit", players: 2, stacks: [100], position: 1, hole: "", board: "", steps: [], given: {}, deal: 1 + Math.floor(Math.random() * 1e9) };
  let shown = false;
  let terms = [];
  let broken = false;
  let filling = false;
  const asking = debounced((body) => api.post("strategies/try", body), answered, 120);
  const betting = select(BETTING, setup.betting, { onchange: () => { setup.betting = betting.value; restart(); } });
  const players = select(Array.from({ length: 9 }, (_, at) => at + 2), setup.players, { onchange: () => { setup.players = Number(players.value); setup.position = setup.players - 1; setup.stacks = [setup.stacks[0]]; stack.value = String(setup.stacks[0]); restart(); } });
  const seat = h("select", { onchange: () => { setup.position = Number(seat.value); ask(); } });
  const stack = h("input", { value: "100", spellcheck: false, title: "In big blinds; one for all, or one for each seat from the small blind on: 20, 50, 100", oninput: () => {
    setup.stacks = stack.value.split(/[\s,]+/).filter(Boolean).map(Number);
    ask();
  } });
  let board = null;
  const hole = cardField({ label: "Its cards", most: 2, hint: "dealt at random", taken: () => board?.cards() ?? [], changed: (now) => { setup.hole = now; board.redraw(); ask(); } });
  board = cardField({ label: "Board", most: 5, hint: "dealt at random", taken: () => hole.cards(), changed: (now) => { setup.board = now; hole.redraw(); ask(); } });
  const wanted = select([["", "any street"], ...STREETS], "", { "aria-label": "Street of the dealt hand" });
  const deal = h("button", { type: "button", class: "primary", onclick: () => attempt(dealt) }, "Deal a hand");
  const table = h("div", { class: "st-table" });
  const history = h("div", { class: "st-history", role: "group", "aria-label": "Betting so far" });
  const turn = h("div", { class: "row st-turn" });
  const assumed = h("div", { class: "st-assumed" });
  const problem = h("p", { class: "bad", role: "alert" });
  const result = h("div", { class: "st-decision", "aria-live": "polite" });
  const element = h("div", { class: "st-trial" },
    h("div", { class: "row end" }, deal, wanted, h("span", { class: "grow" }), h("span", { class: "faint small" }, "or go to"),
      h("span", { class: "st-streets", role: "group", "aria-label": "Everybody checks and calls to" }, STREETS.map((each) => h("button", { type: "button", class: "small", onclick: () => attempt(() => reach(each)) }, each)))),
    h("div", { class: "st-setup" }, field("Betting", betting), field("Players", players), field("Its seat", seat), field("Stacks, big blinds", stack)),
    h("div", { class: "st-setup st-cards" }, hole.element, board.element),
    assumed, table, history, turn, problem, result);
  return { element, update, show, close: asking.cancel };

  function show(on) {
    shown = on;
    if (on) ask();
  }

  // The text has changed, and this is what the server said about it.
  function update(found) {
    broken = found.problems.some((each) => !each.warning);
    const now = found.terms.filter((each) => words.byName.get(each)?.predictor);
    if (!broken && now.join() !== terms.join()) {
      terms = now;
      keepingFocus(assumed, assumptions);
    }
    ask();
  }

  function ask() {
    if (shown) asking.later({ text: text(), setup: clean() });
  }

  function clean() {
    const given = Object.fromEntries(Object.entries(setup.given).filter(([name, value]) => value !== "" && terms.includes(name)));
    return { ...setup, given };
  }

  function restart() {
    setup.steps = [];
    ask();
  }

  async function dealt() {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const found = await api.post("strategies/deal", { setup: { ...clean(), steps: [] }, street: wanted.value, seed });
    filling = true; // the fields show what was dealt, to be changed
    take(found);
  }

  async function reach(street) {
    take(await api.post("strategies/reach", { setup: clean(), street }));
  }

  function take(found) {
    Object.assign(setup, { steps: found.steps, deal: found.deal, hole: found.hole, board: found.board });
    hole.set(setup.hole);
    board.set(setup.board);
    asking.now({ text: text(), setup: clean() });
  }

  function answered(found, error) {
    problem.textContent = error ? error.message : "";
    if (error) {
      decided(null);
      return;
    }
    const now = found.table;
    if (filling) fill(now);
    clear(seat, now.seats.map((name, at) => h("option", { value: at, selected: at === setup.position }, name)));
    picture(now);
    steps(now);
    keepingFocus(turn, () => choices(now));
    if (!found.decision) {
      clear(result, h("p", { class: "faint" }, found.problem ? `It cannot be played yet: ${found.problem}` : now.turn ? `It is not its turn: choose what ${now.turn.who} does.` : "The hand is over."));
      decided(null);
      return;
    }
    showDecision(result, words, found.decision);
    decided({ tactic: found.decision.tactic, rule: found.decision.rule, fits: found.decision.steps.filter((each) => each.fits).map((each) => each.line) });
  }

  function fill(now) {
    filling = false;
    setup.hole = now.hole.join("");
    setup.board = now.board.join("");
    hole.set(setup.hole);
    board.set(setup.board);
  }

  function picture(now) {
    const blinds = (chips) => `${+(chips / now.big_blind).toFixed(2)} bb`;
    clear(table,
      h("div", { class: "st-spot" }, cards(now.hole), h("span", { class: "faint small" }, "on"), now.board.length ? cards(now.board) : h("span", { class: "faint" }, "no board")),
      h("dl", { class: "st-facts" }, [["street", now.street], ["pot", blinds(now.pot)], ["to call", now.turn ? blinds(now.turn.to_call) : "–"], ["its stack", blinds(now.stacks[setup.position])], ["still in", `${now.live.filter(Boolean).length} of ${now.live.length}`]].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))));
  }

  function steps(now) {
    const streets = STREETS.filter((street) => now.steps.some((each) => each.street === street));
    clear(history, streets.map((street) => h("span", { class: "st-street" }, h("b", {}, street), now.steps.map((each, at) => each.street === street
      ? h("button", { type: "button", class: `small quiet${each.position === setup.position ? " own" : ""}`, title: "Back to this decision", onclick: () => { setup.steps = now.steps.slice(0, at).map((step) => step.step); ask(); } }, `${each.who} ${each.words}`) : null))),
    now.steps.length ? h("button", { type: "button", class: "small quiet", onclick: () => { setup.steps = setup.steps.slice(0, -1); ask(); } }, "↶ undo") : h("span", { class: "faint small" }, "Nobody has acted yet."));
  }

  function choices(now) {
    if (!now.turn) return clear(turn);
    const { to_call: toCall, raise_from: low, raise_to: high } = now.turn;
    const act = (step) => { setup.steps = [...now.steps.map((each) => each.step), step]; ask(); };
    const mine = now.turn.position === setup.position;
    const amount = h("input", { type: "number", min: low ?? 0, max: high ?? 0, value: low === null ? "" : Math.min(high, Math.max(low, Math.round(now.pot * 0.66 + toCall * 1.66))), "aria-label": "Raise to" });
    const raised = setup.betting === "limit" ? "r" : null;
    return clear(turn, h("span", { class: "st-word" }, mine ? "Continue with" : `${now.turn.who}:`),
      now.turn.fold ? h("button", { type: "button", class: "small", onclick: () => act("f") }, "fold") : null,
      h("button", { type: "button", class: "small", onclick: () => act(toCall ? "c" : "k") }, toCall ? `call ${toCall}` : "check"),
      low === null ? null : h("button", { type: "button", class: "small", onclick: () => act(raised ?? `r${Math.round(Number(amount.value))}`) }, raised ? "raise" : "raise to"),
      low === null || raised ? null : amount,
      mine ? null : h("button", { type: "button", class: "small quiet", onclick: () => attempt(forward) }, "… check or fold up to its turn"));
  }

  // Everybody else checks or folds until it is the strategy's turn.
  async function forward() {
    for (let safe = 0; safe < 40; safe++) {
      const found = await api.post("strategies/try", { text: "", setup: clean() });
      if (!found.table.turn || found.table.turn.position === setup.position) break;
      setup.steps = [...setup.steps, found.table.turn.fold && found.table.turn.to_call ? "f" : "k"];
    }
    ask();
  }

  // What is assumed of the opponent: only predictors that the strategy uses.
  function assumptions() {
    clear(assumed, terms.length ? h("fieldset", {}, h("legend", {}, "Assumed of the opponent"), h("div", { class: "st-setup" }, terms.map((name) => {
      const term = words.byName.get(name);
      const control = term.kind === "word"
        ? select([["", "not assumed"], ...term.words.map((each) => [each, valueText(term, each)])], setup.given[name] ?? "", { onchange: () => { setup.given[name] = control.value; ask(); } })
        : h("input", { value: setup.given[name] ?? "", placeholder: "not assumed", inputMode: "decimal", oninput: () => {
          const plain = control.value.trim();
          setup.given[name] = plain === "" ? "" : plain.endsWith("%") ? parseFloat(plain) / 100 : Number(plain);
          if (Number.isNaN(setup.given[name])) setup.given[name] = "";
          ask();
        } });
      return field(name, control, { title: term.meaning });
    }))) : null);
  }
}
