// Push or fold: the 13x13 grid of every decision, by depth. Two players are solved as the slider moves, more by a job.

import { api, watchJob } from "../lib/api.js";
import { clear, field, h, select } from "../lib/dom.js";
import { exportTools, tableTools } from "../lib/export.js";
import { failure } from "../lib/notice.js";
import { makeGrid } from "../spot/grid.js";
import { debounced } from "./debounce.js";
import { CLASSES } from "./holdings.js";

const DEPTH = { min: 1, max: 25, step: 0.5, value: 10 };

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const numbers = (text) => text.split(/[\s,]+/).filter(Boolean).map(Number);

export function mountPushFold(panel) {
  let found = null;
  let stop = () => {};
  let shown = "";

  const players = select([2, 3, 4, 5, 6].map((count) => [count, `${count} players`]), 2, { "aria-label": "Players" });
  const slider = h("input", { type: "range", "aria-label": "Depth in big blinds", ...asText(DEPTH) });
  const depth = h("output", { class: "pf-depth" });
  const stacks = h("input", { type: "text", inputmode: "decimal", placeholder: "equal stacks", "aria-label": "Stacks", maxlength: "80" });
  const ante = h("input", { type: "number", min: "0", max: "10", step: "0.05", value: "0" });
  const bigBlindAnte = h("input", { type: "number", min: "0", max: "10", step: "0.1", value: "0" });
  const payouts = h("input", { type: "text", inputmode: "decimal", placeholder: "chips", "aria-label": "Prizes by place", maxlength: "80" });
  const go = h("button", { type: "button", class: "primary", onclick: () => solve() }, "Solve");
  const stopButton = h("button", { type: "button", hidden: true }, "Stop");
  const progress = h("progress", { max: 1, hidden: true, "aria-label": "Progress" });
  const wrong = h("p", { class: "bad", role: "alert" });
  const status = h("p", { class: "faint small", role: "status" });
  const decision = h("select", { "aria-label": "Decision" });
  const table = makeGrid("Hands that go all-in");
  const cells = [...table.querySelectorAll("td")];
  const share = h("p", { class: "pf-share" });
  const quality = h("div", { class: "scroll" });

  function asked() {
    const count = Number(players.value);
    const given = numbers(stacks.value);
    return {
      stacks: given.length ? given : Array(count).fill(Number(slider.value)),
      ante: Number(ante.value) || 0,
      big_blind_ante: Number(bigBlindAnte.value) || 0,
      payouts: numbers(payouts.value),
    };
  }

  function show(solved) {
    if (found?.names.length !== solved.names.length) shown = "";
    found = solved;
    wrong.textContent = "";
    const named = solved.decisions.map((each) => [key(each), title(each, solved.names)]);
    if (!named.some(([value]) => value === shown)) shown = named[0][0];
    decision.replaceChildren(...named.map(([value, text]) => h("option", { value, selected: value === shown }, text)));
    status.textContent = solved.exact ? `Exact equities, ${solved.iterations} iterations.`
      : `Equities from ${solved.deals.toLocaleString("en")} deals; gains measured on as many fresh ones, 95 % intervals.`;
    drawQuality();
    draw();
  }

  function current() {
    return found.decisions.find((one) => key(one) === shown);
  }

  function draw() {
    const each = current();
    cells.forEach((cell, at) => {
      const [bar, text] = cell.children;
      const all = each.hands[at];
      const said = `${CLASSES[at].name}: ${percent(all)} all-in`;
      cell.className = all < 0.005 ? "none" : "";
      bar.style.height = percent(all).replace(" ", "");
      text.textContent = CLASSES[at].name;
      cell.title = said;
      cell.setAttribute("aria-label", said);
    });
    share.textContent = `${title(each, found.names)}: ${percent(each.share)} of hands`;
  }

  function drawQuality() {
    const unit = found.prizes ? "prize money" : "big blinds";
    const rows = found.names.map((name, seat) => {
      const [low, high] = found.intervals[seat].map((gain) => (1000 * gain).toFixed(2));
      const gain = (1000 * found.gains[seat]).toFixed(3);
      return h("tr", {}, h("th", { scope: "row" }, name.toUpperCase()),
        h("td", { class: "number" }, found.values[seat].toFixed(4)),
        h("td", { class: "number" }, found.exact ? gain : `${gain} [${low}, ${high}]`));
    });
    clear(quality, h("table", { class: "pf-quality" },
      h("thead", {}, h("tr", {}, h("th", {}, "Seat"), h("th", { class: "number" }, `Wins (${unit})`),
        h("th", { class: "number" }, "Best response gains (thousandths)"))),
      h("tbody", {}, rows)), tableTools("push-or-fold-values", () => quality.querySelector("table")));
  }

  const quick = debounced((table) => api.post("study/pushfold", table), (solved, error) => {
    if (error) fail(error);
    else show(solved);
  }, 60);

  function fail(error) {
    wrong.textContent = failure(error);
    status.textContent = "";
  }

  async function solve() {
    stop();
    wrong.textContent = "";
    const table = asked();
    if (table.stacks.length === 2) {
      quick.now(table);
      return;
    }
    try {
      const job = await api.post("study/pushfold/job", table);
      status.textContent = "solving…";
      progress.hidden = stopButton.hidden = false;
      progress.removeAttribute("value");
      stopButton.onclick = () => api.post(`jobs/${job.id}/stop`).catch(() => {});
      const unwatch = watchJob(job.id, (now) => {
        if (now.progress.total) progress.value = now.progress.done / now.progress.total;
        if (now.state === "waiting" || now.state === "running") return;
        stop();
        if (now.result?.decisions) show(now.result);
        else fail(new Error(now.error || "stopped"));
        api.drop(`jobs/${job.id}`).catch(() => {});
      });
      stop = () => {
        unwatch();
        progress.hidden = stopButton.hidden = true;
        stop = () => {};
      };
    } catch (error) {
      fail(error);
    }
  }

  function changed() {
    depth.textContent = `${Number(slider.value)} bb`;
    if (asked().stacks.length === 2) quick.later(asked());
    else status.textContent = "Press Solve: more than two players take some seconds.";
  }

  players.addEventListener("change", () => {
    stacks.value = "";
    changed();
  });
  for (const control of [slider, stacks, ante, bigBlindAnte, payouts]) control.addEventListener("input", changed);
  decision.addEventListener("change", () => {
    shown = decision.value;
    draw();
  });

  clear(panel, h("div", { class: "pf-page" },
    h("section", { class: "panel pf-form" },
      h("h2", {}, "Push or fold"),
      h("p", { class: "faint small" }, "Everybody goes all-in or folds before the flop. Stacks are in big blinds, before blinds and antes."),
      field("Players", players),
      h("label", { class: "field" }, h("span", { class: "row" }, "Depth ", depth), slider),
      field("Unequal stacks, first to act first", stacks),
      h("div", { class: "row end" }, field("Ante", ante, { class: "field grow" }), field("Big blind ante", bigBlindAnte, { class: "field grow" })),
      field("Prizes (ICM), first place first", payouts),
      h("div", { class: "row" }, go, stopButton, progress), wrong, status, quality),
    h("section", { class: "panel pf-grid" }, field("Decision", decision), share, table,
      exportTools(() => share.textContent, { rows: () => [["hand", "all_in"], ...CLASSES.map((each, at) => [each.name, current().hands[at]])], shown: () => table }))));
  changed();
  quick.now(asked());
  return () => {
    quick.cancel();
    stop();
  };
}

const asText = (numbers) => Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
const key = (decision) => `${decision.seat}:${decision.all_in.join(",")}`;

function title(decision, names) {
  const name = names[decision.seat].toUpperCase();
  if (!decision.all_in.length) return `${name} shoves`;
  return `${name} calls ${decision.all_in.map((seat) => names[seat].toUpperCase()).join(" and ")}`;
}
