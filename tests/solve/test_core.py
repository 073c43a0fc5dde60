"""What all solvers share: methods, exploitability and targets, the runner, and the view of a tree for research."""

from __future__ import annotations

import os
import signal
from math import inf
from pathlib import Path

import numpy as np
import pytest
from checkpoints import assert_same_state

from riverboat.errors import NotationError, RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.progress import Progress
from riverboat.solve.cfr import TreeSolver
from riverboat.solve.core import (
    METHODS,
    Discounting,
    Exploitability,
    Method,
    Restarting,
    Runner,
    Target,
    every_tenth,
    parse_method,
    parse_target,
)
from riverboat.solve.public import PublicSolver, build_public
from riverboat.solve.response import best_response, evaluate, exploitability, game_values
from riverboat.solve.tree import GameTree

KUHN = GameTree.build(parse_game("kuhn"))
LEDUC = GameTree.build(parse_game("leduc"))


# Methods --------------------------------------------------------------------------------------------------------------


def test_weights_of_the_family() -> None:
    """Brown and Sandholm (2019), before iteration 5: t^a / (t^a + 1) of t = 4, and averages that weigh t as t^gamma."""
    assert METHODS["cfr"].weights(5) == (1, 1, 1)
    assert METHODS["cfr+"].weights(5) == (1, 0, 4 / 5)
    assert METHODS["lcfr"].weights(5) == pytest.approx((4 / 5, 4 / 5, 4 / 5))
    assert METHODS["dcfr"].weights(5) == pytest.approx((8 / 9, 1 / 2, (4 / 5) ** 2))
    assert METHODS["pcfr+"].weights(5) == pytest.approx((1, 0, (4 / 5) ** 2))


def test_a_delay_leaves_the_first_iterations_out_of_the_average() -> None:
    average = parse_method("cfr+(delay=3)").table(1, 6)[:, 2]
    assert average.tolist() == [0, 0, 0, 0, 1 / 2, 2 / 3]  # the fourth iteration is the first that stays


def test_an_offset_forgets_early_negative_regrets_only() -> None:
    """t^beta / (t^beta + offset) are kept: an eleventh after 5 iterations, a half after 50; the rest is unchanged."""
    method = parse_method("dcfr(alpha=1.4,beta=1,offset=50,gamma=5)")
    kept = method.table(1, 201)
    assert kept[[5, 10, 50, 200], 1] == pytest.approx([1 / 11, 1 / 6, 1 / 2, 4 / 5])
    assert np.array_equal(kept[:, [0, 2]], parse_method("dcfr(alpha=1.4,gamma=5)").table(1, 201)[:, [0, 2]])
    assert parse_method(str(method)) == method
    capped = parse_method("dcfr(alpha=1.4,beta=1,offset=50,max_negative=0.6,gamma=5)")
    assert capped.table(1, 201)[[5, 50, 75, 200], 1] == pytest.approx([1 / 11, 1 / 2, 0.6, 0.6])
    assert parse_method(str(capped)) == capped
    for wrong in ("offset=0", "offset=-1", "offset=inf", "max_negative=1.1", "max_negative=-1"):
        with pytest.raises(NotationError, match=wrong.partition("=")[0]):
            parse_method(f"dcfr({wrong})")


def test_the_average_of_the_weights_is_t_to_the_gamma() -> None:
    """Multiplying the past by these weights, iteration t counts as t^gamma in the end."""
    kept = Discounting(gamma=3.0).table(1, 10)[:, 2]
    counts = [float(np.prod(kept[t:])) for t in range(1, 11)]
    assert np.array(counts) / counts[-1] == pytest.approx((np.arange(1, 11) / 10) ** 3)


def test_restarts_throw_the_average_away_at_powers_of_four() -> None:
    method = METHODS["restarting"]
    assert [t for t in range(1, 300) if method.restarts_after(t)] == [1, 4, 16, 64, 256]
    assert not any(METHODS["dcfr"].restarts_after(t) for t in range(1, 300))


