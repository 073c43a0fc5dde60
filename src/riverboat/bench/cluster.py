"""What does a cluster cost, and what would it give? Ray beside the pool of processes, both with two workers.

Overheads are the difference between the time of a run and the time of its pieces. The last lines are a simulation
(`scaling.py`) with what was measured in this run, and with published sizes where the work itself is not measured here.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from time import perf_counter, process_time
from typing import Final

from riverboat.arena.match import session_pieces
from riverboat.arena.sessions import play_session
from riverboat.bench.harness import Measurement, Peers
from riverboat.bench.scaling import Cost, Job, simulate
from riverboat.executor import Executor, make_executor

_JOBS: Final = 2
_SMALL_PIECES: Final = 400
_SECOND_PIECES: Final = 8
_MAX_OVERHEAD: Final = 5.0
_PLAYERS: Final = 20
_HANDS: Final = 144_000
"""Of a pair of players at ±5 mbb: psopti4r against psopti2 had ±3 mbb after 400,000 duplicate hands."""
_FLOP_SECONDS: Final = (14.4, 19.5)
"""A flop of the exact best response: 7 core-hours on a quiet machine and 9.5 on a busy one, over 1,755 flops."""
_BOARDS: Final = 500_000
_BOARD_SECONDS: Final = (0.043,)
_BOARDS_OF_PIECE: Final = 25
_TABLES: Final = 1.37e9
"""Regrets and sums of 10,000 buckets on three streets."""


def nothing(number: int) -> int:
    """The smallest piece."""
    return number


def spins(seconds: float) -> float:
    """Work for so much processor time; returns the time that passed."""
    began, until = perf_counter(), process_time() + seconds
    while process_time() < until:
        pass
    return perf_counter() - began


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Riverboat's own pool is the peer of Ray."""
    with make_executor(_JOBS, "local") as pool, make_executor(_JOBS, "ray") as cluster:
        here, there = per_piece(pool), per_piece(cluster)
        yield Measurement("an empty piece on Ray", "ms", 1000 * there, {"pool": 1000 * here})
        slow, quick = overhead(cluster), overhead(pool)
        yield Measurement("Ray's overhead, pieces of a second", "%", slow, {"pool": max(quick, 1e-3)}, _MAX_OVERHEAD)
    pieces = session_pieces(["psopti1", "always_call"], "holdem(betting=limit)", 1000, "duplicate")
    piece = next(iter(pieces))
    began = process_time()
    played = play_session(piece)
    seconds = process_time() - began
    yield Measurement("a session of 1,000 hands, sent", "kB", len(pickle.dumps(piece)) / 1000)
    yield Measurement("a session of 1,000 hands, received", "kB", len(pickle.dumps(played)) / 1000)
    pairs = _PLAYERS * (_PLAYERS - 1) // 2
    jobs = (
        Job(f"crosstable of {_PLAYERS} players at ±5 mbb", pairs * _HANDS // 1000, (seconds, 5.0), start=60.0),
        Job("exact best response, 1,755 flops", 1755, _FLOP_SECONDS, start=60.0),
        Job(
            "blueprint of 10,000 buckets", _BOARDS // _BOARDS_OF_PIECE,
            tuple(_BOARDS_OF_PIECE * each for each in _BOARD_SECONDS), 60.0, 20, _TABLES,
        ),
    )  # fmt: skip
    for job in jobs:
        for cores in (2, 64, 1000):
            found = simulate(job, Cost(there), cores)
            shares = f"{found.handing_out:.0%} handing out, {found.network:.0%} network"
            yield Measurement(f"{job.name}, {cores:,} cores ({shares})", "s", found.seconds)


def per_piece(executor: Executor) -> float:
    """Seconds of the clock for one piece that does nothing, with as many as there can be under way."""
    list(executor.in_order(nothing, range(50)))  # workers start
    began = perf_counter()
    list(executor.in_order(nothing, range(_SMALL_PIECES)))
    return (perf_counter() - began) / _SMALL_PIECES


def overhead(executor: Executor) -> float:
    """Percent of the time of a run that its workers did not work."""
    began = perf_counter()
    worked = sum(executor.in_order(spins, [1.0] * _SECOND_PIECES))
    return 100.0 * (1.0 - worked / (executor.jobs * (perf_counter() - began)))
