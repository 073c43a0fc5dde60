"""How far is Average Rank Strength from the truth, hand by hand?

Every holding on many boards gets its exact E[HS^n] and its ARS, and the differences are summed up: exhaustively (all
boards of the street, weighted) or over freshly sampled boards. Teófilo (2016) reports, for the river and one opponent,
a mean error of 0.011, a largest of 0.062 and a sum of squared errors of 0.039. That sum allows about 320 terms, so
these cannot be errors of hands; they fit averages over the 169 classes. Hand by hand the mean error at the river is
about three times as large and the largest ten times, while the average over a class is right: the table averages
exactly that.

Cost: as much as building the street's table, or in proportion to the sampled boards (on one core 12 ms per flop, 0.5 ms
per turn board, 10 us per river board).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from riverboat.cards.holdings import CLASSES, HOLDING_CLASS
from riverboat.odds.ars.tables import ArsTable, ars_table, boards_of, strengths_of
from riverboat.progress import OnProgress

LIMITS: Final = (0.05, 0.1, 0.2)


@dataclass(frozen=True)
class ArsAccuracy:
    """The differences between ARS and exact E[HS^n] over many hands."""

    street: str
    opponents: int
    hands: int
    """(hole cards, board) deals compared."""
    mean_absolute: float
    root_mean_square: float
    largest: float
    shares_above: dict[float, float]
    """For 0.05, 0.1 and 0.2: the share of hands whose error is larger."""
    mean_of_classes: float
    """The signed error averaged over each of the 169 classes first, then its absolute value over the classes."""
    unanswered: float
    """The share of hands whose cell is empty (none with an exhaustive table); they count nowhere else."""


@dataclass(frozen=True)
class PublishedError:
    """What Teófilo (2016) prints for the river and one opponent."""

    mean_absolute: float = 0.011
    largest: float = 0.062
    sum_of_squares: float = 0.039


def ars_accuracy(
    street: str,
    opponents: int = 1,
    boards: int | None = None,
    seed: int | None = None,
    stochastic: bool = False,
    table: ArsTable | None = None,
    on_progress: OnProgress | None = None,
) -> ArsAccuracy:
    """Compare the table of a street with exact values on all its boards, or on a number of random ones."""
    from riverboat.odds.ars import _kernels

    chosen = ars_table(street, opponents) if table is None else table
    generator = np.random.default_rng(seed)
    sampled, multiplicity = boards_of(street, boards, generator)
    sums = np.zeros(5 + len(LIMITS))
    by_class = np.zeros((CLASSES, 2))
    limits = np.array(LIMITS)
    for part in strengths_of(sampled, multiplicity, opponents, on_progress):
        cells = (HOLDING_CLASS, part.ranks)
        answers = chosen.mean[cells]
        if stochastic:
            low, high = chosen.lowest_error[cells], chosen.highest_error[cells].astype(np.float32)
            answers = np.clip(answers + low + generator.random(answers.shape, np.float32) * (high - low), 0.0, 1.0)
        _kernels.add_errors(part.values, part.multiplicity, HOLDING_CLASS, answers, limits, sums, by_class)
    hands, absolute, squared, largest, unanswered = sums[:5]
    met = by_class[:, 0] > 0.0
    return ArsAccuracy(
        street,
        opponents,
        int(hands),
        float(absolute / hands),
        float(np.sqrt(squared / hands)),
        float(largest),
        {limit: float(above / hands) for limit, above in zip(LIMITS, sums[5:], strict=True)},
        float(np.abs(by_class[met, 1] / by_class[met, 0]).mean()),
        float(unanswered / (hands + unanswered)),
    )
