"""Weight tables: the published examples number by number, and laws that any re-weighting keeps."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards import parse_cards
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games import Action, State, View, decks, parse_game
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.model.actions import DEFAULT_FREQUENCIES
from riverboat.model.weights import (
    OddsInference,
    ThresholdInference,
    assess_against,
    board_values,
    fresh_weights,
    income_at,
    income_values,
    predicted_odds,
    reweight_by_frequencies,
    reweight_by_odds,
    reweight_by_threshold,
    starting_values,
    threshold_factors,
    without_cards,
)
from riverboat.odds import strength

FLOP = parse_cards("3h4cJh")

TABLE_2 = (
    ("Jc4h", 0.01, 0.99, 1.00, 0.01),
    ("AcJc", 1.00, 0.94, 1.00, 1.00),
    ("5h2h", 0.20, 0.91, 1.00, 0.20),
    ("6s5s", 0.60, 0.76, 0.90, 0.54),
    ("5s5h", 0.70, 0.74, 0.85, 0.60),
    ("5s3s", 0.40, 0.70, 0.75, 0.30),
    ("AcQd", 1.00, 0.64, 0.60, 0.60),
    ("7s5s", 0.60, 0.48, 0.20, 0.12),
    ("QsTs", 0.90, 0.22, 0.01, 0.01),
)
"""Hand, weight, EHS, re-weighting factor, new weight (the suits of three hands are illegible in the paper)."""


@pytest.mark.parametrize(("hand", "weight", "ehs", "factor", "new"), TABLE_2)
def test_billings_1998_table_2(hand: str, weight: float, ehs: float, factor: float, new: float) -> None:
    """3h 4c Jh, an opponent who called before the flop and then bet: mu 0.6, sigma 0.2."""
    values = np.array([ehs])
    assert threshold_factors(values, 0.6, 0.2)[0] == pytest.approx(factor, abs=1e-9)
    # Printed to two decimals: 0.595 is 0.60, and 0.009 is 0.01 by rounding and by the floor alike.
    assert reweight_by_threshold(np.array([weight]), values, 0.6, 0.2)[0] == pytest.approx(new, abs=0.00501)


def test_billings_1998_initial_weights() -> None:
    """A median hand of +200 and a sigma of 100: 1 above +300, 0.01 below +100, 0.5 at +200."""
    factors = threshold_factors(np.array([99.0, 200.0, 250.0, 301.0]), 200.0, 100.0)
    assert factors.tolist() == pytest.approx([0.01, 0.5, 0.75, 1.0])


def test_billings_2006_bayes_by_triples() -> None:
    """As Kc weighs 0.40 with {0, 0.7, 0.3}, Qd 2d 0.20 with {0, 0.1, 0.9}."""
    weights, odds = np.array([0.40, 0.20]), np.array([[0.0, 0.7, 0.3], [0.0, 0.1, 0.9]])
    assert reweight_by_odds(weights, odds, RAISE).tolist() == pytest.approx([0.12, 0.18])
    assert reweight_by_odds(weights, odds, CALL).tolist() == pytest.approx([0.28, 0.02])
    assert reweight_by_odds(weights, odds, FOLD, low=0.01).tolist() == [0.01, 0.01]
    assert weights.tolist() == [0.40, 0.20]


def test_papp_1998_percentiles_of_income() -> None:
    """The best 30 % of hands have an IR-7 of +118 or more, 95 % have -433 or more; a roll-out's error is about 3."""
    assert income_at(0.70) == pytest.approx(118, abs=5)
    assert income_at(0.05) == pytest.approx(-433, abs=5)
    assert income_values(7)[holding_index(*parse_cards("AsAc"))] == pytest.approx(2043, abs=12)
    assert income_values(2)[holding_index(*parse_cards("3c2c"))] == pytest.approx(-279, abs=5)


def test_starting_hands_in_order() -> None:
    values, order = starting_values(10)
    best, worst = HOLDING_CARDS[order[0]] // 4, HOLDING_CARDS[order[-1]] // 4
    assert best.tolist() == [12, 12]
    assert sorted(worst.tolist()) == [0, 5]  # 72 offsuit
    assert values.mean() == pytest.approx(0.5)
    assert np.all(np.diff(values[order]) <= 0.0)


