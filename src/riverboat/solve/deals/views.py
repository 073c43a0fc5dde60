"""What does a player know of the cards? A number for each street, by which information sets are told apart.

`NumberedHands` counts everything that a player has seen so far, own cards and board, street by street: nothing is
forgotten. Others may forget (`buckets.py`): whatever has the methods of `DealViews` can be given to `DealGame.build`.
The betting is always remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from math import comb
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.games.rules import Rules
from riverboat.solve.betting import TooLargeError

MAX_HANDS: Final = 50_000_000
"""More hands than this are not numbered one by one."""


class DealViews(Protocol):
    """Numbers what players see."""

    @property
    def text(self) -> str:
        """What it is, for strategy files and checkpoints; empty where nothing is forgotten."""
        ...

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of views on each street."""
        ...

    @property
    def ties(self) -> bool:
        """Whether two players can have equal hands."""
        ...

    def of_deals(self, deals: NDArray[np.uint8]) -> NDArray[np.uint32]:
        """uint32[deals, players, streets]: the view of each player on each street.

        A deal lists, street by street, the cards of position 0, 1, ..., then those of the board.
        """
        ...

    def of_hand(self, street: int, hand: Sequence[int], board: Sequence[int]) -> int:
        """The view of one hand on a street."""
        ...

    def ranks(self, deals: NDArray[np.uint8], views: NDArray[np.uint32]) -> NDArray[np.int32]:
        """int32[deals, players]: how good the final hands are; `views` are those of these deals."""
        ...


class Seen(NamedTuple):
    """What a player has seen up to a street."""

    number: int
    own: tuple[int, ...]
    board: tuple[int, ...]


class NumberedHands:
    """All that a player has seen, as one number; those with a card twice are counted too and never come up."""

    text = ""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        counts, number = [], 1
        for street in rules.streets:
            number *= comb(rules.deck.size, street.down) * comb(rules.deck.size, street.board)
            counts.append(number)
        if counts[-1] > MAX_HANDS:
            raise TooLargeError(f"{rules.identity}: {counts[-1]:,} hands to number; up to {MAX_HANDS:,} fit here")
        self.counts: Final = tuple(counts)

    @cached_property
    def streets(self) -> NDArray[np.int64]:
        """int64[streets, 2]: how many own and common cards each street brings."""
        return np.array([(street.down, street.board) for street in self.rules.streets], np.int64)

    @cached_property
    def binomials(self) -> NDArray[np.int64]:
        """int64[deck + 1, k + 1]."""
        most = int(self.streets.max())
        return np.array([[comb(n, k) for k in range(most + 1)] for n in range(self.rules.deck.size + 1)], np.int64)

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """The number of hands on each street without those that have a card twice."""
        left, counts, number = self.rules.deck.size, [], 1
        for street in self.rules.streets:
            for cards in (street.down, street.board):
                number *= comb(left, cards)
                left -= cards
            counts.append(number)
        return tuple(counts)

    @cached_property
    def by_number(self) -> NDArray[np.int32]:
        """The rank of every hand on the last street; -1 where cards would be on the table twice."""
        rank = self.rules.rankers[0]
        found = np.full(self.counts[-1], -1, np.int32)
        for number, own, board in self.walk(len(self.counts) - 1):
            found[number] = rank(own, board)
        return found

    @cached_property
    def ties(self) -> bool:
        """Whether two players can have equal hands; certain only where there is no board."""
        if any(street.board for street in self.rules.streets):
            return True
        real = self.by_number[self.by_number >= 0]
        return len(np.unique(real)) < len(real)

    def walk(self, street: int) -> Iterator[Seen]:
        """All hands of a street without a card twice, in the order of their numbers."""
        counts = [cards for each in self.rules.streets[: street + 1] for cards in (each.down, each.board)]
        # colexicographic sets are ordered by their largest card first
        sets = {
            count: sorted(combinations(range(self.rules.deck.size), count), key=lambda cards: cards[::-1])
            for count in set(counts)
        }
        for number, dealt in enumerate(product(*(sets[count] for count in counts))):
            own = tuple(card for cards in dealt[::2] for card in cards)
            board = tuple(card for cards in dealt[1::2] for card in cards)
            if len(set(own + board)) == len(own) + len(board):
                yield Seen(number, own, board)

    def of_deals(self, deals: NDArray[np.uint8]) -> NDArray[np.uint32]:
        """uint32[deals, players, streets]: the number of what each player sees on each street."""
        from riverboat.solve.deals._kernels.dealing import see_hands

        own, common = self.streets.sum(axis=0).tolist()
        hands = np.empty((len(deals), (deals.shape[1] - common) // own, len(self.streets)), np.uint32)
        see_hands(deals, self.streets, self.binomials, self.rules.deck.size, hands)
        return hands

    def of_hand(self, street: int, hand: Sequence[int], board: Sequence[int]) -> int:
        """The number of what a player sees on a street, as `of_deals` counts."""
        size, number, own, common = self.rules.deck.size, 0, 0, 0
        for down, shown in self.streets[: street + 1].tolist():
            number = number * comb(size, down) + _set_number(hand[own : own + down])
            number = number * comb(size, shown) + _set_number(board[common : common + shown])
            own, common = own + down, common + shown
        return number

    def ranks(self, deals: NDArray[np.uint8], views: NDArray[np.uint32]) -> NDArray[np.int32]:
        """int32[deals, players]: how good the final hands are."""
        return np.asarray(self.by_number[views[:, :, -1]])


def _set_number(cards: Sequence[int]) -> int:
    """The place of a set of cards among all of its size, ordered by the largest card first."""
    return sum(comb(card, at) for at, card in enumerate(sorted(cards), start=1))
