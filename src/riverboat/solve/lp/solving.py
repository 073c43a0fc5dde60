"""Small games solved exactly: tree in, equilibrium out, with its exploitability measured by independent means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.lp.program import Algorithm, LinearProgram, Standing
from riverboat.solve.lp.sequence_form import sequence_form
from riverboat.solve.response.exact import exploitability
from riverboat.solve.tree import Floats, GameTree


@dataclass(frozen=True)
class LpSolution:
    """An equilibrium, or what an interrupted solver had of one."""

    strategy: Floats
    """Both players' probabilities, in the order of the tree."""
    exploitability: Exploitability
    """By best responses on the tree, not by the linear program."""
    standing: Standing

    @property
    def value(self) -> float:
        """What position 0 wins, chips per hand, halfway between the bounds."""
        return (self.standing.lower + self.standing.upper) / 2

    @property
    def gap(self) -> float:
        """How far the bounds are apart: the dual certificate."""
        return self.standing.gap

    @property
    def seconds(self) -> float:
        """Time spent solving."""
        return self.standing.seconds


def solve_by_lp(
    tree: GameTree,
    method: Algorithm = "dual simplex",
    *,
    progress: Callable[[int, float], object] | None = None,
    on_strategy: Callable[[LpSolution], object] | None = None,
    every: int = 100,
) -> LpSolution:
    """Solve a two-player zero-sum game; `on_strategy` gets a feasible strategy after every `every` simplex steps."""
    program = LinearProgram(sequence_form(tree), method)

    def read(standing: Standing) -> LpSolution:
        return as_strategy(tree, program, standing)

    on_standing = (lambda standing: on_strategy(read(standing))) if on_strategy is not None else None
    return read(program.solve(progress=progress, on_standing=on_standing, every=every))


def as_strategy(tree: GameTree, program: LinearProgram, standing: Standing) -> LpSolution:
    """The plans of a linear program as probabilities on its tree."""
    owner = tree.set_player[tree.entry_set]
    strategy = np.empty(tree.entries)
    for position, (side, plan) in enumerate(zip(program.form.sides, standing.plans, strict=True)):
        strategy[owner == position] = side.behaviour(plan)
    return LpSolution(strategy, exploitability(tree, strategy), standing)
