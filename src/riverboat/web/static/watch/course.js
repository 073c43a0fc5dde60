// The course of a match as a chart: everybody's winnings with the 95 % interval around them.

import { plot } from "../lib/plot.js";

const COLOURS = ["#3b78c2", "#cf5b2e", "#3f9455", "#8d5fbd", "#b0861b", "#259a9a", "#c24a7d", "#7f8792"];

export function drawCourse(element, course, { ring = false } = {}) {
  const traces = course.names.flatMap((name, player) => linesOf(course, name, player));
  const named = traces.filter((trace) => trace.name).length;
  const wide = Math.max(1, Math.floor(element.clientWidth / 210));
  return plot(element, traces, {
    hovermode: "x unified",
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" },
    margin: { l: 60, r: 14, t: 14 + 20 * Math.ceil(named / wide), b: 42 },
    xaxis: { title: { text: "hands" }, rangemode: "tozero" },
    yaxis: { title: { text: ring ? "bankroll, chips above the start" : "chips won" }, zeroline: true },
    showlegend: true,
  });
}

function linesOf(course, name, player) {
  const colour = COLOURS[player % COLOURS.length];
  const x = [0, ...course.hands];
  const y = [0, ...course.chips[player]];
  const reach = course.reach[player];
  const end = x.at(-1);
  const found = [];
  if (reach) {
    const far = x.map((hands) => reach * Math.sqrt(hands / end));
    const edge = { x, mode: "lines", line: { width: 0 }, hoverinfo: "skip", showlegend: false, legendgroup: name };
    found.push({ ...edge, y: y.map((chips, at) => chips - far[at]) });
    found.push({ ...edge, y: y.map((chips, at) => chips + far[at]), fill: "tonexty", fillcolor: `${colour}2b` });
  }
  found.push({ x, y, name, mode: "lines", line: { color: colour, width: 2 }, legendgroup: name });
  if (course.adjusted) {
    found.push({ x, y: [0, ...course.adjusted[player]], name: `${name}, all-ins by equity`, mode: "lines", line: { color: colour, width: 1.6, dash: "dash" } });
  }
  return found;
}

// Winnings in each block of hands, with the 95 % interval as a band.
export function drawLearning(element, { curves }) {
  const traces = curves.flatMap(({ name, hands, sb }, player) => {
    const colour = COLOURS[player % COLOURS.length];
    const known = sb.map(([mean, margin], at) => ({ hands: hands[at], mean, margin })).filter((each) => each.margin !== null);
    const x = known.map((each) => each.hands);
    const edge = { x, mode: "lines", line: { width: 0 }, hoverinfo: "skip", showlegend: false, legendgroup: name };
    return [
      { ...edge, y: known.map((each) => each.mean - each.margin) },
      { ...edge, y: known.map((each) => each.mean + each.margin), fill: "tonexty", fillcolor: `${colour}2b` },
      { x, y: known.map((each) => each.mean), name, mode: "lines+markers", line: { color: colour, width: 2 }, legendgroup: name },
    ];
  });
  return plot(element, traces, {
    hovermode: "x unified",
    xaxis: { title: { text: "hands since the players were created" }, rangemode: "tozero" },
    yaxis: { title: { text: "sb/hand" }, zeroline: true },
    showlegend: true,
  });
}

export function drawGenerations(element, generations) {
  const x = generations.map((each) => each.number + 1);
  const traces = ["best", "mean", "worst"].map((name, at) => ({
    x,
    y: generations.map((each) => each[name]),
    name,
    mode: "lines+markers",
    line: { color: COLOURS[at], width: 2 },
  }));
  return plot(element, traces, { xaxis: { title: { text: "generation" }, dtick: x.length < 16 ? 1 : undefined }, yaxis: { title: { text: "mbb/hand" } } });
}
