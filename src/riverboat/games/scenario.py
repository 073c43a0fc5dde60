"""A game that begins in the middle of a hand: the first cards of the board are known, and hands come from ranges.

`Rules.scenario` holds one. The dealer (`state.py`) deals any deck that it is given; what a scenario changes is which
decks there are: `arrange` turns a shuffled one into one that begins with two hands of the ranges and the board.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, card_text
from riverboat.cards.deck import Deck
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranges import Range
from riverboat.errors import DealError

_PLAYERS: Final = 2


@dataclass(frozen=True)
class Scenario:
    """What is known before the first card: the board so far, and and how likely each hand of position 0 and 1 is."""

    board: str
    ranges: tuple[Range, Range]

    def __post_init__(self) -> None:
        if len(self.ranges) != _PLAYERS:
            raise DealError(f"scenario on {self.board}: {len(self.ranges)} ranges; expected {_PLAYERS}")
        if not self._first[-1] > 0.0:
            raise DealError(f"scenario on {self.board}: no hand of one range is possible beside one of the other")

    def __getstate__(self) -> dict[str, Any]:
        """Only the fields: the rest is computed again where it is needed."""
        return {"board": self.board, "ranges": self.ranges}

    @cached_property
    def _weights(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The ranges without hands that hold a card of the board."""
        first, second = (each.without(self.board).weights for each in self.ranges)
        return first, second

    @cached_property
    def _first(self) -> NDArray[np.float64]:
        """Cumulative weights of position 0's hands, each times all that position 1 may hold beside it."""
        first, second = self._weights
        on_card = np.bincount(HOLDING_CARDS[:, 0], second, DECK_SIZE) + np.bincount(
            HOLDING_CARDS[:, 1], second, DECK_SIZE
        )
        beside = second.sum() - on_card[HOLDING_CARDS].sum(axis=1) + second
        beside[beside < 1e-9 * second.sum()] = 0.0  # rounding residue of cancelling sums is not a hand
        return np.cumsum(first * beside)

    def arrange(self, deck: Sequence[int], cards: Deck) -> list[int]:
        """The order in which this shuffled deck is dealt; which hands come is decided by that order alone."""
        rng = Random(bytes(deck))
        mine = HOLDING_CARDS[_drawn(self._first, rng)]
        beside = ~np.isin(HOLDING_CARDS, mine).any(axis=1)
        theirs = HOLDING_CARDS[_drawn(np.cumsum(self._weights[1] * beside), rng)]
        texts = [card_text(int(card)) for card in (*mine, *theirs)]
        known = [*map(cards.parse_card, texts), *cards.parse_cards(self.board)]
        return known + [card for card in deck if card not in known]


def _drawn(sums: NDArray[np.float64], rng: Random) -> int:
    """One of the holdings, in proportion to its part of the sums."""
    return bisect_right(sums, rng.random() * float(sums[-1]))
