"""Expected hand strength: published and theoretical values, exact against brute force, sampled against exact."""

from __future__ import annotations

import pickle
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from riverboat.cards.card import card_text, parse_cards
from riverboat.cards.holdings import CLASS_BY_NAME, CLASS_NAMES, CLASS_SIZES, HOLDING_CLASS, holding_index
from riverboat.cards.ranges import STRONGEST_FIRST
from riverboat.errors import RiverboatError
from riverboat.odds.strength import (
    expected_hand_strength,
    expected_strength_by_holding,
    hand_strength,
    river_histogram,
)


def test_worked_example_on_the_flop() -> None:
    """AdQc on 3h 4c Jh: E[HS] = P(win) = 0.51140."""
    expected = expected_hand_strength("AdQc", "3h4cJh")
    assert expected == pytest.approx(0.51140, abs=5e-6)
    assert (expected.standard_error, expected.boards) == (0.0, 1081)


def test_river_is_hand_strength_itself() -> None:
    assert expected_hand_strength("7h6h", "Ks5h3dTc4h", 3) == pytest.approx(hand_strength("7h6h", "Ks5h3dTc4h", 3))


def test_nothing_to_sample_on_the_river() -> None:
    sampled = expected_hand_strength("7h6h", "Ks5h3dTc4h", samples=1000, seed=1)
    assert (sampled.boards, sampled.standard_error) == (1, 0.0)
    assert sampled == pytest.approx(0.9955, abs=5e-5)


def test_two_opponents_square_before_averaging() -> None:
    """The mean of HS^2 over 46 rivers (EQ17), with another library's ranks; not the square of the mean."""
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    hole, board = parse_cards("7h6h"), parse_cards("Ks5h3dTc")
    deck = [card for card in range(52) if card not in hole + board]
    squares = []
    for river in deck:
        texts = [card_text(card) for card in (*board, river)]
        mine = evaluate(*texts, *map(card_text, hole))
        others = [evaluate(*texts, *map(card_text, two)) for two in combinations([c for c in deck if c != river], 2)]
        squares.append((sum((mine < other) + (mine <= other) for other in others) / 2 / len(others)) ** 2)
    assert expected_hand_strength(hole, board, opponents=2) == pytest.approx(np.mean(squares), abs=1e-12)


def test_before_the_flop_by_class() -> None:
    """All 2,118,760 boards and 990 opponents: the known equities against a random hand, in the known order."""
    expected = expected_strength_by_holding()
    for hole, value in (("AsAh", 0.852037), ("AcKc", 0.670446), ("3c2d", 0.323032)):
        assert expected_hand_strength(hole) == pytest.approx(value, abs=1e-6)
    assert expected.mean() == pytest.approx(0.5, abs=1e-12)
    strengths = dict.fromkeys(CLASS_NAMES, 0.0)
    for holding, value in enumerate(expected):
        strengths[CLASS_NAMES[HOLDING_CLASS[holding]]] = value
    assert tuple(sorted(strengths, key=strengths.__getitem__, reverse=True)) == STRONGEST_FIRST


def test_river_histogram_counts_every_deal() -> None:
    histogram = river_histogram()
    assert (histogram.sum(axis=1) == CLASS_SIZES.astype(np.uint64) * np.uint64(2_118_760)).all()
    # Holding 22 a royal flush must lie on the board; then everybody ties, and so do boards nobody can improve.
    assert histogram[CLASS_BY_NAME["22"], 990] >= 6 * 4


def test_expected_strength_of_all_holdings_equals_one_at_a_time() -> None:
    generator = np.random.default_rng(5)
    for size in (3, 4, 5):
        cards = generator.permutation(52)
        board, opponents = cards[:size].tolist(), size - 2
        everyone = expected_strength_by_holding(board, opponents)
        assert np.isnan(everyone).sum() == 1326 - (52 - size) * (51 - size) // 2
        for place in range(size, 25, 2):
            hole = cards[place : place + 2].tolist()
            assert everyone[holding_index(*hole)] == pytest.approx(expected_hand_strength(hole, board, opponents))


@pytest.mark.parametrize(("board", "opponents"), [("", 1), ("", 3), ("3h4cJh", 1), ("3h4cJhTd", 2)])
def test_samples_agree_with_exact_within_their_error(board: str, opponents: int) -> None:
    """Seeded; a uniform sampler lands within four standard errors of the truth."""
    exact = expected_hand_strength("AdQc", board, opponents)
    sampled = expected_hand_strength("AdQc", board, opponents, samples=6000, seed=11)
    assert abs(sampled - exact) < 4 * sampled.standard_error
    assert 0 < sampled.standard_error < 0.006
    assert sampled.boards == 6000
    assert sampled == expected_hand_strength("AdQc", board, opponents, samples=6000, seed=11)


def test_quadratic_sampling_is_biased() -> None:
    """Drawing high cards more often helps AQ and hurts 32: more than ten standard errors off."""
    for hole, sign in (("AdQc", 1), ("3c2d", -1)):
        exact = expected_hand_strength(hole)
        sampled = expected_hand_strength(hole, samples=20_000, seed=2, sampling="quadratic")
        assert sign * (sampled - exact) > 10 * sampled.standard_error


def test_result_survives_pickling() -> None:
    again = pickle.loads(pickle.dumps(expected_hand_strength("AdQc", "3h4cJh", samples=100, seed=1)))
    assert (again.boards, again.standard_error > 0) == (100, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"board": "3h4c"}, "expected 0 (pre-flop), 3 (flop), 4 (turn) or 5 (river) cards"),
        ({"samples": 1}, "1 samples"),
        ({"samples": 10, "sampling": "cubic"}, '"cubic"'),
        ({"sampling": "quadratic"}, "number of samples"),
        ({"opponents": 23}, "23 opponents"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(RiverboatError) as caught:
        expected_hand_strength("AdQc", **arguments)
    assert words in str(caught.value)
