"""Southey, Hoehn and Holte (2009), Fig. 5: convergence against random opponents that are exploitable for 0.055."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Findings
from riverboat.lab.southey._learning import FULL, SMALL, convergence, learn
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.model.kuhn.trials import Learner


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import Experts, Explore, nash_first
    from riverboat.model.kuhn.studies import TAU

    learners: dict[str, Learner] = {
        "balanced": Explore(),
        "Nash, gamma = 1": Explore(nash_first(1.0)),
        "experts": Experts(),
    }
    curves = learn(work, learners, hands=900)
    return convergence(work, "Convergence against random opponents", curves, TAU)


ENTRY = Entry(
    __name__,
    "Convergence against random opponents",
    "Fig. 5 and section 5.1",
    "The same as Fig. 4 for opponents whose best response wins 0.055, a new one in every trial.",
    small=SMALL,
    full=FULL,
    run=run,
    claims=(
        Claim("parameters by 400", "Much as against O6: almost at the maximum after 400 hands."),
        Claim("experts not by 900", "Strategy learning does not get there within 900 hands."),
    ),
    remarks=("Opponents are drawn uniformly along the contour of Fig. 3; the paper does not say how.",),
)
