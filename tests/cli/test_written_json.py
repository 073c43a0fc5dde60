"""`--json` of commands that write or change something: a program learns what, and where it is now."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.agents.range_library import building

if TYPE_CHECKING:
    from commands import Outcome, Run, WriteDuel


def of_kind(kind: str, outcome: Outcome) -> dict[str, object]:
    """The only item of a document."""
    assert outcome.code == 0, outcome.err
    assert (outcome.json["kind"], outcome.json["version"]) == (kind, 1)
    item: dict[str, object] = outcome.item
    return item


def test_a_game_is_written_or_given_as_text(run: Run, tmp_path: Path) -> None:
    plain = run("games", "export", "leduc", "--to", "game").out
    given = of_kind("file", run("games", "export", "leduc", "--to", "game", "--json"))
    assert (given["file"], given["text"]) == (None, plain)
    path = tmp_path / "leduc.game"
    written = of_kind("file", run("games", "export", "leduc", "--to", "game", "--out", str(path), "--json"))
    assert (written["file"], written["text"], written["format"]) == (str(path), None, "game")
    assert path.read_text() == plain


def test_a_strategy_is_formatted_in_place_or_as_text(run: Run, tmp_path: Path) -> None:
    plain = run("strategy", "format", "regular").out
    assert of_kind("file", run("strategy", "format", "regular", "--json"))["text"] == plain
    path = tmp_path / "mine.pokerlang"
    path.write_text(plain.replace("\n", "\n\n\n"))
    written = of_kind("file", run("strategy", "format", str(path), "--in-place", "--json"))
    assert written == {"strategy": str(path), "file": str(path), "text": None}
    assert len(path.read_text()) < len(plain.replace("\n", "\n\n\n"))


def test_ranges_shown_and_combined(run: Run) -> None:
    (listed,) = run("ranges", "list", "push or fold, 3 players/10 bb/BTN shoves", "--json").items
    assert of_kind("range", run("ranges", "show", listed["name"], "--json")) == listed
    left = of_kind("combination", run("ranges", "combine", "subtract", "22+", "QQ+", "--json"))
    assert (left["text"], left["combos"]) == ("JJ-22", 60.0)  # ten pairs of six combinations


def test_the_library_says_how_many_ranges_it_has(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small one: two players, one depth, no blueprints."""
    monkeypatch.setattr(building, "PUSH_FOLD_PLAYERS", (2,))
    monkeypatch.setattr(building, "PUSH_FOLD_DEPTHS", (10.0,))
    monkeypatch.setattr(building, "DEPTHS", ())
    monkeypatch.setattr(building, "opening_rows", list)
    out = tmp_path / "library.json"
    assert of_kind("file", run("ranges", "build", "--out", str(out), "--json")) == {"file": str(out), "ranges": 2}
    assert [row[1] for row in json.loads(out.read_text())["ranges"]] == [10.0, 10.0]


def test_a_database_of_hands(run: Run, write_duel: WriteDuel, tmp_path: Path) -> None:
    """Marked, anonymised, backed up, restored and upgraded."""
    pytest.importorskip("sqlalchemy")
    duel, database = str(write_duel()), str(tmp_path / "hands.sqlite")
    assert run("hands", "import", duel, "--db", database).code == 0

    marked = run("hands", "mark", "Ann", "--db", database, "--star", "--tag", "study", "--json")
    changes = {"starred": True, "tagged": ["study"], "untagged": [], "note": None}
    assert of_kind("marks", marked) == {"hands": 1, **changes}

    nobody = tmp_path / "nobody.phhs"
    written = of_kind("export", run("hands", "anonymise", duel, str(nobody), "--json"))
    assert (written["written"], written["file"], written["refused"]) == (1, str(nobody), 0)
    assert "Ann" not in nobody.read_text()

    copy = tmp_path / "copy.sqlite"
    saved = of_kind("backup", run("db", "backup", str(copy), "--db", database, "--json"))
    assert saved == {"database": database, "file": str(copy), "bytes": copy.stat().st_size}
    restored = of_kind("restored", run("db", "restore", str(copy), "--db", database, "--replace", "--json"))
    assert (restored["database"], restored["from"]) == (database, str(copy))
    assert Path(str(restored["old"])).is_file()
    upgraded = of_kind("upgrade", run("db", "upgrade", "--db", database, "--json"))
    assert upgraded == {"database": database, "from": None, "to": None, "counted": 0}


def test_a_player_at_a_dealer(run: Run, tmp_path: Path) -> None:
    """Two who always call: nobody has a fault, and what one wins the other loses."""
    words = [sys.executable, "-m", "riverboat", "acpc"]
    dealing = [*words, "dealer", str(tmp_path / "m"), "holdem.limit.2p.reverse_blinds", "3", "1", "A", "B", "-q", "-l"]
    with subprocess.Popen(dealing, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        first, second = table.stdout.readline().split()
        with subprocess.Popen([*words, "play", "always_call", "127.0.0.1", second], stdout=subprocess.DEVNULL):
            played = of_kind(
                "acpc_match", run("acpc", "play", "always_call", "127.0.0.1", first, "--seed", "5", "--json")
            )
        score = table.stdout.readlines()[-1]
    assert (played["agent"], played["seed"], played["hands"], played["faults"]) == ("always_call", 5, 3, [])
    assert played["chips"] == float(score.split(":")[1].split("|")[0])
