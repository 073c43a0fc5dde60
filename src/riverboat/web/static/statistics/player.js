// One player: winnings hand by hand (money, at showdown and without, luck-adjusted), and the hands divided by something.

import { api } from "../lib/api.js";
import { clear, field, h, link, select } from "../lib/dom.js";
import { exportTools } from "../lib/export.js";
import { chartPicture, plot } from "../lib/plot.js";
import { sortedTable } from "../lib/sorted-table.js";
import { columns } from "./table.js";
import { handsAddress } from "./words.js";

const GROUPS = [["position", "position"], ["stake", "stake"], ["month", "month"], ["street", "last street"]];
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function onePlayer({ rates, wanted, divide }) {
  let now = null;
  let shown = "";
  let asked = 0;
  const heading = h("h2", { class: "grow" });
  const chart = h("div", { class: "chart stat-chart", role: "img", "aria-label": "Winnings hand by hand" });
  const note = h("p", { class: "faint small" });
  const by = select(GROUPS, "position", { "aria-label": "Divide by", onchange: () => divide(by.value) });
  const table = sortedTable({
    label: "Groups", order: ["hands", true],
    columns: columns(rates, wanted, { name: "group", label: "Group", value: (row) => row.group, cell: (row) => row.group || "–" },
      (row) => ({ player: row.player, position: by.value === "position" ? row.group : "" })),
  });
  const hands = h("span");
  const divided = h("div", {}, h("div", { class: "row" }, field("Divided by", by, { class: "field inline" }), h("span", { class: "grow" }),
    exportTools(() => `${shown}-by-${by.value}`, { rows: table.rows, shown: () => table.element })), h("div", { class: "scroll" }, table.element));
  const element = h("section", { class: "panel stat-player", "aria-label": "One player", hidden: true },
    h("div", { class: "row" }, heading, hands, exportTools(() => `${shown}-winnings`, { rows: courseRows, draw: () => chartPicture(chart) })),
    chart, note, divided);

  function courseRows() {
    return [["hands", "money_bb", "showdown_bb", "no_showdown_bb", "luck_adjusted_bb"],
      ...now.hands.map((count, at) => [count, now.money[at], now.showdown[at], +(now.money[at] - now.showdown[at]).toFixed(4), now.adjusted?.[at] ?? null])];
  }

  function draw() {
    const x = [0, ...now.hands];
    const line = (name, values, tint, more = {}) => ({ x, y: [0, ...values], name, mode: "lines", line: { color: colour(tint), width: 2, ...more }, hovertemplate: "%{y:.1f} bb<extra>%{fullData.name}</extra>" });
    const traces = [line("money", now.money, "--accent"),
      now.adjusted && line("luck-adjusted (all-ins)", now.adjusted, "--warn"),
      line("won at showdown", now.showdown, "--focus", { dash: "dot" }),
      line("won without showdown", now.money.map((sum, at) => sum - now.showdown[at]), "--bad", { dash: "dot" })];
    return plot(chart, traces.filter(Boolean), { xaxis: { title: { text: "hands" }, rangemode: "tozero" }, yaxis: { title: { text: "big blinds" } }, hovermode: "x unified", legend: { orientation: "h", yanchor: "bottom", y: 1.02 } });
  }

  addEventListener("themechange", () => now && element.isConnected && draw());
  return {
    element,
    async show(player, group) {
      const number = ++asked;
      shown = player;
      element.hidden = !player;
      if (!player) return;
      const searched = Boolean(wanted().query);
      for (const option of by.options) option.disabled = searched && option.value === "stake";
      by.value = searched && group === "stake" ? "position" : group;
      const parts = { ...wanted(), player };
      const [found, course] = await Promise.all([
        api.get(`statistics/players?${new URLSearchParams({ ...parts, by: by.value })}`), api.get(`statistics/course?${new URLSearchParams(parts)}`)]);
      if (number !== asked) return;
      now = course;
      clear(heading, player);
      clear(hands, link(handsAddress(wanted(), { player }), { class: "button" }, "Show the hands"));
      const last = course.money.length - 1;
      note.textContent = last < 0 ? "No hands." : `${course.hands[last].toLocaleString("en-US")} hands: ${course.money[last].toFixed(1)} bb in money, ${course.showdown[last].toFixed(1)} at showdown, `
        + `${(course.money[last] - course.showdown[last]).toFixed(1)} without${course.adjusted ? `, ${course.adjusted[last].toFixed(1)} luck-adjusted` : ""}.`;
      table.show(found.rows);
      await draw();
    },
  };
}
