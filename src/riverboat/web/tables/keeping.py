"""What survives a restart: nothing that anybody has seen is lost, whatever happens to the server.

The loop marks a table as changed and gets a ticket; frames of that table wait in their connections until the ticket is
on disk (`connection.py`). As soon as the writing thread is free, it gets everything that has changed since: a snapshot
of each changed table (what is needed to resume, the deck of the hand included), the hands that ended and the new
entries of the hand logs. It writes all
of it in one transaction, so a finished hand and the stacks that it leads to are never apart, and 200 busy tables share
a commit. SQLite is used with `synchronous=FULL`: a commit survives a loss of power. A score is counted from stored
hands and says how many it has counted, so it cannot disagree with them.

If a write fails (the disk is full), no frame leaves, the tables stop dealing and say why (`problem`), and the same
write is tried again every second.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from time import monotonic
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records.database import DatabaseError, HandDatabase, Recorder
from riverboat.web.documents import Body, Documents, one_line
from riverboat.web.errors import StorageError
from riverboat.web.tables import closing
from riverboat.web.tables.log import Entry, HandLog
from riverboat.web.tables.sealing import Seal
from riverboat.web.tables.setup import TableSetup

MODE: Final = "table"
"""Of the runs in the database; `people` among their parameters says for how many people the table was."""
SETUP: Final = "table"
NOW: Final = "table-now"
RUN: Final = "table-run"
SCORE: Final = "table-score"
_SECONDS_TO_GATHER: Final = 0.001
"""From a change to the batch, if nothing is being written: the end of a hand and the next deal are one transaction."""
_SECONDS_TO_RETRY: Final = 1.0
_SECONDS_TO_CLOSE: Final = 10.0

Snapshot = Callable[[], Body]
_Ended = tuple[str, TableSetup, Hand]
_T = TypeVar("_T")


def about_deck(table: str, hand: int) -> str:
    """What the encrypted deck of a finished hand is about."""
    return f"table {table}, deck of hand {hand}"


@dataclass(frozen=True)
class _Batch:
    """What one transaction writes."""

    number: int
    changed: dict[str, Snapshot]
    now: dict[str, Body]
    scores: dict[str, Body]
    ended: list[_Ended]
    log: list[Entry]


def sealed(now: Body, seal: Seal, table: str) -> Body:
    """A snapshot as it is stored: nobody who reads the database learns the cards of the hand that is being played."""
    return now if now["hand"] is None else now | {"hand": seal.close(now["hand"], _about(now, table))}


def unsealed(now: Body, seal: Seal, table: str) -> Body:
    """The snapshot that was stored; one of an earlier version is not encrypted."""
    return now | {"hand": seal.open(now["hand"], _about(now, table))} if isinstance(now["hand"], str) else now


def _about(now: Body, table: str) -> str:
    return f"table {table}, hand {now['number']}"


class Gate:
    """Holds back the frames of one table until what they show is on disk."""

    __slots__ = ("_keeper", "ticket")

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self.ticket = 0
        """Of the table's newest change."""

    def is_open(self, ticket: int, event: asyncio.Event) -> bool:
        """Whether this ticket is on disk; if not, the event is set when more is."""
        if ticket <= self._keeper.written:
            return True
        self._keeper.waiting.add(event)
        return False


def private_runs(database: HandDatabase) -> set[int]:
    """The runs of tables for several people, open or closed: a player who folded there has shown no cards, to anybody.

    A run of an earlier version does not say for how many people it was, and counts as one of them.
    """
    return {run for run, about in database.parameters(MODE).items() if about.get("people", 2) > 1}


