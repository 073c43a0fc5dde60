"""Ranges: combination counts by hand and by eval7, shortest forms, the round trip, and everything half-written."""

from __future__ import annotations

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riverboat.cards.card import RANKS, cards_text, parse_cards
from riverboat.cards.holdings import CLASS_NAMES, HOLDING_CARDS, HOLDING_CLASS, holding_index
from riverboat.cards.ranges import STRONGEST_FIRST, Range
from riverboat.errors import NotationError, RiverboatError

pytestmark = pytest.mark.filterwarnings("ignore:.*parseString:DeprecationWarning")  # eval7 calls pyparsing so


def classes_of(range_: Range) -> set[str]:
    """The classes that are wholly in the range, which must have no others."""
    grid = range_.class_weights().reshape(-1)
    assert set(np.unique(grid)) <= {0.0, 1.0}
    return {CLASS_NAMES[index] for index in np.flatnonzero(grid)}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("QQ", "QQ"),
        ("AK", "AKs AKo"),
        ("KAs", "AKs"),
        ("QQ+", "QQ KK AA"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("KTo+", "KTo KJo KQo"),
        ("AQ+", "AQs AQo AKs AKo"),
        ("AK+", "AKs AKo"),
        ("76s+", "76s"),
        ("74s+", "74s 75s 76s"),
        ("TT-77", "TT 99 88 77"),
        ("77-TT", "TT 99 88 77"),
        ("KTs-K8s", "KTs K9s K8s"),
        ("K8-KT", "KTs K9s K8s KTo K9o K8o"),
        ("JTs-65s", "JTs T9s 98s 87s 76s 65s"),
        ("86o-J9o", "J9o T8o 97o 86o"),
        ("AK-QJ", "AKs AKo KQs KQo QJs QJo"),
        ("A10s+", "ATs AJs AQs AKs"),
        ("1010", "TT"),
        ("Axs", "A2s A3s A4s A5s A6s A7s A8s A9s ATs AJs AQs AKs"),
        ("A*o, !A2o-A9o", "ATo AJo AQo AKo"),
        ("22+,!55", "22 33 44 66 77 88 99 TT JJ QQ KK AA"),
        ("TT+,!KK+,KK", "TT JJ QQ KK"),
        ("aKS qq", "AKs QQ"),
        ("aa;kk\nQQ,\tjj", "AA KK QQ JJ"),
        ("AK – AJ", "AKs AKo AQs AQo AJs AJo"),
        ("QQ +", "QQ KK AA"),
        ("(AA,KK)", "AA KK"),
    ],
)
def test_notation_names_these_classes(text: str, names: str) -> None:
    assert classes_of(Range.parse(text)) == set(names.split())


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("22+", 78),
        ("A2s+", 48),
        ("Ax", 198),
        ("xxs", 312),
        ("xxo", 936),
        ("XX", 1326),
        ("random", 1326),
        ("Any Two", 1326),
        ("any two cards", 1326),
        ("ANY", 1326),
        ("all", 1326),
        ("100%", 1326),
        ("top 100%", 1326),
        ("random,!A2s", 1322),
        ("AhKh", 1),
        ("KhAh", 1),
        ("A♥K♥", 1),
        ("A♥️K♥️", 1),
        ("AhKx", 4),
        ("AhAx", 3),
        ("AhXh", 12),
        ("XhXh", 78),
        ("XhXs", 169),
        ("AhXx", 51),
        ("random,!AhXx,!KdXx", 1225),
        ("AKo:0.5", 6),
        ("AKo:50%", 6),
        ("AKo @ 50", 6),
        ("AKo : .5", 6),
        ("AhKh:0.25", 0.25),
        ("[50]AKs,QQ[/50],AA", 2 + 3 + 6),
        ("[50%]AKs,QQ[/50%]", 5),
        ("[ 12.5 ]AKo[/12.5]", 1.5),
        ("50%(AKs,QQ) AA", 11),
        ("0.5(AKs,QQ),AA", 11),
        ("[50]AK:0.5[/50]", 4),
        ("50%(QQ,50%(KK))", 4.5),
        ("22+,22:0.5,33:0", 78 - 3 - 6),
        ("AA:0.5,AA", 6),
        ("AKs,AhKh:0.5", 3.5),
        ("AA,!AA:0.25", 4.5),
        ("top 15%", 198.9),
        ("top15%", 198.9),
        ("TOP 15 %", 198.9),
        ("15%", 198.9),
        ("0.1%", 1.326),
        ("top 30%,!top 15%", 198.9),
        ("15%:0.5", 99.45),
    ],
)
def test_combinations_counted_by_hand(text: str, combos: float) -> None:
    assert Range.parse(text).combos == pytest.approx(combos, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("AA,KK,QQ,AKs,AQs", "QQ+,AQs+"),
        ("QhJh,AKo:0.5,K9s,K8s,KTs,A2s+,22+", "22+,A2s+,KTs-K8s,AKo:0.5,QhJh"),
        ("AKs,AKo", "AK"),
        ("AT+", "AT+"),
        ("A2s+,ATo+", "A2s+,ATo+"),
        ("77,88,99", "99-77"),
        ("65s,76s,87s,98s,T9s", "T9s-65s"),
        ("T9s-76s,T8s-75s", "T9s-76s,T8s-75s"),
        ("KTs+,QTs+,JTs", "KTs+,QTs+,JTs"),
        ("22,33,44,55,66,77,88,99,TT,JJ,QQ,KK,AA", "22+"),
        ("XX", "random"),
        ("random:0.5", "random:0.5"),
        ("random,!55", "random,!55"),
        ("random,55:0.5", "random,55:0.5"),
        ("AcKc,AdKd,AhKh,AsKs", "AKs"),
        ("AhKh,AsKs", "AsKs,AhKh"),
        ("QdQh:0.25", "QhQd:0.25"),
        ("22+,!AhXx", "22+,!AhXx"),
        ("[33]TT+[/33]", "TT+:0.33"),
        ("AKs:0.00001", "AKs:1e-05"),
    ],
)
def test_prints_the_shortest_form(text: str, shortest: str) -> None:
    range_ = Range.parse(text)
    assert str(range_) == shortest
    assert Range.parse(shortest) == range_
    assert repr(range_) == f'Range("{range_}")'


