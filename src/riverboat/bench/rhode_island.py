"""How long does Rhode Island hold'em take, on this machine, to below a thousandth of a chip?

The first solution (Gilpin and Sandholm 2005) shrank the game by suits, as here, and took a week of linear programming.
Here discounted CFR runs over the public tree with 325 boards in place of 2,652, in single precision, and the result is
held against the whole game: best responses on all boards, in double precision, one flop after the other.

    python -m riverboat.bench.rhode_island [--target CHIPS] [--checkpoint FILE] [--threads N]

With a checkpoint the run can be interrupted and goes on where it was. It is no part of `riverboat bench`.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.solve.cfr.method import METHODS
from riverboat.solve.public import PublicSolver, build_public

_GAME: Final = "rhode_island"
_MAX_ITERATIONS: Final = 20_000
_SECONDS_BETWEEN_SAVES: Final = 60.0


def main(arguments: list[str] | None = None) -> int:
    """Solve, hold it against the whole game, print the result as JSON."""
    parser = argparse.ArgumentParser(prog="python -m riverboat.bench.rhode_island")
    parser.add_argument("--target", type=float, default=1e-3, help="exploitability in chips a hand")
    parser.add_argument("--checkpoint", type=Path, default=None, help="where the solve is kept")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--game", default=_GAME)
    asked = parser.parse_args(arguments)
    try:
        solve(asked.game, asked.target, asked.checkpoint, asked.threads)
    except RiverboatError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def solve(game: str, target: float, checkpoint: Path | None, threads: int | None) -> None:
    """One solve, from the rules to the check."""
    tree = build_public(parse_game(game), dtype=np.float32)
    solver = PublicSolver(tree, METHODS["dcfr"], dtype=np.float32, threads=threads)
    if checkpoint and checkpoint.exists():
        solver.load(checkpoint)
    megabytes = tree.size.bytes(np.float32) / 1e6
    _say(f"{tree.size.information_sets:,} information sets, {megabytes:,.0f} MB of regrets and sums")
    saved = perf_counter()

    def report(now: PublicSolver) -> None:
        nonlocal saved
        _say(f"iteration {now.iterations:,}, {now.seconds:,.0f} s", end="\r")
        if checkpoint and perf_counter() - saved > _SECONDS_BETWEEN_SAVES:
            now.save(checkpoint)
            saved = perf_counter()

    try:
        reached = solver.solve(
            target,
            max_iterations=_MAX_ITERATIONS,
            report=report,
            looked=lambda now, found: _say(f"iteration {now.iterations:,}, {now.seconds:,.0f} s: {found:.6f} chips"),
        )
    finally:
        if checkpoint:
            solver.save(checkpoint)
    start = perf_counter()
    whole = solver.average().assess_everywhere(threads)
    result = {
        "game": tree.rules.identity,
        "iterations": solver.iterations,
        "exploitability up to suits": reached,
        "exploitability on all boards": whole.exploitability,
        "gains": whole.gains,
        "value to player 1": whole.values[0],
        "value is between": (-whole.responses[1], whole.responses[0]),
        "seconds of iterations": round(solver.seconds, 1),
        "seconds of the check": round(perf_counter() - start, 1),
        "peak memory in MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3,
    }
    print(json.dumps(result, indent=1))


def _say(text: str, end: str = "\n") -> None:
    if end == "\n" or sys.stderr.isatty():
        print(text, end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
