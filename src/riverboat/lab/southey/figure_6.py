"""Southey, Hoehn and Holte (2009), Fig. 6: does the prior matter?"""

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

QUICK, SLOW = ("weak default", "weak bad", "uninformed"), ("strong default", "strong bad")


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import OPPONENTS
    from riverboat.model.kuhn.studies import PRIORS

    curves = learn(work, PRIORS, OPPONENTS["O6"])
    peaks = {name: best_of(curve) for name, curve in curves.items()}
    weak, bad, strong = (curves[name] for name in ("weak default", "weak bad", "strong default"))
    later = range(50, 201)
    behind = [float(weak.winnings()[t] - bad.winnings()[t]) for t in later]
    cost = float(weak.winnings()[50] - strong.winnings()[50])
    return Findings(
        values=peak_values(peaks),
        claims=[
            Claimed(
                "weak beats strong",
                all_surely(surely(peaks[q][1] - peaks[s][1], peaks[q][2], peaks[s][2]) for q in QUICK for s in SLOW),
                peaks_text(peaks),
            ),
            Claimed(
                "strong bad is worst",
                all_surely(
                    surely(peaks[name][1] - peaks["strong bad"][1], peaks[name][2], peaks["strong bad"][2])
                    for name in peaks
                    if name != "strong bad"
                ),
                f"{peaks['strong bad'][1]:+.2f} at its best",
            ),
            Claimed(
                "weak bad is scarcely inferior",
                0.1 * cost > max(behind),
                f"from hand 50 on at most {max(behind):.2f} chips behind the weak default; "
                f"a strong default costs {cost:.2f}",
            ),
        ],
        charts=[winnings("Priors against O6", curves)],
        notes=[trials_note(work)],
    )


ENTRY = Entry(
    __name__,
    "Priors",
    "Fig. 6 and section 5.2",
    "Winnings in 200 hands against O6 with five priors, by switching hand.",
    small=SMALL,
    full=FULL,
    run=run,
    claims=(
        Claim("weak beats strong", "The weak priors and none at all clearly do better than the strong ones."),
        Claim("strong bad is worst", "The strong bad prior does worst."),
        Claim("weak bad is scarcely inferior", "After 50 hands the weak bad prior is scarcely behind the default."),
    ),
)
