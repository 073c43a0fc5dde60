"""Southey, Hoehn and Holte (2009), Fig. 7: which equilibrium explores best?"""

from __future__ import annotations

from itertools import pairwise

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.southey._learning import FULL, Peaks, all_surely, compared, learn
from riverboat.lab.work import Work

TRIALS = (20_000, 30_000)
"""Enough to tell gamma = 0.75 from gamma = 1."""


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import BALANCED, OPPONENTS, min_value_against, nash_first
    from riverboat.model.kuhn.studies import NASH_EXPLORERS

    curves = learn(work, NASH_EXPLORERS, OPPONENTS["O6"], trials=TRIALS)
    peaks = Peaks(curves)
    blind, seeing = curves["gamma = 0"], curves["gamma = 0.25"]
    never = nash_first(0.0)
    worst = min_value_against(BALANCED)
    return compared(
        work,
        "Exploration by equilibria, against O6",
        curves,
        [
            Claimed(
                "larger gamma is better",
                all_surely(peaks.over([larger], [smaller]) for smaller, larger in pairwise(curves)),
                peaks.text,
            ),
            Claimed(
                "gamma = 0 sees nothing of eta",
                never.alpha == never.gamma == 0 and float(blind.rate[200]) < float(seeing.rate[200]),
                f"it never bets first; its model wins {blind.rate[200]:+.4f} per hand after 200 hands, "
                f"with gamma = 0.25 {seeing.rate[200]:+.4f}",
            ),
            Claimed(
                "balanced is dearer than an equilibrium",
                worst / min_value_against(nash_first(0.5)) > 7,
                f"{worst:.4f} and {min_value_against(nash_first(0.5)):.4f} per hand at worst",
            ),
        ],
        values=[Found("balanced at its worst", worst, unit="chips/hand")],
        trials=TRIALS,
    )


ENTRY = Entry(
    __name__,
    "Exploration by equilibria",
    "Fig. 7, sections 3.4 and 5.3",
    "Winnings in 200 hands against O6 when P1 explores by different equilibrium strategies.",
    small="20,000 trials, seconds",
    full=FULL,
    run=run,
    published=(Published("balanced at its worst", -0.417, "chips/hand"),),
    claims=(
        Claim("larger gamma is better", "Strategies with larger gamma explore more effectively."),
        Claim("gamma = 0 sees nothing of eta", "With gamma = 0 nothing is ever observed about eta."),
        Claim("balanced is dearer than an equilibrium", "Balanced exploration is at worst more than 7 times worse."),
    ),
)
