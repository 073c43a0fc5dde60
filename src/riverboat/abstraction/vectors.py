"""Features of several numbers, by which hands are put into clusters: how strength may develop, and against whom.

| feature | numbers | source |
|---|---|---|
| `histogram` | the distribution of HS on the river, over all run-outs, cumulated over equal bins | Gilpin et al. (2007); Johanson et al. (2013) |
| `ochs` | equity against eight clusters of starting hands, over all run-outs (opponent cluster hand strength) | Johanson et al. (2013) |

The earth mover's distance of two histograms is the L1 distance of their cumulated bins, in units of HS once it is
divided by the number of bins. Clusters are formed with the L2 distance of the same numbers. On the river HS is certain
and the distance of two hands is the difference of their HS, which is then the only number of `histogram`.

All numbers come from whole counts, so they do not depend on the names of suits. Cost on one core: a flop 13 ms
(histogram) or 45 ms (OCHS), a turn 0.6 or 1.8 ms, a river board 0.02 or 0.04 ms.
"""  # noqa: E501

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.features import feature_by_holding
from riverboat.abstraction.kmeans import kmeans, nearest
from riverboat.cards.holdings import CLASS_SIZES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.odds.strength import river_histogram
from riverboat.odds.strength.expected import DOUBLED, completions
from riverboat.odds.strength.inputs import tables

Singles = NDArray[np.float32]
BINS: Final = 30
OPPONENT_CLUSTERS: Final = 8
_CLASS_BINS: Final = 99
_RESTARTS: Final = 10
_RIVER_CARDS: Final = 5


class VectorFeature(ABC):
    """Some numbers for every holding of a board."""

    @property
    @abstractmethod
    def name(self) -> str:
        """With all that decides the numbers."""

    @abstractmethod
    def by_holding(self, board: NDArray[np.uint8]) -> Singles:
        """float32[1326, numbers] of a board of 3 to 5 cards; of blocked holdings anything."""

    @abstractmethod
    def strength(self, vectors: Singles) -> NDArray[np.float64]:
        """E[HS] of each row, exactly or nearly: buckets are numbered by it."""


@dataclass(frozen=True)
class Histogram(VectorFeature):
    """The distribution of HS on the river, cumulated; the last bin, which is always 1, is left out."""

    bins: int = BINS

    @property
    def name(self) -> str:
        return f"histogram{self.bins}"

    def by_holding(self, board: NDArray[np.uint8]) -> Singles:
        if len(board) == _RIVER_CARDS:
            return feature_by_holding("ehs", board).astype(np.float32)[:, None]
        counts = strength_counts(board, self.bins)
        return (counts.cumsum(axis=1)[:, :-1] / completions(len(board))).astype(np.float32)

    def strength(self, vectors: Singles) -> NDArray[np.float64]:
        if vectors.shape[1] == 1:
            return vectors[:, 0].astype(np.float64)
        return np.asarray(1.0 - (vectors.sum(axis=1, dtype=np.float64) + 0.5) / self.bins)


@dataclass(frozen=True)
class OpponentClusters(VectorFeature):
    """Equity against each of eight clusters of starting hands, from the weakest cluster to the strongest."""

    @property
    def name(self) -> str:
        return "ochs"

    def by_holding(self, board: NDArray[np.uint8]) -> Singles:
        from riverboat.abstraction._kernels import count_against_clusters

        ranks = tables()
        scores, met = (np.zeros((HOLDINGS, OPPONENT_CLUSTERS), np.int32) for _ in range(2))
        clusters = opponent_clusters()[HOLDING_CLASS]
        count_against_clusters(ranks.by_size[7], ranks.words, HOLDING_CARDS, board, clusters, scores, met)
        nobody = met == 0  # against a cluster that the board and the hand block completely
        return np.where(nobody, np.float32(0.5), scores / (2.0 * np.where(nobody, 1, met))).astype(np.float32)

    def strength(self, vectors: Singles) -> NDArray[np.float64]:
        sizes = np.bincount(opponent_clusters()[HOLDING_CLASS], minlength=OPPONENT_CLUSTERS)
        return np.asarray(vectors @ (sizes / HOLDINGS))


def strength_counts(board: NDArray[np.uint8], bins: int) -> NDArray[np.uint16]:
    """uint16[1326, bins]: the run-outs of a board of 3 to 5 cards, for every holding, by HS in equal bins."""
    from riverboat.abstraction._kernels import count_strengths

    ranks = tables()
    counts = np.zeros((HOLDINGS, bins), np.uint16)
    bin_of = (np.arange(DOUBLED) * bins // DOUBLED).astype(np.uint16)
    count_strengths(ranks.by_size[7], ranks.words, HOLDING_CARDS, board, bin_of, counts)
    return counts


def earth_movers_distance(first: Singles, second: Singles) -> NDArray[np.float64]:
    """The distance of cumulated histograms in units of HS: L1, divided by the number of bins."""
    apart = np.abs(np.asarray(first, np.float64) - second).sum(axis=-1)
    return np.asarray(apart / (first.shape[-1] + 1 if first.shape[-1] > 1 else 1))


@cache
def opponent_clusters() -> NDArray[np.uint8]:
    """uint8[169]: the cluster 0 (weakest) to 7 of each starting hand, by its distribution of HS on the river."""
    steps = river_histogram()[:, : DOUBLED - 1].reshape(len(CLASS_SIZES), _CLASS_BINS, -1).sum(axis=2)
    steps[:, -1] += river_histogram()[:, -1]
    shares = steps / steps.sum(axis=1, keepdims=True)
    points = shares.cumsum(axis=1)[:, :-1].astype(np.float32)
    weights = CLASS_SIZES.astype(np.float64)
    tries = [kmeans(points, weights, OPPONENT_CLUSTERS, seed) for seed in range(_RESTARTS)]
    best = min(tries, key=lambda found: found.variance)
    order = np.argsort(-best.centres.sum(axis=1))  # the weakest reach 1 first
    return nearest(points, best.centres[order])[0].astype(np.uint8)
