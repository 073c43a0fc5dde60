// The matching hands: a page of them at a time, and the replay of one.

import { api } from "../lib/api.js";
import { cards } from "../lib/cards.js";
import { clear, h } from "../lib/dom.js";
import { attempt, failure } from "../lib/notice.js";
import { exportTools } from "../lib/export.js";
import { gameBrief, gameWithCode } from "../lib/names.js";
import { pageKeys, replayKeys } from "../lib/page-keys.js";
import { studyDecision } from "../study/decision.js";

const PAGE = 20;
const MAX_EXPORTED = 5000;
const COLUMNS = ["", "Hand", "Game", "Cards", "Board", "Player", "Pot", "Result"];

// `choices` is the answer of `choice()`.
export function handsPanel(choices) {
  /** @type {Record<string, string>} */
  let wanted = {};
  let first = 0;
  let total = 0;
  let isAll = true; // there are no more than `total`
  let lines = [];
  let chosen = -1;
  let asked = 0;
  let film = null;
  const stage = h("div", { class: "review-film" });
  const heading = h("h2", {}, "Hands");
  const body = h("tbody");
  const table = h(
    "table",
    { class: "review-list" },
    h("thead", {}, h("tr", {}, COLUMNS.map((text, at) => h("th", { scope: "col", class: at > 5 ? "number" : null }, text)))),
    body,
  );
  const pager = h("div", { class: "row review-pager" });
  const tools = exportTools("hands", { rows: allRows, shown: () => table });
  const previous = h("button", { type: "button", onclick: () => step(-1) }, "‹ Previous hand");
  const next = h("button", { type: "button", onclick: () => step(1) }, "Next hand ›");
  const study = h("button", { type: "button", onclick: () => attempt(studyHere) }, "Study this decision");
  const named = h("span", { class: "grow review-named" });
  const filmPanel = h("section", { class: "panel review-film-panel", "aria-label": "Replay", hidden: true }, h("div", { class: "row" }, named, study, previous, next), stage);
  const element = h("div", { class: "review-main" }, filmPanel,
    h("section", { class: "panel", "aria-label": "Hands" }, h("div", { class: "row" }, h("div", { class: "grow" }, heading), tools), h("div", { class: "scroll" }, table), pager));
  pageKeys(element, [
    { keys: ["n"], text: "Next hand", run: () => step(1) },
    { keys: ["p"], text: "Previous hand", run: () => step(-1) },
    { keys: ["s"], text: "Study this decision", run: () => { attempt(studyHere); } },
    ...replayKeys(() => film),
  ]);
  return { element, show, close: () => film?.pause() };

  async function show(now) {
    wanted = now;
    isAll = false;
    first = 0;
    chosen = -1;
    await load(0);
  }

  // Fetch a page and take the given hand of it.
  async function load(which) {
    const number = ++asked;
    const query = new URLSearchParams({ ...wanted, first: String(first), count: String(PAGE) });
    const slow = setTimeout(() => clear(heading, "Searching…"), 300);
    let found;
    try {
      found = await api.get(`review/hands?${query}`);
    } catch (error) {
      if (number !== asked) return;
      clear(heading, "Hands");
      clear(body, h("tr", {}, h("td", { colSpan: 8, class: "bad" }, failure(error))));
      return;
    } finally {
      clearTimeout(slow);
    }
    if (number !== asked) return;
    lines = found.hands;
    const isCounted = isAll && !found.is_all; // with another page
    if (!isCounted) ({ total, is_all: isAll } = found);
    list();
    if (!isAll) count(number);
    filmPanel.hidden = !total;
    if (lines.length) await choose(Math.min(which, lines.length - 1));
    else chosen = -1;
  }

  // Very many hands are counted while the first are shown.
  async function count(number) {
    let all;
    try {
      all = await api.get(`review/count?${new URLSearchParams(wanted)}`);
    } catch {
      return; // "more than" stays true
    }
    if (number !== asked) return;
    [total, isAll] = [all, true];
    amounts();
  }

  // All hands of the selection for the CSV, a hundred at a time; the picture shows the page.
  async function allRows() {
    const rows = [["run", "hand", "game", "cards", "board", "player", "position", "pot", "collected", "won", "starred", "tags", "note"]];
    for (let from = 0; from < Math.min(total, MAX_EXPORTED); from += 100) {
      const { hands } = await api.get(`review/hands?${new URLSearchParams({ ...wanted, first: String(from), count: "100" })}`);
      rows.push(...hands.map((line) => [line.run, line.number, line.game, line.cards.join(" "), line.board.join(" "), wanted.player ?? line.winner, line.position, line.pot, line.collected, line.won,
        line.mark.starred, line.mark.tags.join(" "), line.mark.note]));
    }
    return rows;
  }

  function list() {
    tools.hidden = !total;
    amounts();
    if (!total) {
      clear(body, h("tr", {}, h("td", { colSpan: 8, class: "review-empty" }, "No hands. Drop a file, play at a table, watch a match, or widen the filter.")));
      return;
    }
    clear(body, lines.map((line, at) =>
      h("tr", { "data-at": at, onclick: () => choose(at) },
        h("td", {}, star(line)),
        h("td", {}, h("button", { type: "button", class: "review-open", "aria-label": `Show hand ${line.number}` }, line.number)),
        h("td", { class: "review-game" }, gameBrief(choices, line.game)),
        h("td", {}, cards(line.cards)),
        h("td", {}, cards(line.board)),
        h("td", {}, wanted.player ?? line.winner, h("span", { class: "faint small" }, ` ${line.position}`), line.mark.tags.map((tag) => h("span", { class: "review-tag" }, tag))),
        h("td", { class: "number" }, line.pot),
        h("td", { class: `number ${line.result > 0 ? "good" : line.result < 0 ? "bad" : ""}` }, line.result > 0 ? `${line.collected} (+${line.won})` : line.won))));
  }

  // How many hands there are, and the way to the others; the last page is known when all are counted.
  function amounts() {
    const all = `${isAll ? "" : "more than "}${total.toLocaleString("en-US")}`;
    clear(heading, total ? `${isAll ? all : all[0].toUpperCase() + all.slice(1)} ${total === 1 && isAll ? "hand" : "hands"}` : "Hands");
    if (!total) {
      clear(pager);
      return;
    }
    const last = Math.max(0, Math.floor((total - 1) / PAGE) * PAGE);
    const isLast = isAll && first >= last;
    clear(pager,
      turner("«", "First page", 0, first === 0), turner("‹", "Previous page", first - PAGE, first === 0),
      h("span", { class: "faint" }, `${(first + 1).toLocaleString("en-US")} to ${(first + lines.length).toLocaleString("en-US")} of ${all}`),
      turner("›", "Next page", first + PAGE, isLast), turner("»", "Last page", last, isLast || !isAll));
  }

  function star(line) {
    const button = h("button", { type: "button", class: "review-star", onclick: (event) => { event.stopPropagation(); set(line, { starred: !line.mark.starred }); } });
    drawStar(button, line);
    return button;
  }

  function drawStar(button, line) {
    button.textContent = line.mark.starred ? "★" : "☆";
    button.setAttribute("aria-pressed", String(line.mark.starred));
    button.setAttribute("aria-label", `Star hand ${line.number}`);
  }

  // Change the mark of a hand; the list shows it at once.
  async function set(line, change) {
    const mark = { ...line.mark, ...change };
    const kept = await attempt(() => api.put(`review/hands/${line.run}/${line.place}/mark`, mark));
    if (!kept) return;
    line.mark = kept;
    list();
    for (const row of body.rows) row.classList.toggle("chosen", Number(row.dataset.at) === chosen);
  }

  function notes(line) {
    const tags = h("input", { value: line.mark.tags.join(" "), maxLength: 400, placeholder: "tags", "aria-label": "Tags", autocomplete: "off", spellcheck: false, onchange: save });
    const note = h("input", { value: line.mark.note, maxLength: 2000, placeholder: "your note", "aria-label": "Note", class: "grow", autocomplete: "off", onchange: save });
    function save() {
      set(line, { tags: tags.value.split(/[\s,]+/).filter(Boolean), note: note.value });
    }
    return h("div", { class: "row review-notes" }, tags, note);
  }

  function turner(text, label, to, disabled) {
    return h("button", { type: "button", "aria-label": label, disabled, onclick: () => turn(to, 0) }, text);
  }

  async function turn(to, which) {
    first = Math.max(0, to);
    await load(which);
  }

  async function step(by) {
    const to = chosen + by;
    if (first + to < 0 || (isAll && first + to >= total)) return;
    if (to < 0) await turn(first - PAGE, PAGE - 1);
    else if (to >= lines.length) await turn(first + PAGE, 0);
    else await choose(to);
  }

  async function studyHere() {
    if (!film) return;
    const { run, place } = lines[chosen];
    await studyDecision({ run, place }, film.decision());
  }

  async function choose(at) {
    chosen = at;
    const line = lines[at];
    for (const row of body.rows) row.classList.toggle("chosen", Number(row.dataset.at) === at);
    previous.disabled = first + at === 0;
    next.disabled = isAll && first + at === total - 1;
    const [data, module] = await Promise.all([attempt(() => api.get(`review/hands/${line.run}/${line.place}`)), import("/static/show/replayer.js")]);
    if (!data || lines[chosen] !== line) return;
    const bottom = data.seats.findIndex((seat) => seat.name === wanted.player);
    film?.pause();
    film = module.replayer(data, bottom >= 0 ? { bottom } : {});
    clear(named, h("b", {}, `Hand ${line.number}`), " ", gameWithCode(choices, data.game));
    clear(stage, film, notes(line));
  }
}
