// The banner that says when the server cannot store anything: tables pause until it can.

import { h } from "./dom.js";

const EVERY = 15000;
const banner = h("p", { id: "problem", class: "banner bad", role: "alert", hidden: true });
document.body.prepend(banner);

export function showProblem(why) {
  banner.hidden = !why;
  banner.textContent = why ? `${why}. Tables are paused and resume by themselves.` : "";
}

async function check() {
  if (document.hidden) return;
  const answer = await fetch("/api/health").catch(() => null);
  if (answer?.ok) showProblem((await answer.json()).problem);
}

export function watchHealth() {
  check();
  setInterval(check, EVERY);
}
