"""How fast is CFR over the public tree? Leduc hold'em beside open_spiel's C++ solvers.

Both run CFR+ with players in turn and linear averages; before anything is timed, their exploitabilities after a hundred
iterations are compared. LiteEFG's published rate on this game is 0.327 k/s, on another machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from riverboat.bench.harness import Measurement, Peers, best_seconds, race, require_close
from riverboat.games.catalogue import parse_game
from riverboat.solve.core import METHODS, Runner
from riverboat.solve.public import PublicSolver, PublicStrategy, build_public

_OURS: Final = 2000
_THEIRS: Final = 10
_COMPARED: Final = 100


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Iterations per second, time to a target, time of an exact best response."""
    tree = build_public(parse_game("leduc"), isomorphism=False)
    solver = PublicSolver(tree)
    solver.iterate(_COMPARED)
    strategy = solver.average()
    exploitability = strategy.exploitability().chips
    fast = PublicSolver(tree)
    contestants: dict[str, Callable[[], object]] = {"riverboat": lambda: fast.iterate(_OURS)}
    responding: dict[str, Callable[[], object]] = {"riverboat": strategy.exploitability}
    pyspiel = peers.get("pyspiel")
    if pyspiel:
        game = pyspiel.load_game("leduc_poker")
        peer = pyspiel.CFRPlusSolver(game)
        for _ in range(_COMPARED):
            peer.evaluate_and_update_policy()
        policy = peer.average_policy()
        require_close(exploitability, pyspiel.exploitability(game, policy), 1e-9, "exploitability of CFR+ on Leduc")
        contestants["open_spiel"] = lambda: [peer.evaluate_and_update_policy() for _ in range(_THEIRS)]
        responding["open_spiel"] = lambda: pyspiel.exploitability(game, policy)
    rates = _rates(race(contestants, seconds=2.0))
    yield Measurement("CFR+ on Leduc, iterations", "k/s", rates.pop("riverboat"), rates, ratios={"open_spiel": 100})
    kuhn = PublicSolver(build_public(parse_game("kuhn")))
    yield Measurement("CFR+ on Kuhn, iterations", "k/s", _OURS / best_seconds(lambda: kuhn.iterate(_OURS)) / 1e3)
    yield Measurement("Leduc to 1e-3 chips", "ms", best_seconds(lambda: _to_target(1e-3)) * 1e3, goal=100)
    times = {name: seconds * 1e3 for name, seconds in race(responding, seconds=1.0).items()}
    yield Measurement("exact exploitability of a Leduc strategy", "ms", times.pop("riverboat"), times, goal=1)


def _rates(seconds: Mapping[str, float]) -> dict[str, float]:
    done = {"riverboat": _OURS, "open_spiel": _THEIRS}
    return {name: done[name] / taken / 1e3 for name, taken in seconds.items()}


def _to_target(target: float) -> PublicStrategy:
    """From the rules to the strategy."""
    solver = PublicSolver(build_public(parse_game("leduc")), METHODS["dcfr"])
    Runner(solver).run(target)
    return solver.average()
