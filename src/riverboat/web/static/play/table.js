// A table: one socket, and everything that shows its messages.

import { api, socket } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { showProblem } from "../lib/health.js";
import { choice, gameName } from "../lib/names.js";
import { attempt, notice } from "../lib/notice.js";
import { makeActions } from "./actions.js";
import { makeDisplay } from "./display.js";
import { actionLabel, makeFelt } from "./felt.js";
import { forget, keyOf, myName, remember } from "./keys.js";
import { showReplay } from "./replay.js";
import { showProof } from "./verify.js";
import { makeLog, makeOdds, makeScore, makeSummary } from "./side.js";
import { countIn } from "./words.js";

const WRONG_KEY = 4003;
const SENT_AWAY = 4010;

export async function mountTable(root, id) {
  let table = null;
  let now = null;
  let labels = {};
  let ends = 0;
  let scored = 0;
  let counts = {};
  let learnt = 0;
  let opened = null; // all cards of the last hand, where one person plays
  const say = (message) => line.send(message);

  const actions = makeActions(say, deal);
  const felt = makeFelt({ sit: (chair) => attempt(() => sit(chair)), pick: actions.pick, choosing: actions.choosing, chosen: actions.chosen });
  const odds = makeOdds((turn) => say({ kind: "odds", turn }));
  const summary = makeSummary((hand) => say({ kind: "replay", hand }), (hand) => say({ kind: "proof", hand }));
  const commitments = {}; // as shown before the hands ended
  const score = makeScore();
  const log = makeLog();
  const heading = h("h1", {}, " ");
  const game = h("span", { class: "faint small" });
  const state = h("span", { class: "badge", role: "status" }, "connecting");
  const auto = h("input", { type: "checkbox", onchange: () => say({ kind: "auto", on: auto.checked }) });
  const out = h("input", { type: "checkbox", onchange: () => say({ kind: "sit_out", out: out.checked }) });
  const next = h("button", { type: "button", onclick: deal }, "Deal");
  next.disabled = true; // until the first frame says that a hand can be dealt
  const rebuy = h("button", { type: "button", onclick: () => say({ kind: "rebuy" }) }, "Rebuy");
  const bust = h("p", { class: "bust", role: "status", hidden: true }, "You are out of chips. Rebuy to play on.");
  const two = h("input", { type: "checkbox", checked: document.documentElement.dataset.deck === "two", onchange: () => setDeck(two.checked) });
  const timer = h("span", { class: "clock", role: "timer" });
  const company = h("section", { class: "panel company", hidden: true });
  const display = makeDisplay(redisplay);
  const tools = h("div", { class: "tools" }, h("label", { class: "field inline" }, auto, "deal automatically"), h("label", { class: "field inline" }, out, "sit out"), h("label", { class: "field inline deck" }, two, "two-colour deck"), display.element, rebuy, next, timer);
  root.append(
    h("div", { class: "table-head" }, link("/play", { class: "button quiet", "aria-label": "Back to the lobby" }, "‹ Lobby"), heading, game, h("span", { class: "grow" }), state),
    h("div", { class: "at-table" },
      h("div", { class: "play-area" }, felt.root, bust, tools, actions.root),
      h("aside", { class: "beside" }, odds.root, summary.root, score.root, log.root, company)));
  actions.whenPicked(draw);

  function setDeck(plain) {
    document.documentElement.dataset.deck = plain ? "two" : "four";
    localStorage.setItem("deck", document.documentElement.dataset.deck);
  }

  function deal() {
    if (now && now.waiting !== undefined) say({ kind: "deal", hand: now.hand });
  }

  async function sit(chair) {
    remember(id, await api.post(`tables/${id}/seats/${chair}`, { name: myName() }));
    line.close();
    line = open();
  }

  async function free(chair) {
    await api.drop(`tables/${id}/seats/${chair}`);
  }

  // Where several people play, everyone can leave, and the host can free any seat and decides how hands are dealt.
  function showCompany() {
    const people = table.chairs.map((chair, number) => ({ ...chair, number })).filter(({ bot }) => !bot);
    company.hidden = people.length < 2;
    auto.disabled = table.you === null || (people.length > 1 && !table.host);
    clear(company, h("h2", {}, "People at this table"), people.filter(({ name }) => name).map(({ name, number }) =>
      h("div", { class: "table-row" }, h("span", { class: "grow" }, name),
        (table.host || number === table.you) &&
          h("button", { type: "button", class: "quiet", onclick: () => attempt(() => free(number)) }, number === table.you ? "Leave" : "Free this seat"))));
  }

  function draw() {
    const { positions, hud, lesson } = display.chosen;
    const extra = { positions, counts: hud ? counts : null, cards: lesson && opened?.hand === now?.hand ? opened.cards : null };
    if (now) felt.draw(table, now, labels, timeLeft() / (table.clock || 1), extra);
  }

  // A switch was changed: everything that is shown is shown again.
  function redisplay(name) {
    if (!now) return;
    countIn(display.chosen.blinds ? table.unit : 0);
    if (name === "blinds") {
      labels = {};
      for (const action of now.did) if (action.verb !== "note") labels[action.seat] = actionLabel(action);
      actions.update(table, now);
    }
    if (name === "hud" && display.chosen.hud) say({ kind: "hud" });
    if (name === "lesson") learn();
    draw();
  }

  // After a hand at a table with one person: all cards, and the equity street by street.
  function learn() {
    if (!display.chosen.lesson || !now.over || !table.alone || table.you === null || learnt === now.hand || now.seats[table.you].state === "out") return;
    learnt = now.hand;
    say({ kind: "lesson", hand: now.hand });
  }

  function timeLeft() {
    return ends ? Math.max(0, (ends - performance.now()) / 1000) : 0;
  }

  function hear(frame) {
    if (frame.kind === "now") show(frame);
    else if (frame.kind === "odds") odds.hear(frame);
    else if (frame.kind === "score") score.hear(frame);
    else if (frame.kind === "hud") {
      counts = frame.seats;
      draw();
    } else if (frame.kind === "lesson") {
      if (frame.cards) opened = frame;
      if (frame.hand === now?.hand && now.over) summary.teach(frame);
      draw();
    }
    else if (frame.kind === "replay") attempt(() => showReplay(frame, id));
    else if (frame.kind === "proof") attempt(() => showProof(frame.proof, commitments[frame.proof.hand]));
    else if (frame.kind === "problem") showProblem(frame.why);
    else if (frame.kind === "refused") {
      actions.refused();
      notice(frame.why, "bad");
    }
  }

  function show(frame) {
    if (frame.table) {
      const fresh = JSON.stringify([table?.you, table?.chairs.length]) !== JSON.stringify([frame.table.you, frame.table.chairs.length]) || !table;
      table = frame.table;
      if (fresh) felt.build(table);
      heading.textContent = table.title;
      document.title = `${table.title} · Riverboat`;
      game.title = table.game;
      choice().then((found) => (game.textContent = gameName(found, table.game)), () => (game.textContent = table.game));
      auto.checked = table.auto;
      countIn(display.chosen.blinds ? table.unit : 0);
      display.offer("lesson", table.alone);
      const seated = table.you !== null;
      out.checked = seated && table.chairs[table.you].out;
      out.disabled = !seated;
      showCompany();
      for (const part of [tools, actions.root, odds.root, score.root]) part.hidden = !seated;
    }
    if (!now || frame.hand !== now.hand || frame.street !== now.street || frame.whole) labels = {};
    for (const action of frame.did) if (action.verb !== "note" && (action.street === frame.street || frame.over)) labels[action.seat] = actionLabel(action);
    if (frame.commitment && !frame.over) commitments[frame.hand] ??= frame.commitment;
    now = { ...frame, unit: table.unit };
    ends = frame.left === undefined ? 0 : performance.now() + frame.left * 1000;
    const seat = table.you === null ? null : frame.seats[table.you];
    rebuy.disabled = !seat || seat.stack >= table.stack || table.chairs[table.you].rebuys;
    next.disabled = !seat || frame.waiting === undefined;
    const broke = Boolean(seat && frame.over && seat.stack === 0 && !rebuy.disabled);
    bust.hidden = !broke;
    rebuy.classList.toggle("primary", broke);
    actions.update(table, now);
    draw();
    odds.update(now);
    summary.update(table, now);
    log.update(table, now);
    if (frame.over) learn();
    const played = frame.over ? frame.hand : frame.hand - 1; // also of hands before this page was opened
    if (played > 0 && table.you !== null && scored !== played) {
      scored = played;
      say({ kind: "score" });
      if (display.chosen.hud) say({ kind: "hud" });
    }
    tick();
  }

  function tick() {
    const left = timeLeft();
    timer.textContent = left && now?.actor === table?.you ? `${Math.ceil(left)} s` : "";
    if (left) draw();
  }
  const ticking = setInterval(tick, 250);

  function open() {
    return socket(`tables/${id}/live`, {
      hear,
      status: (status, reason, code) => {
        if (code === WRONG_KEY || code === SENT_AWAY) {
          // The seat is no longer ours: go on as a spectator.
          forget(id);
          notice(reason, "bad");
          line = open();
          return;
        }
        state.textContent = { open: "live", lost: "reconnecting", closed: reason || "closed" }[status];
        state.className = `badge ${status === "open" ? "good" : status === "lost" ? "warn" : "bad"}`;
        if (status === "open") line.send({ kind: "hello", key: keyOf(id) });
      },
    });
  }
  /** @type {ReturnType<typeof socket>} */
  let line = { send: () => false, close: () => {} };
  line = open();
  return () => {
    clearInterval(ticking);
    actions.close();
    line.close();
  };
}
