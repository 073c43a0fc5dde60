"""Ranks hands of three cards with straights and flushes, as in Rhode Island hold'em (Shi and Littman 2001).

The order is straight flush, three of a kind, straight, flush, pair, high card: with three cards a straight is rarer
than a flush, and three of a kind than a straight. The ace is high or low in a straight. 741 classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import suit_of
from riverboat.cards.ranking.orders import Category
from riverboat.cards.ranking.variants.base import Hands, Ranking
from riverboat.cards.ranking.variants.best_of import choices
from riverboat.cards.ranking.variants.text import high_words, in_order

_ORDER = (
    Category.HIGH_CARD, Category.PAIR, Category.FLUSH, Category.STRAIGHT, Category.TRIPS, Category.STRAIGHT_FLUSH,
)  # fmt: skip
_ACE = 12


def _strength(ranks: tuple[int, ...], suited: bool) -> tuple[int, ...] | None:
    """What three ranks, lowest first, are worth; None for suited cards of the same rank."""
    low, middle, high = ranks
    if len({low, middle, high}) < 3:
        if suited:
            return None
        if low == high:
            return _ORDER.index(Category.TRIPS), high
        return _ORDER.index(Category.PAIR), middle, low if middle == high else high
    wheel = ranks == (0, 1, _ACE)
    if high - low == 2 or wheel:
        straight = Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT
        return _ORDER.index(straight), middle if wheel else high
    return _ORDER.index(Category.FLUSH if suited else Category.HIGH_CARD), high, middle, low


@cache
def _table() -> tuple[NDArray[np.uint16], tuple[tuple[int, ...], ...]]:
    """uint16[2, 13, 13, 13], the rank number of three ranks, unsuited and suited; and the strength of each number."""
    worth = {
        (suited, ranks): strength
        for suited in (False, True)
        for ranks in combinations_with_replacement(range(13), 3)
        if (strength := _strength(ranks, suited)) is not None
    }
    strengths = tuple(sorted(set(worth.values())))
    number = {strength: place for place, strength in enumerate(strengths)}
    table = np.zeros((2, 13, 13, 13), np.uint16)
    for (suited, ranks), strength in worth.items():
        for each in permutations(ranks):
            table[(int(suited), *each)] = number[strength]
    return table, strengths


class ThreeCards(Ranking):
    """The best three of three or more cards."""

    @property
    def classes(self) -> int:
        return len(_table()[1])

    def category(self, rank: int) -> Category:
        """Pair, flush, ... of a rank number."""
        return _ORDER[_table()[1][rank][0]]

    def _size_problem(self, hole: int, board: int) -> str | None:
        count = hole + board
        return None if 3 <= count <= self.max_cards else f"{count} cards; {self.name} is ranked from 3 to 20"

    def _rank_arrays(self, holes: Hands, boards: Hands) -> NDArray[np.uint16]:
        hands = np.concatenate([holes, boards], axis=1) if boards.shape[1] else holes
        picked = hands[:, choices(hands.shape[1], 3)]
        suits = picked & 3
        suited = ((suits == suits[:, :, :1]).all(axis=2)).astype(np.uint8)
        a, b, c = (picked[:, :, place] >> 2 for place in range(3))
        best: NDArray[np.uint16] = _table()[0][suited, a, b, c].max(axis=1)
        return best

    def _best(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        cards = np.array([*hole, *board], np.uint8)
        picked = cards[choices(len(cards), 3)]
        ranks = self._rank_arrays(picked, np.zeros((len(picked), 0), np.uint8))
        return in_order(picked[int(ranks.argmax())].tolist())

    def _words(self, best: Sequence[int]) -> str:
        category = self.category(self.rank(best))
        suited = len({suit_of(card) for card in best}) == 1
        return f"{category}, {high_words(best)}" if suited or category == Category.STRAIGHT else high_words(best)
