"""The fast rankings beside the slow evaluator that shares no code with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import numpy as np
import pytest
import ranking_oracle as oracle
from numpy.typing import NDArray

from riverboat.cards.ranking.rankings import RANKINGS, exactly
from riverboat.cards.ranking.variants.few import few_score


def deal(rng: np.random.Generator, hands: int, cards: int, deck: Sequence[int] = range(52)) -> NDArray[np.uint8]:
    """Random hands from the deck."""
    order = rng.random((hands, len(deck))).argsort(axis=1)[:, :cards]
    return np.array(deck, np.uint8)[order]


def assert_same_order(ranks: NDArray[Any], values: Sequence[Any]) -> None:
    """Every pair of hands compares the same by rank and by value; None stands for a negative rank."""
    assert [rank < 0 for rank in ranks.tolist()] == [value is None for value in values]
    known = [(int(rank), value) for rank, value in zip(ranks, values, strict=True) if value is not None]
    known.sort(key=lambda pair: pair[0])
    for (rank, value), (next_rank, next_value) in pairwise(known):
        assert (rank == next_rank) == (value == next_value), (rank, value, next_rank, next_value)
        assert rank == next_rank or value < next_value


SHORT = range(16, 52)
TWO_SUITS = [card for card in range(52) if card & 3 < 2]  # many flushes
LOW_CARDS = [*range(32), *range(48, 52)]

CASES: list[tuple[str, int, Sequence[int], Callable[[Sequence[int]], Any]]] = [
    *(("high", cards, deck, oracle.high) for cards in (5, 6, 7, 8) for deck in (range(52), TWO_SUITS)),
    *(("short-deck", cards, SHORT, oracle.short_deck) for cards in (5, 6, 7, 8)),
    ("short-deck-trips", 7, SHORT, partial(oracle.short_deck, trips_beat_straights=True)),
    *(("ace-to-five", cards, range(52), oracle.ace_to_five) for cards in (5, 6, 7, 8)),
    *(
        ("deuce-to-seven", cards, deck, oracle.deuce_to_seven)
        for cards in (5, 6, 7, 8)
        for deck in (range(52), TWO_SUITS)
    ),
    *(("eight-or-better", cards, LOW_CARDS, oracle.eight_or_better) for cards in (5, 7, 8)),
    *(("badugi", cards, range(52), oracle.badugi) for cards in (1, 2, 3, 4, 5, 7)),
    *(("badugi-ace-high", cards, range(52), partial(oracle.badugi, ace=14)) for cards in (4, 5)),
    *((f"{name}-card", size, range(52), partial(oracle.few, size=size)) for size, name in enumerate(("one", "two"), 1)),
    *(("three-card", cards, range(52), partial(oracle.few, size=3)) for cards in (3, 5)),
    *(("four-card", cards, range(52), partial(oracle.few, size=4)) for cards in (4, 6)),
    *(("four-card-low", cards, range(52), partial(oracle.few_low, size=4)) for cards in (4, 6)),
]


@pytest.mark.parametrize(("name", "cards", "deck", "value"), CASES)
def test_random_hands(name: str, cards: int, deck: Sequence[int], value: Callable[[Sequence[int]], Any]) -> None:
    hands = deal(np.random.default_rng(7), 1000, cards, deck)
    assert_same_order(RANKINGS[name].rank_batch(hands), [value(hand) for hand in hands.tolist()])


@pytest.mark.parametrize("deck", [range(52), TWO_SUITS])
@pytest.mark.parametrize(("hole", "board"), [(2, 3), (2, 5), (3, 4), (4, 3), (4, 4), (4, 5), (5, 5), (6, 5)])
def test_random_omaha_hands(hole: int, board: int, deck: Sequence[int]) -> None:
    cards = deal(np.random.default_rng(8), 150, hole + board, deck)
    holes, boards = cards[:, :hole], cards[:, hole:]
    values = [oracle.omaha(*pair) for pair in zip(holes.tolist(), boards.tolist(), strict=True)]
    assert_same_order(RANKINGS["omaha"].rank_batch(holes, boards), values)
    lows = [oracle.omaha_eight_or_better(*pair) for pair in zip(holes.tolist(), boards.tolist(), strict=True)]
    assert_same_order(RANKINGS["omaha-eight-or-better"].rank_batch(holes, boards), lows)


@pytest.mark.parametrize("from_hole", [0, 1, 2, 3, 5])
def test_exactly_so_many_from_the_hole(from_hole: int) -> None:
    cards = deal(np.random.default_rng(9), 200, 10, TWO_SUITS)
    holes, boards = cards[:, :5], cards[:, 5:]
    values = [oracle.omaha(*pair, from_hole) for pair in zip(holes.tolist(), boards.tolist(), strict=True)]
    assert_same_order(exactly(from_hole).rank_batch(holes, boards), values)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_all_hands_of_few_cards_in_order(size: int) -> None:
    """Ranks are dense from 0, and the readable score puts all hands in the same order."""
    hands = [
        tuple(4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks))
        for ranks in combinations_with_replacement(range(13), size)
    ]
    values = {hand: oracle.few(hand, size) for hand in hands}
    place = {value: number for number, value in enumerate(sorted(values.values()))}
    ranking = RANKINGS[("one", "two", "three", "four")[size - 1] + "-card"]
    assert ranking.rank_batch(np.array(hands)).tolist() == [place[values[hand]] for hand in hands]
    assert ranking.classes == len(hands)
    by_score = sorted(hands, key=few_score)
    assert [place[values[hand]] for hand in by_score] == list(range(len(hands)))
    assert len({few_score(hand) for hand in hands}) == len(hands)


def test_teofilo_score_of_four_different_ranks() -> None:
    """His PGDL system scores R1 10^6 + R2 10^4 + R3 10^2 + R4 with ranks 1 to 13."""
    assert few_score("AcKdQhJs") == 13_12_11_10
    assert few_score("2c5d4h3s") == 4_03_02_01
    assert few_score("AcAdKhQs") == 1_13_13_12_11
    assert few_score("2c2d3h3s") == 2_02_02_01_01
    assert few_score("2c2d2h2s") == 4_01_01_01_01
    assert few_score("Kc") == 12_00_00_00


def test_the_two_ways_to_a_wheel() -> None:
    """A-2-3-4-5: the lowest straight, the best ace-to-five low, and only an ace high in deuce-to-seven."""
    wheel = "Ac2d3h4s5c"
    assert RANKINGS["high"].describe(wheel) == "straight, ace to five"
    assert RANKINGS["ace-to-five"].rank(wheel) == RANKINGS["ace-to-five"].classes - 1
    deuce = RANKINGS["deuce-to-seven"]
    assert deuce.rank("7c5d4h3s2c") == deuce.classes - 1
    assert deuce.rank("KcQdJhTs8c") > deuce.rank(wheel) > deuce.rank("2c2d3h4s5c")
    assert deuce.rank("6c5d4h3s2c") < deuce.rank("AcAdAhKsQc")


def test_oracle_knows_the_first_and_last_hands() -> None:
    """The oracle itself, by hand-made examples, weakest first."""
    ladder = [
        (0, 5, 10, 15, 20),  # 2 3 4 5 7
        (0, 1, 6, 11, 16),
        (0, 1, 4, 5, 10),
        (0, 1, 2, 7, 12),
        (48, 1, 6, 11, 12),
        (0, 4, 8, 12, 20),
        (0, 1, 2, 4, 5),
        (0, 1, 2, 3, 4),
        (48, 0, 4, 8, 12),
        (32, 36, 40, 44, 48),
    ]
    values = [oracle.high(hand) for hand in ladder]
    assert all(low < high for low, high in combinations(values, 2))
