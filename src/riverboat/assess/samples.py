"""Statistics of values per hand: duplicate deals, hands still needed, learning curves, who beats whom.

A value is whatever an analysis gives for a hand: money, DIVAT, all-in winnings. Intervals are those of `stats`:
Student's for a number of hands fixed in advance, the bootstrap for statistics without a formula, the confidence
sequence for someone who watches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, groupby, pairwise
from math import ceil
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.stats.crosstable import Crosstable, flows
from riverboat.stats.mean import RunningMean
from riverboat.stats.sequential import MIN_COUNT, normal_mixture

_MAX_HANDS = 10**12


def duplicate_values(hands: Sequence[Hand], values: Sequence[Sequence[float]], player: str) -> list[float]:
    """A player's mean over the replays of each deal: one value for each, and these are independent.

    Args:
        hands: Finished hands. Replays follow each other, as matches record them: hands with the same cards in every
            position. A deal that was played once is a value too.
        values: For each hand a number for each position.
    """
    if len(hands) != len(values):
        raise RiverboatError(f"{len(values)} values for {len(hands)} hands: expected as many")
    means = []
    for _, replays in groupby(zip(hands, values, strict=True), key=lambda pair: (pair[0].rules.name, pair[0].down)):
        own = [
            value[position] for hand, value in replays for position, name in enumerate(hand.players) if name == player
        ]
        if own:
            means.append(float(np.mean(own)))
    return means


def hands_needed(deviation: float, difference: float, *, level: float = 0.95, power: float | None = None) -> int:
    """How many hands make a difference as large as its interval's half width.

    Args:
        deviation: The standard deviation of one hand.
        difference: What one wins from the other per hand.
        power: Enough hands that the interval excludes zero with this probability, 0.8, say. Default: half the time.
    """
    if deviation < 0 or not 0 < level < 1 or not (power is None or 0 < power < 1):
        raise RiverboatError(f"deviation {deviation}, level {level}, power {power}: expected 0 or more, and shares")
    if difference == 0:
        raise RiverboatError("difference 0: no number of hands shows that two players are equal")
    reach = NormalDist().inv_cdf((1 + level) / 2) + (NormalDist().inv_cdf(power) if power is not None else 0.0)
    return ceil((reach * deviation / difference) ** 2)


def more_hands_needed(mean: RunningMean, *, level: float = 0.95, watched: bool = True) -> int | None:
    """How many more hands until it is clear who is better, if the rate stays the same; 0 if it is clear now.

    None if there are too few hands to say, or the rate is zero.

    Args:
        watched: For someone who checks repeatedly and stops when it is clear (`stats.sequential`); otherwise the number
            is of a match whose length is fixed now.
    """
    if mean.count < (MIN_COUNT if watched else 2) or mean.mean == 0.0 or mean.deviation == 0.0:
        return None
    wanted = abs(mean.mean) / mean.deviation

    def is_clear(count: int) -> bool:
        reach = normal_mixture(count, 1.0 - level) if watched else NormalDist().inv_cdf((1 + level) / 2) / count**0.5
        return reach <= wanted

    low, high = mean.count, mean.count
    while not is_clear(high):
        low, high = high, 2 * high
        if high > _MAX_HANDS:
            return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_clear(middle) else (middle + 1, high)
    return high - mean.count


class CurvePoint(NamedTuple):
    """A stretch of hands in a learning curve."""

    hands: float
    """The middle of the stretch."""
    mean: RunningMean


def learning_curve(values: Sequence[float] | NDArray[np.float64], stretches: int = 20) -> list[CurvePoint]:
    """The rate in each of several equal parts, with intervals: does a player improve?

    Args:
        values: What was won in each hand, in order.
        stretches: How many parts.
    """
    if stretches < 1:
        raise RiverboatError(f"{stretches} stretches: expected 1 or more")
    whole = np.asarray(values, np.float64)
    edges = np.linspace(0, len(whole), min(stretches, len(whole)) + 1).round().astype(int)
    return [
        CurvePoint((first + last) / 2, RunningMean.of(whole[first:last].tolist()))
        for first, last in pairwise(edges.tolist())
        if last > first
    ]


def cumulative(values: Sequence[float] | NDArray[np.float64], points: int = 400) -> list[tuple[float, float]]:
    """(hands, cumulative sum) at a limited number of points, from zero to the end."""
    sums = np.concatenate([[0.0], np.cumsum(np.asarray(values, np.float64))])
    places = np.unique(np.linspace(0, len(sums) - 1, min(points, len(sums))).round().astype(int))
    return [(float(place), float(sums[place])) for place in places]


def crosstable(
    hands: Iterable[Hand], values: Iterable[Sequence[float]], names: Sequence[str] | None = None
) -> Crosstable:
    """Who won how much from whom, by any value by hand and position; with more than two, losses flow to winners.

    Args:
        values: For each hand a number for each position.
        names: Those to include. Default: everyone.
    """
    listed = [(hand.players, tuple(map(float, value))) for hand, value in zip(hands, values, strict=True)]
    names = sorted({name for players, _ in listed for name in players}) if names is None else names
    place = {name: number for number, name in enumerate(names)}
    table = Crosstable(names)
    for players, value in listed:
        moved = {(winner, loser): amount for winner, loser, amount in flows(value)}
        for one, other in combinations(range(len(players)), 2):
            first, second = place.get(players[one]), place.get(players[other])
            if first is None or second is None or first == second:
                continue
            table.add(first, second, moved.get((one, other), 0.0) - moved.get((other, one), 0.0))
    return table
