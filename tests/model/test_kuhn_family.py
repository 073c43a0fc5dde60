"""Kuhn poker as a family of strategies: value, equilibria, best responses, regions and contours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import RiverboatError
from riverboat.model.kuhn import (
    BALANCED,
    NASH_SECOND,
    OPPONENTS,
    PURE,
    SECOND_EXPERTS,
    First,
    Second,
    best_first,
    best_second,
    contour,
    expected_value,
    max_value_against,
    min_value_against,
    nash_first,
    random_opponents,
    region,
)
from riverboat.model.kuhn.studies import average_second, effective_range

CHANCE = st.floats(0, 1)
FIRSTS = st.builds(First, CHANCE, CHANCE, CHANCE)
SECONDS = st.builds(Second, CHANCE, CHANCE)


def some_pairs(count: int) -> Iterator[tuple[First, Second]]:
    rng = np.random.default_rng(8)
    for _ in range(count):
        yield First(*rng.random(3).tolist()), Second(*rng.random(2).tolist())


def spiel_policy(pyspiel: Any, game: Any, first: First, second: Second) -> Any:
    """The pair as a policy of open_spiel's Kuhn poker, where 0 is pass and 1 is bet."""
    probabilities = {
        "0": first.alpha, "1": 0.0, "2": first.gamma, "0pb": 0.0, "1pb": first.beta, "2pb": 1.0,
        "0p": second.xi, "1p": 0.0, "2p": 1.0, "0b": 0.0, "1b": second.eta, "2b": 1.0,
    }  # fmt: skip
    return pyspiel.TabularPolicy({state: [(0, 1 - bet), (1, bet)] for state, bet in probabilities.items()})


def test_the_value_of_any_pair_is_open_spiels() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("kuhn_poker")
    for first, second in some_pairs(25):
        policy = spiel_policy(pyspiel, game, first, second)
        score = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
        assert expected_value(first, second) == pytest.approx(score[0], abs=1e-12)


def test_no_strategy_of_the_whole_game_beats_the_best_response_in_the_family() -> None:
    """Dominated actions do not help, so open_spiel's best response over all of them wins just as much."""
    pyspiel = pytest.importorskip("pyspiel")
    best_response = pytest.importorskip("open_spiel.python.algorithms.best_response")
    policies = pytest.importorskip("open_spiel.python.policy")
    game = pyspiel.load_game("kuhn_poker")
    for first, second in some_pairs(8):
        table = policies.TabularPolicy(game)
        for state, row in spiel_policy(pyspiel, game, first, second).policy_table().items():
            table.policy_for_key(state)[:] = [chance for _, chance in row]
        root = game.new_initial_state()
        assert max_value_against(second) == pytest.approx(
            best_response.BestResponsePolicy(game, 0, table).value(root), abs=1e-12
        )
        assert -min_value_against(first) == pytest.approx(
            best_response.BestResponsePolicy(game, 1, table).value(root), abs=1e-12
        )


@given(CHANCE, SECONDS)
def test_every_equilibrium_strategy_of_p1_wins_the_value_against_anybody(gamma: float, second: Second) -> None:
    assert expected_value(nash_first(gamma), second) == pytest.approx(-1 / 18, abs=1e-12)


@given(FIRSTS)
def test_so_does_p2s_only_one(first: First) -> None:
    assert expected_value(first, NASH_SECOND) == pytest.approx(-1 / 18, abs=1e-12)


@given(SECONDS)
def test_a_best_response_is_the_best_of_the_eight_pure_strategies(second: Second) -> None:
    most = max(expected_value(pure, second) for pure in PURE)
    assert expected_value(PURE[best_first(second)], second) == pytest.approx(most, abs=1e-8)
    assert max_value_against(second) == pytest.approx(most, abs=1e-12)
    assert best_first(second) not in (0, 7)


@given(FIRSTS)
def test_the_same_for_p2(first: First) -> None:
    least = min(expected_value(first, Second(float(eta), float(xi))) for eta in (0, 1) for xi in (0, 1))
    assert expected_value(first, best_second(first)) == pytest.approx(least, abs=1e-8)
    assert min_value_against(first) == pytest.approx(least, abs=1e-12)


def test_pure_strategies_are_numbered_by_their_bits() -> None:
    """S1 = (0, 0, 1), S2 = (0, 1, 0), ..., S7 = (1, 1, 1)."""
    assert [PURE[1], PURE[2], PURE[7]] == [First(0, 0, 1), First(0, 1, 0), First(1, 1, 1)]


