"""A player that follows a policy and, from the river or the turn on, solves again with the ranges that follow from it.

When that street is dealt, both ranges come from the policy and the line played (`solve/line_ranges.py`; every hand of
the opponent keeps at least 1 %), and each of the opponent's hands may leave with what a best response to the policy
would have earned it (`solve/spot/boundary.py`). The rest of the hand is then solved without card abstraction (safe
re-solving, `solve/spot/resolving.py`): no hand of the opponent gains from it, up to how far the solve has come.

Works with every policy of heads-up limit hold'em. Cost with four bets a street, one core: a river takes about 20 ms, a
turn some seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import STREETS
from riverboat.agents.registry import make_agent
from riverboat.cards.card import cards_text
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Betting
from riverboat.games.explanation import Explanation
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress
from riverboat.solve.abstract.models import require_limit_holdem
from riverboat.solve.core.policy import ActionProbabilities, Policy
from riverboat.solve.limit.boundary import turn_values_against
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.line_ranges import BOARD_CARDS, LineRanges, ranges_before
from riverboat.solve.spot.boundary import values_against
from riverboat.solve.spot.policy import Line
from riverboat.solve.spot.resolving import Resolver
from riverboat.solve.spot.spot import Spot

From = Literal["turn", "river"]
_STREETS: Final = {"turn": 2, "river": 3}
_KEPT_SOLVES: Final = 8
ITERATIONS: Final = {"turn": 60, "river": 120}
"""Of a solve. On rivers of psopti1 against itself no hand gained more than 1.5 % of the pot, 0.2 % lost on average."""


@dataclass(frozen=True, slots=True)
class Solve:
    """What was solved for one hand."""

    street: int
    seconds: float
    iterations: int
    hands: tuple[float, float]
    """How many holdings our range and the opponent's are worth, 1.0 for each whole one."""

    def __str__(self) -> str:
        own, theirs = self.hands
        return (
            f"Solved again from the {STREETS[self.street]} on, {self.iterations} iterations in"
            f" {1000 * self.seconds:.0f} ms: our range is worth {own:.0f} hands, the opponent's {theirs:.0f}."
        )


