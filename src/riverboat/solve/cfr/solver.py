"""Solve a small game by counterfactual regret minimisation over the whole tree."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.cfr.method import METHODS, Method
from riverboat.solve.cfr.pruning import Pruning
from riverboat.solve.cfr.run import Run
from riverboat.solve.tree import Floats, GameTree


class Solver(Run):
    """One member of the family at work; every iteration sees every deal."""

    def __init__(self, tree: GameTree, method: Method = METHODS["cfr+"]) -> None:
        super().__init__(tree)
        self.method = method
        self.current: Floats = tree.uniform()
        """What everybody would play now."""
        self._predictions: Floats = np.zeros(tree.entries if method.predictive else 0)
        self._pruning = Pruning(tree, method) if method.prune else None

    @property
    def skipped(self) -> float:
        """The share of all nodes, one for each player and iteration, that pruning has left out so far."""
        if self._pruning is None or not self.iterations:
            return 0.0
        return 1.0 - self._pruning.looked_at / (self.iterations * self.tree.players * self.tree.nodes)

    def _advance(self, count: int) -> None:
        from riverboat.solve.cfr import _kernels

        tree, method = self.tree, self.method
        if self._pruning is not None:
            self._pruning.iterate(self.iterations + 1, count, self.regrets, self.current, self.sums)
            return
        _kernels.iterate(
            tree.arrays, tree.set_player, tree.set_parent, tree.players, self.iterations + 1, count,
            method.alternating, method.plus, method.alpha, method.beta, method.gamma, method.delay,
            self.regrets, self._predictions, self.current, self.sums,
        )  # fmt: skip

    def _changing(self) -> dict[str, NDArray[Any]]:
        changing = {**super()._changing(), "current": self.current, "predictions": self._predictions}
        return changing if self._pruning is None else {**changing, **self._pruning.changing}
