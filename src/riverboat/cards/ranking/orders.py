"""Orders of hands: what a hand is worth in each kind of poker.

Each order turns the rank pattern of a hand, and the fact that it is suited, into a `Strength`: a tuple that compares as
the hands do, larger is better. Its first number is the place of the hand's category in that order (`CATEGORIES`), 0 for
the weakest. `tables.py` turns orders into lookup tables; nothing here is fast or needs to be.

Lows are written upside down, so that larger is better there too: a rank counts by its distance from the worst one.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final

from riverboat.cards.ranking.tables import HandOrder, Pattern, Strength


class Category(IntEnum):
    """The kinds of hands, weakest first in the usual order; prints as players say it."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    def __str__(self) -> str:
        return CATEGORY_NAMES[self]


CATEGORY_NAMES: Final = {
    Category.HIGH_CARD: "high card",
    Category.PAIR: "pair",
    Category.TWO_PAIR: "two pair",
    Category.TRIPS: "three of a kind",
    Category.STRAIGHT: "straight",
    Category.FLUSH: "flush",
    Category.FULL_HOUSE: "full house",
    Category.QUADS: "four of a kind",
    Category.STRAIGHT_FLUSH: "straight flush",
    Category.FIVE_OF_A_KIND: "five of a kind",
}

_ACE: Final = 12
_SIX: Final = 4
_SEVEN: Final = 5
_CATEGORY_BY_SHAPE: Final = {
    (): Category.HIGH_CARD,
    (2,): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3,): Category.TRIPS,
    (3, 2): Category.FULL_HOUSE,
    (4,): Category.QUADS,
}


def _groups(pattern: Pattern) -> list[tuple[int, int]]:
    """(count, rank) of each rank held, most cards first, then highest rank first."""
    return sorted(((count, rank) for rank, count in enumerate(pattern) if count), reverse=True)


def _kind(pattern: Pattern) -> tuple[Category, tuple[int, ...]]:
    """Pair, two pair, ... of up to five cards, and the ranks in the order in which they are compared."""
    groups = _groups(pattern)
    shape = tuple(count for count, _ in groups if count > 1)
    return _CATEGORY_BY_SHAPE[shape], tuple(rank for _, rank in groups)


def _straight_top(pattern: Pattern, lowest: int = 0, wheel: bool = True) -> int | None:
    """The top rank of a straight of five, where an ace may also count below the `lowest` rank of the deck."""
    held = [rank for rank, count in enumerate(pattern) if count]
    if len(held) != 5:
        return None
    if held[-1] - held[0] == 4:
        return held[-1]
    if wheel and held == [lowest, lowest + 1, lowest + 2, lowest + 3, _ACE]:
        return lowest + 3
    return None


def _high_plain(pattern: Pattern) -> Strength:
    top = _straight_top(pattern)
    if top is not None:
        return (Category.STRAIGHT, top)
    category, ranks = _kind(pattern)
    return (category, *ranks)


def _high_flush(pattern: Pattern) -> Strength:
    top = _straight_top(pattern)
    if top is not None:
        return (Category.STRAIGHT_FLUSH, top)
    return (Category.FLUSH, *_kind(pattern)[1])


HIGH: Final = HandOrder("high", _high_plain, _high_flush)
"""The usual order: straight flush, four of a kind, full house, flush, straight, ... 7,462 classes."""

_HIGH_CATEGORIES: Final = tuple(Category)[:9]
_SHORT_DECK_CATEGORIES: Final = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.TRIPS,
    Category.STRAIGHT,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.QUADS,
    Category.STRAIGHT_FLUSH,
)
_SHORT_DECK_TRIPS_CATEGORIES: Final = (
    *_SHORT_DECK_CATEGORIES[:3],
    Category.STRAIGHT,
    Category.TRIPS,
    *_SHORT_DECK_CATEGORIES[5:],
)


def _stripped(order: tuple[Category, ...], lowest: int, suited: bool) -> Callable[[Pattern], Strength | None]:
    """What hands from a deck that begins at rank `lowest` are worth when the categories are in this order."""

    def strength(pattern: Pattern) -> Strength | None:
        if any(pattern[:lowest]):
            return None
        top = _straight_top(pattern, lowest)
        category, ranks = _kind(pattern)
        if top is not None:
            category, ranks = Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, (top,)
        elif suited:
            category = Category.FLUSH
        return (order.index(category), *ranks)

    return strength


SHORT_DECK: Final = HandOrder(
    "short-deck", _stripped(_SHORT_DECK_CATEGORIES, _SIX, False), _stripped(_SHORT_DECK_CATEGORIES, _SIX, True)
)
"""36 cards, six to ace: a flush beats a full house, A-6-7-8-9 is the lowest straight. 1,404 classes."""

SHORT_DECK_TRIPS: Final = HandOrder(
    "short-deck-trips",
    _stripped(_SHORT_DECK_TRIPS_CATEGORIES, _SIX, False),
    _stripped(_SHORT_DECK_TRIPS_CATEGORIES, _SIX, True),
)
"""Short deck by the older rule, in which three of a kind beats a straight."""

MANILA: Final = HandOrder(
    "manila", _stripped(_SHORT_DECK_CATEGORIES, _SEVEN, False), _stripped(_SHORT_DECK_CATEGORIES, _SEVEN, True)
)
"""32 cards, seven to ace: a flush beats a full house, A-7-8-9-T is the lowest straight."""


def _ace_to_five(pattern: Pattern) -> Strength:
    ace_low = (pattern[_ACE], *pattern[:_ACE])
    category, ranks = _kind(ace_low)
    return (_KINDS_LOW.index(category), *(12 - rank for rank in ranks))


_KINDS_HIGH: Final = tuple(_CATEGORY_BY_SHAPE.values())
_KINDS_LOW: Final = tuple(sorted(_KINDS_HIGH, reverse=True))

ACE_TO_FIVE: Final = HandOrder("ace-to-five", _ace_to_five, None)
"""Lowest hand wins, aces are low, straights and flushes do not count: 5-4-3-2-A is best. 6,175 five-card classes."""


def _deuce_to_seven(suited: bool) -> Callable[[Pattern], Strength]:
    def strength(pattern: Pattern) -> Strength:
        top = _straight_top(pattern, wheel=False)
        category, ranks = _kind(pattern)
        if top is not None:
            category, ranks = Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, (top,)
        elif suited:
            category = Category.FLUSH
        return (8 - category, *(12 - rank for rank in ranks))

    return strength


DEUCE_TO_SEVEN: Final = HandOrder("deuce-to-seven", _deuce_to_seven(False), _deuce_to_seven(True))
"""Lowest hand wins, aces are high, straights and flushes count against: 7-5-4-3-2 is best, A-5-4-3-2 is an ace high."""


def _few(pattern: Pattern) -> Strength:
    category, ranks = _kind(pattern)
    return (_KINDS_HIGH.index(category), *ranks)


FEW: Final = HandOrder("few", _few, None)
"""Hands of one to four cards, as in Kuhn and Leduc poker: kinds count, straights and flushes do not."""

CATEGORIES: Final = {
    HIGH.name: _HIGH_CATEGORIES,
    SHORT_DECK.name: _SHORT_DECK_CATEGORIES,
    SHORT_DECK_TRIPS.name: _SHORT_DECK_TRIPS_CATEGORIES,
    MANILA.name: _SHORT_DECK_CATEGORIES,
    ACE_TO_FIVE.name: _KINDS_LOW,
    DEUCE_TO_SEVEN.name: _HIGH_CATEGORIES[::-1],
    FEW.name: _KINDS_HIGH,
}
"""The categories of each order, weakest first."""
