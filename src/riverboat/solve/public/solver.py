"""Counterfactual regret minimisation over the public tree.

Each iteration passes over the tree once for each player: reach of the other goes down, values of the player's own hands
come up, regrets and the average are updated on the way (Zinkevich et al. 2007; vector form by Johanson et al. 2011).
`core/method.py` has the methods. Small trees run many iterations in one call, large ones split each pass over threads.

Dropping negative regrets before adding is the same as clipping them afterwards, since only positive ones are played: so
all methods of the family are one kernel with different weights, except that the predictive one does not play its
regrets themselves.

Single precision halves the memory; the average then stays exact to about 1e-5 of the largest pot.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.method import METHODS, Method
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.public.strategy import PublicStrategy
from riverboat.solve.public.sweeper import Learning, Sweeper
from riverboat.solve.public.tree import PublicTree


class PublicSolver:
    """Regrets and sums of one game, and the number of iterations; an `Engine` of the core."""

    def __init__(
        self,
        tree: PublicTree,
        method: Method = METHODS["cfr+"],
        *,
        dtype: type[np.floating] = np.float64,
        threads: int | None = None,
    ) -> None:
        _require_predictable(method, method.table(2, 1))
        self.tree, self.method, self.dtype = tree, method, dtype
        self.iterations = 0
        self._learning = Learning.begin(tree.size.numbers, dtype, method)
        self._sweeper = Sweeper(tree, dtype, threads)

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""
        return {
            "engine": "public tree",
            "game": self.tree.rules.identity,
            "boards": "up to suits" if self.tree.isomorphism else "all",
            "method": str(self.method),
            "precision": np.dtype(self.dtype).name,
            "row width": str(self.tree.row_width),
        }

    @property
    def regrets(self) -> NDArray[Any]:
        """Of every choice, laid out like a strategy."""
        return self._learning.regrets

    @property
    def sums(self) -> NDArray[Any]:
        """The average strategy before it is normalised."""
        return self._learning.sums

    def iterate(self, count: int) -> None:
        """Do this many more iterations."""
        table = self.method.table(self.iterations + 1, count)
        _require_predictable(self.method, table)
        self._sweeper.iterate(self._learning, table)
        self.iterations += count

    def exploitability(self) -> Exploitability:
        """How good the average strategy is now."""
        return self.average().exploitability()

    def policy(self) -> PublicStrategy:
        """The average strategy, to play or to keep."""
        return PublicStrategy(self.tree, self.sums, [self._sweeper], Origin(str(self.method), self.iterations))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        return self._learning.arrays

    def average(self) -> PublicStrategy:
        """The strategy that converges; it shares its numbers with the solver, so copy it if the solver continues."""
        return PublicStrategy(self.tree, self.sums, [self._sweeper])

    def current(self) -> PublicStrategy:
        """What the next iteration would play."""
        return PublicStrategy(self.tree, self._learning.played, [self._sweeper])


def _require_predictable(method: Method, weights: NDArray[np.float64]) -> None:
    """Refuse what the kernel cannot predict: it expects regrets that are kept or cut off, not discounted."""
    if method.predictive and not np.array_equal(weights[:, :2], np.tile([1.0, 0.0], (len(weights), 1))):
        raise RiverboatError(f"method {method}: over a public tree only pcfr+ predicts, and discounts nothing")