def test_methods_are_read_and_written() -> None:
    method = parse_method("dcfr(alpha=2,gamma=3,alternating=no)")
    assert method.weights == Discounting(alpha=2.0, beta=0.0, gamma=3.0)
    assert not method.alternating
    assert parse_method(str(method)) == method
    assert str(parse_method("cfr+")) == "cfr+"
    assert parse_method("restarting(negative=0.25)").weights == Restarting(negative=0.25)
    assert parse_method("cfr+").weights == Discounting(beta=-inf, gamma=1.0)
    for wrong in ("crf", "dcfr(alpha)", "dcfr(alpha=two)", "dcfr(alpha=2", "cfr(speed=9)", "dcfr(gamma=-1)"):
        with pytest.raises(NotationError):
            parse_method(wrong)


def test_a_method_of_your_own_is_a_function_of_the_iteration() -> None:
    """CFR+ written by hand is CFR+, on both engines."""
    mine = Method("mine", lambda t: (1.0, 0.0, (t - 1) / t))
    tree = build_public(parse_game("leduc"))
    for own, usual in (
        (TreeSolver(LEDUC, mine), TreeSolver(LEDUC, METHODS["cfr+"])),
        (PublicSolver(tree, mine), PublicSolver(tree, METHODS["cfr+"])),
    ):
        own.iterate(50)
        usual.iterate(50)
        assert own.exploitability().chips == pytest.approx(usual.exploitability().chips, abs=1e-12)
    wrong = Method("wrong", lambda t: (1.0, -1.0, 1.0))
    with pytest.raises(RiverboatError, match="three weights of 0 or more"):
        TreeSolver(KUHN, wrong).iterate(1)


# Exploitability and targets -------------------------------------------------------------------------------------------


def test_one_exploitability_in_three_units() -> None:
    found = Exploitability((1.0, -1.0), (1.5, -0.5), pot=20, big_blind=2)
    assert found.gains == (0.5, 0.5)
    assert (found.nash_conv, found.chips, found.percent, found.mbb) == (1.0, 0.5, 2.5, 250.0)
    with pytest.raises(RiverboatError, match="no starting pot"):
        _ = Exploitability((0.0,), (0.0,)).percent
    with pytest.raises(RiverboatError, match="no big blind"):
        _ = Exploitability((0.0,), (0.0,)).mbb


@pytest.mark.parametrize(
    ("text", "target"),
    [(0.25, Target(0.25)), ("0.001", Target(0.001)), ("0.3%", Target(0.3, "%")), ("5 mbb", Target(5, "mbb"))],
)
def test_targets_are_chips_or_say_their_unit(text: float | str, target: Target) -> None:
    assert parse_target(text) == target
    assert parse_target(str(target)) == target


@pytest.mark.parametrize("text", ["", "many", "0", "-1", "0%", "nan", "inf", 0.0, -1.0, float("nan")])
def test_targets_that_are_none_are_refused(text: float | str) -> None:
    with pytest.raises(NotationError, match="target"):
        parse_target(text)


def test_targets_know_when_they_are_met() -> None:
    found = Exploitability((0.0, 0.0), (0.5, 0.5), pot=100, big_blind=2)
    assert Target(0.5).is_met(found)
    assert not Target(0.49).is_met(found)
    assert Target(0.5, "%").is_met(found)
    assert not Target(0.49, "%").is_met(found)
    assert Target(250, "mbb").is_met(found)
    assert not Target(249, "mbb").is_met(found)


# The runner -----------------------------------------------------------------------------------------------------------


class Staged:
    """An engine whose exploitability is written down beforehand, and whose only array counts its iterations."""

    def __init__(self, *exploitabilities: float, method: Method | None = None) -> None:
        self.iterations = 0
        self.counted = np.zeros(1)
        self.measured: list[int] = []
        self.written = exploitabilities
        self.method = method
        self.at_iteration: dict[int, object] = {}

    identity = {"game": "staged", "method": "none"}  # noqa: RUF012

    def iterate(self, count: int) -> None:
        for _ in range(count):
            self.iterations += 1
            self.counted += 1
            act = self.at_iteration.get(self.iterations)
            if callable(act):
                act()

    def exploitability(self) -> Exploitability:
        self.measured.append(self.iterations)
        chips = self.written[min(self.iterations, len(self.written)) - 1]
        return Exploitability((0.0, 0.0), (chips, chips))

    def policy(self) -> None:
        """Nothing to play."""

    def arrays(self) -> dict[str, np.ndarray]:
        return {"counted": self.counted}


