// Strategies: /strategies is the gallery, /strategies/build the builder (?from=<name> begins with a shipped strategy),
// /strategies/build/<id> a saved strategy.

import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { choice, forgetChoice } from "../lib/names.js";
import { sheet, style } from "../lib/style.js";
import { gallery, IMPORTED } from "../strategies/gallery.js";
import { language } from "../strategies/language.js";

export const title = "Strategies";

const FIRST = `# Begin here: change a rule in the form or in the text, and the other follows.
strategy "New strategy"

tactic "before the flop" when street = preflop: {
    hand in "77+, ATs+, KQs, AJo+" -> raise(0.8..1);
    percentile <= 40% and raises <= 1 -> call;
}

tactic "after the flop" otherwise: {
    strength >= 80% -> raise(0.6..0.9) 80%, call 20%;
    ehs > pot_odds and raises <= 1 -> call;
}
`;

export async function mount(root, route) {
  forgetChoice(); // what is saved here is a player of the other pages
  const ready = Promise.all([sheet("/static/spot/viewer.css"), sheet("/static/pickers/pickers.css"), style("study"), style("strategies")]);
  const [part, id] = route.rest;
  root.classList.add("page-study"); // the range editor and the card fields have their style from there
  if (part !== "build") {
    await ready;
    return gallery(root);
  }
  const [{ builder }, words, choices, begin] = await Promise.all([import("../strategies/builder.js"), language(), choice(), first(id, route.query), ready]);
  const inner = h("div");
  root.append(inner);
  return builder(inner, words, begin, choices);
}

async function first(id, query) {
  if (id) return api.get(`strategies/saved/${encodeURIComponent(id)}`);
  const from = query.get("from");
  if (from) return { ...(await api.get(`strategies/shipped/${encodeURIComponent(from)}`)), id: null, name: `my_${from}` };
  const kept = query.get("imported") && sessionStorage.getItem(IMPORTED);
  if (kept) return { ...JSON.parse(kept), id: null, imported: true };
  return { id: null, name: "new_strategy", text: FIRST };
}
