"""How many hands per second does PsOpti play? Includes dealing; every board is new to the process.

The models of the players are solved first, if the cache does not have them, which takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import process_time

from riverboat.arena import run_match
from riverboat.bench.harness import Measurement, Peers

_GOAL = 1.5
_HANDS = 2000
_ROUNDS = 4
_PLAYERS = ("psopti1", "psopti4r")


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Nobody else has these players."""
    seeds = count(1)
    for player in _PLAYERS:
        hands_per_second(player, 0, 20)  # reads the models
        best = max(hands_per_second(player, next(seeds)) for _ in range(_ROUNDS))
        yield Measurement(f"{player} against always_call, hands", "k/s", best / 1000.0, goal=_GOAL)


def hands_per_second(player: str, seed: int, hands: int = _HANDS) -> float:
    """Of processor time, which other programs disturb less than the clock."""
    began = process_time()
    run_match([player, "always_call"], "holdem(betting=limit)", hands, seed=seed, strict=True)
    return hands / (process_time() - began)
