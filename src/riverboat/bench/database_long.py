"""How long do people wait for a database of a million hands? A page of the list, searches, and statistics.

Hands of six players: one sits in all of them, twenty regulars in 50,000 each, and four thousand others in a few hundred
to some thousands. All cards are known, which is the worst case of a search for cards. 50,000 hands are stored as usual;
their rows are then copied with other years, runs and numbers, which takes a fraction of the time. Some minutes for each
kind of database.

Before anything is timed, answers are compared with what was counted while the hands were made. PostgreSQL takes part if
RIVERBOAT_TEST_POSTGRES is the URL of an empty database; what is written there stays. Each time is the best of several,
and includes everything that a person waits for: parsing, all queries, and reading the hands of the page; of more than
ten thousand hands the number is asked for apart, after that (`counted`, without a goal). With SQLite,
which works in this process, it is processor time, so a busy machine measures the same; with PostgreSQL it is time by
the clock.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

from sqlalchemy import Connection, Table, text

from riverboat.bench.harness import Measurement, Peers, best_seconds, require_equal
from riverboat.bench.histories import played
from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress
from riverboat.records.database import open_database
from riverboat.records.database.search import Order, Wanted, search
from riverboat.records.database.statistics import stored_statistics
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import (
    ACTION,
    GAME,
    GAME_PLAYER,
    ROOM,
    SIMULATION,
    SUMMARY,
    SUMMARY_BY,
    SUMMARY_STATE,
)
from riverboat.records.facts import facts_of
from riverboat.records.statistics import By

HANDS: Final = 1_000_000
_STORED: Final = 50_000
"""Hands that are stored one by one; the others are copies of their rows."""
_DIFFERENT: Final = 5_000
"""Hands of one run; every run has the same with other people."""
_REGULARS: Final = 20
_GUESTS: Final = 1_000
"""At each of four seats."""
_GOAL: Final = 300.0
"""Milliseconds."""
_SEARCHES: Final = (
    "Hero", "Hero AKs", "Hero lost>20bb", "Hero BTN 3bet", "hero AKs vs 3bet BTN lost>20bb board:paired 2019-03",
    'Hero vs "regular 3"', '"regular 3" vs Hero', '"regular 3" vs "guest 1-0"', 'Hero or "regular 3" won', "AKs",
    "QQ+ lost", "AKs BTN lost>20bb", "cards:AhKd", "pot>100bb", "won>100bb", "3bet", "2015-03", "board:paired",
    "number:777777", "BTN won", "3bet lost", "SB folded", "BTN won>20bb", "BTN won>30bb", "BTN lost>5bb",
    "BTN lost>7bb", "-Hero", 'Hero -"regular 3"', "Hero stake:1", "Hero site:PokerStars", "Hero stack<40bb",
    "stack<40bb", "regular* won", 'vs "regular 3" won', "vs Hero won", "vs Hero 3bet", "vs Hero BTN won",
)  # fmt: skip
_COUNTED: Final = ("Hero lost>20bb", "BTN won", 'Hero or "regular 3" won', 'Hero -"regular 3"', "vs Hero BTN won")
"""Searches for more hands than are counted at once, of each kind."""
_STATISTICS: Final[tuple[By, ...]] = ("", "position", "stake", "month", "street")


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Each question to each kind of database, in milliseconds."""
    with TemporaryDirectory() as folder:
        places = {"SQLite": str(Path(folder) / "hands.db")}
        if url := os.environ.get("RIVERBOAT_TEST_POSTGRES"):
            places["PostgreSQL"] = url
        for kind, place in places.items():
            with open_database(place) as database:
                if database.simulations():
                    raise RiverboatError(f"{database.name}: expected an empty database")
                hands = store(database, HANDS, peers.on_progress)
                yield from measure(database, kind, hands)


