"""The range solver against theory, the plain reference, exact equity, and itself with its tricks switched off."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from reference_solver import ReferenceSolver

from riverboat.cards import Range, holding_index, parse_cards
from riverboat.odds.showdown import equity
from riverboat.solve.spot import Spot
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.node_values import NodeEvaluator
from riverboat.solve.spot.solver import BEST, MEAN, RangeSolver

OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
SIZES = "50%,100%,a"
R1 = Spot("Td9d6hQc2s", OOP, IP, 200, 900, SIZES, "a")
T1 = Spot("Td9d6hQc", OOP, IP, 200, 900, SIZES, "a")
F1 = Spot("Td9d6h", OOP, IP, 200, 900, "50%", "a")
FEW = ("AA,KQs,T9s,98s,22:0.5,AhKd", "KK,QJs:0.7,87s,A5s,TcTs,3h3d")


def solved(spot: Spot, target: float, *, most: int = 2000, **options: object) -> RangeSolver:
    """Iterated until the exploitability is below `target` % of the pot."""
    solver = RangeSolver.of(spot, **options)
    while solver.exploitability().percent > target:
        assert solver.iterations < most, f"{solver.exploitability().percent} % after {most} iterations"
        solver.iterate(10)
    return solver


@pytest.mark.parametrize(
    ("spot", "published"),
    [(R1, 91.24), (Spot("Ks7h4c2d9s", "random", "random", 100, 950, SIZES, "a"), 46.93)],
    ids=["R1", "R2"],
)
def test_river_values_are_those_published(spot: Spot, published: float) -> None:
    solver = solved(spot, 0.1)
    assert spot.pot / 2 + solver.value(0) == pytest.approx(published, abs=0.003 * spot.pot)


def test_turn_value_is_that_published() -> None:
    solver = solved(T1, 0.1, threads=1)
    assert T1.pot / 2 + solver.value(0) == pytest.approx(93.09, abs=0.003 * T1.pot)


@pytest.mark.slow
@pytest.mark.parametrize("precision", ["float32", "16-bit"])
def test_flop_value_is_that_published(precision: str) -> None:
    solver = RangeSolver.of(F1, precision=precision, threads=2)
    assert solver.nbytes < (400e6 if precision == "float32" else 210e6)
    while solver.exploitability().percent > 0.1:
        assert solver.iterations < 1000
        solver.iterate(10)
    assert F1.pot / 2 + solver.value(0) == pytest.approx(107.36, abs=0.003 * F1.pot)


@pytest.mark.parametrize("board", ["Td9d6hQc2s", "Td9d6hQc", "Td9d6h", "7h7d2h", "Ah5h9h"])
@pytest.mark.parametrize("isomorphism", [True, False])
def test_without_betting_the_value_is_the_equity(board: str, isomorphism: bool) -> None:
    oop, ip = FEW
    solver = RangeSolver.of(Spot(board, oop, ip, 100, 500, "none"), isomorphism=isomorphism)
    exact = equity([oop, ip], board=board, exact=True).equity
    solver.iterate(1)
    assert 50 + solver.value(0) == pytest.approx(100 * exact[0], abs=1e-4)
    assert 50 + solver.value(1) == pytest.approx(100 * exact[1], abs=1e-4)
    here = NodeEvaluator(solver).evaluate()
    mean = [float(weight @ share) for weight, share in zip(here.weights, here.equity, strict=True)]
    assert mean == pytest.approx(list(exact), abs=1e-9)


def random_range(seed: int, hands: int) -> Range:
    generator = np.random.default_rng(seed)
    weights = np.zeros(1326)
    weights[generator.choice(1326, hands, replace=False)] = generator.uniform(0.05, 1, hands)
    return Range.from_weights(weights)


def stored_strategy(solver: RangeSolver, plain: ReferenceSolver) -> dict[str, np.ndarray]:
    """What the fast solver has stored, as the reference takes it."""
    evaluator = NodeEvaluator(solver)
    places = []
    for player in (0, 1):
        number = {int(holding): at for at, holding in enumerate(solver.hands[player].holdings)}
        places.append([number[holding_index(*map(int, hand))] for hand in plain.hands[player]])
    return {
        line: evaluator.strategy(line)[:, places[solver.tree.find(line).node.player]].T for line in plain.strategies()
    }


def check_against_reference(spot: Spot, iterations: int, tolerance: float) -> None:
    """Values of and best responses to the stored strategies, one by sweeps, the other pair by pair."""
    fast, plain = RangeSolver.of(spot), ReferenceSolver.of(spot)
    fast.iterate(iterations)
    plain.run(1)
    strategy = stored_strategy(fast, plain)
    for player in (0, 1):
        assert spot.pot / 2 + fast.value(player) == pytest.approx(plain.value(player, strategy), abs=tolerance)
        best = plain.best_response(player, strategy)
        assert spot.pot / 2 + fast.value(player, BEST) == pytest.approx(best, abs=tolerance)
    found = fast.exploitability()
    assert found.chips == pytest.approx(plain.exploitability(strategy), abs=tolerance)
    values = [plain.value(player, strategy) - spot.pot / 2 for player in (0, 1)]
    assert found.values == pytest.approx(values, abs=tolerance)
    gains = [plain.best_response(player, strategy) - plain.value(player, strategy) for player in (0, 1)]
    assert found.gains == pytest.approx(gains, abs=2 * tolerance)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rake", [0.0, 0.05])
def test_sweeps_equal_the_quadratic_reference(seed: int, rake: float) -> None:
    ranges = random_range(seed, 300), random_range(seed + 100, 200)
    sizes: dict[str, Any] = {"bets": "33%,75%,150%,a", "raises": "60%,a"}
    check_against_reference(Spot("Ks7h4c2d9s", *ranges, 100, 950, **sizes, rake=rake, rake_cap=30), 8, 1e-4)


@pytest.mark.parametrize("deck", ["full", "short"])
@pytest.mark.parametrize("rake", [0.0, 0.04])
def test_turns_equal_the_reference(deck: Any, rake: float) -> None:
    spot = Spot("Td9d6hQc", "AA,KQs,98s", "KK,QJs,A7s", 100, 300, "50%,a", "a", rake=rake, deck=deck)
    check_against_reference(spot, 8, 1e-4)


def test_flops_equal_the_reference() -> None:
    check_against_reference(Spot("7h7d2h", "AA,KhQh", "QdJd,KK", 100, 100, "a", rake=0.04), 3, 1e-4)


@pytest.mark.slow
def test_flops_with_bets_called_on_every_street_equal_the_reference() -> None:
    check_against_reference(Spot("7h7d2h", "AA,KhQh", "QdJd,KK", 100, 150, "50%", "a", rake=0.04), 3, 1e-4)


@pytest.mark.parametrize("rake", [0.0, 0.05])
@pytest.mark.parametrize("board", ["Td9d6hQc2s", "Td9d6hQc"])
def test_exploitability_has_the_values_of_the_first_node(board: str, rake: float) -> None:
    """Each player's mean over the hands, less the half of the pot that was his before."""
    solver = RangeSolver.of(Spot(board, "AA,KQs,98s", "KK,QJs,A7s", 100, 300, "50%,a", "a", rake=rake))
    solver.iterate(20)
    first, found = NodeEvaluator(solver).evaluate(), solver.exploitability()
    means = [float(weight @ ev) - 50 for weight, ev in zip(first.weights, first.ev, strict=True)]
    assert found.values == pytest.approx(means, abs=1e-3)
    assert min(found.gains) >= -1e-4
    assert abs(found.values[0]) > 1  # the spot favours somebody


