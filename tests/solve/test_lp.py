"""Linear programs: known values, proofs that need no trust, reading a solver while it works."""

from __future__ import annotations

import os
import signal
from dataclasses import replace

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rake
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.lp import Algorithm, LinearProgram, LpSolution, sequence_form, solve_by_lp
from riverboat.solve.response import exploitability
from riverboat.solve.strategy import Strategy
from riverboat.solve.tree import GameTree

METHODS: tuple[Algorithm, ...] = ("dual simplex", "primal simplex", "interior point")
LEDUC = -0.085606424078


@pytest.fixture(scope="module")
def kuhn() -> GameTree:
    return GameTree.build(parse_game("kuhn"))


@pytest.fixture(scope="module")
def leduc() -> GameTree:
    return GameTree.build(parse_game("leduc"))


@pytest.mark.parametrize("method", METHODS)
def test_kuhn_is_worth_minus_an_eighteenth(kuhn: GameTree, method: Algorithm) -> None:
    solved = solve_by_lp(kuhn, method)
    assert solved.value == pytest.approx(-1 / 18, abs=1e-12)
    assert solved.exploitability.chips == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_leduc_is_worth_what_the_literature_says(leduc: GameTree, method: Algorithm) -> None:
    solved = solve_by_lp(leduc, method)
    assert solved.value == pytest.approx(LEDUC, abs=1e-11)
    assert solved.exploitability.values[0] == pytest.approx(LEDUC, abs=1e-9)
    assert solved.exploitability.chips == pytest.approx(0.0, abs=1e-9)
    assert 0.0 <= solved.gap + 1e-12 < 1e-9


def test_kuhns_equilibrium_is_one_of_kuhns(kuhn: GameTree) -> None:
    """Kuhn 1950: the first player bets the jack with alpha <= 1/3, the king with 3 alpha, never the queen."""
    labels = Strategy(kuhn, solve_by_lp(kuhn).strategy, Origin("lp")).by_label
    bets = {
        label[0]: probabilities["b"]
        for (player, label), probabilities in labels.items()
        if player == 0 and "k" in probabilities
    }
    assert 0.0 <= bets["J"] <= 1 / 3 + 1e-9
    assert bets["Q"] == pytest.approx(0.0, abs=1e-9)
    assert bets["K"] == pytest.approx(3 * bets["J"], abs=1e-9)


def test_the_program_of_leduc_is_the_size_that_its_sets_make_it(leduc: GameTree) -> None:
    """A row for each own set and each sequence of the other, and one for each empty sequence."""
    form = sequence_form(leduc)
    rows, columns = form.shape
    sets = [int(np.count_nonzero(leduc.set_player == position)) for position in (0, 1)]
    entries = [int(np.count_nonzero(leduc.set_player[leduc.entry_set] == position)) for position in (0, 1)]
    assert sum(sets) == 936
    assert (rows, columns) == (sets[0] + 1 + entries[1] + 1, sets[1] + 1 + entries[0] + 1)


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_plans_times_payoffs_are_what_the_tree_pays(game: str) -> None:
    """Any pair of strategies, not only equilibria: x A y against a sweep over the tree."""
    tree = GameTree.build(parse_game(game))
    form = sequence_form(tree)
    strategy = tree.normalised(np.random.default_rng(3).random(tree.entries))
    owner = tree.set_player[tree.entry_set]
    x, y = (side.plan(strategy[owner == position]) for position, side in enumerate(form.sides))
    assert x @ (form.payoffs @ y) == pytest.approx(exploitability(tree, strategy).values[0], abs=1e-12)
    for side, plan in zip(form.sides, (x, y), strict=True):
        assert side.constraints @ plan == pytest.approx([1.0] + [0.0] * side.sets, abs=1e-12)
    assert form.sides[0].behaviour(x) == pytest.approx(strategy[owner == 0], abs=1e-12)


def test_both_objectives_and_both_bounds_meet(leduc: GameTree) -> None:
    program = LinearProgram(sequence_form(leduc))
    found = program.solve()
    assert found.optimal
    numbers = [program.primal_value, program.dual_value, found.lower, found.upper]
    assert numbers == pytest.approx([LEDUC] * 4, abs=1e-10)


