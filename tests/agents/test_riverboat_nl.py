"""Riverboat for no-limit hold'em: it plays by the rules at any depth, maps bets, and solves turn and river."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.riverboat_nl.blueprints import DEPTHS, blueprint_for, nearest_depth
from riverboat.agents.riverboat_nl.player import RiverboatNL, without_noise
from riverboat.agents.riverboat_nl.subgame import Subgame
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import CLASS_BY_NAME, HOLDING_CLASS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.play import play_hand
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.solve.line_ranges import LineRanges

CALL = Action.check_or_call()


def holdem(depth: int) -> str:
    return f"holdem(betting=no-limit,stacks={100 * depth})"


class OddSizes(Agent):
    """Bets and raises sizes that no tree has, and never folds."""

    def act(self, view: View) -> Action:
        interval = view.raise_interval
        if interval is None or self.rng.random() < 0.5:
            return view.check_or_call()
        return Action.raise_to(min(interval[0] + 137, interval[1]))


@pytest.mark.parametrize("depth", [20, 130])
def test_it_plays_by_the_rules_against_odd_sizes_and_repeats_itself(depth: int) -> None:
    rules = parse_game(holdem(depth))

    def played() -> list[tuple[object, ...]]:
        players = [RiverboatNL(seconds=0.001), OddSizes()]
        for seed, player in enumerate(players):
            player.rng = Random(seed)
        rng = np.random.default_rng(7)
        hands = [play_hand(rules, players[::step], rng.permutation(52).tolist(), strict=True) for step in (1, -1)]
        assert any(thought.decisions for thought in players[0].thoughts)  # type: ignore[attr-defined]
        why = players[0].explain()
        assert why is not None
        assert why.rule.endswith(".")
        return [(hand.actions, hand.payoffs) for hand in hands]

    assert played() == played()


def test_stacks_may_differ() -> None:
    rules = parse_game("holdem(betting=no-limit,stacks=3000/12000)")
    players = [RiverboatNL(seconds=0.001), OddSizes()]
    rng = np.random.default_rng(2)
    for _ in range(2):
        hand = play_hand(rules, players, rng.permutation(52).tolist(), strict=True)
        assert sum(hand.payoffs) == 0


def test_the_shipped_blueprints_know_good_hands_from_bad_ones() -> None:
    """The button raises aces nearly always and folds or calls the worst hand; the big blind folds it to a raise."""
    for depth in DEPTHS:
        blueprint = blueprint_for(depth)
        tree = blueprint.betting
        root = tree.follow(())
        by_class = {
            name: blueprint.range_at(root, ())[int(np.flatnonzero(CLASS_BY_NAME[name] == HOLDING_CLASS)[0])]
            for name in ("AA", "AKs", "72o", "32o")
        }
        raises = [action.verb == "raise_to" for action in tree.choices(root)]
        assert by_class["AA"][raises].sum() + by_class["AKs"][raises].sum() > 1.2
        assert by_class["72o"][raises].sum() < 0.5
        facing = tree.follow((next(a for a in tree.choices(root) if a.verb == "raise_to"),))
        bad = blueprint.range_at(facing, ())[int(np.flatnonzero(CLASS_BY_NAME["72o"] == HOLDING_CLASS)[0])]
        assert bad[0] > 0.5


def test_the_nearest_depth_plays() -> None:
    assert [nearest_depth(stack) for stack in (5, 30, 40, 75, 130, 150, 1000)] == [20, 20, 50, 100, 100, 200, 200]


def test_on_the_river_it_bets_the_nuts_and_solves_with_the_bet_made() -> None:
    """A pot of 600, both with everything: the nuts raise or call any bet, and never fold."""
    rules = parse_game(holdem(100))
    board = tuple(read_cards("Ks7h4h2cJd"))
    state = State(rules, tuple(range(52)))
    for action in (Action.raise_to(300), CALL, CALL, CALL, CALL, CALL):
        state.apply(action)
    weights = np.ones(HOLDINGS)
    nuts = holding_index(*read_cards("KhKd"))
    game = Subgame(1, nuts, seconds=0.05)
    live = np.where(np.isin(np.arange(HOLDINGS), [nuts]), 1.0, weights)
    blocked = np.array([bool(set(pair) & set(board)) for pair in _pairs()])
    clean = np.where(blocked, 0.0, live)
    game.begin(LineRanges((clean, clean), state), board, (Action.raise_to(317),))
    found = game.choice((Action.raise_to(317),))
    assert found.probabilities[found.actions.index(Action.fold())] < 1e-6
    assert sum(p for a, p in zip(*found, strict=True) if a.verb == "raise_to") > 0.9
    later = game.choice((CALL,))  # a line that was always in the tree
    assert sum(p for a, p in zip(*later, strict=True) if a.verb == "raise_to") > 0.9


def _pairs() -> list[tuple[int, int]]:
    return [(low, high) for high in range(52) for low in range(high)]


def test_small_probabilities_are_not_played() -> None:
    assert without_noise(np.array([0.04, 0.48, 0.48])).tolist() == [0.0, 0.5, 0.5]
    assert without_noise(np.full(25, 0.04)).sum() == pytest.approx(1.0)


def test_what_it_refuses(tmp_path: Path) -> None:
    for game in ("holdem(betting=limit)", "holdem(betting=no-limit,players=6)", "omaha"):
        with pytest.raises(RiverboatError, match="riverboat_nl plays heads-up no-limit hold'em"):
            make_agent("riverboat_nl").require_game(parse_game(game))
    with pytest.raises(RiverboatError, match="0 seconds"):
        make_agent("riverboat_nl(seconds=0)")
    with pytest.raises(RiverboatError, match='resolve "flop": expected one of turn, river, none'):
        make_agent("riverboat_nl(resolve=flop)")
    with pytest.raises(RiverboatError, match="No such file"):
        make_agent(f"riverboat_nl(blueprint={tmp_path / 'none.strategy'})").prepare()
