// Cards in a form: typed, or chosen from the deck; the text is checked as it is typed.

import { card } from "../lib/cards.js";
import { clear, h } from "../lib/dom.js";
import { symbols } from "../spot/words.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
let fields = 0;

function read(text) {
  const plain = text.replace(/10/g, "T").replace(/[\s,]/g, "");
  const found = plain.match(/[2-9tjqka][shdc]/gi) ?? [];
  const cards = found.map((each) => each[0].toUpperCase() + each[1].toLowerCase());
  return { cards, whole: found.join("").length === plain.length && new Set(cards).size === cards.length };
}

// `most` cards; `taken()` are those used elsewhere. `changed(text)` is called with every change.
/** @param {{ label: string, value?: string, most?: number, taken?: () => string[], changed?: (text: string) => void, name?: string, open?: boolean, hint?: string }} given */
export function cardField({ label, value = "", most = 5, taken = () => [], changed = () => {}, name = "",
  open = false, hint = most > 5 ? "none" : "Td9d6h" }) {
  const id = `cards-${++fields}`;
  const shown = h("span", { class: "cards chosen" });
  const wrong = h("p", { class: "small bad said", id: `${id}-wrong`, role: "status" });
  const words = h("input", {
    id, name, spellcheck: false, autocomplete: "off", placeholder: hint,
      "aria-describedby": `${id}-wrong`,
    oninput: () => {
      draw();
      changed(words.value.trim());
    },
  });
  words.value = value;
  const pad = h("div", { class: "pad", role: "group", "aria-label": `Cards for ${label}` });

  function draw() {
    const { cards, whole } = read(words.value);
    clear(shown, cards.map((each) => card(each)));
    complain(whole ? "" : `"${words.value.trim()}": write cards such as Td9d6h, each once`);
    const elsewhere = new Set(taken());
    clear(pad, [...SUITS].map((suit) => h("div", { class: "pad-row" }, [...RANKS].map((rank) => {
      const each = rank + suit, chosen = cards.includes(each);
      return h("button", {
        type: "button", class: `suit-text-${suit}`, "data-card": each, "aria-pressed": String(chosen),
        "aria-label": `${rank === "T" ? "10" : rank} of ${NAMES[suit]}`,
        disabled: !chosen && (elsewhere.has(each) || cards.length >= most),
        onclick: () => {
          words.value = (chosen ? cards.filter((other) => other !== each) : [...cards, each]).join("");
          draw();
          /** @type {HTMLElement} */ (pad.querySelector(`[data-card="${each}"]`)).focus();
          changed(words.value);
        },
      }, rank, h("span", { "aria-hidden": "true" }, symbols[suit]));
    }))));
  }

  function complain(message) {
    wrong.textContent = message;
    words.setAttribute("aria-invalid", String(Boolean(message)));
  }

  const details = h("details", { class: "deck", open, ontoggle: draw },
    h("summary", { class: "small" }, "Choose cards"), pad);
  draw();
  return {
    element: h("div", { class: "card-field" },
      h("div", { class: "row end" }, h("label", { class: "field", for: id }, h("span", {}, label), words), shown),
        wrong, details),
    value: () => words.value.trim(),
    cards: () => read(words.value).cards,
    set(text) {
      words.value = text;
      draw();
    },
    redraw: draw,
    complain,
  };
}

