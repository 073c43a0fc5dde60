"""CFR on an abstract game: an `Engine` over the kernels of the public tree, with the ends of a street by matrix."""

from __future__ import annotations

from typing import Any

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


class AbstractSolver:
    """Regrets and sums of one abstract game."""

    def __init__(
        self,
        game: AbstractGame,
        method: Method = METHODS["cfr+"],
        *,
        dtype: type[np.floating] = np.float64,
        threads: int | None = None,
    ) -> None:
        self.tree, self.method, self.dtype = build_abstract(game), method, dtype
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
