"""What is a game dealt from? Decks of any ranks and suits, short decks, several copies, jokers, missing cards.

A deck numbers its own cards 0..size-1: rank by rank in the order given and suit by suit within a rank, then the next
copy of the whole, and the jokers last. The standard deck thereby has the numbers of `card.py`, and `to_standard`
converts to them from any deck whose ranks and suits exist there, so that evaluators of the standard deck serve short
ones too.

Text in both directions has two characters per card (`Ah`; a joker is `Jk`), and the bare rank where there is only one
suit. Identity is text that round-trips: `deck(6789TJQKA,cdhs)`, `deck(A23456789TJQK,cdhs,copies=2,jokers=4)`,
`deck(JQK,hs,missing=Jh)`.

A deck is data: it deals nothing by itself but a shuffled order from a given generator, and knows nothing of which rank
beats which (aces are first or last only as the order of `ranks` says).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import RANKS, SUITS, make_card, parse_cards
from riverboat.errors import DealError, NotationError

JOKER: Final = "Jk"
BACK: Final = "??"
"""The text of a card that is not known."""
_LARGEST: Final = 256  # card numbers fit in one byte
_SEPARATORS: Final = frozenset(" \t\r\n,/|-_[]()=;:")
_SYMBOLS: Final = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_IDENTITY: Final = re.compile(r"deck\(([^,()=]+),([^,()=]+)((?:,[a-z]+=[^,()=]*)*)\)")


@dataclass(frozen=True)
class Deck:
    """The cards of a game: every rank in every suit, `copies` times, less the missing ones, and some jokers."""

    ranks: str = RANKS
    """A character for each rank, the lowest first."""
    suits: str = SUITS
    """A character for each suit."""
    jokers: int = 0
    """How many."""
    copies: int = 1
    """How often every card is there."""
    missing: tuple[str, ...] = ()
    """Cards left out of every copy, as text, in the deck's order."""

    def __post_init__(self) -> None:
        for what, signs in (("ranks", self.ranks), ("suits", self.suits)):
            if not signs:
                raise DealError(
                    f"deck without {what}: write one character for each, like {RANKS if what == 'ranks' else SUITS}"
                )
            for place, sign in enumerate(signs):
                if sign in _SEPARATORS or not sign.isprintable() or sign in _SYMBOLS:
                    raise DealError(f'deck {what} "{signs}": "{sign}" cannot name a card; use letters and digits')
                if sign in signs[:place]:
                    raise DealError(f'deck {what} "{signs}": "{sign}" comes twice')
        if self.jokers < 0 or self.copies < 1:
            raise DealError(f"deck with {self.copies} copies and {self.jokers} jokers: expected 1 or more, 0 or more")
        if self.jokers and self.ranks.find(JOKER[0]) >= 0 and self.suits.find(JOKER[1]) >= 0:
            raise DealError(f'deck with jokers: "{JOKER}" would also be the {JOKER[0]} of suit "{JOKER[1]}"')
        every = [rank + suit for rank in self.ranks for suit in self.suits]
        for card in self.missing:
            if card not in every:
                raise DealError(f'missing card "{card}": not a card of ranks {self.ranks} and suits {self.suits}')
        left = [card for card in every if card not in self.missing]
        for what, signs, place in (("rank", self.ranks, 0), ("suit", self.suits, 1)):
            for sign in signs:
                if all(card[place] != sign for card in left):
                    raise DealError(f'deck {what} "{sign}": all its cards are missing; leave the {what} out instead')
        object.__setattr__(self, "missing", tuple(card for card in every if card in self.missing))
        if len(left) * self.copies + self.jokers > _LARGEST:
            raise DealError(f"deck of {len(left) * self.copies + self.jokers} cards: expected {_LARGEST} at most")

    @classmethod
    def standard(cls) -> Deck:
        """The 52 cards, numbered as everywhere else."""
        return cls()

    @classmethod
    def short(cls) -> Deck:
        """36 cards, sixes to aces (six-plus hold'em)."""
        return cls(ranks="6789TJQKA")

    @classmethod
    def kuhn(cls, cards: int = 3) -> Deck:
        """3 to 13 cards of one suit: J, Q, K for three, as Kuhn (1950) has them, and otherwise the highest ones.

        26 and 52 are the half and the full deck of Teófilo (2016, Table 30), in which equal ranks tie.

        Args:
            cards: How many cards.
        """
        if cards in (26, 52):
            return cls(suits=SUITS[-cards // 13 :])
        if not 3 <= cards <= len(RANKS):
            raise DealError(f"Kuhn deck of {cards} cards: expected 3 to {len(RANKS)}, 26 or 52")
        return cls(ranks="JQK" if cards == 3 else RANKS[-cards:], suits="s")

    @classmethod
    def leduc(cls, cards: int = 6) -> Deck:
        """6 cards (J, Q, K in two suits; Southey et al. 2005) or 8 (with aces).

        Args:
            cards: How many cards.
        """
        if cards not in (6, 8):
            raise DealError(f"Leduc deck of {cards} cards: expected 6 or 8")
        return cls(ranks="JQKA"[: cards // 2], suits="hs")

    @classmethod
    def of(cls, ranks: str, suits: str, jokers: int = 0, copies: int = 1) -> Deck:
        """Every rank in every suit, each named by one character; made-up ranks and a fifth suit are allowed.

        Args:
            ranks: A character for each rank, the lowest first.
            suits: A character for each suit.
            jokers: How many jokers there are besides.
            copies: How often every card is there.
        """
        return cls(ranks, suits, jokers, copies)

    @classmethod
    def from_cards(cls, cards: str | Iterable[int]) -> Deck:
        """Any subset of the standard deck.

        Args:
            cards: Text or standard card numbers, in any order.
        """
        chosen = set(parse_cards(cards)) if isinstance(cards, str) else {int(card) for card in cards}
        for card in chosen:
            if not 0 <= card < 52:
                raise DealError(f"card {card}: expected a number 0 to 51")
        if not chosen:
            raise DealError("deck of no cards: write some, like AhKhQh")
        ranks = "".join(RANKS[rank] for rank in range(13) if any(card >> 2 == rank for card in chosen))
        suits = "".join(SUITS[suit] for suit in range(4) if any(card & 3 == suit for card in chosen))
        every = [(make_card(RANKS.index(rank), SUITS.index(suit)), rank + suit) for rank in ranks for suit in suits]
        return cls(ranks, suits, missing=tuple(text for card, text in every if card not in chosen))

    @classmethod
    def parse(cls, text: str) -> Deck:
        """The deck with this identity, or one of the names `standard` and `short`."""
        plain = "".join(text.split())
        if plain.lower() in ("standard", "short"):
            return cls.standard() if plain.lower() == "standard" else cls.short()
        match = _IDENTITY.fullmatch(plain)
        if match is None:
            raise NotationError(f'deck "{_shown(text)}": expected a text such as "deck(6789TJQKA,cdhs,jokers=2)"')
        ranks, suits, options = match.groups()
        jokers, copies, missing = 0, 1, ""
        for option in options.split(",")[1:]:
            name, _, value = option.partition("=")
            if name == "missing":
                missing = value
            elif name in ("jokers", "copies") and re.fullmatch("[0-9]{1,3}", value):
                jokers, copies = (int(value), copies) if name == "jokers" else (jokers, int(value))
            else:
                raise NotationError(f'deck "{_shown(text)}": "{option}" is none of jokers=N, copies=N, missing=CARDS')
        return cls(ranks, suits, jokers, copies, tuple(missing[at : at + 2] for at in range(0, len(missing), 2)))

    def __str__(self) -> str:
        """The identity, which `Deck.parse` reads back."""
        extras = [f"jokers={self.jokers}"] if self.jokers else []
        extras += [f"copies={self.copies}"] if self.copies > 1 else []
        extras += ["missing=" + "".join(self.missing)] if self.missing else []
        return f"deck({','.join([self.ranks, self.suits, *extras])})"

    @property
    def size(self) -> int:
        """How many cards, jokers included."""
        return len(self._faces)

    @cached_property
    def _faces(self) -> tuple[str, ...]:
        once = [rank + suit for rank in self.ranks for suit in self.suits if rank + suit not in self.missing]
        return tuple(once * self.copies + [JOKER] * self.jokers)

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        """The numbers of every card text, one for each copy."""
        found: dict[str, list[int]] = {}
        for number, face in enumerate(self._faces):
            found.setdefault(face, []).append(number)
        return found

    def is_joker(self, card: int) -> bool:
        """Whether the card is one of the jokers."""
        return self._checked(card) >= self.size - self.jokers

    def rank_of(self, card: int) -> int:
        """The place of its rank in `ranks`, 0 for the first."""
        return self.ranks.index(self._ordinary(card, "rank")[0])

    def suit_of(self, card: int) -> int:
        """The place of its suit in `suits`."""
        return self.suits.index(self._ordinary(card, "suit")[1])

    def to_standard(self, card: int) -> int | None:
        """Its number 0..51 in the standard deck; None for a joker and for ranks and suits unknown there."""
        return self._standard[self._checked(card)]

    @cached_property
    def _standard(self) -> tuple[int | None, ...]:
        plain = self._faces[: self.size - self.jokers]
        known = [
            make_card(RANKS.index(face[0]), SUITS.index(face[1])) if face[0] in RANKS and face[1] in SUITS else None
            for face in plain
        ]
        return (*known, *[None] * self.jokers)

    def card_text(self, card: int) -> str:
        """`Ah`, or `Jk` for a joker; copies look alike."""
        faces = self._faces
        return faces[card] if 0 <= card < len(faces) else faces[self._checked(card)]

    def cards_text(self, cards: Iterable[int], separator: str = "") -> str:
        """The cards in the order given."""
        text = self.card_text
        return separator.join([text(int(card)) for card in cards])

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The text of each card by its number, and last the back of a card, where -1 finds it."""
        return (*self._faces, BACK)

    def parse_card(self, text: str) -> int:
        """The number of one card; the first of its copies."""
        cards = self.parse_cards(text)
        if len(cards) != 1:
            raise NotationError(f'card "{_shown(text)}": expected one card, found {len(cards)}')
        return cards[0]

    def parse_cards(self, text: str) -> tuple[int, ...]:
        """All cards in the text; a card written again is its next copy, and none may come more often than that."""
        found: list[int] = []
        times: dict[str, int] = {}
        at, plain = 0, text.replace("\ufe0f", "")
        if "1" not in self.ranks:
            plain = plain.replace("10", "T")
        while at < len(plain):
            if plain[at] in _SEPARATORS:
                at += 1
                continue
            face, length = self._face_at(plain, at, text)
            copy = times.get(face, 0)
            if copy == len(self._numbers[face]):
                often = "twice" if copy == 1 else f"{copy + 1} times"
                raise DealError(f'cards "{_shown(text)}": {face} comes {often}, and {self} has {copy}')
            found.append(self._numbers[face][copy])
            times[face] = copy + 1
            at += length
        return tuple(found)

    def _face_at(self, text: str, at: int, whole: str) -> tuple[str, int]:
        """The card that begins here and the number of characters it takes."""
        pair = text[at : at + 2]
        if self.jokers and pair.lower() == JOKER.lower():
            return JOKER, 2
        rank = _sign(pair[0], self.ranks)
        suit = _sign(_SYMBOLS.get(pair[1], pair[1]), self.suits) if len(pair) == 2 else None
        if rank is None:
            raise NotationError(
                f'cards "{_shown(whole)}": no rank "{_shown(pair[0])}" in this deck; it has {self.ranks}'
            )
        if suit is None and len(self.suits) == 1:
            suit, pair = self.suits, pair[0]
        if suit is None:
            raise NotationError(
                f'cards "{_shown(whole)}": no suit after rank "{pair[0]}"; write rank and suit, suits are {self.suits}'
            )
        if rank + suit not in self._numbers:
            raise NotationError(f'cards "{_shown(whole)}": {rank}{suit} is missing from {self}')
        return rank + suit, len(pair)

    def shuffled(self, rng: np.random.Generator) -> NDArray[np.uint8]:
        """All cards in a random order; deal from the front."""
        return rng.permutation(self.size).astype(np.uint8)

    def _checked(self, card: int) -> int:
        if not 0 <= card < self.size:
            raise DealError(f"card {card}: expected a number 0 to {self.size - 1} in {self}")
        return card

    def _ordinary(self, card: int, what: str) -> str:
        if self.is_joker(card):
            raise DealError(f"card {card} of {self}: a joker has no {what}")
        return self._faces[card]


def _sign(sign: str, signs: str) -> str | None:
    """The character itself, or the only one that differs from it in case."""
    if sign in signs:
        return sign
    alike = [each for each in signs if each.casefold() == sign.casefold()]
    return alike[0] if len(alike) == 1 else None


def _shown(text: str) -> str:
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
    return line if len(line) <= 80 else line[:77] + "..."
