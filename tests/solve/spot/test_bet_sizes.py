"""Bet sizes: what the words come to in chips, what is refused, and that texts read back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import NotationError
from riverboat.solve.spot.sizes import (
    PLAYERS,
    STREETS,
    BetSizes,
    Moment,
    SizePlan,
    limit_sizes,
    read_size,
    read_sizes,
    sizes_text,
)

FLOP_BET = Moment(pot=200, faced=0, min_total=1, max_total=900, streets=3)
FACING_100 = Moment(pot=400, faced=100, min_total=200, max_total=900, streets=3)
"""A bet of 100 into 200: after calling the pot is 400."""


def totals(text: str, moment: Moment, **thresholds: int) -> list[int]:
    fractions = {name: Fraction(value) for name, value in thresholds.items()}
    return BetSizes(**fractions).totals(read_sizes(text), moment)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "moment", "total"),
    [
        ("50%", FLOP_BET, 100),
        ("50", FLOP_BET, 100),
        ("33.3%", FLOP_BET, 67),
        ("a", FLOP_BET, 900),
        ("100c", FLOP_BET, 100),
        ("50%", FACING_100, 300),  # call 100, then half of 400 more
        ("100%", FACING_100, 500),  # a pot-sized raise
        ("2.5x", FACING_100, 250),
        ("3x", FACING_100, 300),
        ("150c", FACING_100, 250),
        ("a", FACING_100, 900),
    ],
)
def test_a_size_is_this_streets_total(text: str, moment: Moment, total: int) -> None:
    assert read_size(text).total(moment) == total


def test_halves_of_a_chip_are_rounded_up() -> None:
    assert read_size("50%").total(FLOP_BET._replace(pot=25)) == 13
    assert read_size("14.5%").total(FLOP_BET._replace(pot=100)) == 15  # exact, though 0.145 * 100 is below 14.5
    assert read_size("2.5x").total(FACING_100._replace(faced=33)) == 83


def test_geometric_bets_put_the_stack_in_with_equal_shares() -> None:
    """Pot 100 and 1,300 behind grow 27-fold in three pot-sized bets: 100, 300 and 900."""
    pot, stack = 100, 1300
    for streets, bet in ((3, 100), (2, 300), (1, 900)):
        moment = Moment(pot, 0, 1, stack, streets)
        assert read_size("e").total(moment) == bet
        assert read_size(f"{streets}e").total(moment._replace(streets=3)) == bet
        pot, stack = pot + 2 * bet, stack - bet
    assert stack == 0


def test_geometric_sizes_stop_at_their_limit() -> None:
    moment = Moment(pot=100, faced=0, min_total=1, max_total=10_000, streets=1)
    assert read_size("e200%").total(moment) == 200
    assert read_size("1e200").total(moment) == 200
    assert read_size("2e").total(moment) == 659  # (sqrt(201) - 1) / 2 of the pot
    assert read_size("2e700%").total(moment) == 659


def test_a_geometric_raise_spreads_what_is_left_after_calling() -> None:
    """Facing 100 with 400 in the pot after the call and 800 behind: 1 + 2 * 2 = 5 = (1 + 2 f)^2, f = .618."""
    assert read_size("2e").total(FACING_100) == 100 + 247


def test_too_small_is_lifted_and_too_large_is_all_in() -> None:
    assert totals("10%,50c,120c", FACING_100) == [200, 220]
    assert totals("1000%,a,5x,20x", FACING_100) == [500, 900]
    assert totals("1%", FLOP_BET._replace(min_total=10)) == [10]
    short = Moment(pot=400, faced=100, min_total=150, max_total=150, streets=3)
    assert totals("10%", short) == [150]  # less than a full raise, but all-in


def test_nothing_can_be_raised_against_an_all_in() -> None:
    assert totals("2x,a", FACING_100._replace(faced=900, min_total=900)) == []


def test_all_in_is_added_where_it_is_small_enough() -> None:
    """900 into 200 is 450 % of the pot; against a bet of 100 it is 800 on top of 100, 200 % of 400."""
    assert totals("50%", FLOP_BET, add_all_in=449) == [100]
    assert totals("50%", FLOP_BET, add_all_in=450) == [100, 900]
    assert totals("2x", FACING_100, add_all_in=199) == [200]
    assert totals("2x", FACING_100, add_all_in=200) == [200, 900]
    assert totals("none", FLOP_BET, add_all_in=1000) == []


def test_all_in_is_forced_where_little_would_be_left() -> None:
    """700 of 900 into 200, called, leaves 200 behind and a pot of 1,600: 12.5 %."""
    assert totals("700c", FLOP_BET, force_all_in=12) == [700]
    assert totals("700c", FLOP_BET, force_all_in=13) == [900]
    assert totals("50%,700c", FLOP_BET, force_all_in=13) == [100, 900]


def test_sizes_close_to_a_larger_one_are_merged() -> None:
    """(100 + 100) / (100 + 90) = 1.053 and / (100 + 80) = 1.111, with a threshold of 1.1."""
    moment = Moment(pot=100, faced=0, min_total=1, max_total=10_000, streets=3)
    assert totals("100%,90%", moment, merge=10) == [100]
    assert totals("100%,80%", moment, merge=10) == [80, 100]
    # 90 goes with 100; 80 stays, as it is compared with 100 and not with 90; 75 goes with 80
    assert totals("100%,90%,80%,75%", moment, merge=10) == [80, 100]
    assert totals("100%,90%,80%,75%", moment) == [75, 80, 90, 100]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("50%,fold", '"fold" is not a size'),
        ("-50%", '"-50%" is not a size'),
        ("0%", '"0%" is not a bet'),
        ("0c", '"0c" is not a bet'),
        ("1x", '"1x" is not a raise'),
        ("0.5x", '"0.5x" is not a raise'),
        ("12.5c", '"12.5c" splits a chip'),
        ("0e", "over 0 streets"),
        ("10e", "over 10 streets"),
        ("2e0%", "allows no bet"),
        ("50%%", "is not a size"),
        ("50%\nx" * 20, "is not a size"),
        ("50% " * 33, "33 sizes; expected 32 at most"),
    ],
)
def test_bad_text_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_sizes(text, "bets")
    message = str(caught.value)
    assert message.startswith('bets "')
    assert complaint in message
    assert "\n" not in message
    assert len(message) < 220


def test_a_bet_cannot_multiply_a_bet() -> None:
    with pytest.raises(NotationError, match=r'bets "50%,3x": "3x" is not a legal bet'):
        BetSizes(SizePlan.read("50%,3x"))
    BetSizes(SizePlan.read("50%"), raises=SizePlan.read("3x"))
    with pytest.raises(NotationError, match=r'donk "3x"'):
        BetSizes(donks=SizePlan.read("3x"))
    with pytest.raises(NotationError, match="donk bets are OOP's"):
        BetSizes(donks=SizePlan.read("ip: 50%"))


def test_lists_are_read_as_people_type_them() -> None:
    assert sizes_text(read_sizes(" 33 , 75 % all-in 33%")) == "33%,75%,a"
    assert read_sizes("none") == read_sizes("") == ()
    assert sizes_text(()) == "none"
    assert str(read_size("2E200")) == "2e200%"
    assert str(read_size("2.50X")) == "2.5x"


numbers = st.decimals(min_value="0.01", max_value=9999, places=2, allow_nan=False).map(str)
words = st.one_of(
    numbers.map(lambda n: n + "%"),
    st.integers(1, 10**6).map(lambda n: f"{n}c"),
    st.decimals(min_value="1.01", max_value=50, places=2).map(lambda n: f"{n}x"),
    st.integers(1, 9).map(lambda n: f"{n}e"),
    st.tuples(st.integers(1, 9), numbers).map(lambda pair: f"{pair[0]}e{pair[1]}%"),
    st.sampled_from(["e", "a"]),
)
lists = st.lists(words, max_size=4).map(lambda sizes: ",".join(sizes) or "none")


@given(lists)
def test_lists_print_back(text: str) -> None:
    sizes = read_sizes(text)
    assert read_sizes(sizes_text(sizes)) == sizes


@given(st.dictionaries(st.tuples(st.sampled_from(PLAYERS), st.sampled_from(STREETS)), lists))
def test_plans_print_back(cells: dict[tuple[str, str], str]) -> None:
    tables: dict[str, object] = {}
    for (player, street), text in cells.items():
        row = tables.setdefault(player, {})
        assert isinstance(row, dict)
        row[street] = text
    plan = SizePlan.read(tables)
    assert SizePlan.read(str(plan)) == plan
    for seat, name in enumerate(PLAYERS):
        for number, street_name in enumerate(STREETS):
            assert plan.at(seat, number) == read_sizes(cells.get((name, street_name), ""))


def test_a_later_clause_overrides_an_earlier_one() -> None:
    plan = SizePlan.read("33%; turn: 50%,a; ip river: 75%")
    assert [sizes_text(plan.at(0, street)) for street in range(3)] == ["33%", "50%,a", "33%"]
    assert [sizes_text(plan.at(1, street)) for street in range(3)] == ["33%", "50%,a", "75%"]
    assert str(plan) == "oop flop: 33%; oop turn: 50%,a; oop river: 33%; ip flop: 33%; ip turn: 50%,a; ip river: 75%"


def test_tables_nest_either_way_round() -> None:
    by_street = SizePlan.read({"flop": "33%", "turn": {"oop": "50%", "ip": "75%"}})
    by_player = SizePlan.read({"oop": {"flop": "33%", "turn": "50%"}, "ip": {"flop": "33%", "turn": "75%"}})
    assert by_street == by_player == SizePlan.read("flop: 33%; oop turn: 50%; ip turn: 75%")


@pytest.mark.parametrize("given_plan", ["flop: 33%; trun: 50%", {"trun": "50%"}, {"oop": {"trun": "50%"}}])
def test_an_unknown_street_is_named_with_the_closest_right_one(given_plan: str | dict[str, object]) -> None:
    with pytest.raises(NotationError, match='"trun" is not a street or player; closest is "turn"'):
        SizePlan.read(given_plan, "bets")


def test_sizes_in_tables_are_texts() -> None:
    with pytest.raises(NotationError, match="bets flop 50: write sizes as text"):
        SizePlan.read({"flop": 50}, "bets")


def test_fixed_limits() -> None:
    sizes = limit_sizes("10/20/20")
    assert [sizes_text(sizes.bets.at(1, street)) for street in range(3)] == ["10c", "20c", "20c"]
    assert sizes == limit_sizes("flop: 10c; turn: 20c; river: 20c")
    assert sizes.max_raises == 4
    for text in ("10/20", "10/20/x", "50%", "10c,20c", "oop: 10c; ip: 20c"):
        with pytest.raises(NotationError, match=r'^bets "'):
            limit_sizes(text)
