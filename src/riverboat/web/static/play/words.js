// What happened, in words.

let blind = 0;

// Amounts are shown in big blinds of this many chips; 0 for chips.
export function countIn(unit) {
  blind = unit;
}

export const chips = (number) => (blind ? `${(number / blind).toLocaleString("en-US", { maximumFractionDigits: number % blind ? 1 : 0 })} bb` : number.toLocaleString("en-US"));

const VERBS = {
  fold: () => "folds", check: () => "checks", call: (action) => `calls ${chips(action.chips ?? 0)}`, bet: (action) => `bets ${chips(action.chips)}`,
  raise: (action) => `raises to ${chips(action.to)}`, "bring in": (action) => `brings in for ${chips(action.chips)}`,
  draw: (action) => (action.cards ? `draws ${action.cards}` : "stands pat"), discard: (action) => `discards ${action.cards}`, pass: (action) => `passes ${action.cards}`,
};

export function actionWords(action, name) {
  return person(name, VERBS[action.verb](action)) + (action.all_in ? ", all-in" : "");
}

// "You win", but "Poki wins".
export function person(name, words) {
  return name === "You" ? words.replace(/^passes/, "pass").replace(/^(?!pass)(\w+?)s\b/, "$1") : words;
}

// What was pushed from the pot, and the net beside it: "wins 120 (+60)".
export const winWords = (pushed, net) => `wins ${chips(pushed)} (${signed(net)})`;

// The short label beside a seat.
export function actionLabel(action) {
  if (action.all_in) return "all-in";
  if (action.verb === "draw") return action.cards ? `draw ${action.cards}` : "pat";
  if (["bet", "raise"].includes(action.verb)) return `${action.verb} ${chips(action.to)}`;
  return action.verb;
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
