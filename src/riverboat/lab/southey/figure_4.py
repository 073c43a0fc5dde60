"""Southey, Hoehn and Holte (2009), Fig. 4: how long until a learner exploits O6 as far as possible?"""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Findings
from riverboat.lab.southey._learning import FULL, SMALL, convergence, learn
from riverboat.lab.work import Work


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import OPPONENTS, Experts, Explore, max_value_against

    most = max_value_against(OPPONENTS["O6"])
    curves = learn(work, {"parameters": Explore(), "experts": Experts()}, OPPONENTS["O6"], hands=900)
    return convergence(work, "Convergence against O6", curves, most)


ENTRY = Entry(
    __name__,
    "Convergence against O6",
    "Fig. 4 and section 5.1",
    "What parameter learning and strategy learning win per hand after switching, by the hand they switch at.",
    small=SMALL,
    full=FULL,
    run=run,
    claims=(
        Claim("parameters by 400", "Parameter learning takes 400 hands to come close to the maximum."),
        Claim("experts not by 900", "Strategy learning does not get there within 900 hands."),
    ),
    remarks=(
        "The paper does not say what a best response does on the border of two regions; here it is what S3 does, "
        "with which its Fig. 12 begins. Among experts with equal scores one is drawn at random.",
    ),
)
