"""A solved spot that plays: lines of its tree as solved; other bets by solving again with that bet in the tree.

The game of a spot (`game.py`) allows every bet, its tree only a few. When the opponent makes another one, the street is
solved again with a tree that has it. Where the spot begins, our own strategy stays as it was at the decisions before
that bet (a lock), so that our range is the one that we really have there; on later streets the new solve begins with
the street, with our range and with what the opponent could expect until then (safe re-solving, `resolving.py`).

A new solve takes a fixed number of iterations and one thread: the same line always gets the same answer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.same_game import same_game
from riverboat.games.view import View
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.spot.lock import Lock, merged
from riverboat.solve.spot.policy import Line, SpotPolicy
from riverboat.solve.spot.resolving import resolve
from riverboat.solve.spot.solver import RangeSolver
from riverboat.solve.spot.tree import DEALT

if TYPE_CHECKING:
    from riverboat.solve.spot.solution import Solution
    from riverboat.solve.spot.spot import Spot

ITERATIONS: Final = 200
"""Of a new solve: about 0.3 % of the pot on rivers."""
_REMEMBERED: Final = 32
"""Re-solved streets that are cached; random opponents bet something else in every hand."""


class Stage(NamedTuple):
    """A spot, and the strategies with which it is played."""

    spot: Spot
    policy: SpotPolicy


class ResolvingPolicy:
    """Plays the game of one solved spot."""

    def __init__(self, solution: Solution, *, iterations: int | Callable[[Spot], int] = ITERATIONS) -> None:
        """`iterations` of every new solve, or a function that says how many from what is to be solved."""
        if isinstance(iterations, int) and iterations < 1:
            raise RiverboatError(f"re-solving: {iterations} iterations; expected 1 or more")
        self.solution: Final = solution
        self._iterations: Final = iterations
        self._first: Final = Stage(solution.spot, SpotPolicy(solution.solver))
        self._again: Final = OrderedDict[tuple[tuple[Action, ...], tuple[int, ...]], Stage]()

    def require_game(self, rules: Rules) -> None:
        """Refuse every game but that of the spot."""
        mine = self.solution.spot.rules
        if rules is not mine and not same_game(mine, rules, any_stacks=True):
            raise RiverboatError(f"this solution is for {mine.identity}, not for {rules.identity}")

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return self._first.policy.hands

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        to_standard = view.rules.deck.to_standard
        hole = [card for card in map(to_standard, view.hole) if card is not None]
        actions, rows = self.range_probabilities(view.betting, view.board)
        return ActionProbabilities(actions, rows[holding_index(*hole)])

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        cards = [betting.rules.deck.to_standard(card) for card in board[len(self.solution.spot.cards) :]]
        dealt = tuple(card for card in cards if card is not None)
        stage, path = self.locate(tuple(action for _, _, action in betting.actions), dealt)
        return stage.policy.at(path)

    def exploitability(self) -> Exploitability:
        """Of the spot as it was solved, in its own tree."""
        return self.solution.exploitability

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write the solution; it records where it came from."""
        self.solution.save(path)

    # Where the game is ------------------------------------------------------------------------------------------------

    def locate(self, actions: tuple[Action, ...], dealt: tuple[int, ...] = ()) -> tuple[Stage, str]:
        """The spot in which the line is known by now, and its path there."""
        stage, line = self._first, Line(self._first.policy.solver.tree, dealt)
        for number, action in enumerate(actions, start=1):
            if not line.has(action):
                seen = dealt[: len(dealt) - len(line.dealt)]
                stage, line = self._with_bet(stage, line, action, (actions[:number], seen))
            line.follow(action)
        return stage, line.path

    def _with_bet(
        self, stage: Stage, line: Line, action: Action, key: tuple[tuple[Action, ...], tuple[int, ...]]
    ) -> tuple[Stage, Line]:
        """The street solved again with an action that its tree did not have, and the line up to that action."""
        steps = line.steps_on_street
        found = self._again.get(key)
        if found is None:
            found = self._solved_again(stage, line, action)
            self._again[key] = found
            if len(self._again) > _REMEMBERED:
                self._again.popitem(last=False)
        self._again.move_to_end(key)
        again = Line(found.policy.solver.tree, line.dealt)
        for step in steps:
            again.take(step)
        return found, again

    def _iterations_for(self, spot: Spot) -> int:
        return self._iterations if isinstance(self._iterations, int) else self._iterations(spot)

    def _solved_again(self, stage: Stage, line: Line, action: Action) -> Stage:
        player, steps = 1 - line.node.player, line.steps_on_street
        # What is missing is a bet outside the tree, or an action that was removed from it.
        bet = "/".join((*steps, line.step(action)))
        changes: dict[str, Any] = {"add": (bet,)} if action.verb == "raise_to" else {"remove": ()}
        if len(steps) < len(line.steps):
            path = "/".join(line.steps[: len(line.steps) - len(steps)])
            later = resolve(stage.policy.solver, stage.spot, path, player, **changes)
            later.run(iterations=self._iterations_for(later.spot))
            return Stage(later.spot, SpotPolicy(later.solver))
        if "add" in changes:
            changes["add"] = (*stage.spot.add, bet)
        spot = replace(stage.spot, **changes)
        locks = merged([*stage.policy.solver.locks, *_as_played(stage.policy, line, player)])
        solver = RangeSolver.of(spot, threads=1, locks=locks)
        solver.iterate(self._iterations_for(spot))
        return Stage(spot, SpotPolicy(solver))


def _as_played(policy: SpotPolicy, line: Line, player: int) -> list[Lock]:
    """Locks of a player's decisions on the way, as the strategy has them."""
    found = []
    for path, node in line.passed:
        if node.player == player and DEALT not in node.line:
            shares = policy.at(path).probabilities.T
            found.append(Lock(path, shares / shares.sum(axis=0)))
    return found
