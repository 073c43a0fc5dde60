"""The benchmark's own rules: ratios, goals, missing peers, and no timing of wrong answers."""

from __future__ import annotations

import pytest

from riverboat.bench import NAMES, run
from riverboat.bench.harness import Measurement, Peers, race, require_close, require_equal
from riverboat.errors import RiverboatError


def test_more_is_better_for_rates_and_less_for_times() -> None:
    rate = Measurement("hands", "M/s", 300.0, {"peer": 3.0}, goal=200)
    time = Measurement("one hand", "ns", 300.0, {"peer": 900.0}, goal=200)
    assert rate.times_better("peer") == pytest.approx(100.0)
    assert rate.reached is True
    assert time.times_better("peer") == pytest.approx(3.0)
    assert time.reached is False
    assert Measurement("no goal", "ms", 1.0).reached is None


def test_a_goal_may_be_a_ratio_alone() -> None:
    """A multiple of a peer's speed: met, missed, or unknown without the peer."""
    beside = {"swift": 100.0, "slow": 1.0}
    line = Measurement("hands", "k/s", 70.0, beside, ratios={"swift": 0.6, "slow": 60})
    assert line.reached is True
    missed = Measurement("hands", "k/s", 50.0, beside, ratios={"swift": 0.6, "slow": 60})
    assert (missed.reaches("swift"), missed.reaches("slow"), missed.reached) == (False, False, False)
    assert Measurement("hands", "k/s", 50.0, ratios={"swift": 0.6}).reached is None
    assert Measurement("hands", "k/s", 50.0, {"swift": 10.0}, goal=60, ratios={"swift": 0.6}).reached is False


def test_contestants_take_turns() -> None:
    calls: list[str] = []
    race({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, seconds=10.0, max_runs=3)
    assert calls == ["a", "b"] * 4  # one to warm up, three rounds


def test_a_missing_peer_is_named() -> None:
    peers = Peers(True)
    assert peers.get("no_such_poker_library.evaluator") is None
    assert peers.missing == {"no_such_poker_library"}
    assert Peers(False).get("math") is None


def test_wrong_answers_stop_the_benchmark() -> None:
    with pytest.raises(RiverboatError, match="answers differ"):
        require_equal([1], [2], "something")
    with pytest.raises(RiverboatError, match="answers differ"):
        require_close(0.5, 0.6, 0.01, "something")


def test_unknown_benchmark_is_refused() -> None:
    with pytest.raises(RiverboatError, match="cactus"):
        run("cactus")


@pytest.mark.slow
def test_every_benchmark_runs_beside_its_peers() -> None:
    lines = run("", peers=True).lines
    assert {group for group, _ in lines} == set(NAMES)
    # A dealer may grow by nothing.
    assert all(line.riverboat > 0 or line.name.startswith("memory") for _, line in lines)


def test_startup_benchmark_measures_whole_processes() -> None:
    told: list[str] = []
    lines = {line.name: line for _, line in run("startup", on_progress=lambda state: told.append(state.note)).lines}
    assert told == ["startup", *(f"startup: {name}" for name in lines)]
    assert lines["riverboat --help"].riverboat > 0.01  # a Python process cannot be faster
    assert all(line.unit == "s" for line in lines.values())
