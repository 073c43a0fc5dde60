// Reports: the list, and one report, a self-contained page in a sandboxed frame.

import { api, watchJob } from "../lib/api.js";
import { clear, h, link } from "../lib/dom.js";
import { labelBadges, labelButton, loadLabels, nameOf } from "../lib/labels.js";
import { attempt } from "../lib/notice.js";
import { deleteLater, isLeaving } from "../lib/undo.js";
import { navigate } from "../main.js";
import { studyDecision } from "../study/decision.js";

const STATES = { waiting: "waiting", running: "being made", done: "", failed: "failed", stopped: "stopped" };

export function reportList() {
  const list = h("ul", { class: "review-reports" });
  const element = h("section", { class: "panel", "aria-label": "Reports", hidden: true }, h("h2", {}, "Reports"), list);
  load();
  return { element };

  async function load() {
    const [found] = await Promise.all([api.get("review/reports").catch(() => []), loadLabels()]);
    element.hidden = !found.length;
    const kept = found.filter((each) => !isLeaving(`jobs/${each.id}`));
    const name = (each) => nameOf(`job/${each.id}`, each.title);
    clear(list, kept.slice(0, 12).map((each) =>
      h("li", {}, link(`/review/report/${each.id}`, {}, name(each)), labelBadges(`job/${each.id}`), h("span", { class: "faint small" }, ` ${when(each.created_at)} ${STATES[each.state]}`),
        labelButton(`job/${each.id}`, each.title, load),
        h("button", { type: "button", class: "quiet", "aria-label": `Delete the report ${name(each)}`, onclick: () => deleteLater(`jobs/${each.id}`, name(each), load) }, "×"))));
  }
}

export function reportView(root, first) {
  const said = h("p", { class: "review-far", role: "status" });
  const bar = h("progress", { "aria-label": "Progress" });
  const stop = h("button", { type: "button", onclick: () => attempt(() => api.post(`jobs/${first.id}/stop`)) }, "Stop");
  const save = h("a", { class: "button primary", href: `/api/review/reports/${first.id}/page?download=true`, hidden: true }, "Download");
  const drop = h("button", { type: "button", class: "quiet", hidden: true, onclick: forget }, "Delete");
  const place = h("div", { class: "review-page" });
  clear(
    root,
    h("div", { class: "row review-report-head" }, link("/review", { class: "button" }, "← Hands"), h("h1", { class: "grow" }, `Report: ${first.title}`), stop, save, drop),
    said,
    bar,
    place,
  );
  const close = watchJob(first.id, changed);
  addEventListener("themechange", retheme);
  addEventListener("message", hear);
  return () => {
    close();
    removeEventListener("message", hear);
    removeEventListener("themechange", retheme);
  };

  // A replay in the report asks to study a decision; the frame can say which hand, and nothing else.
  function hear({ source, data }) {
    if (source !== place.querySelector("iframe")?.contentWindow || data?.kind !== "study") return;
    attempt(() => studyDecision({ run: Number(data.run), place: Number(data.place) }, Number(data.number)));
  }

  function address() {
    return `/api/review/reports/${first.id}/page?theme=${theme()}`;
  }

  function retheme() {
    const frame = place.querySelector("iframe");
    if (frame) frame.src = address();
  }

  function changed(job) {
    const over = job.state !== "waiting" && job.state !== "running";
    const { what = "", done = 0, total = 0 } = job.progress;
    stop.hidden = bar.hidden = over;
    drop.hidden = !over;
    save.hidden = job.state !== "done";
    if (total) Object.assign(bar, { max: total, value: done });
    if (job.state === "done") clear(said);
    else if (over) clear(said, h("span", { class: "bad" }, job.error || "Stopped before there was a result."));
    else clear(said, job.state === "waiting" ? "Waiting for other jobs." : what ? `${what}: ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}` : "Starting.");
    if (job.state === "done" && !place.firstChild) {
      place.append(h("iframe", { title: `Report: ${job.title}`, src: address(), sandbox: "allow-scripts allow-downloads" }));
    }
  }

  function forget() {
    const path = `jobs/${first.id}`;
    deleteLater(path, first.title, () => navigate(isLeaving(path) ? "/review" : `/review/report/${first.id}`));
  }
}

// A sandboxed frame does not know which theme was chosen here.
function theme() {
  return getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light";
}

function when(text) {
  return new Date(text).toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
}
