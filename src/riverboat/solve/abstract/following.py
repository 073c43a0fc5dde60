"""Where is a real hand in a model of its game? The betting is followed, cards become views.

A model allows fewer bets on a street than the game. A bet beyond them counts as a call in the model, and the call that
answers it as nothing: the street is over there either way. Who follows a model never makes such a bet, and calls it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.views import Views
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.solve.abstract.strategy import AbstractStrategy

_FOLD: Final = Action.fold()
_CALL: Final = Action.check_or_call()


def without_model(choices: tuple[Action, ...], betting: Betting, strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """[hands, choices] of hands that a model never brings to a decision: check, or call where E[HS] is worth the price.

    That is where E[HS] > call / (pot + call).
    """
    rows = np.zeros((len(strength), len(choices)))
    if choices[0] != _FOLD:
        rows[:, 0] = 1.0
        return rows
    assert betting.actor is not None
    owed = betting.highest_bet - betting.bets[betting.actor]
    calls = strength > owed / (sum(betting.committed) + owed)
    rows[:, 1] = calls
    rows[:, 0] = ~calls
    return rows


class FollowedModel:
    """A solved model, and what its players see of their cards."""

    def __init__(self, strategy: AbstractStrategy, views: Views, first: int = 0) -> None:
        self.strategy: Final = strategy
        self.views: Final = views
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
