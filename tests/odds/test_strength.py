"""Hand strength: Billings' worked example, a peer's ranks by brute force, and the laws that weights obey."""

from __future__ import annotations

import pickle
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.card import card_text, cards_text, parse_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.odds.strength import field_table, hand_strength, standings_by_holding, strength_by_holding

ONES = np.ones(HOLDINGS)


@st.composite
def spots(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 4, 5)) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two hole cards and a board."""
    size = draw(st.sampled_from(sizes))
    cards = draw(st.lists(st.integers(0, 51), min_size=2 + size, max_size=2 + size, unique=True))
    return tuple(cards[:2]), tuple(cards[2:])


def random_weights(seed: int) -> np.ndarray:
    """Uneven weights, a third of them zero."""
    generator = np.random.default_rng(seed)
    return generator.random(HOLDINGS) * (generator.random(HOLDINGS) > 1 / 3)


def test_billings_hand_strength_counts() -> None:
    """AdQc on 3h 4c Jh is ahead of 628 hands, tied with 9 and behind 444 (Billings 2006, section 2.5.2)."""
    strength = hand_strength("AdQc", "3h4cJh")
    assert (strength.ahead, strength.tied, strength.behind) == (628, 9, 444)
    assert strength == pytest.approx(0.58511, abs=5e-6)
    assert hand_strength("AdQc", "3h4cJh", opponents=5) == pytest.approx(0.06858, abs=5e-6)


def test_cards_as_numbers_and_in_any_order() -> None:
    assert hand_strength(parse_cards("QcAd"), list(parse_cards("Jh3h4c"))) == hand_strength("AdQc", "3h4cJh")


def test_a_full_house_can_be_held_two_ways() -> None:
    """Aces full of kings: AA on A K K loses to the last two kings only, KK on A A A to the last ace with any card."""
    aces, kings = hand_strength("AsAh", "AdKcKd"), hand_strength("KsKh", "AdAcAh")
    assert (aces.ahead, aces.tied, aces.behind) == (1080, 0, 1)
    assert (kings.ahead, kings.tied, kings.behind) == (1034, 1, 46)


def test_board_plays_so_everybody_ties() -> None:
    strength = hand_strength("2c3d", "AsKsQsJsTs")
    assert (strength.ahead, strength.tied, strength.behind, float(strength)) == (0, 990, 0, 0.5)


@pytest.mark.parametrize(
    ("hole", "board"), [("7h6h", "Ks5h3d"), ("AcKc", "Ks5h3dTc"), ("7h6h", "Ks5h3dTc4h"), ("9s9d", "4s5s6s7s2d")]
)
def test_counts_agree_with_phevaluator(hole: str, board: str) -> None:
    """The same enumeration with another library's ranks, where lower is better."""
    phevaluator = pytest.importorskip("phevaluator")
    weights = random_weights(7)
    used = set(parse_cards(hole + board))
    texts = [card_text(card) for card in parse_cards(board)]
    mine = phevaluator.evaluate_cards(*texts, *(card_text(card) for card in parse_cards(hole)))
    counts, weighed = [0, 0, 0], [0.0, 0.0, 0.0]
    for a, b in combinations([card for card in range(52) if card not in used], 2):
        theirs = phevaluator.evaluate_cards(*texts, card_text(a), card_text(b))
        place = 0 if mine < theirs else 1 if mine == theirs else 2
        counts[place] += 1
        weighed[place] += weights[holding_index(a, b)]
    strength = hand_strength(hole, board)
    assert [strength.ahead, strength.tied, strength.behind] == counts
    assert list(hand_strength(hole, board, against=weights).standings[0]) == pytest.approx(weighed)


@given(spots(), st.integers(0, 2**32 - 1), st.floats(1e-3, 1e3))
@settings(max_examples=40, deadline=None)
def test_only_the_proportions_of_weights_count(
    spot: tuple[tuple[int, ...], tuple[int, ...]], seed: int, scale: float
) -> None:
    hole, board = spot
    weights = random_weights(seed)
    assert hand_strength(hole, board, against=ONES) == hand_strength(hole, board)
    assert hand_strength(hole, board, against=scale * weights) == pytest.approx(
        hand_strength(hole, board, against=weights)
    )


