"""How the PsOpti family plays limit hold'em heads-up: one model before the flop, others after it.

Everything that the sources leave open is decided here: what is done against a bet that the models do not have, with
hands that a model never brings to a decision, and where a model would give away a pot that cannot be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import CARDS
from riverboat.abstraction.features import feature_by_holding
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.odds.strength import expected_hand_strength
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import require_limit_holdem
from riverboat.solve.core.policy import ActionProbabilities

Key = Callable[[Betting], object]
"""Which of the models after the flop is played, by the betting before it."""
_FOLD, _CALL = Action.fold(), Action.check_or_call()
_HALF: Final = 0.5


class PsOptiPolicy:
    """Models for the streets of heads-up limit hold'em."""

    def __init__(
        self,
        before: FollowedModel | None,
        after: Mapping[object, FollowedModel],
        key: Key,
        *,
        folds_before: bool = True,
    ) -> None:
        self._before: Final = before
        self._after: Final = after
        self._key: Final = key
        self._folds_before: Final = folds_before

    def require_game(self, rules: Rules) -> None:
        """Heads-up limit hold'em with the usual bets."""
        require_limit_holdem(rules)

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS.astype(np.uint8)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        model = self._model(view.betting)
        node = None if model is None else model.node(view.betting)
        if model is None or node is None:
            return ActionProbabilities((_CALL,), np.ones(1))
        choices = model.choices(node)
        row = model.rows(node)[model.views.of_hand(view.hole, view.board)].copy()
        if not row.any():
            row = _without_model(choices, view.betting, np.array([expected_hand_strength(view.hole, view.board)]))[0]
        elif choices[0] == _FOLD and row[0] > 0.0 and self._never_folds(view):
            row[1] += row[0]
            row[0] = 0.0
        return ActionProbabilities(choices, row)

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        model = self._model(betting)
        node = None if model is None else model.node(betting)
        if model is None or node is None:
            return ActionProbabilities((_CALL,), np.ones((HOLDINGS, 1)))
        choices, views = model.choices(node), model.views.by_holding(board)
        rows = np.where((views >= 0)[:, None], model.rows(node)[views], 1.0 / len(choices))
        strength = feature_by_holding("ehs", board)
        unreached = ~rows.any(axis=1)
        if unreached.any():
            rows[unreached] = _without_model(choices, betting, strength[unreached])
        if choices[0] == _FOLD:
            kept = (strength == _HALF) if len(board) == CARDS[-1] else np.zeros(HOLDINGS, bool)
            if betting.street == 0 and not self._folds_before:
                kept[:] = True
            rows[kept & ~unreached, 1] += rows[kept & ~unreached, 0]
            rows[kept & ~unreached, 0] = 0.0
        return ActionProbabilities(choices, rows)

    def _model(self, betting: Betting) -> FollowedModel | None:
        if betting.street == 0:
            return self._before
        key = self._key(betting)
        return self._after[key]

    def _never_folds(self, view: View) -> bool:
        """Before the flop a player who never folds there; on the river where the board plays, which cannot lose."""
        if view.betting.street == 0:
            return not self._folds_before
        if len(view.board) < CARDS[-1]:
            return False
        return float(expected_hand_strength(view.hole, view.board)) == _HALF


def _without_model(choices: tuple[Action, ...], betting: Betting, strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """With hands that the model never brings here: check, or call where the strength is worth the price."""
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
