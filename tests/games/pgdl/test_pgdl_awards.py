"""The usual order of hands for decks that no table covers: flushes of two decks, and what wild cards stand for."""

from __future__ import annotations

import pytest

from riverboat.cards.deck import Deck
from riverboat.games.pgdl.awards import Chosen

STANDARD = Deck.standard()


def value(award: Chosen, hand: str, board: str = "") -> int:
    return award.rank(award.deck.parse_cards(hand), award.deck.parse_cards(board) if board else ())


ORDER = (
    "7s5h4d3c2s",  # nothing
    "AsKhQdJc9s",
    "2s2h3d4c5s",  # a pair
    "AsAhKdQcJs",
    "3s3h2d2c4s",  # two pairs
    "AsAhKdKcQs",
    "2s2h2d3c4s",  # three of a kind
    "AsAhAdKcQs",
    "As2h3d4c5s",  # a straight; the wheel is the lowest
    "2s3h4d5c6s",
    "TsJhQdKcAs",
    "2s3s4s5s7s",  # a flush, by its highest cards
    "2sTsJsQsAs",
    "3sTsJsQsAs",
    "2s2h2d3c3s",  # a full house
    "AsAhAdKcKs",
    "2s2h2d2c3s",  # four of a kind
    "AsAhAdAcKs",
    "As2s3s4s5s",  # a straight flush
    "2s3s4s5s6s",
    "TsJsQsKsAs",
)


def test_the_usual_order_of_hands() -> None:
    award = Chosen(STANDARD)
    values = [value(award, hand) for hand in ORDER]
    assert values == sorted(set(values))
    low = Chosen(STANDARD, low=True)
    assert [value(low, hand) for hand in reversed(ORDER)] == sorted({value(low, hand) for hand in ORDER})


def test_flushes_of_several_decks_may_be_paired() -> None:
    """Of three copies of each card: a flush beats a straight, also with a pair, two or three of a kind in its suit; it
    does not beat a full house."""
    thrice = Deck(STANDARD.ranks, STANDARD.suits, copies=3)
    award = Chosen(thrice)
    copies: dict[str, list[int]] = {}
    for card in range(thrice.size):
        copies.setdefault(thrice.card_text(card)[:2], []).append(card)

    def worth(hand: str) -> int:
        left = {name: list(cards) for name, cards in copies.items()}
        return award.rank([left[hand[at : at + 2]].pop() for at in range(0, len(hand), 2)], ())

    straight, full_house = worth("TsJhQdKcAs"), worth("2s2h2d3c3s")
    for flush in ("2s3s4s5s7s", "7s7s5s4s2s", "7s7s5s5s2s", "7s7s7s5s2s"):
        assert straight < worth(flush) < full_house
    assert worth("2s2s2s3s3s") == full_house
    assert worth("AsAhAdAcKs") < worth("2s2s2h2d2c")  # five of a kind, which a single deck has not


@pytest.mark.parametrize(
    ("wild", "same"),
    [
        ("AhKhQh9h2c", "AhKhQhJh9h"),  # the best card that makes the flush
        ("AhKhQhTh2c", "AhKhQhJhTh"),
        ("AsAhAdAc2c", "AsAhAdAcKs"),  # four aces are all there are
        ("KsKh7d4c2c", "KsKhKd7d4c"),
        ("KsKh7d7c2c", "KsKhKd7d7c"),
        ("KsKh7d2d2c", "KsKhKdKc7d"),  # two wild cards stand for two different ones
        ("Ah5h4h3h2c", "Ah5h4h3h2h"),
        ("Ad5d4d3d2c", "Ah5h4h3h2h"),  # the two of clubs is the two of diamonds, which is wild too
        ("Ac5c4c3c2c", "Ah5h4h3h2h"),  # or itself
        ("9s7h5d4c2c", "9s9h7h5d4c"),
    ],
)
def test_wild_cards_stand_for_what_is_best(wild: str, same: str) -> None:
    award = Chosen(STANDARD, wild=("2c", "2d"))
    assert value(award, wild) == value(award, same)


def test_a_wild_card_is_no_second_copy_of_a_card_that_is_held() -> None:
    """Ah Kh Qh Jh and a wild card among seven: with Th in the hand already, it can only be the best flush or straight.

    From the hand alone come AhKhQhJh and the wild card; the ten of hearts lies on the board, and only hands with it are
    royal. With exactly five cards from the hand the wild card may not be that ten.
    """
    only_mine = Chosen(STANDARD, from_hand=5, wild=("2c",))
    assert value(only_mine, "AhKhQhJh2c", "Th3s4s") == value(only_mine, "AhKhQhJh9h")
    assert value(only_mine, "AhKhQhJh2c", "Ts3s4s") == value(only_mine, "AhKhQhJhTh")


def test_jokers_are_wild_and_the_worst_hand_uses_them_too() -> None:
    deck = Deck(STANDARD.ranks, STANDARD.suits, jokers=1)
    joker = deck.size - 1
    assert deck.is_joker(joker)
    natural = deck.parse_cards("7s5h4d3c")
    high, low = Chosen(deck), Chosen(deck, low=True)
    assert high.rank((*natural, joker), ()) == value(high, "7s6s5h4d3c")
    assert low.rank((*natural, joker), ()) == value(low, "7s5h4d3c2s")