LEVELS = st.sampled_from([0.0, 1.0, 0.5, 0.25, 1 / 3, 0.1, 1e-05, 5e-324]) | st.floats(0.0, 1.0)


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    """Whole classes at a few weights, a few single holdings, a few dead cards."""
    levels = draw(st.lists(LEVELS, min_size=1, max_size=4))
    by_class = np.array(draw(st.lists(st.integers(0, len(levels) - 1), min_size=169, max_size=169)))
    weights = np.array(levels)[by_class][HOLDING_CLASS]
    for holding, level in draw(st.dictionaries(st.integers(0, 1325), LEVELS, max_size=8)).items():
        weights[holding] = level
    dead = draw(st.sets(st.integers(0, 51), max_size=5))
    return Range.from_weights(weights).without(dead)


@given(ranges())
def test_text_reads_back_as_the_same_range(range_: Range) -> None:
    if range_.is_empty:
        assert str(range_) == "none"
    else:
        assert Range.parse(str(range_)) == range_


@given(st.sets(st.integers(0, 168), min_size=1))
def test_sets_of_classes_never_print_longer_than_their_list(classes: set[int]) -> None:
    text = ",".join(CLASS_NAMES[index] for index in sorted(classes))
    range_ = Range.parse(text)
    assert classes_of(range_) == {CLASS_NAMES[index] for index in classes}
    assert Range.parse(str(range_)) == range_
    assert len(str(range_)) <= len(text)


def test_1326_arbitrary_weights_read_back() -> None:
    range_ = Range.from_weights(np.random.default_rng(4).random(1326))
    assert Range.parse(str(range_)) == range_


