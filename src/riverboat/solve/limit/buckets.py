"""In which bucket is every hand of a board, and of all rivers of a turn at once? What kernels ask a bucketing.

Hands that the board blocks get bucket 0: kernels never count them, and any bucket that exists can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import NO_BUCKET, Bucketing
from riverboat.progress import OnProgress

Labels = NDArray[np.uint16]


class HandBuckets(Protocol):
    """Buckets on every street, which must not depend on the names of suits."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street."""
        ...

    def on_board(self, board: Sequence[int]) -> Labels:
        """uint16[1326]: the bucket of every hand on a board of 0, 3, 4 or 5 cards."""
        ...

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> Labels:
        """uint16[cards, 1326]: the same for river cards of one turn board."""
        ...


class BucketingHands:
    """The hands of a `Bucketing`, from its rows of boards where it has some."""

    def __init__(self, bucketing: Bucketing, on_progress: OnProgress | None = None) -> None:
        """Builds the tables that are not there yet."""
        bucketing.prepare_rows(on_progress)
        self.bucketing = bucketing

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street."""
        return self.bucketing.counts

    def on_board(self, board: Sequence[int]) -> Labels:
        """uint16[1326]: the bucket of every hand on a board."""
        return existing(self.bucketing.by_holding(tuple(board)))

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> Labels:
        """uint16[cards, 1326]: the same for river cards of one turn board."""
        boards = np.array([(*turn, card) for card in cards], np.uint8)
        return existing(self.bucketing.on(3).by_boards(boards))


def existing(found: Labels) -> Labels:
    """Labels with bucket 0 for hands that the board blocks."""
    return np.where(found == NO_BUCKET, np.uint16(0), found)
