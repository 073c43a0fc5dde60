// The form for a new table: game, stakes, and who sits where.

import { clear, field, h, select } from "../lib/dom.js";

const BETTING = [["limit", "limit"], ["pot-limit", "pot limit"], ["no-limit", "no limit"]];
const SUGGESTED = ["rules(style=tight_aggressive)", "rules(style=loose_passive)", "rules(style=loose_aggressive)", "rules(style=tight_passive)"];

export function newTableForm(menu, agents, query, create) {
  const saved = query.get("saved");
  const wanted = query.get("game") ?? "holdem";
  const names = menu.map((game) => [game.name, game.title.split(/[:(]/)[0].slice(0, 60)]);
  if (saved) names.unshift(["", `your game: ${query.get("name") ?? saved}`]);
  const game = select(names, saved ? "" : wanted.split("(")[0], { name: "game" });
  const betting = select(BETTING, "no-limit", { name: "betting" });
  const seats = h("input", { type: "number", min: "2", max: "10", value: query.get("players") ?? "2", name: "seats" });
  const blind = h("input", { type: "number", min: "0", step: "1", placeholder: "usual", name: "blind" });
  const stack = h("input", { type: "number", min: "0", step: "1", placeholder: "100 big blinds", name: "stack" });
  const clock = h("input", { type: "number", min: "0", max: "3600", step: "1", placeholder: "none", name: "clock" });
  const pace = select([["0", "instantly"], ["0.4", "quick"], ["1", "easy"], ["2", "slow"]], "0.4", { name: "pace" });
  const auto = h("input", { type: "checkbox", checked: true, name: "auto" });
  const others = h("div", { class: "others" });
  const list = h("datalist", { id: "agents" }, ["person", ...SUGGESTED, ...agents].map((agent) => h("option", { value: agent })));
  const go = h("button", { class: "primary", type: "submit" }, "Open the table");

  function sizes() {
    const count = Math.min(10, Math.max(2, Number(seats.value) || 2));
    while (others.children.length > count - 1) others.lastChild.remove();
    while (others.children.length < count - 1) {
      const number = others.children.length;
      const input = h("input", { value: SUGGESTED[number % SUGGESTED.length], maxLength: 200, required: true, "aria-label": `Player ${number + 2}` });
      input.setAttribute("list", "agents");
      others.append(field(`Player ${number + 2}`, input));
    }
  }
  function kinds() {
    const chosen = menu.find((each) => each.name === game.value);
    betting.disabled = !chosen?.betting;
    if (chosen?.betting) betting.value = chosen.betting;
  }
  seats.addEventListener("input", sizes);
  game.addEventListener("change", kinds);
  sizes();
  kinds();
  const asked = /betting=([a-z-]+)/.exec(wanted);
  if (asked) betting.value = asked[1];

  async function submit(event) {
    event.preventDefault();
    const chairs = [...others.querySelectorAll("input")].map((input) =>
      input.value.trim() === "person" ? { kind: "human" } : { kind: "bot", agent: input.value.trim() });
    go.disabled = true;
    await create({
      ...(game.value ? { game: betting.disabled ? game.value : `${game.value}(betting=${betting.value})` } : { saved }),
      chairs: [{ kind: "human" }, ...chairs],
      stack: Number(stack.value) || 0,
      big_blind: Number(blind.value) || 0,
      clock: Number(clock.value) || 0,
      pace: Number(pace.value),
      auto_deal: auto.checked,
    });
    go.disabled = false;
  }
  return clear(h("form", { class: "new-table", onsubmit: submit }),
    h("div", { class: "grid" }, field("Game", game, { class: "field wide" }), field("Betting", betting), field("Players", seats), field("Big blind", blind),
      field("Buy-in, chips", stack), field("Clock, seconds", clock), field("Bots act", pace)),
    h("p", { class: "faint small" }, "Opponents are agents by name, optionally with parameters in brackets; ", h("code", {}, "person"), " reserves a seat for another person."),
    others, list,
    h("div", { class: "row" }, h("label", { class: "field inline" }, auto, "deal automatically"), h("span", { class: "grow" }), go));
}
