// The equity calculator: two to ten hands or ranges, exact or sampled, and what each next card does.

import { api, watchJob } from "../lib/api.js";
import { clear, field, h, select } from "../lib/dom.js";
import { exportTools, tableTools } from "../lib/export.js";
import { attempt, failure } from "../lib/notice.js";
import { heat, percent, symbols } from "../spot/words.js";
import { cardField } from "./card_field.js";
import { editRange } from "./range_editor.js";

const COLOURS = ["#2f6cb3", "#bb5a1f", "#2f7d42", "#8a4fa3", "#a3342f", "#0f7a7a", "#7a5608", "#5a5f9c", "#8c3a6b",
  "#4d5a3a"];

export async function mountEquity(root) {
  const games = await api.get("study/equity/games");
  const kept = JSON.parse(sessionStorage.getItem("study-equity") ?? "null") ?? { game: "holdem",
    players: ["AhKh", "QsQd"], board: "", dead: "" };
  const rows = [];
  let stop = () => {};

  const game = select(games.map((each) => [each.name, each.title]), kept.game, { onchange: drawPlayers });
  const list = h("div", { class: "hands", role: "list" });
  let dead = null;
  const board = cardField({ label: "Board", value: kept.board, most: 5, taken: () => dead?.cards() ?? [],
    changed: () => dead.redraw(), name: "board" });
  dead = cardField({ label: "Dead cards", value: kept.dead, most: 40, taken: () => board.cards(),
    changed: () => board.redraw(), name: "dead" });
  const how = select([["auto", "exact if quick, otherwise sampled"], ["exact", "exact, without time limit"],
    ["samples", "sampled"]], "auto",
    { onchange: () => { samples.disabled = how.value !== "samples"; } });
  const samples = h("input",
    { type: "number", min: 1000, max: 1000000000, step: 1000, value: "4000000", disabled: true });
  const wrong = h("p", { class: "bad", role: "alert" });
  const status = h("p", { class: "faint small", role: "status" });
  const bar = h("div", { class: "equity-bar", role: "img", "aria-label": "No result yet" });
  const heatBox = h("section", { class: "panel" });
  let shown = null;
  const results = h("div", { class: "equity-results", hidden: true }, exportTools("equity", { rows: resultRows, shown: () => list }));
  const progress = h("progress", { max: 1, value: 0, hidden: true });
  const stopButton = h("button", { type: "button", hidden: true }, "Stop");

  function chosen() {
    return games.find((each) => each.name === game.value);
  }

  function addPlayer(value = "random") {
    const words = h("input",
      { value, class: "grow", spellcheck: false, autocomplete: "off",
        onkeydown: (event) => event.key === "Enter" && calculate() });
    /** @type {Record<string, HTMLElement>} */
    const row = { words, result: h("div", { class: "hand-result" }) };
    row.grid = h("button", { type: "button", onclick: async () => {
      const found = await editRange(words.value, "Range");
      row.grid.focus();
      if (found !== null) words.value = found;
    } }, "Grid");
    row.remove = h("button", { type: "button", class: "quiet", onclick: () => {
      rows.splice(rows.indexOf(row), 1);
      drawPlayers();
    } }, "✕");
    rows.push(row);
  }

  function drawPlayers() {
    const { ranges, board: boards } = chosen();
    rows.forEach((row, at) => {
      row.words.setAttribute("aria-label", `Hand ${at + 1}`);
      row.remove.setAttribute("aria-label", `Remove hand ${at + 1}`);
      row.grid.setAttribute("aria-label", `Edit hand ${at + 1} as a range`);
      row.grid.hidden = !ranges;
      row.remove.disabled = rows.length <= 2;
    });
    clear(list, rows.map((row, at) => h("div", { class: "hand", role: "listitem", style: { "--tint": COLOURS[at] } },
      h("div", { class: "row tight" }, row.words, row.grid, row.remove), row.result)));
    add.disabled = rows.length >= 10;
    board.element.hidden = boards.length === 1;
    heatBox.hidden = boards.length === 1;
  }

  const add = h("button", { type: "button", onclick: () => {
    addPlayer();
    drawPlayers();
    rows.at(-1).words.focus();
  } }, "Add a hand");

  function question() {
    const given = { game: game.value, players: rows.map((row) => row.words.value),
      board: board.element.hidden ? "" : board.value(), dead: dead.value() };
    sessionStorage.setItem("study-equity", JSON.stringify(given));
    return given;
  }

  function resultRows() {
    return [["hand", "equity", "win", "tie", "standard_error", "deals", "exact"],
      ...shown.players.map((each) => [each.hand, each.equity, each.win, each.tie, each.standard_error, shown.deals, shown.exact])];
  }

  function show(found) {
    shown = found;
    results.hidden = false;
    found.players.forEach((each, at) => {
      const error = each.standard_error === null ? null
        : h("span", { class: "faint" }, ` ± ${(196 * each.standard_error).toFixed(2)}`);
      clear(rows[at].result,
        h("b", { class: "share" }, `${(100 * each.equity).toFixed(2)} %`), error,
        h("span", { class: "faint small" },
          `win ${(100 * each.win).toFixed(2)} %, tie ${(100 * each.tie).toFixed(2)} %`));
    });
    clear(bar, found.players.map((each, at) => h("span",
      { style: { width: `${100 * each.equity}%`, background: COLOURS[at] } })));
    bar.setAttribute("aria-label", found.players.map((each) => `${each.hand}: ${percent(each.equity)}`).join(", "));
    status.textContent = found.exact ? `${found.deals.toLocaleString("en")} deals, all of them`
      : `${found.deals.toLocaleString("en")} deals sampled, seed ${found.seed}; ± is 95 %`;
  }

  async function calculate() {
    stop();
    wrong.textContent = "";
    status.textContent = "dealing…";
    go.disabled = true;
    try {
      if (how.value === "auto") show(await api.post("study/equity", question()));
      else await inBackground();
    } catch (error) {
      wrong.textContent = failure(error);
      status.textContent = "";
    } finally {
      go.disabled = false;
    }
  }

  async function inBackground() {
    const given = { ...question(), exact: how.value === "exact", samples: Number(samples.value) };
    const job = await api.post("study/equity/job", given);
    progress.hidden = stopButton.hidden = false;
    stopButton.onclick = () => attempt(() => api.post(`jobs/${job.id}/stop`));
    const unwatch = watchJob(job.id, (now) => {
      if (now.progress.total) progress.value = now.progress.done / now.progress.total;
      if (now.state === "waiting" || now.state === "running") return;
      stop();
      if (now.result) show(now.result);
      else [wrong.textContent, status.textContent] = [now.error, ""];
      api.drop(`jobs/${job.id}`).catch(() => {});
    });
    stop = () => {
      unwatch();
      progress.hidden = stopButton.hidden = true;
      stop = () => {};
    };
  }

  const go = h("button", { type: "button", class: "primary", onclick: calculate }, "Calculate");
  const heatGo = h("button", { type: "button", onclick: () => attempt(async () => {
    heatGo.disabled = true;
    try {
      drawHeat(await api.post("study/equity/cards", question()));
    } finally {
      heatGo.disabled = false;
    }
  }) }, "Show next cards");
  const whose = h("select", { "aria-label": "Whose equity", hidden: true });
  const map = h("div", { class: "heat" });
  const heatTools = h("div", { hidden: true }, tableTools("equity-by-next-card", () => map.querySelector("table")));

  function drawHeat(found) {
    whose.hidden = heatTools.hidden = false;
    clear(whose, rows.map((row, at) => h("option", { value: at }, `Hand ${at + 1}: ${row.words.value.slice(0, 20)}`)));
    const draw = () => {
      const all = Object.values(found).map((each) => each[whose.value]);
      const low = Math.min(...all), high = Math.max(...all);
      clear(map, h("div", { class: "scroll" }, h("table", { class: "cards", "aria-label": "Equity after each card" },
        [..."shdc"].map((suit) => h("tr", {}, [..."AKQJT98765432"].map((rank) => {
          const share = found[rank + suit]?.[whose.value];
          const name = h("span", { class: "name" }, rank + symbols[suit],
            h("small", {}, share === undefined ? "" : percent(share).replace(" ", "")));
          if (share === undefined) return h("td", { class: "none" }, name);
          const tint = heat(high > low ? (share - low) / (high - low) : 0.5);
          return h("td", { title: `${rank}${suit}: ${percent(share)}` },
            h("span", { class: "bar", style: { height: "100%", background: tint } }), name);
        }))))));
    };
    whose.onchange = draw;
    draw();
  }

  for (const value of kept.players) addPlayer(value);
  clear(heatBox, h("h2", {}, "Equity by next card"),
    h("p", { class: "faint small" },
      "On the flop or the turn: a hand's equity after each possible card, from red to green."),
    h("div", { class: "row" }, heatGo, whose), map, heatTools);
  clear(root, h("div", { class: "columns two" },
    h("section", { class: "panel equity-form" }, h("h2", {}, "Equity"),
      field("Game", game), list, h("div", { class: "row" }, add), board.element, dead.element,
      h("div", { class: "row end" }, field("How", how), field("Deals", samples), go, stopButton),
      progress, wrong, bar, status, results),
    heatBox));
  drawPlayers();
  return () => stop();
}
