"""In which bucket is every hand of a board, and of all rivers of a turn at once? What kernels ask a bucketing.

Hands that the board blocks get bucket 0: kernels never count them, and any bucket that exists can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import NO_BUCKET, Bucketing
from riverboat.abstraction.building import deals_of, live_holdings
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
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
    """The hands of a `Bucketing`: one read of its tables for all rivers of a turn, where they are built."""

    def __init__(self, bucketing: Bucketing, on_progress: OnProgress | None = None) -> None:
        """Builds the tables that are not there yet."""
        bucketing.prepare(on_progress)
        self.bucketing = bucketing

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street."""
        return self.bucketing.counts

    def on_board(self, board: Sequence[int]) -> Labels:
        """uint16[1326]: the bucket of every hand on a board."""
        found = self.bucketing.by_holding(tuple(board))
        return np.where(found == NO_BUCKET, np.uint16(0), found)

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> Labels:
        """uint16[cards, 1326]: the same for river cards of one turn board."""
        labels = self.bucketing.on(3).labels
        table = None if labels is None else labels.if_built()
        if table is None:
            return np.stack([self.on_board((*turn, card)) for card in cards])
        boards = [np.array((*turn, card), np.uint8) for card in cards]
        live = [live_holdings(board) for board in boards]
        rows = np.empty((sum(map(len, live)), 7), np.uint8)
        start = 0
        for board, hands in zip(boards, live, strict=True):
            part = rows[start : start + len(hands)]
            part[:, :2], part[:, 2:] = HOLDING_CARDS[hands], board
            start += len(hands)
        found = np.zeros((len(cards), HOLDINGS), np.uint16)
        found[np.repeat(np.arange(len(cards)), [len(hands) for hands in live]), np.concatenate(live)] = table[
            deals_of(5).index_batch(rows)
        ]
        return found
