"""The rest of a no-limit hand, solved while it is played: from the turn or the river on, with the bets actually made.

A street begins with both ranges. It is solved without card abstraction on a tree of a few sizes and those bets that
were made; a bet that comes later and is not in the tree is put in and the street solved again
(`solve/spot/resolving_policy.py`). The river begins from the solved turn: our range as we played it, and each of the
opponent's hands may leave with what it could expect there (safe re-solving).

How many iterations a solve gets follows from its size and the time per decision, not from the clock, so that the same
hand is played the same everywhere: 7 microseconds for each decision of the tree and iteration, all hands included, on
one core of a usual machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np

from riverboat.cards.card import card_text, cards_text
from riverboat.cards.ranges import Range
from riverboat.games.action import Action
from riverboat.games.view import View
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.line_ranges import LineRanges
from riverboat.solve.spot.policy import Line
from riverboat.solve.spot.resolving import resolve
from riverboat.solve.spot.resolving_policy import ResolvingPolicy
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.solver import RangeSolver
from riverboat.solve.spot.spot import Spot

_TURN, _RIVER = 4, 5
_SIZES: Final[dict[int, dict[str, Any]]] = {
    _TURN: {"bets": "60%", "raises": "2.5x", "max_raises": 2, "add_all_in": 200, "force_all_in": 30},
    _RIVER: {"bets": "33%,75%,150%", "raises": "2.5x", "max_raises": 3, "add_all_in": 400, "force_all_in": 30},
}
"""By cards on the board."""
_SECONDS_PER_DECISION: Final = 7e-6
_ITERATIONS: Final = (20, 300)
"""At least and at most."""
_OWN_FLOOR: Final = 0.01
"""The hand that we hold has at least this weight in our range: it is there, whatever the ranges say."""


@dataclass(frozen=True, slots=True)
class Progressed:
    """What a subgame has solved by now."""

    decisions: int
    iterations: int
    hands: tuple[float, float]
    """How many holdings each range is worth, 1.0 for each whole one."""


class Subgame:
    """The rest of one hand for one player, who holds a holding or, without one, his whole range."""

    def __init__(self, player: int, holding: int | None, seconds: float) -> None:
        self.player: Final = player
        self.holding: Final = holding
        self.seconds: Final = seconds
        self._policy: ResolvingPolicy | None = None
        self._cards = 0
        self.last: Progressed | None = None

    @property
    def street(self) -> int:
        """The cards of the board on which it was last begun; 0 before that."""
        return self._cards

    def follow(self, view: View, ranges: Callable[[], LineRanges]) -> ActionProbabilities:
        """How our hand is played now; `ranges` are asked for, as the street began, where nothing was solved before."""
        cards = len(view.board)
        here, before = (
            tuple(action for at, _, action in view.betting.actions if at == street)
            for street in (view.street, view.street - 1)
        )
        if self._cards == _TURN and cards == _RIVER:
            self.go_on(before, view.board, here)
        elif self._cards != cards:
            self.begin(ranges(), view.board, here)
        return self.choice(here)

    def begin(self, ranges: LineRanges, board: tuple[int, ...], actions: tuple[Action, ...]) -> None:
        """Solve a street from both ranges; `actions` were made on it before."""
        behind = min(ranges.state.stacks[position] for position in ranges.positions)
        weights = [ranges.floored(side, board) if side != self.player else ranges.weights[side] for side in (0, 1)]
        weights[self.player] = self._with_own(weights[self.player])
        spot = Spot(
            cards_text(board),
            oop=Range.from_weights(weights[0]),
            ip=Range.from_weights(weights[1]),
            pot=sum(ranges.state.committed),
            stack=behind,
            min_bet=max(1, ranges.state.rules.largest_blind),
            **_SIZES[len(board)],
        )
        self._solve(replace(spot, add=_missing(spot, actions)))

    def go_on(self, before: tuple[Action, ...], board: tuple[int, ...], actions: tuple[Action, ...]) -> None:
        """Solve the river from the solved turn, on which `before` was done; `actions` were made on the river."""
        assert self._policy is not None
        stage, path = self._policy.locate(_capped(before, self._policy.solution.spot.effective_stack))
        path = f"{path}/{card_text(board[-1])}"
        place = stage.policy.solver.tree.find(path).node
        pot = stage.spot.pot + sum(place.committed)
        behind = stage.spot.effective_stack - place.committed[0]
        sizes = _SIZES[_RIVER]
        trial = Spot(
            cards_text(board), oop="random", ip="random", pot=pot, stack=behind, min_bet=stage.spot.min_bet, **sizes
        )
        later = resolve(
            stage.policy.solver, stage.spot, path, self.player, **{**sizes, "add": _missing(trial, actions)}
        )
        own = later.spot.ranges[self.player].weights
        if self.holding is not None and not own[self.holding] > 0.0:
            ours = Range.from_weights(self._with_own(own))
            self._solve(replace(later.spot, ip=ours) if self.player else replace(later.spot, oop=ours))
            return
        later.run(iterations=self._iterations(later.spot))
        self._use(later.spot, later.solver)

    def choice(self, actions: tuple[Action, ...]) -> ActionProbabilities:
        """How our hand is played after these actions on the street."""
        found = self.range_choice(actions)
        assert self.holding is not None
        return ActionProbabilities(found.actions, found.probabilities[self.holding])

    def range_choice(self, actions: tuple[Action, ...]) -> ActionProbabilities:
        """The same for every hand, float64[1326, actions]."""
        assert self._policy is not None
        stack = self._policy.solution.spot.effective_stack
        stage, path = self._policy.locate(_capped(actions, stack))
        return stage.policy.at(path)

    def _solve(self, spot: Spot) -> None:
        solver = RangeSolver.of(spot, threads=1)
        solver.iterate(self._iterations(spot))
        self._use(spot, solver)

    def _use(self, spot: Spot, solver: RangeSolver) -> None:
        self._policy = ResolvingPolicy(Solution(spot, solver), iterations=self._iterations)
        self._cards = len(spot.cards)
        worth = [float(each.weights.sum()) for each in spot.ranges]
        self.last = Progressed(spot.estimate().decisions, solver.iterations, (worth[0], worth[1]))

    def _iterations(self, spot: Spot) -> int:
        low, high = _ITERATIONS
        return int(np.clip(self.seconds / (_SECONDS_PER_DECISION * spot.estimate().decisions), low, high))

    def _with_own(self, weights: Any) -> Any:
        found = np.array(weights)
        if self.holding is not None:
            found[self.holding] = max(found[self.holding], _OWN_FLOOR)
        return found


@cache
def compile_solvers() -> None:
    """Compile the kernels of turns and rivers by solving small ones."""
    turn = Spot("Ks9h4c2s", oop="AA,QQ", ip="QQ,JJ", pot=600, stack=2000, **_SIZES[_TURN])
    solver = RangeSolver.of(turn, threads=1)
    solver.iterate(1)
    resolve(solver, turn, "x/x/2c", 0, **_SIZES[_RIVER]).run(iterations=1)


def _capped(actions: tuple[Action, ...], stack: int) -> tuple[Action, ...]:
    """The same where nobody bets more than the smaller stack."""
    return tuple(
        Action.raise_to(min(action.amount, stack)) if action.verb == "raise_to" else action for action in actions
    )


def _missing(spot: Spot, actions: tuple[Action, ...]) -> tuple[str, ...]:
    """The lines of these actions that the tree of a spot does not have."""
    added: tuple[str, ...] = ()
    capped = _capped(actions, spot.effective_stack)
    while True:
        line = Line(replace(spot, add=added).tree(), ())
        for action in capped:
            if not line.has(action):
                added += ("/".join((*line.steps, line.step(action))),)
                break
            line.follow(action)
        else:
            return added
