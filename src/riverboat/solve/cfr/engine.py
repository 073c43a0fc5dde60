"""What the solvers on a tree of all deals have in common: regrets, the average, and how it is measured."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.response.exact import Evaluator
from riverboat.solve.strategy import Strategy
from riverboat.solve.tree import Floats, GameTree


class TreeEngine(ABC):
    """Regrets and sums of one tree, and the number of iterations; an `Engine` of the core."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.iterations = 0
        self.regrets: Floats = np.zeros(tree.entries)
        self.sums: Floats = np.zeros(tree.entries)
        """The average strategy before it is normalised."""
        self._evaluator = Evaluator(tree)

    @property
    @abstractmethod
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""

    @abstractmethod
    def _advance(self, count: int) -> None:
        """Do `count` iterations."""

    def iterate(self, count: int) -> None:
        """Do this many more iterations."""
        self._advance(count)
        self.iterations += count

    @property
    def average(self) -> Floats:
        """The average strategy: this is what converges."""
        return self.tree.normalised(self.sums)

    def exploitability(self) -> Exploitability:
        """How good the average strategy is now."""
        return self._evaluator.exploitability(self.average)

    def policy(self) -> Strategy:
        """The average strategy, to play or to keep."""
        return Strategy(self.tree, self.average, Origin(self.identity["method"], self.iterations))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        return {"regrets": self.regrets, "sums": self.sums}
