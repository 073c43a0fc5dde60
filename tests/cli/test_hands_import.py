"""`riverboat hands import`: each hand once, each file a run, every message with its file, logs without a heading."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from riverboat.games.hand import Hand
from riverboat.records import read_hands, write_hands
from riverboat.records.database import open_database

Run = Callable[..., Any]


@pytest.fixture
def folder(shared_data: Path, tmp_path: Path) -> Path:
    """Two files with 100 and 60 Pluribus hands, 40 of them the same, and one that is no history."""
    hands = []
    with gzip.open(shared_data / "pluribus.phhs.gz", "rt") as file:
        (tmp_path / "some.phhs").write_text("".join(line for line, _ in zip(file, range(13 * 120), strict=False)))
    hands = [hand for hand in read_hands(tmp_path / "some.phhs") if isinstance(hand, Hand)]
    assert len(hands) == 120
    (tmp_path / "some.phhs").unlink()
    (tmp_path / "in" / "deep").mkdir(parents=True)
    write_hands(hands[:100], tmp_path / "in" / "a.phhs")
    write_hands(hands[60:], tmp_path / "in" / "deep" / "b.phhs")
    (tmp_path / "in" / "letter.txt").write_text("Dear aunt,\n")
    return tmp_path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_is_one_run_per_file_and_no_hand_is_stored_twice(run: Run, folder: Path, jobs: str) -> None:
    db = folder / f"{jobs}.db"
    command = ("hands", "import", str(folder / "in"), "--db", str(db), "--jobs", jobs)
    first = run(*command)
    assert first.code == 0
    assert first.out == f"imported 120 hands into {db}; 40 were known already\n"
    assert f"left out: {folder / 'in' / 'letter.txt'}:1: no known format" in first.err
    again = run(*command)
    assert again.out == f"imported 0 hands into {db}; 160 were known already\n"
    with open_database(db) as database:
        assert [(s.hands, Path(s.parameters["from"]).name) for s in database.simulations()] == [
            (100, "a.phhs"),
            (20, "b.phhs"),
        ]


def test_the_same_hand_in_another_format_is_known_by_its_number(run: Run, shared_data: Path, tmp_path: Path) -> None:
    source = shared_data / "pokerstars_samples" / "CashGame" / "MultipleHandsTests" / "10MultipleHands.txt"
    hands = [hand for hand in read_hands(source) if isinstance(hand, Hand)]
    write_hands([hand for hand in hands if hand.rules.name == "holdem"], tmp_path / "same.phhs")
    db = tmp_path / "x.db"
    assert run("hands", "import", str(source), "--db", str(db)).code == 0
    out = run("hands", "import", str(tmp_path / "same.phhs"), "--db", str(db)).out
    assert out.startswith("imported 0 hands")


def test_every_message_names_its_file(run: Run, folder: Path) -> None:
    bad = folder / "bad.phh"
    bad.write_text("variant = 'NT'\n")
    outcome = run("hands", "list", str(bad), str(folder / "in" / "a.phhs"))
    assert outcome.code == 0
    assert outcome.err.startswith(f"left out: {bad}:1: ")


def test_a_log_without_a_heading_takes_its_game_from_the_command(run: Run, folder: Path) -> None:
    """Pluribus' own files have nothing but STATE lines, 50/100 and 10,000 chips each."""
    log = folder / "pluribus.log"
    hands = [hand for hand in read_hands(folder / "in" / "a.phhs") if isinstance(hand, Hand)]
    write_hands(hands, log)
    assert log.read_text().startswith("STATE:0:ffr225fff:")
    refused = run("hands", "list", str(log))
    assert refused.code == 2
    assert "--game" in refused.err
    game = "holdem(players=6,blinds=50/100,stacks=10000)"
    assert len(run("hands", "list", str(log), "--game", game, "--limit", "1000", "--json").items) == 100
    db = folder / "log.db"
    assert run("hands", "import", str(log), "--db", str(db), "--game", game).out.startswith("imported 100 hands")
    with open_database(db) as database:
        stored = list(database.hands())
    assert [hand.payoffs for hand in stored] == [hand.payoffs for hand in hands]
    assert run("hands", "import", str(log), "--db", str(db), "--game", "holdem(").code == 2


def test_pots_are_what_was_won_and_the_net_stands_beside(run: Run, folder: Path) -> None:
    """Hand 0 of Pluribus: a raise to 225 takes the blinds; 125 of it came back, so the pot is 250 and the net 150."""
    (first, *_) = run("hands", "list", str(folder / "in" / "a.phhs"), "--json").items
    assert (first["winner"], first["pot"], first["collected"], first["won"]) == ("Bill", 250, 250.0, 150.0)
    line = run("hands", "list", str(folder / "in" / "a.phhs")).out.splitlines()[1]
    assert line.split()[-4:] == ["250", "Bill", "250", "+150"]


def test_a_check_counts_imported_hands_and_their_money(run: Run, folder: Path) -> None:
    """120 hands; then somebody is given two chips, and somebody else loses more than was bet."""
    db = folder / "checked.db"
    run("hands", "import", str(folder / "in"), "--db", str(db))
    sound = run("db", "check", "--db", str(db))
    assert sound.code == 0
    assert sound.out.startswith("rows and money of 120 hands, ")
    assert run("db", "check", "--db", str(db), "--json").items[0]["hands"] == 120
    with open_database(db) as database, database.writing() as connection:
        connection.exec_driver_sql("UPDATE game_player SET payoff = payoff + 2 WHERE game = 3 AND position = 0")
        connection.exec_driver_sql(
            "UPDATE game_player SET payoff = payoff + 30000 - 60000 * position WHERE game = 5 AND position <= 1"
        )
    found = run("db", "check", "--db", str(db))
    assert found.code == 2
    for line in (
        "run 1, hand 3: payoffs and rake do not add up",
        "run 1, hand 5: a player put in more than the stack, or lost more than was put in",
        "run 2, hand 3: payoffs and rake do not add up",
    ):
        assert line in found.out
