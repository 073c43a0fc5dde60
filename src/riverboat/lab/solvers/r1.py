"""R1: a river with 167 against 246 hands, three bet sizes and an all-in raise."""

from __future__ import annotations

from riverboat.lab.entry import Entry, Published
from riverboat.lab.findings import Findings
from riverboat.lab.solvers._spots import PLACE, REMARKS, run_spot
from riverboat.lab.work import Work


def run(work: Work) -> Findings:
    return run_spot(work, "R1", {0.1: "ms"})


ENTRY = Entry(
    __name__,
    "A river with two ranges: Td9d6hQc2s",
    PLACE.format("R1"),
    "What OOP wins of a pot of 200 with 900 behind, and how many iterations and milliseconds the fastest open native "
    "solver needs to come within 0.1 % of the pot of equilibrium.",
    small="to 0.1 %, once: milliseconds",
    full="to 0.1 %, the best of five",
    run=run,
    published=(
        Published("decision nodes", 12),
        Published("hands of OOP", 167),
        Published("hands of IP", 246),
        Published("value of OOP", 91.24, "chips"),
        Published("iterations to 0.1 %", 150, better="less"),
        Published("time to 0.1 %", 14, "ms", better="less"),
    ),
    remarks=REMARKS,
)
