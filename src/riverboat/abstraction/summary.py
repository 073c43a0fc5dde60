"""What is in the buckets of a street? Shares of hands, strength, spread and the histogram of each bucket.

On one board all holdings are counted; over a whole street, those of some random boards (the same for the same seed).
Cost: 15 ms a flop, 1 ms a turn, and the tables of the bucketing if they are not built.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS, NO_BUCKET, Bucketing
from riverboat.abstraction.features import feature_row
from riverboat.abstraction.vectors import strength_counts
from riverboat.cards.holdings import CLASS_SIZES, CLASSES, HOLDING_CLASS, HOLDINGS
from riverboat.cards.isomorphism import canonical_boards
from riverboat.odds.strength import river_histogram

Floats = NDArray[np.float64]
HISTOGRAM_BINS: Final = 10
SAMPLED_BOARDS: Final = 40


@dataclass(frozen=True)
class BucketSummary:
    """One bucket that has hands."""

    number: int
    share: float
    """Of all hands that were counted."""
    strength: float
    """Mean E[HS]."""
    spread: float
    """Standard deviation of E[HS] within the bucket."""
    histogram: tuple[float, ...]
    """The distribution of HS on the river, in ten equal bins."""


@dataclass(frozen=True)
class StreetSummary:
    """The buckets of one street."""

    text: str
    street: int
    count: int
    boards: int
    grid: tuple[float, ...]
    """The mean bucket of each of the 169 starting hands; NaN where the board leaves none."""
    buckets: tuple[BucketSummary, ...]

    @property
    def within(self) -> float:
        """The standard deviation of E[HS] within buckets, over all hands."""
        return float(np.sqrt(sum(bucket.share * bucket.spread**2 for bucket in self.buckets)))


def summarise_board(bucketing: Bucketing, board: tuple[int, ...]) -> StreetSummary:
    """The buckets of all holdings of a board; () for the start."""
    return _summary(bucketing, CARDS.index(len(board)), [np.array(board, np.uint8)], [1.0])


def summarise_street(bucketing: Bucketing, street: int, seed: int = 1, boards: int = SAMPLED_BOARDS) -> StreetSummary:
    """The buckets of a street, over some random boards."""
    if street == 0:
        return summarise_board(bucketing, ())
    every, multiplicity = canonical_boards(CARDS[street])
    chosen = np.random.default_rng(seed).permutation(len(every))[:boards]
    return _summary(bucketing, street, list(every[chosen]), multiplicity[chosen].astype(float).tolist())


def _summary(bucketing: Bucketing, street: int, boards: list[NDArray[np.uint8]], weights: list[float]) -> StreetSummary:
    count = bucketing.on(street).count
    hands, sums, squares = np.zeros(count), np.zeros(count), np.zeros(count)
    histograms = np.zeros((count, HISTOGRAM_BINS))
    by_class, class_weight = np.zeros(CLASSES), np.zeros(CLASSES)
    for board, weight in zip(boards, weights, strict=True):
        labels = bucketing.by_holding(board)
        live = np.flatnonzero(labels != NO_BUCKET)
        mine, strength = labels[live], feature_row("ehs", board)[live]
        hands += weight * np.bincount(mine, minlength=count)
        sums += weight * np.bincount(mine, strength, minlength=count)
        squares += weight * np.bincount(mine, strength**2, minlength=count)
        np.add.at(histograms, mine, weight * _histogram(board)[live])
        by_class += weight * np.bincount(HOLDING_CLASS[live], mine, minlength=CLASSES)
        class_weight += weight * np.bincount(HOLDING_CLASS[live], minlength=CLASSES)
    used = np.flatnonzero(hands)
    mean = sums[used] / hands[used]
    spread = np.sqrt(np.maximum(squares[used] / hands[used] - mean**2, 0.0))
    rows = tuple(
        BucketSummary(int(number), float(hands[number] / hands.sum()), float(mean[at]), float(spread[at]),
                      tuple((histograms[number] / hands[number]).tolist()))
        for at, number in enumerate(used)
    )  # fmt: skip
    grid = np.divide(by_class, class_weight, out=np.full(CLASSES, np.nan), where=class_weight > 0)
    return StreetSummary(bucketing.text, street, count, len(boards), tuple(grid.tolist()), rows)


def _histogram(board: NDArray[np.uint8]) -> Floats:
    """float64[1326, 10]: the distribution of each holding's HS on the river."""
    if len(board):
        counts = strength_counts(board, HISTOGRAM_BINS).astype(np.float64)
        return np.asarray(counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0))
    steps = river_histogram().astype(np.float64)
    bins = np.arange(steps.shape[1]) * HISTOGRAM_BINS // steps.shape[1]
    shares = np.stack([steps[:, bins == each].sum(axis=1) for each in range(HISTOGRAM_BINS)], axis=1)
    shares /= CLASS_SIZES[:, None] * steps.sum() / HOLDINGS
    return np.asarray(shares[HOLDING_CLASS])
