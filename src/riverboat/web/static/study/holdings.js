// The 1,326 holdings and their 169 classes, numbered as the server numbers them: cards are 4 * rank + suit (deuces and
// clubs first), a holding of cards a < b is b(b-1)/2 + a, and a class is a cell of the grid, row by row from AA.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

export const HOLDINGS = 1326;

function cardText(card) {
  return RANKS[card >> 2] + SUITS[card & 3];
}

function classOf(low, high) {
  const [first, second] = [12 - (high >> 2), 12 - (low >> 2)];
  return (low & 3) === (high & 3) ? 13 * first + second : 13 * second + first;
}

function className(index) {
  const row = Math.floor(index / 13), column = index % 13;
  const [high, low] = [Math.min(row, column), Math.max(row, column)];
  return RANKS[12 - high] + RANKS[12 - low] + (row === column ? "" : row < column ? "s" : "o");
}

// Every class: its name and its holdings, each with its number and its cards, the higher one first.
export const CLASSES = Array.from({ length: 169 }, (_, index) => ({ index, name: className(index), holdings: [] }));

for (let high = 0; high < 52; high++) {
  for (let low = 0; low < high; low++) {
    CLASSES[classOf(low, high)].holdings.push({
      index: (high * (high - 1)) / 2 + low,
      cards: [cardText(high), cardText(low)],
    });
  }
}

// How full a class is, 0 to 1.
export function fullness(weights, each) {
  return each.holdings.reduce((sum, holding) => sum + weights[holding.index], 0) / each.holdings.length;
}

export function combosOf(weights) {
  return weights.reduce((sum, weight) => sum + weight, 0);
}
