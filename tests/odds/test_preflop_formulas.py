"""Chen's formula and the Sklansky-Malmuth groups against what is printed about them."""

from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards.card import card_text
from riverboat.cards.holdings import CLASS_NAMES, class_index
from riverboat.errors import DealError, NotationError, RiverboatError
from riverboat.odds.preflop import SKLANSKY_GROUPS, chen_score, sklansky_group, starting_class


@pytest.mark.parametrize(
    ("hand", "points"), [("AA", 20), ("AKs", 13), ("KQs", 11), ("98s", 7.5), ("22", 2), ("72o", -1.5), ("A5s", 7)]
)
def test_chen_of_teofilo_fig_18(hand: str, points: float) -> None:
    """Listing of Fig. 18 by hand: 72o is 3.5 for the seven and 5 less for the distance."""
    assert chen_score(hand, "thesis") == points


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AA", 20), ("AKs", 12), ("22", 5), ("33", 5), ("TT", 10), ("55", 5), ("66", 6),  # pairs never below 5
        ("JTs", 9), ("98s", 8), ("97s", 7), ("QJs", 9), ("QTs", 8), ("J8o", 4),  # 1 more only below a queen, gap 0 or 1
        ("A5s", 7), ("72o", -1), ("AKo", 10), ("54s", 6),
    ],
)  # fmt: skip
def test_chen_as_published(hand: str, points: int) -> None:
    """The rules applied on paper: 54s is 2.5 + 2 + 1 = 5.5, rounded up to 6; 72o is -1.5, rounded up to -1."""
    assert chen_score(hand) == points


@pytest.mark.parametrize(("version", "counts"), [("thesis", (2818, 88, 136)), ("published", (2859, 4, 179))])
def test_chen_orders_sklanskys_groups(version: str, counts: tuple[int, int, int]) -> None:
    """Of 3,042 pairs of hands from different groups: ordered alike, ordered otherwise, the same points."""
    scored = [
        (group, chen_score(hand, version))  # type: ignore[arg-type]
        for group, hands in enumerate(SKLANSKY_GROUPS["teofilo"])
        for hand in hands
    ]
    pairs = [(a[1], b[1]) for a, b in combinations(scored, 2) if a[0] != b[0]]
    alike = sum(better > worse for better, worse in pairs)
    otherwise = sum(better < worse for better, worse in pairs)
    assert (alike, otherwise, len(pairs) - alike - otherwise) == counts


def test_an_unknown_version_is_named() -> None:
    with pytest.raises(RiverboatError, match='"chen": expected "published" or "thesis"'):
        chen_score("AA", "chen")  # type: ignore[arg-type]


def test_sizes_of_sklanskys_groups() -> None:
    assert [len(group) for group in SKLANSKY_GROUPS["teofilo"]] == [5, 5, 6, 8, 18, 9, 19, 15]
    assert [len(group) for group in SKLANSKY_GROUPS["billings"]] == [5, 5, 6, 8, 18, 9, 17, 16]


@pytest.mark.parametrize("source", ["teofilo", "billings"])
def test_no_hand_is_in_two_groups(source: str) -> None:
    hands = [hand for group in SKLANSKY_GROUPS[source] for hand in group]  # type: ignore[index]
    assert len(set(hands)) == len(hands)
    assert set(hands) <= set(CLASS_NAMES)


def test_where_the_two_theses_differ() -> None:
    differ = {
        hand: (sklansky_group(hand), sklansky_group(hand, "billings"))
        for hand in CLASS_NAMES
        if sklansky_group(hand) != sklansky_group(hand, "billings")
    }
    assert differ == {"66": (5, 6), "75s": (6, 7), "65s": (6, 5), "K9s": (7, 6), "T7s": (7, None), "53s": (7, 8)}


def test_sklanskys_inconsistencies() -> None:
    """Billings 2006, section 2.5.1: 43s stands before 53s; 52s is missing though 42s and 32s are listed."""
    assert [sklansky_group(hand, "billings") for hand in ("43s", "53s", "42s", "32s", "52s")] == [7, 8, 8, 8, None]


def test_an_unknown_source_is_named() -> None:
    with pytest.raises(RiverboatError, match=r'"harrington".*"teofilo" or "billings"'):
        sklansky_group("AA", "harrington")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("AhKh", "AKs"),
        ("KdAh", "AKo"),
        ("aks", "AKs"),
        ("kAo", "AKo"),
        ("10h 9h", "T9s"),
        ("109s", "T9s"),
        ("2c2d", "22"),
    ],
)
def test_hands_as_people_write_them(hand: str, name: str) -> None:
    assert CLASS_NAMES[starting_class(hand)] == name


@given(st.permutations(range(52)).map(lambda deck: (deck[0], deck[1])))
def test_text_cards_and_class_agree(cards: tuple[int, int]) -> None:
    number = class_index(*cards)
    assert starting_class(cards) == starting_class(card_text(cards[0]) + card_text(cards[1])) == number
    assert starting_class(CLASS_NAMES[number]) == starting_class(number) == number


@pytest.mark.parametrize("hand", ["", "A", "AK", "AAs", "AXs", "AhKhQh", "AhAh", "AKsx", "AhK"])
def test_bad_starting_hands_are_named(hand: str) -> None:
    with pytest.raises((NotationError, DealError), match=f'"{hand}"'):
        starting_class(hand)


@pytest.mark.parametrize("hand", [(1,), (5, 5), (0, 52), (0, 1, 2), 169, -1])
def test_bad_numbers_are_named(hand: int | tuple[int, ...]) -> None:
    with pytest.raises(DealError, match="expected"):
        starting_class(hand)


@given(st.text(max_size=8))
def test_any_text_gives_a_class_or_a_riverboat_error(text: str) -> None:
    with suppress(RiverboatError):
        assert 0 <= starting_class(text) < 169
