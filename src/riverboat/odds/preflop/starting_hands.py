"""Which of the 169 starting hands is meant: `AKs`, `AhKh`, two cards, or a class number.

Everything in this package answers per class of starting hand and takes a hand in any of these forms. It reads single
hands only; ranges such as `22+` have their own notation.
"""

from __future__ import annotations

from collections.abc import Iterable

from riverboat.cards.card import RANKS, cards_text, parse_cards
from riverboat.cards.holdings import CLASS_BY_NAME, CLASSES, class_index
from riverboat.errors import DealError, NotationError

StartingHand = str | int | Iterable[int]
"""A class name, two cards as text, a class number 0..168, or two card numbers."""


def starting_class(hand: StartingHand) -> int:
    """The class 0..168 of a starting hand, numbered as in `riverboat.cards.holdings`."""
    if isinstance(hand, str):
        return _class_of_text(hand)
    if isinstance(hand, Iterable):
        cards = tuple(int(card) for card in hand)
        if len(cards) != 2 or cards[0] == cards[1] or not all(0 <= card < 52 for card in cards):
            raise DealError(f"starting hand {cards}: expected two different cards, numbers 0 to 51")
        return class_index(*cards)
    if not 0 <= hand < CLASSES:
        raise DealError(f"starting hand {hand}: expected the number of a class, 0 to {CLASSES - 1}")
    return int(hand)


def _class_of_text(text: str) -> int:
    name = text.strip().replace("10", "T")
    ranks, kind = name[:2].upper(), name[2:].lower()
    if ranks[::-1] in _DESCENDING:
        ranks = ranks[::-1]
    found = CLASS_BY_NAME.get(ranks + kind)
    if found is not None:
        return found
    if kind == "" and ranks in _DESCENDING:
        raise NotationError(f'starting hand "{text}": say "{ranks}s" for suited or "{ranks}o" for offsuit')
    cards = parse_cards(text)
    if len(cards) != 2:
        raise NotationError(f'starting hand "{text}": expected two cards, found "{cards_text(cards)}"')
    return class_index(*cards)


_DESCENDING = frozenset(high + low for index, low in enumerate(RANKS) for high in RANKS[index + 1 :])
