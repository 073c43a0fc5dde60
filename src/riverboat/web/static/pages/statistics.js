// Statistics: everybody's table, and for one player the winnings hand by hand and a division by position, stake or month.
// What is shown is part of the address: run, query, player, by.

import { api, watchJob } from "../lib/api.js";
import { clear, field, h, select } from "../lib/dom.js";
import { attempt, failure } from "../lib/notice.js";
import { searchBox } from "../lib/search-box.js";
import { style } from "../lib/style.js";
import { onePlayer } from "../statistics/player.js";
import { playersTable } from "../statistics/table.js";

export const title = "Statistics";

const MODES = { import: "imported", table: "table" };

export async function mount(root, { query }) {
  const [{ runs }, rates] = await Promise.all([api.get("review/sources"), api.get("statistics/rates"), style("statistics")]);
  let stop = () => {};
  let asked = 0;
  const from = select([["", `everything (${runs.length} ${runs.length === 1 ? "run" : "runs"})`], ...runs.map((each) =>
    [each.id, `${each.title} · ${MODES[each.mode] ?? each.mode}, ${each.hands.toLocaleString("en-US")} hands`])], query.get("run") ?? "", { onchange: changed });
  const { input: search, element: searching } = searchBox(changed);
  search.value = query.get("query") ?? "";
  const said = h("div", { class: "stat-said", role: "status" });
  const progress = h("div", { class: "stat-luck row", hidden: true });
  const wrong = h("p", { class: "bad", role: "alert" });
  const everybody = playersTable({ rates, wanted, choose });
  const one = onePlayer({ rates, wanted, divide: (by) => go({ by }) });
  let { player, by } = { player: query.get("player") ?? "", by: query.get("by") ?? "position" };

  function wanted() {
    return Object.fromEntries(Object.entries({ run: from.value, query: search.value.trim() }).filter(([, value]) => value));
  }

  function address() {
    const parts = { ...wanted(), ...(player ? { player, by } : {}) };
    return `/statistics${Object.keys(parts).length ? `?${new URLSearchParams(parts)}` : ""}`;
  }

  function go(change) {
    if (change.by) by = change.by;
    history.replaceState(null, "", address());
    return attempt(() => one.show(player, by));
  }

  function choose(name) {
    player = name;
    history.replaceState(null, "", address());
    everybody.mark(player);
    attempt(() => one.show(player, by)).then(() => one.element.scrollIntoView({ block: "nearest", behavior: "smooth" }));
  }

  function changed() {
    history.replaceState(null, "", address());
    return refresh();
  }

  async function refresh() {
    const number = ++asked;
    wrong.textContent = "";
    try {
      const found = await api.get(`statistics/players?${new URLSearchParams(wanted())}`);
      if (number !== asked) return;
      everybody.show(found);
      clear(said, found.warnings.map((text) => h("p", { class: "faint small" }, text)));
      if (!found.rows.some((row) => row.player === player)) player = found.rows[0]?.player ?? "";
      everybody.mark(player);
      await one.show(player, by);
      if (found.luck_left) workOutLuck(found.luck_left);
    } catch (error) {
      if (number === asked) wrong.textContent = failure(error);
    }
  }

  // Luck-adjusted winnings are worked out in the background, once per hand.
  async function workOutLuck(left) {
    if (!progress.hidden) return;
    const job = await api.post("statistics/luck").catch(() => null);
    if (!job || !root.isConnected) return;
    const bar = h("progress", { "aria-label": "Luck of all-ins" });
    clear(progress, h("span", { class: "faint small" }, `Working out the luck of all-ins in ${left.toLocaleString("en-US")} hands`), bar,
      h("button", { type: "button", class: "small", onclick: () => api.post(`jobs/${job.id}/stop`).catch(() => {}) }, "Stop"));
    progress.hidden = false;
    stop = watchJob(job.id, (now) => {
      if (now.progress.total) Object.assign(bar, { max: now.progress.total, value: now.progress.done });
      if (now.state === "waiting" || now.state === "running") return;
      stop();
      progress.hidden = true;
      api.drop(`jobs/${job.id}`).catch(() => {});
      if (now.state === "done") refresh();
      else clear(said, h("p", { class: "warn small" }, now.error || "Luck-adjusted results are not complete."));
    });
  }

  clear(root, h("h1", {}, "Statistics"),
    h("div", { class: "panel stat-form" }, searching, field("From", from)), wrong, progress, said, everybody.element, one.element);
  await refresh();
  return () => stop();
}
