"""How fast are the models of players solved? PsOpti's post-flop model and the model of all four rounds.

Goals were set for a machine on which R2 of `spots` takes 29 ms; that spot is measured in the same run, to scale them.
Times of models are processor time of one thread, so that other work on the machine counts less. Tables that are not
there are built first, which takes minutes. The post-flop model must have as many sequences as the published program,
and its value must lie between the bounds of its best responses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import Final

from riverboat.bench.harness import Measurement, Peers, best_seconds, require_equal
from riverboat.games.catalogue import parse_game
from riverboat.solve.abstract.engine import ModelSolver, model_solver
from riverboat.solve.core import Runner
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.standard import standard_spot
from riverboat.workers import blas_threads

_GAME: Final = "holdem(betting=limit)"
_POSTFLOP_TARGET: Final = 0.005
"""Chips: 0.0005 small bets."""
_RUNS: Final = 5


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Milliseconds per iteration, seconds to the target, memory."""
    rules = parse_game(_GAME)
    spot = standard_spot("R2")
    Solution.begin(spot, threads=1).run(iterations=2)  # compiles
    scale = best_seconds(lambda: Solution.begin(spot, threads=1).run(target="0.1%"), seconds=1.0)
    yield Measurement("spots: R2 to 0.1 %, set-up included, for scale", "ms", scale * 1e3)
    solver = model_solver(rules, "psopti(7)", "postflop", threads=1, on_progress=peers.on_progress)
    require_equal(solver.model.size.positions[0].sequences, 171_571, "abstract, sequences of the post-flop model")
    yield from _iterations("post-flop model, 7 buckets", solver, 20, 22.0, 300.0)
    fresh = model_solver(rules, "psopti(7)", "postflop", threads=1)
    runner, start = Runner(fresh), process_time()
    runner.run(_POSTFLOP_TARGET)
    took = process_time() - start
    bounds = runner.measure()
    require_equal(-bounds.best[1] <= bounds.values[0] <= bounds.best[0], True, "abstract, bounds of the value")
    yield Measurement(f"post-flop model to 0.0005 sb, {fresh.iterations:,} iterations", "s", took, goal=60.0)
    whole = model_solver(rules, "psopti(6)", "four_rounds", threads=1, on_progress=peers.on_progress)
    yield from _iterations("four rounds, 6 buckets", whole, 1, 800.0, 1000.0)


def _iterations(name: str, solver: ModelSolver, count: int, goal: float, memory: float) -> Iterator[Measurement]:
    with blas_threads(1):
        took = _processor_seconds(lambda: solver.iterate(count)) / count
    yield Measurement(f"{name}: iteration", "ms", took * 1e3, goal=goal)
    yield Measurement(f"{name}: memory", "MB", solver.model.size.bytes(solver.dtype) / 1e6, goal=memory)


def _processor_seconds(call: Callable[[], object]) -> float:
    """The shortest of some runs, after one to warm up."""
    call()
    times = []
    for _ in range(_RUNS):
        start = process_time()
        call()
        times.append(process_time() - start)
    return min(times)
