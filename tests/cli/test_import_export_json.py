"""`hands import --json` and `hands export --json`: counts for programs, and the same files as without."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.cli.app import app
from riverboat.solve.core.method import METHODS
from riverboat.solve.solving import SAMPLED

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1000]
actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'p2 f']
"""
BROKEN = HAND.replace("p2 f", "p1 f")
"""Out of turn."""


def run(*arguments: str | Path) -> Any:
    result = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    assert result.exit_code == 0, result.output
    (item,) = json.loads(result.stdout)["items"]
    return item


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """Two hands, of which one cannot be read."""
    path = tmp_path / "two.phhs"
    path.write_text(f"[1]\n{HAND}\n[2]\n{BROKEN}")
    return path


def test_import_counts_what_is_new_known_and_refused(hands: Path, tmp_path: Path) -> None:
    pytest.importorskip("sqlalchemy")
    first = run("hands", "import", hands, "--db", tmp_path / "hands.sqlite")
    again = run("hands", "import", hands, "--db", tmp_path / "hands.sqlite")
    assert (first["imported"], first["known"], first["refused"]) == (1, 0, 1)
    assert (again["imported"], again["known"], again["refused"]) == (0, 1, 1)
    assert len(first["reasons"]) == 1


def test_export_says_what_it_wrote(hands: Path, tmp_path: Path) -> None:
    target = tmp_path / "one.phhs"
    found = run("hands", "export", hands, target)
    assert (found["written"], found["file"], found["refused"]) == (1, str(target), 1)
    assert "AsKs" in target.read_text()


def test_an_unknown_method_is_answered_with_all_of_them() -> None:
    result = CliRunner().invoke(app, ["solve", "kuhn", "--method", "xx"])
    said = str(result.exception)
    assert all(f" {name}" in said for name in ("lp", "mccfr", *METHODS, *SAMPLED))