def test_primal_simplex_only_gets_better_for_position_0_and_dual_simplex_for_1(leduc: GameTree) -> None:
    """Gilpin and Sandholm 2006: the vector that is read is feasible at any time, so its guarantee never falls."""
    seen: dict[Algorithm, list[LpSolution]] = {"primal simplex": [], "dual simplex": []}
    for method, readings in seen.items():
        last = solve_by_lp(leduc, method, on_strategy=readings.append, every=150)
        assert last.value == pytest.approx(LEDUC, abs=1e-9)
        assert len(readings) > 4
        assert readings[0].exploitability.chips > 0.1
    lower = [each.standing.lower for each in seen["primal simplex"]]
    upper = [each.standing.upper for each in seen["dual simplex"]]
    assert np.all(np.diff(lower) > -1e-9)
    assert np.all(np.diff(upper) < 1e-9)
    # the guarantee is the one that the other's best response on the tree leaves
    middle = seen["primal simplex"][2]
    assert middle.standing.lower == pytest.approx(-middle.exploitability.best[1], abs=1e-9)


def test_other_stakes_go_on_from_the_last_basis(leduc: GameTree) -> None:
    """The same game for half as much again needs no step at all; nearly the same game needs few."""
    form = sequence_form(leduc)
    program = LinearProgram(form)
    program.solve()
    afresh = program.iterations
    program.change_payoffs(form.payoffs * 1.5)
    found = program.solve()
    assert program.iterations == afresh
    assert (found.lower, found.upper) == pytest.approx((1.5 * LEDUC,) * 2, abs=1e-9)
    nearly = form.payoffs.copy()
    nearly.data *= 1.0 + 1e-4 * np.random.default_rng(1).random(nearly.nnz)
    program.change_payoffs(nearly)
    moved = program.solve()
    assert moved.gap < 1e-9
    assert moved.lower != pytest.approx(LEDUC, abs=1e-7)
    assert 0 < program.iterations - afresh < afresh / 2


@pytest.mark.parametrize("method", ["dual simplex", "primal simplex"])
def test_interrupted_simplex_keeps_what_it_has_and_goes_on(leduc: GameTree, method: Algorithm) -> None:
    program = LinearProgram(sequence_form(leduc), method)

    def interrupt(steps: int, objective: float) -> None:
        if steps == 300:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        program.solve(progress=interrupt)
    stopped = program.standing()
    assert not stopped.optimal
    assert stopped.iterations > 0
    assert stopped.lower < LEDUC < stopped.upper
    found = program.solve()
    assert found.optimal
    assert found.iterations > stopped.iterations
    assert found.lower == pytest.approx(LEDUC, abs=1e-9)


def test_a_callback_can_stop_the_solver(leduc: GameTree) -> None:
    def enough(solution: LpSolution) -> None:
        raise StopIteration

    stopped = solve_by_lp(leduc, on_strategy=enough, every=50)
    assert not stopped.standing.optimal
    assert stopped.standing.iterations == 50


def test_games_without_a_zero_sum_linear_program_are_refused(leduc: GameTree) -> None:
    with pytest.raises(RiverboatError, match="for 2 players, not for 3"):
        solve_by_lp(GameTree.build(parse_game("kuhn(players=3)")))
    raked = replace(parse_game("leduc"), rake=Rake(fraction=0.1, cap=3))
    with pytest.raises(RiverboatError, match="zero-sum"):
        solve_by_lp(GameTree.build(raked))
    forgetful = GameTree.build(parse_game("leduc"), seen=lambda position, hole, board: board or hole)
    with pytest.raises(RiverboatError, match="forgets"):
        solve_by_lp(forgetful)
    with pytest.raises(RiverboatError, match="only be read at its end"):
        solve_by_lp(leduc, "interior point", on_strategy=lambda found: None)
    with pytest.raises(RiverboatError, match='method "magic"'):
        solve_by_lp(leduc, "magic")  # type: ignore[arg-type]
