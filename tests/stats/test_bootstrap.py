"""The bootstrap against the formula where there is one, and against scipy's."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.stats import RunningMean, bootstrap_interval

VALUES = np.random.default_rng(1).exponential(10.0, 400)


@pytest.mark.parametrize("method", ["accelerated", "percentile"])
def test_of_a_mean_is_close_to_the_formula(method: str) -> None:
    low, high = bootstrap_interval(VALUES, method=method, resamples=4000)  # type: ignore[arg-type]
    wanted_low, wanted_high = RunningMean.of(VALUES).interval()
    width = wanted_high - wanted_low
    assert abs(low - wanted_low) < 0.12 * width
    assert abs(high - wanted_high) < 0.12 * width


@pytest.mark.parametrize(("method", "scipys"), [("accelerated", "BCa"), ("percentile", "percentile")])
def test_of_a_skewed_statistic_agrees_with_scipy(method: str, scipys: str) -> None:
    stats = pytest.importorskip("scipy.stats")
    expected = stats.bootstrap(
        (VALUES,), np.var, n_resamples=8000, method=scipys, rng=np.random.default_rng(5), vectorized=True
    ).confidence_interval
    found = bootstrap_interval(VALUES, lambda rows: rows.var(axis=-1), method=method, resamples=8000)  # type: ignore[arg-type]
    width = expected.high - expected.low
    assert found.low == pytest.approx(expected.low, abs=0.06 * width)
    assert found.high == pytest.approx(expected.high, abs=0.06 * width)


def test_same_seed_same_interval() -> None:
    assert bootstrap_interval(VALUES, seed=3) == bootstrap_interval(VALUES, seed=3)
    assert bootstrap_interval(VALUES, seed=3) != bootstrap_interval(VALUES, seed=4)


def test_equal_values_have_no_spread() -> None:
    assert bootstrap_interval([2.0, 2.0, 2.0]) == (2.0, 2.0)


def test_too_few_values() -> None:
    with pytest.raises(ValueError, match="two or more"):
        bootstrap_interval([1.0])
