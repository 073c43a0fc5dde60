"""Sampled equity: within its own error of the exact numbers, and the same for the same seed."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.card import cards_text
from riverboat.odds.showdown import SAMPLES, equity

CROWDED = ["AA:0.3, AK", "AQ, AJ:0.5, KK", "AT+, KQ:0.1"]


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AhKh", "QsQd"], "", ""),
        (["AhKh", "QsQd", "7c6c"], "8c9h2c", "Ts"),
        (["AhKh", "random"], "", ""),
        (["random", "AhKh", "random"], "2c7d9hTs", ""),
        (["TT+, AK", "22+:0.5, A2s+"], "Kd7h2c", ""),
        (CROWDED, "2c7d9h", ""),
        (["AA, KK, QQ"] * 4, "2c7d9h3s", ""),
        (["JJ+:0.2, 72o", "72s, A5s", "random"], "2c7d9h3s4s", ""),
    ],
)
def test_agrees_with_exact(players: list[str], board: str, dead: str) -> None:
    """Within four standard errors for every player: hands, ranges that crowd each other, players without cards."""
    exact = equity(players, board=board, dead=dead, exact=True)
    sampled = equity(players, board=board, dead=dead, samples=300_000, seed=7)
    assert not sampled.exact
    assert sampled.deals == 300_000
    assert sampled.standard_error is not None
    for truth, found, error in zip(exact.equity, sampled.equity, sampled.standard_error, strict=True):
        assert abs(found - truth) <= 4 * error
    for truth, found in zip(exact.win, sampled.win, strict=True):
        assert abs(found - truth) <= 4 * sqrt(truth * (1 - truth) / 300_000) + 1e-9


def test_the_joint_distribution_is_right() -> None:
    """Redrawing one hand instead of the whole deal would leave the first player with aces half of the time.

    AA or 22 against AKs or 33: with aces 6*6 + 4*3 pairs of holdings share no card, with deuces 6*10. On Q J 9 6 5 aces
    win always, deuces against AKs only, that is in 4 of 10 pairs.
    """
    with_aces, with_deuces = 6 * 6 + 4 * 3, 6 * 10
    expected = (with_aces + 0.4 * with_deuces) / (with_aces + with_deuces)
    result = equity(["AA, 22", "AKs, 33"], board="QhJc9s6d5d", samples=400_000, seed=3)
    assert result.standard_error is not None
    assert abs(result.equity[0] - expected) <= 4 * result.standard_error[0]


def test_same_seed_same_result_whatever_the_jobs() -> None:
    first = equity(CROWDED, samples=200_000, seed=11)
    assert equity(CROWDED, samples=200_000, seed=11) == first
    assert equity(CROWDED, samples=200_000, seed=11, threads=3) == first
    assert equity(CROWDED, samples=200_000, seed=12) != first
    assert first.seed == 11


def test_a_seed_is_made_up_and_told() -> None:
    first = equity(["AhKh", "QsQd"], samples=1000)
    assert first.seed is not None
    assert equity(["AhKh", "QsQd"], samples=1000, seed=first.seed) == first


def test_standard_error_is_that_of_a_mean() -> None:
    """Without ties it is the binomial one; over forty seeds the spread of the results is what it says."""
    result = equity(["3h2h", "AsTs"], board="KsTh7dAh", samples=50_000, seed=1)
    p = result.equity[0]
    assert result.standard_error is not None
    assert result.standard_error[0] == pytest.approx(sqrt(p * (1 - p) / 49_999), rel=1e-9)
    means, errors = [], []
    for seed in range(40):
        one = equity(["TT+", "AK, 98s", "random"], board="Td9h2c", samples=2000, seed=seed)
        assert one.standard_error is not None
        means.append(one.equity[1])
        errors.append(one.standard_error[1])
    assert np.std(means, ddof=1) == pytest.approx(np.mean(errors), rel=0.35)


def test_what_takes_long_is_sampled_by_default() -> None:
    result = equity(["AhKh", "random", "random"], seed=2)
    assert not result.exact
    assert result.deals == SAMPLES
    # AKs three-way against two random hands wins 50.7 % (the usual tables).
    assert result.equity[0] == pytest.approx(0.507, abs=0.002)


@given(cards=st.permutations(range(52)), players=st.integers(2, 10), samples=st.integers(1, 3000))
@settings(max_examples=20)
def test_laws(cards: list[int], players: int, samples: int) -> None:
    """Shares add up to the pot for any number of players, and any sample size is kept."""
    known = [cards_text(cards[2 * p : 2 * p + 2]) for p in range(players // 2)]
    result = equity([*known, *["random"] * (players - len(known))], board=cards[20:23], samples=samples, seed=5)
    assert result.deals == samples
    assert sum(result.equity) == pytest.approx(1.0, abs=1e-9)
    assert all(0.0 <= share <= 1.0 for share in result.equity)


def test_all_players_unknown_are_equal() -> None:
    result = equity(["random"] * 10, samples=500_000, seed=4)
    assert result.standard_error is not None
    for share, error in zip(result.equity, result.standard_error, strict=True):
        assert abs(share - 0.1) <= 4.5 * error


def test_progress_of_a_sample() -> None:
    seen: list[tuple[int, int | None]] = []
    equity(["AhKh", "QsQd"], samples=300_000, seed=1, on_progress=lambda state: seen.append((state.done, state.total)))
    assert seen == [(done, 5) for done in range(1, 6)]
