"""Southey, Hoehn and Holte (2009), Fig. 8: parameter learning beside strategy learning, against O6."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings
from riverboat.lab.southey._learning import (
    FULL,
    SMALL,
    all_surely,
    best_of,
    learn,
    peak_values,
    peaks_text,
    surely,
    trials_note,
    winnings,
)
from riverboat.lab.work import Work


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import OPPONENTS
    from riverboat.model.kuhn.studies import METHODS

    curves = learn(work, METHODS, OPPONENTS["O6"])
    peaks = {name: best_of(curve) for name, curve in curves.items()}
    said = peaks_text(peaks)

    def over(one: str, other: str) -> bool | None:
        return surely(peaks[one][1] - peaks[other][1], peaks[one][2], peaks[other][2])

    return Findings(
        values=peak_values(peaks),
        claims=[
            Claimed("balanced is best", all_surely([over("balanced", "Nash"), over("balanced", "experts")]), said),
            Claimed("experts are worst", all_surely([over("balanced", "experts"), over("Nash", "experts")]), said),
        ],
        charts=[winnings("Methods against O6", curves)],
        notes=[trials_note(work)],
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
