"""A solver at work, whatever its method: iterate, look, stop, go on later.

A run holds everything that an iteration changes in named arrays, so `state` and `restore` make an interrupted run go
on to the same last bit. `solve` runs until an exploitability or a number of iterations is reached; looks at the
average strategy cost little beside the iterations between them.
"""

from __future__ import annotations

import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from types import FrameType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
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


class Run(ABC):
    """One method at work on one tree."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.iterations = 0
        self.seconds = 0.0
        """Time spent iterating."""
        self.regrets: Floats = np.zeros(tree.entries)
        self.sums: Floats = np.zeros(tree.entries)
        """The average strategy before it is normalised."""
        self._watch = Watch(tree)
        self._rate = 10.0

    @abstractmethod
    def _advance(self, count: int) -> None:
        """Do so many iterations."""

    def iterate(self, count: int) -> None:
        """Do so many iterations, in slices short enough for Ctrl-C to be heard."""
        while count > 0:
            some = min(count, max(1, int(self._rate * _SLICE_SECONDS)))
            with _whole():  # what is kept after Ctrl-C must know how far it has come
                began = perf_counter()
                self._advance(some)
                took = perf_counter() - began
                self._rate = some / max(took, 1e-6)
                self.seconds += took
                self.iterations += some
            count -= some

    @property
    def skipped(self) -> float:
        """The share of all nodes, one for each player and iteration, that pruning has left out so far."""
        return 0.0

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

        Looks at 1, 2, 4, 8 ... iterations and then every tenth of what was done, whether it was interrupted or not; the
        curve is returned.
        """
        if iterations is None and target is None:
            raise RiverboatError("solve: give a number of iterations or a target")
        if target is not None and not target > 0:
            raise RiverboatError(f"solve: target {target}; expected chips above 0")
        curve: list[Point] = []
        while iterations is None or self.iterations < iterations:
            stop = _next_look(self.iterations)
            self.iterate((stop if iterations is None else min(stop, iterations)) - self.iterations)
            curve.append(self.point())
            if look is not None:
                look(curve[-1])
            if target is not None and curve[-1].exploitability.chips <= target:
                break
        return curve or [self.point()]

    def _changing(self) -> dict[str, NDArray[Any]]:
        """The arrays that iterations change."""
        return {"regrets": self.regrets, "sums": self.sums}

    def state(self) -> dict[str, NDArray[Any]]:
        """All that an interrupted run needs to go on."""
        clock = {"iterations": np.array([self.iterations]), "seconds": np.array([self.seconds])}
        return {**clock, **{name: array.copy() for name, array in self._changing().items()}}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on where another run of the same game and method stood."""
        for name, mine in self.state().items():
            if name not in state or state[name].shape != mine.shape or state[name].dtype != mine.dtype:
                raise RiverboatError(f"checkpoint: {name} does not fit this game and method")
        self.iterations, self.seconds = int(state["iterations"][0]), float(state["seconds"][0])
        for name, mine in self._changing().items():
            mine[:] = state[name]


def _next_look(done: int) -> int:
    """The first of 1, 2, 4 .. 64, 70, 77 .. iterations that is still to come."""
    look = 1
    while look <= done:
        look += look if look < 64 else look // 10
    return look


@contextmanager
def _whole() -> Iterator[None]:
    """Let Ctrl-C wait until the end of the block; where signals are somebody else's business, nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is None:
        yield
        return
    heard: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard and callable(before):
        before(*heard[0])
