"""Where the luck comes from: one seed, and a stream of its own for every purpose.

Cards and random numbers are separate, so that a deal can be repeated with other players. A stream is named by what it
is for, never by who runs it, so the luck is the same whatever the number of processes. Dice belong to a chair: when the
same deal is replayed in another order, a player who sits down in a chair finds the stream of its predecessor, and
identical players do identical things.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import numpy as np

Path = tuple[int | str, ...]


def rng_for(seed: int, *path: int | str) -> Random:
    """A stream of dice; the same for the same seed and path, on any machine."""
    return Random(_text(seed, path))


def decks(seed: int, number: int, size: int, *path: int | str) -> list[list[int]]:
    """So many shuffled decks."""
    generator = np.random.default_rng(rng_for(seed, "cards", *path).getrandbits(128))
    ordered = np.tile(np.arange(size, dtype=np.uint8), (number, 1))
    shuffled: list[list[int]] = generator.permuted(ordered, axis=1).tolist()
    return shuffled


def deck_stream(seed: int, size: int, *path: int | str) -> Iterator[list[int]]:
    """Shuffled decks without end."""
    for batch in count():
        yield from decks(seed, _BATCH, size, *path, batch)


_BATCH = 128


def _text(seed: int, path: Path) -> str:
    return "/".join(("riverboat", str(seed), *map(str, path)))
