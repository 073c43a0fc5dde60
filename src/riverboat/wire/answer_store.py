"""Cached results: the latest in memory, and optionally all expensive ones in an SQLite file.

Both are conveniences. A file that cannot be used from the beginning is refused; whatever goes wrong with it later
(locked, full, damaged) is logged once, and from then on the server answers without it. Answers are written in batches,
so a crash loses the last few; it is a cache, and they will be computed again.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.files import require_folder

_log = logging.getLogger(__name__)

_VERSION: Final = 1
_BATCH: Final = 200
_SECONDS_BETWEEN_BATCHES: Final = 2.0
_REPLY: Final = re.compile(r"OK( -?[0-9][0-9.e+-]*){1,2}", re.ASCII)


class RecentAnswers:
    """The answers used last, up to `capacity` of them. For one thread only."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._replies: OrderedDict[str, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._replies)

    def get(self, key: str) -> bytes | None:
        """The reply remembered under the key, which thereby becomes the newest."""
        reply = self._replies.get(key)
        if reply is not None:
            self._replies.move_to_end(key)
        return reply

    def put(self, key: str, reply: bytes) -> None:
        """Remember a reply, and forget the oldest if there are too many."""
        self._replies[key] = reply
        self._replies.move_to_end(key)
        if len(self._replies) > self._capacity:
            self._replies.popitem(last=False)


class AnswerStore:
    """Replies by key in an SQLite file (write-ahead log, one table), made if absent. For any number of threads."""

    def __init__(self, path: str | Path) -> None:
        path = Path(path)
        self._path = path
        self._lock = threading.Lock()
        self._unwritten: dict[str, str] = {}
        self._written_at = time.monotonic()
        try:
            require_folder(path)
            self._database: sqlite3.Connection | None = self._open()
        except (sqlite3.Error, OSError) as error:
            raise RiverboatError(f'cache "{path}": {error}') from None

    @property
    def working(self) -> bool:
        """Whether the file is in use; False after the first thing that went wrong with it."""
        return self._database is not None

    def get(self, key: str) -> bytes | None:
        """The stored reply, or None; what does not look like a reply counts as absent."""
        with self._lock:
            reply = self._unwritten.get(key)
            if reply is None and self._database is not None:
                try:
                    row = self._database.execute("SELECT reply FROM answers WHERE key = ?", (key,)).fetchone()
                except sqlite3.Error as error:
                    self._give_up(error)
                    return None
                reply = row[0] if row else None
        if not isinstance(reply, str) or not _REPLY.fullmatch(reply):
            return None
        return reply.encode() + b"\n"

    def put(self, key: str, reply: bytes) -> None:
        """Store a reply; it reaches the file with the next batch."""
        with self._lock:
            if self._database is None:
                return
            self._unwritten[key] = reply.decode().rstrip("\n")
            late = time.monotonic() - self._written_at > _SECONDS_BETWEEN_BATCHES
            if late or len(self._unwritten) >= _BATCH:
                self._write()

    def close(self) -> None:
        """Write what is left and close the file."""
        with self._lock:
            self._write()
            if self._database is not None:
                self._database.close()
                self._database = None

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, timeout=1.0, check_same_thread=False, isolation_level=None)
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _VERSION):
                raise sqlite3.DatabaseError(f"version {version} of the file; expected {_VERSION}")
            database.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, reply TEXT) WITHOUT ROWID")
            database.execute("SELECT key, reply FROM answers LIMIT 1").fetchone()  # a table of another kind has neither
            database.execute(f"PRAGMA user_version = {_VERSION}")
        except BaseException:
            database.close()
            raise
        return database

    def _write(self) -> None:
        if self._database is not None and self._unwritten:
            try:
                self._database.execute("BEGIN")
                self._database.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?)", self._unwritten.items())
                self._database.execute("COMMIT")
            except sqlite3.Error as error:
                self._give_up(error)
        self._unwritten.clear()
        self._written_at = time.monotonic()

    def _give_up(self, error: Exception) -> None:
        _log.warning("answers are no longer kept in %s: %s", self._path, error)
        database, self._database = self._database, None
        self._unwritten.clear()
        if database is not None:
            try:
                database.close()
            except sqlite3.Error:
                _log.debug("closing %s failed too", self._path, exc_info=True)
