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
