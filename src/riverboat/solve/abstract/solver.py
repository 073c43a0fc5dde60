"""CFR on an abstract game: an `Engine` over the kernels of the public tree, with the ends of a street by matrix.

Games with many choices are solved in single precision unless another one is asked for.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.sweeper import AbstractSweeper
from riverboat.solve.abstract.tree import build_abstract
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.method import METHODS, Method
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.public.sweeper import Learning

SINGLE_PRECISION: Final = 100_000
"""Choices from which single precision is used: half the time and memory; exploitability is exact to 1e-6 small bets."""


def precision_for(choices: int) -> type[np.floating[Any]]:
    """Of regrets, sums and matrices of a game with this many choices."""
    return np.float32 if choices >= SINGLE_PRECISION else np.float64


class AbstractSolver:
    """Regrets and sums of one abstract game."""

    def __init__(
        self,
        game: AbstractGame,
        method: Method = METHODS["cfr+"],
        *,
        dtype: type[np.floating] | None = None,
        threads: int | None = None,
    ) -> None:
        self.tree, self.method = build_abstract(game), method
        self.dtype = dtype = dtype or precision_for(self.tree.numbers)
        self.iterations = 0
        self._learning = Learning.begin(self.tree.numbers, dtype, method)
        self._sweeper = AbstractSweeper(self.tree, dtype, threads)

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""
        return {
            "engine": "abstract",
            "game": self.tree.game.betting.rules.identity,
            "abstraction": self.tree.game.identity,
            "method": str(self.method),
            "precision": np.dtype(self.dtype).name,
        }

    @property
    def sums(self) -> NDArray[Any]:
        """The average strategy before it is normalised."""
        return self._learning.sums

    def iterate(self, count: int) -> None:
        """Do this many more iterations."""
        self._sweeper.iterate(self._learning, self.method.table(self.iterations + 1, count))
        self.iterations += count

    def exploitability(self) -> Exploitability:
        """How good the average strategy is now, in the abstract game."""
        return self.strategy.exploitability()

    @property
    def strategy(self) -> AbstractStrategy:
        """The average strategy; it shares its numbers with the solver, so copy it if the solver continues."""
        return AbstractStrategy(self.tree, self.sums, Origin(str(self.method), self.iterations), [self._sweeper])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        return self._learning.arrays
