// How statistics are written.

import { h, link } from "../lib/dom.js";

export const LABELS = {
  vpip: "VPIP", pfr: "PFR", three_bet: "3‑bet", fold_to_three_bet: "Fold to 3‑bet", steal: "Steal", fold_to_steal: "Fold to steal", cbet_flop: "C‑bet",
  fold_to_cbet: "Fold to c‑bet", check_raise: "Check-raise", went_to_showdown: "WTSD", won_at_showdown: "W$SD", won_when_saw_flop: "WWSF",
};

// "+3.2 ± 4.1", coloured where the interval excludes zero.
export function winCell(rate) {
  if (!rate) return "–";
  const mean = `${rate.mean > 0 ? "+" : ""}${rate.mean.toFixed(1)}`;
  if (rate.margin === null) return mean;
  const kind = rate.mean - rate.margin > 0 ? "good" : rate.mean + rate.margin < 0 ? "bad" : null;
  return h("span", { class: kind, title: `95 % interval ${(rate.mean - rate.margin).toFixed(1)} to ${(rate.mean + rate.margin).toFixed(1)}${kind ? ", which excludes zero" : ", which includes zero"}` },
    mean, h("small", {}, ` ± ${rate.margin.toFixed(1)}`));
}

export function rateCell([done, of], address) {
  if (!of) return h("span", { class: "faint" }, "–");
  const text = `${(100 * done / of).toFixed(0)} %`;
  const made = address ? link(address, { title: "Show these hands" }, text) : text;
  return h("span", { class: "stat-rate" }, made, h("small", { class: "faint" }, of.toLocaleString("en-US")));
}

// The hands behind a number, in Review; `more` is a word of the search language.
/**
 * @param {{ run?: any, query?: string }} wanted
 * @param {{ player: string, position?: string }} whose
 */
export function handsAddress({ run, query }, { player, position }, more = "") {
  const text = [query && more ? `(${query})` : query, more].filter(Boolean).join(" ");
  const parts = { run, player, position, query: text };
  return `/review?${new URLSearchParams(Object.entries(parts).filter(([, value]) => value))}`;
}
