"""`riverboat hands` on databases: the same answers as from the files that went in."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from commands import Run, WriteDuel

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
    stored = run("hands", "list", "--db", database, "--json").items
    assert stored == run("hands", "list", *map(str, records), "--json").items
    assert [(hand["winner"], hand["won"], hand["pot"]) for hand in stored] == [("Ann", 6.0, 12), ("Cid", 1.0, 2)]


@pytest.mark.parametrize(
    ("options", "winners"),
    [
        (("--player", "Bob"), ["Ann"]),
        (("--player", "Ann"), ["Ann", "Cid"]),
        (("--player", "Nobody"), []),
        (("--game", "holdem"), ["Ann", "Cid"]),
        (("--game", "holdem(betting=nl)"), ["Ann"]),
        (("--game", "omaha"), []),
        (("--game", "holdem(players=2, betting=limit)"), ["Cid"]),
        (("--game", "holdem(betting=limit,players=3)"), []),
        (("--pot", "4"), ["Ann"]),
        (("--limit", "1"), ["Ann"]),
        (("--most", "1"), ["Ann"]),  # its old name
    ],
)
def test_filters_mean_the_same_for_files_and_databases(
    run: Run, records: list[Path], database: str, options: tuple[str, ...], winners: list[str]
) -> None:
    for where in (("--db", database), map(str, records)):
        found = run("hands", "list", *where, *options, "--json").items
        assert [hand["winner"] for hand in found] == winners


def test_one_run_of_a_database(run: Run, database: str) -> None:
    (hand,) = run("hands", "list", "--db", database, "--simulation", "2", "--json").items
    assert hand["winner"] == "Cid"


def test_indicators_of_a_database(run: Run, database: str) -> None:
    """Ann re-raised one hand from the big blind and won a blind's fold in the other."""
    players = {each["player"]: each for each in run("hands", "stats", "--db", database, "--json").items}
    ann = players["Ann"]
    assert (ann["hands"], ann["money"][0]["won"], ann["money"][0]["currency"]) == (2, 5.0, "chips")
    assert (ann["vpip"]["done"], ann["vpip"]["opportunities"]) == (1, 2)
    assert (ann["three_bet"]["done"], ann["three_bet"]["opportunities"]) == (1, 1)
    assert players["Bob"]["pfr"]["rate"] == 1.0
    assert run("hands", "stats", "--db", database, "--player", "Cid", "--json").item["player"] == "Cid"
    table = run("hands", "stats", "--db", database).out.splitlines()
    assert table[0].split() == [
        "player",
        "hands",
        "won",
        "bb/100",
        "VPIP",
        "PFR",
        "3-bet",
        "steal",
        "c-bet",
        "WTSD",
        "W$SD",
        "AF",
    ]
    assert table[1].split()[:4] == ["Ann", "2", "+5", "chips"]


@pytest.mark.parametrize(("to", "ending"), [("phh", "phhs"), ("pokerstars", "txt"), ("acpc", "log")])
def test_a_database_is_written_in_every_format(run: Run, database: str, tmp_path: Path, to: str, ending: str) -> None:
    target = str(tmp_path / f"out.{ending}")
    outcome = run("hands", "export", target, "--db", database, "--to", to, "--player", "Bob")
    assert outcome.code == 0
    assert "wrote 1 hand to" in outcome.out
    (hand,) = run("hands", "list", target, "--json").items
    assert (hand["winner"], hand["won"], hand["pot"]) == ("Ann", 6.0, 12)
    if to == "acpc":
        assert ":r6r18f:" in Path(target).read_text()


def test_a_log_of_two_games_is_not_written(run: Run, database: str, tmp_path: Path) -> None:
    outcome = run("hands", "export", str(tmp_path / "out.log"), "--db", database)
    assert outcome.code == 2
    (message,) = outcome.err.splitlines()
    assert "an ACPC log is of one game" in message
    assert not (tmp_path / "out.log").exists()


@pytest.mark.parametrize("command", ["export", "anonymise"])
def test_no_hands_replace_no_file(run: Run, records: list[Path], tmp_path: Path, command: str) -> None:
    """A misspelled name, or a record in which nothing can be read, costs nobody their file."""
    good, bad = records[0], tmp_path / "bad.phh"
    before = good.read_text()
    bad.write_text("variant = 'NT'\n")
    for arguments, why in (
        ((str(good), str(good), "--player", "Nobdy"), "no hands to write"),
        ((str(bad), str(good)), f"no hands to write: 1 left out, the first at {bad}:1: "),
        ((str(good), str(good), "--game", "foo"), 'game "foo": no hand'),
    ):
        outcome = run("hands", command, *arguments)
        assert outcome.code == 2
        (message,) = outcome.err.splitlines()
        assert why in message
        assert good.read_text() == before


