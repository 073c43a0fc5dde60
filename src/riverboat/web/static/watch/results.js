// The tables of a match: who won how much and how sure that is, from whom, and how they played.

import { h } from "../lib/dom.js";
import { tableTools } from "../lib/export.js";
import { count, plusMinus, sure } from "./format.js";

const SAMPLES = { duplicate: "deals", ring: "seasons", tournament: "tournaments" };

// `found` is the progress or the result of a job.
export function winnings(found) {
  const byHand = found.per !== "tournament";
  const adjusted = found.players.some((player) => player.adjusted);
  const columns = ["Player", "Hands", ...(byHand ? ["mbb/hand", "sb/hand", "chips/hand"] : ["buy-ins/tournament", "chips/tournament"])];
  if (adjusted) columns.push("mbb/hand, all-ins by equity");
  columns.push("Faults");
  const rows = found.players.map((player) => [
    h("th", { scope: "row" }, player.name),
    cell(player.hands === undefined ? "–" : count(player.hands)),
    ...(byHand ? [won(player.mbb, 1), won(player.sb, 4), won(player.chips, 2)] : [won(player.sb, 3), won(player.chips, 1)]),
    ...(adjusted ? [won(player.adjusted, 1)] : []),
    h("td", { class: `number${player.faults ? " bad" : ""}`, title: player.message }, player.faults === undefined ? "–" : count(player.faults)),
  ]);
  const said = found.samples === undefined ? "± is the 95 % interval so far." : `± is the 95 % interval, from ${count(found.samples)} independent ${SAMPLES[found.mode] ?? "hands"}.`;
  const watched = found.watched ? ` The match stops at the first significant winner: ${found.winners.join(", ") || "none yet"}. These intervals are valid at any time.` : "";
  return [wide(columns, rows, "watch-winnings"), h("p", { class: "small faint" }, said, watched)];
}

export function crosstable(found) {
  const { names, cells } = found.crosstable;
  const rows = names.map((name, row) => [
    h("th", { scope: "row" }, name),
    ...cells[row].map((pair) => (pair ? won(pair, 1) : h("td", { class: "number faint" }, "·"))),
  ]);
  const unit = found.per === "hand" ? "mbb/hand" : "thousandths of a buy-in";
  return [...withTools("crosstable", ["", ...names], rows, "watch-crosstable"), h("p", { class: "small faint" }, `What the player in the row won from the player in the column, ${unit}.`)];
}

export function indicators(found) {
  const names = found.players.map((player) => player.name);
  const rows = found.indicators.map((row) => [
    h("th", { scope: "row", title: row.meaning }, row.name, h("span", { class: "watch-meaning" }, row.meaning)),
    ...(row.samples
      ? row.samples.map(([done, opportunities]) =>
          h("td", { class: "number", title: `${count(done)} of ${count(opportunities)} opportunities` }, opportunities ? `${((100 * done) / opportunities).toFixed(1)} %` : "–", h("span", { class: "watch-sample" }, opportunities ? `${count(done)}/${count(opportunities)}` : "")))
      : row.values.map((value) => cell(value === null ? "–" : value.toFixed(2)))),
  ]);
  return [...withTools("how-they-played", ["", ...names], rows, "watch-indicators"), h("p", { class: "small faint" }, "Each rate with its count and the number of opportunities.")];
}

export function learning(found) {
  const { block, columns, rows } = found.learning;
  const cells = rows.map(([name, ...texts]) => [h("th", { scope: "row" }, name), ...texts.map(cell)]);
  return [...withTools("learning", [...columns], cells, "watch-learning"), h("p", { class: "small faint" }, `sb/hand, ± 95 %. A point of the curve is a block of ${count(block)} hands; the band is its 95 % interval.`)];
}

// What only one mode has: [title, elements] or null.
export function special(found) {
  const extra = found.extra;
  if (!extra) return null;
  if (found.mode === "ring") {
    const rows = Object.entries(extra.bankrolls).map(([name, mean]) => [
      h("th", { scope: "row" }, name),
      cell(plusMinus([mean.mean, margin(mean)], 0).replace("+", "")),
      cell(`${extra.broke[name]} of ${extra.seasons}`),
    ]);
    return ["Bankrolls at the end", [...withTools("bankrolls", ["Player", "Chips", "Seasons broke"], rows), h("p", { class: "small faint" }, `Everyone started with ${count(extra.start)} chips.`)]];
  }
  if (found.mode === "tournament") {
    const places = Object.entries(extra.places);
    const columns = ["Player", ...(places[0]?.[1] ?? []).map((_, place) => String(place + 1))];
    return ["Places", [...withTools("places", columns, places.map(([name, often]) => [h("th", { scope: "row" }, name), ...often.map((each) => cell(count(each)))])), h("p", { class: "small faint" }, "How often each player finished in each place.")]];
  }
  if (found.mode === "evolve") {
    const rows = extra.population.map((spec, place) => [h("td", {}, String(place + 1)), h("td", { class: "watch-spec" }, spec)]);
    return ["Population", withTools("population", ["Place", "Player"], rows, "watch-population")];
  }
  return null;
}

// A table and its buttons.
function withTools(name, columns, rows, kind) {
  const shown = wide(columns, rows, kind);
  return [shown, tableTools(name, () => shown.firstChild)];
}

function margin(mean) {
  return mean.low === null ? null : (mean.high - mean.low) / 2;
}

function won(pair, digits) {
  return h("td", { class: `number ${sure(pair)}` }, plusMinus(pair, digits));
}

function cell(text) {
  return h("td", { class: "number" }, text);
}

function wide(columns, rows, kind = "") {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" },
    h(
      "table",
      { class: kind },
      h("thead", {}, h("tr", {}, ...columns.map((each, at) => h("th", { scope: "col", class: at && kind !== "watch-population" ? "number" : null }, each)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row))),
    ),
  );
}
