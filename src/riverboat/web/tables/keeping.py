"""What survives a restart: tables as documents, finished hands in the database, both written by one thread.

The loop marks a table as changed; a moment later it takes a snapshot of every changed table (what is needed to resume,
the deck of the hand included) and hands them to the thread, which writes them in one transaction. So 200 busy tables
cost four small transactions per second, one table twenty; if the server is killed, at most that moment is lost, never a
table or a chip. Hands are rows of one simulation for each table, written in batches when the server is idle, and within
some seconds when it is not.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Final

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records.database import HandDatabase, Recorder
from riverboat.web.documents import Body, Documents
from riverboat.web.tables.setup import TableSetup

MODE: Final = "table"
"""Of the runs in the database; `people` among their parameters says for how many people the table was."""
SETUP: Final = "table"
NOW: Final = "table-now"
RUN: Final = "table-run"
SCORE: Final = "table-score"
_MOMENT: Final = 0.05
_MORE_FOR_EACH: Final = 0.001
_LONGEST: Final = 0.25
"""Seconds until a change is written: more where many tables are played, so that one snapshot has several changes."""
_SECONDS: Final = 5.0
_IDLE: Final = 0.2


def private_runs(database: HandDatabase) -> set[int]:
    """The runs of tables for several people, open or closed: a player who folded there has shown no cards, to anybody.

    A run of an earlier version does not say for how many people it was, and counts as one of them.
    """
    return {run for run, about in database.parameters(MODE).items() if about.get("people", 2) > 1}


class Keeper:
    """Writes for all tables of one server."""

    def __init__(self, documents: Documents, database: HandDatabase) -> None:
        self.documents, self._database = documents, database
        self._changed: dict[str, Callable[[], Body]] = {}
        self._gathering: asyncio.TimerHandle | None = None
        self._queue: SimpleQueue[tuple[str, Any] | None] = SimpleQueue()
        self._recorders: dict[str, Recorder] = {}
        self._flushed: dict[str, float] = {}
        self._behind = self._closing = False
        self._thread = threading.Thread(target=self._serve, name="keeper", daemon=True)
        self._thread.start()

    # From the loop ----------------------------------------------------------------------------------------------------

    def keep(self, table: str, body: Callable[[], Body]) -> None:
        """This table has changed; `body` takes its snapshot, soon."""
        self._changed[table] = body
        if self._gathering is None:
            moment = _MOMENT + _MORE_FOR_EACH * len(self._recorders)
            self._gathering = asyncio.get_running_loop().call_later(min(moment, _LONGEST), self._gather)

    def record(self, table: str, setup: TableSetup, hand: Hand) -> None:
        """A hand is over."""
        self._queue.put(("hand", (table, setup, hand)))

    def forget(self, table: str) -> None:
        """A table is closed; its hands stay."""
        self._changed.pop(table, None)
        self._queue.put(("forget", table))

    async def hands(self, table: str, skip: int = 0) -> list[Hand]:
        """The finished hands of a table, after the first `skip`."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[list[Hand]] = loop.create_future()
        self._queue.put(("read", (table, skip, loop, done)))
        return await done

    def close(self) -> None:
        """Write everything and stop."""
        self._closing = True
        if self._gathering is not None:
            self._gathering.cancel()
        self._gather()
        self._queue.put(None)
        self._thread.join(10)

    def _gather(self) -> None:
        self._gathering = None
        if self._behind and not self._closing:  # the thread is still busy with the last snapshot
            self._gathering = asyncio.get_running_loop().call_later(_MOMENT, self._gather)
            return
        changed, self._changed = self._changed, {}
        if changed:
            self._behind = True
            self._queue.put(("now", {table: body() for table, body in changed.items()}))

    # In the thread ----------------------------------------------------------------------------------------------------

    def past_hands(self, table: str, skip: int = 0) -> Iterator[Hand]:
        """The hands that are in the database already; from any thread."""
        run = self.documents.get(RUN, table)
        return iter(()) if run is None else self._database.hands(run["simulation"], skip=skip)

    def hands_stored(self, table: str) -> int:
        """Their number."""
        run = self.documents.get(RUN, table)
        if run is None:
            return 0
        return next((each.hands for each in self._database.simulations() if each.id == run["simulation"]), 0)

    def _serve(self) -> None:
        while True:
            try:
                item = self._queue.get(timeout=_IDLE if self._flushed else None)
            except Empty:
                self._attempt(self._flush_all)
                continue
            if item is None:
                self._attempt(self._flush_all)
                return
            self._attempt(lambda what=item: self._do(*what))  # type: ignore[misc]
            if self._flushed and monotonic() - next(iter(self._flushed.values())) > _SECONDS:
                self._attempt(lambda: self._flush(next(iter(self._flushed))))

    def _attempt(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:  # the tables continue; the next snapshot of a table has everything again
            print(f"tables: {' '.join(str(error).split())[:300]}", file=sys.stderr, flush=True)

    def _do(self, kind: str, what: Any) -> None:
        if kind == "now":
            try:
                self.documents.put_all(NOW, what)
            finally:
                self._behind = False
        elif kind == "hand":
            self._store(*what)
        elif kind == "forget":
            self._flush(what)
            self._recorders.pop(what, None)
            for each in (SETUP, NOW, RUN, SCORE):
                self.documents.drop(each, what)
        else:
            self._read(*what)

    def _read(self, table: str, skip: int, loop: asyncio.AbstractEventLoop, done: asyncio.Future[list[Hand]]) -> None:
        hands: list[Hand] = []
        problem: RiverboatError | None = None
        try:
            self._flush(table)
            hands = list(self.past_hands(table, skip))
        except Exception as error:
            problem = RiverboatError(f"the hands cannot be read: {' '.join(str(error).split())[:200]}")

        def resolve() -> None:
            if not done.done():
                done.set_result(hands) if problem is None else done.set_exception(problem)

        loop.call_soon_threadsafe(resolve)

    def _store(self, table: str, setup: TableSetup, hand: Hand) -> None:
        recorder = self._recorders.get(table)
        if recorder is None:
            run = self.documents.get(RUN, table)
            if run is None:
                about = {"table": table, "title": setup.title, "people": setup.people}
                recorder = self._database.record(MODE, parameters=about)
                self.documents.put(RUN, table, {"simulation": recorder.simulation})
            else:
                recorder = self._database.resume(run["simulation"])
            self._recorders[table] = recorder
        try:
            recorder.add(hand)
        except RiverboatError:
            return  # games with custom formulas have no rows
        self._flushed.setdefault(table, monotonic())

    def _flush(self, table: str) -> None:
        if self._flushed.pop(table, None) is not None:
            self._recorders[table].flush()
            self._recorders[table].forget()  # 200 tables that remember all their lines of betting would be gigabytes

    def _flush_all(self) -> None:
        for table in list(self._flushed):
            self._flush(table)
