"""Transitions and potential: Billings' Table 2.3 cell by cell, a peer's ranks by brute force, and the laws."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.card import card_text, parse_cards
from riverboat.cards.holdings import HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.odds.strength import (
    assess_hand,
    effective_hand_strength,
    expected_hand_strength,
    hand_potential,
    hand_strength,
    hand_transitions,
    potential_by_holding,
    potential_from,
    win_probability,
)

TABLE_2_3 = [[449_005, 3_211, 169_504], [0, 8_370, 540], [91_981, 1_036, 346_543]]


def random_weights(seed: int) -> np.ndarray:
    """Uneven weights, a third of them zero."""
    generator = np.random.default_rng(seed)
    return generator.random(HOLDINGS) * (generator.random(HOLDINGS) > 1 / 3)


def test_billings_table_2_3_every_cell() -> None:
    """AdQc on Jh 4c 3h: how 1,081 opponents change between flop and river."""
    table = hand_transitions("AdQc", board="Jh4c3h")
    assert table.tolist() == TABLE_2_3
    assert table.dtype == np.int64


def test_billings_potentials() -> None:
    """Two cards ahead PPot .2083 and NPot .2737, one card ahead .1083 and .1454."""
    assert hand_potential("AdQc", "Jh4c3h") == pytest.approx((0.20832, 0.27369), abs=5e-6)
    assert hand_potential("AdQc", "Jh4c3h", look_ahead=2) == hand_potential("AdQc", "Jh4c3h")
    assert hand_potential("AdQc", "Jh4c3h", look_ahead=1) == pytest.approx((0.1083, 0.1454), abs=5e-5)


def test_potential_from_the_printed_table() -> None:
    """The formula alone, on the numbers of the thesis; dividing by all ties would give .206 and .272."""
    assert potential_from(np.array(TABLE_2_3)) == pytest.approx((0.2083, 0.2737), abs=5e-5)


def test_a_suit_makes_the_difference() -> None:
    """With the ace of hearts (a misprint of the thesis) the hand has a flush draw: PPot .248, NPot .241."""
    assert hand_potential("AhQc", "Jh4c3h") == pytest.approx((0.248, 0.241), abs=5e-4)


def test_effective_strength_and_win_probability() -> None:
    assessed = assess_hand("AdQc", "3h4cJh")
    assert assessed.effective == pytest.approx(0.67154, abs=5e-6)
    assert assessed.win_probability == pytest.approx(0.51140, abs=5e-6)
    assert (assessed.strength.ahead, assessed.each) == (628, ())
    assert effective_hand_strength(0.5, 0.2) == pytest.approx(0.6)
    assert effective_hand_strength(0.5, 0.2, opponents=2) == pytest.approx(0.4)
    assert win_probability(0.5, 0.2, 0.4) == pytest.approx(0.4)
    five = assess_hand("AdQc", "3h4cJh", opponents=5)
    assert five.strength == pytest.approx(0.06858, abs=5e-6)
    assert five.effective == pytest.approx(0.06858 + (1 - 0.06858) * 0.20832, abs=1e-5)


def test_nobody_ahead_or_nobody_behind_is_no_division_by_zero() -> None:
    """The nuts have nobody to overtake; a royal flush on the board leaves ties only, and the river leaves no cards."""
    assert hand_potential("AsKs", "QsJsTs") == (0.0, 0.0)
    assert hand_potential("AcKd", "2c3d4h7s9s") == (0.0, 0.0)
    assert hand_transitions("2c3d", "AsKsQsJsTs").tolist() == [[0, 0, 0], [0, 990, 0], [0, 0, 0]]
    assert potential_from(np.zeros((3, 3))) == (0.0, 0.0)


@pytest.mark.parametrize(("hole", "board"), [("7h6h", "Ks5h3dTc"), ("AsAd", "KsQsJs2d"), ("2c2d", "AhAdAcKs")])
def test_turn_transitions_agree_with_phevaluator(hole: str, board: str) -> None:
    """1,035 opponents and 44 river cards each, with another library's ranks (lower is better)."""
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    weights = random_weights(3)
    deck = [card for card in range(52) if card not in parse_cards(hole + board)]
    texts, ours = [card_text(card) for card in parse_cards(board)], [card_text(card) for card in parse_cards(hole)]
    river_ranks = {card: evaluate(*ours, *texts, card_text(card)) for card in deck}
    now = evaluate(*ours, *texts)
    expected, weighed = np.zeros((3, 3), np.int64), np.zeros((3, 3))
    for a, b in combinations(deck, 2):
        theirs = [card_text(a), card_text(b)]
        row = np.sign(now - evaluate(*theirs, *texts)) + 1
        for card in deck:
            if card not in (a, b):
                column = np.sign(river_ranks[card] - evaluate(*theirs, *texts, card_text(card))) + 1
                expected[row, column] += 1
                weighed[row, column] += weights[holding_index(a, b)]
    assert hand_transitions(hole, board).tolist() == expected.tolist()
    assert np.allclose(hand_transitions(hole, board, against=weights), weighed)
    everyone = potential_by_holding(board)
    assert everyone.transitions[holding_index(*parse_cards(hole))].tolist() == expected.tolist()