@pytest.mark.parametrize("dead", ["Ah", "AhKd7c", "2c2d2h"])
def test_dead_cards_print_as_exclusions(dead: str) -> None:
    range_ = Range.full().without(dead)
    assert str(range_) == "random," + ",".join(f"!{cards_text([card])}Xx" for card in sorted(parse_cards(dead))[::-1])
    assert Range.parse(str(range_)) == range_


EVAL7_TEXTS = [
    "22+",
    "AA",
    "JJ+, AT+, 80%(A8s+)",
    "55+, 87o, K9s-KJs",
    "T6s+",
    "76s+",
    "88-JJ",
    "A7o-ATo, 0.6(AA, AK)",
    "As3c, 8c5s",
    "40%(ATs+), 22-55",
    "32o+,42+",
    "QJ-Q8, J9o",
]


@pytest.mark.parametrize("text", EVAL7_TEXTS)
def test_eval7_reads_the_same_hands_and_weights(text: str) -> None:
    eval7 = pytest.importorskip("eval7")
    assert_like_eval7(eval7, text)


def assert_like_eval7(eval7: object, text: str) -> None:
    expected = np.zeros(1326)
    for hand, weight in eval7.HandRange(text).hands:  # type: ignore[attr-defined]
        expected[holding_index(*(4 * card.rank + card.suit for card in hand))] = weight
    assert np.array_equal(Range.parse(text).weights, expected)


RANK = st.sampled_from(RANKS)


@st.composite
def eval7_items(draw: st.DrawFn) -> str:
    """One item of the notation that eval7 and this parser share."""
    high, low, to = draw(st.lists(RANK, min_size=3, max_size=3, unique=True))
    high, low, to = sorted((high, low, to), key=RANKS.index, reverse=True)
    kind = draw(st.sampled_from(["", "s", "o"]))
    forms = [high * 2, f"{high}{high}+", f"{low}{low}-{high}{high}", f"{high}{low}{kind}", f"{high}{low}{kind}+"]
    forms += [f"{high}{low}{kind}-{high}{to}{kind}", f"{high}{to}{kind}-{high}{low}{kind}", f"{high}h{low}s"]
    return draw(st.sampled_from(forms))


@given(st.lists(eval7_items(), min_size=1, max_size=8))
def test_any_shared_notation_agrees_with_eval7(items: list[str]) -> None:
    eval7 = pytest.importorskip("eval7")
    assert_like_eval7(eval7, ",".join(items))


HALF_WRITTEN = [
    ("", "empty"),
    (" ,;\n", "empty"),
    ("A", "half a hand"),
    ("Ah", "one card"),
    ("AK-", "a dash needs a hand on both sides"),
    ("22-", "a dash needs a hand on both sides"),
    ("-33", "a dash needs a hand on both sides"),
    (":0.5", "a hand is missing"),
    ("!", "a hand is missing"),
    ("AKs:", "the weight is missing"),
    ("AKs@", "the weight is missing"),
    ("[]AK[/]", "the weight is missing"),
    ("AKs:x", 'weight "x" is not a number'),
    ("AKs:nan", 'weight "nan" is not a number'),
    ("AKs:inf", 'weight "inf" is not a number'),
    ("AKs:-0.5", 'weight "-0.5" is not a number'),
    ("AKs:1.5", 'weight "1.5" is out of bounds; expected 0 to 1'),
    ("AKs:1e999", "is out of bounds"),
    ("AKs@150", 'weight "150" is out of bounds; expected 0% to 100%'),
    ("AKs:0.5:0.5", "is not a number"),
    ("[50]AK", '"[50]": is never closed; write "[/50]"'),
    ("50%(AK", '"50%(": is never closed'),
    ("[50]AK[/40]", 'does not close "[50]"; write "[/50]"'),
    ("[50]AK)", 'does not close "[50]"'),
    ("50%(AK[/50]", 'does not close "50%("; write ")"'),
    ("AK[/50]", "never opened"),
    ("AK)", "never opened"),
    ("[50", "half a bracket"),
    ("AK-QJs", 'range "AK-QJs": a dash joins two hands of the same kind, like "A8s-A2s"'),
    ("AA-AK", "a dash joins two hands of the same kind"),
    ("AhKh-AhQh", "a dash joins two hands of the same kind"),
    ("A5s-K5s", "of one high card"),
    ("AAs", "a pair is neither suited nor offsuit"),
    ("AhAh", "Ah comes twice"),
    ("AxKx", "two cards of any suit"),
    ("Ax+", '"x" already is any rank'),
    ("Zz", "not a hand"),
    ("1h2h", "not a hand"),
    ("AhKz", "not a hand"),
    ("AKss", "not a hand"),
    ("AKQ", "not a hand"),
    ("22++", "not a hand"),
    ("top 15", "percent sign"),
    ("top", "percent sign"),
    ("top 101%", "0% to 100%"),
    ("0%", "no hand is left"),
    ("AA:0", "no hand is left"),
    ("22,!22", "no hand is left"),
    ("random,!random", "no hand is left"),
    ("!55", 'there is nothing before it to remove hands from; write "random,!55"'),
    ("none", "an empty range"),
    ("22+,AKs,foo", '"foo": not a hand'),
]


