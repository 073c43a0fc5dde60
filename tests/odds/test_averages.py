"""Starting hands on the average flop, against sums that are known by other ways."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards.holdings import CLASS_BY_NAME, CLASS_SIZES
from riverboat.errors import RiverboatError
from riverboat.odds.averages import ars_averages, average_strength, flop_averages
from riverboat.odds.strength import expected_hand_strength, hand_potential, hand_strength


def test_on_the_average_every_hand_is_a_coin_flip() -> None:
    """Over all hands and flops somebody is ahead as often as behind: the mean HS is exactly one half."""
    mean = np.average(average_strength(1), weights=CLASS_SIZES)
    assert mean == pytest.approx(0.5, abs=1e-12)


def test_strength_of_one_hand_over_every_flop() -> None:
    """72o by brute force over 400 random flops, and exactly by the table."""
    rng = np.random.default_rng(3)
    hole = (0, 21)  # 2c 7d
    deck = [card for card in range(52) if card not in hole]
    values = [float(hand_strength(hole, rng.choice(deck, 3, replace=False).tolist())) for _ in range(400)]
    error = np.std(values) / np.sqrt(len(values))
    assert average_strength(1)[CLASS_BY_NAME["72o"]] == pytest.approx(np.mean(values), abs=4 * error)


def test_more_opponents_are_never_better() -> None:
    one, two, four = (average_strength(n) for n in (1, 2, 4))
    assert (two < one).all()
    assert (four < two).all()
    assert (two >= one**2).all()  # the mean of squares is at least the square of the mean


def test_potentials_of_a_few_flops() -> None:
    """Three flops drawn with a seed: the class average of PPot is that of its holdings, one by one."""
    found = flop_averages(flops=3, seed=5)
    generator = np.random.default_rng(5)
    flops = [generator.choice(52, 3, replace=False).tolist() for _ in range(3)]
    pairs = [(48 + a, 48 + b) for a in range(4) for b in range(a)]
    values = [hand_potential(pair, flop) for flop in flops for pair in pairs if not set(pair) & set(flop)]
    place = CLASS_BY_NAME["AA"]
    assert found.positive[place] == pytest.approx(np.mean([value.positive for value in values]))
    assert found.negative[place] == pytest.approx(np.mean([value.negative for value in values]))
    assert (found.effective >= found.strength - 1e-12).all()


def test_ars_is_unbiased_over_the_classes() -> None:
    river = ars_averages(boards=400, seed=2)
    assert np.abs(river.ars - river.expected).max() < 0.03
    assert river.expected[CLASS_BY_NAME["AA"]] == pytest.approx(float(expected_hand_strength("AhAd")), abs=0.03)
    assert (river.error > 0.0).all()


def test_no_flops_are_refused() -> None:
    with pytest.raises(RiverboatError, match="0 flops"):
        flop_averages(flops=0)