def test_fresh_weights_leave_out_what_is_seen() -> None:
    assert fresh_weights().sum() == 1326
    assert fresh_weights("3h4cJh").sum() == 49 * 48 / 2
    assert without_cards(fresh_weights(), "AdQc3h4cJh").sum() == 47 * 46 / 2


@pytest.mark.parametrize("size", [3, 4, 5])
def test_board_values_are_effective_strengths(size: int) -> None:
    """The sweep in whole numbers against the weighted one of the odds room, on boards of all kinds."""
    rng = np.random.default_rng(size)
    boards = [tuple(rng.permutation(52)[:size].tolist()) for _ in range(6)]
    boards += [parse_cards("2c2d2h2sAh")[:size], parse_cards("AhKhQhJh3c")[:size], parse_cards("8s7s6sTs9s")[:size]]
    for board in boards:
        values, order = board_values(board)
        if size == 5:
            expected = strength.strength_by_holding(board)
        else:
            found = strength.potential_by_holding(board, look_ahead=1)
            expected = found.strength + (1.0 - found.strength) * found.positive
        np.testing.assert_allclose(values, expected, atol=1e-9)
        assert len(order) == (52 - size) * (51 - size) // 2
        assert np.all(np.diff(values[order]) <= 0.0)


def test_ace_queen_of_the_paper() -> None:
    """Ad Qc on 3h 4c Jh: HS 0.585, PPot for one card 0.108  (Billings et al. 1998)."""
    value = board_values(FLOP).values[holding_index(*parse_cards("AdQc"))]
    assert value == pytest.approx(0.585 + 0.415 * 0.108, abs=5e-4)


@pytest.mark.parametrize("board", ["3h4cJh", "3h4cJh9s", "3h4cJh9s2d"])
@pytest.mark.parametrize("opponents", [1, 2, 5])
def test_a_hand_against_tables(board: str, opponents: int) -> None:
    """The odds room's slower way gives the same strength, by product and by field, and the same potential."""
    rng = np.random.default_rng(opponents)
    tables = [rng.random(1326) for _ in range(opponents)]
    ahead = None if len(board) == 10 else 1
    for field in (False, True):
        expected = strength.assess_hand(
            "AdQc", board, opponents, tables, ahead, combination="field" if field else "product"
        )
        found = assess_against(parse_cards("AdQc"), parse_cards(board), tables, field=field)
        assert found.strength == pytest.approx(float(expected.strength))
        assert found.potential == pytest.approx(expected.positive)
        assert found.effective == pytest.approx(expected.effective)


