"""Running a solver: when it stops, when it measures, what an interrupt leaves behind."""

from __future__ import annotations

import signal
import threading
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint
from riverboat.progress import Progress
from riverboat.solve.betting import TooLargeError
from riverboat.solve.core import runner as module
from riverboat.solve.core.compiling import Compilation
from riverboat.solve.core.exploitability import Exploitability, Target
from riverboat.solve.core.method import METHODS, Method
from riverboat.solve.spot import Spot
from riverboat.solve.spot.solution import Solution, next_check
from riverboat.solve.spot.standard import standard_spot

RIVER = Spot("Td9d6hQc2s", "66+,AJ+", "22+,AT+,KQ", 200, 900, "50%,a", "a")
TURN = Spot("Td9d6hQc", "AA,KK,AdJd,87s", "QQ,AK,JTs", 200, 400, "50%,a", "a")


def stores(solution: Solution) -> list[np.ndarray[Any, Any]]:
    return [array for level in solution.solver.levels for store in level.stores for array in store]


def assert_same(one: Solution, other: Solution) -> None:
    assert one.iterations == other.iterations
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(stores(one), stores(other), strict=True))


def percent(check: Progress[Exploitability]) -> float:
    assert check.detail is not None
    return check.detail.percent


# When it stops --------------------------------------------------------------------------------------------------------


def test_r1_is_solved_to_its_known_value() -> None:
    """The standard river: OOP expects 91.24 of the 200 in the pot, as other solvers found."""
    solution = standard_spot("R1").solve(target="0.1%")
    assert solution.stopped == "target"
    assert percent(solution.history[-1]) <= 0.1
    assert solution.exploitability.percent == pytest.approx(percent(solution.history[-1]), abs=1e-6)
    assert solution.exploitability.chips == pytest.approx(2 * solution.exploitability.percent)  # the pot is 200
    report = solution.node()
    assert report.oop.total.ev == pytest.approx(91.24, abs=0.003 * 200)
    assert report.oop.total.ev + report.ip.total.ev == pytest.approx(200, abs=1e-3)


def test_without_a_word_it_goes_to_three_tenths_of_a_percent() -> None:
    solution = RIVER.solve()
    assert solution.stopped == "target"
    assert percent(solution.history[-1]) <= 0.3 < percent(solution.history[-2])


def test_iterations_are_those_asked_for_in_all() -> None:
    """Also shortly after the average restarted, at 64."""
    solution = RIVER.solve(iterations=70, method="restarting")
    assert (solution.iterations, solution.stopped) == (70, "iterations")
    assert [check.done for check in solution.history][-2:] == [64, 70]
    assert percent(solution.history[-1]) > percent(solution.history[-2])
    assert solution.run(iterations=70).iterations == 70
    assert solution.run(iterations=71).iterations == 71


def test_whatever_comes_first() -> None:
    assert RIVER.solve(target="5.0%", iterations=1000, seconds=100).stopped == "target"
    assert RIVER.solve(target="1e-9%", iterations=20, seconds=100).stopped == "iterations"
    assert RIVER.solve(target="1e-9%", seconds=0.05).stopped == "seconds"


def test_a_reached_target_needs_no_more_iterations() -> None:
    solution = RIVER.solve(target="2.0%")
    done = solution.iterations
    assert solution.run(target="2.0%").iterations == done
    assert solution.run(target="0.02%").iterations > done
    assert percent(solution.history[-1]) <= 0.02


def test_a_spot_without_betting_is_solved_at_once() -> None:
    solution = Spot("Td9d6hQc", "AA", "KK,QQ", 100, 500, "none").solve(target="0.001%")
    assert (solution.iterations, solution.stopped) == (10, "target")
    assert solution.exploitability.chips == pytest.approx(0, abs=1e-4)


# When it measures -----------------------------------------------------------------------------------------------------


def progress(iterations: int, percent: float) -> Progress[Exploitability]:
    return Progress(iterations, detail=Exploitability((0.0, 0.0), (percent, percent), pot=100.0))


@settings(deadline=None)
@given(
    st.floats(1e-3, 10),
    st.sampled_from([10, 20, 50]),
    st.floats(0.5, 3.0),
    st.sampled_from([METHODS["restarting"], METHODS["dcfr"]]),
)
def test_checks_are_regular_and_rare(target: float, min_gap: int, power: float, method: Method) -> None:
    """Exploitability that falls with some power of the iterations is measured before each new average."""
    history: list[Progress[Exploitability]] = []
    while len(history) < 25:
        due = next_check(history, Target(target, "%"), min_gap=min_gap, method=method)
        done = history[-1].done if history else 0
        assert due > done
        assert due % 10 == 0 or method.restarts_after(due)
        if method.name == "restarting":
            assert not any(done < restart < due for restart in (64, 256, 1024, 4096))
        history.append(progress(due, 100 / due**power))
    restarts = sum(method.restarts_after(check.done) for check in history)
    assert (len(history) - 1 - restarts) * min_gap <= history[-1].done


