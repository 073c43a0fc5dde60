// The combinations of a class of hands, in the order in which a cell shows them: by the suit of the higher card.

const SUITS = [..."shdc"];

export function combosOf(name) {
  const [high, low, kind] = name;
  const pairs = SUITS.flatMap((one, at) => SUITS.map((other, place) => ({ one, other, at, place })));
  const wanted = { s: ({ at, place }) => at === place, o: ({ at, place }) => at !== place }[kind]
    ?? (({ at, place }) => at < place);
  return pairs.filter(wanted).map(({ one, other }) => high + one + low + other);
}
