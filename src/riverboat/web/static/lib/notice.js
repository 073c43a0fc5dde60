// Short messages in a corner; errors stay longer.

import { h } from "./dom.js";

const corner = () => document.getElementById("notices");

export function failure(error) {
  return error?.message || String(error);
}

export function notice(text, kind = "plain") {
  const element = h("p", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : null }, text);
  corner().append(element);
  setTimeout(() => element.remove(), kind === "bad" ? 9000 : 4000);
  setTimeout(() => element.classList.add("read"), 1000);
}

// Somebody went on to another page: what was said about the last one is over, unless it was said just now.
export function forgetNotices() {
  for (const each of corner().querySelectorAll(".bad.read")) each.remove();
}

// Run something a person asked for, and say so if it fails.
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    notice(failure(error), "bad");
    return undefined;
  }
}
