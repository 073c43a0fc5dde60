"""Buckets by a given table: looked up for any names of suits, refused if the table cannot be right."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from riverboat.abstraction import parse_bucketing, table_bucketing
from riverboat.abstraction.bucketing import NO_BUCKET
from riverboat.abstraction.building import deals_of
from riverboat.abstraction.given import TableBuckets, equal_labels, starting_hands
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import CLASS_BY_NAME, HOLDING_CARDS
from riverboat.errors import RiverboatError


def highest_ranks() -> np.ndarray:
    """By deal of hole cards and a flop: the rank of the higher hole card."""
    deals = deals_of(3)
    return np.asarray(deals.unindex_batch(np.arange(deals.size))[:, :2].max(axis=1) // 4, np.uint16)


BY_RANK = table_bucketing("ranks", (starting_hands(), highest_ranks(), None, parse_bucketing("psopti(7)").streets[3]))


def test_a_flop_has_the_labels_of_the_table() -> None:
    rng = Random(3)
    for _ in range(5):
        flop = tuple(rng.sample(range(52), 3))
        buckets = BY_RANK.by_holding(flop)
        for holding, hole in enumerate(HOLDING_CARDS.tolist()):
            if set(hole) & set(flop):
                assert buckets[holding] == NO_BUCKET
            else:
                assert buckets[holding] == max(hole) // 4
        hole = tuple(rng.sample([card for card in range(52) if card not in flop], 2))
        assert BY_RANK.bucket(hole, flop) == max(hole) // 4


def test_before_the_flop_the_169_hands_are_those_of_the_grid() -> None:
    hole = read_cards("AhKh")
    assert BY_RANK.bucket(hole, ()) == CLASS_BY_NAME["AKs"]
    assert BY_RANK.by_holding(())[0] == CLASS_BY_NAME["22"]  # 2c2d


def test_streets_of_other_kinds_are_taken_as_they_are() -> None:
    board = read_cards("AhKh7d2c2s")
    assert BY_RANK.by_holding(board).tolist() == parse_bucketing("psopti(7)").by_holding(board).tolist()
    assert BY_RANK.counts == (169, 13, 0, 7)


def test_a_street_without_buckets_says_so() -> None:
    with pytest.raises(RiverboatError, match="ranks has no buckets on the turn"):
        BY_RANK.by_holding(read_cards("AhKh7d2c"))


def test_another_table_is_another_identity() -> None:
    other = highest_ranks()
    other[-1] = (other[-1] + 1) % 13
    changed = table_bucketing("ranks", (starting_hands(), other, None, parse_bucketing("psopti(7)").streets[3]))
    assert changed.identity != BY_RANK.identity
    again = table_bucketing("ranks", (starting_hands(), highest_ranks(), None, parse_bucketing("psopti(7)").streets[3]))
    assert again.identity == BY_RANK.identity


def test_equal_labels() -> None:
    """Weights 1, 1, 2, 4: three buckets cannot be equal, two can."""
    values, weights = np.array([0.4, 0.1, 0.2, 0.9]), np.array([2.0, 1.0, 1.0, 4.0])
    assert equal_labels(values, weights, 2).tolist() == [0, 0, 0, 1]
    assert equal_labels(values, weights, 1).tolist() == [0, 0, 0, 0]
    flat = equal_labels(np.arange(1000.0), np.ones(1000), 20)
    assert np.abs(np.bincount(flat) - 50).max() <= 1


@pytest.mark.parametrize(
    ("street", "table", "message"),
    [
        (1, np.zeros(169, np.uint16), "expected 1,286,792 integers"),
        (0, np.zeros(169), "expected 169 integers"),
        (0, np.arange(-1, 168), "-1 to 167; expected 0 to 167"),
        (0, np.arange(169) * 1000, "expected 0 to 65534"),
    ],
)
def test_tables_that_cannot_be_right(street: int, table: np.ndarray, message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        TableBuckets(street, table)


def test_streets_in_the_wrong_order() -> None:
    with pytest.raises(RiverboatError, match="in this order"):
        table_bucketing("x", (None, starting_hands(), None, None))
