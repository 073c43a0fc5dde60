"""A share of independent trials with its interval: Wilson's (JASA 22, 1927), which is honest near 0 and 1 too."""

from __future__ import annotations

from math import nan, sqrt
from statistics import NormalDist

from riverboat.stats.mean import Interval


def share_interval(hits: int, trials: int, level: float = 0.95) -> Interval:
    """Where the true share lies; nan without trials.

    Args:
        hits: How often it happened.
        trials: How often it could have.
    """
    if trials < 1:
        return Interval(nan, nan)
    z = NormalDist().inv_cdf(0.5 + level / 2.0)
    share = hits / trials
    middle = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
    reach = z * sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2)) / (1 + z**2 / trials)
    return Interval(middle - reach, middle + reach)
