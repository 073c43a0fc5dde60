"""Ratings and cycles against theory: closed forms, and frequencies over tables whose truth is known."""

from __future__ import annotations

from itertools import combinations
from math import inf, isnan, sqrt

import numpy as np
import pytest

from riverboat.stats.cycles import find_cycles, holm
from riverboat.stats.mean import RunningMean
from riverboat.stats.ratings import Pair, pair_ratings, table_ratings
from riverboat.stats.sequential import is_narrow


def every_pair(table: np.ndarray, error: float) -> list[Pair]:
    return [
        Pair(row, column, float(table[row, column]), error, 1.0) for row, column in combinations(range(len(table)), 2)
    ]


def test_a_table_of_differences_gives_its_ratings_back() -> None:
    strengths = np.array([30.0, 5.0, -10.0, -25.0])
    pairs = every_pair(strengths[:, None] - strengths, 3.0)
    found = pair_ratings(4, pairs)
    assert np.allclose(found.values, strengths)
    assert found.misfit == 0.0
    assert found.order() == [0, 1, 2, 3]
    cycles = find_cycles(4, pairs, found)
    assert (cycles.share, cycles.upsets, cycles.triads) == (0.0, (), ())


def test_with_all_pairs_and_equal_errors_a_rating_is_the_mean_of_its_row() -> None:
    """The normal equations are n r_i = sum_j y_ij, so the variance of r_i is (n - 1) / n^2 of a cell's."""
    table = np.array([[0, 40, -20, 7], [-40, 0, 90, 3], [20, -90, 0, 11], [-7, -3, -11, 0]], float)
    found = pair_ratings(4, every_pair(table, 6.0))
    assert np.allclose(found.values, table.sum(axis=1) / 4)
    assert np.allclose(found.errors, 6.0 * sqrt(3) / 4)


def test_a_cell_without_any_error_does_not_decide_everything() -> None:
    """Three players, one pair of them exact; ratings cannot fit the three, and all count."""
    table = np.array([[0, 100, -100], [-100, 0, 100], [100, -100, 0]], float)
    pairs = every_pair(table, 5.0)
    pairs[0] = pairs[0]._replace(error=0.0)
    found = pair_ratings(3, pairs)
    assert max(map(abs, found.values)) < 1.0  # by the exact cell alone, the first two would be 100 apart
    assert found.misfit == pytest.approx(sqrt(3) * 100, rel=0.01)  # one degree of freedom takes three squares


def test_players_who_always_split_are_equal() -> None:
    """Every result is exactly zero, as without luck between two who only call: weights must stay finite."""
    nothing = RunningMean(12, 0.0, 0.0)
    pairs = [Pair.of(row, column, nothing) for row, column in combinations(range(3), 2)]
    found = pair_ratings(3, pairs)
    assert found.values == (0.0, 0.0, 0.0)
    cycles = find_cycles(3, pairs, found)
    assert not any(triad.is_significant for triad in cycles.triads)
    assert pair_ratings(2, pairs[:1]).values == (0.0, 0.0)


def test_rock_paper_scissors_is_all_cycle() -> None:
    table = np.array([[0, 100, -100], [-100, 0, 100], [100, -100, 0]], float)
    pairs = [pair._replace(p=1e-6) for pair in every_pair(table, 5.0)]
    cycles = find_cycles(3, pairs, pair_ratings(3, pairs))
    assert cycles.share == pytest.approx(1.0)
    assert cycles.p < 1e-9
    [triad] = cycles.triads
    assert triad.players == (0, 1, 2)
    assert triad.is_significant
    assert (triad.curl, triad.weakest) == (300.0, 100.0)
    assert triad.curl_error == pytest.approx(5.0 * sqrt(3))


def test_half_and_half() -> None:
    """The sum of a gradient and of a cycle with the same sum of squares has a cyclic share of one half."""
    gradient = np.array([20.0, 0.0, -20.0])
    size = sqrt(((gradient[:, None] - gradient) ** 2).sum() / 6)
    around = size * np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], float)
    pairs = every_pair(gradient[:, None] - gradient + around, 1e-6)
    assert find_cycles(3, pairs, pair_ratings(3, pairs)).share == pytest.approx(0.5)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def test_pairs_that_never_close_a_circle_say_nothing_about_cycles() -> None:
    pairs = [Pair(0, 1, 10.0, 1.0, 0.0), Pair(1, 2, 10.0, 1.0, 0.0)]
    found = pair_ratings(3, pairs)
    assert np.allclose(found.values, [10.0, 0.0, -10.0])
    assert isnan(find_cycles(3, pairs, found).share)
    without = pair_ratings(4, pairs)
    assert without.errors[3] == inf
    assert without.order() == [0, 1, 2, 3]  # the last has met nobody


def test_intervals_and_p_values_hold_as_often_as_they_say() -> None:
    """160 tables of five players without cycles: ratings inside 95 %, and 5 % of the p-values below 0.05."""
    rng = np.random.default_rng(7)
    truth = np.array([40.0, 10.0, 0.0, -15.0, -35.0])
    places = list(combinations(range(5), 2))
    inside, cyclic, shares = 0, 0, []
    for _ in range(160):
        errors = rng.uniform(2.0, 12.0, len(places))
        pairs = [
            Pair(i, j, rng.normal(truth[i] - truth[j], e), e, 1.0) for (i, j), e in zip(places, errors, strict=True)
        ]
        found = pair_ratings(5, pairs)
        inside += sum(abs(found.values[i] - truth[i]) < found.margin(i) for i in range(5))
        cycles = find_cycles(5, pairs, found)
        cyclic += cycles.p < 0.05
        shares.append(cycles.share)
    assert abs(inside / 800 - 0.95) < 3 * sqrt(0.95 * 0.05 / 800)
    assert 1 <= cyclic <= 16  # 8 expected, with a deviation of 2.8
    assert np.mean(shares) < 0.02  # what luck adds is taken off


def test_larger_tables_by_hand() -> None:
    """At a table of three, who is rated r above the mean wins r - (-r / 2): one and a half times as much."""
    means = np.array([500.0, 500.0, -1000.0])
    found = table_ratings(3, [((0, 1, 2), means, np.zeros((3, 3)))])
    assert np.allclose(found.values, means * 2 / 3)
    two = table_ratings(3, [((0, 1), np.array([10.0, -10.0]), np.eye(2)), ((1, 2), np.array([4.0, -4.0]), np.eye(2))])
    assert np.allclose(np.diff(two.values), [-10.0, -4.0])


def test_stopping_at_a_width_keeps_the_confidence() -> None:
    """Chow and Robbins: 600 runs of skewed values, checked every 25, stopped at a margin of 0.1."""
    rng = np.random.default_rng(3)
    hits, counts = 0, []
    for _ in range(600):
        mean = RunningMean()
        while not is_narrow(mean, 0.1):
            values = rng.exponential(1.0, 25) - 1.0
            mean.merge(RunningMean(25, float(values.mean()), float(((values - values.mean()) ** 2).sum())))
        hits += 0.0 in mean.interval()
        counts.append(mean.count)
    assert hits / 600 > 0.95 - 3 * sqrt(0.95 * 0.05 / 600)
    assert np.mean(counts) == pytest.approx(1.96**2 / 0.1**2, rel=0.1)  # what a known variance would need
