"""GameShrink: published class counts and program sizes; equilibria of shrunk games held against the full ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from riverboat.cards import Isomorphism
from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.solver import AbstractSolver
from riverboat.solve.betting import TooLargeError, build_betting
from riverboat.solve.core import parse_method
from riverboat.solve.lp import LinearProgram, solve_by_lp
from riverboat.solve.shrink import Classes, MergedGame, game_shrink, program_shape
from riverboat.solve.tree import GameTree


def small_rhode_island(ranks: str, suits: str, raises: int = 1) -> Rules:
    """Rhode Island hold'em from a few cards."""
    return replace(parse_game(f"rhode_island(raises={raises})"), deck=Deck(ranks, suits))


@pytest.fixture(scope="module")
def rhode_island() -> Classes:
    return game_shrink(parse_game("rhode_island"))


def test_nothing_merges_in_kuhn() -> None:
    assert game_shrink(parse_game("kuhn")).members(0) == [["Js"], ["Qs"], ["Ks"]]


def test_leduc_has_three_ranks() -> None:
    shrunk = game_shrink(parse_game("leduc"))
    assert shrunk.members(0) == [["Jh", "Js"], ["Qh", "Qs"], ["Kh", "Ks"]]
    assert shrunk.counts == (3, 9)  # the suit of the board does not matter either


def test_rhode_island_has_13_hole_cards_and_325_flops(rhode_island: Classes) -> None:
    """Gilpin and Sandholm 2007; with the flop just the suit-isomorphic classes, found without looking at suits."""
    assert rhode_island.counts[:2] == (13, Isomorphism((1, 1)).size)
    assert Isomorphism((1, 1)).size == 325
    assert all(len({text[0] for text in members}) == 1 for members in rhode_island.members(0))
    assert rhode_island.counts[2] < Isomorphism((1, 1, 1)).size == 9997


def test_classes_of_rhode_island_are_whole_suit_classes(rhode_island: Classes) -> None:
    """Whatever a renaming of suits turns into each other is alike."""
    last = rhode_island.signals.streets - 1
    isomorphism = Isomorphism((1, 1, 1))
    cards = np.array([hole + board for hole, board in rhode_island.signals.of_street[last]], np.uint8)
    suit_class = isomorphism.index_batch(cards)
    pairs = np.unique(np.stack([suit_class, rhode_island.of_street[last]]), axis=1)
    assert pairs.shape[1] == isomorphism.size


def test_the_full_linear_program_of_rhode_island_has_the_published_size() -> None:
    """Gilpin and Sandholm 2007: 91,224,226 rows and columns; hole cards, flops and turns are dealt in order."""
    betting = build_betting(parse_game("rhode_island"))
    assert program_shape(betting, (52, 52 * 51, 52 * 51 * 50)) == (91_224_226, 91_224_226)


def test_counting_wins_gives_the_published_shrunk_program_to_the_last_number() -> None:
    """Gilpin and Sandholm 2007: 1,237,238 rows and columns, 50,428,638 non-zeros."""
    published = MergedGame.build(parse_game("rhode_island"), "counts")
    assert published.program_size == (1_237_238, 1_237_238, 50_428_638)


def test_a_size_that_is_counted_is_the_size_that_is_built() -> None:
    for rules in (parse_game("kuhn"), parse_game("leduc"), small_rhode_island("234", "cd")):
        game = MergedGame.build(rules)
        assert game.program_size == (*game.form.shape, game.form.nonzeros)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "leduc(cards=8)", "leduc(bets=1/1,raises=1)"])
def test_lifted_equilibria_are_equilibria_of_the_full_game(game: str) -> None:
    rules = parse_game(game)
    full = GameTree.build(rules)
    lifted = MergedGame.build(rules).solve(full)
    assert lifted.exploitability.chips == pytest.approx(0.0, abs=1e-9)
    assert lifted.value == pytest.approx(solve_by_lp(full).value, abs=1e-9)


