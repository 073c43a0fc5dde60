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

// The user has moved to another page: messages about the last one are removed, unless they are new.
export function forgetNotices() {
  for (const each of corner().querySelectorAll(".bad.read")) each.remove();
}

// Run something that the user asked for, and show its error if it fails.
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    notice(failure(error), "bad");
    return undefined;
  }
}