def test_statistics_of_nothing_are_an_error(run: Run, tmp_path: Path) -> None:
    empty, bad = tmp_path / "empty", tmp_path / "bad.phh"
    empty.mkdir()
    bad.write_text("variant = 'NT'\n")
    for source, why in ((empty, "no hands to count"), (bad, f"no hands to count: 1 left out, the first at {bad}:1: ")):
        for json in ((), ("--json",)):
            outcome = run("hands", "stats", str(source), *json)
            assert (outcome.code, outcome.out) == (2, "")
            (message,) = outcome.err.splitlines()
            assert why in message


def test_a_packed_record_that_breaks_off_is_said(run: Run, records: list[Path], tmp_path: Path) -> None:
    cut = tmp_path / "cut.phh.gz"
    cut.write_bytes(gzip.compress(records[0].read_bytes())[:-4])
    outcome = run("hands", "stats", str(cut))
    assert outcome.code == 0
    assert "Ann" in outcome.out
    (message,) = outcome.err.splitlines()
    assert message.startswith(f"left out: {cut}:")
    assert "breaks off" in message


@pytest.mark.parametrize(
    ("options", "offender"),
    [
        (("--game", "holdem("), 'game "holdem("'),
        (("--game", "holdem(betting=foo)"), "betting=foo"),
        (("--game", "foo"), 'game "foo"'),
        (("--limit", "9" * 23), "--limit"),
        (("--pot", "9" * 23), "9" * 23),
        (("--simulation", "9" * 23), "9" * 23),
    ],
)
def test_options_that_mean_nothing_are_one_line(
    run: Run, database: str, options: tuple[str, ...], offender: str
) -> None:
    outcome = run("hands", "list", "--db", database, *options)
    assert outcome.code == 2
    (message,) = outcome.err.splitlines()
    assert offender in message


@pytest.mark.parametrize(
    ("arguments", "offender"),
    [
        (("hands", "list"), "--db"),
        (("hands", "list", "--db", "no-such.db"), "no-such.db"),
        (("hands", "list", "x.phh", "--db", "y.db"), "either files or a database"),
        (("hands", "list", "x.phh", "--simulation", "1"), "--simulation 1"),
        (("hands", "export", "out.phh"), "no hands to read"),
        (("review", "x.phh", "--game", "holdem("), 'game "holdem("'),
        (("model", "accuracy", "x.phh", "--game", "holdem(betting=foo)"), "betting=foo"),
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


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("hands list --db {} --player A", ["Ann"]),
        ("hands stats --db {} --player c", []),  # a shell can only add to what is typed
        ("hands stats --db {} --player C", ["Cid"]),
        ("hands list --db {} --where 'Ann vs B", ["Ann vs Bob"]),
        ("hands list --player A", []),  # of which database?
        ("hands list --db nothing.db --player A", []),
    ],
)
def test_a_shell_completes_names(
    run: Run, database: str, monkeypatch: pytest.MonkeyPatch, words: str, offered: list[str]
) -> None:
    line = f"riverboat {words.format(database)}"
    monkeypatch.setenv("_RIVERBOAT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.partition("'")[0].split()) - ("'" not in line)))
    outcome = run()
    assert (outcome.code, [each for each in outcome.out.split("\n") if each], outcome.err) == (0, offered, "")


def test_upgrading_a_database(run: Run, database: str) -> None:
    """An up-to-date one has nothing to do; one of an older schema is brought here, and its hands are counted."""
    assert run("db", "upgrade", "--db", database).out == f"{database} has the newest schema; 0 hands counted\n"
    from alembic import command
    from sqlalchemy import create_engine

    from riverboat.records.database.migrations.upgrade import configuration, newest

    before = run("hands", "stats", "--db", database).out
    with create_engine(f"sqlite:///{database}").begin() as connection:
        command.downgrade(configuration(connection), "0003")
    outcome = run("db", "upgrade", "--db", database)
    assert outcome.out == f"{database} brought from schema 0003 to {newest()}; 2 hands counted\n"
    assert run("hands", "stats", "--db", database).out == before
