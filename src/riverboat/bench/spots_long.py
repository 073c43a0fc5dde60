"""How fast is the range solver on a flop? F1 to 0.3 % of the pot, once in each precision; half a minute or more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from riverboat.bench.harness import Measurement, Peers
from riverboat.bench.spots import Case, measure
from riverboat.solve.spot.standard import standard_spot

CASE: Final = Case("F1", 0.3, 14.0, "s", threads=2, max_runs=1, with_set_up=True)
_GOALS: Final = {"float32": 400.0, "16-bit": 210.0}


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Time with set-up, and the memory of regrets and sums."""
    yield from measure(CASE)
    size = standard_spot("F1").estimate()
    for precision, goal in _GOALS.items():
        memory = size.memory(precision) / 1e6  # type: ignore[arg-type]
        yield Measurement(f"F1: regrets and sums in {precision}", "MB", memory, goal=goal)
