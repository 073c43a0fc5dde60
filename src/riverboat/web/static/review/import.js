// Files of hands: dropped or chosen, sent, and stored by a job that reports its progress.

import { api, watchJob } from "../lib/api.js";
import { clear, h } from "../lib/dom.js";
import { failure } from "../lib/notice.js";
import { gamePicker } from "../pickers/games.js";

const MAX_BYTES = 16 * 2 ** 20;

// `element` to show and `close()`; `choices` is the answer of `choice()`; `stored(run)` is called when the hands of a
// file are in the database.
export function importPanel(choices, stored) {
  let stop = () => {};
  const input = h("input", { type: "file", id: "review-file", class: "sr", onchange: () => input.files[0] && send(input.files[0]) });
  const said = h("div", { class: "review-said", role: "status" });
  const game = gamePicker(choices, [], { value: "holdem(betting=limit)", coded: true });
  const named = h("details", {}, h("summary", { class: "small" }, "A log that does not name its game?"),
    h("p", { class: "small faint" }, "While this is open, files are read as logs of this game."), h("div", { class: "review-two review-game-of-log" }, game.fields), game.about);
  const zone = h(
    "label",
    { class: "review-drop", for: "review-file" },
    h("strong", {}, "Drop a file of hands here"),
    h("span", {}, "or choose one: PHH, PokerStars, ACPC log, optionally .gz"),
  );
  for (const kind of ["dragenter", "dragover"]) zone.addEventListener(kind, (event) => over(event, true));
  for (const kind of ["dragleave", "drop"]) zone.addEventListener(kind, (event) => over(event, false));
  zone.addEventListener("drop", (event) => event.dataTransfer.files[0] && send(event.dataTransfer.files[0]));
  const element = h(
    "section",
    { class: "panel review-import", "aria-label": "Import" },
    input,
    zone,
    named,
    said,
  );
  return { element, close: () => stop() };

  function over(event, on) {
    event.preventDefault();
    zone.classList.toggle("over", on);
  }

  async function send(file) {
    stop();
    input.value = "";
    if (file.size > MAX_BYTES) return report(h("p", { class: "bad" }, `${file.name} has ${(file.size / 2 ** 20).toFixed(1)} megabytes; the maximum is 16`));
    const form = new FormData();
    form.append("file", file);
    form.append("game", named.open ? game.value.game : "");
    report(h("p", {}, `Sending ${file.name} …`), h("progress"));
    try {
      const job = await api.post("review/import", form);
      stop = watchJob(job.id, changed);
    } catch (error) {
      report(h("p", { class: "bad" }, failure(error)));
    }
    return undefined;
  }

  function changed(job) {
    const { done = 0, total = 1, hands = 0 } = job.progress;
    if (job.state === "waiting" || job.state === "running") {
      report(h("p", {}, `Reading ${job.title}: ${hands.toLocaleString("en-US")} hands`), h("progress", { value: done, max: total || 1, "aria-label": "Progress" }));
    } else if (job.state === "done") {
      const { hands: read, known = 0, refused, reasons, simulation } = job.result;
      report(
        h("p", {}, h("b", { class: "good" }, `${read.toLocaleString("en-US")} hands`), ` of ${job.title} are in the database${known ? `; ${known.toLocaleString("en-US")} were known already` : ""}.`),
        refused ? h("details", {}, h("summary", { class: "warn" }, `${refused.toLocaleString("en-US")} were rejected`),
          h("ul", {}, reasons.map((each) => h("li", {}, `${each.hands}: ${each.reason}`)))) : null,
      );
      stored(simulation);
    } else report(h("p", { class: "bad" }, job.error || "stopped"));
  }

  function report(...parts) {
    clear(said, ...parts);
  }
}
