"""What does it cost to store every hand of a match in a database? The same hands with and without `--db`.

A match of two players who check and call, heads-up no-limit hold'em: nobody thinks, so this is the worst case. The
time with a database ends when the last row is stored. PostgreSQL takes part if RIVERBOAT_TEST_POSTGRES is the URL of
a database for tests; what is written there stays.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from riverboat.arena import MatchResult, run_match
from riverboat.arena.request import Record
from riverboat.bench.harness import Measurement, Peers, race, require_equal
from riverboat.records.database import open_database, recording

_HANDS: Final = 30_000
_CALLER: Final = "always_call"


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Each kind of database as a multiple of the match without one."""
    with TemporaryDirectory() as folder:
        where: dict[str, Callable[[], str]] = {"SQLite": _new_file(Path(folder))}
        if url := os.environ.get("RIVERBOAT_TEST_POSTGRES"):
            where["PostgreSQL"] = lambda: url
        contestants: dict[str, Callable[[], object]] = {"none": _play}
        for kind, place in where.items():
            _require_all_there(place())
            contestants[kind] = lambda place=place: _kept(place())  # type: ignore[misc]
        times = race(contestants, seconds=12.0, max_runs=4)
    for kind in where:
        yield Measurement(f"a match with --db ({kind}), times as long", "x", times[kind] / times["none"], goal=2)
        yield Measurement(f"one hand played and kept ({kind})", "us", 1e6 * times[kind] / _HANDS)
    yield Measurement("one hand played and not kept", "us", 1e6 * times["none"] / _HANDS)


def _play(hands: int = _HANDS, record: Record | None = None) -> MatchResult:
    return run_match([_CALLER, _CALLER], "holdem", hands, seed=1, record=record)


def _kept(where: str, hands: int = _HANDS) -> MatchResult:
    with recording(where, "cash", 1, {"hands": hands}, _HANDS) as record:
        return _play(hands, record)


def _require_all_there(where: str) -> None:
    """Check that the stored hands are those that were played."""
    played = _kept(where, 1000)
    with open_database(where) as database:
        newest = database.simulations()[-1]
        won = sum(hand.payoffs[hand.players.index(_CALLER)] for hand in database.hands(newest.id))
    require_equal(played.hands, newest.hands, "number of stored hands")
    require_equal(round(played.players[0].chips.mean * played.hands), won, "chips in stored hands")


def _new_file(folder: Path) -> Callable[[], str]:
    """Names of new files; the previous file is removed."""
    made = 0

    def name() -> str:
        nonlocal made
        for old in folder.glob(f"{made}.db*"):
            old.unlink()
        made += 1
        return str(folder / f"{made}.db")

    return name