@given(spots(), st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_all_holdings_at_once_equal_one_at_a_time(spot: tuple[tuple[int, ...], tuple[int, ...]], seed: int) -> None:
    hole, board = spot
    weights = random_weights(seed)
    index = holding_index(*hole)
    single = hand_strength(hole, board)
    assert standings_by_holding(board)[index].tolist() == list(single.standings[0])
    assert strength_by_holding(board, opponents=3)[index] == pytest.approx(single**3)
    weighed = hand_strength(hole, board, against=weights)
    assert strength_by_holding(board, against=weights)[index] == pytest.approx(weighed)


def test_strength_by_holding_blocks_the_board_and_averages_one_half() -> None:
    """Whoever beats somebody loses for him: over all pairs of hands, strength is one half on average."""
    strength = strength_by_holding("3h4cJh")
    blocked = np.isnan(strength)
    assert (~blocked).sum() == 1176
    assert blocked.tolist() == np.isin(HOLDING_CARDS, parse_cards("3h4cJh")).any(axis=1).tolist()
    assert np.nanmean(strength) == pytest.approx(0.5)


def test_narrow_range_leaves_some_holdings_without_opponent() -> None:
    """Against AhAs alone, a hand with one of these aces has nobody to beat."""
    strength = strength_by_holding("3h4cJh", against="AhAs")
    assert np.isnan(strength[holding_index(*parse_cards("AhKd"))])
    assert strength[holding_index(*parse_cards("3c3d"))] == 1.0
    assert strength[holding_index(*parse_cards("KdQd"))] == 0.0
    assert strength[holding_index(*parse_cards("AdAc"))] == 0.5


def test_a_range_counts_like_its_hands() -> None:
    """Against QQ+ on a dry board: AA beats KK (6) and QQ (6), ties the last AA (1)."""
    for against in ("QQ+", Range("QQ+"), Range("QQ+").weights, list(Range("QQ+").weights)):
        strength = hand_strength("AsAh", "7d5c2h", against=against)
        assert strength.standings == ((12.0, 1.0, 0.0),)


def test_several_opponents_multiply_or_average() -> None:
    """KK on a low board: even with QQ+... it beats all of QQ, loses to all of AA (Papp 1998, both combinations)."""
    queens, aces = Range("QQ"), Range("AA")
    product = hand_strength("KsKh", "7d5c2h", against=[queens, aces])
    assert (float(product), [standing.strength for standing in product.standings]) == (0.0, [1.0, 0.0])
    field = hand_strength("KsKh", "7d5c2h", against=[queens, aces], combination="field")
    assert field == pytest.approx(0.25)  # each of two opponents holds QQ or AA, six hands each
    assert hand_strength("KsKh", "7d5c2h", opponents=2, against=field_table([queens, aces])) == pytest.approx(0.25)
    assert hand_strength("KsKh", "7d5c2h", against=np.stack([queens.weights, aces.weights])) == 0.0


def test_field_table_gives_every_opponent_the_same_say() -> None:
    assert field_table([Range("QQ").weights * 0.01, Range("AA").weights]).sum() == pytest.approx(1.0)
    table = field_table([Range("QQ").weights * 0.01, Range("AA").weights])
    assert table[holding_index(*parse_cards("QsQh"))] == pytest.approx(1 / 12)


def test_strength_survives_pickling() -> None:
    """Results go through process pools with their counts."""
    again = pickle.loads(pickle.dumps(hand_strength("AdQc", "3h4cJh")))
    assert (float(again), again.ahead) == (float(hand_strength("AdQc", "3h4cJh")), 628)


def _negative() -> np.ndarray:
    weights = np.ones(HOLDINGS)
    weights[holding_index(*parse_cards("KhKd"))] = -0.5
    return weights


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"hole": "AdQc", "board": "3h4c"}, '"3h4c": expected 3'),
        ({"hole": "AdQc", "board": ""}, "found 0"),
        ({"hole": "AdQc", "board": "3h4cJhTsTdTc"}, "found 6"),
        ({"hole": "Ad", "board": "3h4cJh"}, '"Ad": expected 2 cards'),
        ({"hole": "AdQcKs", "board": "3h4cJh"}, '"AdQcKs": expected 2 cards'),
        ({"hole": "AdQc", "board": "3hAdJh"}, "Ad comes twice"),
        ({"hole": "AdAd", "board": "3h4cJh"}, "Ad comes twice"),
        ({"hole": "AdQx", "board": "3h4cJh"}, 'no suit "x"'),
        ({"hole": (3, 52), "board": "3h4cJh"}, "52 is not a card"),
        ({"hole": (3, "Ah"), "board": "3h4cJh"}, "numbers 0 to 51"),
        ({"hole": "AdQc", "board": "3h4cJh", "opponents": 0}, "0 opponents"),
        ({"hole": "AdQc", "board": "3h4cJh", "opponents": 1.5}, "1.5 opponents"),
        ({"hole": "AdQc", "board": "3h4cJh", "against": np.ones(169)}, "(169,)"),
        ({"hole": "AdQc", "board": "3h4cJh", "against": _negative()}, "-0.5 of KdKh"),
        ({"hole": "AdQc", "board": "3h4cJh", "against": np.full(HOLDINGS, np.nan)}, "nan"),
        ({"hole": "AdQc", "board": "3h4cJh", "against": np.zeros(HOLDINGS)}, "no hand is left"),
        ({"hole": "AdQc", "board": "3h4cJh", "against": "AdKd"}, "no hand is left"),
        ({"hole": "AdQc", "board": "3h4cJh", "against": "QQ++"}, "QQ++"),
        ({"hole": "AdQc", "board": "3h4cJh", "against": []}, "empty list"),
        ({"hole": "AdQc", "board": "3h4cJh", "opponents": 3, "against": ["QQ", "AA"]}, "3 opponents but 2"),
        ({"hole": "AdQc", "board": "3h4cJh", "against": ["QQ", "AA"], "combination": "sum"}, '"sum"'),
    ],
)
def test_bad_input_is_named_in_one_line(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(RiverboatError) as caught:
        hand_strength(**arguments)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=12), st.text(max_size=12))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_or_refused(hole: str, board: str) -> None:
    try:
        strength = hand_strength(hole, board)
    except RiverboatError:
        return
    assert 0.0 <= strength <= 1.0, cards_text(parse_cards(hole))
