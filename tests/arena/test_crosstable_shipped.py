"""Crosstables that come with the package: what they must be, and that README and docs show them."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import pytest

from riverboat.agents.registry import split_agents
from riverboat.arena.crosstable import CrosstableSettings, run_crosstable
from riverboat.arena.crosstable.fields import FIELDS
from riverboat.arena.crosstable.markdown import ratings_markdown, table_markdown
from riverboat.arena.crosstable.meetings import MIN_VALUES
from riverboat.arena.crosstable.shipped import (
    MAX_BYTES,
    Origin,
    crosstable_text,
    read_crosstable,
    shipped_crosstable,
    shipped_fields,
    shipped_origin,
)

HOME = Path(__file__).parents[2]
ORIGIN = Origin("riverboat crosstable --hands 200", "0.0", "2026-01-01", 90)
EXACT = {
    ("always_call", "always_raise"): 0.0,  # neither folds
    ("always_fold", "always_call"): -250.0,  # half a blind on the button
    ("always_fold", "always_raise"): -750.0,  # and a blind in the other seat
    ("random", "always_call"): -250.0 / 3,  # folds a third of its small blinds
}
"""mbb per hand of heads-up limit hold'em, by arithmetic."""


def block(page: str, heading: str) -> str:
    """The table of a section, to its end."""
    text = (HOME / page).read_text(encoding="utf-8")
    section = text.partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    return section[section.index("| | player |") :].rstrip()


@pytest.mark.parametrize("field", shipped_fields())
def test_a_shipped_table_is_whole(field: str) -> None:
    table, origin = shipped_crosstable(field), shipped_origin(field)
    assert table.complete
    assert not table.faults
    assert table.game == FIELDS[field].game
    assert all(cell.finished and cell.mbb.count >= MIN_VALUES for cell in table.cells)
    met = len(table.players) * (len(table.players) - 1) // 2
    assert len(table.cells) == met
    assert len(crosstable_text(table, origin)) < MAX_BYTES


@pytest.mark.parametrize("field", shipped_fields())
def test_its_command_names_its_players(field: str) -> None:
    command, table = shlex.split(shipped_origin(field).command), shipped_crosstable(field)
    assert command[:2] == ["riverboat", "crosstable"]
    options = dict(pairwise(command))
    assert options["--field"] == field
    assert int(options.get("--seed", "1")) == table.seed
    out = split_agents(options["--without"]) if "--without" in options else []
    assert set(table.players) <= set(FIELDS[field].present())
    assert not set(table.players) & set(out)


@pytest.mark.parametrize("field", shipped_fields())
def test_readme_and_docs_show_what_is_shipped(field: str) -> None:
    table, origin = shipped_crosstable(field), shipped_origin(field)
    assert block("docs/crosstable.md", f"## The {field} table") == table_markdown(field, table, origin)
    if field == "limit":
        assert block("README.md", "## Who beats whom") == ratings_markdown(field, table, origin)


@pytest.mark.skipif("limit" not in shipped_fields(), reason="the table of limit hold'em is not shipped")
def test_the_shipped_table_of_limit_holdem_agrees_with_arithmetic() -> None:
    table = shipped_crosstable("limit")
    for (row, column), exact in EXACT.items():
        cell = table.cell(row, column)
        assert cell is not None
        low, high = cell.mbb.interval(0.999)
        # all hands of a board are added up in float32: seven digits, where whole chips of single hands are exact
        rounding = 1e-6 * max(1.0, abs(exact)) if cell.unit == "boards" else 1e-6
        assert low - rounding <= exact <= high + rounding, (row, column)


def test_a_file_keeps_its_origin_beside_the_table() -> None:
    table = run_crosstable(
        ["always_raise", "always_call", "always_fold"], "kuhn", CrosstableSettings(hands=200, session=200)
    )
    text = crosstable_text(table, ORIGIN)
    assert read_crosstable(text, "table") == table
    assert all(str(part) in text for part in asdict(ORIGIN).values())
    assert "2 minutes" in ORIGIN.text
    assert "origin" not in crosstable_text(table)


def test_the_table_of_the_readme_by_hand() -> None:
    """Always raising wins the ante of every hand from who folds; neither of the others wins anything from it."""
    table = run_crosstable(
        ["always_raise", "always_call", "always_fold"], "kuhn", CrosstableSettings(hands=200, session=200)
    )
    rows = ratings_markdown("limit", table, ORIGIN).splitlines()
    assert rows[0].count("player") == rows[0].count("won, lost") == 2
    assert rows[2].startswith("| 1 | `always_raise` | ")
    assert "| 3 | `always_fold` | -" in rows[2]
    assert rows[-1] == "`riverboat crosstable --hands 200`"
    assert "3 pairs, 600 hands, seed 1" in rows[-3]
    named = rows[-3].partition("not in the table yet: ")[2]
    assert {"`random`", "`gs1(iterations=50)`", "`riverboat`"} <= set(named.rstrip(".").split(", "))
    assert "`always_call`" not in named
