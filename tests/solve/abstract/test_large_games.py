"""Exploitability of large games: a player seen through a model, the best response there, and its real match."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_models import counted, small_model

from riverboat.agents.extraction import extract_decisions
from riverboat.agents.strategy import StrategyAgent
from riverboat.arena import run_match
from riverboat.assess.known_policy import policy_player
from riverboat.assess.large_games import exploit_in_model
from riverboat.cards.holdings import CLASS_BY_NAME
from riverboat.errors import RiverboatError
from riverboat.games import parse_game
from riverboat.solve import solve
from riverboat.solve.abstract.engine import make_model
from riverboat.solve.abstract.extraction import Extraction, extract_policy
from riverboat.solve.abstract.policy import ModelPolicy
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.tree import AbstractTree, build_abstract

SELBY = parse_game("preflop_holdem")
MODEL = small_model(raises=2)


@pytest.fixture(scope="module")
def tree() -> AbstractTree:
    return build_abstract(counted(MODEL))


def test_always_call_loses_before_the_flop_what_others_computed() -> None:
    """0.160394 chips with blinds of one and two: 2 E[d+] over starting hands, by another program; here times five."""
    found = exploit_in_model(SELBY, "always_call", None, hands=3000)
    assert found.abstract.best == pytest.approx((0.80197, 0.80197), abs=5e-6)
    assert found.extraction.unseen_reach == 0.0
    assert found.extraction.unseen_sets == pytest.approx(0.5)
    assert found.wins is not None
    assert found.interval is not None
    assert abs(found.wins - 0.80197) < found.interval.high - found.interval.low
    opening = found.answer.strategy.at_node(found.model.betting.follow([]))  # fold, call, raise of the small blind
    assert opening[CLASS_BY_NAME["AA"]].tolist() == [0.0, 0.0, 1.0]
    assert opening[CLASS_BY_NAME["72o"], 2] == 0.0


def test_an_equilibrium_is_extracted_as_one() -> None:
    """By asking it for all hands, not by taking its numbers."""
    solution = solve("preflop_holdem", target=0.01)
    model = make_model(SELBY)
    found = extract_policy(solution.policy, model, build_abstract(model.build()))
    assert found.strategy.exploitability().chips == pytest.approx(solution.exploitability.chips, abs=1e-5)


def test_a_file_is_its_own_extraction(tmp_path: Path) -> None:
    solution = solve("preflop_holdem", target=0.01)
    solution.save(tmp_path / "selby.strategy")
    found = exploit_in_model(SELBY, str(tmp_path / "selby.strategy"), None, hands=0)
    assert found.abstract.chips == pytest.approx(solution.exploitability.chips, abs=1e-5)
    assert found.wins is None


def random_strategy(tree: AbstractTree, seed: int = 2) -> AbstractStrategy:
    return AbstractStrategy(tree, np.random.default_rng(seed).random(tree.numbers) + 0.05)


def test_a_strategy_of_the_model_comes_back_from_its_play(tree: AbstractTree) -> None:
    """Hands of the same history play alike, so that boards do not matter: what was seen is exact."""
    truth = random_strategy(tree)
    found = extract_policy(ModelPolicy(MODEL, truth), MODEL, tree, boards=3)
    apart = [np.abs(found.strategy.at_node(node) - truth.at_node(node)).max(axis=1) for node in tree.places]
    others = sum(int((each > 1e-4).sum()) for each in apart)
    sets = sum(size.information_sets for size in MODEL.size.positions)
    assert others <= found.unseen_sets * sets + 0.5
    assert found.unseen_sets < 0.6
    assert found.unseen_reach < 0.2


def test_decisions_are_counted_where_they_were_made(tree: AbstractTree) -> None:
    """Sampled decisions of the caller are all calls: its strategy is known as well as by asking it for everything."""
    sampled = extract_decisions("always_call", MODEL, tree, decisions=1500)
    asked = extract_policy(policy_player("always_call"), MODEL, tree, boards=1)
    assert sampled.strategy.exploitability().best == pytest.approx(asked.strategy.exploitability().best, abs=1e-3)
    assert sampled.unseen_sets > 0.5
    assert "decisions in" in sampled.source


def test_few_decisions_say_how_much_was_not_seen(tree: AbstractTree) -> None:
    few, many = (extract_decisions("random", MODEL, tree, decisions=count) for count in (300, 3000))
    assert 1.0 > few.unseen_sets > many.unseen_sets > 0.0
    assert few.unseen_reach > many.unseen_reach


def test_sampled_shares_come_near_the_true_ones(tree: AbstractTree) -> None:
    """The random player folds, calls and raises alike where it may: the small blind's first decision."""
    found = extract_decisions("random", MODEL, tree, decisions=3000)
    node = tree.game.betting.follow([])
    assert found.strategy.at_node(node) == pytest.approx(np.full((2, 3), 1 / 3), abs=0.08)


@pytest.mark.parametrize("player", ["always_call", "always_raise"])
def test_the_best_response_wins_at_the_real_table(tree: AbstractTree, player: str) -> None:
    """Two buckets are enough against those who never look at their cards; the closed form is of the whole game."""
    found = extract_policy(policy_player(player), MODEL, tree, boards=1)
    answer = ModelPolicy(MODEL, found.strategy.best_response())
    result = run_match([lambda: StrategyAgent(answer), player], "holdem(betting=limit)", 1500, "duplicate", seed=1)
    won = result.players[0].chips
    assert won.interval().low > 0.5
    if player == "always_call":
        assert won.interval().low < 11.634758  # what a perfect opponent wins, by a closed form
    assert not result.players[0].faults


def test_what_cannot_be_measured_is_refused(tree: AbstractTree) -> None:
    with pytest.raises(RiverboatError, match="not known"):
        exploit_in_model(SELBY, "nobody", None)
    with pytest.raises(RiverboatError, match="need an abstraction"):
        exploit_in_model(parse_game("holdem(betting=limit)"), "always_call", None)
    postflop = small_model("postflop")
    with pytest.raises(RiverboatError, match="begins after the first decisions"):
        extract_policy(policy_player("always_call"), postflop, build_abstract(counted(postflop)))


def test_what_was_seen_is_counted_in_sets_and_in_play(tree: AbstractTree) -> None:
    uniform = AbstractStrategy(tree, np.ones(tree.numbers))
    assert Extraction.of(uniform, np.ones(tree.numbers), "all").unseen_sets == 0.0
    nothing = Extraction.of(uniform, np.zeros(tree.numbers), "none")
    assert (nothing.unseen_sets, nothing.unseen_reach) == (1.0, 1.0)
