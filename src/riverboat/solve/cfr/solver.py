"""Solve a small game by counterfactual regret minimisation: watch it, stop it, go on later.

A `Solver` holds everything that an iteration changes, so `state` and `restore` make an interrupted run go on to the
same last bit. `solve` runs until an exploitability or a number of iterations is reached and yields a point of the
curve at each look; looks cost little beside the iterations between them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.cfr.method import METHODS, Method
from riverboat.solve.response.exact import Exploitability, Watch
from riverboat.solve.tree import Floats, GameTree

_SLICE_SECONDS: Final = 0.1
"""Time between two chances for Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Point:
    """How far a run had come."""

    iterations: int
    seconds: float
    exploitability: Exploitability


Look = Callable[[Point], None]


@dataclass
class Solver:
    """One run on one tree."""

    tree: GameTree
    method: Method = METHODS["cfr+"]
    iterations: int = field(default=0, init=False)
    seconds: float = field(default=0.0, init=False)
    """Time spent iterating."""

    def __post_init__(self) -> None:
        entries = self.tree.entries
        self.regrets: Floats = np.zeros(entries)
        self.sums: Floats = np.zeros(entries)
        self.current: Floats = self.tree.uniform()
        self._predictions: Floats = np.zeros(entries if self.method.predictive else 0)
        self._watch = Watch(self.tree)
        self._rate = 100.0

    def iterate(self, count: int) -> None:
        """Do so many iterations, in slices short enough for Ctrl-C to be heard."""
        from riverboat.solve.cfr import _kernels

        tree, method = self.tree, self.method
        while count > 0:
            some = min(count, max(1, int(self._rate * _SLICE_SECONDS)))
            began = perf_counter()
            _kernels.iterate(
                tree.arrays, tree.set_player, tree.set_parent, tree.players, self.iterations + 1, some,
                method.alternating, method.plus, method.alpha, method.beta, method.gamma, method.delay,
                self.regrets, self._predictions, self.current, self.sums,
            )  # fmt: skip
            took = perf_counter() - began
            self._rate = some / max(took, 1e-6)
            self.seconds += took
            self.iterations += some
            count -= some

    @property
    def average(self) -> Floats:
        """The average strategy: this is what converges."""
        return self.tree.normalised(self.sums)

    def point(self) -> Point:
        """How good the average strategy is now."""
        return Point(self.iterations, self.seconds, self._watch.exploitability(self.average))

    def solve(
        self, *, iterations: int | None = None, target: float | None = None, look: Look | None = None
    ) -> list[Point]:
        """Iterate until the exploitability is at most `target` chips, or up to so many iterations in all.

        Looks at 1, 2, 4, 8 ... iterations and then at least every tenth of what was done; the curve is returned.
        """
        if iterations is None and target is None:
            raise RiverboatError("solve: give a number of iterations or a target")
        if target is not None and target <= 0:
            raise RiverboatError(f"solve: target {target}; expected chips above 0")
        curve: list[Point] = []
        while True:
            more = max(1, self.iterations if self.iterations < 64 else self.iterations // 10)
            if iterations is not None:
                more = min(more, iterations - self.iterations)
            self.iterate(more)
            curve.append(self.point())
            if look is not None:
                look(curve[-1])
            if target is not None and curve[-1].exploitability.chips <= target:
                return curve
            if iterations is not None and self.iterations >= iterations:
                return curve

    def state(self) -> dict[str, NDArray[np.generic]]:
        """All that an interrupted run needs to go on."""
        return {
            "iterations": np.array([self.iterations]),
            "seconds": np.array([self.seconds]),
            "regrets": self.regrets,
            "predictions": self._predictions,
            "current": self.current,
            "sums": self.sums,
        }

    def restore(self, state: Mapping[str, NDArray[np.generic]]) -> None:
        """Go on where another run of the same game and method stood."""
        for name, mine in self.state().items():
            if name not in state or state[name].shape != mine.shape or state[name].dtype != mine.dtype:
                raise RiverboatError(f"checkpoint: {name} does not fit this game and method")
        self.iterations = int(state["iterations"][0])
        self.seconds = float(state["seconds"][0])
        for name, mine in (("regrets", self.regrets), ("current", self.current), ("sums", self.sums)):
            mine[:] = state[name]
        self._predictions[:] = state["predictions"]
