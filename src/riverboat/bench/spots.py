"""How fast is the range solver? Rivers and a turn to a tenth and three tenths of a percent of the pot.

The spots are those of `solve/spot/standard.py`. Before a time is printed, the value of the spot must be within 0.3 % of
the pot of the one that other solvers find. Goals are half of what the fastest open native solver needs, measured on
another day with the same number of threads: R1 14 ms, R2 95 ms, T1 to 0.3 % 2.65 s (two threads 1.47 s) and to 0.1 %
7.1 s (3.9 s), F1 51 s (28 s).

Times are the best of several runs after compilation, checks included, set-up apart; the JSON has for each the course of
its exploitability, [seconds, % of the pot]. The flop takes longest and is in `spots_long.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from riverboat.bench.harness import Measurement, Peers, best_seconds, require_close
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.standard import standard_spot

VALUES: Final = {"R1": 91.24, "R2": 46.93, "T1": 93.09, "F1": 107.36}
"""What OOP wins of the pot, according to other solvers."""
_AS_GOOD: Final = 0.003  # of the pot
_MAX_CHECKS: Final = 10.0  # percent of the time


@dataclass(frozen=True)
class Case:
    """One spot to one target."""

    spot: str
    target: float
    goal: float | None
    unit: str
    threads: int = 1
    seconds: float = 1.0
    """For how long to repeat it."""
    max_runs: int = 100
    with_set_up: bool = False
    """Whether the goal counts the set-up."""

    def __str__(self) -> str:
        threads = "" if self.spot.startswith("R") else f", {self.threads} thread{'s' * (self.threads > 1)}"
        return f"{self.spot} to {self.target:g} %{threads}"


CASES: Final = (
    Case("R1", 0.1, 6.0, "ms"),
    Case("R2", 0.1, 45.0, "ms"),
    Case("T1", 0.3, 1.2, "s", seconds=8.0),
    Case("T1", 0.1, 3.5, "s", seconds=6.0),
    Case("T1", 0.3, 0.7, "s", threads=2, seconds=8.0),
    Case("T1", 0.1, 1.95, "s", threads=2, seconds=6.0),
)


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Time to target of each case; what depends on the spot alone is listed once."""
    seen: set[str] = set()
    for case in CASES:
        yield from measure(case, details=case.spot not in seen)
        seen.add(case.spot)


def measure(case: Case, *, details: bool = True) -> Iterator[Measurement]:
    """The lines of one case."""
    solution, set_up, took = _best(case)
    spot, solver, found = solution.spot, solution.solver, solution.exploitability
    value = spot.pot / 2 + solver.value(0)
    require_close(value, VALUES[case.spot], _AS_GOOD * spot.pot, f"{case}, value of OOP")
    require_close(found.percent, 0.0, case.target, f"{case}, exploitability")
    factor = 1e3 if case.unit == "ms" else 1.0
    series = [(check.seconds, check.detail.percent) for check in solution.history if check.detail]
    counted = took + set_up if case.with_set_up else took
    name = f"{case}, set-up included" if case.with_set_up else str(case)
    yield Measurement(name, case.unit, counted * factor, goal=case.goal, series=series)
    yield Measurement(f"{case}: iterations", "", solution.iterations)
    yield Measurement(f"{case}: exploitability", "% of the pot", found.percent, goal=case.target)
    check = best_seconds(solver.exploitability, seconds=0.2, max_runs=3)  # on one thread, so at most this much
    checks = len(solution.history)
    share = 100 * checks * check / case.threads / took
    yield Measurement(f"{case}: {checks} checks", "% of the time", share, goal=_MAX_CHECKS)
    if not details:
        return
    yield Measurement(f"{case.spot}: set-up", "ms", set_up * 1e3)
    yield Measurement(f"{case.spot}: value of OOP (others: {VALUES[case.spot]})", "chips", value)
    yield Measurement(f"{case.spot}: regrets and sums", "MB", solver.nbytes / 1e6)
    read = best_seconds(lambda: solution.node("x").to_json(), seconds=0.2, max_runs=5)
    yield Measurement(f"{case.spot}: report of a node", "ms", read * 1e3, goal=50.0)


def _best(case: Case) -> tuple[Solution, float, float]:
    """The fastest of several solves, and the shortest times of setting it up and of the run."""
    spot = standard_spot(case.spot)
    Solution.begin(spot, threads=case.threads).run(iterations=2)  # compiles
    best: Solution | None = None
    set_ups: list[float] = []
    times: list[float] = []
    began = perf_counter()
    while not times or (perf_counter() - began < case.seconds and len(times) < case.max_runs):
        start = perf_counter()
        solution = Solution.begin(spot, threads=case.threads)
        ready = perf_counter()
        solution.run(target=f"{case.target}%")
        times.append(perf_counter() - ready)
        set_ups.append(ready - start)
        if best is None or times[-1] == min(times):
            best = solution
    assert best is not None
    return best, min(set_ups), min(times)