def test_values_add_up_to_the_pot_less_the_rake() -> None:
    spot = Spot("Td9d6hQc2s", OOP, IP, 200, 900, SIZES, "a", rake=0.05, rake_cap=15)
    solver = RangeSolver.of(spot)
    solver.iterate(100)
    here = NodeEvaluator(solver).evaluate("x/b100/c")  # a showdown for a pot of 400: the cap of 15 is taken
    both = sum(float(weight @ value) for weight, value in zip(here.weights, here.ev, strict=True))
    assert both == pytest.approx(400 - 15, abs=1e-3)
    free = RangeSolver.of(R1)
    free.iterate(100)
    assert free.value(0) + free.value(1) == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("board", ["Td9d6hQh", "7h7d2h", "Ah5h9h"])
def test_renaming_suits_changes_nothing(board: str) -> None:
    oop, ip = ("AA,KQs,98s,65s", "KK,QJs,A5s,T9s") if len(board) > 6 else ("AA,KQs", "KK,QJs")
    spot = Spot(board, oop, ip, 100, 300, "50%", "a")
    kept, every = solved(spot, 0.5), RangeSolver.of(spot, isomorphism=False)
    assert len(kept.runouts.layers[-1]) < len(every.runouts.layers[-1])
    every.warm_start(kept)  # the same strategies, written out for every run-out
    for mode in (BEST, MEAN):
        assert kept.value(0, mode) == pytest.approx(every.value(0, mode), abs=1e-5 * spot.pot)
        assert kept.value(1, mode) == pytest.approx(every.value(1, mode), abs=1e-5 * spot.pot)
    path = "x/b50/c/" + ("2c/x" if len(board) > 6 else "3s/x/x/3c/x")
    here, there = NodeEvaluator(kept).evaluate(path), NodeEvaluator(every).evaluate(path)
    np.testing.assert_allclose(here.strategy, there.strategy, atol=1e-6)
    for player in (0, 1):
        np.testing.assert_allclose(here.reach[player], there.reach[player], atol=1e-6)
        np.testing.assert_allclose(here.ev[player], there.ev[player], atol=1e-3)
    alone = solved(spot, 0.5, isomorphism=False)
    assert alone.value(0) == pytest.approx(kept.value(0), abs=0.01 * spot.pot)


