"""Southey, Hoehn and Holte (2009), Fig. 8: parameter learning beside strategy learning, against O6."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings
from riverboat.lab.southey._learning import FULL, SMALL, Peaks, compared, learn
from riverboat.lab.work import Work


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import OPPONENTS
    from riverboat.model.kuhn.studies import METHODS

    curves = learn(work, METHODS, OPPONENTS["O6"])
    peaks = Peaks(curves)
    return compared(
        work,
        "Methods against O6",
        curves,
        [
            Claimed("balanced is best", peaks.over(["balanced"], ["Nash", "experts"]), peaks.text),
            Claimed("experts are worst", peaks.over(["balanced", "Nash"], ["experts"]), peaks.text),
        ],
    )


ENTRY = Entry(
    __name__,
    "Methods against O6",
    "Fig. 8 and section 5.4",
    "Winnings in 200 hands of balanced and Nash (gamma = 0.75) parameter learning and of strategy learning.",
    small=SMALL,
    full=FULL,
    run=run,
    claims=(
        Claim("balanced is best", "Balanced parameter learning does best."),
        Claim("experts are worst", "Strategy learning does worst."),
    ),
)
