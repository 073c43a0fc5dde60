"""The fast trials: exact where they claim to be, the same on any number of threads, and with honest errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.model.kuhn import (
    BALANCED,
    OPPONENTS,
    PURE,
    Experts,
    Explore,
    ExploreAsSecond,
    First,
    expected_value,
    learning_curve,
    max_value_against,
    min_value_against,
    mutual_curve,
    nash_first,
    random_opponents,
)
from riverboat.model.kuhn.studies import METHODS, SECOND_LEARNER, compare, fixed_exploitability
from riverboat.model.kuhn.trials import Learner

O6 = OPPONENTS["O6"]
LEARNERS = [Explore(), Experts(), Explore(nash_first(0.25))]


@pytest.mark.parametrize("learner", LEARNERS)
def test_threads_change_nothing(learner: Learner) -> None:
    one, two = (learning_curve(learner, O6, hands=250, trials=4_100, seed=5, threads=n) for n in (1, 2))
    assert (one.moments == two.moments).all()
    assert (one.counts == two.counts).all()
    assert (one.moments != learning_curve(learner, O6, hands=250, trials=4_100, seed=6).moments).any()


def test_what_is_known_exactly_has_no_error() -> None:
    """Switching at 0 plays the answer to the prior, S3; never switching plays the exploration strategy."""
    curve = learning_curve(Explore(), O6, hands=200, trials=50)
    assert curve.rate[0] == pytest.approx(expected_value(PURE[3], O6), abs=1e-12)
    assert curve.winnings()[[0, 200]] == pytest.approx(
        [200 * expected_value(PURE[3], O6), 200 * expected_value(BALANCED, O6)]
    )
    assert curve.winnings_error()[[0, 200]] == pytest.approx([0, 0], abs=1e-6)


def test_an_equilibrium_is_expected_to_win_the_value_however_long_it_explores() -> None:
    curve = learning_curve(Explore(nash_first(0.75)), random_opponents(0.1, 300), hands=80, trials=300)
    assert (curve.moments[:, 2] / 300) == pytest.approx(-np.arange(81) / 18)


@pytest.mark.parametrize("name", list(OPPONENTS))
def test_every_opponent_is_found_out_in_the_long_run(name: str) -> None:
    """With 4,000 hands hardly anybody misses more than a hundredth of a chip."""
    curve = learning_curve(Explore(), OPPONENTS[name], hands=4_000, trials=200, seed=2)
    most = max_value_against(OPPONENTS[name])
    assert most - 0.01 < curve.rate[-1] <= most + 1e-12


@pytest.mark.parametrize("first", [First(0.9, 0.2, 0.6), First(0.1, 0.9, 0.2), First(0.0, 0.3, 0.9)])
def test_p2_finds_p1_out_in_the_long_run(first: First) -> None:
    curve = learning_curve(ExploreAsSecond(), first, hands=4_000, trials=200, seed=2)
    most = -min_value_against(first)
    assert most - 0.01 < curve.rate[-1] <= most + 1e-12


@pytest.mark.parametrize("learner", LEARNERS)
def test_standard_errors_say_how_much_means_scatter(learner: Learner) -> None:
    """60 independent means of 300 trials scatter as each of them says, to the accuracy of 60 values (4 sigma)."""
    runs = [learning_curve(learner, O6, hands=60, trials=300, match=60, seed=seed) for seed in range(60)]
    for values, errors in (
        ([run.rate[30] for run in runs], [run.rate_error[30] for run in runs]),
        ([run.winnings()[30] for run in runs], [run.winnings_error()[30] for run in runs]),
    ):
        assert np.std(values, ddof=1) == pytest.approx(float(np.mean(errors)), rel=4 / np.sqrt(2 * 59))


def test_deals_and_draws_are_fair() -> None:
    """How often six deals go each of five ways, against the products of the probabilities."""
    from riverboat.model.kuhn import _kernels as kernels

    hands, opponent = 60_000, (0.3, 0.8)
    trace = np.zeros((hands, 5), np.int8)
    kernels.map_trials(
        np.uint64(3), np.uint64(0), np.array([opponent]), np.array([0.2, 0.6, 0.7]), np.ones(4), 200, -0.1,
        np.zeros((hands + 1, 5)), np.zeros((hands + 1, 3), np.int64), trace,
    )  # fmt: skip
    found: dict[Any, Any] = {}
    for row in trace[:, :3].tolist():
        found[tuple(row)] = found.get(tuple(row), 0) + 1
    expected = {}
    for first in range(3):
        for second in {0, 1, 2} - {first}:
            bet, call = (0.2, 0.0, 0.7)[first], (0.0, 0.3, 1.0)[second]
            bluff, third = (0.8, 0.0, 1.0)[second], (0.0, 0.6, 1.0)[first]
            ways = ((1 - bet) * (1 - bluff), (1 - bet) * bluff * (1 - third), (1 - bet) * bluff * third)
            for line, chance in enumerate((*ways, bet * (1 - call), bet * call)):
                expected[first, second, line] = chance / 6
    for key, chance in expected.items():
        assert abs(found.get(key, 0) - hands * chance) <= 4.5 * np.sqrt(hands * chance * (1 - chance))


def test_a_match_of_any_length_comes_from_one_curve() -> None:
    long = learning_curve(Explore(), O6, hands=400, trials=300)
    short = learning_curve(Explore(), O6, hands=100, trials=300)
    assert long.winnings(100) == pytest.approx(short.winnings(100))
    with pytest.raises(RiverboatError, match="match of 401 hands"):
        long.winnings(401)


def test_random_opponents_are_the_same_for_all_methods() -> None:
    against = fixed_exploitability(200, seed=4)
    assert (against == fixed_exploitability(200, seed=4)).all()
    curves = compare(METHODS, against, trials=200, seed=4)
    assert curves["balanced"].rate[0] == curves["Nash"].rate[0]  # the same prior against the same opponents


def test_mutual_learning_does_not_depend_on_which_switches_are_asked_for() -> None:
    many = mutual_curve(Explore(), SECOND_LEARNER, [0, 7, 30, 200], trials=120)
    one = mutual_curve(Explore(), SECOND_LEARNER, [30], trials=120, threads=1)
    assert many.winnings[2] == pytest.approx(one.winnings[0], abs=1e-9)
    assert many.answers.sum(axis=1) == pytest.approx([1.0] * 4)


@pytest.mark.parametrize(
    "arguments",
    [{"hands": 0}, {"trials": 0}, {"seed": -1}, {"match": 0}],
)
def test_impossible_sizes_are_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(RiverboatError, match="expected"):
        learning_curve(Explore(), O6, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("opponents", [(0.5, 1.5), (0.5,), np.full((3, 2), 0.5)])
def test_impossible_opponents_are_refused(opponents: object) -> None:
    with pytest.raises(RiverboatError, match="expected 2 probabilities"):
        learning_curve(Explore(), opponents, trials=10)  # type: ignore[arg-type]


@pytest.mark.parametrize("switches", [(), (-1,), (201,)])
def test_impossible_switches_are_refused(switches: tuple[int, ...]) -> None:
    with pytest.raises(RiverboatError, match="switching hands"):
        mutual_curve(Explore(), SECOND_LEARNER, switches, trials=2)
