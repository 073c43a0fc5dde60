"""Running means against the formulas of numpy and scipy."""

from __future__ import annotations

import json
from math import inf, isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.stats import RunningMean

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60)


@given(VALUES)
def test_mean_and_variance_are_numpys(values: list[float]) -> None:
    running = RunningMean.of(values)
    assert running.mean == pytest.approx(np.mean(values), rel=1e-9, abs=1e-6)
    assert running.variance == pytest.approx(np.var(values, ddof=1), rel=1e-9, abs=1e-6)


@given(VALUES, VALUES)
def test_merging_two_parts_is_the_mean_of_all(first: list[float], second: list[float]) -> None:
    merged = RunningMean.of(first)
    merged.merge(RunningMean.of(second))
    assert merged.count == len(first) + len(second)
    assert merged.mean == pytest.approx(np.mean(first + second), rel=1e-9, abs=1e-6)
    assert merged.variance == pytest.approx(np.var(first + second, ddof=1), rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("count", [2, 5, 30, 1000])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_interval_is_students(count: int, level: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(count).normal(3.0, 2.0, count)
    expected = stats.t.interval(level, count - 1, loc=values.mean(), scale=stats.sem(values))
    assert RunningMean.of(values).interval(level) == pytest.approx(expected, rel=1e-9)


def test_interval_of_very_many_values_uses_1_96() -> None:
    mean = RunningMean(1_000_000, 0.0, 999_999.0)
    assert mean.margin() == pytest.approx(1.959964e-3, rel=1e-6)


def test_the_interval_covers_the_truth_95_times_of_100() -> None:
    rng = np.random.default_rng(7)
    covered = sum(2.0 in RunningMean.of(rng.exponential(2.0, 200)).interval() for _ in range(2000))
    assert 1850 <= covered <= 1940  # 1900 and three standard errors, and the skew's small cost


def test_large_offset_loses_no_digits() -> None:
    """The textbook formula (mean of squares less square of the mean) gives nonsense here."""
    assert RunningMean.of([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]).variance == pytest.approx(30.0)


def test_one_value_has_no_interval() -> None:
    one = RunningMean.of([2.5])
    assert isnan(one.variance)
    assert one.margin() == inf
    assert one.to_json() == {"mean": 2.5, "low": None, "high": None, "values": 1}


def test_merging_nothing_changes_nothing() -> None:
    mean = RunningMean.of([1.0, 2.0])
    mean.merge(RunningMean())
    assert mean == RunningMean.of([1.0, 2.0])


@given(VALUES)
def test_saved_as_json_and_restored_to_the_last_digit(values: list[float]) -> None:
    mean = RunningMean.of(values)
    assert RunningMean.restored(json.loads(json.dumps(mean.saved()))) == mean


def test_another_unit() -> None:
    mean = RunningMean.of([1.0, 2.0, 6.0])
    assert mean.scaled(-50.0).interval() == pytest.approx(tuple(-50.0 * end for end in mean.interval()[::-1]))


def test_confidence_must_be_a_fraction() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        RunningMean.of([1.0, 2.0]).interval(95)
