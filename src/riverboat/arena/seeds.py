"""Random streams: one seed, and a separate stream for every purpose.

Cards and random numbers are separate, so that a deal can be repeated with other players. A stream is named by what it
is for, never by who runs it, so the luck is the same whatever the number of processes. Dice belong to a chair: when the
same deal is replayed in another order, a player who sits down in a chair finds the stream of its predecessor, and
identical players do identical things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random

import numpy as np

from riverboat.games.rules import Rules

Path = tuple[int | str, ...]


def rng_for(seed: int, *path: int | str) -> Random:
    """A stream of dice; the same for the same seed and path, on any machine."""
    return Random(_text(seed, path))


def decks(seed: int, number: int, rules: Rules, *path: int | str) -> list[Sequence[int]]:
    """A number of shuffled decks for this game."""
    generator = np.random.default_rng(rng_for(seed, "cards", *path).getrandbits(128))
    ordered = np.tile(np.arange(rules.deck.size, dtype=np.uint8), (number, 1))
    shuffled: list[Sequence[int]] = generator.permuted(ordered, axis=1).tolist()
    return shuffled if rules.scenario is None else [rules.arranged(deck) for deck in shuffled]


def deck_stream(seed: int, rules: Rules, *path: int | str) -> Iterator[Sequence[int]]:
    """Shuffled decks without end."""
    for batch in count():
        yield from decks(seed, _BATCH, rules, *path, batch)


_BATCH = 128


def _text(seed: int, path: Path) -> str:
    return "/".join(("riverboat", str(seed), *map(str, path)))
