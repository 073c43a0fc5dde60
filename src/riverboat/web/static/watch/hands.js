// The hands of a match: a list to choose from, and a replay at any speed.

import { api } from "../lib/api.js";
import { cards } from "../lib/cards.js";
import { clear, h } from "../lib/dom.js";
import { exportTools } from "../lib/export.js";
import { attempt } from "../lib/notice.js";
import { pageKeys, replayKeys } from "../lib/page-keys.js";
import { sheet } from "../lib/style.js";
import { count, signed } from "./format.js";

const PAGE = 10;
const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const FRAME = 60;

// `element` to show, `update(running)` when the match has advanced, `close()`.
export function handsPanel(match) {
  let total = 0;
  let first = 0;
  let chosen = null;
  let lines = [];
  let timer = 0;
  let playing = false;
  let asked = 0;
  let make = null;
  let looked = -1000;

  const film = h("div", { class: "watch-film" }, h("p", { class: "faint" }, "Choose a hand, or play them all."));
  const which = h("input", { type: "number", min: "1", value: "1", "aria-label": "Number of the hand", onchange: () => jump(which.valueAsNumber - 1) });
  const of = h("span", { class: "faint" }, "of 0");
  const play = h("button", { class: "primary", "aria-pressed": "false", onclick: () => (playing ? pause() : begin()) }, "▶ Play");
  const speed = h("input", { type: "range", min: "0", max: String(SPEEDS.length - 1), value: "2", "aria-label": "Hands per second", oninput: pace });
  const paceText = h("span", { class: "watch-pace" });
  const rows = h("div", { class: "scroll watch-rows" });
  const pager = h("div", { class: "row watch-pager" });
  const files = h("p", { class: "small watch-files", hidden: true }, "Download: ", ...download());
  const element = h(
    "section",
    { class: "panel watch-hands", "aria-label": "Hands" },
    h("h2", {}, "Hands"),
    h(
      "div",
      { class: "row watch-controls" },
      tool("«", "First hand", () => jump(0)),
      tool("‹", "Previous hand", () => jump((chosen ?? 0) - 1)),
      play,
      tool("›", "Next hand", () => jump((chosen ?? -1) + 1)),
      tool("»", "Last hand", () => jump(total - 1)),
      h("label", { class: "field inline" }, h("span", {}, "Speed"), speed, paceText),
      h("label", { class: "field inline" }, h("span", {}, "Hand"), which, of),
    ),
    film,
    rows,
    pager,
    files,
  );
  pace();
  pageKeys(element, [
    { keys: ["n"], text: "Next hand", run: () => jump((chosen ?? -1) + 1) },
    { keys: ["p"], text: "Previous hand", run: () => jump((chosen ?? 0) - 1) },
    ...replayKeys(() => film.firstElementChild),
  ]);
  return { element, update, close: pause };

  // While a match runs it changes often; the hands are requested once per second.
  async function update(running) {
    const now = performance.now();
    if (running && now - looked < 1000) return;
    looked = now;
    const from = first;
    const found = await api.get(`watch/${match}/hands?first=${from}&count=${PAGE}`).catch(() => null);
    if (!found || from !== first) return;
    const fresh = found.hands.length !== lines.length;
    total = found.total;
    lines = found.hands;
    if (fresh) list();
    else numbers();
    if (chosen === null && total && !asked) await choose(0);
    else if (!total) clear(film, h("p", { class: "faint" }, running ? "The first hands are being played." : "No hands were stored."));
  }

  async function turn(to) {
    first = Math.max(0, Math.min(to, Math.floor((total - 1) / PAGE) * PAGE));
    const from = first;
    const found = await attempt(() => api.get(`watch/${match}/hands?first=${from}&count=${PAGE}`));
    if (!found || from !== first) return; // another page was asked for meanwhile
    total = found.total;
    lines = found.hands;
    list();
  }

  async function jump(place) {
    pause();
    if (!total || Number.isNaN(place)) return;
    await choose(Math.max(0, Math.min(place, total - 1)));
  }

  // Show a hand, finished; or, while the replay runs, from its beginning.
  async function choose(place, step = null) {
    const number = ++asked;
    const data = await attempt(() => api.get(`watch/${match}/hands/${place}`));
    if (!data || number !== asked) return null;
    chosen = place;
    which.value = String(place + 1);
    const made = await attempt(() => show(data, step ?? data.frames.length - 1));
    if (!made) return null;
    if (place < first || place >= first + PAGE) await turn(Math.floor(place / PAGE) * PAGE);
    else list();
    return { made, frames: data.frames.length };
  }

  async function show(data, step) {
    if (!make) {
      const [module] = await Promise.all([import("/static/show/replayer.js"), sheet("/static/show/replayer.css")]);
      make = module.replayer;
    }
    const height = film.offsetHeight;
    const made = make(data, { step, open: true });
    film.style.minHeight = `${height}px`;
    clear(film, made);
    film.style.minHeight = "";
    return made;
  }

  function begin() {
    if (!total) return;
    playing = true;
    play.textContent = "❚❚ Pause";
    play.setAttribute("aria-pressed", "true");
    next(chosen === null || chosen >= total - 1 ? 0 : chosen + 1);
  }

  function pause() {
    playing = false;
    clearTimeout(timer);
    play.textContent = "▶ Play";
    play.setAttribute("aria-pressed", "false");
  }

  async function next(place) {
    if (place >= total) await update(false);
    if (place >= total || !element.isConnected) return pause();
    const began = performance.now();
    const slow = 1000 / SPEEDS[speed.value] > 12 * FRAME;
    const shown = await choose(place, slow ? 0 : null);
    if (!playing || !shown) return pause();
    if (slow) return frame(shown, 1, place);
    timer = setTimeout(() => next(place + 1), Math.max(0, 1000 / SPEEDS[speed.value] - (performance.now() - began)));
  }

  function frame(shown, step, place) {
    timer = setTimeout(() => {
      if (step >= shown.frames) return next(place + 1);
      shown.made.go(step);
      frame(shown, step + 1, place);
    }, Math.max(FRAME, 1000 / SPEEDS[speed.value] / (shown.frames + 1)));
  }

  function pace() {
    const rate = SPEEDS[speed.value];
    paceText.textContent = rate < 1 ? `one hand in ${1 / rate} s` : `${rate} hands per second`;
  }

  function list() {
    clear(rows, total > 0 && [h("table", {}, h("tbody", {}, ...lines.map(row))), exportTools("hands", { rows: asCsv, shown: () => rows.querySelector("table") })]);
    numbers();
  }

  function numbers() {
    of.textContent = `of ${count(total)}`;
    which.max = String(total);
    files.hidden = !total;
    const last = Math.min(first + PAGE, total);
    clear(
      pager,
      total > PAGE && [
        h("button", { disabled: first === 0, onclick: () => turn(first - PAGE) }, "Earlier"),
        h("span", { class: "faint grow" }, `${count(first + 1)} to ${count(last)} of ${count(total)}`),
        h("button", { disabled: last >= total, onclick: () => turn(first + PAGE) }, "Later"),
      ],
    );
  }

  // The hands of this page; files of all of them are below.
  function asCsv() {
    return [["hand", "winner", "collected", "won", "cards", "board", "showdown"], ...lines.map((line) => {
      const best = line.won.indexOf(Math.max(...line.won));
      return [line.place + 1, line.players[best], line.collected[best], line.won[best], line.live[best] ? line.cards[best].join("") : "", line.board.join(""), line.showdown ? "yes" : "no"];
    })];
  }

  function row(line) {
    const best = line.won.indexOf(Math.max(...line.won));
    const held = line.live[best] ? cards(line.cards[best]) : null;
    return h(
      "tr",
      { class: line.place === chosen ? "chosen" : "" },
      h("td", {}, h("button", { class: "quiet", "aria-label": `Hand ${line.place + 1}`, "aria-current": line.place === chosen ? "true" : null, onclick: () => jump(line.place) }, String(line.place + 1))),
      h("td", { class: "watch-winner" }, line.players[best], h("span", { class: "good" }, ` ${line.collected[best].toLocaleString("en")} (${signed(line.won[best], Number.isInteger(line.won[best]) ? 0 : 2)})`)),
      h("td", {}, held),
      h("td", {}, cards(line.board)),
      h("td", { class: "number faint" }, line.showdown ? "showdown" : ""),
    );
  }

  function download() {
    const forms = [["phh", "PHH"], ["pokerstars", "PokerStars text"], ["acpc", "ACPC log"]];
    return forms.flatMap(([form, name], at) => [at ? " · " : "", h("a", { href: `/api/watch/${match}/download/${form}`, download: "" }, name)]);
  }

  function tool(sign, title, act) {
    return h("button", { title, "aria-label": title, onclick: act }, sign);
  }
}