def test_lifted_rhode_island_from_six_cards_is_worth_what_the_full_game_is() -> None:
    rules = small_rhode_island("234", "cd")
    full = GameTree.build(rules)
    game = MergedGame.build(rules)
    lifted = game.solve(full)
    assert lifted.exploitability.chips == pytest.approx(0.0, abs=1e-9)
    assert lifted.value == pytest.approx(solve_by_lp(full).value, abs=1e-9)
    assert (
        2 * (game.program_size.rows - 2) == program_shape(game.betting, (6, 30, 120))[0] - 2
    )  # two suits, half as much


@pytest.mark.parametrize("suits", ["cdh", "cdhs"])
def test_lifted_rhode_island_is_an_equilibrium_where_the_full_program_would_be_large(suits: str) -> None:
    rules = small_rhode_island("234", suits)
    lifted = MergedGame.build(rules).solve(GameTree.build(rules))
    assert lifted.exploitability.chips == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("rules", [parse_game("leduc"), small_rhode_island("234", "cd")], ids=["leduc", "rhode island"])
def test_counting_wins_alone_is_not_without_loss(rules: Rules) -> None:
    """The king on a board of jacks wins and loses as often as on one of queens, but not against the same hands."""
    full = GameTree.build(rules)
    lifted = MergedGame.build(rules, "counts").solve(full)
    assert lifted.gap < 1e-9
    assert lifted.exploitability.chips > 0.1


def test_trees_with_classes_for_cards_are_the_same_game() -> None:
    """`seen` makes the full tree's players see classes; its linear program must be the one of the pairs."""
    rules = parse_game("leduc")
    game = MergedGame.build(rules)
    tree = GameTree.build(rules, seen=game.classes.seen)
    tree.check_recall()
    assert tree.sets == 288  # 6 betting nodes with 3 ranks, and 5 x 6 with 9 after the flop
    assert solve_by_lp(tree).value == pytest.approx(LinearProgram(game.form).solve().lower, abs=1e-9)


def test_suits_can_be_renamed_without_changing_the_classes() -> None:
    """A law: a game from the same cards in another order of suits shrinks to the same classes."""
    counts = {game_shrink(small_rhode_island("2345", "".join(suits))).counts for suits in permutations("cdh")}
    assert len(counts) == 1


def cfr_bounds(game: AbstractGame, iterations: int) -> tuple[float, float]:
    """What best responses leave and win of the value of an abstract game."""
    solver = AbstractSolver(game, parse_method("dcfr(gamma=5)"))
    solver.iterate(iterations)
    measured = solver.exploitability()
    return -measured.best[1], measured.best[0]


def test_shrunk_leduc_by_cfr_is_worth_what_the_literature_says() -> None:
    """-0.0856064; and merging by counts, which loses information, is worth something else."""
    low, high = cfr_bounds(MergedGame.build(parse_game("leduc")).abstract(), 2000)
    assert low <= -0.085606424 <= high
    assert high - low < 1e-4
    low, high = cfr_bounds(MergedGame.build(parse_game("leduc"), "counts").abstract(), 2000)
    assert not low <= -0.085606424 <= high


def test_a_shrunk_game_by_cfr_and_by_linear_program_is_worth_the_same() -> None:
    game = MergedGame.build(small_rhode_island("2345", "cdh"))
    value = LinearProgram(game.form).solve()
    assert value.gap < 1e-9
    low, high = cfr_bounds(game.abstract(), 1500)
    assert low <= value.lower + 1e-9
    assert value.upper - 1e-9 <= high
    assert high - low < 2e-3


def test_games_that_cannot_be_written_in_matrices_are_refused(rhode_island: Classes) -> None:
    with pytest.raises(RiverboatError, match="7,969 classes on a street; abstract games take 4,096"):
        MergedGame(rhode_island, build_betting(rhode_island.rules)).abstract()


def test_games_that_it_is_not_for_are_refused() -> None:
    with pytest.raises(RiverboatError, match="for 2 players, not for 3"):
        game_shrink(parse_game("kuhn(players=3)"))
    with pytest.raises(TooLargeError, match="pairs of opposing hands"):
        game_shrink(parse_game("holdem"))
    with pytest.raises(RiverboatError, match="own cards on the first street"):
        game_shrink(parse_game("razz(players=2)"))
    with pytest.raises(RiverboatError, match='test "magic"'):
        game_shrink(parse_game("kuhn"), "magic")  # type: ignore[arg-type]
