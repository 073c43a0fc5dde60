// Strategies as files: what the browser saves, and what it reads.

import { h } from "../lib/dom.js";

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Let the user choose a file; `opened({name, text})` gets it.
export function choose(opened) {
  const input = h("input", { type: "file", accept: ".pokerlang,.txt,text/plain" });
  input.addEventListener("change", () => input.files[0] && read(input.files[0]).then(opened));
  input.click();
}

export async function read(file) {
  return { name: file.name.replace(/\.\w+$/, ""), text: await file.text() };
}
