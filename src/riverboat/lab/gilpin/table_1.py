"""Gilpin and Sandholm (2006), Table 1: GS1 against people. The people are not here; the sums are checked."""

from __future__ import annotations

from math import sqrt

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

UNIT = "sb/hand"
PEOPLE = {
    "intermediate 1": (0.20, 71),
    "intermediate 2": (-0.09, 166),
    "intermediate 3": (-0.40, 100),
    "intermediate 4": (0.09, 86),
    "expert 1": (-0.35, 429),
    "expert 2": (0.19, 325),
    "expert 3": (0.33, 251),
    "expert 4": (0.09, 148),
}
"""Small bets per hand that GS1 won, and the number of hands."""
DEVIATION = 6.0
"""Small bets per hand: the standard deviation of heads-up limit hold'em that the paper quotes."""


def run(work: Work) -> Findings:
    everyone, experts = _mean(""), _mean("expert")
    hands = sum(count for _, count in PEOPLE.values())
    spread = DEVIATION / sqrt(hands)
    return Findings(
        [
            Found("hands", hands),
            Found("overall", everyone, unit=UNIT),
            Found("experts together", experts, unit=UNIT),
            Found("variation over 1,576 hands", spread, unit=UNIT),
            Found("variation over 10,000 hands", DEVIATION / sqrt(10_000), unit=UNIT),
        ],
        [Claimed("within the variance", abs(everyone) < spread, f"{everyone:+.4f} beside {spread:.3f} {UNIT}")],
    )


def _mean(kind: str) -> float:
    rows = [row for name, row in PEOPLE.items() if name.startswith(kind)]
    return sum(won * hands for won, hands in rows) / sum(hands for _, hands in rows)


ENTRY = Entry(
    __name__,
    "GS1 against people",
    "Table 1",
    "What GS1 won from eight people. They cannot play again; totals are computed from the rows.",
    small="exact: eight rows, at once",
    run=run,
    published=(
        *(
            Published(name, won, UNIT, digits=2, incomparable=f"{hands} hands against a person")
            for name, (won, hands) in PEOPLE.items()
        ),
        Published("hands", 1576),
        Published("overall", -0.02, UNIT),
        Published("experts together", 0.01, UNIT),
        Published("variation over 1,576 hands", 0.15, UNIT),
        Published("variation over 10,000 hands", 0.06, UNIT),
    ),
    claims=(Claim("within the variance", "The overall loss is well within the variance."),),
    remarks=("What the paper calls variance is one standard error of the mean, 6 / sqrt(hands), not a 95 % interval.",),
)
