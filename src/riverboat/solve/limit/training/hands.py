"""The hands of one board after another, as training kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import live_holdings
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.odds.strength.inputs import tables as rank_tables
from riverboat.solve.limit.buckets import HandBuckets
from riverboat.solve.limit.training._kernels.boards import prepare_board
from riverboat.solve.limit.training._kernels.layout import HANDS, Board
from riverboat.solve.packed import PackedArguments

_STREETS: Final = 4
_KNOWN: Final = (0, 3, 4, 5)


class HandsOfBoard:
    """All hands that a board leaves, with the slots of their buckets."""

    def __init__(self, max_buckets: int) -> None:
        self.fields: Final = Board(
            np.zeros(6, np.int64),
            np.zeros(HANDS, np.uint16),
            np.zeros(HANDS, np.uint8),
            np.zeros(HANDS, np.uint8),
            np.zeros(HANDS + 1, np.int32),
            np.zeros((_STREETS, HANDS), np.uint16),
            np.zeros(HANDS, np.uint16),
            np.zeros((_STREETS, HANDS), np.int32),
            np.zeros((_STREETS, HANDS), np.int32),
        )
        self.packed: Final[Any] = PackedArguments(self.fields)
        self.labels: Final = np.zeros((_STREETS, HOLDINGS), np.uint16)
        """The bucket of every holding on each street."""
        self._number_of = np.full(max_buckets, -1, np.int32)

    @property
    def count(self) -> int:
        """How many hands there are."""
        return int(self.fields.sizes[0])

    def fill(self, cards: tuple[int, ...], buckets: HandBuckets) -> None:
        """Take the hands of a five-card board, in order of strength."""
        for street, known in enumerate(_KNOWN):
            self.labels[street] = buckets.on_board(cards[:known])
        self._sort(cards)

    def fill_river(self, cards: tuple[int, ...], labels: NDArray[np.uint16], turn: HandsOfBoard) -> None:
        """The same for a river of a turn board, whose hands say where reach lies; labels are those of the river."""
        self.labels[:3], self.labels[3] = turn.labels[:3], labels
        self._sort(cards)
        place = np.zeros(HOLDINGS, np.uint16)
        place[turn.fields.hand[: turn.count]] = turn.fields.row[: turn.count]
        self.fields.row[: self.count] = place[self.fields.hand[: self.count]]

    def fill_turn(self, cards: Sequence[int], buckets: HandBuckets) -> None:
        """Take the hands of a four-card board, in the order of their numbers."""
        fields, live = self.fields, live_holdings(np.array(cards, np.uint8))
        count = len(live)
        fields.sizes[0] = count
        fields.hand[:count] = live
        fields.first[:count], fields.second[:count] = HOLDING_CARDS[live].T
        fields.row[:count] = np.arange(count)
        for street, known in enumerate(_KNOWN[:3]):
            self.labels[street] = buckets.on_board(cards[:known])
            used, slot = np.unique(self.labels[street][live], return_inverse=True)
            fields.used[street, : len(used)] = used
            fields.slot[street, :count] = slot
            fields.place[street, :count] = slot * 9
            fields.sizes[2 + street] = len(used)

    def _sort(self, cards: tuple[int, ...]) -> None:
        ranks = rank_tables()
        board = np.array(cards, np.uint8)
        prepare_board(ranks.by_size[7], ranks.words, HOLDING_CARDS, board, self.labels, self._number_of, *self.fields)
