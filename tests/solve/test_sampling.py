"""Monte-Carlo regret minimisation: all kinds of sampling converge, and random streams survive interruptions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from checkpoints import assert_same_state, hand_over

from riverboat.errors import NotationError, RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.solve.cfr import SAMPLINGS, SampledSolver, TreeSolver
from riverboat.solve.cfr.sampling import Sampling
from riverboat.solve.core import parse_method
from riverboat.solve.response import exploitability
from riverboat.solve.tree import GameTree

KUHN = GameTree.build(parse_game("kuhn"))
LEDUC = GameTree.build(parse_game("leduc"))


@pytest.mark.parametrize(
    ("sampling", "rounds", "nearer_than"),
    [("external", 100_000, 0.01), ("outcome", 300_000, 0.02), ("public", 2_000, 0.01)],
)
def test_kuhn_is_solved_by_samples(sampling: Sampling, rounds: int, nearer_than: float) -> None:
    solver = SampledSolver(KUHN, sampling, seed=1)
    solver.iterate(rounds)
    found = exploitability(KUHN, solver.average)
    assert found.chips < nearer_than
    assert found.values[0] == pytest.approx(-1 / 18, abs=2 * nearer_than)


@pytest.mark.parametrize(
    ("sampling", "rounds", "nearer_than"),
    [("external", 60_000, 0.15), ("outcome", 400_000, 0.6), ("public", 1_000, 0.1)],
)
def test_leduc_comes_nearer_the_more_it_is_sampled(sampling: Sampling, rounds: int, nearer_than: float) -> None:
    """Uniform play has 2.373611; each kind is well below after a second, and further below than after a tenth."""
    solver = SampledSolver(LEDUC, sampling, seed=1)
    solver.iterate(rounds // 10)
    early = solver.exploitability().chips
    solver.iterate(rounds - rounds // 10)
    late = solver.exploitability().chips
    assert late < early < 2.373611
    assert late < nearer_than


def test_three_players_are_sampled_too() -> None:
    """Seat values as in the literature: about -0.027, -0.021, +0.048 chips per hand."""
    tree = GameTree.build(parse_game("kuhn(players=3)"))
    solver = SampledSolver(tree, "external", seed=1)
    solver.iterate(300_000)
    found = exploitability(tree, solver.average)
    assert found.nash_conv < 0.03
    assert found.values == pytest.approx((-0.027, -0.021, 0.048), abs=0.015)


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_an_interrupted_run_continues_with_the_same_random_numbers(sampling: Sampling, tmp_path: Path) -> None:
    whole, first, second = (SampledSolver(LEDUC, sampling, seed=seed) for seed in (7, 7, 7))
    whole.iterate(50)
    first.iterate(20)
    hand_over(first, second, tmp_path / "run")
    second.iterate(30)
    assert_same_state(whole, second)


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_seeds_decide_what_is_sampled(sampling: Sampling) -> None:
    runs = [SampledSolver(LEDUC, sampling, seed=seed) for seed in (1, 1, 2)]
    for run in runs:
        run.iterate(20)
    assert np.array_equal(runs[0].regrets, runs[1].regrets)
    assert not np.array_equal(runs[0].regrets, runs[2].regrets)


def test_the_mean_of_sampled_regrets_is_the_full_regret() -> None:
    """One iteration from uniform play, many times: external sampling is unbiased (Lanctot et al. 2009)."""
    full = TreeSolver(KUHN, parse_method("cfr(alternating=no)"))
    full.iterate(1)
    exact, mean = full.regrets, np.zeros(KUHN.entries)
    first = KUHN.set_player[KUHN.entry_set] == 0  # later players answer what the first has become
    times = 4000
    for seed in range(times):
        solver = SampledSolver(KUHN, "external", seed=seed)
        solver.iterate(1)
        mean += solver.regrets / times
    assert mean[first] == pytest.approx(exact[first], abs=4 * 2.0 / np.sqrt(times))


def test_kinds_of_sampling_that_do_not_exist_are_refused() -> None:
    with pytest.raises(NotationError, match="external, outcome, public"):
        SampledSolver(KUHN, "chance")  # type: ignore[arg-type]
    with pytest.raises(RiverboatError, match="above 0"):
        SampledSolver(KUHN, "outcome", explore=0.0)
