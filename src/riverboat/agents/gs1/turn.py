"""Turn and river of one hand, solved while it is played: what a player asks of a solver, and the one with all hands.

A `TurnSolver` can be interrupted at any time; what it has is read as a `Reading`, which stays as it is while the solver
goes on. `RangeTurn` has every holding of both players and no card classes (`solve/spot`), where the source had 25
classes on the turn and 125 on the river: 4,330 decisions and 98 MB, half a second to set up, 50 ms an iteration, about
50 iterations to 0.3 % of the pot. The linear program of the source is in `program.py`.
"""

from __future__ import annotations

import time
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.gs1.offline import TURN, AtTurn
from riverboat.cards.card import cards_text
from riverboat.cards.holdings import holding_index
from riverboat.cards.ranges import Range
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.view import View
from riverboat.solve.abstract.models import limit_holdem
from riverboat.solve.spot.node_values import NodeEvaluator
from riverboat.solve.spot.policy import Line
from riverboat.solve.spot.resolving import Resolver
from riverboat.solve.spot.spot import Spot
from riverboat.solve.spot.tree import Tree

BACKGROUND: Final = 60.0
"""Seconds for which a solver goes on while the opponent thinks, at most."""
_FIRST_CHECK: Final = 20
_MORE: Final = 1.3
"""Exploitability is measured after 20 iterations, and then at 1.3 times as many: a check costs 1.5 iterations."""


class Choice(NamedTuple):
    """How a hand is played at a decision."""

    actions: tuple[Action, ...]
    probabilities: NDArray[np.float64]


class Reading(Protocol):
    """One player's strategy at one moment."""

    def choice(self, view: View) -> Choice | None:
        """What it says of this hand; None where it never brings the hand to this decision."""
        ...


class TurnSolver(Protocol):
    """Solves turn and river of one hand for one player."""

    @property
    def iterations(self) -> int:
        """How many were done so far."""
        ...

    def run(self, iterations: int) -> None:
        """Solve for some more iterations, now."""
        ...

    def deliberate(self, target: float, until: float) -> float:
        """Solve until the exploitability is `target` percent of the pot or the clock says `until`; what it is then."""
        ...

    def start(self) -> None:
        """Go on in the background."""
        ...

    def stop(self) -> None:
        """End that."""
        ...

    def read(self) -> Reading:
        """The player's strategy as it is now; not while it goes on in the background."""
        ...


class RangeTurn:
    """All holdings of both players, by discounted CFR on one thread."""

    def __init__(self, spot: Spot, position: int) -> None:
        self.resolver: Final = Resolver(spot, position)
        self._measured: tuple[int, float] = (-1, float("inf"))
        """After how many iterations exploitability was measured, and what it was."""

    @property
    def iterations(self) -> int:
        return self.resolver.solver.iterations

    def run(self, iterations: int) -> None:
        self.resolver.run(iterations=iterations)

    def deliberate(self, target: float, until: float) -> float:
        while self.measure() > target and (left := until - time.monotonic()) > 0:
            more = max(_FIRST_CHECK, round(_MORE * self.iterations)) - self.iterations
            self.resolver.run(seconds=left, iterations=more)
        return self._measured[1]

    def measure(self) -> float:
        """The exploitability in percent of the pot, by best responses."""
        if self.iterations and self._measured[0] != self.iterations:
            self._measured = (self.iterations, self.resolver.exploitability().percent)
        return self._measured[1]

    def start(self) -> None:
        self.resolver.start(BACKGROUND)

    def stop(self) -> None:
        self.resolver.stop()

    def read(self) -> Reading:
        return RangeReading(self.resolver.reading(), self.resolver.player)


class RangeReading:
    """What a range solver had of one player's strategy."""

    def __init__(self, evaluator: NodeEvaluator, player: int) -> None:
        self.evaluator: Final = evaluator
        self.player: Final = player

    def choice(self, view: View) -> Choice | None:
        solver = self.evaluator.solver
        line = turn_line(solver.tree, view.betting, view.board)
        places = np.flatnonzero(solver.hands[self.player].holdings == holding_index(*view.hole))
        if len(places) == 0 or not self.evaluator.reach(line.path)[self.player][places[0]] > 0.0:
            return None
        row = self.evaluator.strategy(line.path)[:, places[0]]
        return Choice(line.node.actions, row / row.sum())


def turn_line(tree: Tree, betting: Betting, board: tuple[int, ...]) -> Line:
    """Where a hand is in the tree of its turn."""
    line = Line(tree, board[4:])
    for street, _, action in betting.actions:
        if street >= TURN:
            line.follow(action)
    return line


def turn_spot(begun: AtTurn, board: tuple[int, ...]) -> Spot:
    """Turn and river of a hand, with the ranges that the model says."""
    streets = limit_holdem().streets
    return Spot(
        cards_text(board),
        oop=Range.from_weights(begun.first),
        ip=Range.from_weights(begun.second),
        pot=begun.pot,
        stack=None,
        betting="limit",
        bets="/".join(str(street.bet) for street in streets[1:]),
        max_raises=streets[TURN].max_raises,
    )