@pytest.mark.parametrize(("text", "message"), HALF_WRITTEN)
def test_half_written_text_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Range.parse(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f'range "{" ".join(text.split())}"')
    assert "\n" not in str(caught.value)


FRAGMENTS = [
    "A",
    "K",
    "2",
    "10",
    "s",
    "o",
    "h",
    "x",
    "*",
    "+",
    "-",
    ":",
    "@",
    "!",
    "0.5",
    "50",
    "%",
    "[",
    "/",
    "]",
    "(",
    ")",
]
FRAGMENTS += [
    ",",
    " ",
    ";",
    "\n",
    "top ",
    "random",
    "any two",
    "1e-3",
    "nan",
    "♥",
    "–",
    "22+",
    "AKs",
    "[50]",
    "[/50]",
    "٣",
]


@given(st.text(max_size=40) | st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join))
@example("\u212aK")
@example("top 1" + "0" * 50 + "%")
@example("AA:" + "9" * 5000)
@example("(" * 2000)
def test_any_text_is_a_range_or_a_one_line_refusal(text: str) -> None:
    refusal = ""
    try:
        range_ = Range.parse(text)
    except RiverboatError as error:
        refusal = str(error)
    if refusal:
        assert "\n" not in refusal
        assert len(refusal) < 400
    else:
        assert range_.weights.min() >= 0.0
        assert range_.weights.max() <= 1.0
        assert not range_.is_empty
        assert Range.parse(str(range_)) == range_


def test_weights_lie_in_the_order_of_the_holdings() -> None:
    range_ = Range.parse("AhKh:0.25,2d2c")
    assert np.flatnonzero(range_.weights).tolist() == [0, holding_index(*parse_cards("AhKh"))]
    assert range_.weight("KhAh") == 0.25
    assert list(range_.holdings()) == [(parse_cards("AhKh"), 0.25), (parse_cards("2d2c"), 1.0)]


def test_class_weights_are_the_grid() -> None:
    grid = Range.parse("AA,AKs:0.5,AhKc").class_weights()
    assert grid.shape == (13, 13)
    assert grid[0, 0] == 1.0
    assert grid[0, 1] == 0.5
    assert grid[1, 0] == pytest.approx(1 / 12)
    assert grid.sum() == pytest.approx(1.5 + 1 / 12)


@given(ranges(), st.sets(st.integers(0, 51), max_size=7))
def test_without_removes_exactly_the_touching_holdings(range_: Range, dead: set[int]) -> None:
    left = range_.without(dead)
    touching = np.isin(HOLDING_CARDS, sorted(dead)).any(axis=1)
    assert not left.weights[touching].any()
    assert np.array_equal(left.weights[~touching], range_.weights[~touching])


def test_full_single_and_empty() -> None:
    assert Range.full() == Range.parse("random")
    assert Range.full().combos == 1326
    assert Range.single("KhAh") == Range.single(parse_cards("AhKh")) == Range.parse("AhKh")
    empty = Range.parse("AhKh").without("Ah")
    assert empty.is_empty
    assert not Range.parse("AhKh").is_empty
    assert list(empty.holdings()) == []