def test_sixteen_bits_reach_the_same_value() -> None:
    exact, coarse = (solved(R1, 0.02, precision=precision) for precision in ("float32", "16-bit"))
    assert coarse.nbytes < 0.55 * exact.nbytes
    assert coarse.value(0) == pytest.approx(exact.value(0), abs=1e-4 * R1.pot)


def test_threads_change_only_the_last_digits() -> None:

    spot = Spot("Td9d6hQc", *FEW, 100, 400, "50%", "a")
    alone, again, shared = (
        RangeSolver.of(spot, threads=1),
        RangeSolver.of(spot, threads=2),
        RangeSolver.of(spot, threads=2),
    )
    alone.iterate(10)
    again.iterate(10)
    shared.iterate(10)
    for one, other in zip(again.levels, shared.levels, strict=True):
        for mine, theirs in zip(one.stores, other.stores, strict=True):
            np.testing.assert_array_equal(mine.regrets, theirs.regrets)
    assert alone.value(0) == pytest.approx(shared.value(0), abs=1e-4)


@pytest.mark.parametrize("method", ["dcfr", "lcfr", "restarting", None])
def test_every_method_converges(method: str | None) -> None:
    solver = solved(Spot("Td9d6hQc2s", *FEW, 100, 400, "50%", "a"), 0.2, method=method)
    assert solver.exploitability().chips >= -1e-4