def test_checks_come_at_powers_of_two_and_then_every_tenth() -> None:
    engine = Staged(1.0)
    Runner(engine).run(iterations=120)
    assert engine.measured == [1, 2, 4, 8, 16, 32, 64, 70, 77, 84, 92, 101, 111, 120]


def test_a_run_ends_at_its_target_and_says_so() -> None:
    engine = Staged(9.0, 5.0, 4.0, 0.5)
    runner = Runner(engine)
    assert runner.run(target=1.0) == "target"
    assert engine.iterations == 4
    assert [check.detail.chips for check in runner.history if check.detail] == [9.0, 5.0, 0.5]
    assert runner.run(target=1.0) == "target"  # nothing to do
    assert engine.iterations == 4
    assert runner.run(target=1e-3, iterations=10) == "iterations"
    assert engine.iterations == 10


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ({}, "give a target"),
        ({"iterations": -1}, "0 or more"),
        ({"seconds": 0.0}, "above 0"),
        ({"target": 0.0}, "above"),
    ],
)
def test_goals_that_are_none_are_refused(goal: dict[str, float], words: str) -> None:
    with pytest.raises(RiverboatError, match=words):
        Runner(Staged(1.0)).run(**goal)  # type: ignore[arg-type]


def test_ctrl_c_ends_a_run_after_its_slice() -> None:
    engine = Staged(1.0)
    engine.at_iteration = {9: lambda: os.kill(os.getpid(), signal.SIGINT)}
    runner = Runner(engine)
    assert runner.run(iterations=1000) == "interrupted"
    assert 9 <= engine.iterations < 1000
    assert runner.history[-1].done == engine.iterations


def test_who_is_told_may_end_the_run() -> None:
    def stop(now: Progress[Exploitability]) -> None:
        if now.done >= 4:
            raise KeyboardInterrupt

    engine = Staged(1.0)
    assert Runner(engine, on_progress=stop).run(iterations=1000) == "interrupted"
    assert engine.iterations == 4


def test_the_best_state_comes_back_after_an_interruption() -> None:
    engine = Staged(5.0, 4.0, 4.0, 1.0, 7.0, 7.0, 7.0, 7.0)
    engine.at_iteration = {8: lambda: os.kill(os.getpid(), signal.SIGINT)}
    runner = Runner(engine, keep_best=True)
    assert runner.run(iterations=1000) == "interrupted"
    assert (engine.iterations, engine.counted.tolist()) == (4, [4.0])
    assert [check.done for check in runner.history] == [1, 2, 4]
    other = Staged(5.0, 4.0, 4.0, 1.0, 7.0, 7.0, 7.0, 7.0)
    other.at_iteration = {8: lambda: os.kill(os.getpid(), signal.SIGINT)}
    Runner(other).run(iterations=1000)
    assert other.iterations >= 8  # only where it is asked for


def test_a_run_resumes_with_its_history(tmp_path: Path) -> None:
    """Interrupted twice, the last run measures where the whole one does, and ends with the same numbers."""
    path = tmp_path / "run"
    whole = TreeSolver(LEDUC, METHODS["dcfr"])
    alone = Runner(whole)
    alone.run(target=5e-3)
    for stop in (23, 90, None):
        part = TreeSolver(LEDUC, METHODS["dcfr"])
        runner = Runner(part, checkpoint=path)
        assert runner.resume() == (stop != 23)
        runner.run(target=5e-3, iterations=stop)
    assert_same_state(part, whole)
    ours = {check.done: check.detail for check in runner.history}
    assert all(ours[check.done] == check.detail for check in alone.history if check.done > 90)


def test_every_tenth_never_stands_still() -> None:
    done = 0
    for _ in range(50):
        due = every_tenth([Progress(done)] if done else [])
        assert due > done
        done = due


# A tree for research --------------------------------------------------------------------------------------------------


