"""Regret-based pruning: the same equilibria with less of the tree looked at (Brown and Sandholm 2015)."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkpoints import assert_same_state, hand_over

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.solve.cfr import TreeSolver
from riverboat.solve.core import Runner, parse_method
from riverboat.solve.response import exploitability, game_values
from riverboat.solve.tree import GameTree

KUHN = GameTree.build(parse_game("kuhn"))
LEDUC = GameTree.build(parse_game("leduc"))
METHODS = ["cfr", "cfr(alternating=no)", "lcfr", "dcfr(beta=0.5)"]


@pytest.mark.parametrize("method", METHODS)
def test_kuhns_value_is_found_with_less_of_the_tree(method: str) -> None:
    solver = TreeSolver(KUHN, parse_method(method), prune=True)
    Runner(solver).run(target=1e-3, iterations=100_000)
    assert exploitability(KUHN, solver.average).chips <= 1e-3
    assert game_values(KUHN, solver.average)[0] == pytest.approx(-1 / 18, abs=1e-3)
    assert solver.skipped > 0.1


@pytest.mark.parametrize("method", ["lcfr", "dcfr(beta=0.5)"])
def test_leducs_value_is_found_with_less_of_the_tree(method: str) -> None:
    solver = TreeSolver(LEDUC, parse_method(method), prune=True)
    Runner(solver).run(target=2e-3, iterations=20_000)
    assert exploitability(LEDUC, solver.average).chips <= 2e-3
    assert game_values(LEDUC, solver.average)[0] == pytest.approx(-0.0856064, abs=2e-3)
    assert solver.skipped > 0.2


@pytest.mark.parametrize("alternating", ["yes", "no"])
def test_plain_cfr_on_leduc_leaves_half_of_the_nodes_out_and_comes_as_far(alternating: str) -> None:
    plain, pruned = (
        TreeSolver(LEDUC, parse_method(f"cfr(alternating={alternating})"), prune=prune) for prune in (False, True)
    )
    for solver in (plain, pruned):
        solver.iterate(3000)
    assert pruned.skipped > 0.5
    assert plain.skipped == 0.0
    assert pruned.exploitability().chips < 1.5 * plain.exploitability().chips


def test_pruning_saves_more_in_larger_games() -> None:
    """As the authors found: the share left out grows with the size of the game."""
    shares = []
    for game in ("kuhn", "leduc", "leduc(raises=4)"):
        solver = TreeSolver(GameTree.build(parse_game(game)), parse_method("cfr"), prune=True)
        solver.iterate(500)
        shares.append(solver.skipped)
    assert shares == sorted(shares)


@pytest.mark.parametrize("method", METHODS)
def test_what_is_played_never_sleeps(method: str) -> None:
    """A choice that is left out must have no probability, or its player would win nothing there."""
    solver = TreeSolver(LEDUC, parse_method(method), prune=True)
    for _ in range(40):
        solver.iterate(7)
        asleep = solver.arrays()["asleep"]
        assert asleep.any()
        assert not solver.current[asleep].any()


def test_an_interrupted_run_continues_to_the_same_last_bit(tmp_path: Path) -> None:
    whole, first, second = (TreeSolver(LEDUC, parse_method("lcfr"), prune=True) for _ in range(3))
    whole.iterate(300)
    first.iterate(130)
    hand_over(first, second, tmp_path / "run")
    second.iterate(170)
    assert_same_state(second, whole)
    assert second.skipped == whole.skipped > 0.1


@pytest.mark.parametrize(
    "method", ["cfr+", "pcfr+", "dcfr", "dcfr(beta=-1)", "dcfr(beta=1,max_negative=0.9)", "restarting"]
)
def test_methods_that_forget_negative_regrets_are_refused(method: str) -> None:
    with pytest.raises(RiverboatError, match="negative regrets must last"):
        TreeSolver(KUHN, parse_method(method), prune=True)


def test_three_players_are_refused() -> None:
    with pytest.raises(RiverboatError, match="3 players; it is for games of two"):
        TreeSolver(GameTree.build(parse_game("kuhn(players=3)")), parse_method("cfr"), prune=True)
