"""Counterfactual regret minimisation over the public tree.

Each iteration passes over the tree once for each player: reach of the other goes down, values of one's own hands come
up, regrets and the average are brought up to date on the way (Zinkevich et al. 2007; vector form by Johanson et al.
2011). `cfr/method.py` has the methods. Small trees run many iterations in one call, large ones share each pass out.

A solver can be saved and loaded at any iteration and ends as if it had never been stopped. Single precision halves the
memory; the average then stays exact to about 1e-5 of the largest pot.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.solve.cfr.method import METHODS, Method
from riverboat.solve.public.strategy import PublicStrategy
from riverboat.solve.public.sweeper import Learning, Sweeper
from riverboat.solve.public.tree import PublicTree
from riverboat.solve.public.weights import check_method, weights_of

_KIND: Final = "public-solve"
_SECONDS_A_CALL: Final = 0.1

Report = Callable[["PublicSolver"], Any]
"""Told about a solver now and then while it runs."""


class PublicSolver:
    """Regrets and sums of one game, and the iterations that made them."""

    def __init__(
        self,
        tree: PublicTree,
        method: Method = METHODS["cfr+"],
        *,
        dtype: type[np.floating] = np.float64,
        threads: int | None = None,
    ) -> None:
        check_method(method)
        self.tree, self.method, self.dtype = tree, method, dtype
        self.iterations = 0
        self.seconds = 0.0
        """Spent on these iterations, in all runs."""
        self._learning = Learning.begin(tree.size.numbers, dtype, method)
        self._sweeper = Sweeper(tree, dtype, threads)
        self._rate = 1.0

    @property
    def regrets(self) -> NDArray[Any]:
        """Of every choice, laid out like a strategy."""
        return self._learning.regrets

    @property
    def sums(self) -> NDArray[Any]:
        """The average strategy before it is normalised."""
        return self._learning.sums

    def run(self, iterations: int, report: Report | None = None) -> None:
        """So many more iterations; `report` is called about ten times a second."""
        goal = self.iterations + iterations
        while self.iterations < goal:
            some = min(max(int(self._rate * _SECONDS_A_CALL), 1), goal - self.iterations)
            start = perf_counter()
            table = weights_of(self.method, self.iterations + 1, some)
            self._sweeper.iterate(self._learning, table)
            self.iterations += some
            taken = perf_counter() - start
            self.seconds += taken
            self._rate = some / max(taken, 1e-9)
            if report:
                report(self)

    def solve(
        self,
        target: float,
        *,
        max_iterations: int = 1_000_000,
        every: int = 0,
        report: Report | None = None,
        looked: Callable[[PublicSolver, float], Any] | None = None,
    ) -> float:
        """Go on until the average's exploitability is below the target; returns it.

        It is looked at, and `looked` told, after every so many iterations, or after each tenth of all so far.
        """
        while True:
            if self.iterations:
                reached = self.average().assess().exploitability
                if looked:
                    looked(self, reached)
                if reached < target or self.iterations >= max_iterations:
                    return reached
            self.run(min(every or max(self.iterations // 10, 10), max_iterations - self.iterations), report)

    def average(self) -> PublicStrategy:
        """The strategy that converges; it shares its numbers with the solver, so copy it if the solver goes on."""
        return PublicStrategy(self.tree, self.sums, [self._sweeper])

    def current(self) -> PublicStrategy:
        """What the next iteration would play."""
        return PublicStrategy(self.tree, self._learning.played, [self._sweeper])

    def save(self, path: Path) -> None:
        """Everything that is needed to go on."""
        header = {**self._identity, "iterations": self.iterations, "seconds": self.seconds}
        write_arrays(path, _KIND, header, self._learning.arrays)

    def load(self, path: Path) -> None:
        """Go on from a file of the same game, method and precision."""
        header, arrays = read_arrays(path, _KIND, check=True)
        for name, mine in self._identity.items():
            if header.get(name) != mine:
                raise FileFormatError(f'file "{path}": its {name} is {header.get(name)}, not {mine}')
        for name, array in self._learning.arrays.items():
            array[:] = arrays[name]
        self.iterations, self.seconds = int(header["iterations"]), float(header["seconds"])

    @property
    def _identity(self) -> dict[str, str]:
        """What must be the same for a file to be gone on with."""
        tree = self.tree
        return {
            "game": tree.identity,
            "method": str(self.method),
            "precision": np.dtype(self.dtype).name,
            "row width": str(tree.row_width),
        }
