// The table of combinations of one player: weight, strategy, equity, EV, EQR, each action's share and EV; sortable.

import { row, total } from "./numbers.js";
import { chips, fixed, make, missing, percent, playing, ratio, sides, split } from "./words.js";

const AT_ONCE = 250; // rows; the others are added when somebody scrolls to them

function sortKey(sort, numbers) {
  const [what, at] = sort.split(" ");
  return at === undefined ? numbers[what] : numbers[what][Number(at)];
}

// Whether a hand matches the filter: "AK", "AKs", "Ah", "AhKd", several by commas or spaces.
function isAskedFor(filter, name, className) {
  const wanted = (filter || "").split(/[,\s]+/).filter(Boolean);
  if (!wanted.length) return true;
  const hand = name.toLowerCase(), kind = className.toLowerCase();
  return wanted.some((each) => {
    const text = each.toLowerCase();
    return kind.startsWith(text) || hand.slice(0, 2) === text || hand.slice(2) === text || hand === text
      || hand.slice(2) + hand.slice(0, 2) === text;
  });
}

// `view` has `sort` (a column), `down`, the chosen `cell` or null, and a `filter`; it is changed when a head is clicked.
export function drawCombos(box, node, player, board, view, terms) {
  const side = node.sides[player];
  const acts = node.player === player;
  if (!acts && view.sort.includes(" ")) view.sort = "equity";
  if (acts && Number(view.sort.split(" ")[1] || 0) >= node.actions.length) view.sort = "equity";
  const hands = board.hands[player], cells = board.cells[player];
  let rows = side.at.map((hand, at) => ({ name: hands.slice(4 * hand, 4 * hand + 4), hand, ...row(terms, side, at) }));
  if (view.cell !== null) rows = rows.filter((each) => cells[each.hand] === view.cell);
  rows = rows.filter((each) => isAskedFor(view.filter, each.name, terms.classes[cells[each.hand]]));
  rows.sort((a, b) => {
    const [one, other] = [sortKey(view.sort, a), sortKey(view.sort, b)];
    if (missing(one) || missing(other)) return Number(missing(one)) - Number(missing(other));
    return (view.down ? other - one : one - other) || b.hand - a.hand;
  });
  const heading = (text, sort, attributes) => {
    const order = view.sort === sort ? (view.down ? "descending" : "ascending") : null;
    const button = make("button", { type: "button", "data-sort": sort, click: () => {
      view.down = view.sort === sort ? !view.down : true;
      view.sort = sort;
      drawCombos(box, node, player, board, view, terms);
      box.querySelector(`[data-sort="${sort}"]`).focus();
    } }, text);
    return make("th", { scope: "col", "aria-sort": order, ...attributes }, button);
  };
  const high = { rowspan: acts ? 2 : 1 };
  const first = make("tr", null, heading(sides[player], "hand", high), heading("Weight", "weight", high),
    acts ? make("th", high, "Strategy") : null, heading("EQ", "equity", high), heading("EV", "ev", high),
    heading("EQR", "eqr", high));
  const second = make("tr");
  if (acts) {
    node.actions.forEach((action, at) => {
      first.append(make("th", { colspan: 2, class: "action", tint: action.colour, scope: "colgroup" }, action.label));
      second.append(heading("%", `strategy ${at}`), heading("EV", `action_ev ${at}`));
    });
  }
  const whole = view.cell === null ? total(side, node) : row(terms, side.classes, side.classes.at.indexOf(view.cell));
  const line = (name, numbers, kind, weight) => {
    const made = make("tr", { class: kind }, make("td", null, ...name), make("td", null, weight));
    if (acts) {
      const bar = make("span", { class: "bar" });
      bar.style.background = split(numbers.strategy, node.actions);
      made.append(make("td", null, bar));
    }
    made.append(make("td", null, percent(numbers.equity)), make("td", null, chips(numbers.ev, terms)),
      make("td", null, ratio(numbers.eqr)));
    numbers.strategy.forEach((share, at) => {
      made.append(make("td", null, percent(share)), make("td", null, chips(numbers.action_ev[at], terms)));
    });
    return made;
  };
  const label = view.cell === null ? "Total" : terms.classes[view.cell];
  const top = line([label], whole, "total", fixed(whole.weight, 2));
  const body = make("tbody");
  const addSome = () => body.append(...rows.slice(body.childElementCount, body.childElementCount + AT_ONCE).map((each) =>
    line([playing(each.name.slice(0, 2)), playing(each.name.slice(2))], each, null, fixed(each.weight, 3))));
  addSome();
  box.onscroll = () => {
    if (box.scrollTop + 2 * box.clientHeight > box.scrollHeight) addSome();
  };
  box.scrollTop = 0;
  box.replaceChildren(make("table", null, make("thead", null, first, acts ? second : null, top), body));
}
