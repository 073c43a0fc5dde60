"""An eye that is never wrong: it makes the sighting from the page's elements, where the reader makes it from pixels."""

from __future__ import annotations

from typing import Any

from riverboat.vision import Sighting

LOOK = """() => {
  const seats = [...document.querySelectorAll(".stage .seat")];
  const count = seats.length;
  const you = seats.findIndex((seat) => seat.classList.contains("mine"));
  const turned = (chair) => (chair < 0 ? -1 : (chair - you + count) % count);
  const box = (element) => { const r = element.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; };
  const seen = (value) => ({ value, confidence: 1 });
  const chips = (text) => Number(text.replaceAll(",", "") || 0);
  const face = (card) => {
    if (card.classList.contains("back")) return "??";
    const rank = card.querySelector("b").textContent.replace("10", "T");
    return rank + { "♠": "s", "♥": "h", "♦": "d", "♣": "c" }[card.querySelector("i").textContent];
  };
  const cards = (root) => [...root.querySelectorAll(".card")]
    .map((card) => ({ text: face(card), confidence: 1, box: box(card) }));
  const bets = [...document.querySelectorAll(".stage .bet")];
  const state = (seat, stack) => {
    const said = seat.dataset.state;
    return said === "free" ? "empty" : said === "folded" || said === "out" ? said : stack ? "in" : "all-in";
  };
  const made = seats.map((seat, chair) => {
    const stack = chips(seat.querySelector(".stack").textContent);
    return {
      name: seen(seat.querySelector(".who").textContent), stack: seen(stack), bet: seen(chips(bets[chair].textContent)),
      action: seen(seat.querySelector(".label").textContent), state: seen(state(seat, stack)),
      cards: cards(seat.querySelector(".hole")),
    };
  });
  const middle = (element) => { const [x, y, width, height] = box(element); return [x + width / 2, y + height / 2]; };
  const [x, y] = middle(document.querySelector(".dealer"));
  const distances = seats.map((seat) => middle(seat.querySelector(".plate"))).map(([a, b]) => Math.hypot(a - x, b - y));
  const nearest = distances.indexOf(Math.min(...distances));
  const stage = document.querySelector(".stage");
  const amount = document.querySelector(".sizes input[type=number]");
  return {
    surface: "table", size: [innerWidth, innerHeight], stage: box(stage),
    em: parseFloat(getComputedStyle(stage).fontSize),
    seats: made.map((_, place) => made[(place + you) % count]),
    boards: [...document.querySelectorAll(".board .cards")].map(cards),
    pot: seen(chips(document.querySelector(".pot").textContent.replace("Pot", "").trim())),
    dealer: seen(turned(nearest)), actor: seen(turned(seats.findIndex((seat) => seat.classList.contains("acting")))),
    buttons: ["fold", "call", "raise"].map((name) => [name, document.querySelector(`.act.${name}`)])
      .filter(([, each]) => !each.disabled)
      .map(([control, each]) => ({ control, text: seen(each.textContent), box: box(each) })),
    amount_box: amount.disabled || !amount.offsetWidth ? null : box(amount),
  };
}"""


def look(table: Any) -> Sighting:
    """What the page displays."""
    return Sighting.from_json(table.tab.evaluate(LOOK))
