"""The best response as a player: what its actions are worth, and that a file brings it back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from dense import random_strategy

from riverboat.agents.limit_tables import blind_strategy
from riverboat.agents.registry import make_agent
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.solve.limit.choices import best_shares, decision_values, meetable
from riverboat.solve.limit.flop import FlopResponse, river_values
from riverboat.solve.limit.lines import BETS, LINES, PREFLOP_NODES, lane_of, row_multipliers, stakes
from riverboat.solve.limit.opponent import StrategyOpponent
from riverboat.solve.limit.responder import LimitResponse, Target, river_behind
from riverboat.solve.limit.strategy import normalised
from riverboat.solve.solving import load_policy

RULES = parse_game("holdem(betting=limit)")
CALL = Action.check_or_call()


@pytest.mark.parametrize("me", [0, 1])
def test_the_best_actions_of_a_river_are_worth_what_the_kernel_finds(me: int) -> None:
    """Two ways to the same number: lanes by strength, and a matrix of who beats whom with every decision laid out."""
    strategy, board = random_strategy((9, 5, 7, 11)), read_cards("Kd8h8c3d2s")
    lines = np.array([3, 77, 301, 566])
    free = np.asarray(~np.isin(HOLDING_CARDS, board).any(axis=1))
    reach = (np.random.default_rng(5).random((HOLDINGS, len(lines))) * free[:, None]).astype(np.float32)
    behind = river_behind(strategy, me, board, reach, lines)
    met = np.stack([meetable(row) for row in behind.reach])
    stake = stakes(3).ravel()[lane_of(3)[lines]]
    values = decision_values(me, met, behind.leaves, stake, BETS[3])
    total = values[0].max(axis=0) + (values[3].max(axis=0) if me == 1 else 0.0)
    shares = normalised(strategy.shares[1 - me][3][lines], 3, 1 - me)[:, strategy.buckets.on_board(board)]
    found = river_values(board, me, reach.T, row_multipliers(shares, 1 - me), stake)
    assert np.abs(found).max() > 1000
    assert total[free] == pytest.approx(found[free], rel=1e-4, abs=0.2)
    chosen = best_shares(values)
    assert (chosen[..., :2].sum(axis=-1) == 1.0).all()
    folds, calls = (chosen[free, :, action].sum() for action in (5, 6))  # when nobody can raise any more
    assert min(folds, calls) > 0


def test_what_lies_behind_a_flop_adds_up_to_its_value() -> None:
    """Always-Call on 7s7h7d, after a raise and a call: the best of check and bet is the value of the flop."""
    response = FlopResponse(StrategyOpponent(blind_strategy(0, 1, 0), 1, line=0))
    flop = read_cards("7s7h7d")
    values = response.values(flop)
    assert response.on_flop is not None
    met = np.stack([meetable(row) for row in response.on_flop.reach])
    first = decision_values(0, met, response.on_flop.leaves, stakes(1).ravel()[: LINES[1]], BETS[1])[0]
    free = ~np.isin(HOLDING_CARDS, flop).any(axis=1)
    assert first.max(axis=0)[free] == pytest.approx(values[free], rel=1e-5, abs=0.5)
    assert not values[:, 1:].any()  # of one line alone


def choices(raising: set[int]) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    rows = np.where(np.isin(np.arange(CLASSES), list(raising)), 2, 1).astype(np.int8)
    found = [{node: np.where(rows == 2, 1, rows) if node.endswith("rrr") else rows for node in PREFLOP_NODES[seat]}
             for seat in (0, 1)]  # fmt: skip
    return found[0], found[1]


def test_it_plays_from_a_file(tmp_path: Path) -> None:
    """Against Always-Call aces are raised and bet on every street, and 72 is checked down on a board that misses it."""
    aces = holding_index(*read_cards("AsAd"))
    path = tmp_path / "response.strategy"
    LimitResponse(
        choices({int(HOLDING_CLASS[aces])}),
        Target("always_call", "always_call"),
        lambda player: blind_strategy(0, 1, 0),
    ).save(path)
    agent = make_agent(str(path))
    for hole, wanted in (("AsAd", "raise_to"), ("7c2h", "check_or_call")):
        rest = [card for card in range(52) if card not in read_cards("AsAd7c2h7h7d7sKd9d")]
        hands = (*read_cards(hole), *rest[:2])
        board = "7h7d7sKd9d" if hole == "AsAd" else "AcAhAdKdQd"
        deck = (*hands, *read_cards(board))
        state = State(RULES, (*deck, *(card for card in range(52) if card not in deck)))
        decisions = 0
        while state.actor is not None:
            if state.actor == 0:
                decisions += 1
                action = agent.act(View(state, state.actor))
                assert action.verb == wanted, (hole, state.betting.street)
                state.apply(action)
            else:
                state.apply(CALL)
        assert decisions == 4


def test_a_target_that_has_changed_is_refused(tmp_path: Path) -> None:
    target, path = tmp_path / "target.strategy", tmp_path / "response.strategy"
    target.write_bytes(b"something else by now")
    LimitResponse(choices(set()), Target(str(target), "00000000"), blind_strategy).save(path)  # type: ignore[arg-type]
    loaded = load_policy(path, RULES)
    assert isinstance(loaded, LimitResponse)
    with pytest.raises(RiverboatError, match="has changed since"):
        _ = loaded.strategy
