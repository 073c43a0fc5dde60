// The names that people know, in place of the agents' texts, in everything that a match has found.

import { distinctNames, playerName } from "../lib/names.js";

// `choices` is the answer of `choice()`, `found` the progress or the result of a match between these agents.
export function renamed(choices, found, agents) {
  const players = found.players ?? [];
  const texts = players.map((player, place) => player.agent ?? (players.length === agents.length ? agents[place] : player.name));
  const shown = distinctNames(choices, texts);
  const known = new Map(players.map((player, place) => [player.name, shown[place]]));
  const name = (text) => known.get(text) ?? text;
  const keys = (all) => Object.fromEntries(Object.entries(all).map(([key, value]) => [name(key), value]));
  const { course, crosstable, learning, extra, winners } = found;
  return {
    ...found,
    players: players.map((player) => ({ ...player, name: name(player.name) })),
    ...(course && { course: { ...course, names: course.names.map(name) } }),
    ...(crosstable && { crosstable: { ...crosstable, names: crosstable.names.map(name) } }),
    ...(learning && { learning: { ...learning, rows: learning.rows.map(([first, ...rest]) => [name(first), ...rest]), curves: learning.curves.map((curve) => ({ ...curve, name: name(curve.name) })) } }),
    ...(winners && { winners: winners.map(name) }),
    ...(extra && { extra: { ...extra, ...(extra.bankrolls && { bankrolls: keys(extra.bankrolls), broke: keys(extra.broke) }), ...(extra.places && { places: keys(extra.places) }), ...(extra.population && { population: extra.population.map((agent) => playerName(choices, agent)) }) } }),
  };
}