def test_locking_the_opponent_to_always_call_pays_exactly_the_best_response() -> None:
    spot = Spot("Td9d6hQc2s", OOP, IP, 200, 900, "50%", "none")
    calling = [Lock.always("b100", [0, 1]), Lock.always("x", [1, 0])]
    locked = RangeSolver.of(spot, locks=calling)
    locked.iterate(300)
    best = locked.value(0, BEST)
    assert locked.value(0) == pytest.approx(best, abs=1e-3)
    # Against a player who always calls one bets exactly the hands that are ahead of his range.
    here = NodeEvaluator(locked).evaluate()
    ahead = here.equity[0] > 0.5
    live = (here.weights[0] > 0) & (np.abs(here.equity[0] - 0.5) > 0.02)
    np.testing.assert_allclose(here.strategy[1][live], ahead[live], atol=0.02)
    by_hand = np.where(ahead, 400 * here.equity[0] - 100, 200 * here.equity[0])
    assert 100 + best == pytest.approx(float(here.weights[0] @ by_hand), abs=1e-3)


def test_a_lock_holds_for_its_hands_alone() -> None:
    chosen = np.zeros(1326, bool)
    chosen[holding_index(*parse_cards("QdQs"))] = True
    free = solved(R1, 0.1)
    locked = solved(
        Spot("Td9d6hQc2s", OOP, IP, 200, 900, SIZES, "a"), 0.1, locks=[Lock.always("", [1, 0, 0, 0], chosen)]
    )
    hand = list(locked.hands[0].holdings).index(holding_index(*parse_cards("QdQs")))
    assert NodeEvaluator(locked).evaluate().strategy[:, hand].tolist() == [1, 0, 0, 0]
    assert not np.allclose(NodeEvaluator(locked).evaluate().strategy[0], 1, atol=0.05)
    assert locked.value(0) <= free.value(0) + 0.002 * R1.pot


def test_a_lock_on_one_card_leaves_the_others_alone() -> None:
    spot = Spot("Td9d6hQc", *FEW, 100, 400, "50%", "a")
    solver = RangeSolver.of(spot, locks=[Lock.always("x/x/2c", [0, 1])])
    solver.iterate(20)
    evaluator = NodeEvaluator(solver)
    there, elsewhere = evaluator.evaluate("x/x/2c"), evaluator.evaluate("x/x/2d")
    live = there.reach[0] > 0
    assert (there.strategy[1][live] == 1).all()
    assert (elsewhere.strategy[1] < 1).any()


def test_best_responses_are_written_down_as_strategies() -> None:
    solver = RangeSolver.of(R1)
    solver.iterate(5)
    for player in (0, 1):
        response = solver.responding(player)
        assert response.value(player) == pytest.approx(solver.value(player, BEST), abs=1e-3)
        assert response.value(1 - player) == pytest.approx(-solver.value(player, BEST), abs=1e-3)


def test_a_warm_start_goes_on_where_the_other_solve_stopped() -> None:
    spot = Spot("Td9d6hQh", "AA,KQs,98s,65s", "KK,QJs,A5s,T9s", 100, 300, "50%", "a")
    first = RangeSolver.of(spot)
    first.iterate(64)
    second = RangeSolver.of(spot, isomorphism=False)
    second.warm_start(first)
    assert second.iterations == 64
    assert second.exploitability().chips == pytest.approx(first.exploitability().chips, abs=1e-3)


def test_node_values_agree_with_their_actions() -> None:
    solver = RangeSolver.of(T1, threads=1)
    solver.iterate(30)
    evaluator = NodeEvaluator(solver)
    for path in ("", "x", "x/b100", "x/b100/c/2s", "x/b100/c/2s/x/b200", "x/x/Ad/b200"):
        here = evaluator.evaluate(path)
        actor = here.node.player
        seen = here.weights[actor] > 0
        mixed = (here.strategy * here.action_ev).sum(axis=0)
        np.testing.assert_allclose(mixed[seen], here.ev[actor][seen], atol=1e-2)
        both = sum(float(weight @ value) for weight, value in zip(here.weights, here.ev, strict=True))
        assert both == pytest.approx(here.pot, abs=1e-2)
        assert sum(float(weight @ share) for weight, share in zip(here.weights, here.equity, strict=True)) == (
            pytest.approx(1, abs=1e-9)
        )
