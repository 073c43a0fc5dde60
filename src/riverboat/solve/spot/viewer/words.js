// Numbers as words, and elements without markup: what every part of the viewer writes with.
//
// `terms` are what all nodes of one solution share: `digits` of chips, `units` of which the numbers are whole
// multiples, the names of the 169 `classes`, the colours of the two `players`, and a `plain` one.

export const sides = ["OOP", "IP"];
export const symbols = { c: "♣", d: "♦", h: "♥", s: "♠" };

export const missing = (number) => number === null || number === undefined;

export function fixed(number, digits) {
  const text = number.toFixed(digits);
  return /[1-9]/.test(text) ? text : text.replace("-", "");
}

export const percent = (share) => missing(share) ? "-" : fixed(100 * share, 1) + " %";
export const chips = (amount, terms) => missing(amount) ? "-" : fixed(amount, terms.digits);
export const ratio = (number) => missing(number) ? "-" : fixed(number, 2);

export function make(tag, attributes, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "tint") made.style.setProperty("--tint", value);
    else if (name === "click") made.addEventListener("click", value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside.filter((part) => part !== null));
  return made;
}

export const playing = (card) => make("span", { class: "playing suit-" + card[1] }, card[0] + symbols[card[1]]);

export const cardsOf = (text) => text.match(/../g) ?? [];

export const join = (path, step) => path ? path + "/" + step : step;

// The shares of the actions side by side, as a background.
export function split(strategy, actions) {
  let from = 0;
  const stops = strategy.map((share, at) => {
    const start = from;
    from += 100 * (share || 0);
    return `${actions[at].colour} ${start.toFixed(2)}% ${from.toFixed(2)}%`;
  });
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

export const heat = (share) => `hsl(${(120 * Math.min(1, Math.max(0, share))).toFixed(0)} 45% 38%)`;
