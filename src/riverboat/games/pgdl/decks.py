"""From the `Card` elements of a document to a `Deck`.

The dealer's deck names a card by one character for its rank and one for its suit. A document names cards as it likes,
and gives the order of ranks by numbers. Characters are found in the `value`, the `id` or the `name` ("jh", "Jack
Hearts" and "J" all are a jack) if these agree with the order of the numbers; otherwise the lowest rank is called 2, the
next 3, and so on. A suit that is not one of the four takes the place of one that the document does not use.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, NamedTuple

from riverboat.cards.card import RANKS, SUITS
from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.problems import Problems, one_line

_NAMES: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SIGN_OF: Final = {
    **dict(zip(_NAMES, RANKS, strict=True)),
    **{sign.lower(): sign for sign in RANKS},
    "10": "T",
    "deuce": "2",
    "knave": "J",
}
_SUIT_OF: Final = {
    **{sign: sign for sign in SUITS},
    **dict(zip(("clubs", "diamonds", "hearts", "spades"), SUITS, strict=True)),
    **dict(zip(("club", "diamond", "heart", "spade"), SUITS, strict=True)),
    **dict(zip("♣♦♥♠", SUITS, strict=True)),
}
_ID: Final = re.compile(r"(10|[2-9tjqka])[cdhs]?[0-9]?", re.IGNORECASE)
_MORE_RANKS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MORE_SUITS: Final = "abefgijlmnopqrtuvwxyz"


class Card(NamedTuple):
    """A `Card` element."""

    line: int
    id: str
    name: str
    rank: int | None
    value: str
    suit: str
    wild: bool


class CustomDeck(NamedTuple):
    """The deck, its wild cards as text, and the numbers of its ranks where they are not 0, 1, 2, ..."""

    deck: Deck
    wild: tuple[str, ...]
    values: tuple[int, ...]


def standard_rank(value: str) -> int | None:
    """The rank number 0..12 that a value such as K, 10 or queen has in the standard deck."""
    sign = _SIGN_OF.get(value.lower())
    return None if sign is None else RANKS.index(sign)


def deck_of(cards: list[Card], jokers: int, problems: Problems) -> CustomDeck | None:
    """The deck that these elements describe; what is wrong with them is added to `problems`."""
    numbers: dict[int, list[Card]] = {}
    for card in cards:
        rank = card.rank if card.rank is not None else standard_rank(card.value)
        if rank is None:
            problems.add(card.line, f'Card "{one_line(card.id)}": expected a rank number, or a value such as K or 10')
            return None
        numbers.setdefault(rank, []).append(card)
    order = sorted(numbers)
    ranks = _rank_signs([numbers[rank] for rank in order])
    suits = _suit_signs([card.suit.lower() for card in cards])
    if ranks is None or suits is None:
        problems.add(cards[0].line, f"Deck: expected at most {len(_MORE_RANKS)} ranks and {len(_MORE_SUITS)} suits")
        return None
    faces: dict[str, list[Card]] = {}
    for sign, rank in zip(ranks, order, strict=True):
        for card in numbers[rank]:
            faces.setdefault(sign + suits[card.suit.lower()], []).append(card)
    times = Counter(len(alike) for alike in faces.values())
    copies = min(times)
    for alike in faces.values():
        if len(alike) != copies:
            reason = f'Card "{one_line(alike[-1].id)}": there are {len(alike)} of it and {copies} of other cards'
            problems.add(alike[-1].line, f"{reason}; expected as many of each")
        if len({card.wild for card in alike}) > 1:
            problems.add(alike[-1].line, f'Card "{one_line(alike[-1].id)}": it is wild and its double is not')
    signs = "".join(dict.fromkeys(suits[card.suit.lower()] for card in cards))
    missing = tuple(rank + suit for rank in ranks for suit in signs if rank + suit not in faces)
    try:
        deck = Deck("".join(ranks), signs, jokers, copies, missing)
    except RiverboatError as error:
        problems.add(cards[0].line, f"Deck: {error}")
        return None
    wild = tuple(
        rank + suit for rank in ranks for suit in signs if any(card.wild for card in faces.get(rank + suit, ()))
    )
    return CustomDeck(deck, wild, () if order == list(range(len(order))) else tuple(order))


def _rank_signs(groups: list[list[Card]]) -> list[str] | None:
    """A character for each rank, from the lowest to the highest."""
    found = [{_sign(card) for card in group} for group in groups]
    if all(len(signs) == 1 and "" not in signs for signs in found):
        signs = [next(iter(each)) for each in found]
        places = [RANKS.index(sign) for sign in signs]
        if places == sorted(set(places)):
            return signs
    if len(groups) <= len(RANKS):
        return list(RANKS[: len(groups)])
    return list(_MORE_RANKS[: len(groups)]) if len(groups) <= len(_MORE_RANKS) else None


def _sign(card: Card) -> str:
    """The standard rank that the card's value, id or name suggests, or nothing."""
    if card.value:
        return _SIGN_OF.get(card.value.lower(), "")
    if match := _ID.fullmatch(card.id):
        return _SIGN_OF[match.group(1).lower()]
    words = card.name.lower().split()
    return _SIGN_OF.get(words[0], "") if words else ""


def _suit_signs(names: list[str]) -> dict[str, str] | None:
    signs = {name: _SUIT_OF[name] for name in names if name in _SUIT_OF}
    others = list(dict.fromkeys(name for name in names if name not in signs))
    free = [sign for sign in SUITS + _MORE_SUITS if sign not in signs.values()]
    if len(others) > len(free):
        return None
    return signs | dict(zip(others, free, strict=False))
