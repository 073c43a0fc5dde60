"""How many hands of each kind there are, as combinatorics has it."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest
import ranking_oracle as oracle
from numpy.typing import NDArray

from riverboat.cards.ranking.high import rank_counts
from riverboat.cards.ranking.orders import Category
from riverboat.cards.ranking.rankings import RANKINGS
from riverboat.cards.ranking.variants.best_of import OrderedRanking
from riverboat.cards.ranking.words import category
from riverboat.errors import DealError

BEST_FIRST = tuple(Category)[8::-1]


def by_category(counts: NDArray[np.int64]) -> list[int]:
    found: Counter[Category] = Counter()
    for rank, hands in enumerate(counts.tolist()):
        found[category(rank)] += hands
    return [found[each] for each in BEST_FIRST]


def test_every_five_card_hand_by_category(all_fives: NDArray[np.uint8]) -> None:
    ranks = RANKINGS["high"].rank_batch(all_fives)
    counts = np.bincount(ranks, minlength=7462)
    assert by_category(counts) == [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]
    assert rank_counts(5).tolist() == counts.tolist()  # counted up to suits, and multiplied


def test_every_six_card_hand_by_category() -> None:
    """As on Wikipedia's page on poker probability: 20,358,520 hands."""
    counts = rank_counts(6)
    expected = [1_844, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900]
    assert by_category(counts) == expected
    assert int(counts.sum()) == comb(52, 6)
    with pytest.raises(DealError, match="hands of 4 cards"):
        rank_counts(4)


def test_the_7462_classes_by_category() -> None:
    counts = Counter(category(rank) for rank in range(7462))
    assert [counts[each] for each in BEST_FIRST] == [10, 156, 156, 1277, 10, 858, 858, 2860, 1277]


def test_every_seven_card_hand_by_category() -> None:
    """133,784,560 hands, counted one by one."""
    by_rank = rank_counts()
    expected = [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460]
    assert by_category(by_rank) == expected
    assert int(by_rank.sum()) == comb(52, 7)


def test_seven_cards_make_4824_different_hands() -> None:
    """The weakest seven-card hand is 9-8-7-5-4, and many five-card hands are no one's best of seven."""
    assert int((rank_counts() > 0).sum()) == 4824


@pytest.mark.parametrize("name", ["short-deck", "short-deck-trips"])
def test_every_short_deck_hand_by_category(name: str) -> None:
    """Nine ranks: six straights, C(9,5) - 6 flushes in each suit, and so on; 376,992 hands and 1,404 classes."""
    ranking = RANKINGS[name]
    assert isinstance(ranking, OrderedRanking)
    flat = chain.from_iterable(combinations(range(16, 52), 5))
    hands = np.fromiter(flat, np.uint8, 5 * comb(36, 5)).reshape(-1, 5)
    counted = np.bincount(ranking.rank_batch(hands), minlength=ranking.classes)
    assert ranking.classes == len(counted) == 1404
    assert counted.min() > 0
    hand_counts: Counter[Category] = Counter()
    class_counts: Counter[Category] = Counter()
    for rank, times in enumerate(counted):
        hand_counts[ranking.category(rank)] += int(times)
        class_counts[ranking.category(rank)] += 1
    assert hand_counts == {
        Category.STRAIGHT_FLUSH: 6 * 4,
        Category.QUADS: 9 * 32,
        Category.FLUSH: (comb(9, 5) - 6) * 4,
        Category.FULL_HOUSE: 9 * 4 * 8 * 6,
        Category.STRAIGHT: 6 * (4**5 - 4),
        Category.TRIPS: 9 * 4 * comb(8, 2) * 4**2,
        Category.TWO_PAIR: comb(9, 2) * 6**2 * 7 * 4,
        Category.PAIR: 9 * 6 * comb(8, 3) * 4**3,
        Category.HIGH_CARD: (comb(9, 5) - 6) * (4**5 - 4),
    }
    assert class_counts == {
        Category.STRAIGHT_FLUSH: 6,
        Category.QUADS: 72,
        Category.FLUSH: 120,
        Category.FULL_HOUSE: 72,
        Category.STRAIGHT: 6,
        Category.TRIPS: 252,
        Category.TWO_PAIR: 252,
        Category.PAIR: 504,
        Category.HIGH_CARD: 120,
    }


def test_short_deck_categories_stand_in_their_order() -> None:
    ranking, older = RANKINGS["short-deck"], RANKINGS["short-deck-trips"]
    flush, full_house = "AhJh9h8h6h", "6c6d6h7c7d"
    best_trips, lowest_straight = "AcAdAhKcQd", "Ac6d7h8c9d"
    assert ranking.rank(flush) > ranking.rank(full_house)
    assert ranking.rank(lowest_straight) > ranking.rank(best_trips)
    assert older.rank(flush) > older.rank(full_house)
    assert older.rank(lowest_straight) < older.rank(best_trips)
    assert ranking.rank("Tc6d7h8c9d") > ranking.rank(lowest_straight)


def test_badugi_has_1092_classes_and_uses_them_all() -> None:
    """C(13,4) + C(13,3) + C(13,2) + 13, each made by some four cards."""
    flat = chain.from_iterable(combinations(range(52), 4))
    hands = np.fromiter(flat, np.uint8, 4 * comb(52, 4)).reshape(-1, 4)
    counted = np.bincount(RANKINGS["badugi"].rank_batch(hands))
    assert len(counted) == RANKINGS["badugi"].classes == 715 + 286 + 78 + 13
    assert counted.min() > 0
    # Four ranks in four suits: 4! ways each.
    assert int(counted[-715:].sum()) == 715 * 24
    # 4-3-2-A in four suits.
    assert int(counted[-1]) == 24


def test_eight_or_better_has_56_lows() -> None:
    flat = chain.from_iterable(combinations([*range(28), 48, 49, 50, 51], 5))
    hands = np.fromiter(flat, np.uint8, 5 * comb(32, 5)).reshape(-1, 5)
    ranks = RANKINGS["eight-or-better"].rank_batch(hands)
    counted = np.bincount(ranks[ranks >= 0])
    assert counted.tolist() == [4**5] * 56
    assert int((ranks < 0).sum()) == comb(32, 5) - 56 * 4**5


ORACLES = {
    "high": oracle.high,
    "ace-to-five": oracle.ace_to_five,
    "deuce-to-seven": oracle.deuce_to_seven,
}


@pytest.mark.parametrize("name", ORACLES)
def test_all_classes_in_order(name: str, one_of_each: list[tuple[int, ...]]) -> None:
    """Sorted by the independent evaluator, the ranks of all different hands are 0, 1, 2, ... without a gap."""
    values = {hand: ORACLES[name](hand) for hand in one_of_each}
    place = {value: number for number, value in enumerate(sorted(set(values.values())))}
    ranks = RANKINGS[name].rank_batch(np.array(one_of_each)).tolist()
    assert ranks == [place[values[hand]] for hand in one_of_each]
    assert RANKINGS[name].classes == len(place)


@pytest.mark.parametrize("trips", [False, True])
def test_all_short_deck_classes_in_order(trips: bool, one_of_each: list[tuple[int, ...]]) -> None:
    ranking = RANKINGS["short-deck-trips" if trips else "short-deck"]
    hands = [hand for hand in one_of_each if min(hand) >= 16]
    values = {hand: oracle.short_deck(hand, trips) for hand in hands}
    place = {value: number for number, value in enumerate(sorted(set(values.values())))}
    assert ranking.rank_batch(np.array(hands)).tolist() == [place[values[hand]] for hand in hands]
    assert len(place) == 1404
