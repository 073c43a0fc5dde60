"""What a player sees of its cards in a model: one number for a hand and a board, and for all hands of a board."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS, NO_BUCKET, Bucketing
from riverboat.abstraction.thresholds import FlopClasses
from riverboat.cards.holdings import HOLDING_CLASS, HOLDINGS, class_index

Integers = NDArray[np.int64]
_MAX_RECENT: Final = 8
"""Boards whose views are kept: whoever asks for a range at every decision asks about the same few."""


class Views(Protocol):
    """Numbers views; which street it is, the board says."""

    def of_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The view of one hand."""
        ...

    def by_holding(self, board: tuple[int, ...]) -> Integers:
        """int64[1326]: the view of every holding; -1 where the board blocks it."""
        ...


class StartingHands:
    """The 169 starting hands, whatever the board is."""

    def of_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        return class_index(*hole)

    def by_holding(self, board: tuple[int, ...]) -> Integers:
        return HOLDING_CLASS.astype(np.int64)


class Histories:
    """Histories of buckets from a street on."""

    def __init__(self, bucketing: Bucketing, first: int = 0) -> None:
        self.bucketing: Final = bucketing
        self.first: Final = first
        self._recent: Final[dict[tuple[int, ...], Integers]] = {}

    def of_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        found = 0
        for street in range(self.first, CARDS.index(len(board)) + 1):
            bucket = self.bucketing.bucket(hole, board[: CARDS[street]])
            found = found * self.bucketing.counts[street] + bucket
        return found

    def by_holding(self, board: tuple[int, ...]) -> Integers:
        found = self._recent.get(board)
        if found is None:
            found = self._computed(board)
            found.setflags(write=False)
            if len(self._recent) >= _MAX_RECENT:
                self._recent.clear()
            self._recent[board] = found
        return found

    def _computed(self, board: tuple[int, ...]) -> Integers:
        found, blocked = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, bool)
        for street in range(self.first, CARDS.index(len(board)) + 1):
            buckets = self.bucketing.by_holding(board[: CARDS[street]])
            blocked |= buckets == NO_BUCKET
            found = found * self.bucketing.counts[street] + buckets
        return np.where(blocked, -1, found)


class StartingHandsAndFlops:
    """The 169 starting hands, and on the flop their classes (GS1)."""

    def __init__(self, classes: FlopClasses) -> None:
        self.classes: Final = classes

    def of_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        return self.classes.of_hand(hole, board[:3]) if board else class_index(*hole)

    def by_holding(self, board: tuple[int, ...]) -> Integers:
        return self.classes.by_holding(board[:3]) if board else HOLDING_CLASS.astype(np.int64)
