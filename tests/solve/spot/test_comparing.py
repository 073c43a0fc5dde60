"""Two solutions side by side: a lock shows as a difference, and sizes with other names are matched."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.solve.spot import Spot
from riverboat.solve.spot.comparing import AGGRESSIVE, compare_nodes

BOARD = "Td9d6hQc2s"


def _spot(board: str = BOARD, bets: str = "a", **more: object) -> Spot:
    """The clairvoyance game: OOP holds the nuts or nothing, IP a hand between them; pot 100, stacks 100."""
    return Spot(board, oop="KJo,54o", ip="AA", pot=100, stack=100, bets=bets, **more)  # type: ignore[arg-type]


def test_the_same_solution_does_not_differ() -> None:
    node = _spot().solve(iterations=200).node("")
    found = compare_nodes(node, node)
    assert found.oop.ev_change == found.ip.ev_change == 0.0
    assert all(first == second for first, second in found.oop.frequencies.values())
    assert np.isnan(found.oop.class_ev[0]).sum() == 169 - 2


def test_a_lock_shows_as_a_difference() -> None:
    """In equilibrium the bettor of a pot-sized bet bluffs one for two value bets, and a caller calls half the time.

    If IP folds every time, the nuts win the pot and so does every bluff: OOP's EV is the pot.
    """
    free = _spot().solve("0.01%")
    folding = _spot(lock=["b100: f=1"]).solve("0.01%")
    called = compare_nodes(free.node("b100"), folding.node("b100"))
    assert called.actions == ("f", "c")
    assert called.ip.frequencies["f"] == pytest.approx((0.5, 1.0), abs=0.02)
    assert called.ip.frequencies["c"] == pytest.approx((0.5, 0.0), abs=0.02)
    start = compare_nodes(free.node(""), folding.node(""))
    assert start.oop.ev[1] == pytest.approx(100.0, abs=0.5)
    assert start.oop.ev[0] == pytest.approx(75.0, abs=1.0)  # (value 1/2 + bluffs 1/4) x pot, for as many nuts as air
    assert start.oop.ev_change == pytest.approx(-start.ip.ev_change, abs=1e-3)
    air = start.oop.class_frequencies["b100"][1][_cell("54o")]
    assert air == pytest.approx(1.0, abs=0.02)  # the nuts win the pot whether they bet or check


def test_sizes_with_other_names_are_matched_by_kind() -> None:
    small, large = _spot(bets="50%").solve(iterations=300).node(""), _spot(bets="a").solve(iterations=300).node("")
    found = compare_nodes(small, large)
    assert found.actions == ("x", "b50", "b100")
    assert found.oop.frequencies["b50"][1] == found.oop.frequencies["b100"][0] == 0.0
    first, second = found.oop.frequencies[AGGRESSIVE]
    assert first == pytest.approx(small.frequencies["b50"])
    assert second == pytest.approx(large.frequencies["b100"])
    assert second > first  # a larger bet takes more bluffs with it
    json = found.to_json()
    assert json["sides"][0]["class_ev"][0][_cell("AA")] is None


def test_what_cannot_be_compared_is_refused() -> None:
    here = _spot().solve(iterations=20)
    with pytest.raises(RiverboatError, match="only solutions of one board"):
        compare_nodes(here.node(""), _spot("Td9d6hQc3s").solve(iterations=20).node(""))
    with pytest.raises(RiverboatError, match="another player acts"):
        compare_nodes(here.node(""), here.node("x"))


def _cell(name: str) -> int:
    from riverboat.cards.holdings import CLASS_NAMES

    return CLASS_NAMES.index(name)
