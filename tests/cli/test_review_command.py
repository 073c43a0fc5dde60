"""`riverboat review` on files and databases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Run

DUEL = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhKd', 'd dh p2 7c2d', 'p2 cbr 6', 'p1 cbr 18', 'p2 f']
players = ['Ann', 'Bob']
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "duel.phh"
    path.write_text(DUEL)
    return path


def test_a_review_in_words(run: Run, record: Path, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    outcome = run("review", str(record), "--html", str(page))
    assert outcome.code == 0
    assert "divat leaves out 1 hand: it is for limit betting" in outcome.out
    assert "Ann" in outcome.out
    assert "<h1>Review of 1 hand</h1>" in page.read_text()


def test_a_review_for_programs(run: Run, record: Path, tmp_path: Path) -> None:
    data = run("review", str(record), "--method", "allin", "--json").json
    assert [each["name"] for each in data["methods"]] == ["money", "allin"]
    # Bob's raise to 6 is lost: 3 big blinds in one hand.
    assert data["players"][0]["rates"]["money"]["mean"] == 300.0
    database = str(tmp_path / "hands.db")
    assert run("hands", "import", str(record), "--db", database).code == 0
    stored = run("review", "--db", database, "--method", "allin", "--json").json
    assert stored["players"] == data["players"]


def test_what_cannot_be_reviewed_is_one_line(run: Run, record: Path) -> None:
    assert run("review").code == 2
    outcome = run("review", str(record), "--player", "Zoe")
    assert outcome.code == 2
    assert len(outcome.err.strip().splitlines()) == 1
