// "Test it against ..." and "Play against it": a match as a job, with its interval while it runs; a table with this
// strategy in the other chairs. The text is sent along, so that nothing has to be saved for it.

import { api, watchJob } from "../lib/api.js";
import { clear, field, h, link, select } from "../lib/dom.js";
import { gameBrief, playerName } from "../lib/names.js";
import { attempt } from "../lib/notice.js";
import { playerPicker } from "../pickers/players.js";
import { openTable } from "../play/lobby.js";
import { count, plusMinus, sure } from "../watch/format.js";

const OVER = ["done", "failed", "stopped"];
const BETTING = [["no-limit", "no-limit"], ["pot-limit", "pot-limit"], ["limit", "limit"]];

// `choices` is the answer of `choice()`; `what()` is {name, text} of the strategy.
export function matchPanel(choices, what) {
  const closing = [];
  const opponent = playerPicker(choices, { value: "always_call", label: "Opponent" });
  const betting = select(BETTING, "no-limit", { onchange: suit });
  const players = select(Array.from({ length: 9 }, (_, at) => at + 2), 2, { onchange: suit });
  const hands = h("input", { type: "number", min: 100, max: 2000000, step: 100, value: 2000 });
  const seed = h("input", { type: "number", min: 0, max: 2147483647, value: 1 });
  const begin = h("button", { type: "submit", class: "primary" }, "Start the test");
  const runs = h("ul", { class: "st-runs", "aria-label": "Tests" });
  const empty = h("p", { class: "faint small" }, "Results appear here while the match is played, and stay in Watch.");
  const seats = select(Array.from({ length: 9 }, (_, at) => at + 2), 2);
  const game = select(BETTING, "no-limit");
  const play = h("button", { type: "button", class: "primary", onclick: sit }, "Play against it");
  const element = h("div", { class: "st-testing" },
    h("form", { class: "st-match", "aria-label": "Test it", onsubmit: start }, h("h2", {}, "Test it against …"),
      h("div", {}, h("span", { class: "small faint" }, "Opponent"), opponent.element),
      h("div", { class: "st-setup" }, field("Betting", betting), field("Players", players), field("Hands", hands), field("Seed", seed)),
      h("p", { class: "small faint" }, "Two players play every deal twice, in both seats (duplicate). With more, all others are this opponent."), begin),
    empty, runs,
    h("section", { "aria-label": "Play" }, h("h2", {}, "Play against it"), h("div", { class: "row end" }, field("Betting", game), field("Players", seats), play),
      h("p", { class: "small faint" }, "A table with you in the first seat and this strategy in the others.")));
  suit();
  return { element, ready, close: () => closing.forEach((each) => each()) };

  function suit() {
    opponent.suit(`holdem(betting=${betting.value})`, Number(players.value));
  }

  function ready(on) {
    begin.disabled = play.disabled = !on;
  }

  async function start(event) {
    event.preventDefault();
    const { name, text } = what();
    const others = Array.from({ length: Number(players.value) - 1 }, () => opponent.value);
    begin.disabled = true;
    const job = await attempt(() => api.post("watch", {
      agents: [name, ...others], strategies: { [name]: text }, game: `holdem(betting=${betting.value})`, hands: hands.valueAsNumber, seed: seed.valueAsNumber,
      mode: others.length === 1 ? "duplicate" : "cash",
    }));
    begin.disabled = false;
    if (job) follow(job);
  }

  function follow(first) {
    let job = first;
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
    const said = h("span", { class: "small faint" });
    const result = h("b", { class: "st-result" });
    const verdict = h("span", { class: "small" });
    const actions = h("span", { class: "row" });
    let state = "";
    const [own, ...others] = job.params.agents;
    empty.hidden = true;
    runs.prepend(h("li", {},
      h("div", { class: "row" }, h("span", { class: "grow" }, `${playerName(choices, own)} against ${others.length > 1 ? `${others.length} × ` : ""}${playerName(choices, others[0])}`, " ", h("span", { class: "faint small" }, `${gameBrief(choices, job.params.game)}, ${job.params.mode}, seed ${job.params.seed}`)), actions),
      h("div", { class: "row" }, result, verdict, h("span", { class: "grow" }), said), bar));
    draw();
    closing.push(watchJob(job.id, (now) => { job = now; draw(); }));

    function draw() {
      const found = job.result && OVER.includes(job.state) ? job.result : job.progress;
      const done = found.hands ?? found.done ?? 0;
      const total = job.state === "done" ? done : job.params.hands;
      bar.value = total ? done / total : 0;
      bar.hidden = OVER.includes(job.state);
      const me = found.players?.[0];
      const pair = me?.mbb ?? null;
      result.textContent = pair?.[0] == null ? "" : `${plusMinus(pair, 0)} mbb/hand`;
      result.className = `st-result ${sure(pair)}`;
      verdict.textContent = job.error || (pair?.[1] == null ? "" : { good: "it wins", bad: "it loses", "": "not decided: the 95 % interval includes 0" }[sure(pair)]);
      verdict.className = job.error ? "small bad" : "small";
      said.textContent = `${count(done)} of ${count(Math.max(total, done))} hands${job.state === "waiting" ? ", waiting" : job.state === "stopped" ? ", stopped" : ""}`;
      if (job.state === state) return;
      state = job.state;
      clear(actions, OVER.includes(state) ? null : h("button", { type: "button", class: "small", onclick: () => attempt(() => api.post(`jobs/${job.id}/stop`)) }, "Stop"),
        state === "stopped" ? h("button", { type: "button", class: "small", onclick: () => attempt(resume) }, "Resume") : null, link(`/watch/${job.id}`, { class: "button small" }, "In Watch"));
    }

    async function resume() {
      job = await api.post(`jobs/${job.id}/resume`);
      draw();
      closing.push(watchJob(job.id, (now) => { job = now; draw(); }));
    }
  }

  async function sit() {
    play.disabled = true;
    await attempt(() => playAgainst(what(), game.value, Number(seats.value)));
    play.disabled = false;
  }
}

/** @param {{ name?: string, text?: string, agent?: string }} what */
export function playAgainst({ name, text, agent = name }, betting = "no-limit", players = 2) {
  const others = Array.from({ length: players - 1 }, () => ({ kind: "bot", agent }));
  return openTable({ title: "", game: `holdem(betting=${betting})`, chairs: [{ kind: "human" }, ...others], strategies: text === undefined ? {} : { [name]: text } });
}
