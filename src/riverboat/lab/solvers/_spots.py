"""What the entries of single spots have in common: solve, check every ten iterations, compare with the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from riverboat.lab.entry import Entry, Published
from riverboat.lab.findings import Chart, Findings, Found
from riverboat.show.curves import Curve, Level
from riverboat.stats.mean import Interval

if TYPE_CHECKING:
    from riverboat.lab.work import Work
    from riverboat.solve.core.method import Method

STEP = 10
"""Iterations between two checks, as in the published runs."""
_MAX_ITERATIONS = 5000
PLACE = "spot {}: pot, stacks, ranges and sizes as there, no rake"
SIZES = ("decision nodes", "hands of OOP", "hands of IP")
REMARKS = (
    "An equilibrium's value lies between what the best responses leave and win: that is the interval.",
    "Times are those of this machine, with one check every ten iterations and without set-up, beside those of another; "
    "counts of iterations move by a step or two with the order of additions.",
)


@dataclass(frozen=True)
class Check:
    """One check of a run."""

    iterations: int
    seconds: float
    percent: float


@dataclass(frozen=True)
class Course:
    """A run to a target."""

    checks: Sequence[Check]
    value: float
    """Of OOP, the pot counted."""
    interval: Interval

    def first_below(self, target: float) -> Check | None:
        """The first check at which the target was met."""
        return next((check for check in self.checks if check.percent <= target), None)


def solve(
    name: str, target: float, *, max_iterations: int = _MAX_ITERATIONS, method: Method | str | None = None
) -> Course:
    """Iterate on one thread until a check finds at most `target` percent of the pot."""
    from time import perf_counter

    from riverboat.solve.spot.solver import RangeSolver
    from riverboat.solve.spot.standard import standard_spot

    spot = standard_spot(name)
    solver = RangeSolver.of(spot, threads=1, method=method)
    checks: list[Check] = []
    began = perf_counter()
    while not checks or (checks[-1].percent > target and solver.iterations < max_iterations):
        solver.iterate(STEP)
        found = solver.exploitability()
        checks.append(Check(solver.iterations, perf_counter() - began, found.percent))
    half = spot.pot / 2
    return Course(checks, half + solver.value(0), Interval(half - found.best[1], half + found.best[0]))


def sizes(name: str) -> list[Found]:
    """How large the spot is without merging suits, as the others count it."""
    from riverboat.solve.spot.standard import standard_spot

    size = standard_spot(name).estimate(isomorphism=False)
    return [Found(what, count) for what, count in zip(SIZES, (size.decisions, *size.hands), strict=True)]


class Peer(NamedTuple):
    """What the fastest open native solver needed to come within a target, on one thread."""

    iterations: int
    time: float
    unit: str


def spot_entry(
    module: str,
    title: str,
    shows: str,
    *,
    small: str,
    size: tuple[int, int, int],
    value: float,
    peers: Mapping[float, Peer],
    remarks: tuple[str, ...] = (),
) -> Entry:
    """The entry of a spot that is solved to all targets, its name that of the module (`r1` for R1).

    `size` is the published number of decision nodes, hands of OOP and hands of IP, `value` what OOP wins in chips.
    """
    name = module.rpartition(".")[2].upper()
    published = [
        *(Published(what, count) for what, count in zip(SIZES, size, strict=True)),
        Published("value of OOP", value, "chips"),
    ]
    for target, peer in peers.items():
        published.append(Published(f"iterations to {target:g} %", peer.iterations, better="less"))
        published.append(Published(f"time to {target:g} %", peer.time, peer.unit, better="less"))
    return Entry(
        module,
        title,
        PLACE.format(name),
        shows,
        small=small,
        full="to 0.1 %, the best of five",
        run=lambda work: run_spot(work, name, {target: peer.unit for target, peer in peers.items()}),
        timed=True,
        published=tuple(published),
        remarks=(*REMARKS, *remarks),
    )


def run_spot(work: Work, name: str, targets: Mapping[float, str]) -> Findings:
    """Solve to the lowest target; `targets` gives the unit of the time to each."""
    from riverboat.solve.spot.standard import standard_spot

    solve(name, 100.0)  # whatever is compiled on first use is not timed
    tries = [solve(name, min(targets)) for _ in work.steps(range(work.choose(1, 5)))]
    best = min(tries, key=lambda course: course.checks[-1].seconds)
    values = [*sizes(name), Found("value of OOP", best.value, best.interval)]
    for target, unit in targets.items():
        check = best.first_below(target)
        assert check is not None
        values.append(Found(f"iterations to {target:g} %", check.iterations))
        values.append(Found(f"time to {target:g} %", check.seconds * (1e3 if unit == "ms" else 1.0), unit=unit))
    last = best.checks[-1]
    memory = standard_spot(name).estimate().memory() / 1e6
    return Findings(
        [*values, Found("regrets and sums", memory, unit="MB", note="in float32")],
        charts=[chart(name, {"Riverboat": best}, targets)],
        notes=[f"One thread; {last.percent:.4f} % of the pot exploitable after {last.iterations} iterations."],
    )


def chart(name: str, courses: Mapping[str, Course], targets: Mapping[float, str] | Sequence[float]) -> Chart:
    """Exploitability against time."""
    curves = [
        Curve(label, [(check.seconds, check.percent) for check in course.checks], marks=True)
        for label, course in courses.items()
    ]
    levels = [Level(f"{target:g} %", target) for target in targets]
    return Chart(f"{name}: exploitability", curves, "seconds", "% of the pot", log_x=True, log_y=True, levels=levels)