def test_ranges_do_not_change() -> None:
    range_ = Range.parse("22+")
    with pytest.raises(ValueError, match="read-only"):
        range_.weights[0] = 0.5
    with pytest.raises(AttributeError):
        range_.weights = np.zeros(1326)
    mine = np.ones(1326)
    taken = Range.from_weights(mine)
    mine[0] = 0.0
    assert taken == Range.full()
    again = pickle.loads(pickle.dumps(range_))
    assert again == range_
    assert hash(again) == hash(range_)
    assert not again.weights.flags.writeable
    assert len({range_, again, Range.full()}) == 2


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (lambda: Range.from_weights(np.ones(169)), "expected 1326 numbers"),
        (lambda: Range.from_weights(["x"] * 1326), "expected 1326 numbers"),
        (lambda: Range.from_weights(np.full(1326, 1.5)), "range weight 1.5 of 2d2c: expected 0 to 1"),
        (lambda: Range.from_weights(np.full(1326, np.nan)), "range weight nan of 2d2c"),
        (lambda: Range.from_weights(np.full(1326, -0.1)), "expected 0 to 1"),
        (lambda: Range.single("Ah"), "expected two cards"),
        (lambda: Range.single("AhAh"), "Ah comes twice"),
        (lambda: Range.single([3, 3]), "comes twice"),
        (lambda: Range.single([3, 60]), "60 is not a card; cards are numbered 0 to 51"),
        (lambda: Range.full().without("Zz"), "no rank"),
        (lambda: Range.full().weight("AhKhQh"), "expected two cards"),
    ],
)
def test_bad_arguments_are_refused(bad: object, message: str) -> None:
    with pytest.raises(RiverboatError) as caught:
        bad()  # type: ignore[operator]
    assert message in str(caught.value)


def test_the_order_of_hands_obeys_what_is_known() -> None:
    """Every class once; pairs in order; suited ahead of offsuit; a better high card with the same kicker ahead.

    The last does not hold for small cards: 52 makes more straights than 62.
    """
    place = {name: index for index, name in enumerate(STRONGEST_FIRST)}
    assert sorted(place) == sorted(CLASS_NAMES)
    assert STRONGEST_FIRST[0] == "AA"
    assert STRONGEST_FIRST[-1] == "32o"
    for lower, higher in pairwise(RANKS):
        assert place[higher * 2] < place[lower * 2]
        for kicker in RANKS[: RANKS.index(lower)]:
            assert place[lower + kicker + "s"] < place[lower + kicker + "o"]
            for kind in "so":
                assert lower < "9" or place[higher + kicker + kind] < place[lower + kicker + kind]


def test_the_order_of_hands_agrees_with_eval7s_simulation() -> None:
    """Equity against a random hand falls along the list, within eight standard errors of 40,000 deals each."""
    eval7 = pytest.importorskip("eval7")
    anything = eval7.HandRange("22+," + ",".join(f"{rank}2+" for rank in RANKS[1:]))
    equities = []
    for name in STRONGEST_FIRST:
        suits = "hh" if name.endswith("s") else "hs"
        hand = [eval7.Card(name[0] + suits[0]), eval7.Card(name[1] + suits[1])]
        equities.append(eval7.py_hand_vs_range_monte_carlo(hand, anything, [], 40_000))
    best_below = np.maximum.accumulate(np.array(equities)[::-1])[::-1]
    assert (best_below - np.array(equities)).max() < 0.028
    assert equities[0] == pytest.approx(0.8520, abs=0.015)
    assert equities[-1] == pytest.approx(0.3230, abs=0.02)


@given(st.integers(1, 999), st.integers(1, 999))
def test_top_shares_are_exact_and_nested(first: int, second: int) -> None:
    small, large = (Range.parse(f"top {tenths / 10}%") for tenths in sorted((first, second)))
    assert small.combos == pytest.approx(min(first, second) * 1.326, abs=1e-9)
    assert (small.weights <= large.weights).all()
    assert small.weight("AhAs") > 0
