"""Ranks the best hand of all cards: high, short deck, lows, and hands of one to four cards.

Up to seven cards one lookup answers (`ranking/tables.py`); of more cards every choice is looked up, 252 for ten. In
2-7 a flush is bad, so a hand with five cards of a suit (one in thirty-three) is also ranked choice by choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import combinations
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.ranking.orders import CATEGORIES, Category
from riverboat.cards.ranking.tables import HandOrder, RankTables, load_tables
from riverboat.cards.ranking.variants.base import NO_HAND, Cards, Hands, Ranking
from riverboat.cards.ranking.variants.text import in_order

Words = Callable[[Sequence[int]], str]


@cache
def choices(cards: int, taken: int) -> NDArray[np.uint8]:
    """uint8[choices, taken]: the ways to take some of this many cards, as column numbers."""
    ways = list(combinations(range(cards), taken))
    return np.array(ways, np.uint8).reshape(len(ways), taken)


def table_sizes(size: int) -> tuple[int, ...]:
    """From how many cards one lookup finds the best hand of this size."""
    return (5, 6, 7) if size == 5 else (size,)


class OrderedRanking(Ranking):
    """What rankings by a `HandOrder` have in common: tables, categories, and perhaps a qualifier.

    With `qualifying`, only this many of the best classes count; they are ranked from 0, and all others are `NO_HAND`.
    """

    def __init__(
        self,
        name: str,
        title: str,
        order: HandOrder,
        words: Words,
        *,
        size: int = 5,
        lowest: int = 0,
        ace_low: bool = False,
        qualifying: int | None = None,
    ) -> None:
        super().__init__(name, title, lowest)
        self.order: Final = order
        self.size: Final = size
        """How many cards make a hand."""
        self.ace_low: Final = ace_low
        self.qualifying: Final = qualifying
        self.say: Final = words

    @cached_property
    def tables(self) -> RankTables:
        """The order's tables, for kernels that inline the ranking (`ranking/jit.py`)."""
        return load_tables(self.order, table_sizes(self.size))

    @property
    def classes(self) -> int:
        return self.qualifying or len(self.tables.strengths)

    @property
    def first_class(self) -> int:
        """What the tables call the rank that is 0 here; not 0 where there is a qualifier."""
        return len(self.tables.strengths) - self.classes

    def category(self, rank: int) -> Category:
        """Pair, flush, ... of a rank number."""
        place = self.tables.strengths[rank + self.first_class][0]
        return CATEGORIES[self.order.name][place]

    def _rank_whole(self, hands: Hands) -> NDArray[np.uint16]:
        """What the tables say of hands with exactly as many cards as a hand has."""
        from riverboat.cards.ranking._kernels import rank_batch_of_any_size

        out = np.empty(len(hands), np.uint16)
        rank_batch_of_any_size(self.tables.by_size[self.size], self.tables.words, hands, out)
        return out

    def _qualified(self, ranks: NDArray[np.uint16]) -> NDArray[Any]:
        if self.qualifying is None:
            return ranks
        lows: NDArray[np.int16] = np.maximum(ranks.astype(np.int16) - np.int16(self.first_class), np.int16(NO_HAND))
        return lows

    def _best_of(self, candidates: NDArray[np.uint8]) -> tuple[int, ...]:
        ranks = self._qualified(self._rank_whole(candidates))
        at = int(ranks.argmax())
        return in_order(candidates[at].tolist(), self.ace_low) if ranks[at] >= 0 else ()

    def _words(self, best: Sequence[int]) -> str:
        return self.say(best)


class BestOf(OrderedRanking):
    """The best hand of `size` cards from all that the player and the board have."""

    def __init__(
        self,
        name: str,
        title: str,
        order: HandOrder,
        words: Words,
        *,
        flushes_hurt: bool = False,
        size: int = 5,
        lowest: int = 0,
        ace_low: bool = False,
        qualifying: int | None = None,
    ) -> None:
        super().__init__(name, title, order, words, size=size, lowest=lowest, ace_low=ace_low, qualifying=qualifying)
        self.flushes_hurt: Final = flushes_hurt

    def _size_problem(self, hole: int, board: int) -> str | None:
        count = hole + board
        if self.size <= count <= self.max_cards:
            return None
        return f"{count} cards; a hand of {self.name} is ranked from {self.size} to {self.max_cards}"

    def _rank_arrays(self, holes: Hands, boards: Hands) -> NDArray[Any]:
        from riverboat.cards.ranking import _kernels as whole
        from riverboat.cards.ranking.variants import _kernels as chosen

        hands = np.concatenate([holes, boards], axis=1) if boards.shape[1] else holes
        cards = hands.shape[1]
        words, by_size = self.tables.words, self.tables.by_size
        out = np.empty(len(hands), np.uint16)
        if cards not in by_size:
            nothing = np.zeros((len(hands), 0), np.uint8)
            picks = choices(cards, self.size), choices(0, 0)
            chosen.rank_batch_of_choices(by_size[self.size], words, hands, nothing, *picks, out)
        elif self.flushes_hurt and cards > 5:
            picks_of_five = choices(cards, 5)
            chosen.rank_batch_where_flushes_hurt(by_size[cards], by_size[5], words, hands, picks_of_five, out)
        elif cards == 7:
            whole.rank_batch_of_seven(by_size[7], words, hands, out)
        else:
            whole.rank_batch_of_any_size(by_size[cards], words, hands, out)
        return self._qualified(out)

    def _best(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        cards = np.array(sorted((*hole, *board), reverse=True), np.uint8)
        return self._best_of(cards[choices(len(cards), self.size)])


class High(BestOf):
    """The usual high hands, with the shortest way for five to seven cards (`high.py`)."""

    @cached_property
    def _quick(self) -> ModuleType:
        from riverboat.cards.ranking import high

        return high

    def rank(self, cards: Cards, board: Cards = ()) -> int:
        if isinstance(cards, str) or isinstance(board, str) or not 5 <= len(cards) + len(board) <= 7:
            return super().rank(cards, board)
        return int(self._quick.rank((*cards, *board) if board else cards))

    def rank_batch(
        self, hands: NDArray[Any], boards: NDArray[Any] | None = None, *, check: bool = True
    ) -> NDArray[Any]:
        if boards is None and hands.ndim == 2 and 5 <= hands.shape[1] <= 7:
            ranks: NDArray[np.uint16] = self._quick.rank_batch(hands, check=check)
            return ranks
        return super().rank_batch(hands, boards, check=check)
