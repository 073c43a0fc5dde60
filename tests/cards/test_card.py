"""Cards as text, both ways, and everything that is not a card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards import card_text, cards_text, parse_card, parse_cards
from riverboat.cards.card import RANKS, SUITS, make_card, rank_of, read_cards, suit_of
from riverboat.cards.holdings import (
    CLASS_NAMES,
    CLASS_SIZES,
    HOLDING_CARDS,
    HOLDING_CLASS,
    class_index,
    holding_index,
)
from riverboat.errors import DealError, NotationError, RiverboatError


def test_every_card_has_its_own_text() -> None:
    texts = [card_text(card) for card in range(52)]
    assert len(set(texts)) == 52
    assert texts[0] == "2c"
    assert texts[51] == "As"
    assert [parse_card(text) for text in texts] == list(range(52))


def test_numbers_sort_like_ranks() -> None:
    assert [rank_of(parse_card(f"{rank}h")) for rank in RANKS] == list(range(13))
    assert [suit_of(parse_card(f"A{suit}")) for suit in SUITS] == list(range(4))
    assert make_card(12, 2) == parse_card("Ah")


@pytest.mark.parametrize("text", ["AhKd", "Ah Kd", "ah,kd", "A♥ K♦", "[Ah] [Kd]", "Ah/Kd", " Ah  Kd ", "A♥️K♦️"])
def test_what_people_type(text: str) -> None:
    assert cards_text(parse_cards(text)) == "AhKd"


def test_ten_in_two_digits() -> None:
    assert parse_cards("10h10d") == parse_cards("ThTd")


@pytest.mark.parametrize(
    ("text", "offender"),
    [("Ax", "x"), ("1h", "1h"), ("Ahk", "Ahk"), ("AhAh", "Ah"), ("hA", "h"), ("Zs", "Z"), ("Ah\nKx", "Kx")],
)
def test_what_is_no_card_is_named_in_one_line(text: str, offender: str) -> None:
    with pytest.raises(RiverboatError) as caught:
        parse_cards(text)
    assert offender in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_card_means_one() -> None:
    for text in ("", "AhKh"):
        with pytest.raises(NotationError, match="one card"):
            parse_card(text)


@pytest.mark.parametrize("cards", [(0, 0), (52,), (-1, 3)])
def test_numbers_are_checked_too(cards: tuple[int, ...]) -> None:
    with pytest.raises(DealError):
        read_cards(cards)
    with pytest.raises(NotationError, match="numbers 0 to 51"):
        read_cards([0.5])  # type: ignore[list-item]


@given(st.text(max_size=30))
def test_any_text_gives_cards_or_a_riverboat_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except RiverboatError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert len(set(cards)) == len(cards)
        assert parse_cards(cards_text(cards)) == cards


@given(st.lists(st.integers(0, 51), unique=True, max_size=10))
def test_text_round_trip(cards: list[int]) -> None:
    assert list(parse_cards(cards_text(cards))) == cards


def test_holdings_are_numbered_densely_and_in_either_order() -> None:
    found = [holding_index(int(a), int(b)) for a, b in HOLDING_CARDS]
    assert found == list(range(1326))
    assert [holding_index(int(b), int(a)) for a, b in HOLDING_CARDS] == found


def test_classes_are_the_grid_that_players_know() -> None:
    assert CLASS_NAMES[0] == "AA"
    assert CLASS_NAMES[1] == "AKs"
    assert CLASS_NAMES[13] == "AKo"
    assert CLASS_NAMES[168] == "22"
    assert sorted(set(CLASS_SIZES.tolist())) == [4, 6, 12]
    assert CLASS_SIZES.sum() == 1326
    for (a, b), index in zip(HOLDING_CARDS.tolist(), HOLDING_CLASS.tolist(), strict=True):
        name = CLASS_NAMES[index]
        assert class_index(b, a) == index
        assert sorted(name[:2]) == sorted(card_text(a)[0] + card_text(b)[0])
        assert (name[2:] == "s") == (suit_of(a) == suit_of(b))
