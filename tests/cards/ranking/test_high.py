"""The door to high hands: what goes in, what comes out, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.cards import rank, rank_batch
from riverboat.errors import DealError


def test_best_and_worst() -> None:
    """A royal flush is the highest of 7,462 ranks, seven-high the lowest."""
    assert rank("AsKsQsJsTs") == 7461
    assert rank("7d5c4c3c2c") == 0


@pytest.mark.parametrize("size", [5, 6, 7])
def test_batch_and_single_agree(size: int) -> None:
    hands = np.random.default_rng(size).permuted(np.tile(np.arange(52), (500, 1)), axis=1)[:, :size]
    ranks = rank_batch(hands)
    assert ranks.tolist() == [rank(hand) for hand in hands.tolist()]
    assert rank_batch(hands.astype(np.uint8), check=False).tolist() == ranks.tolist()


def test_ranks_go_where_they_are_wanted() -> None:
    hands = np.array([[51, 47, 43, 39, 35, 30, 0], [0, 5, 10, 15, 20, 25, 30]])
    out = np.zeros(2, np.uint16)
    assert rank_batch(hands, out=out) is out
    assert out[0] == 7461
    others: list[NDArray[Any]] = [np.zeros(3, np.uint16), np.zeros(2, np.int64), np.zeros(4, np.uint16)[::2]]
    for wrong in others:
        with pytest.raises(DealError, match="expected uint16"):
            rank_batch(hands, out=wrong)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ((0, 0, 1, 2, 3), "2c comes twice"),
        ((1, 2, 3, 4, 99), "99 is not a card"),
        ((-1, 2, 3, 4, 5), "-1 is not a card"),
        ((1, 2, 3), "3 cards"),
        (tuple(range(8)), "8 cards"),
        ((0.5, 1, 2, 3, 4), "0.5 is not a card"),
        (("a", 1, 2, 3, 4), "'a' is not a card"),
        ((10**20, 1, 2, 3, 4), "is not a card"),
    ],
)
def test_what_is_no_hand_is_refused(hand: tuple[int, ...], words: str) -> None:
    with pytest.raises(DealError, match=words):
        rank(hand)


@pytest.mark.parametrize(
    "hands",
    [np.zeros((2, 4), np.uint8), np.zeros(7, np.uint8), np.zeros((2, 7)), np.full((2, 7), 300), np.full((1, 6), 3)],
)
def test_what_is_no_batch_is_refused(hands: np.ndarray) -> None:
    with pytest.raises(DealError):
        rank_batch(hands)


def test_a_bad_row_is_named() -> None:
    hands = np.tile(np.arange(7), (5, 1))
    hands[3, 6] = hands[3, 0]
    with pytest.raises(DealError, match="row 3"):
        rank_batch(hands)
