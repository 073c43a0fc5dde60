"""The benchmark of a large database, on a small one: copies of rows are hands like the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from riverboat.bench import database_long
from riverboat.records.database import open_database
from riverboat.records.database.care import problems
from riverboat.records.statistics import statistics_of


def test_copied_hands_are_sound_and_every_question_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"_DIFFERENT": 20, "_STORED": 40, "_REGULARS": 4, "_GUESTS": 2}.items():
        monkeypatch.setattr(database_long, name, number)

    def once(question: Callable[[], object], **_: object) -> float:
        question()
        return 0.001

    monkeypatch.setattr(database_long, "best_seconds", once)
    with open_database(tmp_path / "hands.db") as database:
        hands = database_long.store(database, 120)
        assert hands["Hero"] == 120
        assert list(problems(database)) == []
        read = list(database.hands())
        assert {line.player: line.hands for line in statistics_of(read)} == hands
        assert sorted(hand.number for hand in read) == list(range(1, 121))
        lines = list(database_long.measure(database, "SQLite", hands))
    assert len(lines) > 30
