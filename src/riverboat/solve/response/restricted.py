"""The restricted Nash response: win from a known opponent with bounded exploitability.

A best response wins the most from an opponent who plays as expected, and may lose to anyone else. So the game is
solved in which the opponent is held to the model with probability p, hand by hand, and free otherwise (Johanson,
Zinkevich and Bowling 2007). p = 0 is an equilibrium, p = 1 a best response; in between the answer wins as much from the
model as any strategy that risks no more.

Solved by regret minimisation on the tree: the answering player faces the mixture of both opponents, the free opponent
the answering player alone. Each position is a game of its own; both take Leduc a few tenths of a second at 1e-3 chips.
Two players. For models that are better known in some places than in others see `biased.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.cfr.engine import TreeEngine
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.method import METHODS, Method
from riverboat.solve.core.runner import Runner
from riverboat.solve.response.counter import Counter, require_two
from riverboat.solve.response.exact import require_strategy
from riverboat.solve.tree import Floats, GameTree

TARGET: Final = 1e-3
"""Default target for solving the restricted game, chips per hand."""
MAX_ITERATIONS: Final = 100_000
"""Iterations after which it is given up."""
_NONE: Final = np.empty(0)


class RestrictedSolver(TreeEngine):
    """The game in which one player is held to a model, being solved.

    `exploitability` is about that game: how much the answering player and the free part of the other could still gain.
    """

    def __init__(
        self, tree: GameTree, model: Floats, player: int, hold: float | Floats, method: Method = METHODS["dcfr"]
    ) -> None:
        require_two(tree, "a restricted response")
        require_strategy(tree, model)
        if method.predictive or not method.alternating:
            raise RiverboatError(f"method {method}: expected one without alternating=no and prediction")
        super().__init__(tree)
        self.player, self.method = player, method
        self.model: Floats = np.ascontiguousarray(model, np.float64)
        self._share = float(hold) if np.ndim(hold) == 0 else 0.0
        self._shares: Floats = _NONE if np.ndim(hold) == 0 else np.asarray(hold, np.float64)
        if np.ndim(hold) and self._shares.shape != (tree.sets,):
            raise RiverboatError(f"{self._shares.size} confidences: {tree.rules.name} has {tree.sets} information sets")
        if not np.all((np.asarray(hold) >= 0.0) & (np.asarray(hold) <= 1.0)):
            raise RiverboatError("held to a model: expected probabilities from 0 to 1")
        self.current: Floats = tree.uniform()

    def _advance(self, count: int) -> None:
        from riverboat.solve.response import _kernels

        tree, method = self.tree, self.method
        _kernels.iterate_restricted(
            tree.arrays, tree.set_player, tree.set_parent, self.player, self.model, self._share, self._shares,
            method.table(self.iterations + 1, count + 1), self.regrets, self.current, self.sums,
        )  # fmt: skip

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""
        held = f"{self._share:g}" if not self._shares.size else "by the set"
        game, player = self.tree.rules.identity, str(self.player)
        return {"engine": "restricted", "game": game, "method": str(self.method), "player": player, "held": held}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        return {**super().arrays(), "current": self.current}

    def exploitability(self) -> Exploitability:
        """How well the restricted game is solved."""
        average, mine, other = self.average, self.player, 1 - self.player
        value = self._evaluator.value(average, mine)
        best = self._evaluator.best(average, mine)[0]
        at_best = self._other_at_best(average, other)
        if mine == 0:
            return Exploitability((value, -value), (best, at_best))
        return Exploitability((-value, value), (at_best, best))

    def _other_at_best(self, average: Floats, other: int) -> float:
        """What the held player wins at most."""
        from riverboat.solve import _kernels as sweeps
        from riverboat.solve.response import _kernels

        tree = self.tree
        if self._shares.size:
            others, values = np.empty(tree.nodes), np.empty(tree.nodes)
            sweeps.push_reach(tree.arrays, average, other, others)
            gains = np.zeros(tree.entries)
            return float(_kernels.respond_in_part(tree.arrays, other, self.model, self._shares, others, values, gains))
        as_model = np.where(tree.set_player[tree.entry_set] == other, self.model, average)
        held = self._evaluator.value(as_model, other)
        return self._share * held + (1.0 - self._share) * self._evaluator.best(average, other)[0]


def restricted_nash(
    tree: GameTree, model: Floats, p: float, *, target: float = TARGET, max_iterations: int = MAX_ITERATIONS
) -> Counter:
    """The answer, in both positions, to an opponent who plays the model with probability p."""
    return answer_held(tree, model, p, target=target, max_iterations=max_iterations)


def restricted_nash_curve(
    tree: GameTree,
    model: Floats,
    shares: Iterable[float],
    *,
    target: float = TARGET,
    max_iterations: int = MAX_ITERATIONS,
) -> list[tuple[float, Counter]]:
    """Answers from the safest to the greediest: (p, the answer) for each p."""
    return [(p, restricted_nash(tree, model, p, target=target, max_iterations=max_iterations)) for p in shares]


def answer_held(tree: GameTree, model: Floats, hold: float | Floats, *, target: float, max_iterations: int) -> Counter:
    """Solve both positions against an opponent held to a model, and put the answers together."""
    strategy, gap = np.empty(tree.entries), 0.0
    owner = tree.set_player[tree.entry_set]
    for player in range(2):
        solver = RestrictedSolver(tree, model, player, hold)
        runner = Runner(solver)
        runner.run(target, max_iterations)
        strategy = np.where(owner == player, solver.average, strategy)
        gap = max(gap, runner.measure().chips)
    return Counter(tree, strategy, model, gap)
