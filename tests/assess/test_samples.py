"""From values to statements, against the numbers of the thesis and of probability theory."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from riverboat.arena import run_match
from riverboat.assess import crosstable, duplicate_values, hands_needed, learning_curve, more_hands_needed
from riverboat.assess.samples import cumulative
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.stats.mean import RunningMean
from riverboat.stats.sequential import anytime_margin


@pytest.mark.parametrize(("deviation", "printed"), [(4.75, 7260), (1.93, 1200), (1.643, 870), (1.178, 450)], ids=str)
def test_games_needed_for_psopti4_against_psopti6(deviation: float, printed: int) -> None:
    """0.112 sb/g with bankroll, DIVAT, duplicate and duplicate DIVAT (Billings 2006, section 5.6); he takes 2.01 sd."""
    level = 2 * NormalDist().cdf(2.01) - 1
    assert hands_needed(deviation, 0.112, level=level) == pytest.approx(printed, rel=0.01)


def test_power_asks_for_more_hands() -> None:
    """(1.96 + 0.8416)^2 / 1.96^2 = 2.04 times as many for eight times in ten."""
    assert hands_needed(6.0, 0.06, power=0.8) / hands_needed(6.0, 0.06) == pytest.approx(2.043, abs=0.01)
    with pytest.raises(RiverboatError, match="difference 0"):
        hands_needed(6.0, 0.0)


def test_more_hands_make_a_watched_interval_exclude_zero() -> None:
    mean = RunningMean(1000, 0.1, 999 * 36.0)
    more = more_hands_needed(mean)
    assert more is not None
    for count, clear in ((1000 + more, True), (999 + more, False)):
        later = RunningMean(count, 0.1, (count - 1) * 36.0)
        assert (anytime_margin(later) <= 0.1) is clear
    fixed = more_hands_needed(mean, watched=False)
    assert fixed == hands_needed(6.0, 0.1) - 1000
    assert more_hands_needed(RunningMean(1000, 5.0, 999 * 36.0)) == 0
    assert more_hands_needed(RunningMean(50, 5.0, 49 * 36.0)) is None


def test_replays_of_a_deal_are_one_value() -> None:
    """Two copies of one deterministic player lose nothing to each other in duplicate."""
    hands: list[Hand] = []
    run_match(["always_call", "always_raise"], "holdem(betting=limit,players=2)", 200, "duplicate", record=hands.extend)
    values = duplicate_values(hands, [tuple(map(float, hand.payoffs)) for hand in hands], "always_call")
    assert values == [0.0] * 100


def test_a_learner_shows_in_the_curve() -> None:
    values = np.concatenate([np.tile([-1.0, 0.0], 50), np.tile([0.0, 1.0], 50)])
    points = learning_curve(values, 4)
    assert [point.hands for point in points] == [25, 75, 125, 175]
    assert [point.mean.mean for point in points] == pytest.approx([-0.5, -0.5, 0.5, 0.5])
    assert cumulative(values)[0] == (0.0, 0.0)
    assert cumulative(values)[-1] == (200.0, 0.0)


def test_a_crosstable_of_any_value() -> None:
    hands: list[Hand] = []
    run_match(["always_fold", "always_raise"], "holdem(betting=limit,players=2)", 100, record=hands.extend)
    table = crosstable(hands, [tuple(float(won) for won in hand.payoffs) for hand in hands])
    assert table["always_raise", "always_fold"].mean == 7.5
    assert table["always_fold", "always_raise"].mean == -7.5
