"""Abstract games: values by linear programming and by CFR, published sizes, and what must not be accepted."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.games import parse_game
from riverboat.games.rules import Rules
from riverboat.solve.abstract.game import AbstractGame, Size, ends_by_street
from riverboat.solve.abstract.models import limit_holdem, selby_game
from riverboat.solve.abstract.solver import AbstractSolver
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.tree import build_abstract
from riverboat.solve.betting import build_betting
from riverboat.solve.core import METHODS, Runner, parse_method
from riverboat.solve.lp.program import LinearProgram
from riverboat.solve.lp.sequence_form import write_out

SMALL_BET = 10


def model_rules(pot: int, first: int, raises: int = 3) -> Rules:
    """Limit hold'em from a street on with so many bets per street, and a pot in small bets."""
    rules = limit_holdem()
    streets = [replace(street, max_raises=raises) for street in rules.streets[first:]]
    streets[0] = replace(streets[0], down=2, board=max(3, streets[0].board))
    share = pot * SMALL_BET // 2
    return replace(rules, name="model", settings=(), streets=tuple(streets), blinds=(0, 0), antes=(share, share))


def gaussian_game(buckets: int, pot: int = 2) -> AbstractGame:
    """Three streets; each player's bucket moves by exp(-distance^2 / 2), and tanh of the difference wins."""
    number = np.arange(buckets)
    distance = number[:, None] - number[None, :]
    step = np.exp(-(distance**2) / 2.0)
    step /= step.sum(axis=1, keepdims=True)
    joint, parents = [np.full((buckets, buckets), 1.0 / buckets**2)], [np.zeros(buckets, np.int64)]
    for _ in range(2):
        before = joint[-1]
        moved = step[np.arange(len(before)) % buckets]
        after = before[:, None, :, None] * moved[:, :, None, None] * moved[None, None, :, :]
        joint.append(after.reshape(len(before) * buckets, -1))
        parents.append(np.repeat(np.arange(len(before)), buckets))
    last = np.arange(len(joint[-1])) % buckets
    edge = joint[-1] * np.tanh(distance)[last][:, last]
    return AbstractGame(build_betting(model_rules(pot, 1)), tuple(parents), tuple(joint), edge, f"gaussian {buckets}")


def lp_value(game: AbstractGame) -> float:
    """What position 0 wins, in small bets."""
    found = LinearProgram(write_out(game.betting, game), "dual simplex").solve()
    assert found.gap < 1e-7
    return (found.lower + found.upper) / 2 / SMALL_BET


def cfr_value(game: AbstractGame, target: float) -> tuple[float, float]:
    """The value of the game by CFR, and how far off it may be."""
    solver = AbstractSolver(game, parse_method("dcfr(gamma=5)"))
    runner = Runner(solver)
    runner.run(target * SMALL_BET, iterations=20_000)
    measured = runner.measure()
    assert measured.chips / SMALL_BET <= target
    low, high = -measured.best[1] / SMALL_BET, measured.best[0] / SMALL_BET
    return (low + high) / 2, (high - low) / 2


@pytest.mark.parametrize(("buckets", "value"), [(2, -0.0589306570), (3, -0.0938471217)])
def test_cfr_agrees_with_the_oracle(buckets: int, value: float) -> None:
    """Values by linear programming with another program; best responses bound them from both sides."""
    found, off = cfr_value(gaussian_game(buckets), 1e-5)
    assert abs(found - value) <= off + 1e-9
    assert found == pytest.approx(value, abs=1e-5)


def test_the_linear_program_agrees_too() -> None:
    assert lp_value(gaussian_game(2)) == pytest.approx(-0.0589306570, abs=1e-8)


@pytest.mark.slow
def test_the_linear_program_agrees_with_three_buckets() -> None:
    assert lp_value(gaussian_game(3)) == pytest.approx(-0.0938471217, abs=1e-8)


@pytest.mark.parametrize("method", ["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"])
def test_every_method_of_the_core_solves_it(method: str) -> None:
    solver = AbstractSolver(gaussian_game(2), METHODS[method])
    before = solver.exploitability().chips
    solver.iterate(300)
    assert solver.exploitability().chips < before / 10


def test_single_precision_converges_to_the_same_value() -> None:
    solver = AbstractSolver(gaussian_game(3), dtype=np.float32)
    solver.iterate(1000)
    measured = solver.exploitability()
    assert measured.chips / SMALL_BET < 1e-3
    assert -measured.best[1] / SMALL_BET < -0.0938471217 < measured.best[0] / SMALL_BET


def test_values_by_hand() -> None:
    """One street, one view each, always a tie: the one who may bet gains nothing, and folding loses half the pot."""
    rules = model_rules(2, 3, raises=1)
    one = np.ones((1, 1))
    game = AbstractGame(build_betting(rules), (np.zeros(1, np.int64),), (one,), 0.0 * one, "ties")
    tree = build_abstract(game)
    uniform = AbstractStrategy(tree, np.zeros(tree.numbers))
    found = uniform.exploitability()
    # Uniform play: position 0 checks or bets; each folds one bet in two, and a fold costs half the pot, one small bet.
    assert found.values[0] / SMALL_BET == pytest.approx(0.5 * 0.5 * 1.0 - 0.5 * 0.5 * 0.5 * 1.0)
    assert found.best[0] / SMALL_BET == pytest.approx(0.5)


