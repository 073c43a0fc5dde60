"""Locks as text, and what a solution does with them."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards import Range
from riverboat.errors import RiverboatError
from riverboat.solve.spot import Spot
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.tree import build_tree

POLAR = Spot("2c2d7h7s3c", "AA,QQ", "KK", 100, 100, "oop: 100%")
"""Aces or queens against kings, one bet of the pot: OOP gets 75 of 100 (theory: bluff half as often as value)."""


def test_a_lock_reads_as_it_is_written() -> None:
    tree = POLAR.tree()
    lock = Lock.read("b100: f=0.25, c=0.75", tree)
    assert lock.path == "b100"
    assert (lock.shares[0] == 0.25).all()
    assert (lock.shares[1] == 0.75).all()
    some = Lock.read(": x=1 for AA,KQs", tree)
    assert (~np.isnan(some.shares[0]) == (Range("AA,KQs").weights > 0)).all()
    assert not some.names_cards


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b100", "a path, a colon and actions"),
        ("b100:", "a path, a colon and actions"),
        ("b100: r200=1", '"r200" is not one of the actions there: f c'),
        ("b100: c=often", "c= and a number"),
        ("b100: c=0.5", "add up to 1"),
        ("b100: c=2,f=-1", "from 0 to 1"),
        ("b100/c: c=1", "nobody acts there"),
        ("b77: c=1", "b77"),
        ("b100: c=1 for ZZ", "ZZ"),
    ],
)
def test_bad_locks_are_one_clear_line(text: str, said: str) -> None:
    with pytest.raises(RiverboatError) as problem:
        Lock.read(text, POLAR.tree())
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_always_calling_costs_what_theory_says() -> None:
    solution = POLAR.solve(target="0.001%")
    assert solution.node().oop.total.ev == pytest.approx(75, abs=0.01)
    calling = solution.lock("b100: c=1").run(target="0.001%")
    assert calling.node().oop.total.ev == pytest.approx(100, abs=0.01)
    folding = solution.lock("b100: f=1").run(target="0.001%")
    assert folding.node().oop.total.ev == pytest.approx(100, abs=0.01)
    # With queens alone locked to bluff, calling is right, and OOP gets the calls of his aces less the bluffs.
    wild = solution.lock(": b100=1 for QQ").run(target="0.001%")
    assert wild.node().oop.total.ev == pytest.approx((200 - 100) / 2, abs=0.01)


def test_several_locks_of_a_node_stand_beside_each_other() -> None:
    """Aces check and win the pot, queens bluff and are always called: 100 and -100. Kings locked to call stay so when
    one of them is locked again."""
    both = Spot("2c2d7h7s3c", "AA,QQ", "KK", 100, 100, "oop: 100%", lock=(": x=1 for AA", ": b100=1 for QQ"))
    assert both.solve(target="0.001%").node().oop.total.ev == pytest.approx(0, abs=0.01)
    calling = POLAR.solve(target="0.1%").lock("b100: c=1").lock("b100: c=1 for KcKd").run(target="0.001%")
    assert calling.node().oop.total.ev == pytest.approx(100, abs=0.01)
    over = POLAR.solve(target="0.1%").lock("b100: c=1 for KcKd").lock("b100: f=1").run(target="0.001%")
    assert over.node("b100").frequencies == pytest.approx({"f": 1, "c": 0})
    assert len(over.solver.locks) == 1


def test_locks_of_a_spot_are_those_of_its_file() -> None:
    spot = Spot("2c2d7h7s3c", "AA,QQ", "KK", 100, 100, "oop: 100%", lock="b100: c=1")
    assert Spot.parse(spot.to_toml()) == spot
    assert spot.solve(target="0.001%").node().oop.total.ev == pytest.approx(100, abs=0.01)


def test_a_best_response_is_as_good_as_the_exploitability_says() -> None:
    solution = Spot("Td9d6hQc2s", "66+,AJ+", "22+,AT+,KQ", 200, 900, "50%,a", "a").solve(iterations=10)
    measured = solution.exploitability
    for player in (0, 1):
        response = solution.best_response(player)
        side = response.node().oop if player == 0 else response.node().ip
        assert side.total.ev == pytest.approx(100 + measured.best[player], abs=0.01)


def test_a_lock_after_one_card_tells_run_outs_apart() -> None:
    tree = build_tree(100, 400, Spot("Td9d6hQc", "AA", "KK", 100, 400, "50%").sizes, 1)
    assert Lock.read("x/x/2c: x=1", tree).names_cards
    assert not Lock.read("x/x/*: x=1", tree).names_cards
