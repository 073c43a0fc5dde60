// Both ranges from their weakest hand to their strongest: distributions of equity, EV and EQR.

import { numberOf } from "./numbers.js";
import { missing, sides } from "./words.js";

const drawing = "http://www.w3.org/2000/svg";

function svg(tag, attributes, text) {
  const made = document.createElementNS(drawing, tag);
  for (const [name, each] of Object.entries(attributes)) made.setAttribute(name, each);
  if (text !== undefined) made.textContent = text;
  return made;
}

// How much of the range lies below, hand by hand.
function distribution(side, what, terms) {
  const hands = side.at.map((_, at) => [numberOf(terms, side, what, at), numberOf(terms, side, "weight", at)]);
  const known = hands.filter(([number]) => !missing(number)).sort((a, b) => a[0] - b[0]);
  const all = known.reduce((sum, [, weight]) => sum + weight, 0);
  const points = [];
  let before = 0;
  for (const [number, weight] of known) {
    points.push([before / all, number], [(before + weight) / all, number]);
    before += weight;
  }
  return points;
}

function ticks(low, high, most) {
  const rough = (high - low) / most || 1, power = 10 ** Math.floor(Math.log10(rough));
  const size = power * [1, 2, 5, 10].find((times) => times * power >= rough * 0.999);
  const found = [];
  for (let number = Math.floor(low / size + 1e-9); number <= Math.ceil(high / size - 1e-9); number++) {
    found.push(number * size);
  }
  return found.length > 1 ? found : [found[0], found[0] + size];
}

const CURVES = {
  equity: ["Equity", (share) => `${(100 * share).toFixed(0)} %`, [0, 1]],
  ev: ["EV in chips", (amount) => String(Number(amount.toPrecision(6))), []],
  eqr: ["EQR: share of equity realised", (number) => String(Number(number.toPrecision(3))), [0, 1]],
};

// The same numbers as rows: side, share of the range below, value.
export function curveRows(node, what, terms) {
  return [["side", "share", what], ...node.sides.flatMap((side, player) =>
    distribution(side, what, terms).map(([share, number]) => [sides[player], share, number]))];
}

// `what` is equity, ev or eqr; the picture takes the place of what is in `figure`.
export function drawCurve(figure, node, what, terms) {
  const [title, write, ends] = CURVES[what];
  let lines = node.sides.map((side) => distribution(side, what, terms));
  if (what === "eqr") lines = lines.map((points) => points.map(([x, y]) => [x, Math.min(y, 3)])); // hands of no equity
  const heights = lines.flat().map(([, number]) => number).concat(ends);
  const marks = ticks(Math.min(...heights, 0), Math.max(...heights, 1e-9), 6);
  const [low, high] = [marks[0], marks[marks.length - 1]];
  const left = 56, right = 470, top = 40, bottom = 290;
  const across = (share) => left + (right - left) * share;
  const up = (number) => bottom - (bottom - top) * (number - low) / (high - low);
  const picture = svg("svg", { class: "drawn", viewBox: "0 0 490 330", role: "img" });
  picture.append(svg("title", {}, title), svg("text", { class: "axis", x: left, y: 16 }, title));
  for (const mark of marks) {
    picture.append(svg("path", { class: "grid", d: `M${left} ${up(mark)}H${right}` }),
      svg("text", { x: left - 6, y: up(mark) + 4, "text-anchor": "end" }, write(mark)));
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    picture.append(svg("path", { class: "grid", d: `M${across(share)} ${top}V${bottom}` }),
      svg("text", { x: across(share), y: bottom + 16, "text-anchor": "middle" }, `${100 * share} %`));
  }
  picture.append(svg("text", { class: "axis", x: (left + right) / 2, y: bottom + 34, "text-anchor": "middle" },
    "share of the range, weakest hands first"));
  lines.forEach((points, player) => {
    const tint = terms.players[player];
    picture.append(svg("path", { d: `M${left + 70 * player} 28h18`, stroke: tint, "stroke-width": 2.5 }),
      svg("text", { x: left + 70 * player + 24, y: 32 }, sides[player]));
    if (!points.length) return;
    const way = points.map(([x, y]) => `${across(x).toFixed(1)} ${up(y).toFixed(1)}`).join("L");
    picture.append(svg("path", { class: "curve", stroke: tint, d: "M" + way }));
  });
  figure.replaceChildren(picture);
}
