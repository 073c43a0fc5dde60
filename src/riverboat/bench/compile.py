"""How long does the first solve on a machine compile? A fresh process with an empty folder for compiled kernels.

The process solves a little on every street in both precisions and reads a report, and reports after each step how long
numba compiled in it; then a second process does the same and finds everything cached. Times are wall-clock seconds,
which other work on the machine lengthens; the processor time of the first process is printed beside them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

from riverboat.bench.harness import Measurement, Peers

if TYPE_CHECKING:
    from riverboat.solve.spot import Spot
    from riverboat.solve.spot.level import Precision


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Seconds by step, in all, and of a second process."""
    with TemporaryDirectory() as folder:
        first, whole = _process(folder)
        for name, seconds in first.compiling.items():
            yield Measurement(name, "s", seconds)
        yield Measurement("compiled in all", "s", sum(first.compiling.values()), goal=25.0)
        yield Measurement("the whole process", "s", whole)
        yield Measurement("the whole process, time of the processor", "s", first.processor)
        second, whole = _process(folder)
        yield Measurement("compiled by a second process", "s", sum(second.compiling.values()), goal=0.0)
        yield Measurement("the whole second process", "s", whole)


class _Said(NamedTuple):
    """What a process found out about itself, in seconds."""

    compiling: dict[str, float]
    processor: float


def _process(folder: str) -> tuple[_Said, float]:
    """What a process that keeps its kernels in the folder says, and how long it took."""
    start = perf_counter()
    ran = subprocess.run(
        [sys.executable, "-m", __name__],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": folder},
    )
    return _Said(*json.loads(ran.stdout)), perf_counter() - start


def _compile_everything() -> dict[str, float]:
    """Solve on all streets; seconds of compiling by step."""
    from riverboat.solve.core.compiling import Compilation
    from riverboat.solve.spot import Spot

    turn = Spot("7h7d2h3c", "AA,KQs", "KK,QJs", 100, 100, "50%", "a")
    spots = {
        "a river": replace(turn, board="7h7d2h3c9s"),
        "a turn": turn,
        "a flop": replace(turn, board="7h7d2h"),
    }
    steps = {}
    precisions: tuple[Precision, ...] = ("float32", "16-bit")
    for precision in precisions:
        for name, spot in spots.items():
            with Compilation(lambda text: None) as compilation:
                _solve(spot, precision)
            steps[f"{name} in {precision}, with a report"] = compilation.seconds
    return steps


def _solve(spot: Spot, precision: Precision) -> None:
    from riverboat.solve.spot.solution import Solution

    solution = Solution.begin(spot, precision=precision)
    solution.run(iterations=2, notice=lambda text: None)
    solution.node().to_json()


if __name__ == "__main__":
    print(json.dumps(_Said(_compile_everything(), process_time())))
