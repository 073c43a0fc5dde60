// Numbers and words that the parts of the trainer share.

import { api } from "../lib/api.js";
import { navigate } from "../main.js";

export const VERDICTS = { best: "Best action", mixed: "In the mix", inaccuracy: "Inaccuracy", mistake: "Mistake" };
export const TONES = { best: "good", mixed: "good", inaccuracy: "warn", mistake: "bad" };
export const SIDES = { oop: "out of position", ip: "in position" };

export const percent = (share, digits = 0) => share === null || share === undefined ? "-" : `${(100 * share).toFixed(digits)} %`;

export function chips(amount) {
  const shown = Math.abs(amount) < 0.05 ? 0 : amount;
  return shown.toLocaleString("en-US", { maximumFractionDigits: Math.abs(shown) < 100 ? 1 : 0 });
}

// The node of a decision on the Study page; a shipped spot is solved for it first, which takes a moment.
export async function openInStudy(spot, { path, hand, action }) {
  const line = await api.get(`train/spots/${spot}`);
  const { job } = line.job ? line : await api.post(`train/spots/${spot}/solve`);
  navigate(`/study/spots/${job}?${new URLSearchParams({ node: path, hand, action })}`);
}
