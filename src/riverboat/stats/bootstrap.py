"""The bootstrap: intervals for statistics without a formula for their error.

The values are drawn again with replacement many times, and the statistic of each such sample shows how much it varies
(Efron 1979). The interval is the percentile one, or by default the bias-corrected and accelerated one (Efron 1987),
which is right for skewed statistics too. Cost: `resamples` times the statistic, in batches of bounded memory; the
accelerated form computes it once more for each value left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.stats.mean import Interval

Statistic = Callable[[NDArray[np.float64]], Any]
"""From float64[..., N] to float64[...]: the statistic along the last axis, as `numpy.mean` with `axis=-1` gives it."""

_BATCH_NUMBERS = 1_000_000


def mean_of(values: NDArray[np.float64]) -> Any:
    """The mean along the last axis."""
    return values.mean(axis=-1)


def bootstrap_interval(
    values: Sequence[float] | NDArray[np.float64],
    statistic: Statistic = mean_of,
    *,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int | np.random.Generator = 1,
    method: Literal["accelerated", "percentile"] = "accelerated",
) -> Interval:
    """An interval for the statistic of the population that these values come from.

    Args:
        values: A sample of the population.
        statistic: What is estimated, along the last axis, as `numpy.mean` with `axis=-1` does. Default: the mean.
        resamples: How often the values are drawn again.
        seed: A number, or a generator of numpy that is drawn from.
        method: "accelerated" (BCa; Efron 1987), which is right for skewed statistics too, or "percentile".
    """
    sample = np.asarray(values, np.float64)
    if sample.ndim != 1 or len(sample) < 2:
        raise ValueError(f"bootstrap of {sample.size} values: expected two or more in a row")
    if not 0.0 < level < 1.0:
        raise ValueError(f"confidence {level}: expected a number between 0 and 1, such as 0.95")
    drawn = np.sort(_resampled(sample, statistic, resamples, np.random.default_rng(seed)))
    tail = (1.0 - level) / 2.0
    low, high = tail, 1.0 - tail
    if method == "accelerated":
        low, high = _accelerated(sample, statistic, drawn, tail)
    return Interval(float(np.quantile(drawn, low)), float(np.quantile(drawn, high)))


def _resampled(
    sample: NDArray[np.float64], statistic: Statistic, resamples: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    batch = max(1, _BATCH_NUMBERS // len(sample))
    found = [
        statistic(sample[rng.integers(0, len(sample), (min(batch, resamples - start), len(sample)))])
        for start in range(0, resamples, batch)
    ]
    return np.concatenate(found)


def _accelerated(
    sample: NDArray[np.float64], statistic: Statistic, drawn: NDArray[np.float64], tail: float
) -> tuple[float, float]:
    """Which quantiles of the resamples to take, given their bias and skewness (Efron 1987, eq. 2.3)."""
    whole = float(statistic(sample))
    below = (float((drawn < whole).mean()) + float((drawn <= whole).mean())) / 2.0
    if not 0.0 < below < 1.0:
        return tail, 1.0 - tail
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    without_one = np.array([float(statistic(np.delete(sample, place))) for place in range(len(sample))])
    apart = without_one.mean() - without_one
    spread = float((apart**2).sum()) ** 1.5
    skew = float((apart**3).sum()) / (6.0 * spread) if spread else 0.0

    def adjusted(quantile: float) -> float:
        reach = bias + normal.inv_cdf(quantile)
        return normal.cdf(bias + reach / (1.0 - skew * reach))

    return adjusted(tail), adjusted(1.0 - tail)