def measure(database: HandDatabase, kind: str, hands: Counter[str]) -> Iterator[Measurement]:
    """Times; `hands` says in how many each player was."""
    for name in ("Hero", "regular 3", "guest 1-0"):
        require_equal(search(database, Wanted(player=name)).total, hands[name], f"hands of {name}")
    lines = {line.player: line.hands for line in stored_statistics(database)}
    require_equal(lines, {name: hands[name] for name in lines}, "hands in statistics")

    def ask(query: str, order: Order = "played") -> Callable[[], object]:
        def answer() -> object:
            found = search(database, Wanted(query=query), order=order, is_quick=True)
            return list(database.hands_at(sorted(found.places)))

        return answer

    clock = process_time if kind == "SQLite" else perf_counter
    questions: dict[str, Callable[[], object]] = {
        "list of hands": ask(""),
        "list, newest first": ask("", "newest"),
        "list by pot": ask("", "pot"),
    }
    questions |= {f"search {query}": ask(query) for query in _SEARCHES}
    questions["search Hero, by result"] = ask("Hero", "result")
    questions |= {f"counted {query}": partial(search, database, Wanted(query=query), count=1) for query in _COUNTED}
    for by in _STATISTICS:
        end = f" by {by}" if by else ""
        questions[f"statistics of all{end}"] = partial(stored_statistics, database, by)
        questions[f"statistics of one{end}"] = partial(stored_statistics, database, by, ["Hero"])
    for name, question in questions.items():
        seconds = best_seconds(question, seconds=1.0, max_runs=5, clock=clock)
        goal = None if name.startswith("counted") else _GOAL
        yield Measurement(f"{kind}, {sum(hands.values()) // 6:,} hands: {name}", "ms", 1000 * seconds, goal=goal)


def store(database: HandDatabase, count: int, on_progress: OnProgress | None = None) -> Counter[str]:
    """Store this many hands, rounded down to a number of runs; returns in how many each player is."""
    hands = played(_DIFFERENT)
    facts = [facts_of(hand) for hand in hands]
    rng = Random(11)
    found: Counter[str] = Counter()

    def report(done: int) -> None:
        if on_progress is not None:
            on_progress(Progress(done, count, note=f"{done:,} of {count:,} hands stored"))

    first = min(count, _STORED)
    runs = first // _DIFFERENT
    for run in range(runs):
        site = ("PokerStars", "Winamax")[run % 2]
        with database.record("import", parameters={"from": f"session {run}.txt"}) as recorder:
            for hand, about in zip(hands, facts, strict=True):
                number = run * _DIFFERENT + hand.number
                names = _names(rng, number)
                found.update(names)
                when = f"2010-{run + 1:02}-01 {hand.number // 300:02}:{hand.number // 5 % 60:02}:00"
                recorder.add(
                    hand._replace(players=names, number=number),
                    facts=about._replace(played_at=when, site=site, hand_number=str(number), currency="USD"),
                )
        report((run + 1) * _DIFFERENT)
    copies = count // first
    for copy in range(1, copies):
        with database.writing() as connection:
            _copy(connection, copy, runs, first)
        report((copy + 1) * first)
    with database.writing() as connection:
        counts = [column.name for column in SUMMARY_BY.columns if not column.primary_key]
        times = ", ".join(f"{name} = {name} * {copies}" for name in counts)
        connection.execute(text(f"UPDATE summary_by SET {times} WHERE kind <> 'month'"))
    if database.engine.dialect.name == "postgresql":  # as its own housekeeping would, some minutes later
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM ANALYZE"))
    return Counter({name: copies * each for name, each in found.items()})


def _copy(connection: Connection, copy: int, runs: int, hands: int) -> None:
    """The rows of the first runs as those of other runs, in another year and with other numbers."""
    year = f"'{2010 + copy}' || substr"
    changed = {
        "simulation_id": f"simulation_id + {copy * runs}",
        "number": f"number + {copy * hands}",
        "hand_number": f"CAST(number + {copy * hands} AS VARCHAR(20))",
        "hand_key": f"site || '#' || CAST(number + {copy * hands} AS VARCHAR(20))",
        "played_at": f"{year}(played_at, 5)",
    }

    def insert(table: Table, where: str, changes: dict[str, str]) -> None:
        names = [column.name for column in table.columns]
        values = ", ".join(changes.get(name, name) for name in names)
        connection.execute(
            text(f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values} FROM {table.name} WHERE {where}")
        )

    insert(SIMULATION, f"id <= {runs}", {"id": f"id + {copy * runs}"})
    for table in (ROOM, GAME, GAME_PLAYER, ACTION, SUMMARY, SUMMARY_STATE):
        insert(table, f"simulation_id <= {runs}", changed)
    insert(SUMMARY_BY, "kind = 'month' AND value LIKE '2010%'", {"value": f"{year}(value, 5)"})


def _names(rng: Random, number: int) -> tuple[str, ...]:
    """The six players of a hand, each in another seat than in the hand before; some come often, most seldom."""
    names = ["Hero", f"regular {rng.randrange(_REGULARS)}"]
    names += [f"guest {seat}-{int(_GUESTS * rng.random() ** 2)}" for seat in range(4)]
    turn = number % len(names)
    return (*names[turn:], *names[:turn])
