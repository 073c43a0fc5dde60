"""Buckets by showdowns won and lost: the classes of flops of GS1, for any threshold (Gilpin and Sandholm 2006).

Deals of one starting hand whose records of showdowns differ by at most the threshold are one bucket (`thresholds.py`
says how). Threshold 0 keeps apart all deals that win or lose differently, which are too many for labels. The threshold
147,795, of 1,070,190 showdowns, makes 2,471 classes; the next larger one makes fewer than GS1's 2,465. Only the flop is
defined.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import MAX_BUCKETS, Labels, StreetBuckets
from riverboat.abstraction.given import TableBuckets
from riverboat.abstraction.records import flop_records
from riverboat.abstraction.thresholds import cut_by_threshold, starting_hands
from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress


class ThresholdBuckets(StreetBuckets):
    """Classes of deals of hole cards and a flop."""

    street = 1

    def __init__(self, threshold: int) -> None:
        self.threshold = threshold

    @property
    def count(self) -> int:
        return self._classes.count

    @property
    def identity(self) -> str:
        return f"threshold {self.threshold} {self._classes.identity}"

    def learn(self, on_progress: OnProgress | None = None) -> None:
        flop_records(on_progress)
        self.count  # noqa: B018

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        return self._classes.computed(board)

    def computed_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        return self._classes.computed_hand(hole, board)

    @cached_property
    def _classes(self) -> TableBuckets:
        """A second of work once the records of showdowns are there, which take half a minute."""
        found = cut_by_threshold(flop_records(), starting_hands(), self.threshold)
        if len(found.parents) > MAX_BUCKETS:
            raise RiverboatError(
                f"threshold({self.threshold}): {len(found.parents):,} classes; at most {MAX_BUCKETS:,} are possible,"
                " take a larger threshold"
            )
        return TableBuckets(1, found.label)
