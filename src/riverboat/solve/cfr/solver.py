"""Solve a small game by counterfactual regret minimisation over the whole tree."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.cfr.engine import TreeEngine
from riverboat.solve.cfr.pruning import Pruning
from riverboat.solve.core.method import METHODS, Method
from riverboat.solve.tree import Floats, GameTree


class TreeSolver(TreeEngine):
    """One member of the family at work; every iteration sees every deal."""

    def __init__(self, tree: GameTree, method: Method = METHODS["cfr+"], *, prune: bool = False) -> None:
        """With `prune`, choices sleep as long as they cannot be worth playing (`pruning`)."""
        super().__init__(tree)
        self.method = method
        self.current: Floats = tree.uniform()
        """What everyone would play now."""
        self._predictions: Floats = np.zeros(tree.entries if method.predictive else 0)
        self._pruning = Pruning(tree, method) if prune else None

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""
        pruned = {} if self._pruning is None else {"pruning": "yes"}
        return {"engine": "tree", "game": self.tree.rules.identity, "method": str(self.method), **pruned}

    @property
    def skipped(self) -> float:
        """The share of all nodes, one for each player and iteration, that pruning has left out so far."""
        if self._pruning is None or not self.iterations:
            return 0.0
        return 1.0 - self._pruning.visited / (self.iterations * self.tree.players * self.tree.nodes)

    def _advance(self, count: int) -> None:
        from riverboat.solve.cfr import _kernels

        tree, method = self.tree, self.method
        weights = method.table(self.iterations + 1, count + 1)
        if self._pruning is not None:
            self._pruning.iterate(weights, self.regrets, self.current, self.sums)
            return
        _kernels.iterate(
            tree.arrays, tree.set_player, tree.set_parent, tree.players, weights, method.alternating,
            self.regrets, self._predictions, self.current, self.sums,
        )  # fmt: skip

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        changing = {**super().arrays(), "current": self.current, "predictions": self._predictions}
        return changing if self._pruning is None else {**changing, **self._pruning.changing}
