"""How do the 169 starting hands fare against each other before the flop? One exact table, built once.

Each cell is the mean over all ways to hold the two classes without a common card, every one of the 1,712,304 boards of
each counted. Renaming suits leaves about 47 thousand different match-ups; building takes some ten seconds on first
use, and the table (0.7 MB) is kept in the cache folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.cards.holdings import CLASS_SIZES, CLASSES, HOLDING_CLASS
from riverboat.odds.showdown.exact import DealByDeal, summed
from riverboat.odds.showdown.spot import HOLDING_BITS, read_spot
from riverboat.progress import OnProgress
from riverboat.workers import in_threads

_VERSION: Final = 2
_PIECE: Final = 500


class Matchups(NamedTuple):
    """Class against class; rows are the hero's class 0..168, columns the villain's."""

    equity: NDArray[np.float64]
    """float64[169, 169]: the mean equity of the row's class; [i, j] + [j, i] = 1."""
    weight: NDArray[np.float64]
    """float64[169, 169]: how many pairs of holdings without a common card there are: 36 for AA against KK, 6 for AA
    against AA."""
    tie: NDArray[np.float64]
    """float64[169, 169]: how often they share the pot, which `equity` counts as half; symmetric."""


def preflop_matchups(on_progress: OnProgress | None = None) -> Matchups:
    """The table, from the cache folder or built now."""
    if not _in_memory:
        _in_memory.append(_load(on_progress))
    return _in_memory[0]


_in_memory: Final[list[Matchups]] = []


def _load(on_progress: OnProgress | None) -> Matchups:
    arrays = cached_arrays(f"preflop-matchups-v{_VERSION}", lambda: build_matchups(range(CLASSES), on_progress))
    for array in arrays.values():
        array.flags.writeable = False
    return Matchups(arrays["equity"], arrays["weight"], arrays["tie"])


def build_matchups(wanted: Sequence[int], on_progress: OnProgress | None = None) -> dict[str, NDArray[np.float64]]:
    """The cells between the wanted classes, 0 elsewhere; `equity`, `weight` and `tie` by name."""
    pairs = []
    among = np.isin(HOLDING_CLASS, wanted)
    for row in wanted:
        hero = int(np.flatnonzero(row == HOLDING_CLASS)[0])  # suits can be renamed, so one holding represents its class
        apart = HOLDING_BITS & HOLDING_BITS[hero] == 0
        villains = np.flatnonzero(among & apart & (row <= HOLDING_CLASS))
        pairs.append(np.stack([np.full(len(villains), hero), villains], axis=1))
    deals = np.concatenate(pairs)
    plan = DealByDeal(read_spot(["random", "random"]))
    classes, class_of = plan.reduce(deals)
    pieces = [classes[start : start + _PIECE] for start in range(0, len(classes), _PIECE)]
    tallies = np.concatenate(list(in_threads(plan.tally, pieces, on_progress)))
    win, tie, lose = tallies[:, 0, 1], tallies[:, 0, 2], tallies[:, 1, 1]
    boards = win + tie + lose
    cells = HOLDING_CLASS[deals[:, 0]].astype(np.int64) * CLASSES + HOLDING_CLASS[deals[:, 1]]
    counts = summed(cells, np.ones(len(cells)), CLASSES**2).reshape(CLASSES, CLASSES)

    def mean(share: NDArray[np.float64]) -> NDArray[np.float64]:
        sums = summed(cells, share[class_of], CLASSES**2).reshape(CLASSES, CLASSES)
        return np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)

    below = np.tril(counts.T > 0, -1)  # the other half is what the first half leaves

    def whole(half: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
        return half + np.where(below, other.T, 0.0)

    equity, ties = mean((win + tie / 2) / boards), mean(tie / boards)
    weight = counts * CLASS_SIZES[:, None]
    return {"equity": whole(equity, 1.0 - equity), "weight": whole(weight, weight), "tie": whole(ties, ties)}
