"""Ranges along a line, what the opponent can expect against a policy, and players that solve the rest of a hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.limit_tables import blind_strategy
from riverboat.agents.resolving import Resolving, limit_spot
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.catalogue import parse_game
from riverboat.games.play import play_hand
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.odds.range_equity import rank_holdings
from riverboat.odds.strength import expected_strength_by_holding
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.limit.boundary import turn_values_against
from riverboat.solve.line_ranges import ranges_before
from riverboat.solve.spot.boundary import policy_solver, values_against
from riverboat.solve.spot.resolving import Resolver
from riverboat.solve.spot.solver import BEST

LIMIT = parse_game("holdem(betting=limit)")
FOLD, CALL = Action.fold(), Action.check_or_call()
BOARD = read_cards("Ks7h4h2cJd")


@dataclass(frozen=True)
class Shares:
    """Folds, calls and raises in these proportions among what is allowed; pairs raise `pairs` times as often."""

    fold: float
    call: float
    raise_: float
    pairs: float = 1.0

    @property
    def hands(self) -> np.ndarray:
        return HOLDING_CARDS

    def require_game(self, rules: Rules) -> None:
        return None

    def probabilities(self, view: View) -> ActionProbabilities:
        actions, rows = self.range_probabilities(view.betting, view.board)
        return ActionProbabilities(actions, rows[holding_index(*view.hole)])

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        interval = betting.raise_interval()
        actions = [CALL] if betting.fold_error() else [FOLD, CALL]
        shares = [np.full(HOLDINGS, self.call)] if betting.fold_error() else [
            np.full(HOLDINGS, self.fold), np.full(HOLDINGS, self.call)
        ]  # fmt: skip
        if interval is not None:
            actions.append(Action.raise_to(interval[0]))
            is_pair = HOLDING_CARDS[:, 0] // 4 == HOLDING_CARDS[:, 1] // 4
            shares.append(np.where(is_pair, self.raise_ * self.pairs, self.raise_))
        rows = np.stack(shares, axis=1)
        return ActionProbabilities(tuple(actions), rows / rows.sum(axis=1, keepdims=True))


def at_river(line: str = "cc/rc/cc/", rules: Rules = LIMIT) -> State:
    """A limit hand after this betting, with BOARD on the table."""
    rest = [card for card in range(52) if card not in BOARD]
    state = State(rules, (*rest[:4], *BOARD, *rest[4:]))
    for letter in line.replace("/", ""):
        low, _ = state.betting.raise_interval() or (0, 0)
        state.apply({"f": FOLD, "c": CALL, "r": Action.raise_to(low)}[letter])
    return state


def test_ranges_are_the_product_of_a_players_own_actions() -> None:
    """The button raises pairs three times as often, the big blind calls with everything alike."""
    policy = Shares(1, 1, 1, pairs=3.0)
    state = at_river("rc/cc/cc/")
    found = ranges_before(policy, state.betting, tuple(BOARD), 3)
    aces, kings = holding_index(*read_cards("AsAh")), holding_index(*read_cards("KsKd"))
    button = found.weights[1]
    # raise before the flop: 3/5 with a pair, 1/3 without; two checks with a bet to choose: 1/4 and 1/2
    ratio = (1 / 3 * 1 / 2 * 1 / 2) / (3 / 5 * 1 / 4 * 1 / 4)
    assert button[aces] == pytest.approx(min(1.0, 1 / ratio))
    assert button[holding_index(*read_cards("AsQh"))] == pytest.approx(min(1.0, ratio))
    assert button[kings] == 0.0  # the board has the king of spades
    assert sum(found.state.committed) == 8 * LIMIT.largest_blind // 2


def test_a_floor_keeps_every_hand_of_the_opponent_possible() -> None:
    policy = Shares(0, 0, 1, pairs=1.0)  # never calls: a call says nothing
    found = ranges_before(policy, at_river("cc/cc/cc/").betting, tuple(BOARD), 3)
    assert set(np.unique(found.weights[0])) == {0.0, 1.0}
    doubtful = found._replace(weights=(np.zeros(HOLDINGS), found.weights[1]))
    floored = doubtful.floored(0, tuple(BOARD))
    assert (floored > 0).sum() == 47 * 46 // 2
    assert floored.max() == 0.01


def test_against_always_call_a_hand_expects_its_equity_and_one_bet_where_it_is_ahead() -> None:
    """Closed form: half the pot + D (half the pot) + max(D, 0) x the bet, D wins less losses against his range."""
    state = at_river()
    policy = Shares(0, 1, 0)
    ranges = ranges_before(policy, state.betting, tuple(BOARD), 3)
    spot = limit_spot(ranges, tuple(BOARD), 0)
    found = values_against(spot, policy, 0, ranges.state)
    ranks = rank_holdings(tuple(BOARD))
    live = np.flatnonzero(ranks >= 0)
    cards = HOLDING_CARDS[live]
    apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    ahead = np.sign(ranks[live][:, None] - ranks[live][None, :]) * apart
    lead = ahead.sum(axis=1) / apart.sum(axis=1)
    bet = LIMIT.streets[3].bet
    expected = spot.pot / 2 * (1 + lead) + np.maximum(lead, 0.0) * bet
    assert np.abs(found[live] - expected).max() < 1e-3 * spot.pot


def test_no_hand_of_the_opponent_gains_from_re_solving() -> None:
    """A river that is played at random is solved again: nobody's best response may win more than before."""
    policy = Shares(1, 2, 1)
    state = at_river("rrc/cc/rc/")
    ranges = ranges_before(policy, state.betting, tuple(BOARD), 3)
    for player in (0, 1):
        spot = limit_spot(ranges, tuple(BOARD), player)
        values = values_against(spot, policy, player, ranges.state)
        resolver = Resolver(spot, player, values)
        resolver.run(iterations=200)
        assert resolver.margins().min() > -0.005 * spot.pot
        before = policy_solver(spot, policy, player, ranges.state).value(1 - player, BEST)
        after = resolver.solver.value(1 - player, BEST)
        assert after < before


