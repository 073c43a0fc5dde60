"""Which discounting needs the fewest iterations? DCFR and CFR+ on the two rivers, to 0.1 % of the pot."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.solvers._spots import STEP, solve
from riverboat.lab.work import Work

TARGET = 0.1
SPOTS = ("R1", "R2")
COUNTS = {
    "DCFR": (150, 400),
    "DCFR+": (150, 410),
    "CFR+": (290, 860),
    "PCFR+": (370, 1180),
    "PDCFR+": (380, 690),
}
PREDICTING = ("PCFR+", "PDCFR+")
FLOORED = {"DCFR+": (1.5, 4.0), "CFR+": (None, 2.0)}
"""Discount of positive regrets, if any, and gamma of the average; negative regrets are forgotten at once."""


@dataclass(frozen=True)
class Floored:
    """CFR+ (Tammelin 2014): no negative regrets; discounting the positive ones, too, is DCFR+ (Xu et al. 2024)."""

    alpha: float | None
    gamma: float

    def __call__(self, iteration: int) -> tuple[float, float, float]:
        """Positive regrets, negative regrets, average."""
        done = iteration - 1
        if not done:
            return 0.0, 0.0, 0.0
        kept = 1.0 if self.alpha is None else done**self.alpha / (done**self.alpha + 1)
        return kept, 0.0, (done / (done + 1)) ** self.gamma


def run(work: Work) -> Findings:
    from riverboat.solve.core.method import METHODS, Method

    methods = {"DCFR": METHODS["dcfr"], "with restarts": METHODS["restarting"]}
    methods |= {name: Method(name.lower(), Floored(*settings)) for name, settings in FLOORED.items()}
    found: dict[tuple[str, str], int] = {}
    for name, spot in work.steps([(name, spot) for name in methods for spot in SPOTS]):
        found[name, spot] = solve(spot, TARGET, method=methods[name]).checks[-1].iterations
    counts = {name: [found[name, spot] for spot in SPOTS] for name in methods}
    fewer = all(mine < theirs for mine, theirs in zip(counts["DCFR"], counts["CFR+"], strict=True))
    restarts = all(mine <= theirs for mine, theirs in zip(counts["with restarts"], counts["DCFR"], strict=True))
    rows = [(name, *(f"{number:,}" for number in numbers)) for name, numbers in counts.items()]
    said = ", ".join(f"{name} {numbers[0]} and {numbers[1]}" for name, numbers in counts.items())
    return Findings(
        [Found(f"{name} on {spot}", found[name, spot]) for name in methods for spot in SPOTS],
        [Claimed("discounting wins", fewer, said), Claimed("restarts", restarts, said)],
        tables=[Table("Iterations to 0.1 % of the pot", ("", *SPOTS), rows)],
    )


ENTRY = Entry(
    __name__,
    "Discounting on two rivers",
    "iterations to 0.1 % of the pot by variant",
    "How many iterations five variants of regret minimisation need on the spots R1 and R2.",
    small="eight solves, half a second",
    run=run,
    published=tuple(
        Published(
            f"{name} on {spot}",
            number,
            error=STEP,
            incomparable="prediction is not built into the range solver" if name in PREDICTING else "",
        )
        for name, numbers in COUNTS.items()
        for spot, number in zip(SPOTS, numbers, strict=True)
    ),
    claims=(
        Claim("discounting wins", "Discounting needs fewer iterations than CFR+."),
        Claim("restarts", "An average that restarts at powers of four needs no more iterations than DCFR's."),
    ),
    remarks=(
        "The published runs do not say how averages were weighted. Here they are not weighted by a player's own reach, "
        "which changes the counts; gamma is 2 for DCFR and CFR+ and 4 for DCFR+.",
        "Checks are ten iterations apart, and the order of additions moves a count by a step or two: that is the error "
        "given to the published numbers.",
    ),
    timed=True,  # a machine that adds in another order needs a step or two more, or fewer
)
