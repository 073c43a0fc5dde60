"""Re-solving: safe where it says so, anytime, and onward from street to street."""

from __future__ import annotations

import time

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.solve.spot import Spot
from riverboat.solve.spot.node_values import NodeEvaluator
from riverboat.solve.spot.resolving import Resolver, resolve
from riverboat.solve.spot.solver import BEST, RangeSolver

TURN = Spot("Td9d6hQc", "AA,KQs,T9s,98s,A5s,KJs,76s", "KK,QJs,87s,A4s,TcTs,JTs,55", 100, 300, "50%,a", "a")


@pytest.fixture(scope="module")
def trunk() -> RangeSolver:
    solver = RangeSolver.of(TURN, threads=1)
    solver.iterate(300)
    return solver


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("path", ["x/x/2c", "x/b50/c/Ah"])
def test_no_hand_of_the_opponent_gains_by_going_on(trunk: RangeSolver, player: int, path: str) -> None:
    again = resolve(trunk, TURN, path, player)
    again.run(iterations=2000)
    assert again.margins().min() > -0.01 * again.spot.pot


def test_the_gate_is_what_makes_it_safe(trunk: RangeSolver) -> None:
    """Trusting a wrong range, an unsafe re-solve gives hands away that were thought impossible; the gate does not."""
    path, player = "x/b50/c/Ah", 0
    wrong = "KK"  # as if IP never had anything else
    expected = np.full(1326, np.nan)
    expected[trunk.hands[1].holdings] = NodeEvaluator(trunk).best_values(path, 1)
    here = NodeEvaluator(trunk).evaluate(path)
    weights = np.zeros(1326)
    weights[trunk.hands[0].holdings] = here.reach[0]
    from riverboat.cards import Range

    sure = Range.from_weights(weights / weights.max())
    everything = Range.from_weights(np.where(np.isnan(expected), 0, 0.01) + Range(wrong).weights * 0.99)
    spot = Spot("Td9d6hQcAh", sure, everything, here.pot, 250, "50%,a", "a")
    safe = Resolver(spot, player, expected)
    safe.run(iterations=3000)
    trusting = Resolver(spot, player)
    trusting.run(iterations=3000)
    trusting.terms = safe.terms
    assert safe.margins().min() > -0.01 * spot.pot
    assert trusting.margins().min() < -0.05 * spot.pot


def test_equilibrium_values_come_back(trunk: RangeSolver) -> None:
    """From an equilibrium, both players' values below the node are those of the equilibrium."""
    path = "x/x/2c"
    again = resolve(trunk, TURN, path, 0, safe=False)
    again.run(iterations=500)
    here = NodeEvaluator(trunk).evaluate(path)
    was = float(here.weights[0] @ here.ev[0])
    assert again.spot.pot / 2 + again.solver.value(0) == pytest.approx(was, abs=0.01 * again.spot.pot)


def test_reading_while_solving_and_going_on_after_a_stop(trunk: RangeSolver) -> None:
    again = resolve(trunk, TURN, "x/x/2c", 0)
    again.start()
    seen = []
    for _ in range(5):
        time.sleep(0.02)
        strategy = again.strategy()
        np.testing.assert_allclose(strategy.sum(axis=0), 1, atol=1e-6)
        seen.append(again.solver.iterations)
    again.stop()
    stopped = again.solver.iterations
    assert seen[-1] > seen[0]
    again.start(seconds=0.05)
    time.sleep(0.02)
    again.stop()
    assert again.solver.iterations >= stopped


def test_a_budget_is_kept(trunk: RangeSolver) -> None:
    again = resolve(trunk, TURN, "x/x/2c", 0)
    again.run(iterations=7)
    assert again.solver.iterations == 7
    again.run(seconds=0.05)
    assert again.solver.iterations > 7


def test_from_flop_to_turn_to_river() -> None:
    flop = Spot("7h7d2h", "AA,KhQh,76s", "KK,QdJd,87s", 100, 200, "50%", "a")
    solver = RangeSolver.of(flop, threads=1)
    solver.iterate(50)
    turn = resolve(solver, flop, "x/x/Ts", 1)
    turn.run(iterations=50)
    assert turn.spot.board == "7h7d2hTs"
    river = turn.below("x/x/3c")
    river.run(iterations=50)
    assert river.spot.board == "7h7d2hTs3c"
    assert river.spot.pot == 100
    assert river.solver.exploitability().pot == 100
    assert river.solver.value(1, BEST) < 50


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "first node of a later street"),
        ("x", "later street"),
        ("x/b50/c/2c/x", "first node"),
        ("x/x", "first node"),
    ],
)
def test_only_streets_can_be_solved_again(trunk: RangeSolver, path: str, reason: str) -> None:
    with pytest.raises(RiverboatError, match=reason):
        resolve(trunk, TURN, path, 0)


def test_values_are_checked() -> None:
    river = Spot("Td9d6hQc2s", "AA", "KK", 100, 300, "50%")
    with pytest.raises(RiverboatError, match="1326 numbers"):
        Resolver(river, 0, np.zeros(3))
    with pytest.raises(RiverboatError, match="every hand of his range"):
        Resolver(river, 0, np.full(1326, np.nan))
    with pytest.raises(RiverboatError, match=r"expected 0 \(OOP\) or 1"):
        Resolver(river, 2)
    with pytest.raises(RiverboatError, match="a time or a number"):
        Resolver(river, 0).run()
    with pytest.raises(RiverboatError, match="no margins"):
        Resolver(river, 0).margins()
