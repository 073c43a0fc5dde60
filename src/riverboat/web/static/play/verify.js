// Whether the deck of a hand was changed: the openings that this seat may know, checked in the browser.
//
// The same as `riverboat hands verify`, without dealing again: a leaf is SHA-256 of salt, place and card, the root
// that of format, table, hand, game and all leaves. The root must be the one that was shown before the hand.

import { cards } from "../lib/cards.js";
import { h } from "../lib/dom.js";

const text = new TextEncoder();
const bytes = (hex) => Uint8Array.from((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
const joined = (parts) => new Uint8Array(parts.flatMap((part) => [...part]));

async function hash(data) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Why the proof fails; null if it does not.
export async function wrong(proof, shown) {
  const head = text.encode(`${proof.format}\n${proof.table}\n${proof.hand}\n${proof.game}\n`);
  const root = await hash(joined([head, ...proof.leaves.map(bytes)]));
  if (root !== proof.root) return "the leaves do not have the root that the proof names";
  if (shown && root !== shown) return "this is another commitment than the one shown before the hand";
  for (const [place, card, salt] of proof.openings) {
    if ((await hash(joined([bytes(salt), text.encode(`${place}:${card}`)]))) !== proof.leaves[place]) {
      return `${card} is not the card that was fixed at place ${place}`;
    }
  }
  return null;
}

export async function showProof(proof, shown) {
  const why = crypto.subtle ? await wrong(proof, shown) : "this browser checks hashes only on https pages or this machine; download the proof";
  const file = URL.createObjectURL(new Blob([JSON.stringify(proof)], { type: "application/json" }));
  const name = `riverboat-${proof.table}-${proof.hand}.json`;
  const dialog = h("dialog", { class: "proof", "aria-label": `Proof of hand ${proof.hand}` },
    h("div", { class: "row" }, h("h2", { class: "grow" }, `Deck of hand ${proof.hand}`), h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    h("p", { class: why ? "bad" : "good", role: "status" }, why ? `Not verified: ${why}.` : "Verified: these cards were fixed before the hand."),
    h("p", {}, cards(proof.openings.map(([, card]) => card))),
    h("p", { class: "faint small" }, `${proof.openings.length} of ${proof.leaves.length} cards are opened to you. `,
      shown ? "The commitment is the one this page showed before the hand." : "This page did not see the commitment before the hand."),
    h("p", { class: "small" }, h("code", { class: "root" }, proof.root)),
    h("p", { class: "faint small" }, "This shows that the deck was not changed during the hand. It does not show that the shuffle was fair."),
    h("a", { class: "button", href: file, download: name }, "Download the proof"));
  dialog.addEventListener("close", () => {
    URL.revokeObjectURL(file);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
