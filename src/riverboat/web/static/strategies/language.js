// The words of PokerLang as the server knows them, and how a piece of a strategy is shown.

import { api } from "../lib/api.js";

export async function language() {
  const words = await api.get("strategies/words");
  words.byName = new Map(words.terms.map((each) => [each.name, each]));
  return words;
}

const SIGNS = { ">=": "≥", "<=": "≤", "!=": "≠" };

export function testText(test) {
  return `${test.term} ${SIGNS[test.operator] ?? test.operator} ${test.value}`;
}

export function shareText(share) {
  return `${share.action}${share.amount ? ` ${share.amount}` : ""}${share.percent ? ` ${share.percent} %` : ""}`;
}

// A value of a term for people: shares in percent.
export function valueText(term, value) {
  if (typeof value === "string") return value.replaceAll("_", " ");
  if (term?.share) return `${+(100 * value).toFixed(1)} %`;
  return String(+value.toFixed(2));
}

// A name for a player: letters, digits, _ and -.
export function slug(text) {
  const plain = text.trim().toLowerCase().replace(/[^a-z0-9_-]+/g, "_").replace(/^[^a-z_]+|_+$/g, "").slice(0, 40);
  return plain || "strategy";
}
