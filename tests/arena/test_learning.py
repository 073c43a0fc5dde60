"""Matches of players that learn: the same players to the end, what they remember, and curves of how they improve."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from learning_agents import Confused, Forgetful, Learns, Patient
from scipy import stats

from riverboat.arena import run_match
from riverboat.arena.learning import LearningCurve, cuts
from riverboat.arena.memory import DatabaseMemory
from riverboat.errors import RiverboatError
from riverboat.games import Hand
from riverboat.games.agent import Agent
from riverboat.games.play import AgentError
from riverboat.model.memory import FileMemory, MemoryStore
from riverboat.records.database import open_database
from riverboat.stats.mean import RunningMean

GAME = "holdem(betting=limit)"
TWO: list[str | Callable[[], Agent]] = [Patient, "always_fold"]
SMALL_BLIND, BIG_BLIND = 5, 10
FOLDING, RAISING = [-SMALL_BLIND, SMALL_BLIND], [SMALL_BLIND, BIG_BLIND]
"""What Patient wins in the two positions before and after it has learned."""


@pytest.fixture(autouse=True)
def nobody_yet() -> None:
    Patient.created = 0


def total(folding: int, raising: int) -> float:
    """What Patient wins in this many hands of each kind."""
    return folding / 2 * sum(FOLDING) + raising / 2 * sum(RAISING)


# The same players to the end ------------------------------------------------------------------------------------------


def test_never_is_never_and_a_session_is_a_session() -> None:
    kept = run_match(TWO, GAME, 1000, session=None)
    assert Patient.created == 1
    assert kept["Patient"].chips.total == pytest.approx(total(Patient.FOLDS, 1000 - Patient.FOLDS))
    assert (kept.session, kept.to_json()["session"], kept.hands) == (None, "never", 1000)
    again = run_match(TWO, GAME, 1000, session=100)
    assert Patient.created == 11
    assert again["Patient"].chips.total == pytest.approx(0.0)
    assert (again.session, again.to_json()["session"], again.learning) == (100, 100, None)


def test_a_long_session_is_the_same_match_as_never() -> None:
    """Stretches are for reports only: hands, cards and random numbers are those of one session."""
    hands: list[list[Hand]] = [[], []]
    for session, kept in zip((None, 950), hands, strict=True):
        run_match([Learns, "random"], GAME, 950, "duplicate", session=session, record=kept.extend)
    assert hands[0] == hands[1]
    assert [hand.number for hand in hands[0]] == list(range(1, 951))


def test_several_matches_have_new_players_and_other_cards() -> None:
    hands: list[Hand] = []
    result = run_match([Patient, "random"], GAME, 150, session=None, matches=3, record=hands.extend)
    assert Patient.created == 3
    assert (result.matches, result.hands, len(hands)) == (3, 450, 450)
    first_cards = {tuple(hands[match * 150].board) + hands[match * 150].down[0] for match in range(3)}
    assert len(first_cards) == 3


def test_both_seat_orders_with_the_same_cards() -> None:
    """A duplicate match that is never cut is the match of each order, from the beginning."""
    hands: list[Hand] = []
    result = run_match(TWO, GAME, 2000, "duplicate", session=None, block=100, record=hands.extend)
    assert Patient.created == 2
    assert result.learning is not None
    curve = result.learning["Patient"].curve
    assert [mean.count for mean in curve] == [100] * 10
    assert [mean.mean for mean in curve] == pytest.approx([0.0] * 3 + [7.5] * 7)
    for one, other in zip(hands[::2], hands[1::2], strict=True):
        assert one.players == other.players[::-1]
        assert (one.down, one.number + 1) == (other.down, other.number)


@pytest.mark.parametrize("mode", ["cash", "duplicate"])
def test_the_result_does_not_depend_on_jobs(mode: Any) -> None:
    results, records = [], []
    for jobs in (1, 2):
        hands: list[Hand] = []
        results.append(
            run_match([Learns, "random"], GAME, 350, mode, session=None, matches=3, jobs=jobs, record=hands.extend)
        )
        records.append(hands)
    assert results[0] == results[1]
    assert results[0].learning is not None
    assert records[0] == records[1]
    assert [hand.number for hand in records[1]] == list(range(1, len(records[1]) + 1))


class Breaks(Learns):
    """Is no player after some hands."""

    def act(self, view: Any) -> Any:
        if self.seen > 150:
            raise SystemExit("enough")
        return super().act(view)


def test_an_error_in_another_process_is_the_error_of_the_match() -> None:
    with pytest.raises(AgentError, match="enough"):
        run_match([Breaks, "random"], GAME, 5000, session=None, matches=4, jobs=2, strict=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_the_stretches_and_resume_ends_as_if_nothing_had_happened(jobs: int, tmp_path: Path) -> None:
    players: list[Any] = [Learns, "random"]
    asked: dict[str, Any] = {"session": None, "matches": 3, "block": 250, "resume": tmp_path / "match", "jobs": jobs}

    def interrupt(progress: Any) -> None:
        if progress.done >= 700:  # in the second match
            raise KeyboardInterrupt

    stopped = run_match(players, GAME, 500, **asked, on_progress=interrupt)
    assert not stopped.complete
    assert stopped.hands == 700
    resumed = run_match(players, GAME, 500, **asked)
    assert resumed == run_match(players, GAME, 500, session=None, matches=3, block=250)
    with pytest.raises(RiverboatError, match="its block is 250, not 125"):
        run_match(players, GAME, 500, **{**asked, "block": 125})


# Curves ---------------------------------------------------------------------------------------------------------------


def test_the_curve_is_what_each_block_won() -> None:
    result = run_match(TWO, GAME, 1050, session=None, matches=2, block=100)
    assert result.learning is not None
    learned = result.learning["Patient"]
    folding, raising = np.tile(FOLDING, 100), np.tile(RAISING, 100)  # both matches
    assert [mean.count for mean in learned.curve] == [200] * 10 + [100]
    for number, mean in enumerate(learned.curve[:10]):
        values = folding if number < 3 else raising
        assert mean.mean == pytest.approx(values.mean())
        assert mean.margin() == pytest.approx(stats.t.ppf(0.975, 199) * values.std(ddof=1) / 200**0.5)
    blocks = np.repeat([0.0] * 3 + [7.5] * 7, 2)  # the last, which is not complete, is no block
    assert learned.blocks.count == 20
    assert learned.blocks.mean == pytest.approx(blocks.mean())
    assert learned.blocks.margin() == pytest.approx(stats.t.ppf(0.975, 19) * blocks.std(ddof=1) / 20**0.5)
    assert learned.early.total == pytest.approx(result["Patient"].chips.total)  # shorter than 2,000 hands
    assert learned.late.count == 0
    told = result.to_json()["learning"]["players"]["Patient"]
    assert (told["after_20000"], "gain" in told) == (None, False)
    assert [(point["from"], point["to"]) for point in told["curve"][:2]] == [(0, 100), (100, 200)]


@pytest.mark.parametrize("block", [2000, 700])
def test_first_and_late_hands_are_counted_apart(block: int) -> None:
    """Against numpy, for matches of different lengths, with blocks that fit 2,000 and 20,000 and blocks that do not."""
    rng = np.random.default_rng(3)
    matches = [rng.normal(number, 5.0, size) for number, size in enumerate((23_050, 21_400, 600))]
    curve = LearningCurve(["me", "you"], block)
    for won in matches:
        start = 0
        for end in cuts(len(won), block):
            means = [RunningMean.of(won[start:end]), RunningMean.of(-won[start:end])]
            curve.add(start, end - start, means)
            start = end
    mine, yours = curve.result().players
    early = np.concatenate([won[:2000] for won in matches])
    late = np.concatenate([won[20_000:] for won in matches])
    for mean, values in ((mine.early, early), (mine.late, late), (yours.late, -late)):
        assert mean.count == len(values)
        assert mean.mean == pytest.approx(values.mean())
        assert mean.variance == pytest.approx(values.var(ddof=1))
    assert mine.gain == pytest.approx(late.mean() - early.mean())
    squares = [stats.t.ppf(0.975, len(v) - 1) ** 2 * v.var(ddof=1) / len(v) for v in (early, late)]
    low, high = mine.gain_interval
    assert (high - low) / 2 == pytest.approx(sum(squares) ** 0.5, rel=1e-4)
    for number, mean in enumerate(mine.curve):
        values = np.concatenate([won[number * block : (number + 1) * block] for won in matches])
        assert mean.mean == pytest.approx(values.mean())
        assert mean.count == len(values)
    blocks = [won[at : at + block].mean() for won in matches for at in range(0, len(won) - block + 1, block)]
    assert mine.blocks.count == len(blocks)
    assert mine.blocks.mean == pytest.approx(np.mean(blocks))
    assert LearningCurve.restored(["me", "you"], curve.saved()).result() == curve.result()


def test_stretches_cross_no_edge() -> None:
    assert cuts(250, 2000) == [100, 200, 250]
    assert cuts(250, 60) == [60, 100, 120, 180, 200, 240, 250]
    assert cuts(250, 60, before=130) == [50, 70, 110, 170, 230, 250]  # 180, 200, 240, 300, 360 and the end
    assert cuts(1, 2000) == [1]


# Memory ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def postgres() -> str:
    """Set RIVERBOAT_TEST_POSTGRES to the URL of a database for tests; what is written there stays."""
    if not (url := os.environ.get("RIVERBOAT_TEST_POSTGRES")):
        pytest.skip("needs RIVERBOAT_TEST_POSTGRES")
    return url


def where_to_remember(kind: str, folder: Path) -> Any:
    return {"store": MemoryStore(), "file": folder / "opponents.memory", "database": f"sqlite:///{folder}/hands.db"}[
        kind
    ]


@pytest.mark.parametrize("kind", ["store", "file", "database"])
def test_who_remembers_wins_more_in_the_second_match(kind: str, tmp_path: Path) -> None:
    memory = where_to_remember(kind, tmp_path)
    first = run_match(TWO, GAME, 200, session=None, memory=memory)
    second = run_match(TWO, GAME, 200, session=None, memory=memory, seed=2)
    forgets = run_match(TWO, GAME, 200, session=None, seed=2)
    assert first["Patient"].chips.total == pytest.approx(total(200, 0))
    assert second["Patient"].chips.total == pytest.approx(total(100, 100))
    assert forgets["Patient"].chips.total == pytest.approx(total(200, 0))
    stranger = run_match([Patient, "always_call"], GAME, 20, session=None, memory=memory, strict=True)
    assert stranger["Patient"].indicators.rate("pfr") == 0.0  # it knows nothing about this one
    assert bool(second.to_json()["memory"])


def test_with_a_memory_sessions_change_nothing_for_a_learner(tmp_path: Path) -> None:
    result = run_match(TWO, GAME, 1000, session=100, memory=tmp_path / "memory", block=100, jobs=2)
    assert Patient.created == 10
    assert result["Patient"].chips.total == pytest.approx(total(Patient.FOLDS, 1000 - Patient.FOLDS))
    assert result.learning is not None
    assert [mean.mean for mean in result.learning["Patient"].curve] == pytest.approx([0.0] * 3 + [7.5] * 7)


def test_ctrl_c_leaves_what_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(progress: Any) -> None:
        if progress.done >= 300:
            raise KeyboardInterrupt

    path = tmp_path / "memory"
    asked: dict[str, Any] = {"session": None, "memory": path, "on_progress": interrupt}
    run_match(TWO, GAME, 1000, **asked)
    assert not path.exists()  # it took less than the time between two saves
    monkeypatch.setattr("riverboat.arena.sessions.SECONDS_BETWEEN_SAVES", 0.0)
    run_match(TWO, GAME, 1000, **asked)
    with FileMemory(path) as store:
        [entry] = store.entries.values()
        assert entry.arrays["seen"].tolist() == [300]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"session": 0}, "0 hands in a session: expected 1 or more"),
        ({"matches": 0}, "0 matches"),
        ({"session": None, "mode": "ring"}, "session never in mode ring"),
        ({"matches": 2, "mode": "tournament"}, "2 matches in mode tournament"),
        ({"memory": "m", "mode": "duplicate"}, "memory in mode duplicate"),
        ({"memory": "m", "in_kernels": True}, "memory in kernels"),
        ({"memory": "m", "matches": 2}, "memory with 2 matches"),
        ({"memory": "m", "resume": "r"}, "memory with resume"),
        ({"memory": "nowhere://"}, "nowhere"),
    ],
)
def test_what_cannot_be_is_refused(asked: dict[str, Any], said: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RiverboatError, match=said):
        run_match(["always_call", "always_fold"], GAME, **{"hands": 10, **asked})
    assert not list(tmp_path.iterdir())


def test_a_memory_of_another_version_stops_the_match_before_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    with FileMemory(path) as store:
        store.of("Patient").remember("always_fold", "patient", 2, {}, {})
        store.save()
    before = path.read_bytes()
    with pytest.raises(RiverboatError, match="has version 2, expected 1"):
        run_match(TWO, GAME, 10, session=None, memory=path)
    assert path.read_bytes() == before


def test_players_that_cannot_use_a_memory() -> None:
    result = run_match([Forgetful, "always_fold"], GAME, 10, session=None, memory=MemoryStore())
    assert result["Forgetful"].faults == {"error": 1}
    assert "save_memory: ValueError: what was it?" in result["Forgetful"].messages[0]
    with pytest.raises(AgentError, match="save_memory"):
        run_match([Forgetful, "always_fold"], GAME, 10, session=None, memory=MemoryStore(), strict=True)
    with pytest.raises(RiverboatError, match="Confused: cannot use its memory: KeyError"):
        run_match([Confused, "always_fold"], GAME, 10, session=None, memory=MemoryStore())


def test_a_database_is_used_by_one_match_at_a_time_and_checked(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/hands.db"
    with DatabaseMemory(address) as store:
        store.of("me").remember("you", "test", 3, {"a": [1]}, {"x": np.arange(5)})
        store.save()
        with pytest.raises(RiverboatError, match="another process is using it"):
            DatabaseMemory(address)
    with DatabaseMemory(address) as store:
        store.of("me").remember("you", "test", 3, {"a": [2]}, {"x": np.arange(6)})
        store.save()
    with DatabaseMemory(address) as store:
        found = store.of("me").recall("you", "test", 3)
        assert found is not None
        assert (found.header, found.arrays["x"].tolist()) == ({"a": [2]}, [0, 1, 2, 3, 4, 5])
    with open_database(address) as database:
        [row] = database.memories()
        database.remember([row._replace(content=row.content[:-60])])
    with pytest.raises(RiverboatError, match=r"what me remembers about you \(test\)"):
        DatabaseMemory(address)


def test_postgresql_remembers_and_locks(postgres: str) -> None:
    """Entries of this test have a name of their own: other tests may use the same database, one after the other."""
    me, other = f"me-{uuid4()}", f"other-{uuid4()}"
    with DatabaseMemory(postgres) as store:
        store.of(me).remember("you", "test", 3, {"a": [1]}, {"x": np.arange(5)})
        store.of(other).remember("you", "test", 1, {}, {"x": np.zeros(100_000)})
        store.save()
        with pytest.raises(RiverboatError, match="another process is using it"):
            DatabaseMemory(postgres)
    with DatabaseMemory(postgres) as store:
        store.of(me).remember("you", "test", 3, {"a": [2]}, {"x": np.arange(6)})
        store.save()
    with DatabaseMemory(postgres) as store:
        found = store.of(me).recall("you", "test", 3)
        assert found is not None
        assert (found.header, found.arrays["x"].tolist()) == ({"a": [2]}, [0, 1, 2, 3, 4, 5])
        kept = store.of(other).recall("you", "test", 1)
        assert kept is not None
        assert kept.arrays["x"].size == 100_000
    two: list[str | Callable[[], Agent]] = [type(me, (Patient,), {}), "always_fold"]
    first = run_match(two, GAME, 300, session=None, memory=postgres)
    second = run_match(two, GAME, 100, session=None, memory=postgres, seed=2)
    assert (first[me].chips.total, second[me].chips.total) == pytest.approx((total(300, 0), total(0, 100)))
