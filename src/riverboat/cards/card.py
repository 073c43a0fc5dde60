"""Cards of the standard deck and their text, both ways.

A card is a plain `int` 0..51: `4 * rank + suit`, ranks 0..12 for 2..A and suits 0..3 for c, d, h, s, so that numbers
sort like cards do. Plain integers go straight into arrays and kernels; other decks number their own (`deck.py`).

Reads what people type: `Ah`, `aH`, `10h`, `A♥`, with or without spaces and commas between cards. Writes `Ah`.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from riverboat.errors import DealError, NotationError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52

_SYMBOLS = str.maketrans(
    {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s", "\ufe0f": None}
)
_SEPARATORS = str.maketrans({",": " ", "/": " ", "|": " ", "-": " ", "_": " ", "[": " ", "]": " ", "(": " ", ")": " "})


def make_card(rank: int, suit: int) -> int:
    """The card of rank 0..12 (2..A) and suit 0..3 (c, d, h, s)."""
    return 4 * rank + suit


def rank_of(card: int) -> int:
    """0 for a deuce to 12 for an ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """0..3 for clubs, diamonds, hearts, spades."""
    return card & 3


Cards = str | Iterable[int]
"""Cards as people or programs give them: text such as "AhKd", or numbers 0 to 51."""


def read_cards(cards: Cards, what: str = "cards") -> tuple[int, ...]:
    """The cards, checked: each in the deck, none twice. `what` names them in the error message."""
    if isinstance(cards, str):
        return parse_cards(cards)
    try:
        numbers = tuple(index(card) for card in cards)
    except TypeError:
        raise NotationError(f'{what} {cards!r:.40}: expected text such as "AdQc" or numbers 0 to 51') from None
    for card in numbers:
        if not 0 <= card < DECK_SIZE:
            raise DealError(f"{what} {numbers}: {card} is not a card; cards are numbered 0 to 51")
    require_distinct(numbers, f'{what} "{cards_text(numbers)}"')
    return numbers


def parse_card(text: str) -> int:
    """The card written as `Ah`, `10h` or `A♥`."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise NotationError(f'card "{text}": expected one card such as "Ah", found {len(cards)}')
    return cards[0]


def parse_cards(text: str) -> tuple[int, ...]:
    """All cards in the text, in order; nothing but cards and separators is allowed, and no card twice.

    Args:
        text: Cards one after the other, perhaps with separators: "AhKd", "Ah Kd", "10h".
    """
    text = " ".join(text.split())  # a message is one line, whatever was pasted
    plain = text.translate(_SYMBOLS).translate(_SEPARATORS).replace("10", "T")
    found: list[int] = []
    for word in plain.split():
        if len(word) % 2:
            raise NotationError(f'cards "{text}": "{word}" is not whole cards; write rank and suit, like "AhTd"')
        for start in range(0, len(word), 2):
            found.append(_card(word[start], word[start + 1], text))
    require_distinct(found, f'cards "{text}"')
    return tuple(found)


def _card(rank: str, suit: str, text: str) -> int:
    rank_number, suit_number = RANKS.find(rank.upper()), SUITS.find(suit.lower())
    if rank_number < 0:
        raise NotationError(f'cards "{text}": no rank "{rank}" in "{rank}{suit}"; ranks are {RANKS}')
    if suit_number < 0:
        raise NotationError(f'cards "{text}": no suit "{suit}" in "{rank}{suit}"; suits are {SUITS}')
    return make_card(rank_number, suit_number)


def card_text(card: int) -> str:
    """`Ah` for the ace of hearts."""
    return RANKS[card >> 2] + SUITS[card & 3]


def cards_text(cards: Iterable[int], separator: str = "") -> str:
    """`AhKd` for two cards, in the order given."""
    return separator.join(card_text(int(card)) for card in cards)


def require_distinct(cards: Iterable[int], where: str) -> None:
    """Raise `DealError` naming the first card that comes twice."""
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise DealError(f"{where}: {card_text(card)} comes twice")
        seen.add(card)
