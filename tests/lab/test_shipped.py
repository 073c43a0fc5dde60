"""Results that come with the package: small, judged by today's rules, and what later runs are measured against."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from riverboat.lab import (
    Claim,
    Claimed,
    Entry,
    Findings,
    Found,
    Published,
    Result,
    Size,
    entry_ids,
    find_entry,
    run_entry,
)
from riverboat.lab.paper import paper, with_runs
from riverboat.lab.results import SHIPPED
from riverboat.lab.shipped import compare, judged_again, packed
from riverboat.stats import Interval

SHIPPED_IDS = [name for name in entry_ids() if SHIPPED.path(name, Size.FULL).exists()]


def shipped(name: str) -> Result:
    result = SHIPPED.load(name, Size.FULL)
    assert result is not None
    return result


@pytest.mark.parametrize("name", SHIPPED_IDS)
def test_every_verdict_follows_from_the_shipped_numbers(name: str) -> None:
    result = shipped(name)
    again = judged_again(find_entry(name), result)
    assert again.values == result.values
    assert again.claims == result.claims
    assert result.size is Size.FULL
    assert (result.id, result.seconds >= 0, bool(result.version)) == (name, True, True)


def test_they_are_small_and_of_entries_that_exist() -> None:
    files = list(SHIPPED.folder.glob("*"))
    assert {path.name for path in files} == {SHIPPED.path(name, Size.FULL).name for name in SHIPPED_IDS}
    assert sum(path.stat().st_size for path in files) < 2_000_000


def test_the_page_of_reproductions_is_that_of_the_shipped_results() -> None:
    page = Path(__file__).parents[2] / "docs" / "reproductions.md"
    missing = [name for name in entry_ids() if name not in SHIPPED_IDS]
    assert page.read_text(encoding="utf-8") == paper([shipped(name) for name in SHIPPED_IDS], missing)


def test_the_page_of_the_laboratory_says_which_entries_have_a_result() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    assert with_runs(page, SHIPPED_IDS) == page
    without = with_runs(page, [name for name in SHIPPED_IDS if name != "billings-table-2-1"])
    (before,), (after,) = (
        [line for line in text.splitlines() if "`billings-table-2-1`" in line] for text in (page, without)
    )
    assert before.endswith(" | `--full` |")
    assert after == before.replace("`--full` |", "not yet; full: 40 million deals of 23 hands, 20 seconds |")


def toy(*values: Found, holds: bool = True, timed: bool = False) -> Entry:
    return Entry(
        "riverboat.lab.teofilo.toy_table", "Toy", "Table 0", "Nothing.", small="little", full="much",
        run=lambda work: Findings(values, [Claimed("c", holds)]),
        published=(Published("a", 1.0),), claims=(Claim("c", "text"),), timed=timed,
    )  # fmt: skip


def between(value: float, reach: float) -> Found:
    return Found("a", value, Interval(value - reach, value + reach))


def apart(mine: Entry, theirs: Entry, size: Size = Size.FULL) -> tuple[str, ...]:
    return compare(mine, run_entry(mine, size), run_entry(theirs, Size.FULL)).apart


def test_a_run_beside_the_shipped_one() -> None:
    """Ten standard errors apart is another number; one is not; a number without sampling must be the same."""
    theirs = toy(between(1.0, 0.1), Found("b", 7.0))
    assert apart(toy(between(1.05, 0.1), Found("b", 7.0)), theirs) == ()
    assert apart(toy(between(2.0, 0.1), Found("b", 7.0)), theirs) == ("a",)
    assert apart(toy(between(2.0, 3.0), Found("b", 7.0)), theirs) == ()
    assert apart(toy(between(1.0, 0.1), Found("b", 7.1)), theirs) == ("b",)
    assert apart(toy(between(1.0, 0.1), Found("b", 7.1), timed=True), theirs) == ()
    assert apart(toy(between(1.0, 0.1), Found("b", 7.0), holds=False), theirs) == ("c",)


@pytest.mark.parametrize("unit", ["ms", "M/s", "s for 100,000 games"])
def test_times_and_speeds_are_those_of_a_machine(unit: str) -> None:
    """Also where they are means with an interval; the same numbers of chips are held to it."""
    theirs, mine = toy(replace(between(1.0, 0.1), unit=unit)), toy(replace(between(2.0, 0.1), unit=unit))
    assert apart(mine, theirs) == ()
    assert apart(toy(replace(between(2.0, 0.1), unit="chips")), theirs) == ("a",)


def test_small_runs_are_held_to_their_intervals_alone() -> None:
    """A number without an interval and a claim may come out differently when less is run."""
    theirs = toy(between(1.0, 0.1), Found("b", 7.0))
    assert apart(toy(between(1.2, 0.2), Found("b", 8.0), holds=False), theirs, Size.SMALL) == ()
    assert apart(toy(between(2.0, 0.2)), theirs, Size.SMALL) == ("a",)


def test_packing_keeps_the_numbers_and_new_rules_change_verdicts() -> None:
    entry = toy(between(1.00000012345, 0.1), Found("whole", 10**17 + 1))
    result = run_entry(entry, Size.FULL)
    again = Result.from_json(json.loads(packed(result)))
    assert again["a"].reproduced == pytest.approx(result["a"].reproduced, rel=1e-6)
    assert again["whole"].reproduced == 10**17 + 1
    strict = replace(entry, published=(Published("a", 1.0, incomparable="lost"),))
    assert judged_again(strict, again).summary.incomparable == 1
    assert judged_again(entry, again).summary.reproduced == 2