class Resolving(Agent):
    """Plays a policy before a street and re-solves from it on; the same seed plays the same match.

    `build` makes the policy, before the first hand or with the first decision.
    """

    def __init__(
        self,
        build: Callable[[OnProgress | None], Policy],
        resolve: From = "river",
        *,
        iterations: int | None = None,
        safe: bool = True,
    ) -> None:
        super().__init__()
        if resolve not in get_args(From):
            raise RiverboatError(f'resolve "{resolve}": expected one of {", ".join(get_args(From))}')
        if iterations is not None and iterations < 1:
            raise RiverboatError(f"re-solving: {iterations} iterations; expected 1 or more")
        self._build: Final = build
        self._policy: Policy | None = None
        self._from: Final = _STREETS[resolve]
        self._iterations: Final = iterations or ITERATIONS[resolve]
        self._safe: Final = safe
        self._resolver: Resolver | None = None
        self._solved_lines: Final[dict[tuple[object, ...], Resolver]] = {}
        self.solves: Final[list[Solve]] = []
        """One for each hand that came to the street since this player was made."""

    def require_game(self, rules: Rules) -> None:
        require_limit_holdem(rules)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        if self._policy is None:
            self._policy = self._build(on_progress)

    @property
    def policy(self) -> Policy:
        """What is played before the street, and what ranges come from."""
        self.prepare()
        assert self._policy is not None
        return self._policy

    def act(self, view: View) -> Action:
        found = self._solved(view) if view.street >= self._from else None
        if found is None:
            found = self.policy.probabilities(view)
        return self.sample(found.actions, found.probabilities.tolist())

    def explain(self) -> Explanation | None:
        """By its policy, or what was solved for this hand."""
        if self._resolver is None:
            return Explanation("By the strategy that it follows until the end of the hand is solved.")
        return Explanation(str(self.solves[-1]))

    def end(self, hand: Hand) -> None:
        self._resolver = None

    # For whole ranges, as a policy --------------------------------------------------------------------------------

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS

    def probabilities(self, view: View) -> ActionProbabilities:
        """What it does with the hand that a seat holds, in any hand of the game."""
        found = self.range_probabilities(view.betting, tuple(view.board))
        return ActionProbabilities(found.actions, found.probabilities[holding_index(*view.hole)])

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What it does with every hand, in any hand of the game; a street is solved once for each line into it."""
        actor = betting.actor
        assert actor is not None
        found = self.policy.range_probabilities(betting, board)
        if betting.street < self._from:
            return found
        key = (actor, board[: BOARD_CARDS[self._from]], tuple(each for each in betting.actions if each[0] < self._from))
        if key not in self._solved_lines:
            if len(self._solved_lines) >= _KEPT_SOLVES:
                self._solved_lines.pop(next(iter(self._solved_lines)))
            self._solved_lines[key] = self._begin(betting, board, actor)
        resolver = self._solved_lines[key]
        line = self._line(resolver, betting, board)
        rows = np.zeros((HOLDINGS, len(line.node.actions)))
        for action, column in zip(found.actions, found.probabilities.T, strict=True):  # hands without a solve
            rows[:, line.node.actions.index(action) if action in line.node.actions else 0] += column
        solved = resolver.strategy(line.path)
        rows[resolver.solver.hands[actor].holdings] = (solved / solved.sum(axis=0)).T
        return ActionProbabilities(line.node.actions, rows)

    # ----------------------------------------------------------------------------------------------------------------

    def _solved(self, view: View) -> ActionProbabilities | None:
        """What the solve says of this hand; None for a hand that the policy never brings here."""
        if self._resolver is None:
            self._resolver = self._begin(view.betting, view.board, view.position)
        solver = self._resolver.solver
        line = self._line(self._resolver, view.betting, view.board)
        places = np.flatnonzero(solver.hands[view.position].holdings == holding_index(*view.hole))
        if not len(places):
            return None
        row = self._resolver.strategy(line.path)[:, places[0]]
        return ActionProbabilities(line.node.actions, row / row.sum())

    def _line(self, resolver: Resolver, betting: Betting, board: tuple[int, ...]) -> Line:
        """Where the hand is in the tree that was solved."""
        line = Line(resolver.solver.tree, board[len(resolver.solver.runouts.board) :])
        for street, _, action in betting.actions:
            if street >= self._from:
                line.follow(action)
        return line

    def _begin(self, betting: Betting, board: tuple[int, ...], position: int) -> Resolver:
        began = time.perf_counter()
        ranges = ranges_before(self.policy, betting, board, self._from)
        spot = limit_spot(ranges, board[: BOARD_CARDS[self._from]], position)
        values: NDArray[np.float64] | None = None
        if self._safe and isinstance(self.policy, LimitStrategy) and self._from == _STREETS["turn"]:
            values = turn_values_against(self.policy, betting, board, position)
        if self._safe and values is None:
            values = values_against(spot, self.policy, position, ranges.state)
        resolver = Resolver(spot, position, values)
        resolver.run(iterations=self._iterations)
        worth = tuple(float(each.weights.sum()) for each in spot.ranges)
        took = time.perf_counter() - began
        self.solves.append(Solve(self._from, took, self._iterations, (worth[position], worth[1 - position])))
        return resolver


def resolving(
    player: str = "psopti4r", resolve: From = "river", iterations: int | None = None, safe: bool = True
) -> Resolving:
    """A player of limit hold'em that follows another one's policy and re-solves: any that has one, or a strategy file.

    Without `safe` the opponent's range is taken as given, as GS1 does.
    """
    inner = make_agent(player)

    def build(on_progress: OnProgress | None) -> Policy:
        inner.prepare(on_progress)
        policy = getattr(inner, "policy", None)
        if policy is None:
            raise RiverboatError(f'resolving: player "{player}" does not tell its strategy, as psopti4r does')
        found: Policy = policy
        return found

    return Resolving(build, resolve, iterations=iterations, safe=safe)


def limit_spot(ranges: LineRanges, board: tuple[int, ...], player: int) -> Spot:
    """The rest of a limit hand: the player's own range as it is, the opponent's with no hand ruled out."""
    rules, committed = ranges.state.rules, ranges.state.committed
    sides = [
        Range.from_weights(ranges.weights[side] if side == player else ranges.floored(side, board)) for side in (0, 1)
    ]
    return Spot(
        cards_text(board),
        oop=sides[0],
        ip=sides[1],
        pot=sum(committed),
        stack=None,
        betting="limit",
        bets="/".join(str(street.bet) for street in rules.streets[1:]),
        max_raises=rules.streets[-1].max_raises,
    )
