"""Strategies of limit hold'em over buckets: they play, they are kept in files, and wrong numbers are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dense import random_shares

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.agents.strategy import strategy_agent
from riverboat.cards.card import read_cards
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, write_strategy
from riverboat.solve.limit.strategy import LimitStrategy, blind_shares
from riverboat.solve.solving import load_policy

RULES = parse_game("holdem(betting=limit)")


def blind(fold: float, call: float, raise_: float) -> LimitStrategy:
    shares = [tuple(blind_shares(street, player, fold, call, raise_) for street in range(4)) for player in (0, 1)]
    return LimitStrategy(parse_bucketing("quantiles(ehs,1)"), shares)


def test_a_strategy_comes_back_from_its_file_and_plays(tmp_path: Path) -> None:
    strategy = blind(0.1, 0.3, 0.6)
    path = tmp_path / "blind.strategy"
    strategy.save(path)
    loaded = load_policy(path, RULES)
    assert isinstance(loaded, LimitStrategy)
    assert all(
        np.array_equal(mine, theirs)
        for player in (0, 1)
        for mine, theirs in zip(strategy.shares[player], loaded.shares[player], strict=True)
    )
    state = State(RULES, tuple(range(52)))
    agent = strategy_agent(str(path))
    assert agent.act(View(state, 1)) in (Action.fold(), Action.check_or_call(), Action.raise_to(20))
    assert agent.action_odds == pytest.approx((0.1, 0.3, 0.6))
    capped = state
    for _ in range(3):
        capped = capped.child(Action.raise_to(capped.betting.raise_interval()[0]))  # type: ignore[index]
    agent.act(View(capped, 0))
    assert agent.action_odds == pytest.approx((0.1, 0.9, 0.0))  # no raise at the cap
    limped = state.child(Action.check_or_call())
    agent.act(View(limped, 0))
    assert agent.action_odds == pytest.approx((0.0, 0.4, 0.6))  # no fold for free


def test_one_hand_and_the_range_say_the_same() -> None:
    """Buckets by E[HS] quantiles before the flop, one bucket later; the decision is after a raise."""
    bucketing = parse_bucketing("quantiles(ehs,1)")
    finer = type(bucketing)("mixed", (parse_bucketing("quantiles(ehs,5)").streets[0], *bucketing.streets[1:]))
    strategy = LimitStrategy(finer, random_shares(finer.counts))
    hand = read_cards("AhKd")
    rest = [card for card in range(52) if card not in hand]
    state = State(RULES, (hand[0], rest[0], hand[1], *rest[1:])).child(Action.raise_to(20))
    view = View(state, 0)
    alone = strategy.probabilities(view)
    all_hands = strategy.range_probabilities(state.betting, ())
    row = [sorted(cards) for cards in strategy.hands.tolist()].index(sorted(view.hole))
    assert alone.actions == all_hands.actions == (Action.fold(), Action.check_or_call(), Action.raise_to(30))
    assert alone.probabilities == pytest.approx(all_hands.probabilities[row])
    assert len({tuple(row) for row in all_hands.probabilities.round(6).tolist()}) == 5


def test_whole_numbers_are_played_in_proportion() -> None:
    floats = blind(0.2, 0.2, 0.6)
    whole = [tuple(np.rint(values * 255).astype(np.uint8) for values in streets) for streets in floats.shares]
    small = LimitStrategy(floats.bucketing, whole)
    for player in (0, 1):
        assert small.preflop_reach(player) == pytest.approx(floats.preflop_reach(player), abs=0.01)
        for street in (1, 2):
            assert small.multipliers(street, player) == pytest.approx(floats.multipliers(street, player), abs=0.01)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda values: values * 0.5, "sums to 0.5, expected 1"),
        (lambda values: values[:-1], "expected shares of shape"),
        (lambda values: np.where(values > 0, values, -1.0), "below zero"),
        (lambda values: values * np.nan, "not finite"),
    ],
)
def test_numbers_that_are_not_shares_are_refused(change: Any, message: str) -> None:
    strategy = blind(0.0, 0.4, 0.6)
    wrong = [list(streets) for streets in strategy.shares]
    wrong[1][2] = change(wrong[1][2])
    with pytest.raises(RiverboatError, match=message):
        LimitStrategy(strategy.bucketing, [tuple(streets) for streets in wrong])


def test_other_games_and_other_buckets_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "blind.strategy"
    blind(0.0, 1.0, 0.0).save(path)
    with pytest.raises(FileFormatError, match="it is for holdem"):
        load_policy(path, parse_game("leduc"))
    settings = {"buckets": "quantiles(ehs,2)", "identity": "quantiles(ehs,2)-of-another-version"}
    write_strategy(path, RULES, "limit lines", UNKNOWN_ORIGIN, {}, settings)
    with pytest.raises(FileFormatError, match="are not those of the same name here"):
        load_policy(path)
    bucketing = parse_bucketing("quantiles(ehs,1)")
    settings = {"buckets": bucketing.text, "identity": bucketing.identity}
    write_strategy(path, RULES, "limit lines", UNKNOWN_ORIGIN, {}, settings)
    with pytest.raises(FileFormatError, match="it has no preflop 0"):
        load_policy(path)
