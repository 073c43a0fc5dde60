"""When does a reproduced number agree with a published one?"""

from __future__ import annotations

from math import nan

import pytest
from scipy.stats import binom, norm

from riverboat.lab import Claim, Claimed, Found, Published, Verdict
from riverboat.lab.entry import Better
from riverboat.lab.findings import NORMAL_95
from riverboat.lab.verdicts import Summary, _max_by_chance, judge, judge_claim, judge_value, summarise
from riverboat.stats import Interval, RunningMean


def verdict(published: Published, found: Found) -> Verdict:
    return judge_value(published, found).verdict


@pytest.mark.parametrize(
    ("printed", "digits", "value", "expected"),
    [
        (0.585, None, 0.58511, "reproduced"),
        (0.585, None, 0.5856, "differs"),
        (0.585, None, 0.5870, "differs widely"),
        (0.5, 2, 0.51, "differs"),
        (0.5, None, 0.51, "reproduced"),
        (910, -1, 914.9, "reproduced"),
        (910, -1, 916, "differs"),
        (43.0, None, 43.04, "reproduced"),
        (2598960, None, 2598960, "reproduced"),
        (2598960, None, 2598961, "differs widely"),
        (10**18 + 1, None, 10**18, "differs widely"),
    ],
)
def test_exact_numbers_must_round_to_what_is_printed(
    printed: float, digits: int | None, value: float, expected: str
) -> None:
    assert verdict(Published("x", printed, digits=digits), Found("x", value)) == expected


def test_whole_numbers_beyond_floating_point_are_compared_whole() -> None:
    row = judge_value(Published("nodes", 10**18 + 1), Found("nodes", 10**18 + 1))
    assert row.verdict is Verdict.REPRODUCED
    assert row.difference == 0


def test_sampled_numbers_agree_within_their_interval() -> None:
    published = Published("x", 1.0, digits=6)
    assert verdict(published, Found("x", 1.5, Interval(0.9, 2.1))) is Verdict.WITHIN
    assert verdict(published, Found("x", 1.5, Interval(1.1, 1.9))) is Verdict.DIFFERS
    assert verdict(published, Found("x", 1.5, Interval(1.3, 1.7))) is Verdict.FAR


def test_lopsided_intervals_count_on_the_side_of_the_published_number() -> None:
    assert verdict(Published("x", 1.0), Found("x", 2.0, Interval(0.9, 2.01))) is Verdict.WITHIN
    assert verdict(Published("x", 3.0), Found("x", 2.0, Interval(0.9, 2.01))) is Verdict.FAR


def test_the_published_error_widens_the_interval_in_squares() -> None:
    """A difference of 5 against margins of 3 and 4 (five in squares): just within, and without the published error far
    outside.
    """
    found = Found("x", 105.0, Interval(102.0, 108.0))
    assert verdict(Published("x", 100.0, error=4 / NORMAL_95, digits=9), found) is Verdict.WITHIN
    assert verdict(Published("x", 99.99, error=4 / NORMAL_95, digits=9), found) is Verdict.DIFFERS
    assert verdict(Published("x", 100.0, digits=9), found) is Verdict.DIFFERS


@pytest.mark.parametrize(
    ("better", "value", "expected"),
    [("less", 9, "at least as good"), ("less", 11, "worse"), ("more", 11, "at least as good"), ("more", 9, "worse")],
)
def test_speeds_need_only_be_as_good(better: Better, value: int, expected: str) -> None:
    assert verdict(Published("x", 10, better=better), Found("x", value)) == expected


def test_known_errors_of_the_source_are_called_that_only_where_we_differ() -> None:
    published = Published("x", 95, wrong="the row sums to 95")
    differs = judge_value(published, Found("x", 100))
    assert (differs.verdict, differs.why) == (Verdict.WRONG, "the row sums to 95")
    assert verdict(published, Found("x", 95)) is Verdict.REPRODUCED


def test_what_cannot_be_compared_says_why() -> None:
    rows, _ = judge(
        [Published("old", 43.0, incomparable="no such machine"), Published("silent", None), Published("late", 1)],
        [],
        [Found("silent", 3.0), Found("extra", 7)],
        [],
    )
    assert [(row.name, row.verdict) for row in rows] == [
        ("old", Verdict.INCOMPARABLE),
        ("silent", Verdict.INCOMPARABLE),
        ("late", Verdict.NOT_RUN),
        ("extra", Verdict.OURS),
    ]
    assert rows[0].why == "no such machine"
    assert "no number" in rows[1].why


