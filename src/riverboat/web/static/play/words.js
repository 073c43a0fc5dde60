// What happened, in words.

export const chips = (number) => number.toLocaleString("en-US");

const VERBS = {
  fold: () => "folds", check: () => "checks", call: (deed) => `calls ${chips(deed.chips ?? 0)}`, bet: (deed) => `bets ${chips(deed.chips)}`,
  raise: (deed) => `raises to ${chips(deed.to)}`, "bring in": (deed) => `brings in for ${chips(deed.chips)}`,
  draw: (deed) => (deed.cards ? `draws ${deed.cards}` : "stands pat"), discard: (deed) => `discards ${deed.cards}`, pass: (deed) => `passes ${deed.cards}`,
};

export function deedWords(deed, name) {
  return person(name, VERBS[deed.verb](deed)) + (deed.all_in ? ", all-in" : "");
}

// "You win", but "Poki wins".
export function person(name, words) {
  return name === "You" ? words.replace(/^passes/, "pass").replace(/^(?!pass)(\w+?)s\b/, "$1") : words;
}

// The short label beside a seat.
export function deedLabel(deed) {
  if (deed.all_in) return "all-in";
  if (deed.verb === "draw") return deed.cards ? `draw ${deed.cards}` : "pat";
  if (["bet", "raise"].includes(deed.verb)) return `${deed.verb} ${chips(deed.to)}`;
  return deed.verb;
}

export function streetName(table, street) {
  const name = table.streets[street]?.[0] ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

// The cards of the board that came with a street.
export function streetCards(table, street, board) {
  const before = table.streets.slice(0, street).reduce((sum, each) => sum + each[1], 0);
  return board.slice(before, before + (table.streets[street]?.[1] ?? 0));
}

export const signed = (number) => (number > 0 ? `+${chips(number)}` : number < 0 ? `−${chips(-number)}` : "0");