def test_what_is_no_strategy_is_refused() -> None:
    """A vector of the wrong length used to be read out of bounds."""
    short = KUHN.uniform()[:-1].copy()
    doubled, strange, below = KUHN.uniform(), KUHN.uniform(), KUHN.uniform()
    doubled *= 2
    strange[3] = np.nan
    below[:2] = (-0.5, 1.5)
    for wrong, words in (
        (short, "kuhn has 24"),
        (LEDUC.uniform(), "is it of another game"),
        (doubled, "add up to 2, expected 1"),
        (strange, "expected probabilities"),
        (below, "expected probabilities"),
        (KUHN.uniform().astype(np.float32), "float64"),
        ([0.5] * 24, "float64"),
    ):
        for ask in (
            lambda given: exploitability(KUHN, given),
            lambda given: game_values(KUHN, given),
            lambda given: best_response(KUHN, given, 0),
            lambda given: evaluate(KUHN, given),
        ):
            with pytest.raises(RiverboatError, match=words):
                ask(wrong)
    with pytest.raises(RiverboatError, match="players 0 to 1"):
        best_response(KUHN, KUHN.uniform(), 2)


def test_counterfactual_values_of_uniform_play_in_kuhn() -> None:
    """By hand: the king facing a bet wins 2 by calling and loses 1 by folding; two of six deals, each bet half the
    time."""
    found = evaluate(KUHN, KUHN.uniform())
    sets = {(int(KUHN.set_player[each]), KUHN.label(each)): each for each in range(KUHN.sets)}
    king = next(
        each for (player, label), each in sets.items() if player == 1 and label.startswith("K") and "b" in label
    )
    start = int(KUHN.set_start[king])
    reach = 2 / 6 * 1 / 2
    assert found.others_reach[king] == pytest.approx(reach)
    assert found.entry_values[start : start + 2] == pytest.approx([-reach, 2 * reach])
    assert found.set_values[king] == pytest.approx(reach / 2)
    assert found.regrets[start : start + 2] == pytest.approx([-1.5 * reach, 1.5 * reach])
    assert found.own_reach[start] == 1.0
    assert found.values == pytest.approx(game_values(KUHN, KUHN.uniform()))


def test_own_reach_is_the_product_of_own_choices() -> None:
    """The first player of Kuhn comes to a second decision only by checking."""
    strategy = KUHN.uniform()
    first = [each for each in range(KUHN.sets) if KUHN.set_player[each] == 0 and KUHN.set_parent[each] < 0]
    for each in first:
        strategy[KUHN.set_start[each] : KUHN.set_start[each] + 2] = (0.2, 0.8)  # check, bet
    found = evaluate(KUHN, strategy)
    later = [each for each in range(KUHN.sets) if KUHN.set_player[each] == 0 and KUHN.set_parent[each] >= 0]
    assert len(later) == 3
    for each in later:
        assert found.own_reach[KUHN.set_start[each]] == pytest.approx(0.2)


def test_a_cfr_of_your_own_from_evaluations_is_the_solvers() -> None:
    """Simultaneous CFR written with `evaluate` walks with the kernel."""
    solver = TreeSolver(LEDUC, parse_method("cfr(alternating=no)"))
    solver.iterate(25)
    regrets, sums = np.zeros(LEDUC.entries), np.zeros(LEDUC.entries)
    for _ in range(25):
        strategy = LEDUC.normalised(np.maximum(regrets, 0.0))
        found = evaluate(LEDUC, strategy)
        regrets += found.regrets
        sums += found.own_reach * strategy
    assert regrets == pytest.approx(solver.regrets, abs=1e-9)
    assert LEDUC.normalised(sums) == pytest.approx(solver.average, abs=1e-9)


def test_one_call_solves_a_spot_too() -> None:
    """A river where nobody can bet is worth its equity: the nuts against nothing take the whole pot."""
    from riverboat.solve import solve
    from riverboat.solve.spot import Spot
    from riverboat.solve.spot.solution import Solution as SpotSolution

    spot = Spot("2c2d2hKsKd", oop="AA", ip="QQ", pot=100, stack=100, bets="a")
    solution = solve(spot, target="0.3%")
    assert solution.exploitability.percent <= 0.3
    assert isinstance(solution, SpotSolution)
    assert solution.node().oop.total.ev == pytest.approx(100, abs=0.3)
    with pytest.raises(RiverboatError, match="without pruning"):
        solve(spot, prune=True)
