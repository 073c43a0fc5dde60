"""High hands in words: what a rank number or some cards are called, and which five cards make the hand.

For other games ask the ranking: `RANKINGS["badugi"].describe(cards)`. One hand takes some tens of microseconds; a
program that only compares hands needs none of this.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from riverboat.cards.ranking.orders import CATEGORY_NAMES, Category
from riverboat.cards.ranking.rankings import find_ranking
from riverboat.cards.ranking.variants.base import Cards, Ranking
from riverboat.errors import DealError

CLASSES_BY_CATEGORY: Final = (1277, 2860, 858, 858, 10, 1277, 156, 156, 10)
"""How many of the 7,462 ranks are high cards, pairs, two pairs, ... straight flushes."""

_FIRST_RANK: Final = (0, *accumulate(CLASSES_BY_CATEGORY))

__all__ = ["CATEGORY_NAMES", "CLASSES_BY_CATEGORY", "Category", "best_five", "category", "describe"]


def category(rank: int) -> Category:
    """The category of a high rank 0..7461; printed, it is `full house` and the like.

    Args:
        rank: What `rank` returns.
    """
    if not 0 <= rank < _FIRST_RANK[-1]:
        raise DealError(f"rank {rank}: ranks of high hands are 0 to {_FIRST_RANK[-1] - 1}")
    return Category(bisect_right(_FIRST_RANK, rank) - 1)


def best_five(cards: Cards, board: Cards = (), ranking: str | Ranking = "high") -> tuple[int, ...]:
    """The cards that make the hand, laid out as players do: pairs and better first, then from the highest down."""
    return find_ranking(ranking).best(cards, board)


def describe(cards: Cards, board: Cards = (), ranking: str | Ranking = "high") -> str:
    """The hand in words: `full house, aces over kings`.

    Args:
        cards: The cards of a hand ("AhAd"), as text or card numbers; for rankings without a board, all of them.
        board: The cards of the board, as text or card numbers.
        ranking: How hands are ranked: the name of one ("high", "omaha", "ace-to-five"; `RANKINGS`), or a `Ranking`.
    """
    return find_ranking(ranking).describe(cards, board)
