"""What a PokerLang player knows about the others: indicators by name, and weight tables of the hand that is played.

Indicators are counted from finished hands as the seat saw them, and kept by a `Memory` between matches. Where the table
does not say who sits where, players are told apart by their distance from us.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.games.action_odds import ActionOdds
from riverboat.games.betting import Actions
from riverboat.games.hand import Hand
from riverboat.games.indicators import Indicators, count_hand
from riverboat.games.memory import Memory
from riverboat.games.view import View
from riverboat.model.actions import ActionModel
from riverboat.model.weights import RangeInference, ThresholdInference

KIND: Final = "indicators"
VERSION: Final = 1


class Opponents:
    """Everybody at the table, by name."""

    def __init__(self) -> None:
        self._books: Final[dict[str, Indicators]] = {}
        self._model: Final = ActionModel()
        self._names: tuple[str, ...] = ()
        self._inference: RangeInference | None = None
        self._followed: tuple[Actions, tuple[int, ...]] = ((), ())

    def begin(self, names: tuple[str, ...]) -> None:
        """A hand begins; names by position."""
        self._names = names
        self._inference = None

    def learn(self, hand: Hand) -> None:
        """Count a finished hand."""
        if len(self._names) != hand.rules.players:
            return
        count_hand(hand, [self._books.setdefault(name, Indicators()) for name in self._names])
        if _is_followed(hand):
            self._model.learn(hand, self._names)
        self._inference = None

    def book(self, position: int) -> Indicators | None:
        """The indicators of the player there; None if no hand of that player was seen."""
        return self._books.get(self._names[position]) if self._names else None

    def weights(self, view: View, position: int) -> NDArray[np.float64]:
        """float64[1326]: how likely each holding of a player is, by the actions of this hand (Billings et al. 1998)."""
        seen, board = self._followed
        if self._inference is None or view.actions[: len(seen)] != seen or view.board[: len(board)] != board:
            self._inference = ThresholdInference(view, self._expect)  # a hand that nobody announced
        self._followed = view.actions, view.board
        self._inference.follow(view)
        return self._inference.weights(position)

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        """Recall the indicators of these players."""
        self._model.load_memory(memory, opponents)
        for name in opponents:
            entry = memory.recall(name, KIND, VERSION)
            if entry is not None:
                self._books[name] = Indicators.restored(entry.header)

    def save_memory(self, memory: Memory) -> None:
        """Remember all indicators."""
        self._model.save_memory(memory)
        for name, book in self._books.items():
            memory.remember(name, KIND, VERSION, book.saved(), {})

    def _expect(self, position: int, street: int, level: int) -> ActionOdds:
        return self._model.frequencies(self._names[position] if self._names else "", street, level)


def _is_followed(hand: Hand) -> bool:
    """Whether action models follow such games."""
    return len(hand.rules.streets) <= 4 and not hand.rules.exchanges_cards
