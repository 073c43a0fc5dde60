"""Southey, Hoehn and Holte (2009), Fig. 6: does the prior matter?"""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings
from riverboat.lab.southey._learning import FULL, SMALL, Peaks, compared, learn
from riverboat.lab.work import Work

QUICK, SLOW = ("weak default", "weak bad", "uninformed"), ("strong default", "strong bad")


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import OPPONENTS
    from riverboat.model.kuhn.studies import PRIORS

    curves = learn(work, PRIORS, OPPONENTS["O6"])
    peaks = Peaks(curves)
    weak, bad, strong = (curves[name] for name in ("weak default", "weak bad", "strong default"))
    later = range(50, 201)
    behind = [float(weak.winnings()[t] - bad.winnings()[t]) for t in later]
    cost = float(weak.winnings()[50] - strong.winnings()[50])
    return compared(
        work,
        "Priors against O6",
        curves,
        [
            Claimed("weak beats strong", peaks.over(QUICK, SLOW), peaks.text),
            Claimed(
                "strong bad is worst",
                peaks.over([name for name in curves if name != "strong bad"], ["strong bad"]),
                f"{peaks.of['strong bad'].chips:+.2f} at its best",
            ),
            Claimed(
                "weak bad is scarcely inferior",
                0.1 * cost > max(behind),
                f"from hand 50 on at most {max(behind):.2f} chips behind the weak default; "
                f"a strong default costs {cost:.2f}",
            ),
        ],
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
