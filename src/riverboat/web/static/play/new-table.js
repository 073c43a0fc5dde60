// The form for a new table: game, stakes, and who sits where.

import { clear, field, h, select } from "../lib/dom.js";
import { gamePicker } from "../pickers/games.js";
import { playerPicker } from "../pickers/players.js";

const SUGGESTED = ["rules(style=tight_aggressive)", "rules(style=loose_passive)", "rules(style=loose_aggressive)", "rules(style=tight_passive)"];

// `found` is the answer of `choice()`, `saved` the custom games.
export function newTableForm(found, saved, query, create) {
  const asked = query.get("saved");
  const game = gamePicker(found, saved, { value: asked && saved.some((each) => each.id === asked) ? `saved:${asked}` : query.get("game") ?? "holdem(betting=no-limit)", seats: query.get("players") ?? 2, onchange: sizes });
  const clock = h("input", { type: "number", min: "0", max: "3600", step: "1", placeholder: "none", name: "clock" });
  const pace = select([["0", "instantly"], ["0.4", "quick"], ["1", "easy"], ["2", "slow"]], "0.4", { name: "pace" });
  const auto = h("input", { type: "checkbox", checked: true, name: "auto" });
  const others = h("div", { class: "others" });
  const pickers = [];
  const go = h("button", { class: "primary", type: "submit" }, "Open the table");

  function sizes() {
    const count = game.seats;
    while (pickers.length > count - 1) pickers.pop().element.remove();
    while (pickers.length < count - 1) {
      const number = pickers.length;
      const picker = playerPicker(found, { value: SUGGESTED[number % SUGGESTED.length], label: `Player ${number + 2}`, person: true });
      pickers.push(picker);
      others.append(picker.element);
    }
    suit();
  }

  function suit() {
    for (const picker of pickers) picker.suit(game.value.game ?? "", Math.max(2, pickers.length + 1));
  }

  sizes();

  async function submit(event) {
    event.preventDefault();
    const chairs = pickers.map(({ value }) => (value === "person" ? { kind: "human" } : { kind: "bot", agent: value }));
    go.disabled = true;
    await create({
      ...game.value,
      chairs: [{ kind: "human" }, ...chairs],
      ...game.stakes,
      clock: Number(clock.value) || 0,
      pace: Number(pace.value),
      auto_deal: auto.checked,
    });
    go.disabled = false;
  }
  return clear(h("form", { class: "new-table", onsubmit: submit }),
    h("div", { class: "grid" }, ...game.fields, field("Clock, seconds", clock), field("Bots act", pace)),
    game.about,
    others,
    h("div", { class: "row" }, h("label", { class: "field inline" }, auto, "deal automatically"), h("span", { class: "grow" }), go));
}
