// Which game: family and betting, stakes and seats from menus, or a game that you saved. Code only under "details".

import { clear, field, h, select } from "../lib/dom.js";
import { split } from "../lib/names.js";

const BETTING = [["limit", "limit"], ["pot-limit", "pot limit"], ["no-limit", "no limit"], ["", "fixed"]];
const FAMILIES = ["Hold'em", "Omaha", "Stud", "Draw", "Small games", "Home games"];

// `found` is the answer of `choice()`, `saved` the custom games, `value` a game's text or `saved:<id>`. `fields` are to
// be put into a form: game, betting, seats, big blind, stacks. `value` is {game} or {saved}, `seats` a number (0 if it is
// left open, which `open` allows and names), `stakes` {big_blind, stack} in chips, 0 where it is the usual. With `coded`
// the text of the game says its stakes and seats too; `set(name, text)` adds any other setting to it.
export function gamePicker(found, saved, { value, seats: asked = 2, open = "", coded = false, onchange = () => {} }) {
  const menu = h("select", { name: "game" });
  if (saved.length) menu.append(h("optgroup", { label: "Your games" }, saved.map((each) => h("option", { value: `saved:${each.id}` }, each.name))));
  for (const family of FAMILIES) {
    const all = found.games.filter((game) => game.family === family);
    if (all.length) menu.append(h("optgroup", { label: family }, all.map((game) => h("option", { value: game.name, title: game.about }, game.title))));
  }
  const betting = select(BETTING, "no-limit", { name: "betting" });
  const seats = select([...(open ? [["0", open]] : []), ...Array.from({ length: 9 }, (_, at) => at + 2)], asked, { name: "seats" });
  const blind = h("input", { type: "number", min: "2", max: "1000000", step: "1", placeholder: "usual", name: "blind" });
  const stack = h("input", { type: "number", min: "1", max: "1000000000", step: "1", placeholder: coded ? "usual" : "100 big blinds", name: "stack" });
  const code = h("input", { maxLength: 200, spellcheck: "false", "aria-label": "Game: code", autocomplete: "off" });
  const about = h("p", { class: "faint small game-about" });
  const details = h("details", { class: "small" }, h("summary", {}, "details"), code);
  const more = new Map();
  const here = () => found.games.find((each) => each.name === menu.value);
  menu.addEventListener("change", () => {
    more.clear();
    if (here()?.betting) betting.value = here().betting;
    write();
  });
  for (const control of [betting, seats]) control.addEventListener("change", write);
  for (const control of [blind, stack]) control.addEventListener("input", write);
  code.addEventListener("change", () => {
    read(code.value);
    onchange();
  });
  read(value);
  return {
    fields: [field("Game", menu, { class: "field wide" }), field("Betting", betting), field("Players", seats), field("Big blind", blind), field(coded ? "Stacks, chips" : "Buy-in, chips", stack)],
    about: h("div", {}, about, details),
    get value() {
      return menu.value.startsWith("saved:") ? { saved: menu.value.slice("saved:".length) } : { game: code.value.trim() };
    },
    set value(text) {
      read(text);
      onchange();
    },
    get seats() {
      return Number(seats.value);
    },
    get stakes() {
      return { big_blind: blind.disabled ? 0 : Number(blind.value) || 0, stack: Number(stack.value) || 0 };
    },
    set(name, text) {
      if (text) more.set(name, text);
      else more.delete(name);
      write();
    },
    // Some forms decide the seats themselves.
    seatsOpen(is) {
      if (seats.disabled === is) return;
      seats.disabled = is;
      write();
    },
  };

  function write() {
    const game = here();
    code.value = game ? text(game) : "";
    show();
    onchange();
  }

  function text(game) {
    const said = new Map(more);
    if (game.betting) said.set("betting", betting.value);
    if (coded) {
      const big = Number(blind.value);
      if (game.has_seats && Number(seats.value) && !seats.disabled) said.set("players", seats.value);
      if (game.has_blinds && big >= 2) said.set("blinds", `${Math.floor(big / 2)}/${big}`);
      if (Number(stack.value)) said.set("stacks", stack.value);
    }
    return said.size ? `${game.name}(${[...said].map((each) => each.join("=")).join(",")})` : game.name;
  }

  // What is written as code is shown in the menus as far as they go; the rest is kept.
  function read(said) {
    more.clear();
    if (said.startsWith("saved:")) {
      menu.value = said;
      code.value = "";
    } else {
      const [name, { betting: kind, ...rest }] = split(said);
      const game = found.games.find((each) => each.name === name);
      if (game) menu.value = name;
      if (kind ?? game?.betting) betting.value = kind ?? game.betting;
      if (coded) takeStakes(rest);
      for (const [key, each] of Object.entries(rest)) more.set(key, each);
      code.value = said;
    }
    show();
  }

  function takeStakes(rest) {
    const [, big] = /^\d+\/(\d+)$/.exec(rest.blinds ?? "") ?? [];
    if (big && rest.blinds === `${Math.floor(Number(big) / 2)}/${big}`) {
      blind.value = big;
      delete rest.blinds;
    }
    if (/^\d+$/.test(rest.stacks ?? "")) {
      stack.value = rest.stacks;
      delete rest.stacks;
    }
    if ([...seats.options].some((option) => option.value === rest.players)) {
      seats.value = rest.players;
      delete rest.players;
    }
  }

  function show() {
    const game = here();
    betting.disabled = !game?.betting;
    betting.options[betting.options.length - 1].hidden = !betting.disabled;
    if (betting.disabled) betting.value = "";
    blind.disabled = coded && !game?.has_blinds;
    stack.disabled = coded && !game;
    details.hidden = menu.value.startsWith("saved:");
    clear(about, game?.about ?? "A game that you saved.");
  }
}
