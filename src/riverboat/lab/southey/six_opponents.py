"""Southey, Hoehn and Holte (2009), section 5.4: which method is best against each of the six opponents?"""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.southey._learning import SMALL, all_surely, learn, surely, trials_note, winnings
from riverboat.lab.work import Work

AT = 50
"""The switching hand that the paper recommends."""
LATE = 150


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import BALANCED, OPPONENTS, expected_value
    from riverboat.model.kuhn.studies import METHODS

    found = {name: learn(work, METHODS, OPPONENTS[name]) for name in work.steps(tuple(OPPONENTS))}
    won = {o: {m: float(c.winnings()[AT]) for m, c in curves.items()} for o, curves in found.items()}
    err = {o: {m: float(c.winnings_error()[AT]) for m, c in curves.items()} for o, curves in found.items()}
    best = {o: max(("balanced", "Nash"), key=won[o].__getitem__) for o in won}
    leads = [surely(won[o][best[o]] - won[o]["experts"], err[o][best[o]], err[o]["experts"]) for o in won]
    last = {o: min(won[o], key=won[o].__getitem__) for o in won}
    o3 = {name: float(curve.winnings()[LATE]) for name, curve in found["O3"].items()}
    o1 = {name: float(curve.winnings().max()) for name, curve in found["O1"].items()}
    exploring = expected_value(BALANCED, OPPONENTS["O1"])
    return Findings(
        values=[
            Found.with_error(f"{method} against {o}", won[o][method], err[o][method], "chips")
            for o in won
            for method in won[o]
        ],
        claims=[
            Claimed(
                "a parameter learner is best",
                all_surely(leads),
                ", ".join(f"{o}: {name}" for o, name in best.items()) + f" (switching at hand {AT})",
            ),
            Claimed(
                "experts are mostly worst",
                sum(name == "experts" for name in last.values()) > len(last) / 2,
                f"worst at hand {AT} on " + ", ".join(o for o, name in last.items() if name == "experts"),
            ),
            Claimed(
                "experts are an exception on O3",
                last["O3"] != "experts",
                f"switching at hand {AT}: "
                + ", ".join(f"{name} {value:+.1f}" for name, value in won["O3"].items())
                + f"; at hand {LATE}: "
                + ", ".join(f"{name} {value:+.1f}" for name, value in o3.items()),
            ),
            Claimed(
                "Nash wins on O1 and experts are close",
                o1["Nash"] > o1["balanced"] and o1["Nash"] - o1["experts"] < 3,
                ", ".join(f"{name} {value:+.1f} at best" for name, value in o1.items())
                + f"; exploring, balanced wins {exploring:+.3f} a hand",
            ),
        ],
        charts=[winnings(f"Against {o}", curves) for o, curves in found.items()],
        tables=[
            Table(
                f"Winnings in 200 hands, switching at hand {AT}",
                ("opponent", *METHODS),
                [(o, *(f"{row[m]:+.2f} ± {1.96 * err[o][m]:.2f}" for m in row)) for o, row in won.items()],
            )
        ],
        notes=[trials_note(work)],
    )


ENTRY = Entry(
    __name__,
    "Methods against the six opponents",
    "section 5.4",
    "Which of balanced, Nash and strategy learning wins most against each of O1 to O6.",
    small=SMALL,
    full="30,000 trials as in the paper, a minute or two",
    run=run,
    claims=(
        Claim("a parameter learner is best", "Over all opponents one of the two parameter learners is best."),
        Claim("experts are mostly worst", "Strategy learning is worst in most cases."),
        Claim("experts are an exception on O3", "A notable exception is strategy learning against O3."),
        Claim(
            "Nash wins on O1 and experts are close",
            "Against O1 strategy learning is not far from the winner, Nash parameter learning.",
            wrong="by equation 1 balanced exploration itself wins 0.063 per hand against O1 and every equilibrium "
            "loses 0.056, and it sees more, so Nash exploration cannot be the winner there",
        ),
    ),
    remarks=(
        "The curves are in the paper's online appendix, which is not at hand; only its sentences are. Against O3 "
        "experts are better than balanced exploration if both switch late, and worst at hand 50.",
    ),
)
