"""A solve as a file: viewed later, resumed to the last bit, or kept small as a strategy alone.

The file (`riverboat.files`) has the spot as TOML in its header, how it was solved and how far, and the stores
of every street: regrets and sums of strategies. A run resumed from there, on as many threads, ends with the same
numbers as one that was never interrupted. With `strategy_only` there are only the sums, in 16 bits with one scale per
decision, whatever the precision of the solve: a quarter of the size in float32, good for viewing every node (a
frequency is off by less than 0.0001), not for resuming.

Size: that of the stores (`solution.solver.nbytes`). Files are mapped into memory and copied from there once; the
checksums of everything are compared while loading, a second for a gigabyte. Written to a temporary name and renamed, so
a killed process leaves the last whole file.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat import __version__
from riverboat.errors import RiverboatError
from riverboat.files import Arrays, Checkpoint, write_arrays
from riverboat.solve.core.method import METHODS, Method
from riverboat.solve.core.runner import progress_to_json
from riverboat.solve.spot.level import Level
from riverboat.solve.spot.solver import RangeSolver

if TYPE_CHECKING:
    from riverboat.solve.spot.solution import Solution

KIND: Final = "spot-solution"
FORMAT: Final = 2
_BOARDS_AT_ONCE: Final = 64
_SHARE_OF_TIME: Final = 0.05
"""Maximum share of a run spent on writing its checkpoints."""


def save(solved: Solution, path: str | Path, *, strategy_only: bool = False) -> None:
    """Write a solve to a file."""
    solver = solved.solver
    if solver.has_gate:
        raise RiverboatError(f'file "{path}": a re-solve with a gate cannot be saved')
    if isinstance(solver.method.weights, StrategyOnly) and not strategy_only:
        raise RiverboatError(f'file "{path}": there are no regrets to write; save with strategy_only=True')
    last = solved.history[-1].detail if solved.history else None
    header = {
        "format": FORMAT,
        "riverboat": __version__,
        "spot": solved.spot.to_toml(),
        "holds": "strategy" if strategy_only else "everything",
        "precision": solver.precision,
        "isomorphism": len(solver.runouts.renamings) > 1,
        "method": method_text(solver.method),
        "threads": solver.threads,
        "iterations": solver.iterations,
        "history": [progress_to_json(check) for check in solved.history],
        "exploitability": None if last is None else last.percent,
        "stopped": solved.stopped,
        "locks": [lock.path for lock in solver.locks],
    }
    locks = {f"lock/{number}": lock.shares for number, lock in enumerate(solver.locks)}
    stores = _strategy(solver) if strategy_only else solver.arrays()
    write_arrays(Path(path), KIND, header, {**stores, **locks})


class SolutionFile(Checkpoint):
    """The checkpoint of a run, written as a solution that can be viewed meanwhile."""

    def __init__(self, path: str | Path, solution: Solution, *, every: float = 60.0) -> None:
        super().__init__(path, "spot", {}, every=every)
        self.solution = solution

    def save(self, state: Any, arrays: Arrays | None = None) -> None:
        """Write the file now."""
        began = monotonic()
        assert self.path is not None
        save(self.solution, self.path)
        self._written = monotonic()
        self.every = max(self.every, (self._written - began) / _SHARE_OF_TIME)


class StrategyOnly:
    """The weights of a solve of which only the strategy is left: there is no next iteration."""

    def __init__(self, path: str, method: Method | None) -> None:
        self.path, self.method = path, method

    def __call__(self, iteration: int) -> tuple[float, float, float]:
        raise RiverboatError(
            f'file "{self.path}": it holds the strategy alone, which can be read but not resumed; '
            "solve the spot again, or save everything"
        )


def method_text(method: Method) -> str | None:
    """The method as a file names it; None for a custom method."""
    if isinstance(method.weights, StrategyOnly):
        return None if method.weights.method is None else method_text(method.weights.method)
    known = METHODS.get(method.name)
    return str(method) if known is not None and type(known.weights) is type(method.weights) else None


def _strategy(solver: RangeSolver) -> dict[str, NDArray[Any]]:
    """The sums in 16 bits, by name."""
    found: dict[str, NDArray[Any]] = {}
    for name, level, player in solver.places:
        store = level.stores[player]
        kept = _in_16_bits(level, player) if solver.precision == "float32" else (store.sums, store.sum_scale)
        found[f"{name}/sums"], found[f"{name}/sum_scale"] = kept
    return found


def _in_16_bits(level: Level, player: int) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """Sums as a 16-bit solver stores them: whole steps of the largest sum of a decision, and the step."""
    sums = level.stores[player].sums
    nodes = np.array([node.player == player and bool(node.actions) for node in level.street.nodes])
    starts = np.sort(level.street.forests[0].slot[nodes]) if nodes.any() else np.zeros(1, np.int32)
    lengths = np.diff([*starts, sums.shape[1]])
    steps = np.iinfo(np.int16).max
    codes, scales = np.zeros(sums.shape, np.int16), np.zeros(sums.shape[:2], np.float32)
    for first in range(0, len(sums), _BOARDS_AT_ONCE):
        some = slice(first, first + _BOARDS_AT_ONCE)
        top = np.maximum.reduceat(sums[some].max(axis=2), starts, axis=1)
        scales[some, starts] = top / steps
        factor = np.divide(steps, top, out=np.zeros_like(top), where=top > 0)
        codes[some] = np.minimum(np.rint(sums[some] * np.repeat(factor, lengths, axis=1)[:, :, None]), steps)
    return codes, scales
