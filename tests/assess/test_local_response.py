"""Local best response against closed forms: what it wins from players who never fold, and from those who always do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.agents.asking import AskedPolicy
from riverboat.agents.limit_tables import blind_strategy
from riverboat.agents.registry import make_agent
from riverboat.assess.known_policy import policy_player
from riverboat.assess.local import running
from riverboat.assess.local.players import bet_totals
from riverboat.assess.local.running import exploit_locally
from riverboat.assess.local.walking import board_value
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.odds.showdown.matchups import preflop_matchups
from riverboat.odds.strength import expected_strength_by_holding

LIMIT = parse_game("holdem(betting=limit)")
BOARD = read_cards("Ks7h4h2c9d")
LIVE = ~np.isin(HOLDING_CARDS, BOARD).any(axis=1)


def lead(cards: int) -> np.ndarray:
    """2 E[HS] - 1 of every hand against all others, on the first cards of the board; before the flop by class."""
    if cards:
        return np.nan_to_num(2 * expected_strength_by_holding(np.array(BOARD[:cards], np.uint8)) - 1)
    table = preflop_matchups()
    by_class = (table.equity * table.weight).sum(axis=1) / table.weight.sum(axis=1)
    return np.asarray(2 * by_class[HOLDING_CLASS] - 1)


def mean(values: np.ndarray) -> float:
    return float(values[LIVE].mean())


@pytest.mark.parametrize("me", [0, 1])
def test_always_call_pays_one_bet_on_every_street_where_the_hand_is_ahead(me: int) -> None:
    """In limit hold'em the local choice is the best one: a bet of 10, 10, 20, 20 chips where E[HS] > 1/2."""
    end = lead(5)
    bets = [10 * (lead(0) > 0), 10 * (lead(3) > 0), 20 * (lead(4) > 0), 20 * (end > 0)]
    found = board_value(blind_strategy(0, 1, 0), LIMIT, me, BOARD, lambda betting: bet_totals((), betting))
    assert found == pytest.approx(mean((10 + sum(bets)) * end), rel=1e-4)
    on_river = board_value(blind_strategy(0, 1, 0), LIMIT, me, BOARD, lambda betting: bet_totals((), betting), first=3)
    assert on_river == pytest.approx(mean((10 + bets[3]) * end), rel=1e-4)


def test_always_call_pays_a_whole_stack_once_a_hand_is_ahead() -> None:
    """No-limit, 20 big blinds: all-in on the first street on which the hand is ahead, the largest bet there is."""
    rules = parse_game("holdem(stacks=2000)")
    end = lead(5)
    ahead = (lead(0) > 0) | (lead(3) > 0) | (lead(4) > 0) | (end > 0)
    found = board_value(policy_player("always_call"), rules, 0, BOARD, lambda betting: bet_totals((0.5, 1.0), betting))
    assert found == pytest.approx(mean(np.where(ahead, 2000, 100) * end), rel=1e-4)


def test_who_always_folds_loses_its_blinds() -> None:
    """The big blind wins the small blind from who folds at once; the small blind raises and wins the big blind."""
    found = exploit_locally("always_fold", LIMIT, 2)
    assert found.by_seat == pytest.approx((500.0, 1000.0))


def test_checking_and_calling_wins_the_equity() -> None:
    """Against half calls, half raises, all cards alike, nobody is ahead on average, whatever the bets."""
    policy = blind_strategy(0, 0.5, 0.5)
    found = board_value(policy, LIMIT, 0, BOARD, lambda betting: bet_totals((), betting), first=4)
    assert found == pytest.approx(0.0, abs=1e-3)


def test_sampled_lines_are_unbiased() -> None:
    """One drawn line of half calls, half raises, on the river alone: the mean of draws is the value of all lines."""
    policy = blind_strategy(0, 0.5, 0.5)
    bets = lambda betting: bet_totals((), betting)  # noqa: E731
    every = board_value(policy, LIMIT, 1, BOARD, bets, first=3)
    rng = np.random.default_rng(1)
    drawn = np.array([board_value(policy, LIMIT, 1, BOARD, bets, first=3, sampled=rng) for _ in range(40)])
    assert drawn.std() > 0
    assert abs(drawn.mean() - every) < 4 * drawn.std() / np.sqrt(len(drawn))


def test_a_run_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def fake(piece: running._Piece) -> list[float]:
        asked.append(piece.number)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return [float(piece.number), 0.0]

    monkeypatch.setattr(running, "_on_board", fake)
    path = tmp_path / "lbr.run"
    with pytest.raises(KeyboardInterrupt):
        exploit_locally("always_call", LIMIT, 4, checkpoint=path)
    found = exploit_locally("always_call", LIMIT, 4, checkpoint=path)
    assert asked == [0, 1, 2, 2, 3]
    assert found.by_board[:, 0].tolist() == [0.0, 1.0, 2.0, 3.0]
    with pytest.raises(RiverboatError, match="its seed is 1, not 2"):
        exploit_locally("always_call", LIMIT, 4, seed=2, checkpoint=path)


def test_a_player_is_asked_with_every_hand() -> None:
    """Loki before the flop: the row of a hand is what it says with that hand."""
    policy = AskedPolicy("loki(version=bpm)", LIMIT)
    rest = [card for card in range(52) if card not in read_cards("8d8c")]
    state = State(LIMIT, (*rest[:2], *read_cards("8d8c"), *rest[2:]))
    found = policy.range_probabilities(state.betting, ())
    agent = make_agent("loki(version=bpm)")
    agent.act(View(state, 1))
    assert agent.action_odds is not None
    assert found.probabilities[holding_index(*read_cards("8d8c"))] == pytest.approx(tuple(agent.action_odds))
    assert found.actions[0] == Action.fold()
    assert len(set(found.probabilities[:, 2].round(6))) > 1


@pytest.mark.slow
def test_the_means_over_boards_are_those_of_closed_forms() -> None:
    """Always-Call on the river alone 512.51 mbb/hand, on all streets its exact exploitability 1163.4758."""
    on_river = exploit_locally("always_call", LIMIT, 60, first="river", seed=5)
    assert on_river.interval.low <= 512.51 <= on_river.interval.high
    everywhere = exploit_locally("always_call", LIMIT, 60, seed=5)
    assert everywhere.interval.low <= 1163.4758 <= everywhere.interval.high


@pytest.mark.slow
@pytest.mark.parametrize(("player", "exact"), [("always_raise", 3697.69), ("blind(0,0.5,0.5)", 2406.55)])
def test_it_wins_no_more_than_a_best_response(player: str, exact: float) -> None:
    """Exact exploitabilities published by Johanson et al. 2011; the bound is not far below them either: hands are
    played by their equity, and these players bet without looking at theirs."""
    found = exploit_locally(player, LIMIT, 60, seed=6)
    assert exact / 2 < found.interval.high
    assert found.interval.low <= exact


@pytest.mark.slow
@pytest.mark.parametrize("player", ["riverboat(resolve=river)", "riverboat"])
def test_limit_players_are_measured(player: str) -> None:
    found = exploit_locally(player, LIMIT, 2, first="river")
    assert np.isfinite(found.by_board).all()


@pytest.mark.slow
def test_a_no_limit_player_that_solves_is_measured() -> None:
    found = exploit_locally("riverboat_nl(seconds=0.02)", parse_game("holdem(stacks=2000)"), 2)
    assert np.isfinite(found.by_board).all()
    assert found.is_sampled
