"""Random streams: one seed, and a separate stream for every purpose.

Cards and random numbers are separate, so that a deal can be repeated with other players. A stream is named by what it
is for, never by who runs it, so the numbers are the same whatever the number of processes. The stream of a player's
decisions belongs to a chair: when the same deal is replayed in another order, a player who sits down in a chair gets
the stream of its predecessor, and identical players make identical decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Final

import numpy as np

from riverboat.games.rules import Rules

Path = tuple[int | str, ...]

DECISIONS: Final = "dice"
"""The first part of the path of players' streams. Changing this text would change every seeded match."""


def rng_for(seed: int, *path: int | str) -> Random:
    """A random stream; the same for the same seed and path, on any machine."""
    return Random(_text(seed, path))


def decks(seed: int, number: int, rules: Rules, *path: int | str) -> list[Sequence[int]]:
    """A number of shuffled decks for this game."""
    generator = np.random.default_rng(rng_for(seed, "cards", *path).getrandbits(128))
    ordered = np.tile(np.arange(rules.deck.size, dtype=np.uint8), (number, 1))
    shuffled: list[Sequence[int]] = generator.permuted(ordered, axis=1).tolist()
    return shuffled if rules.scenario is None else [rules.arranged(deck) for deck in shuffled]


def deck_stream(seed: int, rules: Rules, *path: int | str) -> Iterator[Sequence[int]]:
    """An endless stream of shuffled decks."""
    for batch in count():
        yield from decks(seed, _BATCH, rules, *path, batch)


_BATCH = 128


def _text(seed: int, path: Path) -> str:
    return "/".join(("riverboat", str(seed), *map(str, path)))
