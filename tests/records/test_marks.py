"""Stars, tags and notes of hands, and the completion of searches."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records.database import open_database
from riverboat.records.database.completion import complete
from riverboat.records.database.marks import Mark, mark, marks_at, tags_of
from riverboat.records.database.search import Wanted, search
from riverboat.records.database.store import HandDatabase


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    found: list[Hand] = []
    run_match(["always_call", "random"], "holdem", 12, seed=2, record=found.extend)
    renamed = {"always_call": "Big Bob", "random": "bobby"}
    return [hand._replace(players=tuple(renamed[name] for name in hand.players)) for hand in found]


def store(database: HandDatabase, hands: list[Hand], mode: str = "import") -> int:
    with database.record(mode) as recorder:
        recorder.add_all(hands)
    return recorder.simulation


def test_marks_are_found_and_survive_another_import(tmp_path: Path, hands: list[Hand]) -> None:
    """Also in a new database that got only the marks, and in another order of hands."""
    with open_database(tmp_path / "hands.db") as database:
        first = store(database, hands)
        assert (
            mark(database, [(first, 3), (first, 5)], starred=True, add=["bluff", "study"], note="Too loose 100%") == 2
        )
        mark(database, [(first, 5)], starred=False, remove=["bluff"])
        again = store(database, hands[::-1])
        expected = Mark(True, ("bluff", "study"), "Too loose 100%")
        assert marks_at(database, [(first, 3), (again, len(hands) - 4), (again, 0)]) == {
            (first, 3): expected,
            (again, len(hands) - 4): expected,
        }
        for query, places in (
            ("starred", [3]),
            ("tag:bluff", [3]),
            ("tag:study", [3, 5]),
            ("tag:stu", []),
            ("tag:stu*", [3, 5]),
            ("note:loose", [3, 5]),
            ("note:100%", [3, 5]),
            ("note:l%e", []),
            ("starred -tag:study", []),
            ('"Big Bob" tag:study -starred', [5]),
        ):
            found = search(database, Wanted(query=f"run:{first} {query}"))
            assert [place for _, place in found.places] == places, query
        assert tags_of(database) == ["bluff", "study"]


def test_hands_of_a_match_can_be_marked(tmp_path: Path, hands: list[Hand]) -> None:
    """They have no key until then."""
    with open_database(tmp_path / "hands.db") as database:
        run = store(database, hands, "match")
        mark(database, [(run, 7)], add=["odd"])
        assert search(database, Wanted(query="tag:odd")).places == [(run, 7)]
        assert store(database, hands) == 2
        assert search(database, Wanted(query="tag:odd")).places == [(run, 7), (2, 7)]


def test_bad_marks_change_nothing(tmp_path: Path, hands: list[Hand]) -> None:
    with open_database(tmp_path / "hands.db") as database:
        run = store(database, hands)
        with pytest.raises(RiverboatError, match='tag "two words"'):
            mark(database, [(run, 0)], starred=True, add=["two words"])
        with pytest.raises(RiverboatError, match="there is none"):
            mark(database, [(run, 0), (run, 99)], starred=True)
        with pytest.raises(RiverboatError, match="note of 2,001 characters"):
            mark(database, [(run, 0)], note="x" * 2001)
        assert marks_at(database, [(run, 0)]) == {}
        mark(database, [(run, 0)], starred=True)
        mark(database, [(run, 0)], starred=False)
        assert marks_at(database, [(run, 0)]) == {}


def test_the_last_word_is_completed(tmp_path: Path, hands: list[Hand]) -> None:
    with open_database(tmp_path / "hands.db") as database:
        run = store(database, hands)
        mark(database, [(run, 0)], add=["bluff"])
        assert complete(database, "AKs bob") == ["AKs bobby", 'AKs "Big Bob"']
        assert complete(database, 'vs "big') == ['vs "Big Bob"']
        assert complete(database, "-tag:b") == ["-tag:bluff"]
        assert complete(database, "AKs Big", only_adding=True) == ["AKs Big?Bob"]
        assert complete(database, 'AKs "Big', only_adding=True) == ['AKs "Big Bob"']
        assert complete(database, "player:Big", only_adding=True) == ["player:Big?Bob"]
        found = search(database, Wanted(query="Big?Bob"))
        assert found == search(database, Wanted(query='"Big Bob"'))
        assert found.total > 0
        assert complete(database, "board:pa") == ["board:paired"]
        assert "showdown" in complete(database, "show")
        assert complete(database, "won -check") == ["won -check-raise"]
        assert complete(database, "game:hold")[0] == "game:holdem"
        assert complete(database, "bobby ") == []
        for text in complete(database, "AKs bob"):
            search(database, Wanted(query=text))
