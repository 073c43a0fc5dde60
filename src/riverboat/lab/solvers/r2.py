"""R2: a river with every hand against every hand, three bet sizes and an all-in raise."""

from __future__ import annotations

from riverboat.lab.entry import Entry, Published
from riverboat.lab.findings import Findings
from riverboat.lab.solvers._spots import PLACE, REMARKS, run_spot
from riverboat.lab.work import Work


def run(work: Work) -> Findings:
    return run_spot(work, "R2", {0.1: "ms"})


ENTRY = Entry(
    __name__,
    "A river with every hand: Ks7h4c2d9s",
    PLACE.format("R2"),
    "What OOP wins of a pot of 100 with 950 behind when both may have anything, and what the fastest open native "
    "solver needs to come within 0.1 % of the pot of equilibrium.",
    small="to 0.1 %, once: a tenth of a second",
    full="to 0.1 %, the best of five",
    run=run,
    published=(
        Published("decision nodes", 12),
        Published("hands of OOP", 1081),
        Published("hands of IP", 1081),
        Published("value of OOP", 46.93, "chips"),
        Published("iterations to 0.1 %", 390, better="less"),
        Published("time to 0.1 %", 91, "ms", better="less"),
    ),
    remarks=(*REMARKS, "91 to 100 ms were measured; the lower end is shown."),
)
