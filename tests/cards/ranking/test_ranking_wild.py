"""Wild cards: counted by combinatorics, and beside a search through every substitute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.ranking.orders import Category
from riverboat.cards.ranking.rankings import RANKINGS
from riverboat.cards.ranking.wild import WildRanking, rank_with_wilds
from riverboat.errors import DealError, NotationError


def by_trying_everything(name: str, natural: Sequence[int], wilds: int, deck: Sequence[int]) -> int:
    """The best rank over every choice of substitutes from cards of the deck that the hand does not hold."""
    free = [card for card in deck if card not in natural]
    hands = np.array([(*natural, *chosen) for chosen in combinations(free, wilds)], np.uint8)
    return int(RANKINGS[name].rank_batch(hands).max())


BASES = ["high", "short-deck", "short-deck-trips", "ace-to-five", "deuce-to-seven", "eight-or-better"]


@pytest.mark.parametrize("wilds", [0, 1, 2])
@pytest.mark.parametrize("name", BASES)
def test_every_substitute(name: str, wilds: int) -> None:
    rng = np.random.default_rng(5)
    deck = range(16, 52) if name.startswith("short") else range(52)
    ranking = WildRanking(name)
    for cards in (5, 6, 7):
        for _ in range(30):
            natural = rng.permutation(deck)[: cards - wilds].tolist()
            jokers = range(52, 52 + wilds)
            assert ranking.rank([*natural, *jokers]) == by_trying_everything(name, natural, wilds, deck)


@pytest.mark.parametrize("wilds", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("name", ["high", "deuce-to-seven", "ace-to-five"])
def test_every_substitute_from_a_small_deck(name: str, wilds: int) -> None:
    """Few cards to stand for, mostly of one suit, so that flushes force themselves on the hand."""
    rng = np.random.default_rng(6)
    for _ in range(60):
        hearts = [4 * rank + 2 for rank in range(13)]
        deck = sorted({*rng.permutation(hearts)[:9].tolist(), *rng.permutation(52)[:3].tolist()})
        natural = rng.permutation(hearts)[: 6 - wilds].tolist()
        if len(set(deck) - set(natural)) >= wilds:
            ranking = WildRanking(name, deck=deck)
            expected = by_trying_everything(name, natural, wilds, deck)
            assert ranking.rank([*natural, *range(52, 52 + wilds)]) == expected


@given(st.lists(st.sampled_from(range(52)), min_size=5, max_size=8, unique=True), st.sampled_from([*BASES[3:], "high"]))
@settings(max_examples=60, deadline=None)
def test_deuces_wild(cards: list[int], name: str) -> None:
    """Deuces represent any card that the hand does not hold, deuces included; up to two of them are tried here."""
    deuces = [card for card in cards if card < 4][:2]
    hand = [card for card in cards if card >= 4] + deuces
    if len(hand) < 5:
        hand = [*range(40, 45 - len(deuces)), *deuces]
    natural = [card for card in hand if card >= 4]
    ranking = WildRanking(name, wild="2c2d2h2s")
    assert ranking.rank(hand) == by_trying_everything(name, natural, len(deuces), range(52))
    assert ranking.describe(hand)


def test_one_joker_in_the_deck() -> None:
    """Four cards and a joker, every hand. 41 sets of four ranks lie in a straight: 11 runs, and 30 with a gap.

    With the hands without a joker these are the well-known counts of the 53-card deck, such as 204 straight flushes.
    """
    nearly_straight = 11 + 30
    flat = chain.from_iterable(combinations(range(52), 4))
    fours = np.fromiter(flat, np.uint8, 4 * comb(52, 4)).reshape(-1, 4)
    hands = np.concatenate([fours, np.full((len(fours), 1), 52, np.uint8)], axis=1)
    ranking = WildRanking("high", five_of_a_kind=True)
    counts: Counter[Category] = Counter()
    for rank, times in enumerate(np.bincount(ranking.rank_batch(hands))):
        if times:
            counts[ranking.category(rank)] += int(times)
    assert counts == {
        Category.FIVE_OF_A_KIND: 13,
        Category.STRAIGHT_FLUSH: 4 * nearly_straight,
        Category.QUADS: 13 * 4 * 48,
        Category.FULL_HOUSE: comb(13, 2) * 6 * 6,
        Category.FLUSH: 4 * (comb(13, 4) - nearly_straight),
        Category.STRAIGHT: nearly_straight * (4**4 - 4),
        Category.TRIPS: 13 * 6 * comb(12, 2) * 4 * 4,
        Category.PAIR: (comb(13, 4) - nearly_straight) * (4**4 - 4),
    }


def test_every_five_card_hand_with_deuces_wild() -> None:
    """Twelve natural ranks, and deuces that can represent any card; all are alike, so their number is what counts.

    Of five, four, three and two natural ranks 8, 34, 55 and 41 sets lie in a straight, those of A-2-3-4-5 included:
    10 + 18 + 24 + 3 sets of three, for example, are runs, lack one rank, lack two ranks, or have the ace below. The 672
    hands of five of a kind are also in B. Alspach, "Wild Cards in Profusion" (2002).
    """
    ranking = WildRanking("high", wild="2c2d2h2s", five_of_a_kind=True)
    counts: Counter[Category] = Counter()
    for deuces in range(5):
        flat = chain.from_iterable(combinations(range(4, 52), 5 - deuces))
        natural = np.fromiter(flat, np.uint8, (5 - deuces) * comb(48, 5 - deuces)).reshape(-1, 5 - deuces)
        wild = np.tile(np.arange(deuces, dtype=np.uint8), (len(natural), 1))
        ranks = (ranking if deuces else RANKINGS["high"]).rank_batch(np.concatenate([natural, wild], axis=1))
        for rank, times in enumerate(np.bincount(ranks)):
            if times:
                counts[ranking.category(rank)] += comb(4, deuces) * int(times)
    fours, threes = comb(12, 4) - 34, comb(12, 3) - 55
    assert counts == {
        Category.FIVE_OF_A_KIND: 672,
        Category.STRAIGHT_FLUSH: 4 * (8 + 4 * 34 + 6 * 55 + 4 * 41),
        Category.QUADS: 12 * 44 * (1 + 4 * 4 + 6 * 6) + 4 * (comb(48, 2) - 12 * 6 - 4 * 41),
        Category.FULL_HOUSE: 12 * 4 * 11 * 6 + 4 * comb(12, 2) * 6 * 6,
        Category.FLUSH: 4 * (comb(12, 5) - 8 + 4 * fours + 6 * threes),
        Category.STRAIGHT: 8 * (4**5 - 4) + 4 * 34 * (4**4 - 4) + 6 * 55 * (4**3 - 4),
        Category.TRIPS: 12 * comb(11, 2) * 16 * (4 + 4 * 6) + 6 * threes * (4**3 - 4),
        Category.TWO_PAIR: comb(12, 2) * 6 * 6 * 40,
        Category.PAIR: 12 * 6 * comb(11, 3) * 4**3 + 4 * fours * (4**4 - 4),
        Category.HIGH_CARD: (comb(12, 5) - 8) * (4**5 - 4),
    }


def test_many_wild_cards() -> None:
    ranking = WildRanking()
    assert ranking.describe("Jk Jk Jk Jk Jk") == "royal flush"
    assert ranking.describe("Jk Jk Jk Jk 2c 3d Th") == "royal flush"
    assert ranking.describe("Jk Jk Jk 9c 9d") == "four of a kind, nines, ace kicker"
    assert ranking.describe("Jk Jk Jk 9c 5c") == "straight flush, five to nine"
    assert ranking.describe("Jk AcAdAhAs") == "four of a kind, aces, king kicker"
    assert WildRanking("ace-to-five").describe("Jk Jk Kc Kd Kh") == "three of a kind, kings, kickers 2 A"
    assert WildRanking("deuce-to-seven").describe("Jk Jk Jk Jk Jk Kc") == "7-5-4-3-2 low"
    assert WildRanking("two-card").describe("Jk Qc") == "pair of queens"


def test_five_of_a_kind_beats_everything() -> None:
    ranking = WildRanking(five_of_a_kind=True)
    assert ranking.classes == 7462 + 13
    assert ranking.describe("Jk AcAdAhAs") == "five of a kind, aces"
    assert ranking.rank("Jk AcAdAhAs") == ranking.classes - 1
    assert ranking.rank("Jk 2c2d2h2s") > ranking.rank("AhKhQhJhTh")
    assert ranking.rank("Jk 2c2d2h2s") < ranking.rank("Jk 3c3d3h3s")
    assert ranking.rank("Jk AhKhQhJh") == RANKINGS["high"].rank("AhKhQhJhTh")


def test_one_eyed_jacks_and_what_cards_stand_for() -> None:
    assert rank_with_wilds("JhJs AcAdAh", wild="JhJs") == RANKINGS["high"].rank("AcAdAhAsKc")
    deuces = WildRanking("ace-to-five", wild="2c2d2h2s")
    assert deuces.describe("Ac2c3d4h5s") == "5-4-3-2-A low"
    never_deuces = WildRanking("ace-to-five", wild="2c2d2h2s", deck=range(4, 52))
    assert never_deuces.describe("Ac2c3d4h5s") == "6-5-4-3-A low"


def test_wrong_uses_are_named() -> None:
    with pytest.raises(NotationError, match="omaha"):
        WildRanking("omaha")
    with pytest.raises(NotationError, match="five of a kind is a high hand"):
        WildRanking("ace-to-five", five_of_a_kind=True)
    with pytest.raises(DealError, match="4 cards"):
        WildRanking().rank("JkAcKdQh")
    with pytest.raises(DealError, match="comes twice"):
        WildRanking().rank([52, 52, 0, 1, 2])
    with pytest.raises(DealError, match="row 1 of the batch"):
        WildRanking().rank_batch(np.array([[52, 53, 0, 1, 2], [52, 53, 0, 1, 1]]))
    with pytest.raises(DealError, match="not a card of short-deck"):
        WildRanking("short-deck", wild="2c")
    with pytest.raises(DealError, match="too few cards"):
        WildRanking(deck="AcKc").rank("JkJkJk2c3d")
