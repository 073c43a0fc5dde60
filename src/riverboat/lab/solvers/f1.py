"""F1: a flop with all run-outs, 180 against 265 hands, half-pot bets and all-in raises on three streets."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.solvers._spots import PLACE, REMARKS, STEP, chart, sizes, solve
from riverboat.lab.work import Work

TARGET = 0.3
ITERATIONS, SECONDS = 90, 51.0
_OTHERS = "of another program on another machine"


def run(work: Work) -> Findings:
    from riverboat.solve.spot.standard import standard_spot

    course = solve("F1", TARGET, max_iterations=work.choose(STEP, 1000))
    last, met = course.checks[-1], course.first_below(TARGET)
    size = standard_spot("F1").estimate()
    said = f"{last.percent:.3f} % after {last.iterations} iterations, {last.seconds:.1f} s"
    return Findings(
        [
            *sizes("F1"),
            Found("value of OOP", course.value, course.interval),
            Found("regrets and sums", size.memory() / 1e6, unit="MB"),
            Found("regrets and sums in 16 bits", size.memory("16-bit") / 1e6, unit="MB"),
        ],
        [
            Claimed("iterations", None if met is None else met.iterations <= ITERATIONS, said),
            Claimed("time", None if met is None else met.seconds <= SECONDS, said),
        ],
        [chart("F1", {"Riverboat": course}, [TARGET])],
        notes=[f"One thread; {said}."],
    )


ENTRY = Entry(
    __name__,
    "A flop: Td9d6h",
    PLACE.format("F1"),
    "What OOP wins of a pot of 200 with 900 behind, and what the fastest open native solver needs on one thread to "
    "come within 0.3 % of the pot of equilibrium; on two threads it took 28 s, in 16 bits 25 s. A well-known solver in "
    "C++ took 83 s to 0.44 % on two threads, with 560 MB.",
    small="ten iterations, a few seconds",
    full="to 0.3 %, about a quarter of a minute",
    run=run,
    timed=True,
    published=(
        Published(
            "decision nodes",
            130_542,
            wrong="6 + 49 * 18 + 49 * 49 * 54 counts 49 rivers after each of the 49 turns; there are 48",
        ),
        Published("hands of OOP", 180),
        Published("hands of IP", 265),
        Published("value of OOP", 107.36, "chips"),
        Published("regrets and sums", 342, "MB", better="less"),
        Published("regrets and sums in 16 bits", 181, "MB", better="less"),
    ),
    claims=(
        Claim("iterations", f"{ITERATIONS} iterations are enough for {TARGET} % of the pot.", incomparable=_OTHERS),
        Claim("time", f"One thread needs no more than {SECONDS:g} s for {TARGET} % of the pot.", incomparable=_OTHERS),
    ),
    remarks=REMARKS,
)