def test_a_player_raises_the_best_of_what_he_may_hold() -> None:
    """With sharp thresholds the odds' mean over the table is the frequency, up to one holding and its equals."""
    weights = fresh_weights(FLOP)
    weights[::3] *= 0.1
    hands = board_values(FLOP)
    odds = predicted_odds(weights, hands, ActionOdds(0.5, 0.3, 0.2), level=1, width=0.0)
    shares = (weights[:, None] * odds).sum(axis=0) / weights.sum()
    assert shares == pytest.approx([0.5, 0.3, 0.2], abs=0.02)
    raised = odds[:, RAISE] == 1.0
    assert np.nanmin(hands.values[raised]) >= np.nanmax(hands.values[odds[:, CALL] == 1.0])


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("frequencies", [(0.5, 0.3, 0.2), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
def test_odds_are_probabilities(frequencies: ActionOdds, level: int) -> None:
    hands, weights = board_values(FLOP), fresh_weights(FLOP)
    odds = predicted_odds(weights, hands, frequencies, level)
    possible = weights > 0.0
    assert odds[possible].sum(axis=1) == pytest.approx(1.0)
    assert odds.min() >= 0.0
    assert not odds[~possible].any()
    assert level > 0 or not odds[:, FOLD].any()


@pytest.mark.parametrize("action", [FOLD, CALL, RAISE])
def test_the_quick_way_is_the_plain_one(action: int) -> None:
    """Odds, a share of doubt, Bayes, scaling and the floor, step by step."""
    hands, weights = board_values(FLOP), fresh_weights(FLOP)
    weights *= np.random.default_rng(3).random(1326)
    odds = 0.05 + 0.95 * predicted_odds(weights, hands, ActionOdds(0.4, 0.4, 0.2), level=1)
    expected = reweight_by_odds(weights, odds, action)
    expected = np.where(weights > 0.0, np.maximum(expected / expected.max(), 0.01), 0.0)
    reweight_by_frequencies(weights, hands, ActionOdds(0.4, 0.4, 0.2), 1, action)
    np.testing.assert_allclose(weights, expected, atol=1e-12)


def test_no_possible_hand_is_forgotten() -> None:
    hands, weights = board_values(FLOP), fresh_weights(FLOP)
    possible = weights > 0.0
    for _ in range(20):
        reweight_by_frequencies(weights, hands, ActionOdds(0.8, 0.1, 0.1), 1, RAISE)
    assert weights[possible].min() == 0.01
    assert weights.max() == 1.0
    assert not weights[~possible].any()
    by_threshold = fresh_weights(FLOP)
    for _ in range(3):
        by_threshold = reweight_by_threshold(by_threshold, hands.values, 0.9, 0.05)
    assert by_threshold[possible].min() == 0.01
    assert not by_threshold[~possible].any()


RULES = parse_game("holdem(betting=limit,players=2)")
DECK = (*parse_cards("2c2d"), *parse_cards("AhKh"), *FLOP, *parse_cards("9s2h"))


def state_after(*actions: Action) -> State:
    """Heads-up: position 1 is the button, who acts first before the flop and last afterwards."""
    state = State(RULES, DECK)
    for action in actions:
        state.apply(action)
    return state


def expected_of_all(position: int, street: int, level: int) -> ActionOdds:
    return DEFAULT_FREQUENCIES[3 * street + level]


CALLS = Action.check_or_call()


def test_loki_reads_a_call_and_a_bet() -> None:
    """A pre-flop call in context 1 (mu: the best 50 %), then a flop bet (mu 0.5), each by hand."""
    state = state_after(CALLS, CALLS, CALLS, Action.raise_to(RULES.streets[1].bet))
    inference = ThresholdInference(state, expected_of_all)
    inference.follow(state)
    called = reweight_by_threshold(fresh_weights(), income_values(7), income_at(0.5), 330.0)
    bet = reweight_by_threshold(called, board_values(FLOP).values, 0.5, 0.2)
    np.testing.assert_allclose(inference.weights(1), bet)
    # The big blind checked twice, which says nothing.
    assert inference.weights(0).tolist() == [1.0] * 1326


def test_loki_reweights_once_a_round_by_the_highest_threshold() -> None:
    """A check and then a raise of a bet: only the raise counts (mu 0.8), from the table before the round."""
    bet = RULES.streets[1].bet
    raised = state_after(CALLS, CALLS, CALLS, Action.raise_to(bet), Action.raise_to(2 * bet))
    inference = ThresholdInference(raised, expected_of_all)
    inference.follow(state_after(CALLS, CALLS, CALLS))
    inference.weights(0)
    inference.follow(raised)
    by_hand = reweight_by_threshold(fresh_weights(), board_values(FLOP).values, 0.8, 0.2)
    np.testing.assert_allclose(inference.weights(0), by_hand)
    again = state_after(
        CALLS, CALLS, CALLS, Action.raise_to(bet), Action.raise_to(2 * bet), Action.raise_to(3 * bet), CALLS
    )
    inference.follow(again)
    np.testing.assert_allclose(inference.weights(0), by_hand)  # the call needs less than the raise did


def test_poki_reads_every_action() -> None:
    bet = RULES.streets[1].bet
    state = state_after(CALLS, CALLS, CALLS, Action.raise_to(bet), Action.raise_to(2 * bet))
    inference = OddsInference(state, expected_of_all)
    inference.follow(state)
    by_hand = fresh_weights()
    reweight_by_frequencies(by_hand, starting_values(2), DEFAULT_FREQUENCIES[0], 0, CALL)
    reweight_by_frequencies(by_hand, board_values(FLOP), DEFAULT_FREQUENCIES[3], 0, CALL)
    reweight_by_frequencies(by_hand, board_values(FLOP), DEFAULT_FREQUENCIES[4], 1, RAISE)
    np.testing.assert_allclose(inference.weights(0), by_hand)


@pytest.mark.parametrize("kind", [ThresholdInference, OddsInference])
def test_inferences_follow_step_by_step_or_all_at_once(kind: type[ThresholdInference | OddsInference]) -> None:
    """And they know nothing of the cards of the seat that reads."""
    bet = RULES.streets[1].bet
    actions = [CALLS, CALLS, CALLS, Action.raise_to(bet), CALLS, Action.raise_to(2 * bet), CALLS]
    stepwise = kind(View(state_after(), 0), expected_of_all)
    for count in range(len(actions) + 1):
        stepwise.follow(View(state_after(*actions[:count]), 0))
        stepwise.weights(1)
    end = state_after(*actions)
    at_once = kind(View(end, 1), expected_of_all)
    at_once.follow(View(end, 1))
    for position in (0, 1):
        np.testing.assert_allclose(stepwise.weights(position), at_once.weights(position))


def test_the_sample_games_bettor_has_a_queen() -> None:
    """Billings (2006), Table 2.4: after a call and bets on Qs 7h 4d and 5h, hands with a queen weigh more and more."""
    rules = parse_game("holdem(betting=limit,players=2)")
    deck = (*parse_cards("7d6d"), *parse_cards("QcJc"), *parse_cards("Qs7h4d"), *parse_cards("5h"), *parse_cards("5s"))
    small, large = rules.streets[1].bet, rules.streets[2].bet
    state = State(rules, deck)
    queens = ((HOLDING_CARDS >> 2) == 10).any(axis=1)

    def share(inference: OddsInference) -> float:
        inference.follow(state)
        weights = without_cards(inference.weights(1), parse_cards("7d6d") + state.board)
        return float(weights[queens].sum() / weights.sum())

    inference = OddsInference(state, expected_of_all)
    shares = []
    for actions in ([CALLS, CALLS], [CALLS, Action.raise_to(small), CALLS], [CALLS, Action.raise_to(large), CALLS]):
        for action in actions:
            state.apply(action)
        shares.append(share(inference))
    assert shares[0] < shares[1] < shares[2]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: threshold_factors(np.ones(3), 0.5, 0.0), "sigma 0.0: expected more than 0"),
        (lambda: reweight_by_odds(np.ones(3), np.ones((3, 2)), 1), r"shape \(3, 2\): expected \(3, 3\)"),
        (lambda: reweight_by_odds(np.ones(3), np.ones((3, 3)), 3), "action 3: expected 0"),
        (lambda: income_at(1.5), "percentile 1.5: expected 0 to 1"),
        (lambda: income_values(0), "0 players: expected at least one"),
    ],
)
def test_errors(call, says: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RiverboatError, match=says):
        call()


def test_inference_counts_the_chips_that_were_there() -> None:
    """Asked only on the turn, two of three all-in: the button called one bet, two bets, and 35 where a bet is 20."""
    rules = parse_game("holdem(betting=limit,players=3,stacks=65)")
    state = State(rules, next(decks(rules, 1)))
    for amount in (None, None, None, 10, 20, None, None, 20, 35, None):
        state.apply(Action.check_or_call() if amount is None else Action.raise_to(amount))
    assert (state.street, state.actor, state.stacks) == (2, 0, (15, 0, 0))
    asked: list[tuple[int, int, int]] = []

    def expect(position: int, street: int, level: int) -> ActionOdds:
        asked.append((position, street, level))
        return ActionOdds(0.2, 0.5, 0.3)

    view = View(state, 0)
    inference = OddsInference(view, expect)
    inference.follow(view)
    inference.weights(2)
    assert asked == [(2, 0, 1), (2, 1, 2), (2, 2, 2)]
