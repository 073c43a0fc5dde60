"""T1: a turn with all 48 rivers, 167 against 250 hands, three bet sizes and an all-in raise on both streets."""

from __future__ import annotations

from riverboat.lab.entry import Entry, Published
from riverboat.lab.findings import Findings
from riverboat.lab.solvers._spots import PLACE, REMARKS, run_spot
from riverboat.lab.work import Work


def run(work: Work) -> Findings:
    return run_spot(work, "T1", {0.3: "s", 0.1: "s"})


ENTRY = Entry(
    __name__,
    "A turn: Td9d6hQc",
    PLACE.format("T1"),
    "What OOP wins of a pot of 200 with 900 behind, and what the fastest open native solver needs on one thread to "
    "come within 0.3 % and 0.1 % of the pot of equilibrium. A well-known solver in C++ took 6.5 s to 0.28 %.",
    small="to 0.1 %, once: a second or two",
    full="to 0.1 %, the best of five",
    run=run,
    published=(
        Published("decision nodes", 2892),
        Published("hands of OOP", 167),
        Published("hands of IP", 250),
        Published("value of OOP", 93.09, "chips"),
        Published("iterations to 0.3 %", 120, better="less"),
        Published("time to 0.3 %", 2.65, "s", better="less"),
        Published("iterations to 0.1 %", 350, better="less"),
        Published("time to 0.1 %", 7.1, "s", better="less"),
    ),
    remarks=REMARKS,
)
