"""What many pictures say together about something that does not change: the value with the most weight.

Cards are known by their place (the second card of the first board, the first card of a seat). A card that was misread
once is outvoted by the next pictures, one that is covered is filled in when it was seen before or comes into sight
again, and no card is believed to lie in two places: the place with more weight has it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, Generic, TypeVar

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN
from riverboat.vision.sighting import BACK, SeenCard, Sighting

T = TypeVar("T")
Place = tuple[str, int, int]
"""(`board`, which, index), (`down`, seat, index) or (`up`, seat, index)."""

CERTAIN: Final = 0.96
"""The weight by which a card must lead: one picture on which it is certain, or a second look."""


class Votes(Generic[T]):
    """Values and their weights."""

    def __init__(self, prior: Iterable[tuple[T, float]] = ()) -> None:
        self._weights: dict[T, float] = {}
        for value, weight in prior:
            self.add(value, weight)

    def add(self, value: T | None, weight: float) -> None:
        """A vote; None abstains."""
        if value is not None:
            self._weights[value] = self._weights.get(value, 0.0) + weight

    @property
    def best(self) -> T | None:
        """The value with the most weight, the first among equals; None without votes."""
        return max(self._weights, key=self._weights.__getitem__, default=None)

    def ranked(self) -> list[tuple[float, T]]:
        """Weights and values, the heaviest first."""
        return sorted(((weight, value) for value, weight in self._weights.items()), key=lambda each: -each[0])


class CardVotes:
    """The cards of a hand, by place."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._votes: defaultdict[Place, Votes[int]] = defaultdict(Votes)
        self._known: dict[Place, int] | None = None
        self._by_number = _rows(rules)
        self._board_sizes = {0}
        for street in rules.streets:
            self._board_sizes.add(max(self._board_sizes) + street.board)

    def see(self, seen: Sighting) -> None:
        """Count the cards of one picture."""
        self._known = None
        for which, board in enumerate(seen.boards):
            if len(board) in self._board_sizes:  # otherwise one is missing, and the others are not where they seem
                self._count("board", which, board)
        for place, seat in enumerate(seen.seats):
            down = self._by_number.get(len(seat.cards))
            folded = seat.state.value == "folded" and (place or self._rules.shows_cards)  # its first cards are gone
            if down is not None and not folded:
                self._count("down", place, seat.cards[:down])
                self._count("up", place, seat.cards[down:])

    def _count(self, kind: str, which: int, cards: Iterable[SeenCard]) -> None:
        for index, card in enumerate(cards):
            if card.text is not None and card.text != BACK:
                self._votes[kind, which, index].add(_number(self._rules.deck, card.text), card.confidence)

    @property
    def known(self) -> dict[Place, int]:
        """The card at each place where one was read, the first time with certainty or twice."""
        if self._known is None:
            ranked = []
            for place, votes in self._votes.items():
                weights = votes.ranked()
                sure = weights[0][0] - (weights[1][0] if len(weights) > 1 else 0.0) >= CERTAIN
                ranked += [(weight, card, place, sure) for weight, card in weights]
            known: dict[Place, int] = {}
            taken: set[int] = set()
            for _, card, place, sure in sorted(ranked, key=lambda each: -each[0]):
                if place not in known and card not in taken:
                    known[place] = card if sure else HIDDEN
                    taken.add(card)
            self._known = known
        return self._known

    def row(self, kind: str, which: int, count: int) -> tuple[int, ...]:
        """The first cards of a place, backs for those that are not known."""
        known = self.known
        return tuple(known.get((kind, which, index), HIDDEN) for index in range(count))


def _rows(rules: Rules) -> dict[int, int]:
    """By the number of cards that a seat has, how many of them are face down."""
    rows, down, up = {}, 0, 0
    for street in rules.streets:
        down, up = down + street.down, up + street.up
        rows[down + up] = down
    return rows


def _number(deck: Deck, text: str) -> int | None:
    try:
        return deck.parse_card(text)
    except RiverboatError:  # the reader knows more cards than this deck has
        return None