class Keeper:
    """Writes for all tables of one server; made on its loop."""

    def __init__(
        self,
        documents: Documents,
        database: HandDatabase,
        seal: Seal,
        on_problem: Callable[[], object] = lambda: None,
    ) -> None:
        self.documents, self._database, self._seal, self._on_problem = documents, database, seal, on_problem
        self.problem = ""
        """Why nothing can be written at the moment; empty when all is well."""
        self.written = 0
        """The last ticket that is on disk."""
        self.waiting: set[asyncio.Event] = set()
        """Set when more is on disk, and forgotten."""
        self.commits = 0
        self.slowest = 0.0
        """Seconds of the slowest commit."""
        self._next = 1
        self._changed: dict[str, Snapshot] = {}
        self._scores: dict[str, Body] = {}
        self._ended: list[_Ended] = []
        self._log: list[Entry] = []
        self.hand_log = HandLog(database.engine)
        self._writing: _Batch | None = None
        self._gathering: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[tuple[str, Any] | None] = SimpleQueue()
        self._recorders: dict[str, Recorder] = {}
        self._thread = threading.Thread(target=self._serve, name="keeper", daemon=True)
        self._thread.start()

    # From the loop ----------------------------------------------------------------------------------------------------

    def keep(self, table: str, snapshot: Snapshot) -> int:
        """This table has changed; returns the ticket that is on disk when the change is."""
        self._changed[table] = snapshot
        if self._gathering is None and self._writing is None:
            self._gathering = self._loop.call_later(_SECONDS_TO_GATHER, self._gather)
        return self._next

    def record(self, table: str, setup: TableSetup, hand: Hand) -> None:
        """A hand is over; it is written together with the snapshot that `keep` announces before the loop goes on."""
        self._ended.append((table, setup, hand))

    def log(self, entry: Entry) -> None:
        """Append to the log of a table; written like `record`."""
        self._log.append(entry)

    def count(self, table: str, score: Body) -> None:
        """A table's hands are counted; written with the next change: what is lost is counted again."""
        self._scores[table] = score

    def require_well(self) -> None:
        """Raise if nothing can be written."""
        if self.problem:
            raise StorageError(self.problem)

    async def until_written(self, ticket: int) -> None:
        """Wait until this ticket is on disk; an error says why it is not."""
        while self.written < ticket:
            self.require_well()
            await self._news()

    async def until_well(self) -> None:
        """Wait until writing works."""
        while self.problem:
            await self._news()

    @property
    def newest(self) -> int:
        """The ticket that is on disk when everything up to now is."""
        return self._next if self._changed or self._ended else self._next - 1

    async def forget(self, table: str) -> None:
        """A table is closed; its hands stay."""
        self._changed.pop(table, None)
        self._scores.pop(table, None)
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(("forget", (table, done)))
        await done

    async def hands(self, table: str, skip: int, count: int) -> list[Hand]:
        """Some finished hands of a table, after the first `skip`."""
        return await self._read(lambda: self.past_hands(table, skip, count))

    async def hands_of(self, table: str, player: str, before: int, count: int) -> list[Hand]:
        """A player's last finished hands before the one with this number."""
        return await self._read(lambda: self._find_before(table, player, before, count))

    async def hand(self, table: str, number: int) -> Hand | None:
        """A finished hand by its number."""
        return await self._read(lambda: self._find(table, number))

    async def deck(self, table: str, number: int) -> Body | None:
        """What opens the commitment of a finished hand."""
        sealed = await self._read(lambda: self.hand_log.sealed(table, number))
        return self._seal.open(sealed, about_deck(table, number)) if sealed else None

    async def _read(self, work: Callable[[], _T]) -> _T:
        """Read from the database, in another thread than the one for which all tables wait."""
        await self.until_written(self.newest)
        try:
            return await asyncio.to_thread(work)
        except SQLAlchemyError as error:
            raise RiverboatError(f"the hands cannot be read: {one_line(error)}") from error

    async def close(self) -> None:
        """Write everything and stop."""
        with suppress(TimeoutError, StorageError):
            await asyncio.wait_for(self._until_all_written(), _SECONDS_TO_CLOSE)
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join, _SECONDS_TO_CLOSE)

    async def _until_all_written(self) -> None:
        while self._writing is not None or self._changed or self._ended:
            self.require_well()
            await self._news()

    async def _news(self) -> None:
        event = asyncio.Event()
        self.waiting.add(event)
        await event.wait()

    def _gather(self) -> None:
        """Hand everything that is new to the thread."""
        self._gathering = None
        if self._writing is not None or not (self._changed or self._ended):
            return
        changed, self._changed = self._changed, {}
        scores, self._scores = self._scores, {}
        ended, self._ended = self._ended, []
        log, self._log = self._log, []
        now = {table: snapshot() for table, snapshot in changed.items()}
        self._writing = _Batch(self._next, changed, now, scores, ended, log)
        self._next += 1
        self._queue.put(("write", self._writing))

    def _finished(self, batch: _Batch, problem: str) -> None:
        """The thread has written a batch, or could not."""
        self._writing = None
        before, self.problem = self.problem, problem
        if problem:  # it is part of the next one, before what has happened since
            self._changed = batch.changed | self._changed
            self._scores = batch.scores | self._scores
            self._ended[:0] = batch.ended
            self._log[:0] = batch.log
            self._gathering = self._loop.call_later(_SECONDS_TO_RETRY, self._gather)
        else:
            self.written = batch.number
            self._gather()
        waiting, self.waiting = self.waiting, set()
        for event in waiting:
            event.set()
        if problem != before:
            said = problem or "writing works again"
            print(f"tables: {said}", file=sys.stderr, flush=True)
            self._on_problem()

    # From any thread --------------------------------------------------------------------------------------------------

    def past_hands(self, table: str, skip: int, count: int) -> list[Hand]:
        """Hands that are in the database already."""
        run = self.documents.get(RUN, table)
        found = [] if run is None else self._database.page(run["simulation"], skip, count)
        return [self._whole(table, hand) for hand in found]

    def hands_stored(self, table: str) -> int:
        """Their number."""
        run = self.documents.get(RUN, table)
        return 0 if run is None else self._database.stored(run["simulation"])

    def _find(self, table: str, number: int) -> Hand | None:
        run = self.documents.get(RUN, table)
        hand = None if run is None else self._database.hand(run["simulation"], number)
        return None if hand is None else self._whole(table, hand)

    def _find_before(self, table: str, player: str, before: int, count: int) -> list[Hand]:
        run = self.documents.get(RUN, table)
        found = [] if run is None else self._database.hands_before(run["simulation"], before, count, player)
        return [self._whole(table, hand) for hand in found]

    def _whole(self, table: str, hand: Hand) -> Hand:
        """A stored hand with the cards that are closed in the database, if it is of a table for several people."""
        if hand.dealt or not (sealed := self.hand_log.sealed(table, hand.number)):
            return hand
        cards = self._seal.open(sealed, about_deck(table, hand.number)).get("closed")
        return hand if cards is None else closing.opened(hand, cards)

    # In the thread that writes ----------------------------------------------------------------------------------------

    def _serve(self) -> None:
        while (item := self._queue.get()) is not None:
            kind, what = item
            if kind == "write":
                problem = self._attempt(what)
                self._tell(self._finished, what, problem)
            else:
                self._drop(*what)

    def _tell(self, function: Callable[..., object], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            self._loop.call_soon_threadsafe(function, *arguments)

    def _attempt(self, batch: _Batch) -> str:
        """Write it; returns the problem."""
        start = monotonic()
        try:
            self._write(batch)
        except Exception as error:
            self._recorders.clear()  # their rows were not written
            return _problem_of(error)
        self.commits += 1
        self.slowest = max(self.slowest, monotonic() - start)
        return ""

    def _write(self, batch: _Batch) -> None:
        now = {table: sealed(body, self._seal, table) for table, body in batch.now.items()}
        log = [(entry, self._seal_deck(entry)) for entry in batch.log]
        with self._database.writing() as connection:
            self.documents.write(connection, NOW, now)
            self.documents.write(connection, SCORE, batch.scores)
            self.hand_log.write(connection, log)
            self._database.write(connection, self._recorded(connection, batch.ended))

    def _recorded(self, connection: Connection, ended: Iterable[_Ended]) -> Iterable[Recorder]:
        """The recorders that hold the rows of these hands."""
        recorders: dict[str, Recorder] = {}
        for table, setup, hand in ended:
            is_new = table not in self._recorders
            recorder = recorders[table] = self._recorder(connection, table, setup)
            if is_new and self._database.hand(recorder.simulation, hand.number) is not None:
                continue  # a commit that was thought to have failed
            try:
                recorder.add(closing.closed(hand) if setup.is_private else hand)
            except DatabaseError:
                raise
            except RiverboatError:
                continue  # games with custom formulas have no rows
        return recorders.values()

    def _seal_deck(self, entry: Entry) -> str:
        return "" if entry.secret is None else self._seal.close(entry.secret, about_deck(entry.table, entry.hand))

    def _recorder(self, connection: Connection, table: str, setup: TableSetup) -> Recorder:
        recorder = self._recorders.get(table)
        if recorder is None:
            run = self.documents.get(RUN, table)
            if run is None:
                bots = {chair.name: chair.agent for chair in setup.chairs if chair.kind == "bot"}
                about = {
                    "table": table, "title": setup.title, "people": setup.people, "host": setup.host, "agents": bots,
                }  # fmt: skip
                recorder = self._database.record(MODE, parameters=about)
                self.documents.write(connection, RUN, {table: {"simulation": recorder.simulation}})
            else:
                recorder = self._database.resume(run["simulation"])
            self._recorders[table] = recorder
        return recorder

    def _drop(self, table: str, done: asyncio.Future[None]) -> None:
        problem: StorageError | None = None
        try:
            with self._database.writing() as connection:
                self.hand_log.forget_secrets(connection, table)
                self.documents.erase(connection, (SETUP, NOW, RUN, SCORE), table)
        except Exception as error:
            problem = StorageError(_problem_of(error))
        else:
            self._recorders.pop(table, None)

        def resolve() -> None:
            if not done.done():
                done.set_result(None) if problem is None else done.set_exception(problem)

        self._tell(resolve)


def _problem_of(error: Exception) -> str:
    cause = error.__cause__ if isinstance(error, DatabaseError) else None  # without the database's address
    return f"nothing can be stored: {one_line(cause or error)}"
