"""Buckets by edges on a feature: hands between two edges are played alike.

| text | buckets |
|---|---|
| `psopti(7)`, `psopti(6)` | Billings et al. (2003): buckets by E[HS], finer at the top, and one for potential |
| `quantiles(ehs,20)` | equally many deals in each of 20 buckets of a feature, on every street |
| `quantiles(ehs,169/60/60/500)` | the same with numbers for each street; 169 before the flop are the starting hands |

The shares of hands in the buckets of `psopti` are not published; those here are narrower towards the strong end.

Features are compared as float32, whether they come from a table or are computed now, so that a hand on an edge is in
one bucket whatever its suits are called. Flop and turn have tables of labels (2.6 and 28 MB); on the river the feature
of a board takes 0.02 ms, and there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS, NO_BUCKET, STREETS, Bucketing, Labels, StreetBuckets
from riverboat.abstraction.building import DealTable, live_holdings
from riverboat.abstraction.features import (
    deal_weights,
    feature_by_holding,
    feature_of_hand,
    feature_row,
    feature_table,
    quantiles,
)
from riverboat.abstraction.given import starting_hands
from riverboat.cards.holdings import CLASS_SIZES, CLASSES, HOLDING_CLASS, HOLDINGS, holding_index
from riverboat.files import Checkpoint
from riverboat.progress import OnProgress

_HALF: Final = 0.5
_RIVER_STEPS: Final = 1980  # HS on the river is a whole number of these
PSOPTI_SHARES: Final[dict[int, tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]]] = {
    6: ((0.30, 0.52, 0.70, 0.83, 0.93), (0.35, 0.60, 0.79, 0.92), (0.30, 0.53, 0.72, 0.86, 0.95)),
    7: (
        (0.26, 0.46, 0.63, 0.77, 0.87, 0.95),
        (0.30, 0.52, 0.70, 0.83, 0.93),
        (0.26, 0.46, 0.63, 0.77, 0.87, 0.95),
    ),
}
"""By number of buckets: shares of hands below each edge before the flop, on flop and turn, and on the river."""
_PSOPTI_EDGES: Final = {
    6: (
        (0.4367, 0.5033, 0.5536, 0.5946, 0.6356),
        (0.3929, 0.5453, 0.6852, 0.8203),
        (0.4175, 0.6074, 0.7649, 0.8786),
        (0.2972, 0.5280, 0.7260, 0.8745, 0.9563),
    ),
    7: (
        (0.4259, 0.4821, 0.5331, 0.5753, 0.6056, 0.6532),
        (0.3643, 0.4933, 0.6076, 0.7237, 0.8303),
        (0.3715, 0.5464, 0.6880, 0.8021, 0.8898),
        (0.2507, 0.4512, 0.6285, 0.7785, 0.8861, 0.9563),
    ),
}
"""E[HS] at these shares, over all deals of each street (a test counts them again). No hand lies on an edge."""
_POTENTIAL: Final = {1: 0.20, 2: 0.15}
"""PPot from which a hand below E[HS] = 0.5 is in the bucket of potential, on flop and turn."""


_CHUNK: Final = 1 << 20
_VERSION: Final = 1


@dataclass(eq=False)
class EdgeBuckets(StreetBuckets):
    """Buckets of one street by one feature, and perhaps one for hands with potential."""

    street: int
    feature: str
    shares: tuple[float, ...]
    """The share of all hands below each edge; hands of the potential bucket are not counted."""
    given: tuple[float, ...] | None = None
    """Values of the feature between the buckets, if they are known; default: all deals are counted."""
    potential: float | None = None
    """PPot from which a hand with E[HS] < 0.5 is in a separate bucket, the last one."""
    _edges: NDArray[np.float64] | None = field(default=None, init=False, repr=False)

    @property
    def count(self) -> int:
        return len(self.shares) + 1 + (self.potential is not None)

    @property
    def identity(self) -> str:
        edges = self.shares if self.given is None else self.given
        return f"edges {self.street} {self.feature} {self.given is None} {edges} {self.potential} v{_VERSION}"

    @cached_property
    def labels(self) -> DealTable | None:
        if self.street not in (1, 2) or self.count == 1:
            return None
        cards, identity = CARDS[self.street], self.identity
        name = f"labels-{self.feature}-{self.count}-{cards}-{crc32(identity.encode()):08x}"
        return DealTable(name, {"buckets": identity}, cards, np.uint16, self._label_all)

    def edges(self, on_progress: OnProgress | None = None) -> NDArray[np.float64]:
        """The values of the feature between two buckets."""
        if self._edges is None:
            is_counted = self.given is None and len(self.shares) > 0
            self._edges = count_edges(self, on_progress) if is_counted else np.array(self.given or ())
        return self._edges

    def learn(self, on_progress: OnProgress | None = None) -> None:
        self.edges(on_progress)

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        if self.count == 1:  # nothing to tell apart
            found = np.full(HOLDINGS, NO_BUCKET, np.uint16)
            found[live_holdings(board)] = 0
            return found
        return self._starting_hands if self.street == 0 else self._on_board(board)

    def computed_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        if self.count == 1:
            return 0
        if self.street == 0:
            return int(self._starting_hands[holding_index(*hole)])

        def value(feature: str) -> NDArray[np.float32]:
            return np.array([feature_of_hand(feature, hole, board)], np.float32)

        first = value(self.feature)
        if self.potential is None:
            return int(self._cut(first)[0])
        return int(self._cut(first, first if self.feature == "ehs" else value("ehs"), value("ppot"))[0])

    @cached_property
    def _starting_hands(self) -> Labels:
        found = self._on_board(np.empty(0, np.uint8))
        found.setflags(write=False)
        return found

    def _on_board(self, board: NDArray[np.uint8]) -> Labels:
        row = feature_row(self.feature, board)
        live = np.flatnonzero(np.isfinite(row))

        def values(feature: str) -> NDArray[np.float32]:
            chosen = row if feature == self.feature else feature_row(feature, board)
            return chosen[live].astype(np.float32)

        found = np.full(HOLDINGS, NO_BUCKET, np.uint16)
        extra = () if self.potential is None else (values("ehs"), values("ppot"))
        found[live] = self._cut(values(self.feature), *extra)
        return found

    def _label_all(self, checkpoint: Checkpoint, on_progress: OnProgress | None) -> Labels:
        """The labels of all deals from the tables of features: seconds, once those are there."""
        names = (self.feature,) if self.potential is None else (self.feature, "ehs", "ppot")
        tables = [feature_table(name, CARDS[self.street], on_progress) for name in names]
        self.edges(on_progress)
        found = np.empty(len(tables[0]), np.uint16)
        for start in range(0, len(found), _CHUNK):
            found[start : start + _CHUNK] = self._cut(*(np.asarray(t[start : start + _CHUNK]) for t in tables))
        return found

    def _cut(
        self,
        values: NDArray[np.float32],
        strength: NDArray[np.float32] | None = None,
        potential: NDArray[np.float32] | None = None,
    ) -> NDArray[Any]:
        """Buckets from values of the feature, and of E[HS] and PPot where there is a bucket of potential."""
        found = np.searchsorted(self.edges(), values, "right")
        if self.potential is not None:
            assert strength is not None
            assert potential is not None
            found[_is_drawing(strength, potential, self.potential)] = self.count - 1
        return found


def _is_drawing(strength: NDArray[Any], potential: NDArray[Any], least: float) -> NDArray[np.bool_]:
    return np.asarray((strength < np.float32(_HALF)) & (potential >= np.float32(least)))


def psopti(count: int) -> Bucketing:
    """PsOpti's buckets, 6 or 7 on each street."""
    before, middle, river = PSOPTI_SHARES[count]
    edges = _PSOPTI_EDGES[count]
    streets = (
        EdgeBuckets(0, "ehs", before, edges[0]),
        EdgeBuckets(1, "ehs", middle, edges[1], _POTENTIAL[1]),
        EdgeBuckets(2, "ehs", middle, edges[2], _POTENTIAL[2]),
        EdgeBuckets(3, "ehs", river, edges[3]),
    )
    return Bucketing(f"psopti({count})", streets)


