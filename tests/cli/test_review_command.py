"""`riverboat review` on files and databases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from commands import Run, WriteDuel


@pytest.fixture
def record(write_duel: WriteDuel) -> Path:
    return write_duel()


def test_a_review_in_words(run: Run, record: Path, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    outcome = run("review", str(record), "--html", str(page))
    assert outcome.code == 0
    assert "divat leaves out 1 hand: it is for limit betting" in outcome.out
    assert "Ann" in outcome.out
    assert "<h1>Review of 1 hand</h1>" in page.read_text()


def test_a_review_for_programs(run: Run, record: Path, tmp_path: Path) -> None:
    data = run("review", str(record), "--method", "allin", "--json").item
    assert [each["name"] for each in data["methods"]] == ["money", "allin"]
    # Bob's raise to 6 is lost: 3 big blinds in one hand.
    assert data["players"][0]["rates"]["money"]["mean"] == 300.0
    database = str(tmp_path / "hands.db")
    assert run("hands", "import", str(record), "--db", database).code == 0
    stored = run("review", "--db", database, "--method", "allin", "--json").item
    assert stored["players"] == data["players"]


def test_what_cannot_be_reviewed_is_one_line(run: Run, record: Path) -> None:
    assert run("review").code == 2
    outcome = run("review", str(record), "--player", "Zoe")
    assert outcome.code == 2
    assert len(outcome.err.strip().splitlines()) == 1
