// Spots that there are, to begin with: the one in the form, examples, saved and solved ones. Boards do not matter here.

import { api } from "../lib/api.js";

export const EXAMPLES = { R1: "River of a raised pot (R1)", R2: "River, all hands (R2)", T1: "Turn (T1)", F1: "Flop (F1)" };

// [[key, title, spot]], the one in the form first.
export async function templates() {
  const [standard, drafts, solved] = await Promise.all([api.get("study/spot/standard"), api.get("study/drafts"), api.get("study/spots")]);
  const kept = sessionStorage.getItem("study-spot");
  return [
    ...(kept ? [["form", "the spot in the form", JSON.parse(kept)]] : []),
    ...Object.entries(standard).map(([name, spot]) => [`example-${name}`, `example: ${EXAMPLES[name] ?? name}`, spot]),
    ...drafts.map((each) => [each.id, `saved: ${each.name}`, each.spot]),
    ...solved.map((job) => [job.id, `solved: ${job.title}`, job.params.spot]),
  ];
}
