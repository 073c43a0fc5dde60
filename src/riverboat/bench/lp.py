"""How long does an exact equilibrium take? Leduc hold'em by linear programming, whole and shrunk.

Trees are built beforehand; what is timed goes from there to a strategy with its exploitability. The methods' values are
compared before anything is timed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import get_args

from riverboat.bench.harness import Measurement, Peers, race, require_close
from riverboat.games.catalogue import parse_game
from riverboat.solve.lp import Algorithm, LinearProgram, sequence_form, solve_by_lp
from riverboat.solve.shrink import MergedGame
from riverboat.solve.tree import GameTree

_VALUE = -0.085606424078
_GOALS = {"dual simplex": 200.0, "shrunk, solved and lifted": 200.0}


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Leduc by each method, shrunk first, and for other stakes."""
    rules = parse_game("leduc")
    tree = GameTree.build(rules)
    shrunk = MergedGame.build(rules)
    contestants = {method: partial(solve_by_lp, tree, method) for method in get_args(Algorithm)}
    contestants["shrunk, solved and lifted"] = partial(shrunk.solve, tree)
    for name, call in contestants.items():
        require_close(call().value, _VALUE, 1e-9, f"value of Leduc, {name}")
    for name, seconds in race(contestants, seconds=1.0).items():
        yield Measurement(f"Leduc, {name}", "ms", seconds * 1e3, goal=_GOALS.get(name))
    form = sequence_form(tree)
    program = LinearProgram(form)
    program.solve()
    stakes = [form.payoffs.copy(), form.payoffs.copy()]
    stakes[1].data *= 1.0 + 1e-3 * (stakes[1].data > 0)

    def for_other_stakes() -> None:
        stakes.reverse()
        program.change_payoffs(stakes[0])
        program.solve()

    others = race({"shrinking": lambda: MergedGame.build(rules).form, "stakes": for_other_stakes}, seconds=1.0)
    yield Measurement("Leduc, GameShrink alone", "ms", others["shrinking"] * 1e3)
    yield Measurement("Leduc, other stakes from the last basis", "ms", others["stakes"] * 1e3)
