"""Billings et al. (1998), Table 2: how nine hands are re-weighted after a bet on a flop of 3h 4c Jh."""

from __future__ import annotations

from typing import NamedTuple

from riverboat.lab.entry import Entry, Published
from riverboat.lab.findings import Findings, Found, Table
from riverboat.lab.work import Work

FLOP, MU, SIGMA = "3h4cJh", 0.6, 0.2


class Row(NamedTuple):
    """One hand as printed."""

    hand: str
    weight: float
    rank: float
    """HR, against all hands alike."""
    potential: float
    """PPot of two cards, by a crude estimate."""
    effective: float
    factor: float
    new: float


ROWS = (
    Row("Jc4h", 0.01, 0.993, 0.04, 0.99, 1.00, 0.01),
    Row("AcJc", 1.00, 0.956, 0.09, 0.94, 1.00, 1.00),
    Row("5h2h", 0.20, 0.004, 0.35, 0.91, 1.00, 0.20),
    Row("6s5s", 0.60, 0.026, 0.21, 0.76, 0.90, 0.54),
    Row("5s5h", 0.70, 0.816, 0.04, 0.74, 0.85, 0.60),
    Row("5s3s", 0.40, 0.648, 0.10, 0.70, 0.75, 0.30),
    Row("AcQd", 1.00, 0.585, 0.11, 0.64, 0.60, 0.60),
    Row("7s5s", 0.60, 0.052, 0.12, 0.48, 0.20, 0.12),
    Row("QsTs", 0.90, 0.359, 0.07, 0.22, 0.01, 0.01),
)

MISPRINTED = {
    "Jc4h": "5 hands are better and 4 tie, whatever the suits: 1074 / 1081 = 0.9935, cut off and not rounded",
    "AcJc": "43 hands are better and 6 tie, whatever the suits: 1035 / 1081 = 0.957",
}


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.model.weights import reweight_by_threshold, threshold_factors
    from riverboat.odds.strength import assess_hand

    printed = np.array([row.effective for row in ROWS])
    factors = threshold_factors(printed, MU, SIGMA)
    weights = reweight_by_threshold(np.array([row.weight for row in ROWS]), printed, MU, SIGMA)
    values, lines = [], []
    for row, factor, weight in zip(ROWS, factors.tolist(), weights.tolist(), strict=True):
        ours = assess_hand(row.hand, FLOP)
        values += [
            Found(f"{row.hand}, Rwt", round(factor, 9)),
            Found(f"{row.hand}, Nwt", round(weight + 1e-9, 3)),  # 0.595 is printed as 0.60
            Found(f"{row.hand}, HR", float(ours.strength)),
        ]
        lines.append(
            (row.hand, f"{row.potential:.2f}", f"{ours.positive:.2f}", f"{row.effective:.2f}", f"{ours.effective:.2f}")
        )
    columns = ("hand", "PPot, printed", "PPot, ours", "EHS, printed", "EHS, ours")
    return Findings(values, tables=[Table("The potential and what follows from it", columns, lines)])


ENTRY = Entry(
    __name__,
    "Re-weighting after a bet",
    "Table 2",
    "Nine hands of an opponent who called before the flop and then bet: factor and new weight for mu 0.6, sigma 0.2.",
    small="exact, milliseconds",
    run=run,
    published=tuple(
        each
        for row in ROWS
        for each in (
            Published(f"{row.hand}, Rwt", row.factor, digits=2),
            Published(f"{row.hand}, Nwt", row.new, digits=2),
            Published(f"{row.hand}, HR", row.rank, digits=3, wrong=MISPRINTED.get(row.hand, "")),
        )
    ),
    remarks=(
        "Rwt and Nwt are computed from the printed weight and EHS. The printed EHS of drawing hands does not follow "
        "from the printed strength and potential: 5h2h has 0.001 + 0.999 x 0.35 = 0.35 and not 0.91. Ours, against "
        "all hands alike and with two exact cards to come, is shown beside it.",
        "The suits of some hands are illegible in the copy used; HR does not depend on those chosen here.",
    ),
)
