"""Ranks hands that take a fixed number of cards from the hole and the rest from the board, as Omaha does.

With 4 hole cards and 5 on the board there are 6 x 10 hands: the 6 pairs and 10 triples of card words are summed once
and each of the 60 sums is looked up in the five-card table. Any number of hole cards and boards of three to five do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.ranking.tables import HandOrder
from riverboat.cards.ranking.variants.base import Hands
from riverboat.cards.ranking.variants.best_of import OrderedRanking, Words, choices
from riverboat.errors import DealError


class Exactly(OrderedRanking):
    """Exactly `from_hole` of the player's cards and the other cards of the hand from the board."""

    takes: ClassVar[Literal["cards", "hole and board"]] = "hole and board"

    def __init__(
        self,
        name: str,
        title: str,
        order: HandOrder,
        words: Words,
        *,
        from_hole: int = 2,
        lowest: int = 0,
        ace_low: bool = False,
        qualifying: int | None = None,
    ) -> None:
        super().__init__(name, title, order, words, lowest=lowest, ace_low=ace_low, qualifying=qualifying)
        if not 0 <= from_hole <= self.size:
            raise DealError(f"exactly {from_hole} cards from the hole: expected 0 to {self.size}")
        self.from_hole: Final = from_hole
        self.from_board: Final = self.size - from_hole

    def _size_problem(self, hole: int, board: int) -> str | None:
        if hole >= self.from_hole and board >= self.from_board and hole + board <= self.max_cards:
            return None
        return (
            f"{hole} hole cards and {board} on the board; {self.name} takes {self.from_hole} of the hole cards and "
            f"{self.from_board} of the board, {self.max_cards} cards in all at most"
        )

    def _rank_arrays(self, holes: Hands, boards: Hands) -> NDArray[Any]:
        from riverboat.cards.ranking.variants._kernels import rank_batch_of_choices

        out = np.empty(len(holes), np.uint16)
        picks = choices(holes.shape[1], self.from_hole), choices(boards.shape[1], self.from_board)
        rank_batch_of_choices(self.tables.by_size[self.size], self.tables.words, holes, boards, *picks, out)
        return self._qualified(out)

    def _best(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        mine = np.array(sorted(hole, reverse=True), np.uint8)[choices(len(hole), self.from_hole)]
        shared = np.array(sorted(board, reverse=True), np.uint8)[choices(len(board), self.from_board)]
        pairs = [np.repeat(mine, len(shared), axis=0), np.tile(shared, (len(mine), 1))]
        return self._best_of(np.concatenate(pairs, axis=1))
