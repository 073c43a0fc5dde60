"""All-in luck that is kept in a file: the adjusted rates of a review, new hands only, and nothing lost by Ctrl-C."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.arena import run_match
from riverboat.assess import review_hands, stored_luck
from riverboat.assess.stored_luck import (
    LuckSums,
    StoredLuck,
    hands_left,
    luck_by_group,
    read_luck,
    update_luck,
    with_luck,
)
from riverboat.games.hand import Hand
from riverboat.model.all_in import adjusted_payoffs
from riverboat.progress import Progress
from riverboat.records.database import HandDatabase, open_database
from riverboat.records.database.search import Wanted
from riverboat.records.database.searched import course_of
from riverboat.records.database.statistics import stored_statistics
from riverboat.records.statistics import By, statistics_of

READ: Final[tuple[By, ...]] = ("street", "stake", "month")
"""Groups for which the hands with all-ins are read."""


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    found: list[Hand] = []
    agents = ["always_raise", "always_call", "random"]
    run_match(agents, "holdem(betting=no-limit,players=3,stacks=800)", 40, seed=5, record=found.extend)
    assert sum(tuple(map(float, hand.payoffs)) != adjusted_payoffs(hand) for hand in found) > 5
    return found


@pytest.fixture
def database(tmp_path: Path) -> Iterator[HandDatabase]:
    with open_database(tmp_path / "hands.db") as found:
        yield found


def _store(database: HandDatabase, hands: list[Hand]) -> None:
    with database.record("import") as recorder:
        recorder.add_all(hands)


def test_adjusted_rates_are_those_of_a_review(database: HandDatabase, hands: list[Hand], tmp_path: Path) -> None:
    _store(database, hands)
    luck = update_luck(database, tmp_path / "luck")
    reviewed = {each["name"]: each for each in review_hands(hands, ["allin"]).data["players"]}
    for line in stored_statistics(database):
        adjusted, expected = luck.adjusted(line), reviewed[line.player]["rates"]["allin"]
        assert adjusted.bb_per_100 == pytest.approx(expected["mean"])
        deviation = adjusted.bb_per_100_margin / 195.9963985 * len(hands) ** 0.5
        assert deviation == pytest.approx(expected["deviation"])
    for line in stored_statistics(database, "position", ["random"]):
        by_seat = {each["position"]: each["allin"]["mean"] for each in reviewed["random"]["by_position"]}
        assert luck.adjusted(line, position=line.group).bb_per_100 == pytest.approx(by_seat[line.group])
    without_luck = [hand._replace(payoffs=tuple(map(Fraction, adjusted_payoffs(hand)))) for hand in hands]
    for by in READ:
        sums = luck_by_group(database, luck, "random", by)
        expected_lines = {line.group: line for line in statistics_of(without_luck, by) if line.player == "random"}
        found_lines = stored_statistics(database, by, ["random"])
        assert {line.group for line in found_lines} == {*expected_lines}
        assert sum(abs(each.bb) for each in sums.values()) > 0
        for line in found_lines:
            adjusted = with_luck(line, sums.get(line.group, LuckSums()))
            assert adjusted.bb_per_100 == pytest.approx(expected_lines[line.group].bb_per_100)
            assert adjusted.bb_per_100_margin == pytest.approx(expected_lines[line.group].bb_per_100_margin)
    course = course_of(database, Wanted(player="random"))
    expected_sums = np.cumsum([adjusted_payoffs(hand)[hand.players.index("random")] / 100 for hand in hands])
    assert np.cumsum(course.net_bb + luck.along(course, "random")) == pytest.approx(expected_sums)
    few = course_of(database, Wanted(player="random"), blocks=4)
    assert (few.net_bb + luck.along(few, "random")).sum() == pytest.approx(expected_sums[-1])


def test_only_new_hands_are_worked_out(
    database: HandDatabase, hands: list[Hand], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "luck"
    seen: list[int] = []

    def noting(hand: Hand) -> tuple[float, ...]:
        seen.append(hand.number)
        return adjusted_payoffs(hand)

    monkeypatch.setattr(stored_luck, "adjusted_payoffs", noting)
    _store(database, hands[:20])
    first = update_luck(database, path)
    assert hands_left(database, first) == []
    once = len(seen)
    update_luck(database, path)
    assert len(seen) == once
    _store(database, hands[20:])
    assert sum(count for *_, count in hands_left(database, first)) == 20
    both = update_luck(database, path)
    assert len(seen) == len(set(seen)) > once
    assert set(both.run.tolist()) == {1, 2}
    assert [each.tolist() for each in _arrays(read_luck(path))] == [each.tolist() for each in _arrays(both)]


def test_what_is_done_survives_ctrl_c(database: HandDatabase, hands: list[Hand], tmp_path: Path) -> None:
    _store(database, hands)
    whole = update_luck(database, tmp_path / "whole")
    calls = 0

    def interrupt(now: Progress[None]) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        update_luck(database, tmp_path / "luck", interrupt)
    part = read_luck(tmp_path / "luck")
    assert 0 < len(part.run) < len(whole.run)
    again = update_luck(database, tmp_path / "luck")
    assert [each.tolist() for each in _arrays(again)] == [each.tolist() for each in _arrays(whole)]


def test_a_damaged_file_and_another_database_begin_anew(
    database: HandDatabase, hands: list[Hand], tmp_path: Path
) -> None:
    path = tmp_path / "luck"
    path.write_bytes(b"riverboat stored-luck 1\nnonsense")
    assert len(read_luck(path).run) == 0
    _store(database, hands)
    known = update_luck(database, path)
    other = replace(known, covered=((1, "1999-01-01T00:00:00", 40),))
    assert len(hands_left(database, other)) == 1
    assert len(stored_luck._of_this(database, other).run) == 0


def _arrays(luck: StoredLuck) -> tuple[NDArray[Any], ...]:
    return (luck.run, luck.place, luck.player, luck.position, luck.bb, luck.squares)