def test_a_number_that_is_none_is_not_taken_for_agreement() -> None:
    assert verdict(Published("x", 1.0), Found("x", nan)) is Verdict.NOT_RUN
    single = Found.of_mean("x", RunningMean.of([1.0]))
    assert verdict(Published("x", 1.0), single) is not Verdict.WITHIN


@pytest.mark.parametrize(
    ("wrong", "holds", "expected"),
    [
        ("", True, Verdict.HOLDS),
        ("", False, Verdict.FAILS),
        ("", None, Verdict.UNCLEAR),
        ("known", False, Verdict.WRONG),
        ("known", True, Verdict.HOLDS),
    ],
)
def test_claims(wrong: str, holds: bool | None, expected: Verdict) -> None:
    assert judge_claim(Claim("c", "text", wrong), Claimed("c", holds, "seen")).verdict is expected
    assert judge_claim(Claim("c", "text", wrong), None).verdict is Verdict.NOT_RUN


def summary(outside: int, of: int, apart: float = 1.5) -> Summary:
    """The verdict on an entry with a number of sampled values, some of which lie this many margins off."""
    published = [Published(str(n), 0.0, digits=9) for n in range(of)]
    found = [Found(str(n), apart if n < outside else 0.5, Interval(-99, 99)) for n in range(of)]
    found = [Found(each.name, each.value, Interval(each.value - 1, each.value + 1)) for each in found]
    return summarise(*judge(published, [], found, []))


def test_chance_puts_one_in_twenty_outside() -> None:
    """Of 100 numbers 5 lie outside on average, and more than 11 in one case of a hundred."""
    most = _max_by_chance(100)
    assert binom.cdf(most, 100, 0.05) >= 0.99 > binom.cdf(most - 1, 100, 0.05)
    assert summary(0, 100).text == "100 reproduced, 0 differ, 0 cannot be compared"
    assert summary(most, 100) == Summary(100 - most, most, chance=most)
    assert summary(most, 100).mood == "good"
    assert "as chance brings" in summary(most, 100).text
    assert summary(most + 1, 100) == Summary(99 - most, most + 1)
    assert summary(most + 1, 100).mood == "open"


def test_chance_is_no_excuse_for_few_numbers_or_large_differences() -> None:
    assert summary(1, 10) == Summary(9, 1)
    assert summary(1, 100, apart=2.5) == Summary(99, 1)
    assert summary(10, 10).mood == "bad"


def test_a_failed_claim_is_never_chance() -> None:
    rows, claims = judge(
        [Published(str(n), 0.0) for n in range(50)],
        [Claim("c", "text")],
        [Found(str(n), 0.0, Interval(-1, 1)) for n in range(50)],
        [Claimed("c", False)],
    )
    assert summarise(rows, claims) == Summary(50, 1)


def test_sources_that_are_mostly_wrong_are_not_called_reproduced() -> None:
    rows, claims = judge(
        [Published("a", 1, wrong="w"), Published("b", 2, wrong="w"), Published("c", 3)],
        [],
        [Found("a", 5), Found("b", 5), Found("c", 3)],
        [],
    )
    assert summarise(rows, claims) == Summary(1, 2, wrong=2)
    assert summarise(rows, claims).mood == "open"
    assert summarise((), ()).mood == "open"


def test_only_what_is_printed_and_settled_beforehand_is_counted_as_reproduced() -> None:
    """Speeds on another machine, theory that nobody prints and claims tested after looking are not; theory that fails
    counts as different."""
    rows, claims = judge(
        [
            Published("speed", 10, better="less"),
            Published("lost", 1, incomparable="lost"),
            Published("theory", 0.0, theory="by symmetry"),
            Published("wrong theory", 0.0, theory="by symmetry"),
        ],
        [Claim("late", "text", incomparable="chosen after looking"), Claim("small", "text")],
        [Found("speed", 5), Found("lost", 1), Found("theory", 0.0), Found("wrong theory", 3.0), Found("ours", 1)],
        [Claimed("late", True), Claimed("small", None)],
    )
    assert summarise(rows, claims) == Summary(0, 1, 4)


def test_intervals_of_95_percent() -> None:
    assert pytest.approx(float(norm.ppf(0.975)), abs=1e-6) == NORMAL_95
    found = Found.with_error("x", 10.0, 2.0)
    assert found.interval == pytest.approx((10 - 3.92, 10 + 3.92), abs=1e-3)


def test_shares_have_wilsons_interval() -> None:
    """Newcombe (1998), Table I: 81 of 263, 15 of 148, 0 of 20 and 1 of 29 without continuity correction."""
    for hits, trials, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        interval = Found.of_share("x", hits, trials).interval
        assert interval is not None
        assert interval == pytest.approx((low, high), abs=5e-5)
