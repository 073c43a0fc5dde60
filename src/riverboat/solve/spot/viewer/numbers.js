// The numbers of a node: they come as columns of whole multiples of a unit, and are read one hand or class at a time.

import { missing } from "./words.js";

export function numberOf(terms, figures, what, at) {
  return missing(figures[what][at]) ? null : figures[what][at] / terms.units[what];
}

// All numbers of one hand or class.
export function row(terms, figures, at) {
  const number = (what) => numberOf(terms, figures, what, at);
  const each = (what) => figures[what].map((numbers) => missing(numbers[at]) ? null : numbers[at] / terms.units[what]);
  return {
    weight: number("weight"), equity: number("equity"), ev: number("ev"), eqr: number("eqr"),
    strategy: each("strategy"), action_ev: each("action_ev"),
  };
}

// The whole range of one player, in the same form.
export function total(side, node) {
  const found = side.total;
  const names = found.frequencies ? node.actions.map((action) => action.name) : [];
  return {
    weight: found.combos, equity: found.equity, ev: found.ev, eqr: found.eqr,
    strategy: names.map((name) => found.frequencies[name]), action_ev: names.map((name) => found.action_ev[name]),
  };
}
