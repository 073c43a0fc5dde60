"""Confidence sequences: intervals that stay valid when they are checked after every value and used to stop.

An ordinary 95 % interval holds at one moment that was chosen in advance. Anyone who watches it and stops as soon as it
excludes zero finds a winner among equals far more often than one time in twenty: sooner or later nearly always. A
confidence sequence holds at all moments together: the chance that the true mean is *ever* outside is at most 5 %.

Method: Robbins' normal mixture (Annals of Mathematical Statistics 41, 1970) with the estimated variance in place of the
true one, the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics
52, 2024):

    mean +- deviation * sqrt(2 (n r^2 + 1) / (n^2 r^2) * ln(sqrt(n r^2 + 1) / alpha))

where r decides after how many values it is narrowest. The price at that moment is an interval about 1.5 times as wide
as the ordinary one. It is exact for normal values of known variance, and otherwise good once the variance is well
known; so there is none before 100 values. Values of which one in a thousand is enormous
need many more: do not check before some of these have occurred. Costs a square root and a logarithm.

Stopping by the *width* of the interval, whatever the mean is, is another matter: Chow and Robbins (Annals of
Mathematical Statistics 36, 1965) showed that an ordinary interval keeps its confidence as the width asked for becomes
small, so it need not be wider and costs less than half the values. `is_narrow` is their rule.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Final

from riverboat.stats.mean import Interval, RunningMean

MIN_COUNT: Final = 100
"""With fewer values than this there is no interval."""
NARROWEST: Final = 10_000
"""The number of values at which the sequence is narrowest."""


def anytime_margin(mean: RunningMean, level: float = 0.95, narrowest: int = NARROWEST) -> float:
    """Half the width of the confidence sequence now; infinite before `MIN_COUNT` values."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"confidence {level}: expected a number between 0 and 1, such as 0.95")
    if mean.count < MIN_COUNT:
        return inf
    return mean.deviation * normal_mixture(mean.count, 1.0 - level, narrowest)


def anytime_interval(mean: RunningMean, level: float = 0.95, narrowest: int = NARROWEST) -> Interval:
    """The interval of the true mean, with this confidence at all times simultaneously."""
    margin = anytime_margin(mean, level, narrowest)
    return Interval(mean.mean - margin, mean.mean + margin)


def normal_mixture(count: int, alpha: float, narrowest: int = NARROWEST) -> float:
    """Robbins' boundary in standard deviations of one value."""
    # The r that makes it narrowest at that number of values, to a good approximation.
    square = (-2.0 * log(alpha) + log(-2.0 * log(alpha) + 1.0)) / narrowest
    spread = count * square + 1.0
    return sqrt(2.0 * spread / (count * count * square) * log(sqrt(spread) / alpha))


def is_narrow(mean: RunningMean, margin: float, level: float = 0.95, min_count: int = MIN_COUNT) -> bool:
    """Whether to stop for an interval of this margin: Chow and Robbins' rule, checked after any of the values.

    The interval is then `mean.interval(level)`. The mean itself must have no part in the decision to stop.
    """
    return mean.count >= min_count and mean.margin(level) <= margin
