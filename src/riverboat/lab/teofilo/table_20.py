"""Teófilo (2016), Table 20: how long people took to describe Kuhn and Leduc with the PGDL editor."""

from __future__ import annotations

from statistics import fmean, pstdev, stdev

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

KUHN = (150, 420, 150, 145, 210, 200, 160, 174, 350, 253, 184, 243, 240, 122, 230)
LEDUC = (120, 270, 150, 180, 240, 150, 210, 240, 412, 300, 266, 230, 296, 116, 245)
"""Seconds of each person."""


def run(work: Work) -> Findings:
    both = KUHN + LEDUC
    return Findings(
        [
            Found("mean, Kuhn", fmean(KUHN)),
            Found("mean, Leduc", fmean(LEDUC)),
            Found("mean of both", fmean(both)),
            Found("standard deviation", pstdev(both), note=f"of a sample it is {stdev(both):.1f}"),
        ],
        [Claimed("subjects", len(KUHN) == 16, f"the table has {len(KUHN)} rows")],
    )


ENTRY = Entry(
    __name__,
    "Usability of the PGDL editor",
    "Table 20 and section 4.2.4",
    "Times that people needed to enter two games. The test itself cannot be repeated; its averages can be checked "
    "against its rows.",
    small="arithmetic on the 15 printed rows",
    run=run,
    published=(
        Published("mean, Kuhn", 215, "s"),
        Published("mean, Leduc", 228, "s"),
        Published("mean of both", 222, "s"),
        Published("standard deviation", 76, "s", wrong="the rows give 77 for both games; Leduc alone has 76"),
    ),
    claims=(Claim("subjects", "16 people took part.", wrong="one of them is missing from the table"),),
)
