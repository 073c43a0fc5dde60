"""Does the ACPC dealer leak memory? A million hands between callers; twenty minutes or more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from riverboat.bench.dealer import memory
from riverboat.bench.harness import Measurement, Peers

_HANDS: Final = 1_000_000


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """What they add to the dealer and to a player."""
    yield from memory(_HANDS, peers.on_progress)
