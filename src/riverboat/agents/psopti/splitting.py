"""Which hands of a bucket take which of its actions? Bucket splitting (Billings 2006, section 3.7.2).

A model gives all hands of a bucket the same mixed strategy. Split into K parts by strength, the weakest hands take the
folds, the strongest the raises, and the bucket as a whole still does everything as often as before: with K = 2 a bucket
that calls 60 % and raises 40 % calls with its weaker half, and raises 80 % of its stronger half.

Parts are equally large over all deals of a street, so their edges need the tables of all deals (built once, minutes).
Two things are not split, because strength does not say which hands should bluff: the bucket of potential, and rows in
which calling is the rarest of three actions.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import CARDS, Bucketing
from riverboat.abstraction.edges import EdgeBuckets, count_edges
from riverboat.abstraction.features import feature_of_hand, feature_row
from riverboat.cache import cached_arrays
from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress

Edges = tuple[NDArray[np.float64], ...]
"""By street float64[buckets, parts - 1]: the values that part each bucket; the bucket of potential has no row."""
MAX_PARTS: Final = 64
_NOT_SPLIT: Final = -1
_CHOICES: Final = 3
"""Fold, call and raise; a row with fewer is no bluff."""
_VERSION: Final = 1


def split_rows(rows: NDArray[np.float64], parts: NDArray[np.int64], count: int) -> NDArray[np.float64]:
    """float64[hands, actions] of buckets, actions from fold to raise, as each hand's part plays them.

    Part 0 is the weakest; hands of part -1 play as their bucket does.
    """
    if count == 1:
        return rows
    upper = np.cumsum(rows, axis=1)
    low, high = (parts / count)[:, None], ((parts + 1) / count)[:, None]
    found = np.clip(np.minimum(upper, high) - np.maximum(upper - rows, low), 0.0, None)
    total = found.sum(axis=1, keepdims=True)
    found = np.divide(found, total, out=np.zeros_like(rows), where=total > 0)
    whole = (parts == _NOT_SPLIT) | _is_bluff(rows)
    return np.where(whole[:, None], rows, found)


def _is_bluff(rows: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether calling is the least of three choices."""
    if rows.shape[1] < _CHOICES:
        return np.zeros(len(rows), bool)
    return (rows[:, 1] < rows[:, 0]) & (rows[:, 1] < rows[:, 2])


class SubBuckets:
    """The parts of every bucket of a bucketing."""

    def __init__(self, bucketing: Bucketing, count: int, edges: Edges) -> None:
        self.bucketing: Final = bucketing
        self.count: Final = count
        self.edges: Final = edges

    def of_hand(self, hole: tuple[int, ...], board: tuple[int, ...], bucket: int) -> int:
        """The part of one hand, given its bucket."""
        street = CARDS.index(len(board))
        edges = self.edges[street]
        if bucket >= len(edges):
            return _NOT_SPLIT
        value = feature_of_hand(_strength(self.bucketing, street).feature, hole, board)
        return int(np.searchsorted(edges[bucket], value, "right"))

    def by_holding(self, board: tuple[int, ...], buckets: NDArray[np.int64]) -> NDArray[np.int64]:
        """int64[1326]: the part of every holding, given their buckets; of blocked ones anything."""
        street = CARDS.index(len(board))
        edges = self.edges[street]
        values = feature_row(_strength(self.bucketing, street).feature, np.asarray(board, np.uint8))
        found = (values[:, None] >= edges[np.clip(buckets, 0, len(edges) - 1)]).sum(axis=1)
        return np.where(buckets < len(edges), found, _NOT_SPLIT)


def sub_buckets(of: Bucketing, count: int, on_progress: OnProgress | None = None) -> SubBuckets:
    """Parts that are equally large over all deals."""
    name = f"sub-buckets-{of.identity.replace('(', '-').replace(')', '')}-{count}-v{_VERSION}"

    def build() -> dict[str, NDArray[np.float64]]:
        return {str(street): count_parts(of, street, count, on_progress) for street in range(len(of.streets))}

    stored = cached_arrays(name, build)
    return SubBuckets(of, count, tuple(stored[str(street)] for street in range(len(of.streets))))


def count_parts(bucketing: Bucketing, street: int, count: int, on_progress: OnProgress | None) -> NDArray[np.float64]:
    """Where the buckets of one street part, by the shares of all deals; float64[buckets of strength, count - 1]."""
    of = _strength(bucketing, street)
    bounds = np.array([0.0, *of.shares, 1.0])
    shares = (bounds[:-1, None] + np.diff(bounds)[:, None] * np.arange(1, count) / count).ravel()
    finer = EdgeBuckets(street, of.feature, tuple(shares.tolist()), potential=of.potential)
    return count_edges(finer, on_progress).reshape(len(bounds) - 1, count - 1)


def _strength(bucketing: Bucketing, street: int) -> EdgeBuckets:
    """The buckets of a street, which must be ordered by strength."""
    found = bucketing.on(street)
    if not isinstance(found, EdgeBuckets):
        raise RiverboatError(f"{bucketing.text}: only buckets by edges on a feature can be split")
    return found


def require_parts(count: int) -> None:
    """Refuse numbers of parts that make no sense."""
    if not 1 <= count <= MAX_PARTS:
        raise RiverboatError(f"split {count}: expected 1 to {MAX_PARTS} parts of a bucket")
