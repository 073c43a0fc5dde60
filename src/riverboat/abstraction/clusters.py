"""Buckets by clusters of hands that develop alike: k-means over histograms of strength, or over OCHS.

`kmeans(histogram,1000)` makes 1,000 clusters on each of flop, turn and river (Johanson et al. 2013); before the flop
the 169 starting hands stay apart. Centres are found on a sample of boards and hands, weighted by what they stand for;
then every deal gets the nearest centre. Buckets are numbered by strength, so that neighbours are alike.

Centres are kept as soon as they are found, and tables of labels are built board by board and resumed after Ctrl-C. With
centres and no table, a board is worked out when it is asked for. What identifies the buckets is the centres themselves:
on another kind of processor the last bit of a sum may differ, and with it a cluster.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.board_rows import BoardRows
from riverboat.abstraction.buckets import CARDS, NO_BUCKET, Labels, StreetBuckets
from riverboat.abstraction.building import DealTable, by_rows, live_holdings
from riverboat.abstraction.kmeans import kmeans, nearest
from riverboat.abstraction.vectors import VectorFeature
from riverboat.cache import cached_arrays
from riverboat.cards.holdings import HOLDINGS, holding_index
from riverboat.cards.isomorphism import canonical_boards
from riverboat.progress import OnProgress
from riverboat.workers import in_threads

Singles = NDArray[np.float32]
POINTS_PER_CLUSTER: Final = 300
_POINTS: Final = (20_000, 2_000_000)
"""Points of the sample: at least, and at most."""
_PER_BOARD: Final = {3: 100, 4: 20, 5: 4}
"""Hands of one board in the sample, if there are boards enough; boards of more cards cost less."""
_VERSION: Final = 1


class ClusterBuckets(StreetBuckets):
    """Buckets of flop, turn or river: the clusters of a feature of several numbers."""

    def __init__(
        self, street: int, feature: VectorFeature, count: int, seed: int = 1, given: Singles | None = None
    ) -> None:
        """`given` are centres that are known, such as those of a strategy; default: found in a sample, and cached."""
        self.street = street
        self.feature: Final = feature
        self.seed: Final = seed
        self._count = count
        self._trained: dict[str, NDArray[Any]] | None = None if given is None else {"centres": given}

    @property
    def count(self) -> int:
        return self._count

    @property
    def identity(self) -> str:
        return f"clusters {self._name} {crc32(self.centres().data):08x}"

    @property
    def _name(self) -> str:
        return f"{self.feature.name}-{self._count}-{CARDS[self.street]}-seed{self.seed}-v{_VERSION}"

    @cached_property
    def labels(self) -> DealTable | None:
        cards = CARDS[self.street]
        build = by_rows(cards, np.uint16, self.computed)
        return DealTable(f"labels-{self._name}", {"buckets": self.identity}, cards, np.uint16, build)

    def prepare_rows(self, on_progress: OnProgress | None = None) -> None:
        self.learn(on_progress)
        if self.rows is not None:
            self.rows.load(on_progress)

    @cached_property
    def rows(self) -> BoardRows | None:
        cards = CARDS[self.street]
        if self.centres().shape[1] == 1:  # HS on the river: 0.2 ms
            return None
        identity = self.identity
        name = f"rows-{self._count}-{cards}-{crc32(identity.encode()):08x}"
        return BoardRows(name, {"buckets": identity}, cards, self.without_rows)

    def learn(self, on_progress: OnProgress | None = None) -> None:
        self.centres(on_progress)

    def centres(self, on_progress: OnProgress | None = None) -> Singles:
        """float32[buckets, numbers]: from the cache, or found now."""
        if self._trained is None:
            self._trained = cached_arrays(f"centres-{self._name}", lambda: self._train(on_progress))
        return np.ascontiguousarray(self._trained["centres"])

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        live = live_holdings(board)
        found = np.full(HOLDINGS, NO_BUCKET, np.uint16)
        found[live] = nearest(self.feature.by_holding(board)[live], self.centres())[0]
        return found

    def computed_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        return int(self.by_holding(np.asarray(board, np.uint8))[holding_index(*hole)])

    def _train(self, on_progress: OnProgress | None) -> dict[str, NDArray[Any]]:
        low, high = _POINTS
        wanted = min(max(low, POINTS_PER_CLUSTER * self._count), high)
        points, weights = sampled_points(self.feature, CARDS[self.street], wanted, self.seed, on_progress)
        found = kmeans(points, weights, self._count, self.seed, on_progress)
        order = np.argsort(self.feature.strength(found.centres), kind="stable")
        return {"centres": found.centres[order], "variance": np.array(found.variance)}


def sampled_points(
    feature: VectorFeature, cards: int, wanted: int, seed: int, on_progress: OnProgress | None = None
) -> tuple[Singles, NDArray[np.float64]]:
    """About `wanted` hands of random boards up to the names of suits: their numbers, and how many boards each is."""
    boards, multiplicity = canonical_boards(cards)
    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.permutation(len(boards))[: max(1, wanted // _PER_BOARD[cards])])
    each = -(-wanted // len(chosen))

    def work(number: int) -> Singles:
        live = live_holdings(boards[number])
        some = np.random.default_rng([seed, number]).permutation(live)[:each]
        return np.asarray(feature.by_holding(boards[number])[some])

    parts = list(in_threads(work, chosen.tolist(), on_progress))
    weights = np.repeat(multiplicity[chosen].astype(np.float64), [len(part) for part in parts])
    return np.concatenate(parts), weights


def within_bucket_variance(buckets: ClusterBuckets, points: Singles, weights: NDArray[np.float64]) -> float:
    """Weighted mean of the squared distance between points and the nearest centre."""
    return float(nearest(points, buckets.centres())[1] @ weights / weights.sum())
