// Train: /train has the spots, your score and your mistakes; /train/<spot> deals hands of one.

import { clear, h } from "../lib/dom.js";
import { me } from "../lib/me.js";
import { style } from "../lib/style.js";

export const title = "Train";

export async function mount(root, { rest }) {
  const [{ role }] = await Promise.all([me(), style("train")]);
  const study = role === "owner";
  if (rest[0]) return (await import("../train/session.js")).mountSession(root, rest[0], study);
  clear(root, h("h1", {}, "Train"),
    h("p", { class: "faint" }, "Play hands of a solved spot against its solution. Every decision is judged by its EV."));
  const panels = h("div", { class: "columns train-home" });
  root.append(panels);
  const [{ spotList }, { scorePanel }] = await Promise.all([import("../train/spots.js"), import("../train/score.js")]);
  const [spots, score] = await Promise.all([spotList(), scorePanel(study)]);
  panels.before(score.due);
  clear(panels, spots, score.element);
  return undefined;
}
