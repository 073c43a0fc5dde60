"""`riverboat hands` on databases: the same answers as from the files that went in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Run, WriteDuel

pytest.importorskip("sqlalchemy")

LIMIT = """
variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [200, 200]
actions = ['d dh p1 QhQd', 'd dh p2 7c2d', 'p2 f']
players = ['Cid', 'Ann']
"""


@pytest.fixture
def records(write_duel: WriteDuel, tmp_path: Path) -> list[Path]:
    limit = tmp_path / "limit.phh"
    limit.write_text(LIMIT)
    return [write_duel(), limit]


@pytest.fixture
def database(run: Run, records: list[Path], tmp_path: Path) -> str:
    path = str(tmp_path / "hands.db")
    outcome = run("hands", "import", *map(str, records), "--db", path)
    assert outcome.code == 0
    assert "imported 2 hands" in outcome.out
    return path


def test_a_database_is_listed_like_the_files_in_it(run: Run, records: list[Path], database: str) -> None:
    stored = run("hands", "list", "--db", database, "--json").json["hands"]
    assert stored == run("hands", "list", *map(str, records), "--json").json["hands"]
    assert [(hand["winner"], hand["won"], hand["pot"]) for hand in stored] == [("Ann", 6.0, 24), ("Cid", 1.0, 3)]


@pytest.mark.parametrize(
    ("options", "winners"),
    [
        (("--player", "Bob"), ["Ann"]),
        (("--player", "Ann"), ["Ann", "Cid"]),
        (("--player", "Nobody"), []),
        (("--game", "holdem"), ["Ann", "Cid"]),
        (("--game", "hold"), []),
        (("--game", "holdem(players=2, betting=limit)"), ["Cid"]),
        (("--game", "holdem(betting=limit,players=3)"), []),
        (("--pot", "4"), ["Ann"]),
        (("--most", "1"), ["Ann"]),
    ],
)
def test_filters_mean_the_same_for_files_and_databases(
    run: Run, records: list[Path], database: str, options: tuple[str, ...], winners: list[str]
) -> None:
    for where in (("--db", database), map(str, records)):
        found = run("hands", "list", *where, *options, "--json").json["hands"]
        assert [hand["winner"] for hand in found] == winners


def test_one_run_of_a_database(run: Run, database: str) -> None:
    (hand,) = run("hands", "list", "--db", database, "--simulation", "2", "--json").json["hands"]
    assert hand["winner"] == "Cid"


def test_indicators_of_a_database(run: Run, database: str) -> None:
    """Ann re-raised one hand from the big blind and won a blind's fold in the other."""
    players = run("hands", "stats", "--db", database, "--json").json["players"]
    ann = players["Ann"]
    assert (ann["hands"], ann["won"]) == (2, 5.0)
    assert (ann["vpip"]["done"], ann["vpip"]["chances"]) == (1, 2)
    assert (ann["three_bet"]["done"], ann["three_bet"]["chances"]) == (1, 1)
    assert players["Bob"]["pfr"]["rate"] == 1.0
    assert list(run("hands", "stats", "--db", database, "--player", "Cid", "--json").json["players"]) == ["Cid"]
    table = run("hands", "stats", "--db", database).out.splitlines()
    assert table[0].split() == [
        "player",
        "hands",
        "won",
        "VPIP",
        "PFR",
        "3-bet",
        "steal",
        "c-bet",
        "WTSD",
        "W$SD",
        "AF",
    ]
    assert table[1].split()[:5] == ["Ann", "2", "+5", "50%", "50%"]


@pytest.mark.parametrize(("to", "ending"), [("phh", "phhs"), ("pokerstars", "txt"), ("acpc", "log")])
def test_a_database_is_written_in_every_format(run: Run, database: str, tmp_path: Path, to: str, ending: str) -> None:
    target = str(tmp_path / f"out.{ending}")
    outcome = run("hands", "export", target, "--db", database, "--to", to, "--player", "Bob")
    assert outcome.code == 0
    assert "wrote 1 hands" in outcome.out
    if to != "acpc":  # its log says nothing of the game
        (hand,) = run("hands", "list", target, "--json").json["hands"]
        assert (hand["winner"], hand["won"]) == ("Ann", 6.0)
    else:
        assert ":r6r18f:" in Path(target).read_text()


@pytest.mark.parametrize(
    ("arguments", "offender"),
    [
        (("hands", "list"), "--db"),
        (("hands", "list", "--db", "no-such.db"), "no-such.db"),
        (("hands", "list", "x.phh", "--db", "y.db"), "either files or a database"),
        (("hands", "list", "x.phh", "--simulation", "1"), "--simulation 1"),
        (("hands", "export", "out.phh"), "no hands to read"),
        (("hands", "import", "no-such.phh", "--db", "new.db"), "no-such.phh"),
    ],
)
def test_what_cannot_be_read_is_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], offender: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run(*arguments)
    assert outcome.code == 2
    (message,) = outcome.err.splitlines()
    assert offender in message
    assert not list(tmp_path.iterdir())  # nothing half-made
