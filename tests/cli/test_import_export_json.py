"""`hands import --json` and `hands export --json`: counts for programs, and the same files as without."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from commands import COMMANDS
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


EVERY_METHOD = ("lp", "mccfr", *METHODS, *SAMPLED)


def test_an_unknown_method_is_answered_with_all_of_them() -> None:
    result = CliRunner().invoke(app, ["solve", "kuhn", "--method", "xx"])
    said = str(result.exception)
    assert all(f" {name}" in said for name in EVERY_METHOD)


def test_help_and_docs_name_every_method() -> None:
    (option,) = [each for each in COMMANDS["solve"].params if "--method" in each.opts]
    page = (Path(__file__).parents[2] / "docs" / "solve.md").read_text(encoding="utf-8")
    rows = page.partition("## Methods")[2].partition("\n\nSettings")[0]
    assert [name for name in EVERY_METHOD if not re.search(rf"(^|[ (]){re.escape(name)}[,. )]", option.help)] == []
    assert [name for name in EVERY_METHOD if f"`{name}`" not in rows] == []
