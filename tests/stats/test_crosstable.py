"""Who won how much from whom."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.stats import Crosstable, RunningMean
from riverboat.stats.crosstable import flows


def test_a_cell_and_its_mirror() -> None:
    table = Crosstable(["a", "b", "c"])
    for won in (2.0, -1.0, 5.0):
        table.add(1, 0, won)
    assert table["b", "a"].mean == pytest.approx(2.0)
    assert table["a", "b"].mean == pytest.approx(-2.0)
    assert table["a", "b"].interval() == pytest.approx(tuple(-x for x in table["b", "a"].interval()[::-1]))
    assert table["a", "c"].count == 0


def test_merging_is_adding_all() -> None:
    first, second, both = Crosstable("ab"), Crosstable("ab"), Crosstable("ab")
    for table, values in ((first, [1.0, 2.0]), (second, [5.0, -3.0, 1.0])):
        for value in values:
            table.add(0, 1, value)
            both.add(0, 1, value)
    first.merge(second)
    assert first["a", "b"].mean == pytest.approx(both["a", "b"].mean)
    assert first["a", "b"].variance == pytest.approx(both["a", "b"].variance)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=9))
def test_flows_of_a_hand_add_up_to_its_payoffs(payoffs: list[int]) -> None:
    payoffs[-1] -= sum(payoffs)
    net = [0.0] * len(payoffs)
    for winner, loser, amount in flows(payoffs):
        net[winner] += amount
        net[loser] -= amount
    assert net == pytest.approx(payoffs)


def test_saved_and_restored() -> None:
    table = Crosstable(["x", "y"])
    table.add(0, 1, 0.1)
    table.add(0, 1, 0.3)
    assert Crosstable.restored(json.loads(json.dumps(table.saved()))) == table
    cells = table.to_json()["cells"]
    assert cells[0][0] is None
    assert cells[1][0]["mean"] == pytest.approx(-0.2)
    assert isinstance(table.cell(0, 1), RunningMean)


def test_nobody_plays_against_themselves() -> None:
    with pytest.raises(ValueError, match="against themselves"):
        Crosstable("ab").add(0, 0, 1.0)
