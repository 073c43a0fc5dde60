"""Range inference: weight tables of all opponents that follow a hand action by action.

An inference starts with the hand and is updated by the actions that a view shows. Tables are computed when
someone asks for them and not before: a player who has folded, or whose opponent has, needs none. They do not depend on
the cards of the observing seat; those are ruled out where hands are compared.

`ThresholdInference` re-weights as Loki did (1998): once a round, from the table at the beginning of the round, by the
action that needed the best hand. `OddsInference` re-weights as Poki did (Billings 2006): by every action.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from riverboat.cards.holdings import HOLDINGS
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.games.table import Table
from riverboat.model.actions.contexts import BettingWalk, Decision
from riverboat.model.weights import strategy
from riverboat.model.weights.reweighting import LOWEST, Weights
from riverboat.model.weights.values import HandValues, board_values, income_at, income_values, starting_values

Expectation = Callable[[int, int, int], ActionOdds]
"""Position, street and bets to call in; how often that player folds, calls and raises there out."""

SIGMA: Final = 0.2
"""How uncertain a threshold is, in units of EHS (Billings et al. 1998, Table 2)."""
INCOME_SIGMA: Final = 330.0
"""The same before the flop, in milli-bets (Papp 1998, section 7.2.2)."""
TOO_LOW: Final = 0.05
"""Before the flop a threshold that 95 % of hands reach says nothing."""

_BOARD: Final = (0, 3, 4, 5)


class RangeInference(ABC):
    """The weight tables of one hand."""

    def __init__(self, table: Table, expect: Expectation) -> None:
        """`table` is a view or a state from which only the open part is taken: rules and chips."""
        start = [stack + chips for stack, chips in zip(table.stacks, table.committed, strict=True)]
        self._players = table.rules.players
        self._walk = BettingWalk(table.rules, start)
        self._done: list[list[Decision]] = [[] for _ in range(self._players)]
        self._expect = expect
        self._board: tuple[int, ...] = ()

    def follow(self, table: Table) -> None:
        """Record everything that has happened since."""
        self._board = table.board
        for decision in self._walk.rest(table.actions):
            self._done[decision.position].append(decision)

    @abstractmethod
    def weights(self, position: int) -> Weights:
        """float64[1326]: what this player may hold, by the actions followed so far. Not to be changed."""

    def tables(self, positions: Sequence[int]) -> list[Weights]:
        """The tables of several players.

        Args:
            positions: Of whom.
        """
        return [self.weights(position) for position in positions]

    def _hands(self, street: int) -> HandValues:
        if street == 0:
            return starting_values(self._players)
        return board_values(self._board[: _BOARD[street]])


class ThresholdInference(RangeInference):
    """Loki's: mu and sigma, one re-weighting per round."""

    def __init__(
        self, table: Table, expect: Expectation, sigma: float = SIGMA, income_sigma: float = INCOME_SIGMA
    ) -> None:
        """Everyone may hold anything.

        Args:
            income_sigma: How uncertain a threshold is before the flop, in milli-bets.
        """
        super().__init__(table, expect)
        self._sigma, self._income_sigma = sigma, income_sigma
        self._settled: dict[tuple[int, int], Weights] = {}
        """By player and round: the table at the end of it, for rounds that are over."""

    def threshold(self, decision: Decision) -> float:
        """mu: the place among all hands that the action needs; 0 for a check, which needs nothing."""
        _, call, raises = self._expect(decision.position, decision.street, decision.level)
        if decision.action == RAISE:
            return 1.0 - raises
        return 1.0 - raises - call if decision.action == CALL and decision.level else 0.0

    def weights(self, position: int) -> Weights:
        now = self._done[position][-1].street if self._done[position] else 0
        return self._after(position, now, over=False)

    def _after(self, position: int, street: int, *, over: bool) -> Weights:
        if street < 0:
            return np.ones(HOLDINGS)
        if over and (position, street) in self._settled:
            return self._settled[position, street]
        weights = self._after(position, street - 1, over=True)
        mu = max((self.threshold(each) for each in self._done[position] if each.street == street), default=0.0)
        if mu > (TOO_LOW if street == 0 else 0.0):
            weights = weights.copy()
            self._reweight(weights, street, mu)
        if over:
            self._settled[position, street] = weights
        return weights

    def _reweight(self, weights: Weights, street: int, mu: float) -> None:
        from riverboat.model.weights import _kernels

        if street == 0:
            # The source takes IR-7 for any number of players; milli-bets mean the same only within one table.
            _kernels.reweight_around(weights, income_values(7), income_at(mu), self._income_sigma, LOWEST)
        else:
            _kernels.reweight_around(weights, self._hands(street).values, mu, self._sigma, LOWEST)


class OddsInference(RangeInference):
    """Poki's: action odds for every holding, and Bayes's rule at every action."""

    def __init__(
        self,
        table: Table,
        expect: Expectation,
        width: float = strategy.WIDTH,
        doubt: float = strategy.DOUBT,
        shares_of: strategy.SharesOf = "range",
    ) -> None:
        super().__init__(table, expect)
        self._width, self._doubt, self._shares_of = width, doubt, shares_of
        self._tables: dict[int, tuple[int, Weights]] = {}
        """By player: how many decisions the table knows of, and the table."""

    def weights(self, position: int) -> Weights:
        done = self._done[position]
        known, weights = self._tables.get(position) or (0, np.ones(HOLDINGS))
        for number, decision in enumerate(done[known:], known):
            if decision.action != FOLD:  # a folded hand is no longer needed
                strategy.reweight_by_frequencies(
                    weights,
                    self._hands(decision.street),
                    self._expected(number, decision),
                    decision.level,
                    decision.action,
                    self._width,
                    self._doubt,
                    shares_of=self._shares_of,
                )
        self._tables[position] = (len(done), weights)
        return weights

    def _expected(self, number: int, decision: Decision) -> ActionOdds:
        """What was to be expected of a player's decision of this number."""
        return self._expect(decision.position, decision.street, decision.level)
