"""Confidence sequences: watched all the time they miss rarely, while ordinary intervals that are watched miss often."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from riverboat.stats.mean import RunningMean
from riverboat.stats.sequential import MIN_COUNT, anytime_interval, anytime_margin, normal_mixture

RUNS, LENGTH = 2000, 4000


def _ever_outside(values: np.ndarray, half_width: np.ndarray, true: float) -> float:
    """In which share of the runs (rows) the true mean is outside at any look from `MIN_COUNT` on."""
    count = np.arange(1, values.shape[1] + 1)
    means = values.cumsum(axis=1) / count
    variance = ((values**2).cumsum(axis=1) - count * means**2) / np.maximum(count - 1, 1)
    apart = np.abs(means - true) > half_width * np.sqrt(np.maximum(variance, 0.0))
    return float(apart[:, MIN_COUNT - 1 :].any(axis=1).mean())


def _poker_like(rng: np.random.Generator) -> np.ndarray:
    """Mostly blinds, sometimes pots of twenty blinds; the mean is zero."""
    size = (RUNS, LENGTH)
    pots = rng.choice(
        np.array([-20.0, -4.0, -1.0, 0.5, 1.5, 4.0, 20.0]), size, p=[0.02, 0.1, 0.3, 0.2, 0.26, 0.0775, 0.0425]
    )
    return pots - (-0.4 - 0.4 - 0.3 + 0.1 + 0.39 + 0.31 + 0.85)  # fmt: skip


@pytest.mark.parametrize("kind", ["normal", "poker"])
def test_watched_all_the_time_it_misses_at_most_one_time_in_twenty(kind: str) -> None:
    rng = np.random.default_rng(8)
    values = rng.normal(size=(RUNS, LENGTH)) if kind == "normal" else _poker_like(rng)
    count = np.arange(1, LENGTH + 1)
    sequence = np.array([normal_mixture(int(n), 0.05, narrowest=1000) for n in count])
    ordinary = 1.96 / np.sqrt(count)
    # 5 % and three standard errors of a share among 2,000 runs.
    assert _ever_outside(values, sequence, 0.0) < 0.05 + 3 * sqrt(0.05 * 0.95 / RUNS)
    assert _ever_outside(values, ordinary, 0.0) > 0.25


def test_the_boundary_of_robbins() -> None:
    """With r = 1, n = 1 and alpha = 0.05: sqrt(2 * 2 * ln(sqrt(2) / 0.05)), from the formula by hand."""
    narrowest = -2 * log(0.05) + log(-2 * log(0.05) + 1)  # r = 1
    assert normal_mixture(1, 0.05, narrowest) == pytest.approx(sqrt(4 * (0.5 * log(2) + log(20))))  # type: ignore[arg-type]


def test_it_is_about_half_as_wide_again_as_an_ordinary_interval_where_it_is_narrowest() -> None:
    for narrowest in (1000, 10_000, 100_000):
        ratio = normal_mixture(narrowest, 0.05, narrowest) * sqrt(narrowest) / 1.96
        assert 1.4 < ratio < 1.6
        assert ratio < normal_mixture(narrowest, 0.05, narrowest * 30) * sqrt(narrowest) / 1.96
        assert ratio < normal_mixture(narrowest, 0.05, narrowest // 30) * sqrt(narrowest) / 1.96


def test_it_says_nothing_of_few_values_and_ends_certain() -> None:
    few = RunningMean.of([1.0, 2.0] * (MIN_COUNT // 2 - 1))
    assert anytime_margin(few) == float("inf")
    many = RunningMean.of([0.0, 1.0] * 200_000)
    low, high = anytime_interval(many)
    assert low < 0.5 < high
    assert high - low < 0.01
    assert anytime_margin(many, 0.99) > anytime_margin(many, 0.95)
    with pytest.raises(ValueError, match="between 0 and 1"):
        anytime_margin(many, 1.0)