def test_a_resolving_player_plays_legally_and_repeats_itself() -> None:
    policy = Shares(1, 6, 2, pairs=2.0)

    def played() -> list[object]:
        players = [Resolving(lambda _: policy, iterations=10), Resolving(lambda _: policy, iterations=10)]
        rng = np.random.default_rng(1)
        hands = [play_hand(LIMIT, players, rng.permutation(52).tolist(), strict=True) for _ in range(12)]
        assert players[0].solves
        assert str(players[0].solves[-1]).startswith("Solved again from the river on, 10 iterations in ")
        return list(hands)

    assert str(played()) == str(played())


@pytest.mark.slow
def test_turn_values_contain_the_river() -> None:
    """Against always-call on the turn: at least the equity of both streets' bets, and no more than two bets more."""
    state = at_river("cc/rc/")
    policy = Shares(0, 1, 0)
    board = tuple(BOARD[:4])
    ranges = ranges_before(policy, state.betting, board, 2)
    spot = limit_spot(ranges, board, 0)
    found = values_against(spot, policy, 0, ranges.state)
    live = found > 0
    assert live.sum() == 48 * 47 // 2
    best = found[live].max()
    bets = LIMIT.streets[2].bet + LIMIT.streets[3].bet
    assert spot.pot < best <= spot.pot + bets + 1e-3  # kings full and the like win both bets nearly always
    assert found[live].mean() > spot.pot / 2


def test_from_a_turn_on_always_call_pays_one_bet_on_each_street_to_a_hand_that_is_ahead() -> None:
    """A strategy over buckets: half of the pot and the lead's share of it, and 20 chips wherever E[HS] > 1/2."""
    state = at_river("cc/rc/")
    board = tuple(BOARD[:4])
    found = turn_values_against(blind_strategy(0, 1, 0), state.betting, board, 1)
    assert found is not None

    def lead(cards: tuple[int, ...]) -> np.ndarray:
        return np.nan_to_num(2 * expected_strength_by_holding(np.array(cards, np.uint8)) - 1)

    live = ~np.isin(HOLDING_CARDS, board).any(axis=1)
    ahead = lead(board)
    later = sum(np.maximum(lead((*board, card)), 0) for card in range(52) if card not in board) / 46
    expected = 20 * (1 + ahead) + 20 * np.maximum(ahead, 0) + 20 * later  # both have paid 20 before the turn
    assert found[live] == pytest.approx(expected[live], rel=1e-3, abs=0.05)
    assert turn_values_against(blind_strategy(0, 1, 0), state.betting, board, 0) is None  # it never bets a flop


def test_the_same_player_says_what_it_does_with_every_hand() -> None:
    """As a policy it says of a hand what it plays with it."""
    state = at_river("cc/rc/")
    agent = Resolving(lambda _: Shares(1, 6, 2, pairs=2.0), iterations=10)
    actions, rows = agent.range_probabilities(state.betting, tuple(BOARD))
    assert np.allclose(rows.sum(axis=1), 1.0)
    view = View(state, state.betting.actor or 0)
    agent.act(view)
    assert agent.action_odds is not None
    assert agent.probabilities(view).probabilities == pytest.approx(rows[holding_index(*view.hole)])
    odds = dict(zip((action.verb for action in actions), rows[holding_index(*view.hole)], strict=True))
    assert agent.action_odds.raise_ == pytest.approx(odds["raise_to"])


def test_bad_options_are_refused() -> None:
    with pytest.raises(RiverboatError, match='player "always_fold" does not tell its strategy'):
        make_agent("resolving(player=always_fold)").prepare()
    with pytest.raises(RiverboatError, match='resolve "flop": expected one of turn, river'):
        Resolving(lambda _: Shares(0, 1, 0), "flop")  # type: ignore[arg-type]
    with pytest.raises(RiverboatError, match="0 iterations"):
        Resolving(lambda _: Shares(0, 1, 0), iterations=0)
