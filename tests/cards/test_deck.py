"""Decks: their sizes and orders by definition, text both ways, the way to the standard deck, what they refuse."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards.card import card_text, parse_cards
from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError

DECKS = [
    Deck.standard(),
    Deck.short(),
    Deck.kuhn(),
    Deck.kuhn(13),
    Deck.leduc(),
    Deck.leduc(8),
    Deck.of("A23456789TJQK", "cdhs", jokers=4, copies=2),
    Deck.of("12345", "cdhsx"),
    Deck.of("aA", "xX"),
    Deck.from_cards("AhKhQhJhTh AsKs 2c"),
    Deck("JQKA", "hs", jokers=1, missing=("Jh", "As")),
]


def test_the_standard_deck_has_the_usual_numbers() -> None:
    deck = Deck.standard()
    assert deck.size == 52
    assert [deck.card_text(card) for card in range(52)] == [card_text(card) for card in range(52)]
    assert [deck.to_standard(card) for card in range(52)] == list(range(52))
    assert deck.parse_cards("Ah 10h, 2♣") == parse_cards("Ah 10h, 2♣")


@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        (Deck.kuhn(), "Js Qs Ks"),
        (Deck.kuhn(4), "Js Qs Ks As"),
        (Deck.kuhn(13), "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"),
        (Deck.leduc(), "Jh Js Qh Qs Kh Ks"),
        (Deck.leduc(8), "Jh Js Qh Qs Kh Ks Ah As"),
        (Deck.of("12", "x", jokers=2), "1x 2x Jk Jk"),
        (Deck.of("AK", "s", copies=2), "As Ks As Ks"),
        (Deck.from_cards("Ah 2c Ac"), "2c Ac Ah"),
    ],
)
def test_cards_in_their_order(deck: Deck, cards: str) -> None:
    assert deck.cards_text(range(deck.size), " ") == cards


def test_the_short_deck_is_the_standard_one_without_deuces_to_fives() -> None:
    deck = Deck.short()
    assert deck.size == 36
    assert {deck.to_standard(card) for card in range(36)} == set(range(16, 52))
    assert deck.rank_of(deck.parse_card("6c")) == 0
    assert deck.rank_of(deck.parse_card("Ah")) == 8
    assert deck.suit_of(deck.parse_card("Ah")) == 2


def test_jokers_come_last_and_have_no_rank() -> None:
    deck = Deck.of("23456789TJQKA", "cdhs", jokers=2)
    assert deck.size == 54
    assert deck.parse_cards("Jk As jk") == (52, 51, 53)
    assert [card for card in range(54) if deck.is_joker(card)] == [52, 53]
    assert deck.to_standard(53) is None
    with pytest.raises(RiverboatError, match="a joker has no rank"):
        deck.rank_of(52)


def test_made_up_ranks_and_a_fifth_suit() -> None:
    deck = Deck.of("01AB", "cdhsx")
    assert deck.size == 20
    assert deck.parse_cards("0c Bx") == (0, 19)
    assert deck.to_standard(deck.parse_card("Ah")) == parse_cards("Ah")[0]
    assert deck.to_standard(deck.parse_card("Ax")) is None
    assert deck.to_standard(deck.parse_card("1h")) is None


def test_case_matters_only_where_two_signs_differ_by_it() -> None:
    assert Deck.of("aA", "xX").parse_cards("ax Ax aX") == (0, 2, 1)
    assert Deck.short().parse_cards("aH kC") == Deck.short().parse_cards("AhKc")


def test_one_suit_needs_no_suit() -> None:
    deck = Deck.kuhn()
    assert deck.parse_cards("K J") == deck.parse_cards("KsJs") == deck.parse_cards("KJ") == (2, 0)


def test_copies_look_alike_and_count() -> None:
    deck = Deck.of("AK", "s", copies=2)
    assert deck.parse_cards("AsAs") == (0, 2)
    with pytest.raises(RiverboatError, match="As comes 3 times"):
        deck.parse_cards("AsAsAs")


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_identity_and_text_round_trip(deck: Deck) -> None:
    assert Deck.parse(str(deck)) == deck
    assert pickle.loads(pickle.dumps(deck)) == deck
    everything = tuple(range(deck.size))
    assert deck.parse_cards(deck.cards_text(everything)) == everything
    for card in range(deck.size - deck.jokers):
        assert deck.card_text(card) == deck.ranks[deck.rank_of(card)] + deck.suits[deck.suit_of(card)]


def test_identities_as_documented() -> None:
    assert str(Deck.short()) == "deck(6789TJQKA,cdhs)"
    assert Deck.parse("deck(JQK, hs, missing=Jh)").cards_text(range(5)) == "JsQhQsKhKs"
    assert Deck.parse("short") == Deck.short()
    assert Deck.parse("standard") == Deck.standard()
    assert hash(Deck.parse("deck(JQK,hs)")) == hash(Deck.leduc())


@given(st.sets(st.integers(0, 51), min_size=1))
def test_any_subset_of_the_standard_deck(cards: set[int]) -> None:
    deck = Deck.from_cards(cards)
    assert deck.size == len(cards)
    assert {deck.to_standard(card) for card in range(deck.size)} == cards
    assert Deck.parse(str(deck)) == deck


def test_shuffles_are_permutations_fixed_by_the_seed() -> None:
    deck = Deck.short()
    first = deck.shuffled(np.random.default_rng(7))
    assert sorted(first.tolist()) == list(range(36))
    assert first.dtype == np.uint8
    assert np.array_equal(first, deck.shuffled(np.random.default_rng(7)))
    rng = np.random.default_rng(8)
    tops = Counter(int(Deck.kuhn().shuffled(rng)[0]) for _ in range(3000))
    assert all(abs(tops[card] - 1000) < 160 for card in range(3))  # six standard deviations


@given(st.text(max_size=30) | st.text(alphabet="deck(),=AKQJhsx 12", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    for read in (Deck.parse, Deck.short().parse_cards, Deck.kuhn().parse_cards, DECKS[6].parse_cards):
        refusal = ""
        try:
            read(text)
        except RiverboatError as error:
            refusal = str(error)
        assert "\n" not in refusal


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (lambda: Deck.kuhn(2), "Kuhn deck of 2 cards: expected 3 to 13"),
        (lambda: Deck.kuhn(14), "expected 3 to 13"),
        (lambda: Deck.leduc(7), "expected 6 or 8"),
        (lambda: Deck.of("", "cdhs"), "without ranks"),
        (lambda: Deck.of("AK", ""), "without suits"),
        (lambda: Deck.of("AKA", "cd"), '"A" comes twice'),
        (lambda: Deck.of("A K", "cd"), "cannot name a card"),
        (lambda: Deck.of("AK", "cd", jokers=-1), "0 or more"),
        (lambda: Deck.of("AK", "cd", copies=0), "1 or more"),
        (lambda: Deck.of("JQ", "kc", jokers=1), '"Jk" would also be'),
        (lambda: Deck.of("23456789TJQKA", "cdhs", copies=5), "256 at most"),
        (lambda: Deck("JQ", "hs", missing=("Kh",)), 'missing card "Kh"'),
        (lambda: Deck("JQ", "hs", missing=("Jh", "Js")), "leave the rank out"),
        (lambda: Deck.from_cards(""), "no cards"),
        (lambda: Deck.from_cards([52]), "0 to 51"),
        (lambda: Deck.from_cards("AhAh"), "comes twice"),
        (lambda: Deck.parse("deck(AK)"), "expected a text such as"),
        (lambda: Deck.parse("deck(AK,cd,wild=1)"), '"wild=1" is none of'),
        (lambda: Deck.parse("deck(AK,cd,jokers=x)"), '"jokers=x"'),
        (lambda: Deck.short().parse_cards("2c"), 'no rank "2"'),
        (lambda: Deck.short().parse_cards("Az"), "no suit"),
        (lambda: Deck.short().parse_cards("A"), "no suit"),
        (lambda: Deck.short().parse_cards("AhKdAh"), "Ah comes twice"),
        (lambda: Deck.short().parse_card("AhKd"), "expected one card, found 2"),
        (lambda: Deck.from_cards("Ah2c").parse_cards("Ac"), "Ac is missing"),
        (lambda: Deck.short().card_text(36), "expected a number 0 to 35"),
        (lambda: Deck.short().to_standard(-1), "expected a number"),
    ],
)
def test_errors_name_the_fault(bad: object, message: str) -> None:
    with pytest.raises(RiverboatError) as caught:
        bad()  # type: ignore[operator]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
