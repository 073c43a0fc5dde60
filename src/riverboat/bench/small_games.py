"""How fast are small games solved on the whole tree? Leduc hold'em beside open_spiel's C++ solver.

Both run CFR+ with players in turn and linear averages; before anything is timed, their exploitabilities after a hundred
iterations are compared. `public-tree` has the same lines for the public form, which is faster where a game has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from riverboat.bench.harness import Measurement, Peers, best_seconds, race, require_close
from riverboat.games.catalogue import parse_game
from riverboat.solve.cfr import SAMPLINGS, SampledSolver, TreeSolver
from riverboat.solve.core import METHODS, Runner
from riverboat.solve.response.exact import Evaluator
from riverboat.solve.tree import GameTree

_OURS: Final = 200
_THEIRS: Final = 10
_COMPARED: Final = 100
_WALKS: Final = {"external": 2_000, "outcome": 10_000, "public": 20}


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Iterations per second, also with sampling; time to a target; time of an exact best response."""
    tree = GameTree.build(parse_game("leduc"))
    solver = TreeSolver(tree, METHODS["cfr+"])
    solver.iterate(_COMPARED)
    strategy, watch = solver.average, Evaluator(tree)
    contestants: dict[str, Callable[[], object]] = {"riverboat": lambda: solver.iterate(_OURS)}
    responding: dict[str, Callable[[], object]] = {"riverboat": lambda: watch.exploitability(strategy)}
    pyspiel = peers.get("pyspiel")
    if pyspiel:
        game = pyspiel.load_game("leduc_poker")
        peer = pyspiel.CFRPlusSolver(game)
        for _ in range(_COMPARED):
            peer.evaluate_and_update_policy()
        policy = peer.average_policy()
        ours = watch.exploitability(strategy).chips
        require_close(ours, pyspiel.exploitability(game, policy), 1e-9, "exploitability of CFR+ on Leduc")
        contestants["open_spiel"] = lambda: [peer.evaluate_and_update_policy() for _ in range(_THEIRS)]
        responding["open_spiel"] = lambda: pyspiel.exploitability(game, policy)
    done = {"riverboat": _OURS, "open_spiel": _THEIRS}
    rates = {name: done[name] / seconds / 1e3 for name, seconds in race(contestants, seconds=2.0).items()}
    yield Measurement(
        "CFR+ on Leduc's whole tree, iterations", "k/s", rates.pop("riverboat"), rates, ratios={"open_spiel": 100}
    )
    yield Measurement("Leduc to 1e-3 chips by DCFR", "ms", best_seconds(lambda: _to_target(tree)) * 1e3, goal=100)
    times = {name: seconds * 1e3 for name, seconds in race(responding, seconds=1.0).items()}
    yield Measurement("exact exploitability of a Leduc strategy", "ms", times.pop("riverboat"), times, goal=1)
    for sampling in SAMPLINGS:
        sampled, walks = SampledSolver(tree, sampling), _WALKS[sampling]
        rate = walks / best_seconds(lambda sampled=sampled, walks=walks: sampled.iterate(walks)) / 1e3  # type: ignore[misc]
        yield Measurement(f"{sampling} sampling on Leduc, rounds", "k/s", rate)


def _to_target(tree: GameTree) -> TreeSolver:
    solver = TreeSolver(tree, METHODS["dcfr"])
    Runner(solver).run(target=1e-3)
    return solver
