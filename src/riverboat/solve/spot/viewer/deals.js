// The cards to come, 13 by 4: what each does to the next player's actions, to equity, EV and EQR, and how likely it is.

import { chips, heat, make, missing, percent, ratio, sides, split, symbols } from "./words.js";

// `report` has the next `player` (or null), his `actions`, and the `cards` by name; `show` is "action", "probability", or a
// measure and a side such as "equity oop". `opens` says which cards can be opened.
export function drawDeals(table, report, show, opens, terms) {
  const next = report.player;
  const [what, who] = show.split(" ");
  const found = report.cards;
  const worth = (card) => what === "probability" ? card.probability : card[who][what];
  const all = what === "action" ? [] : Object.values(found).map(worth).filter((number) => !missing(number));
  const low = Math.min(...all), high = Math.max(...all);
  const write = { equity: percent, probability: percent, ev: (amount) => chips(amount, terms), eqr: ratio }[what];
  const acting = (card) => card[["oop", "ip"][next]].frequencies || {};
  const rows = [..."shdc"].map((suit) => make("tr", { role: "row" }, ...[..."AKQJT98765432"].map((rank) => {
    const name = rank + suit, card = found[name];
    const bar = make("span", { class: "bar" }), text = make("span", { class: "name" }, rank + symbols[suit]);
    const cell = make("td", { role: "gridcell", tabindex: -1, "data-card": name }, bar, text);
    if (!card) {
      cell.className = "none";
      return cell;
    }
    bar.style.height = "100%";
    let said = "";
    if (what === "action") {
      const shares = report.actions.map((action) => acting(card)[action.name]);
      if (!missing(shares[0])) bar.style.background = split(shares, report.actions);
      said = percent(shares[0]).replace(" ", "");
    } else if (!missing(worth(card))) {
      bar.style.background = heat(high > low ? (worth(card) - low) / (high - low) : 0.5);
      said = write(worth(card)).replace(" ", "");
    }
    text.append(make("small", null, said));
    const lines = [`${name}: probability ${percent(card.probability)}`];
    for (const [at, side] of ["oop", "ip"].entries()) {
      lines.push(`${sides[at]} EQ ${percent(card[side].equity)}, EV ${chips(card[side].ev, terms)}, `
        + `EQR ${ratio(card[side].eqr)}`);
    }
    if (next !== null) {
      lines.push(`${sides[next]} ` + report.actions.map((a) => `${a.label} ${percent(acting(card)[a.name])}`).join(", "));
    }
    cell.title = lines.join("; ");
    cell.setAttribute("aria-label", cell.title);
    if (opens(name)) cell.classList.add("open");
    return cell;
  })));
  table.replaceChildren(make("tbody", null, ...rows));
  table.querySelector("td").tabIndex = 0;
}

export const explainDeals = (report, show) => show === "action" && report.player !== null
  ? `The number in a cell is how often ${sides[report.player]} takes the first action, ${report.actions[0].label}.`
  : "";
