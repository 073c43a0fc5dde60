// How far a solve is, in words and as a bar.

import { h } from "../lib/dom.js";
import { bytes } from "./form.js";

const STATES = { waiting: "waiting for a worker", running: "solving", done: "solved", stopped: "stopped",
  failed: "failed" };

export function sayProgress(job) {
  const now = { ...job.progress, ...job.result };
  const said = [STATES[job.state]];
  if (job.error) said.push(job.error);
  if (now.notice && job.state === "running") said.push(now.notice);
  if (job.state === "running" && now.iterations === undefined && !now.notice) said.push("starting the solver");
  if (now.iterations !== undefined) said.push(`${now.iterations.toLocaleString("en")} iterations`);
  if (now.percent !== undefined && now.percent !== null) {
    said.push(`exploitability ${now.chips.toFixed(3)} chips, ${now.percent.toFixed(3)} % of the pot`);
  }
  if (now.seconds !== undefined) said.push(`${now.seconds.toFixed(1)} s`);
  if (now.memory !== undefined) said.push(bytes(now.memory));
  return said.join(" · ");
}

// A bar that is full when the target is reached, by the logarithm of what is still exploitable.
export function progressBar() {
  const bar = h("progress", { max: 1, "aria-label": "Progress of the solve" });
  return {
    element: bar,
    show(job) {
      /** @type {{ percent?: number, target?: number }} */
      const { percent, target } = { ...job.progress, ...job.result };
      if (percent) bar.value = Math.min(1, Math.max(0.02, 1 - Math.log(percent / target) / Math.log(100 / target)));
      else bar.removeAttribute("value");
    },
  };
}
