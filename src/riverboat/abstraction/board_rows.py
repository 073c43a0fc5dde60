"""Which bucket has every hand of a board? One read for all 1,326 of them, from rows kept board by board.

A table of deals (`building.py`) needs a canonical index for each hand, 0.2 ms a board. Here a street is an array
uint16[boards, 1326] with a row for each board up to the names of suits, mapped from the cache: the board's number, one
of 24 renamings of suits and one gather, 0.03 ms. Training and best responses, which ask for whole boards only, read
from it. Players who come without it work a flop or turn out once and keep its row: a long match sees every flop many
times, and no more than 1,755 of them.

| street | rows | on disk |
|---|---|---|
| flop | 1,755 | 4.7 MB |
| turn | 16,432 | 44 MB |
| river | 134,459 | 357 MB |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import kept_table, stored_table, whole_rows
from riverboat.cards.holdings import HOLDINGS
from riverboat.cards.isomorphism import Isomorphism, canonical_boards
from riverboat.odds.showdown.suits import card_maps, holding_maps
from riverboat.progress import OnProgress

Labels = NDArray[np.uint16]
_RIVER_CARDS: Final = 5
"""River boards are too many to be met again, and 357 MB."""


class BoardRows:
    """The rows of one street: opened once, built when that is asked for, and one by one until then."""

    def __init__(
        self, name: str, identity: Mapping[str, Any], cards: int, row: Callable[[NDArray[np.uint8]], Labels]
    ) -> None:
        self.name: Final = name
        self.identity: Final = dict(identity)
        self.cards: Final = cards
        self._row: Final = row
        self._table: NDArray[Any] | None = None
        self._missing = False
        self._single: NDArray[Any] | None = None
        self._is_known: NDArray[np.bool_] = np.zeros(0, np.bool_)

    @property
    def _shape(self) -> tuple[int, int]:
        return len(_boards(self.cards)[1]), HOLDINGS

    def load(self, on_progress: OnProgress | None = None) -> NDArray[Any]:
        """uint16[boards, 1326]: from the cache, mapped and read-only, or built now."""
        if self._table is None:
            build = whole_rows(self.cards, np.uint16, self._row)
            self._table = kept_table(
                self.name, self.identity, self.cards, np.uint16, build, on_progress, shape=self._shape
            )
        return self._table

    def if_built(self) -> NDArray[Any] | None:
        """The rows, if somebody built them before this was first asked."""
        if self._table is None and not self._missing:
            self._table = stored_table(self.name, self.identity, self.cards, np.uint16, self._shape)
            self._missing = self._table is None
        return self._table

    def of_board(self, board: NDArray[np.uint8]) -> Labels:
        """uint16[1326] of one board: from the rows if they are built, else worked out."""
        table = self.if_built()
        if table is None and self.cards < _RIVER_CARDS:
            table = self._with_row_of(board)
        return self._row(board) if table is None else np.asarray(rows_of(table, board[None])[0])

    def _with_row_of(self, board: NDArray[np.uint8]) -> NDArray[Any]:
        """The rows that were worked out one by one, that of this board among them; memory is taken row by row."""
        if self._single is None:
            self._is_known = np.zeros(self._shape[0], np.bool_)
            self._single = np.empty(self._shape, np.uint16)
        number = int(locate_boards(board[None])[0][0])
        if not self._is_known[number]:
            self._single[number] = self._row(_boards(self.cards)[1][number])
            self._is_known[number] = True
        return self._single


def rows_of(table: NDArray[Any], boards: NDArray[np.uint8]) -> Labels:
    """uint16[boards, 1326]: what a table of rows says of boards [board, card], whatever their suits are called."""
    numbers, renamings = locate_boards(boards)
    return np.asarray(np.take_along_axis(table[numbers], _images()[renamings], axis=1))


def locate_boards(boards: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of each board among those of its street, and the renaming that makes the kept one of it."""
    index, _, masks, bits = _boards(boards.shape[1])
    numbers = index.index_batch(boards)
    images = np.bitwise_or.reduce(bits[:, boards], axis=2)
    return numbers, np.asarray((images == masks[numbers]).argmax(axis=0))


@cache
def _images() -> NDArray[np.int64]:
    return holding_maps().astype(np.int64)


@cache
def _boards(cards: int) -> tuple[Isomorphism, NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64]]:
    """The numbering of a street's boards, the kept ones, their masks of cards, and each card's after each renaming."""
    one = np.uint64(1)
    boards, _ = canonical_boards(cards)
    masks = np.bitwise_or.reduce(one << boards.astype(np.uint64), axis=1)
    return Isomorphism((cards,)), boards, masks, one << card_maps().astype(np.uint64)
