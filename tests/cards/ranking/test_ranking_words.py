"""Hands in words, and the cards that make them."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards.card import cards_text
from riverboat.cards.ranking.high import rank
from riverboat.cards.ranking.orders import Category
from riverboat.cards.ranking.rankings import RANKINGS, exactly, find_ranking
from riverboat.cards.ranking.words import best_five, category, describe
from riverboat.errors import DealError, NotationError, RiverboatError

HIGH = [
    ("AhKhQhJhTh 2c2d", "royal flush", "AhKhQhJhTh"),
    ("9s8s7s6s5sAsKd", "straight flush, five to nine", "9s8s7s6s5s"),
    ("Ad2d3d4d5d Kc Kh", "straight flush, ace to five", "Ad5d4d3d2d"),
    ("7c7d7h7s KdKs2c", "four of a kind, sevens, king kicker", "7s7h7d7cKs"),
    ("AcAdAh KcKd QcQd", "full house, aces over kings", "AhAdAcKdKc"),
    ("6c6d6h 5c5d5h 2s", "full house, sixes over fives", "6h6d6c5h5d"),
    ("Ah Jh 9h 4h 2h As Ad", "ace-high flush: A J 9 4 2", "AhJh9h4h2h"),
    ("Tc Jd Qh Ks As 2c 3d", "straight, ten to ace", "AsKsQhJdTc"),
    ("Ac2d3h4s5c KdKh", "straight, ace to five", "Ac5c4s3h2d"),
    ("9c9d9h Kd 4s 3c 2h", "three of a kind, nines, kickers K 4", "9h9d9cKd4s"),
    ("JcJd 4h4s 2c2d As", "two pair, jacks and fours, ace kicker", "JdJc4s4hAs"),
    ("TcTd AhKs 4c3d2h", "pair of tens, kickers A K 4", "TdTcAhKs4c"),
    ("Ac Jd 9h 4s 2c", "ace high: A J 9 4 2", "AcJd9h4s2c"),
]


@pytest.mark.parametrize(("cards", "words", "five"), HIGH)
def test_high_hands(cards: str, words: str, five: str) -> None:
    assert describe(cards) == words
    assert cards_text(best_five(cards)) == five


OTHERS = [
    ("short-deck", "Ac6d7h8s9c", "straight, ace to nine"),
    ("ace-to-five", "8c6d4h3s2cKdKh", "8-6-4-3-2 low"),
    ("ace-to-five", "5c4c3c2cAc", "5-4-3-2-A low"),
    ("ace-to-five", "AcAd2h3s4c", "pair of aces, kickers 4 3 2"),
    ("deuce-to-seven", "8c6d4h3s2c", "8-6-4-3-2 low"),
    ("deuce-to-seven", "Ac5d4h3s2c", "A-5-4-3-2 low"),
    ("deuce-to-seven", "6c5d4h3s2c", "straight, deuce to six"),
    ("deuce-to-seven", "8c6c4c3c2c", "eight-high flush: 8 6 4 3 2"),
    ("deuce-to-seven", "8c8d4h3s2c", "pair of eights, kickers 4 3 2"),
    ("eight-or-better", "8c6d4h3sAcKdQd", "8-6-4-3-A low"),
    ("eight-or-better", "9c6d4h3sAcKdQd", "no low"),
    ("badugi", "8c5d3hAs", "four-card badugi, 8-5-3-A"),
    ("badugi", "Kc2d3h3s", "three-card badugi, K-3-2"),
    ("badugi", "KcQcJcTc", "one-card badugi, T"),
    ("badugi-ace-high", "Ac5d3h2s", "four-card badugi, A-5-3-2"),
    ("one-card", "Kc", "king high"),
    ("two-card", "KcKd", "pair of kings"),
    ("two-card", "KcJd", "king high: K J"),
    ("four-card", "6c6d5h5s", "two pair, sixes and fives"),
    ("three-card-low", "Ac2d3h", "3-2-A low"),
]


@pytest.mark.parametrize(("name", "cards", "words"), OTHERS)
def test_other_hands(name: str, cards: str, words: str) -> None:
    assert describe(cards, ranking=name) == RANKINGS[name].describe(cards) == words


def test_hole_cards_and_board() -> None:
    assert describe("AhKh", "QhJhTh") == "royal flush"
    assert describe("Ah2cKdKs", "3h4s8dQcQd", "omaha-eight-or-better") == "8-4-3-2-A low"
    assert describe("AhKh", board="AcAd9s9c2h") == "full house, aces over nines"
    assert exactly(1).describe("AcAd", "AhKsQdJcTc") == "straight, ten to ace"


def test_categories_print_as_words() -> None:
    assert str(category(rank("AcAdAhKcKd"))) == "full house"
    assert category(0) is Category.HIGH_CARD
    assert category(7461) is Category.STRAIGHT_FLUSH
    for wrong in (-1, 7462):
        with pytest.raises(DealError, match="0 to 7461"):
            category(wrong)


@pytest.mark.parametrize(
    ("name", "cards", "board", "message"),
    [
        ("high", "AhKhQhJh", "", "4 cards; a hand of high is ranked from 5 to 20"),
        ("high", "AhKhQhJh", "AhTh", "Ah comes twice"),
        ("high", "AhKhQhJhXh", "", 'no rank "X"'),
        ("short-deck", "AhKhQhJh5h", "", "5h is not in the deck of short-deck, which begins at 6"),
        ("omaha", "AhKhQhJh", "2c3c", "4 hole cards and 2 on the board; omaha takes 2 of the hole cards and 3"),
        ("omaha", "Ah", "2c3c4c5c6c", "1 hole cards"),
        ("badugi", "", "", "0 cards; badugi is ranked from 1 to 20"),
        ("two-card", "Ah", "", "1 cards; a hand of two-card"),
    ],
)
def test_wrong_cards_are_named(name: str, cards: str, board: str, message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        RANKINGS[name].rank(cards, board)


def test_wrong_batches_are_named() -> None:
    high, omaha, short = RANKINGS["ace-to-five"], RANKINGS["omaha"], RANKINGS["short-deck"]
    good = np.arange(20).reshape(2, 10)
    with pytest.raises(DealError, match=r"row 1 of the batch: .*52 is not a card"):
        high.rank_batch(np.array([[1, 2, 3, 4, 5], [1, 2, 3, 4, 52]]))
    with pytest.raises(DealError, match=r"row 0 of the batch: .*3h comes twice"):
        omaha.rank_batch(np.array([[6, 7, 8, 9]]), np.array([[1, 2, 3, 4, 6]]))
    with pytest.raises(DealError, match="2h is not in the deck"):
        short.rank_batch(np.array([[2, 20, 30, 40, 50]]))
    with pytest.raises(DealError, match="3 boards for 2 hands"):
        omaha.rank_batch(good[:, :4], np.zeros((3, 5), np.uint8))
    with pytest.raises(DealError, match="2 hole cards and 2 on the board"):
        omaha.rank_batch(good[:, :2], good[:, 2:4])
    with pytest.raises(DealError, match="expected an array"):
        high.rank_batch(np.arange(5))
    with pytest.raises(DealError, match="float"):
        high.rank_batch(np.zeros((2, 5)))
    with pytest.raises(DealError, match="-1"):
        high.rank_batch(np.array([[0, 1, 2, 3, -1]]))


def test_wrong_names_are_named() -> None:
    with pytest.raises(NotationError, match='ranking "hihg": expected one of high, '):
        find_ranking("hihg")
    with pytest.raises(NotationError, match="badugi"):
        exactly(2, "badugi")
    with pytest.raises(DealError, match="expected 0 to 5"):
        exactly(6)
