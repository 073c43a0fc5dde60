"""How fast is training in limit hold'em? A board, both players, all lines and hands, beside the spot R2.

Processor time of one thread. Goals are multiples of the spot R2 (`spots`), which takes turns with the training: a board
at most 0.45 of it with 1,000 percentile buckets on every street, and 1.0 of it with hands scattered over 1,000 buckets.
Lines that a strategy never plays save their work, so early boards, like those here, are the slowest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import process_time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.abstraction.given import starting_hands
from riverboat.bench.exploit import StandIn
from riverboat.bench.harness import Measurement, Peers
from riverboat.solve.limit.buckets import existing
from riverboat.solve.limit.training.sampled import SampledTraining
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.standard import standard_spot

BUCKETS: Final = 1000
_BOARDS: Final = 20
_ROUNDS: Final = 3


class StandInHands:
    """Percentiles or scattered hands on every street, worked out before they are timed."""

    counts = (169, BUCKETS, BUCKETS, BUCKETS)

    def __init__(self, *, scattered: bool) -> None:
        self._streets = [StandIn(street, BUCKETS, scattered=scattered) for street in (1, 2, 3)]
        self._known: dict[tuple[int, ...], NDArray[np.uint16]] = {
            (): starting_hands().by_holding(np.empty(0, np.uint8))
        }

    def on_board(self, board: Sequence[int]) -> NDArray[np.uint16]:
        """uint16[1326]"""
        key = tuple(board)
        if key not in self._known:
            street = self._streets[len(key) - 3]
            self._known[key] = existing(street.by_holding(np.array(key, np.uint8)))
        return self._known[key]

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> NDArray[np.uint16]:
        """uint16[cards, 1326]"""
        return np.stack([self.on_board((*turn, card)) for card in cards])


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Milliseconds a board, and as a share of R2."""
    bucketing = parse_bucketing(f"quantiles(ehs,169/{BUCKETS}/{BUCKETS}/{BUCKETS})")
    for name, scattered, goal in (("percentile", False, 0.45), ("scattered", True, 1.0)):
        hands = StandInHands(scattered=scattered)
        engine = SampledTraining(bucketing, buckets=hands, seed=1)
        engine.iterate(_BOARDS)
        boards, spot = [], []
        for _ in range(_ROUNDS):
            engine.iterations = 0  # the same boards again: their buckets are known
            start = process_time()
            engine.iterate(_BOARDS)
            boards.append((process_time() - start) / _BOARDS)
            spot.append(_spot_seconds())
        used = int(engine.board.fields.sizes[5])
        yield Measurement(f"a board, {BUCKETS:,} {name} buckets ({used} in use at last)", "ms", min(boards) * 1e3)
        yield Measurement(f"the same as a share of R2, {name}", "of R2", min(boards) / min(spot), goal=goal)


def _spot_seconds() -> float:
    """Processor time of one solve of R2."""
    solution = Solution.begin(standard_spot("R2"), threads=1)
    start = process_time()
    solution.run(target="0.1%")
    return process_time() - start
