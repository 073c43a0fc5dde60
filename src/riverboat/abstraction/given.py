"""Buckets by a given table: the label of every deal of a street, whoever computed it.

The table of a flop, turn or river has one label for each deal up to the names of suits, in the order of
`deals_of(cards)`; before the flop there is one for each of the 169 starting hands, in the order of the 13x13 grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import (
    CARDS,
    MAX_BUCKETS,
    NO_BUCKET,
    STREETS,
    Bucketing,
    Labels,
    StreetBuckets,
)
from riverboat.abstraction.building import deals_of, live_holdings, place_of_hand, places_of
from riverboat.abstraction.features import quantiles
from riverboat.cards.holdings import CLASSES, HOLDING_CLASS, HOLDINGS, class_index
from riverboat.errors import RiverboatError


class TableBuckets(StreetBuckets):
    """Buckets of one street, looked up."""

    def __init__(self, street: int, table: NDArray[Any], count: int | None = None) -> None:
        """Labels of every deal.

        Args:
            street: 0 before the flop, 1 flop, 2 turn, 3 river.
            table: The label of every deal, in the order of `deals_of`.
            count: The number of buckets. Default: the largest label and one.
        """
        size = CLASSES if street == 0 else deals_of(CARDS[street]).size
        if table.shape != (size,) or not np.issubdtype(table.dtype, np.integer):
            raise RiverboatError(
                f"{STREETS[street]} labels: {table.dtype} of shape {table.shape}; expected {size:,} integers"
            )
        low, high = int(table.min()), int(table.max())
        buckets = high + 1 if count is None else count
        if low < 0 or high >= buckets or buckets > MAX_BUCKETS:
            most = min(buckets, MAX_BUCKETS) - 1
            raise RiverboatError(f"{STREETS[street]} labels: {low} to {high}; expected 0 to {most}")
        self.street = street
        self.table: Labels = table if table.dtype == np.uint16 else table.astype(np.uint16)
        self._count = buckets

    @property
    def count(self) -> int:
        return self._count

    @cached_property
    def identity(self) -> str:
        return f"table {self.street} {self._count} {crc32(np.ascontiguousarray(self.table).data):08x}"

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        if self.street == 0:
            return np.asarray(self.table[HOLDING_CLASS])
        live, places = places_of(board)
        found = np.full(HOLDINGS, NO_BUCKET, np.uint16)
        found[live] = self.table[places]
        return found

    def computed_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        return int(self.table[class_index(*hole) if self.street == 0 else place_of_hand(hole, board)])


class OneBucket(StreetBuckets):
    """All hands of a street together, for players who do not look at their cards."""

    def __init__(self, street: int) -> None:
        self.street = street

    @property
    def count(self) -> int:
        return 1

    @property
    def identity(self) -> str:
        return f"one bucket {self.street}"

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        found = np.full(HOLDINGS, NO_BUCKET, np.uint16)
        found[live_holdings(board)] = 0
        return found


def one_bucket() -> Bucketing:
    """All hands together on every street."""
    return Bucketing("one bucket", tuple(OneBucket(street) for street in range(len(STREETS))))


def starting_hands() -> TableBuckets:
    """The 169 starting hands, each a bucket: what loses nothing before the flop."""
    return TableBuckets(0, np.arange(CLASSES, dtype=np.uint16))


def table_bucketing(text: str, tables: Sequence[NDArray[Any] | StreetBuckets | None]) -> Bucketing:
    """A bucketing from a table for each street; None where there are no buckets, or buckets of any other kind.

    Args:
        text: What to call it.
        tables: For each street a table of labels, buckets of any other kind, or None for no buckets.
    """
    return Bucketing(
        text,
        tuple(
            TableBuckets(street, table) if isinstance(table, np.ndarray) else table
            for street, table in enumerate(tables)
        ),
    )


def equal_labels(values: NDArray[Any], weights: NDArray[np.float64], count: int) -> Labels:
    """Labels that divide deals by a value into `count` buckets of equal weight, as near as equal values allow.

    Args:
        values: A number for each deal.
        weights: How many deals each stands for.
        count: How many buckets.
    """
    if not 1 <= count <= MAX_BUCKETS:
        raise RiverboatError(f"{count} buckets: expected 1 to {MAX_BUCKETS}")
    if values.shape != weights.shape or not np.isfinite(values).all():
        raise RiverboatError("values of deals: expected a number for each deal, and a weight")
    single = values.astype(np.float32)
    edges = quantiles(single, weights, np.arange(1, count) / count)
    return np.searchsorted(edges, single, "right").astype(np.uint16)
