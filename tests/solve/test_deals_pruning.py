"""The thesis's pruning: which choices go, what that saves, and what it costs."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.solve.deals import DealGame, DealSolver, best_responses
from riverboat.solve.deals.pruning import PruningRules, allowed_choices, free_folds, saved_by, win_probabilities


def game_of(text: str) -> DealGame:
    return DealGame.build(parse_game(text))


def test_chances_to_win_count_the_cards_below() -> None:
    """With 13 cards of one suit rank r beats r of the 12 others; with 52, three of the others tie."""
    assert win_probabilities(game_of("kuhn(cards=13)"))[0] == pytest.approx(np.arange(13) / 12)
    assert win_probabilities(game_of("kuhn(cards=52)"))[0][-1] == pytest.approx((48 + 1.5) / 51)
    before, after = win_probabilities(game_of("leduc"))
    assert before.mean() == pytest.approx(0.5)
    assert np.nanmax(after) == 1.0  # a pair cannot lose
    assert np.isnan(after[0])  # the card on the board cannot be in hand


def test_the_best_card_never_folds_and_the_worst_never_calls() -> None:
    game = game_of("kuhn(cards=13)")
    allowed = allowed_choices(game, PruningRules())
    for node, rows in game.walk_choices():
        table = allowed[rows].reshape(13, 2)
        if game.betting.owes(node):  # fold or call
            assert table[12].tolist() == [False, True]
            assert table[0].tolist() == [True, False]
            assert table[1:12].all()
        else:  # a check is free: rule B must not take the only choice away
            assert table.all()


def test_a_range_bets_and_calls_with_its_best_hands_only() -> None:
    game = game_of("kuhn(cards=13)")
    allowed = allowed_choices(game, PruningRules(agent_range=0.5))
    for _, rows in game.walk_choices():
        table = allowed[rows].reshape(13, 2)
        assert table[:7].tolist() == [[True, False]] * 7  # w <= 1/2: the seven lowest of thirteen
        assert table[7:, 1].all()


def test_every_information_set_keeps_a_choice() -> None:
    for text in ("kuhn(players=3)", "kuhn(players=5,cards=13)", "leduc"):
        game = game_of(text)
        for rules in (PruningRules(), PruningRules(0.3, 0.7), PruningRules(agent_range=0.2)):
            allowed = allowed_choices(game, rules)
            for node, rows in game.walk_choices():
                assert allowed[rows].reshape(-1, int(game.betting.children[node])).any(axis=1).all()


def test_exact_pruning_costs_nothing_and_finds_the_same_value() -> None:
    """In 3-card Kuhn poker a king that folds and a jack that calls are strictly dominated."""
    game = game_of("kuhn")
    solver = DealSolver(game, allowed=allowed_choices(game, PruningRules()))
    found = best_responses(game, solver.train(100_000).average())
    assert found.values[0] == pytest.approx(-1 / 18, abs=0.004)
    assert found.nash_conv < 0.02
    average = solver.average()
    for node, rows in game.walk_choices():
        if game.betting.owes(node):
            table = average[rows].reshape(3, 2)
            assert table[2].tolist() == [0.0, 1.0]
            assert table[0].tolist() == [1.0, 0.0]


def test_recursive_and_iterative_agree_on_pruned_games() -> None:
    for text in ("kuhn(players=3)", "kuhn(players=5,cards=13)", "leduc"):
        game = game_of(text)
        allowed = allowed_choices(game, PruningRules(0.2, 0.8))
        one, two = DealSolver(game, allowed=allowed), DealSolver(game, allowed=allowed, walk="recursive")
        one.train(3000)
        two.train(3000)
        assert np.array_equal(one.regrets, two.regrets)
        assert np.array_equal(one.strategy_sums, two.strategy_sums)
        assert not one.average()[~allowed].any()


def test_what_is_saved_is_counted_by_hand_in_kuhn_poker() -> None:
    """Nine nodes: with a king a fold goes at each of two nodes, with a jack a call: 1 of 9 for each such card dealt.

    Facing a bet, second or first, each of the two players holds the king or the jack with chance 2/3.
    """
    game = game_of("kuhn")
    assert saved_by(game, allowed_choices(game, PruningRules()), deals=60_000) == pytest.approx(
        2 * (2 / 3) / 9, abs=0.003
    )
    assert saved_by(game, np.ones(game.rows, np.bool_), deals=10) == 0.0


def test_free_folds_in_kuhn_poker() -> None:
    """Two of four decisions have a free check: two more ends beside nine nodes and the deal."""
    assert free_folds(game_of("kuhn").betting) == pytest.approx(2 / 12)
    with pytest.raises(RiverboatError, match="expected 2"):
        free_folds(game_of("kuhn(players=3)").betting)


def test_bad_thresholds_are_named() -> None:
    with pytest.raises(RiverboatError, match=r"thresholds 0.9 and 0.1"):
        PruningRules(0.9, 0.1)
    with pytest.raises(RiverboatError, match="agent range 0"):
        PruningRules(agent_range=0.0)