# Sizes ----------------------------------------------------------------------------------------------------------------


def views_only(rules: Rules, counts: tuple[int, ...]) -> AbstractGame:
    """A game with so many views in which everything is as likely as everything else."""
    joint = [np.full((count, count), 1.0 / count**2) for count in counts]
    parents = [np.zeros(counts[0], np.int64)]
    parents += [np.arange(count) * before // count for before, count in pairwise(counts)]
    uneven = [np.bincount(each, minlength=before) for each, before in zip(parents[1:], counts, strict=False)]
    for street, sizes in enumerate(uneven, start=1):
        share = (1.0 / counts[street - 1] / sizes)[parents[street]]
        if street > 1:
            share = np.array([joint[street - 1].sum(axis=1)[parent] / sizes[parent] for parent in parents[street]])
        joint[street] = np.outer(share, share)
    return AbstractGame(build_betting(rules), tuple(parents), tuple(joint), 0.0 * joint[-1], "sizes")


def limit_streets(count: int, raises: int) -> Rules:
    rules = limit_holdem()
    first, *later = rules.streets[:count]
    return replace(
        rules, name="model", settings=(), streets=(first, *(replace(street, max_raises=raises) for street in later))
    )


@pytest.mark.parametrize(
    ("rules", "counts", "sequences", "ends"),
    [
        (model_rules(2, 1), (7, 49, 343), (171_571, 171_571), [(6, 0), (42, 0), (294, 343)]),
        (model_rules(2, 1), (6, 36, 216), (108_421, 108_421), [(6, 0), (42, 0), (294, 343)]),
        (limit_streets(3, 3), (6, 36, 216), (108_421, 108_427), [(7, 0), (42, 0), (294, 343)]),
        (limit_streets(2, 3), (169, 2465), (174_241, 174_410), [(7, 0), (42, 49)]),
        (limit_streets(4, 3), (6, 36, 216, 1296), (4_553_701, 4_553_707), [(7, 0), (42, 0), (294, 0), (2058, 2401)]),
    ],
)
def test_published_models_have_the_published_sizes(
    rules: Rules, counts: tuple[int, ...], sequences: tuple[int, int], ends: list[tuple[int, int]]
) -> None:
    game = views_only(rules, counts)
    assert game.view_counts == counts
    assert tuple(size.sequences for size in game.sizes) == sequences
    assert ends_by_street(game.betting) == ends


def test_the_program_of_gs1_has_the_published_rows_and_columns() -> None:
    """243,938 rows and 244,107 columns (Gilpin and Sandholm 2006), written for one seat."""
    first, second = views_only(limit_streets(2, 3), (169, 2465)).sizes
    assert first.information_sets == second.information_sets == 69_696
    # A row for each set of the one and each sequence of the other, and the empty sequence's own.
    assert {1 + second.information_sets + first.sequences, 1 + first.information_sets + second.sequences} == {
        243_938,
        244_107,
    }
    assert Size(69_696, 174_241) == first


def test_selby_s_game() -> None:
    """The big blind, position 0, wins 0.0219 small bets; 676 information sets each."""
    game = selby_game()
    assert [size.information_sets for size in game.sizes] == [676, 676]
    solver = AbstractSolver(game)
    solver.iterate(600)
    measured = solver.exploitability()
    assert measured.chips / SMALL_BET < 2e-4
    assert measured.values[0] / SMALL_BET == pytest.approx(0.0219, abs=1e-3)


# What is refused ------------------------------------------------------------------------------------------------------


def test_games_that_do_not_add_up_are_refused() -> None:
    good = gaussian_game(2)
    with pytest.raises(RiverboatError, match=r"add up to 0\.5"):
        replace(good, joint=(good.joint[0] / 2, *good.joint[1:]))
    with pytest.raises(RiverboatError, match="do not add up to those before"):
        replace(good, joint=(np.array([[0.7, 0.1], [0.1, 0.1]]), *good.joint[1:]))
    with pytest.raises(RiverboatError, match="nobody is ahead more often"):
        replace(good, edge=np.ones_like(good.edge))
    with pytest.raises(RiverboatError, match="1 joint distributions for 3 streets"):
        replace(good, joint=good.joint[:1])
    with pytest.raises(RiverboatError, match="3 players"):
        replace(
            good, betting=build_betting(parse_game("kuhn(players=3)")), parents=good.parents[:1], joint=good.joint[:1]
        )


def test_a_strategy_of_another_game_is_refused() -> None:
    tree = build_abstract(gaussian_game(2))
    with pytest.raises(RiverboatError, match="this abstract game takes"):
        AbstractStrategy(tree, np.zeros(tree.numbers + 1))