@given(st.lists(st.integers(0, 51), min_size=6, max_size=6, unique=True), st.booleans())
@settings(max_examples=30, deadline=None)
def test_win_probability_is_expected_strength(cards: list[int], flop: bool) -> None:
    """Against one opponent and looking to the river, both are the showdown equity: ties count half now and later."""
    hole, board = cards[:2], cards[2:5] if flop else cards[2:]
    strength, (positive, negative) = hand_strength(hole, board), hand_potential(hole, board)
    assert win_probability(strength, positive, negative) == pytest.approx(expected_hand_strength(hole, board))


@given(st.integers(0, 2**32 - 1), st.sampled_from([(3, 1), (3, 2), (4, 1)]))
@settings(max_examples=8, deadline=None)
def test_all_holdings_at_once_equal_one_at_a_time(seed: int, street: tuple[int, int]) -> None:
    size, look_ahead = street
    generator = np.random.default_rng(seed)
    cards = generator.permutation(52)
    board = cards[:size].tolist()
    weights = random_weights(seed)
    everyone = potential_by_holding(board, look_ahead)
    weighed = potential_by_holding(board, look_ahead, against=weights)
    for place in range(size, 30, 2):
        hole = cards[place : place + 2].tolist()
        index = holding_index(*hole)
        assert everyone.transitions[index].tolist() == hand_transitions(hole, board, look_ahead).tolist()
        assert (everyone.positive[index], everyone.negative[index]) == hand_potential(hole, board, look_ahead)
        assert everyone.strength[index] == hand_strength(hole, board)
        alone = hand_transitions(hole, board, look_ahead, against=weights)
        assert np.allclose(weighed.transitions[index], alone, rtol=1e-9)
        assert weighed.strength[index] == pytest.approx(hand_strength(hole, board, against=weights))


def test_all_1176_holdings_of_a_flop() -> None:
    everyone = potential_by_holding("Jh4c3h")
    assert np.isfinite(everyone.strength).sum() == 1176
    assert everyone.transitions[holding_index(*parse_cards("AdQc"))].tolist() == TABLE_2_3
    total = np.nansum(everyone.transitions, axis=0)
    assert total.sum() == 1176 * 1081 * 990
    assert total.tolist() == total[::-1, ::-1].tolist()  # falling behind somebody is being passed


@given(st.integers(0, 2**32 - 1), st.floats(1e-3, 1e3))
@settings(max_examples=10, deadline=None)
def test_only_the_proportions_of_weights_count(seed: int, scale: float) -> None:
    weights = random_weights(seed)
    ones = hand_transitions("AdQc", "Jh4c3h", look_ahead=1, against=np.ones(HOLDINGS))
    assert ones.tolist() == hand_transitions("AdQc", "Jh4c3h", look_ahead=1).tolist()
    plain = hand_potential("AdQc", "Jh4c3h", look_ahead=1, against=weights)
    assert hand_potential("AdQc", "Jh4c3h", look_ahead=1, against=scale * weights) == pytest.approx(plain)


def test_potential_against_one_hand_counts_outs() -> None:
    """A flush draw against top pair on the turn: 9 hearts of 44 cards, and nothing else improves enough."""
    assert hand_transitions("7h6h", "KhTh3d2c", against="AsKs").tolist() == [[0, 0, 0], [0, 0, 0], [9.0, 0.0, 35.0]]
    narrow = potential_by_holding("KhTh3d2c", against="AsKs")
    assert narrow.positive[holding_index(*parse_cards("7h6h"))] == pytest.approx(9 / 44)
    assert np.isnan(narrow.positive[holding_index(*parse_cards("As7h"))])


def test_several_opponents_keep_their_own_numbers() -> None:
    """EHS_i = HS_i + (1 - HS_i) PPot_i for each (eq. 2.3), and the field's potential for all together."""
    assessed = assess_hand("7h6h", "KhTh3d2c", against=["AsKs", "7s6s"])
    first, second = assessed.each
    assert (float(first.strength), first.effective) == (0.0, pytest.approx(9 / 44))  # type: ignore[comparison-overlap]
    assert (float(second.strength), second.effective) == (0.5, pytest.approx(0.5 + 0.5 * second.positive))  # type: ignore[comparison-overlap]
    assert float(assessed.strength) == 0.0
    assert assessed.effective == pytest.approx(assessed.positive)
    field = hand_transitions("7h6h", "KhTh3d2c", against=["AsKs", "7s6s"])
    assert field.sum() == pytest.approx(44.0)  # the average of tables that sum to 1


@pytest.mark.parametrize(
    ("board", "look_ahead"), [("Jh4c3h", 3), ("Jh4c3h", 0), ("Jh4c3hTd", 2), ("Jh4c3hTd9d", 1), ("Jh4c", 1)]
)
def test_looking_too_far_ahead_is_refused(board: str, look_ahead: int) -> None:
    for ask in (lambda: hand_potential("AdQc", board, look_ahead), lambda: potential_by_holding(board, look_ahead)):
        with pytest.raises(RiverboatError, match=r"still to come|expected 3 \(flop\)"):
            ask()
