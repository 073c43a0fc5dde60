"""The formula language of PGDL scores: what it computes, what it refuses, and that nothing gets through it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import RiverboatError
from riverboat.games.pgdl.expression import DEEPEST, LONGEST, ExpressionError, parse

RANKS, SUITS = [3, 5, 5, 9, 12], [0, 1, 2, 3, 0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 4 - 3", 3),
        ("12 / 3 / 2", 2),
        ("1 / 2", Fraction(1, 2)),
        ("7 / 2 * 2", 7),
        ("-3 + 5", 2),
        ("2 * -3", -6),
        ("$c1.rank", 3),
        ("$c5", 12),
        ("$c4.suit", 3),
        ("$c2.rank == $c3.rank", 1),
        ("$c1.rank != 3", 0),
        ("1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3", 1),
        ("1 == 2 || 2 == 2", 1),
        ("1 == 2 or 2 == 2 and 1 == 2", 0),
        ("0 ? 1 : 2", 2),
        ("0 ? 1 : 1 ? 2 : 3", 2),
        ("1 ? 0 ? 1 : 2 : 3", 2),
        ("$c5.rank * 28561 + $c4.rank * 2197 + $c3.rank * 169 + $c2.rank * 13 + $c1.rank", 363_418),
        ("$c2.rank == 0 || 10 / $c2.rank == 2", 1),
        ("$c2.rank != 5 && 1 / 0", 0),  # what is not needed is not computed
    ],
)
def test_values(text: str, value: int) -> None:
    assert parse(text).value(RANKS, SUITS) == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("   \n ", "empty"),
        ("1 +", "ends where"),
        ("1 2", 'operator before "2"'),
        ("(1", 'expected ")"'),
        ("1)", 'operator before ")"'),
        ("1 ? 2", 'expected ":"'),
        ("1 ? 2 : ", "ends where"),
        ("* 3", 'found "*"'),
        ("1 == 1 == 1", "after a comparison"),
        ("$c0.rank", "$c0.rank"),
        ("$c1.colour", "$c1.colour"),
        ("$c999999999999.rank", "cards are"),
        ("rank", "cannot read"),
        ("__import__('os')", "cannot read"),
        ("1.5", 'cannot read ".5"'),
        ("9" * 19, "too large"),
        ("(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1), "within each other"),
        ("1 ? " * (DEEPEST + 1) + "1" + " : 1" * (DEEPEST + 1), "within each other"),
        ("1+" * LONGEST + "1", "characters"),
    ],
)
def test_refuses(text: str, says: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_says_in_which_line() -> None:
    """The printed pair formula of the thesis lacks a colon before its last branch: line 3 here."""
    with pytest.raises(ExpressionError) as caught:
        parse("$c3.rank == $c2.rank ?\n $c3.rank * 100000 + $c1.rank\n $c2.rank * 100000")
    assert caught.value.line == 2


def test_division_by_zero_is_an_error_of_ours() -> None:
    with pytest.raises(RiverboatError, match="division by zero"):
        parse("1 / ($c2.rank - $c3.rank)").value(RANKS, SUITS)


def test_numbers_stay_bounded() -> None:
    with pytest.raises(RiverboatError, match="too large"):
        parse(" * ".join(["999999999999999999"] * 100)).value(RANKS, SUITS)


def test_long_chains_are_no_deep_nests() -> None:
    assert parse(" + ".join(["1"] * 2_000)).value([], []) == 2_000
    chain = " : ".join(f"$c1.rank == {n} ? {n}" for n in range(200, 0, -1)) + " : 0"
    assert parse(chain).value([3], [0]) == 3


def numbers(depth: int) -> st.SearchStrategy[str]:
    """Formulas that Python reads alike."""
    leaf = st.integers(0, 99).map(str)
    if depth == 0:
        return leaf
    inner = numbers(depth - 1)
    joined = st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(" ".join)
    compared = st.tuples(inner, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), inner).map(" ".join)
    return leaf | joined.map("({})".format) | compared.map("({})".format)


@given(numbers(4))
def test_agrees_with_python(text: str) -> None:
    assert parse(text).value([], []) == eval(text)


@given(numbers(4))
def test_one_spelling_reads_as_itself(text: str) -> None:
    once = parse(text)
    assert parse(once.text).text == once.text


@given(st.text(alphabet="0123456789+-*/()<>=!&|?:$c.rankuit \n", max_size=60))
def test_any_text_is_a_formula_or_an_error_of_ours(text: str) -> None:
    try:
        parse(text).value(RANKS, SUITS)
    except RiverboatError:
        return
    except IndexError:
        assert parse(text).cards > 5  # the reader of documents checks this beforehand