def test_the_six_opponents_come_from_six_regions() -> None:
    assert {name: best_first(opponent) for name, opponent in OPPONENTS.items()} == {
        "O1": 6, "O2": 2, "O3": 3, "O4": 1, "O5": 5, "O6": 4,
    }  # fmt: skip


def test_half_and_half_lies_between_s2_and_s3_and_is_answered_by_s3() -> None:
    """Section 6: the prior's (0.5, 0.5) is on that boundary, and its answer wins roughly 0.09 against O2."""
    middle = Second(0.5, 0.5)
    assert expected_value(PURE[2], middle) == expected_value(PURE[3], middle) == max_value_against(middle)
    assert best_first(middle) == 3
    assert expected_value(PURE[3], OPPONENTS["O2"]) == pytest.approx(0.0917, abs=5e-5)


def test_balanced_exploration_can_cost_0_417_a_hand() -> None:
    assert min_value_against(BALANCED) == pytest.approx(-0.417, abs=5e-4)
    assert min_value_against(BALANCED) / min_value_against(nash_first(0.5)) > 7


def test_p2s_uniformly_weighted_experts() -> None:
    """Section 7: (.47, .47), worth -0.011 to a P1 who switches at once, and never outside [.141, .841].

    The last two are 0.30 times the rounded 0.47; unrounded they are 0.14 and 0.84.
    """
    mixture = average_second(SECOND_EXPERTS)
    assert mixture == pytest.approx((0.47, 0.47), abs=0.005)
    assert expected_value(PURE[best_first(Second(0.5, 0.5))], mixture) == pytest.approx(-0.011, abs=5e-4)
    assert effective_range() == pytest.approx((0.141, 0.841), abs=0.0011)
    assert effective_range() == pytest.approx((0.14, 0.84), abs=1e-12)


def area(corners: tuple[Second, ...]) -> float:
    around = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(a.eta * b.xi - b.eta * a.xi for a, b in around)) / 2


def test_six_regions_tile_the_square() -> None:
    assert sum(area(region(number)) for number in range(1, 7)) == pytest.approx(1, abs=1e-12)
    for number in range(1, 7):
        corners = region(number)
        assert any(corner == pytest.approx(NASH_SECOND) for corner in corners)
        inside = Second(*np.mean(corners, axis=0).tolist())
        assert max(range(8), key=lambda each: expected_value(PURE[each], inside)) == number


@pytest.mark.parametrize("number", [0, 7])
def test_two_strategies_have_no_region(number: int) -> None:
    with pytest.raises(RiverboatError, match="best against nobody"):
        region(number)


@pytest.mark.parametrize("value", [-0.05, 0.0, 0.055, 0.1, 0.16, 0.3])
def test_the_best_response_wins_the_same_all_along_a_contour(value: float) -> None:
    for start, end in contour(value):
        for share in (0.0, 0.3, 1.0):
            point = Second(*(np.array(start) + share * (np.array(end) - start)).tolist())
            assert max(expected_value(pure, point) for pure in PURE) == pytest.approx(value, abs=1e-12)
            assert all(-1e-12 <= part <= 1 + 1e-12 for part in point)


def test_the_contour_of_zero_is_closed_and_has_the_equilibrium_inside() -> None:
    pieces = contour(0.0)
    ends = sorted(tuple(np.round(end, 9).tolist()) for piece in pieces for end in piece)
    assert len(pieces) == 6
    assert ends[::2] == ends[1::2]  # each corner ends one piece and begins another
    assert max_value_against(NASH_SECOND) < 0


def test_random_opponents_are_spread_evenly_along_their_contour() -> None:
    drawn = random_opponents(0.055, 20_000, seed=3)
    assert [max(expected_value(pure, Second(*row)) for pure in PURE) for row in drawn[:500].tolist()] == pytest.approx(
        [0.055] * 500, abs=1e-12
    )
    pieces = contour(0.055)
    lengths = np.array([np.hypot(*(np.array(a) - b)) for a, b in pieces])
    regions = np.array([best_first(Second(*row)) for row in drawn.tolist()])
    for (a, b), length in zip(pieces, lengths, strict=True):
        middle = Second((a.eta + b.eta) / 2, (a.xi + b.xi) / 2)
        share, expected = float(np.mean(regions == best_first(middle))), length / lengths.sum()
        assert abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / len(drawn))


@pytest.mark.parametrize("value", [-1 / 18, -0.2, 1 / 3, 0.5])
def test_there_are_no_opponents_of_impossible_exploitability(value: float) -> None:
    with pytest.raises(RiverboatError, match="exploitability"):
        random_opponents(value, 3)
