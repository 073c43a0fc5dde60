"""How Poki predicts opponents' actions: statistics, a neural network, or the more accurate one for each opponent.

Statistics need nothing from here: they use the twelve contexts of `player.py`. A network looks at the whole table, so
what it expected of an action must be asked with what the table showed then; `PredictedInference` follows both.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, get_args

from riverboat.agents.poki.self_play import chosen_network
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action_odds import ActionOdds
from riverboat.games.table import Table
from riverboat.model.actions import ActionModel, Decision, Defaults
from riverboat.model.predicting import BestOfSeveral, Generic, Moment, MomentWalk, Neural, Predictor, Statistics
from riverboat.model.weights import OddsInference
from riverboat.model.weights.strategy import SharesOf

PredictorName = Literal["statistics", "neural", "best"]

STATISTICS: Final = "statistics"
NEURAL: Final = "neural"


def require_predictor(text: str) -> PredictorName:
    """One of the three."""
    if text not in get_args(PredictorName):
        raise NotationError(f'predictor "{text}": expected one of {", ".join(get_args(PredictorName))}')
    return text  # type: ignore[return-value]


def make_predictor(
    name: PredictorName, model: ActionModel, defaults: Defaults, network: Path | str, rate: float
) -> Predictor | None:
    """The predictor of that name; None for statistics alone, which the model gives. `network` may name a file.

    The best of several has the three of pokisim-A: statistics, a rule that is the same for everyone, and a network
    that learns at the table (Billings 2006, section 2.7.2).
    """
    if name == STATISTICS:
        if network:
            raise RiverboatError(f'network "{network}": statistics use none; expected predictor neural or best with it')
        return None
    neural = Neural(chosen_network(network), rate if model.learning.specific else 0.0)
    if name == NEURAL:
        return neural
    return BestOfSeveral({STATISTICS: Statistics.sharing(model), "rules": Generic(defaults), NEURAL: neural})


class PredictedInference(OddsInference):
    """Weight tables re-weighted by what a predictor expected of each action."""

    def __init__(
        self,
        table: Table,
        predict: Callable[[int, Moment], ActionOdds],
        width: float,
        doubt: float,
        shares_of: SharesOf = "range",
    ) -> None:
        """`predict` is called with a position and a moment, after the action: it must not have learned from it yet."""
        super().__init__(table, _never_called, width, doubt, shares_of)
        start = [stack + chips for stack, chips in zip(table.stacks, table.committed, strict=True)]
        self.table = MomentWalk(table.rules, start)
        self._predict = predict
        self._moments: list[list[Moment]] = [[] for _ in range(table.rules.players)]

    def follow(self, table: Table) -> None:
        super().follow(table)
        for moment, _ in self.table.rest(table.actions, table.board):
            self._moments[moment.position].append(moment)

    def _expected(self, number: int, decision: Decision) -> ActionOdds:
        return self._predict(decision.position, self._moments[decision.position][number])


def _never_called(position: int, street: int, level: int) -> ActionOdds:
    raise AssertionError("inference from moments needs no context")