def test_the_target_is_looked_for_where_it_can_be() -> None:
    """4 % after 100 iterations is 1 % after 200 if it falls with the square; near the target it is looked at soon."""
    slow = METHODS["dcfr"]
    assert next_check([progress(100, 4.0)], Target(1.0, "%"), min_gap=50, method=slow) == 200
    assert next_check([progress(100, 1.1)], Target(1.0, "%"), min_gap=50, method=slow) == 110
    assert next_check([progress(100, 1.1)], None, min_gap=50, method=slow) == 200
    assert next_check([progress(50, 4.0)], Target(1.0, "%"), min_gap=50, method=METHODS["restarting"]) == 64
    assert next_check([], Target(1.0, "%"), min_gap=50, method=slow) == 10


@pytest.mark.parametrize("threads", [1, 2])
def test_in_one_go_or_in_pieces_it_is_the_same(threads: int) -> None:
    """Checks change nothing, and where a run pauses does not matter."""
    whole = TURN.solve(iterations=40, threads=threads)
    pieces = TURN.solve(iterations=7, threads=threads)
    pieces.run(iterations=21)
    pieces.run(iterations=40)
    assert_same(whole, pieces)
    assert percent(whole.history[-1]) == percent(pieces.history[-1])


def test_the_same_target_takes_the_same_iterations_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = RIVER.solve(target="0.05%")
    ticks = iter(range(10**9))
    monkeypatch.setattr(module, "perf_counter", lambda: float(next(ticks)))
    slow = RIVER.solve(target="0.05%")
    assert_same(usual, slow)
    assert [(check.done, check.detail) for check in usual.history] == [
        (check.done, check.detail) for check in slow.history
    ]


def test_threads_agree_but_for_rounding() -> None:
    one, two = (TURN.solve(target="0.2%", threads=threads) for threads in (1, 2))
    assert one.node().oop.total.ev == pytest.approx(two.node().oop.total.ev, abs=0.004 * 200)


def test_progress_is_told_at_every_check() -> None:
    told: list[Progress[Exploitability]] = []
    solution = RIVER.solve(target="0.2%", on_progress=told.append)
    measured = {check.done: percent(check) for check in solution.history}
    assert {each.done: percent(each) for each in told if each.done in measured} == measured
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert all(earlier.seconds <= later.seconds for earlier, later in pairwise(told))


def test_a_checkpoint_is_asked_between_iterations() -> None:
    seen: list[int] = []

    class Asked(Checkpoint):
        def save_if_due(self, contents: Any) -> None:
            seen.append(solution.iterations)

    RIVER.solve(iterations=1)  # compiled
    solution = Solution.begin(RIVER)
    solution.run(iterations=30, checkpoint=Asked(None, "spot", {}))
    assert seen == sorted(seen)
    assert seen[-1] == 30


# Interrupts -----------------------------------------------------------------------------------------------------------


def interrupting(after: int, how: Any) -> Any:
    def watch(now: Progress[Exploitability]) -> None:
        if now.done >= after:
            how()

    return watch


def raise_it() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("how", [lambda: signal.raise_signal(signal.SIGINT), raise_it])
def test_ctrl_c_keeps_what_there_is(how: Any) -> None:
    before = signal.getsignal(signal.SIGINT)
    solution = RIVER.solve(target="1e-9%", seconds=60, on_progress=interrupting(10, how))
    assert solution.stopped == "interrupted"
    assert solution.iterations == 10
    assert signal.getsignal(signal.SIGINT) is before
    assert solution.history[-1].done == solution.iterations
    assert_same(solution, RIVER.solve(iterations=solution.iterations))


def test_ctrl_c_again_ends_it_at_once() -> None:
    def impatient() -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the second should have ended it")

    before = signal.getsignal(signal.SIGINT)
    solution = RIVER.solve(target="1e-9%", seconds=60, on_progress=interrupting(30, impatient))
    assert solution.stopped == "interrupted"  # raised where somebody watches: the run ends
    assert signal.getsignal(signal.SIGINT) is before


def test_signals_are_left_alone_in_other_threads() -> None:
    found: list[Solution] = []
    thread = threading.Thread(target=lambda: found.append(RIVER.solve(iterations=20)))
    thread.start()
    thread.join()
    assert found[0].iterations == 20


