"""How strong is each player, if all have played each other? One number each, whose differences predict the pairs.

Elo's idea in units of money: a pair is expected to end `rating of the first - rating of the second` per hand. Ratings
are the weighted least squares of the pairs' means (HodgeRank: Jiang, Lim, Yao and Ye, Mathematical Programming 127,
2011), with mean zero over the players. No such numbers describe poker players exactly: A may beat B more than both
their ratings say, because of styles and not because of luck. So a pair's weight is 1 / (error^2 + misfit^2), where the
misfit is the standard deviation of what ratings cannot explain, by the method of Paule and Mandel (J. Res. NBS 87,
1982). Without it a pair whose error is tiny, such as two players without randomness, would decide everything.

The errors say how the ratings would vary if the same players played again with other cards; ratings in another field
of opponents are other numbers. Cost: some linear systems of as many unknowns as players.

`table_ratings` does the same for larger tables, whose players' results depend on each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.stats.mean import RunningMean

Floats = NDArray[np.float64]

Z95: Final = NormalDist().inv_cdf(0.975)
_TINY: Final = 1e-12
"""The smallest variance of a pair, as a share of the largest squared mean: an error of zero has no weight."""


class Pair(NamedTuple):
    """What `row` won from `column`, both by place among the players."""

    row: int
    column: int
    mean: float
    error: float
    """Of the mean: the 95 % margin over 1.96, so that means of few values have the error they deserve."""
    p: float
    """How likely so large a mean is where the true one is zero; two-sided."""

    @classmethod
    def of(cls, row: int, column: int, mean: RunningMean) -> Pair:
        """From at least two values."""
        error = mean.standard_error
        if error > 0.0:
            from scipy.special import stdtr  # type: ignore[import-untyped, unused-ignore]

            p = float(2.0 * stdtr(mean.count - 1, -abs(mean.mean) / error))
        else:
            p = 0.0 if mean.mean else 1.0
        return cls(row, column, mean.mean, mean.margin() / Z95, p)


@dataclass(frozen=True)
class Ratings:
    """One number for each player, with standard errors."""

    values: tuple[float, ...]
    errors: tuple[float, ...]
    """Infinite for a player of whom nothing is known."""
    misfit: float = 0.0
    """The standard deviation of the pairs around what ratings predict, luck excluded."""

    def margin(self, player: int) -> float:
        """Half the width of a 95 % interval."""
        return Z95 * self.errors[player]

    def order(self) -> list[int]:
        """The players, strongest first, and those of whom nothing is known at the end."""
        return sorted(range(len(self.values)), key=lambda each: (self.errors[each] == inf, -self.values[each], each))


def pair_ratings(players: int, pairs: Sequence[Pair]) -> Ratings:
    """The ratings from pairs that played independently of each other; pairs may be missing."""
    if not pairs:
        return Ratings((0.0,) * players, (inf,) * players)
    design = differences(players, pairs)
    means, errors = np.array([pair.mean for pair in pairs]), np.array([pair.error for pair in pairs])
    variances = errors**2 + _TINY * max(float((means**2).max()), 1e-200)
    freedom = len(pairs) - int(np.linalg.matrix_rank(design))

    def surplus(misfit: float) -> float:
        weights = 1.0 / (variances + misfit)
        rest = means - design @ (_solver(design, weights) @ means)
        return float(weights @ rest**2) - freedom

    misfit = _root(surplus, float(variances.max() + (means**2).max())) if freedom else 0.0
    linear = _solver(design, 1.0 / (variances + misfit))
    spread = np.sqrt((linear**2 @ errors**2).clip(0.0))
    return _rated(linear @ means, spread, design, misfit)


def table_ratings(players: int, tables: Iterable[tuple[Sequence[int], Floats, Floats]]) -> Ratings:
    """From tables of any size: who sat there, float64[seats] of mean winnings, and their covariances.

    At a table of m a player is expected to win the rating less the mean rating of the m - 1 opponents, which is the
    same as above for two. All tables have the same weight.
    """
    found = list(tables)
    rows = []
    for seated, _, _ in found:
        for player in seated:
            row = np.zeros(players)
            row[list(seated)] = -1.0 / (len(seated) - 1)
            row[player] = 1.0
            rows.append(row)
    if not rows:
        return Ratings((0.0,) * players, (inf,) * players)
    design, means = np.array(rows), np.concatenate([each for _, each, _ in found])
    linear = _solver(design, np.ones(len(design)))
    spread, at = np.zeros(players), 0
    for seated, _, covariance in found:
        part = linear[:, at : at + len(seated)]
        spread += np.einsum("ij,jk,ik->i", part, covariance, part)
        at += len(seated)
    rest = means - design @ (linear @ means)
    noise = sum(float(np.trace(covariance)) for _, _, covariance in found)
    return _rated(
        linear @ means, np.sqrt(spread.clip(0.0)), design, max(0.0, (float(rest @ rest) - noise) / len(means))
    )


def _rated(values: Floats, errors: Floats, design: Floats, misfit: float) -> Ratings:
    """Ratings whose misfit is given as a variance."""
    errors[~design.any(axis=0)] = inf
    return Ratings(tuple(values.tolist()), tuple(errors.tolist()), sqrt(misfit))


def differences(players: int, pairs: Sequence[Pair]) -> Floats:
    """float64[pairs, players]: +1 for the row, -1 for the column."""
    design = np.zeros((len(pairs), players))
    for place, pair in enumerate(pairs):
        design[place, pair.row], design[place, pair.column] = 1.0, -1.0
    return design


def _solver(design: Floats, weights: Floats) -> Floats:
    """float64[players, rows]: from means to ratings of mean zero (in each group of players that met)."""
    root = np.sqrt(weights / weights.max())
    return np.asarray(np.linalg.pinv(design * root[:, None]) * root)


def _root(surplus: Callable[[float], float], high: float) -> float:
    """Where a decreasing function is zero; 0 if it is not above zero there."""
    if surplus(0.0) <= 0.0:
        return 0.0
    while surplus(high) > 0.0:
        high *= 2.0
    low = 0.0
    for _ in range(80):
        middle = (low + high) / 2.0
        low, high = (middle, high) if surplus(middle) > 0.0 else (low, middle)
    return high