def equal_quantiles(feature: str, counts: Sequence[int]) -> Bucketing:
    """Equally many deals in each bucket: one number for all streets, or one for each."""
    numbers = tuple(counts) * (len(STREETS) // len(counts))
    streets = [quantile_buckets(street, feature, count) for street, count in enumerate(numbers)]
    first: StreetBuckets = starting_hands() if len(counts) > 1 and numbers[0] == CLASSES else streets[0]
    return Bucketing(f"quantiles({feature},{'/'.join(map(str, counts))})", (first, *streets[1:]))


def quantile_buckets(street: int, feature: str, count: int) -> EdgeBuckets:
    """One street with equally many deals in each bucket."""
    return EdgeBuckets(street, feature, tuple(number / count for number in range(1, count)))


def count_edges(of: EdgeBuckets, on_progress: OnProgress | None = None) -> NDArray[np.float64]:
    """Where the buckets of a street part, so that exactly the wanted shares lie below."""
    cards, shares = CARDS[of.street], np.array(of.shares)
    if of.street == 0:
        by_class = np.zeros(len(CLASS_SIZES))
        by_class[HOLDING_CLASS] = feature_by_holding(of.feature, ())
        return quantiles(by_class.astype(np.float32), CLASS_SIZES.astype(np.float64), shares)
    if of.street == 3:
        return _river_edges(of.feature, shares)
    values = np.asarray(feature_table(of.feature, cards, on_progress))
    weights = deal_weights(cards)
    if of.potential is not None:
        strength = values if of.feature == "ehs" else np.asarray(feature_table("ehs", cards, on_progress))
        drawing = _is_drawing(strength, np.asarray(feature_table("ppot", cards, on_progress)), of.potential)
        values, weights = values[~drawing], weights[~drawing]
    return quantiles(values, weights, shares)


def _river_edges(feature: str, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """On the river HS is a whole number of steps: all boards are counted, none is kept."""
    from riverboat.odds.strength import river_histogram

    if feature == "ppot":
        return np.zeros(len(shares))
    steps = river_histogram().sum(axis=0).astype(np.float64)
    values = (np.arange(_RIVER_STEPS + 1) / _RIVER_STEPS) ** (2 if feature == "ehs2" else 1)
    return quantiles(values.astype(np.float32), steps, shares)