def test_what_is_worse_than_before_is_not_returned() -> None:
    """The average restarts after 64 iterations; an interrupt at 67 finds the better one of 64 again."""
    checks = {0: 10, 10: 64, 64: 67}
    begun = Solution.begin(RIVER, method="restarting")
    begun.runner.next_check = lambda history, target: checks[history[-1].done if history else 0]
    told: list[Progress[Exploitability]] = []

    def watch(now: Progress[Exploitability]) -> None:
        told.append(now)
        if now.done == 67:
            raise KeyboardInterrupt

    solution = begun.run(target="1e-9%", on_progress=watch)
    assert percent(told[-1]) > percent(told[-2])  # there was something to lose
    assert solution.iterations == 64
    assert percent(solution.history[-1]) == percent(told[-2])
    assert solution.solver.exploitability().percent == pytest.approx(percent(told[-2]), rel=1e-6)
    assert_same(RIVER.solve(iterations=64, method="restarting"), solution)
    again = Solution(RIVER, solution.solver, solution.history)
    assert_same(RIVER.solve(iterations=90, method="restarting"), again.run(iterations=90))


class Clock:
    """One second for each iteration."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, solution: Solution) -> None:
        self.now = 0.0
        iterate = solution.solver.iterate

        def slowly(count: int) -> None:
            iterate(count)
            self.now += count

        monkeypatch.setattr(solution.solver, "iterate", slowly)
        monkeypatch.setattr(module, "perf_counter", lambda: self.now)


@pytest.mark.parametrize(
    ("kept", "seconds", "iterations"), [(0, 70, 64), (0, 90, 90), (10**9, 66, 64), (10**9, 90, 90)]
)
def test_time_that_runs_out_after_a_restart(
    monkeypatch: pytest.MonkeyPatch, kept: int, seconds: float, iterations: int
) -> None:
    """A large spot does not begin what it cannot finish, a small one goes back."""
    solution = Solution.begin(RIVER, method="restarting")
    monkeypatch.setattr(module, "KEPT_BYTES", kept)
    Clock(monkeypatch, solution)
    solution.run(seconds=seconds)
    assert (solution.stopped, solution.iterations) == ("seconds", iterations)
    percents = {check.done: percent(check) for check in solution.history}
    assert percents[iterations] == min(percents.values())


# Compiling ------------------------------------------------------------------------------------------------------------


def test_compiling_is_announced_once_and_timed() -> None:
    told: list[str] = []

    @njit
    def inner(x: int) -> int:
        return x + 1

    @njit
    def outer(x: int) -> int:
        return int(inner(x)) * 2

    with Compilation(told.append) as compilation:
        assert outer(1) == 4
        assert outer(1.5) == 4
        assert not compilation.is_going_on
        assert compilation.seconds > 0
        assert len(told) == 1
        assert "compiling" in told[0]
    with Compilation(told.append) as compilation:
        assert outer(2) == 6
        assert compilation.seconds == 0
    outer(np.int8(1))  # nobody listens any more
    assert len(told) == 1


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"target": 0.0}, 'target "0"'),
        ({"target": float("nan")}, 'target "nan"'),
        ({"seconds": -1.0}, "seconds -1"),
        ({"iterations": -1}, "iterations -1"),
        ({"threads": 0}, "threads 0"),
        ({"precision": "float64"}, '"float64"'),
    ],
)
def test_bad_orders(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(RiverboatError, match=named) as refused:
        RIVER.solve(**wrong)
    assert "expected" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_spot_that_does_not_fit() -> None:
    with pytest.raises(TooLargeError, match="choose"):
        TURN.solve(budget=1000)


def test_a_start_from_other_ranges_is_better_than_none() -> None:
    spot = Spot("Td9d6hQc2s", "66+,AJ+,KQ", "22+,AT+,K9s+", 200, 900, "50%,a", "a")
    wider = Spot("Td9d6hQc2s", "66+,AJ+,KQ,A2s:0.5", "22+,AT+,K9s+,87s:0.3", 200, 900, "50%,a", "a")
    known = spot.solve(target="0.1%")
    ready = Solution.begin(wider, start=known)
    assert ready.iterations == known.iterations
    assert ready.exploitability.percent < wider.solve(iterations=20).exploitability.percent
    gone_on = wider.solve(target="0.1%", start=known)
    alone = wider.solve(target="0.1%")
    assert gone_on.exploitability.percent < 0.1
    assert gone_on.node().oop.total.ev == pytest.approx(alone.node().oop.total.ev, abs=0.002 * wider.pot)
    with pytest.raises(RiverboatError, match="another board"):
        Spot("Td9d6hQc3s", "66+", "22+", 200, 900, "50%,a", "a").solve(start=known)
    with pytest.raises(RiverboatError, match="another betting tree"):
        Spot("Td9d6hQc2s", "66+", "22+", 200, 900, "50%", "a").solve(start=known)
