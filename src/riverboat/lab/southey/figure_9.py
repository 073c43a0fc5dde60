"""Southey, Hoehn and Holte (2009), Fig. 9: the methods against random opponents that are exploitable for 0.055."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings
from riverboat.lab.southey._learning import FULL, SMALL, Peaks, all_surely, better_at, compared, learn
from riverboat.lab.work import Work

EARLY, LATE = (5, 10, 15, 20), 150


def run(work: Work) -> Findings:
    from riverboat.model.kuhn.studies import METHODS

    curves = learn(work, METHODS)
    peaks = Peaks(curves)
    balanced, nash, experts = (curves[name] for name in ("balanced", "Nash", "experts"))
    early = [better_at("", balanced, other, t) for t in EARLY for other in (nash, experts)]
    at_50 = {name: float(curve.winnings()[50]) for name, curve in curves.items()}
    fall = {name: peaks.of[name].chips - float(curve.winnings()[LATE]) for name, curve in curves.items()}
    return compared(
        work,
        "Methods against random opponents",
        curves,
        [
            Claimed(
                "balanced is best early",
                all_surely(one.holds for one in early),
                "; ".join(one.evidence for one in early[::2]) + " (balanced, Nash)",
            ),
            better_at("balanced is punished late", nash, balanced, LATE),
            better_at("experts stand late switches better than balanced", experts, balanced, LATE),
            Claimed("experts lose overall", peaks.over(["balanced", "Nash"], ["experts"]), peaks.text),
            Claimed(
                "50 is safe for parameters",
                all(at_50[name] > -200 / 18 + 5 for name in ("balanced", "Nash")),
                f"{at_50['balanced']:+.2f} and {at_50['Nash']:+.2f}; an equilibrium wins {-200 / 18:.2f}",
            ),
        ],
        notes=[
            "From best to a switch at hand 150: "
            + ", ".join(f"{name} loses {lost:.1f} chips" for name, lost in fall.items()),
        ],
    )


ENTRY = Entry(
    __name__,
    "Methods against random opponents",
    "Fig. 9 and section 5.4",
    "The same as Fig. 8 for opponents whose best response wins 0.055, a new one in every trial.",
    small=SMALL,
    full=FULL,
    run=run,
    claims=(
        Claim("balanced is best early", "Balanced exploration gives the best results with early switches."),
        Claim("balanced is punished late", "It pays a heavy penalty for switching late; Nash exploration is safer."),
        Claim("experts stand late switches better than balanced", "Strategy learning is more robust to late switches."),
        Claim("experts lose overall", "Strategy learning remains an overall loser."),
        Claim("50 is safe for parameters", "Switching at about 50 hands is safe for either parameter learner."),
    ),
)
