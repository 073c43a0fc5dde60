// The form of a spot: checked by the server while it is filled in, with its size before anything is solved.

import { api } from "../lib/api.js";
import { clear, field, h, select } from "../lib/dom.js";
import { cardField } from "./card_field.js";
import { debounced } from "./debounce.js";
import { rangeField } from "./range_field.js";
import { sizesTable } from "./sizes.js";

export function bytes(count) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let at = 0, amount = count;
  for (; amount >= 1000 && at < units.length - 1; at++) amount /= 1000;
  return `${at === 0 || amount >= 100 ? amount.toFixed(0) : amount.toFixed(1)} ${units[at]}`;
}

const NUMBERS = ["rake_cap", "max_raises", "min_bet", "add_all_in", "force_all_in", "merge"];
const LINES = ["add", "remove", "lock"];

const number = (attributes) => h("input", { type: "number", min: 0, ...attributes });

// `checked(found)` is called with the server's view of the spot, or null. Returns the element, `spot()`, `fill(table)`,
// `goal()`.
export function spotForm({ checked }) {
  const changed = () => {
    checked(null);
    check.later();
  };
  const board = cardField({ label: "Board", name: "board", open: false, changed: () => {
    sizes.from(Math.min(2, Math.max(0, board.cards().length - 3)));
    changed();
  } });
  const oop = rangeField({ label: "OOP: out of position, acts first", name: "oop", changed, rows: 3 });
  const ip = rangeField({ label: "IP: in position, acts last", name: "ip", changed, rows: 3 });
  const sizes = sizesTable({ changed });
  const inputs = {
    pot: number({ min: 1, oninput: changed }),
    stack: h("input", { inputmode: "numeric", placeholder: "900 or 900,1200", oninput: changed }),
    betting: select([["no-limit", "no limit"], ["limit", "fixed limits"]], "no-limit",
      { onchange: () => { drawBetting(); changed(); } }),
    limits: h("input", { placeholder: "10/20/20", oninput: changed }),
    rake: number({ step: 0.001, max: 1, placeholder: "0.05 for 5 %", oninput: changed }),
    rake_cap: number({ step: 0.5, oninput: changed }),
    deck: select([["full", "52 cards"], ["short", "short: sixes to aces"]], "full", { onchange: changed }),
    max_raises: number({ max: 100, oninput: changed }),
    min_bet: number({ min: 1, oninput: changed }),
    add_all_in: number({ oninput: changed }),
    force_all_in: number({ oninput: changed }),
    merge: number({ oninput: changed }),
    add: h("textarea", { rows: 2, placeholder: "x/b150", oninput: changed }),
    remove: h("textarea", { rows: 2, placeholder: "x/b100/r900", oninput: changed }),
    lock: h("textarea", { rows: 2, placeholder: "x/b100: f=0.2,c=0.8", oninput: changed }),
  };
  const target = select([["1", "1 %: rough"], ["0.5", "0.5 %"], ["0.3", "0.3 %: usual"], ["0.1", "0.1 %: close"],
    ["0.02", "0.02 %"]], "0.3");
  const seconds = number({ min: 1, max: 86400, value: "600" });
  const precision = select([["float32", "32 bits"], ["16-bit", "16 bits: half the memory"]], "float32",
    { onchange: changed });
  const estimate = h("div", { class: "estimate", role: "status" });
  const problems = h("p", { class: "bad", role: "alert" });
  const toml = h("textarea", { rows: 9, "aria-label": "The spot as TOML", spellcheck: false });
  const download = h("a", { class: "button", download: "spot.toml" }, "Download");
  const complaints = { board, oop, ip };

  function drawBetting() {
    const limit = inputs.betting.value === "limit";
    noLimit.hidden = limit;
    limits.hidden = !limit;
  }

  function spot() {
    /** @type {Record<string, any>} */
    const found = { board: board.value(), oop: oop.value(), ip: ip.value(), pot: Number(inputs.pot.value) };
    const stacks = inputs.stack.value.split(/[,\s]+/).filter(Boolean).map(Number);
    found.stack = stacks.some(Number.isNaN) || !stacks.length ? null : stacks.length > 1 ? stacks.slice(0, 2)
      : stacks[0];
    if (inputs.betting.value === "limit") Object.assign(found, { betting: "limit", bets: inputs.limits.value });
    else {
      const { bets, raises, donk } = sizes.plans();
      Object.assign(found, { bets, raises });
      if (Object.keys(donk.oop).length) found.donk = { oop: donk.oop };
    }
    if (Number(inputs.rake.value)) found.rake = Number(inputs.rake.value);
    for (const name of NUMBERS) {
      if (inputs[name].value !== "") found[name] = Number(inputs[name].value);
    }
    if (inputs.deck.value !== "full") found.deck = inputs.deck.value;
    for (const name of LINES) {
      const lines = inputs[name].value.split("\n").map((line) => line.trim()).filter(Boolean);
      if (lines.length) found[name] = lines;
    }
    return found;
  }

  // Say what is wrong beside the field that the message begins with.
  function complain(message) {
    problems.textContent = "";
    for (const each of Object.values(complaints)) each.complain("");
    for (const input of Object.values(inputs)) input.setAttribute("aria-invalid", "false");
    if (!message) return;
    const [name] = message.match(/^\w+/) ?? [""];
    if (complaints[name]) complaints[name].complain(message);
    else {
      problems.textContent = message;
      inputs[name]?.setAttribute("aria-invalid", "true");
    }
  }

  const check = debounced(() => api.post("study/spot/check", spot()), (found, error) => {
    complain(error ? error.message : "");
    if (error) {
      clear(estimate, h("span", { class: "faint" }, "The size is shown when the spot is valid."));
      checked(null);
      return;
    }
    show(found);
  }, 350);

  function show(found) {
    const need = found.size.memory[precision.value], fits = need <= found.size.allowed;
    sessionStorage.setItem("study-spot", JSON.stringify(found.spot));
    toml.value = found.toml;
    download.href = URL.createObjectURL(new Blob([found.toml], { type: "application/toml" }));
    clear(estimate,
      h("div", {}, h("b", {}, `${found.size.decisions.toLocaleString("en")} decision nodes, ${bytes(need)}`),
        ` for ${found.size.hands[0]} x ${found.size.hands[1]} hands; ${bytes(found.size.allowed)} available`),
      fits ? null : h("div", { class: "bad" }, "Too large: choose fewer sizes, smaller ranges"
        + (precision.value === "float32" && found.size.memory["16-bit"] <= found.size.allowed ? ", or 16 bits."
          : ".")));
    checked(fits ? found : null);
  }

  // Put a spot of the server's into the fields.
  function put({ spot: table, sizes: plans }) {
    board.set(table.board);
    oop.set(table.oop);
    ip.set(table.ip);
    inputs.pot.value = table.pot;
    inputs.stack.value = Array.isArray(table.stack) ? table.stack.join(",") : table.stack ?? "";
    inputs.betting.value = table.betting ?? "no-limit";
    inputs.limits.value = table.betting === "limit" ? table.bets : "";
    if (table.betting !== "limit") sizes.set(plans);
    inputs.rake.value = table.rake || "";
    inputs.deck.value = table.deck ?? "full";
    for (const name of NUMBERS) inputs[name].value = table[name] ?? "";
    for (const name of LINES) inputs[name].value = (table[name] ?? []).join("\n");
    more.open = more.open || [...NUMBERS, ...LINES].some((name) => name in table);
    sizes.from(Math.min(2, Math.max(0, board.cards().length - 3)));
    drawBetting();
  }

  async function fill(path, given) {
    check.cancel();
    const found = await api.post(path, given);
    if (found.error) throw new Error(found.error);
    put(found);
    complain("");
    show(found);
  }

  const noLimit = h("fieldset", {},
    h("legend", {}, "Sizes: 50% of the pot, 2.5x the bet, 100c chips, 2e geometric, a all-in; separate several by commas"),
      sizes.element);
  const limits = field("Bet on each street", inputs.limits);
  const more = h("details", {}, h("summary", {}, "Rake, deck, thresholds, lines, locks"),
    h("div", { class: "numbers" },
      field("Rake: fraction of the pot", inputs.rake), field("Rake cap in chips", inputs.rake_cap), field("Deck", inputs.deck),
        field("Betting", inputs.betting),
      field("Maximum bets per street", inputs.max_raises), field("Minimum bet", inputs.min_bet),
      field("Add all-in up to % of pot", inputs.add_all_in), field("Force all-in below %", inputs.force_all_in),
        field("Merge within %", inputs.merge)),
    h("div", { class: "range-pair" }, field("Lines to add", inputs.add), field("Lines to remove", inputs.remove),
      field("Locks", inputs.lock)));
  const file = h("input",
    { type: "file", accept: ".toml,text/plain", "aria-label": "Read a TOML file", onchange: async () => {
    if (file.files[0]) toml.value = await file.files[0].text();
  } });
  const element = h("div", { class: "spot-form" },
    board.element,
    h("div", { class: "range-pair" }, oop.element, ip.element),
    h("div", { class: "numbers" }, field("Pot", inputs.pot), field("Stack behind", inputs.stack),
      field("Target, % of the pot", target), field("Maximum seconds", seconds), field("Precision", precision)),
    noLimit, limits, more, problems, estimate,
    h("details", {}, h("summary", {}, "As a file (TOML)"), toml,
      h("div", { class: "row" }, file,
        h("button", { type: "button",
          onclick: () => fill("study/spot/read", { toml: toml.value }).catch((error) => complain(error.message)) },
            "Use this text"), download)));
  drawBetting();
  return {
    element, spot, fill: (table) => fill("study/spot/check", table), complain,
    goal: () => ({ target: Number(target.value), seconds: Number(seconds.value), precision: precision.value }),
  };
}
