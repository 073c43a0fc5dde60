// One spot: the progress of its solve, the result, and what to do with it: solve further, lock a node, exploit, edit,
// delete.

import { isCard, lineWords } from "../lib/action-words.js";
import { api, watchJob } from "../lib/api.js";
import { cards, split } from "../lib/cards.js";
import { clear, field, h, link, select } from "../lib/dom.js";
import { exportTools } from "../lib/export.js";
import { loadLabels, nameOf } from "../lib/labels.js";
import { attempt } from "../lib/notice.js";
import { chartPicture, chartRows, plot } from "../lib/plot.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { bytes } from "./form.js";
import { askLocks, lockPath, withLocks } from "./locking.js";
import { progressBar, sayProgress } from "./progress.js";
import { style } from "../lib/style.js";
import { judgementView } from "../train/judgement.js";
import { solutionViewer } from "./viewer.js";

const isOver = (job) => job.state !== "waiting" && job.state !== "running";

export async function mountSolution(root, id, query) {
  let [job] = await Promise.all([api.get(`jobs/${id}`), loadLabels()]);
  const name = () => nameOf(`job/${id}`, job.title);
  let about = null;
  let node = null;
  let dealt = ""; // the cards that have come on the way to the current node
  const head = h("header", { class: "solution-head" });
  const bar = progressBar();
  const says = h("p", { class: "small faint", role: "status", id: "solve-status" });
  const stop = h("button", { type: "button", onclick: () => attempt(() => api.post(`jobs/${id}/stop`)) },
    "Stop and keep the best");
  const peek = h("button", { type: "button", hidden: true, onclick: () => attempt(openIfThere) },
    "Show the current solution");
  const solving = h("section", { class: "panel solving", "aria-label": "The solve" }, bar.element,
    h("div", { class: "row" }, says, h("span", { class: "grow" }), peek, stop));
  const body = h("div");
  const place = h("div", { class: "row", id: "place" });
  const judged = h("div", { id: "judged" }); // the decision of a hand that led here
  const decision = query.get("hand") ? { path: query.get("node") ?? "", hand: query.get("hand"), action: query.get("action") ?? "" }
    : job.params.decision ?? null;
  const exploit = select([["", "as solved"], ["oop", "OOP's best response"], ["ip", "IP's best response"]],
    query.get("exploit") ?? "", { onchange: () => {
    const wanted = new URLSearchParams(location.search);
    if (exploit.value) wanted.set("exploit", exploit.value);
    else wanted.delete("exploit");
    navigate(`/study/spots/${id}?${wanted}`);
  } });

  function address(path) {
    const wanted = new URLSearchParams();
    if (path) wanted.set("node", path);
    if (exploit.value) wanted.set("exploit", exploit.value);
    return `/study/spots/${id}?${wanted}`;
  }

  function fact(name, text) {
    return h("div", {}, h("dt", {}, name), h("dd", {}, text));
  }

  function drawHead() {
    const spot = job.params.spot;
    const sum = about?.summary;
    clear(head, cards(split(spot.board + dealt)), h("h2", {}, name()), h("dl", {},
      fact("pot", spot.pot.toLocaleString("en")), fact("stack", String(spot.stack ?? "limits")),
      spot.rake ? fact("rake", `${+(100 * spot.rake).toFixed(3)} %${spot.rake_cap ? ` up to ${spot.rake_cap}` : ""}`)
        : null,
      sum ? [fact("OOP's EV", sum.oop.ev?.toFixed(2) ?? "-"), fact("IP's EV", sum.ip.ev?.toFixed(2) ?? "-"),
        fact("exploitability", `${sum.chips.toFixed(3)} chips, ${sum.percent.toFixed(3)} %`),
        about.gain === undefined ? null
          : fact(`${exploit.value.toUpperCase()} wins more`, `${Math.max(0, about.gain).toFixed(3)} chips`),
        fact("iterations", sum.iterations.toLocaleString("en")), fact("memory", bytes(sum.memory))] : null));
  }

  async function start(body) {
    const made = await api.post("study/spots",
      { seconds: job.params.seconds, precision: job.params.precision, start: id, ...body });
    navigate(`/study/spots/${made.id}`);
  }

  // Solve again without some of the locks.
  function unlock(goes) {
    const lock = job.params.spot.lock.filter((line) => !goes(line));
    return start({ spot: { ...job.params.spot, lock }, target: job.params.target,
      title: lock.length ? job.title : "" });
  }

  function lockList() {
    const locks = job.params.spot.lock ?? [];
    if (!locks.length) return null;
    const badge = (line) => h("span", { class: "badge" }, line.length > 60 ? `${line.slice(0, 57)}…` : line, " ",
      h("button", { type: "button", class: "quiet small", "aria-label": `Unlock ${line} and solve again`,
        onclick: () => attempt(() => unlock((each) => each === line)) }, "✕"));
    const all = h("button", { type: "button", class: "small", onclick: () => attempt(() => unlock(() => true)) },
      "Unlock all");
    return h("details", { class: "small", open: locks.length < 5 },
      h("summary", { class: "locked-mark" }, `${locks.length} lock${locks.length > 1 ? "s" : ""}`),
      h("div", { class: "row" }, locks.map(badge), all));
  }

  function tools() {
    const target = select([["0.3", "0.3 %"], ["0.1", "0.1 %"], ["0.03", "0.03 %"], ["0.01", "0.01 %"]], "0.1",
      { "aria-label": "Continue to, in percent of the pot" });
    const toml = h("a", { class: "button", download: `${job.params.spot.board}.toml` }, "TOML");
    toml.href = URL.createObjectURL(new Blob([about.toml], { type: "application/toml" }));
    return h("div", { class: "viewer-tools" },
      lockButton, field("Strategies", exploit, { class: "field inline" }),
      isOver(job) ? h("span", { class: "row tight" }, h("button", { type: "button", onclick: () => attempt(() =>
        start({ spot: job.params.spot, target: Number(target.value), goes_on: true, title: job.title })) },
          "Continue to"), target) : null,
      isOver(job) ? link(`/train/${id}`, { class: "button" }, "Train this") : null,
      link(`/study/spots?from=${id}`, { class: "button" }, "Edit as a new spot"), link(`/study/compare?first=${id}`, { class: "button" }, "Compare with another"), toml,
      isOver(job) ? h("button", { type: "button", onclick: () => {
        const path = `study/spots/${id}`;
        deleteLater(path, name(), () => navigate(isLeaving(path) ? "/study/spots" : `/study/spots/${id}`));
      } }, "Delete") : null);
  }

  const lockButton = h("button", { type: "button", onclick: () => attempt(async () => {
    const lines = await askLocks(node, about.terms);
    if (!lines.length) return;
    const spot = { ...job.params.spot, lock: withLocks(job.params.spot.lock ?? [], lines) };
    const path = lockPath(lines[0]);
    const where = path ? `after ${lineWords(path)}` : "at the start";
    await start({ spot, target: job.params.target, title: `${spot.board}, locked ${where}`.slice(0, 80) });
  }) }, "Lock this node");

  // Exploitability over iterations; drawn on demand.
  function course() {
    const chart = h("div", { class: "chart" });
    return h("details", { class: "panel", ontoggle: () => attempt(() => plot(chart, [{
      x: about.history.map((row) => row[0]), y: about.history.map((row) => row[1]), mode: "lines+markers",
        name: "exploitability",
      text: about.history.map((row) => `${row[2]} s`), line: { color: about.terms.players[0] },
    }], { xaxis: { type: "log", dtick: "D2", title: { text: "iterations" } },
      yaxis: { type: "log", dtick: "D2", title: { text: "exploitability, % of the pot" } } })) },
    h("summary", {}, "Convergence"), chart, exportTools("convergence", { rows: () => chartRows(chart), draw: () => chartPicture(chart) }));
  }

  async function open() {
    about = await api.get(`study/spots/${id}${exploit.value && `?exploit=${exploit.value}`}`);
    drawHead();
    const viewer = solutionViewer({ id, terms: about.terms, exploit: exploit.value, address,
      moved: (path, at, locked) => {
      node = at;
      const come = path.split("/").filter(isCard).join("");
      if (come !== dealt) {
        dealt = come;
        drawHead();
      }
      lockButton.disabled = at.player === null || !isOver(job);
      clear(place, locked ? h("span", { class: "locked-mark" }, "This node is locked.") : null);
    } });
    clear(body, tools(), lockList(), place, judged, viewer.element, course());
    const asked = new URLSearchParams(location.search).get("node") ?? decision?.path ?? "";
    try {
      await viewer.show(asked);
    } catch (error) {
      if (!asked) throw error;
      await viewer.show("");
    }
    if (decision?.action) await attempt(() => showDecision(viewer));
  }

  // What the action of a recorded or trained hand costs, and where the hand is in the grid.
  async function showDecision(viewer) {
    const [judgement] = await Promise.all([api.get(`study/spots/${id}/judge?${new URLSearchParams({ path: decision.path, hand: decision.hand,
      action: decision.action })}`), style("train")]);
    if (node.path === judgement.path) viewer.mark(judgement.hand);
    const actions = (await api.get(`study/spots/${id}/node?${new URLSearchParams({ path: decision.path })}`)).node.actions;
    clear(judged, judgementView({ judgement, right: true, name: decision.name }, actions));
  }

  function drawSolving() {
    says.textContent = sayProgress(job);
    bar.show(job);
    bar.element.hidden = stop.hidden = isOver(job);
    peek.hidden = isOver(job) || !job.progress.kept;
    solving.hidden = job.state === "done";
  }

  clear(root, h("p", { class: "small" }, link("/study/spots", {}, "← All spots")), head, solving, body);
  drawHead();
  drawSolving();
  let unwatch = () => {};
  const openIfThere = () => open().catch((error) => {
    if (about) throw error;
    clear(body, h("p", { class: "faint" }, error.message));
  });
  if (isOver(job)) await openIfThere();
  else {
    unwatch = watchJob(id, (now) => {
      const wasOver = isOver(job);
      job = now;
      drawSolving();
      if (isOver(job) && !wasOver) attempt(openIfThere);
    });
  }
  return () => unwatch();
}
