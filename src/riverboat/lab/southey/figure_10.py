"""Southey, Hoehn and Holte (2009), Fig. 10: does the best switching hand depend on the length of the match?"""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.southey._learning import AFTER, FULL, SMALL, WINNINGS, best_of, drawn, learn, trials_note
from riverboat.lab.work import Work

CLOSE = 0.015
"""Chips per hand from the best, averaged over the match."""


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import OPPONENTS, Explore
    from riverboat.model.kuhn.studies import LENGTHS

    curve = learn(work, {"balanced": Explore()}, OPPONENTS["O6"], hands=max(LENGTHS))["balanced"]
    peaks = {length: best_of(curve, length) for length in LENGTHS}
    good = {}
    for length in LENGTHS:
        values = curve.winnings(length)
        near = [t for t, value in enumerate(values.tolist()) if values.max() - value <= CLOSE * length]
        good[length] = (near[0], near[-1])
    common = (max(low for low, _ in good.values()), min(high for _, high in good.values()))
    lost = {length: (peaks[length][1] - float(curve.winnings(length)[50])) / length for length in LENGTHS}
    return Findings(
        values=[
            Found.with_error(f"{length} hands, best at hand {t}", value, error, "chips")
            for length, (t, value, error) in peaks.items()
        ],
        claims=[
            Claimed(
                "peaks are broad",
                all(high - low >= 0.25 * length for length, (low, high) in good.items()),
                f"within {CLOSE} chips per hand of the best: "
                + ", ".join(f"hands {low} to {high} of {length}" for length, (low, high) in good.items()),
            ),
            Claimed("peaks overlap", common[0] < common[1], f"hands {common[0]} to {common[1]} are good for all"),
            Claimed(
                "50 is good for all",
                max(lost.values()) < CLOSE,
                ", ".join(f"{per:.4f} chips per hand from the best of {length}" for length, per in lost.items()),
            ),
        ],
        charts=[
            Chart(
                "Length of the match, against O6",
                [
                    drawn(f"{n} hands", curve.winnings(n).tolist(), curve.winnings_error(n).tolist())
                    for n in LENGTHS
                ],
                AFTER,
                WINNINGS,
            )
        ],
        notes=[trials_note(work)],
    )  # fmt: skip


ENTRY = Entry(
    __name__,
    "Length of the match",
    "Fig. 10 and section 5.5",
    "Winnings of balanced parameter learning in matches of 50, 100, 200 and 400 hands, by switching hand.",
    small=SMALL,
    full=FULL,
    run=run,
    claims=(
        Claim("peaks are broad", "The highest regions of the curves are fairly broad."),
        Claim("peaks overlap", "The peak regions overlap substantially."),
        Claim("50 is good for all", "Switching at hand 50 is close to the best in all cases."),
    ),
)
