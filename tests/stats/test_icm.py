"""The Independent Chip Model beside worked examples from elsewhere."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.stats.icm import icm


def test_wikipedia_example() -> None:
    """Wikipedia, "Independent Chip Model": 50, 30 and 20 % of the chips, prizes 70 and 30: about 45, 32 and 22."""
    assert icm([50, 30, 20], [70, 30]) == pytest.approx([45, 32, 22], abs=0.6)
    first_then_b = 0.5 * 0.3 / 0.5  # the article's first term, P[A = 1, B = 2, C = 3] = 0.3
    assert first_then_b == pytest.approx(0.3)


def test_published_final_tables() -> None:
    """Two tables of a public calculator (pailiku.com/tools/icm-calculator)."""
    assert icm([5000, 3000, 1500, 500], [500, 300, 200]) == pytest.approx([377.78, 312.89, 225.60, 83.73], abs=0.005)
    assert icm([5000, 3000, 2000], [50, 30, 20]) == pytest.approx([38.39, 32.75, 28.86], abs=0.005)


def test_all_orders_of_finishing() -> None:
    """The sum over all 120 orders, written as Harville has it."""
    stacks, prizes = np.array([7.0, 1.0, 4.0, 2.5, 3.0]), [10.0, 6.0, 3.0]
    expected = np.zeros(5)
    for order in permutations(range(5)):
        left, chance = stacks.sum(), 1.0
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        for place, prize in enumerate(prizes):
            expected[order[place]] += chance * prize
    assert icm(stacks, prizes) == pytest.approx(expected)


def test_busted_players_take_the_last_places() -> None:
    assert icm([9, 0, 0], [50, 30, 20], [4, 3, 2]).tolist() == [50, 30, 20]
    assert icm([9, 0, 0], [50, 30, 20], [4, 2, 2]).tolist() == [50, 25, 25]
    assert icm([6, 0, 6], [50, 30, 20], [5, 3, 4]).tolist() == [40, 20, 40]


def test_heads_up_prizes_are_linear_in_chips() -> None:
    stacks = np.array([[chips, 10.0 - chips] for chips in range(11)])
    assert icm(stacks, [70, 30])[:, 0] == pytest.approx(30 + 4.0 * np.arange(11))


@pytest.mark.parametrize(("stacks", "payouts"), [([0, 0], [1]), ([1, -1], [1]), ([1, 2], [3, 2, 1])])
def test_impossible_tables_are_refused(stacks: list[float], payouts: list[float]) -> None:
    with pytest.raises(RiverboatError):
        icm(stacks, payouts)
