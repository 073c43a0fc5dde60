"""Where is a real hand in a model of its game? The betting is followed, cards become views.

A model allows fewer bets on a street than the game. A bet beyond them counts as a call in the model, and the call that
answers it as nothing: the street is over there either way. Who follows a model never makes such a bet, and calls it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import CARDS, NO_BUCKET, Bucketing
from riverboat.cards.holdings import HOLDING_CLASS, HOLDINGS, class_index
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.solve.abstract.strategy import AbstractStrategy

_CALL: Final = Action.check_or_call()


class FollowedModel:
    """A solved model and the bucketing of its views; without one the views are the 169 starting hands."""

    def __init__(self, strategy: AbstractStrategy, bucketing: Bucketing | None, first: int = 0) -> None:
        self.strategy: Final = strategy
        self.bucketing: Final = bucketing
        self.first: Final = first
        """The street of the real game with which the model begins."""
        self._tree: Final = strategy.tree.game.betting
        self._raises: Final = [street.max_raises for street in self._tree.rules.streets]
        self._nodes: Final[dict[tuple[Action, ...], int]] = {}
        self._rows: Final[dict[int, NDArray[np.float64]]] = {}

    def node(self, betting: Betting) -> int | None:
        """The decision of the model at which the real hand is; None if the bet to be answered is not in the model."""
        steps: list[Action] = []
        at, raises, beyond = -1, 0, False
        for street, _, action in betting.actions:
            if street < self.first:
                continue
            if street != at:
                at, raises, beyond = street, 0, False
            if beyond:  # the answer to a bet that the model took for a call
                continue
            if action.verb == "raise_to":
                raises += 1
                allowed = self._raises[street - self.first]
                beyond = allowed is not None and raises > allowed
            steps.append(_CALL if beyond else action)
        if beyond and at == betting.street:
            return None
        key = tuple(steps)
        if key not in self._nodes:
            self._nodes[key] = self._tree.follow(key)
        return self._nodes[key]

    def choices(self, node: int) -> tuple[Action, ...]:
        """What may be done at a decision of the model."""
        return tuple(self._tree.choices(node))

    def rows(self, node: int) -> NDArray[np.float64]:
        """[views, choices]: probabilities; zeros for views that never get there."""
        if node not in self._rows:
            self._rows[node] = self.strategy.at_node(node)
        return self._rows[node]

    def view(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The view of one hand: its history of buckets."""
        if self.bucketing is None:
            return class_index(*hole)
        found = 0
        for street in range(self.first, CARDS.index(len(board)) + 1):
            bucket = self.bucketing.bucket(hole, board[: CARDS[street]])
            found = found * self.bucketing.counts[street] + bucket
        return found

    def views(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """int64[1326]: the view of every holding; -1 where the board blocks it."""
        if self.bucketing is None:
            return HOLDING_CLASS.astype(np.int64)
        found, blocked = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, bool)
        for street in range(self.first, CARDS.index(len(board)) + 1):
            buckets = self.bucketing.by_holding(board[: CARDS[street]])
            blocked |= buckets == NO_BUCKET
            found = found * self.bucketing.counts[street] + buckets
        return np.where(blocked, -1, found)
