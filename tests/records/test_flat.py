"""Flat tables of hands: CSV and Parquet say what the hands say."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from riverboat.arena import run_match
from riverboat.games.hand import Hand
from riverboat.games.indicators import indicators_of
from riverboat.records.database import export_parquet, open_database
from riverboat.records.flat import COLUMNS, write_flat


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    found: list[Hand] = []
    run_match(["always_call", "random", "always_raise"], "holdem(players=3)", 40, seed=2, record=found.extend)
    return found


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_flat_table_sums_up_to_the_hands(hands: list[Hand], form: str, tmp_path: Path) -> None:
    """The mean of a rate's column is the rate (of decisions that come once in a hand), the sum of payoffs is zero."""
    path = tmp_path / f"hands.{form}"
    assert write_flat(iter(hands), path, form) == 40  # type: ignore[arg-type]
    if form == "csv":
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        stacks = [tuple(map(int, row["stacks"].split("/"))) for row in rows]
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        rows = parquet.read_table(path).to_pylist()
        stacks = [tuple(row["stacks"]) for row in rows]
    assert list(rows[0]) == list(COLUMNS)
    assert len(rows) == 120
    assert stacks[::3] == [hand.stacks for hand in hands]
    assert sum(float(row["payoff"]) for row in rows) == 0
    for name, book in indicators_of(hands).items():
        asked = [int(row["vpip"]) for row in rows if row["player"] == name and row["vpip"] not in ("", None)]
        assert (sum(asked), len(asked)) == book.sample("vpip")


def test_parquet_files_of_a_database_have_lists_of_chips(hands: list[Hand], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with open_database(tmp_path / "hands.db") as database:
        with database.record("match") as recorder:
            recorder.add_all(hands)
        export_parquet(database, tmp_path / "out")
    rows = parquet.read_table(tmp_path / "out" / "action.parquet").to_pylist()
    assert len(rows) == sum(len(hand.actions) for hand in hands)
    assert all(len(row["stacks"]) == len(row["bets"]) == 3 for row in rows)
    first = rows[0]
    assert sum(first["stacks"]) + first["pot"] == sum(hands[0].stacks)
