"""Where do the players of a match remember their opponents? In a file, or in the database of hands, by a text.

`open_memory("opponents.memory")` is a file (`riverboat.model.memory`), `open_memory("sqlite:///hands.db")` or
`"postgresql://..."` a table `memory` beside the hands, with a row for each player, opponent and kind. A row is the
package's container of arrays, with its checksums. Like the file, the memory of a database is used by one match at a
time: PostgreSQL locks it, beside an SQLite file there is a lock file.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riverboat.errors import RiverboatError
from riverboat.files import exclusive, pack_arrays, unpack_arrays
from riverboat.model.memory import KIND, EntryKey, FileMemory, MemoryStore, StoredEntry

if TYPE_CHECKING:  # who remembers in a file loads no database
    from riverboat.records.database import HandDatabase

_LOCK: Final = 0x7269766D656D
"""Names the lock of the memory among the advisory locks of a PostgreSQL database."""


def open_memory(where: Path | str) -> MemoryStore:
    """The store in a file, or the one in the database of a URL."""
    return DatabaseMemory(str(where)) if "://" in str(where) else FileMemory(where)


class DatabaseMemory(MemoryStore):
    """A store in a database of hands."""

    def __init__(self, address: str) -> None:
        from riverboat.records.database import open_database

        with ExitStack() as stack:
            self._database = stack.enter_context(open_database(address))
            super().__init__(f"memory in {self._database.name}")
            _lock(self._database, self.name, stack)
            for row in self._database.memories():
                what = f"{self.name}: what {row.player} remembers about {row.opponent} ({row.kind})"
                header, arrays = unpack_arrays(row.content, KIND, what)
                key = EntryKey(row.player, row.opponent, row.kind)
                self.entries[key] = StoredEntry(row.version, header, arrays)
            self._held = stack.pop_all()
        self._changed: set[EntryKey] = set()

    def put(self, key: EntryKey, entry: StoredEntry) -> None:
        """Add or replace an entry; `save` writes it."""
        super().put(key, entry)
        self._changed.add(key)

    def save(self) -> None:
        """Write what has changed, in one transaction."""
        from riverboat.records.database import MemoryRow

        self._database.remember(
            MemoryRow(*key, self.entries[key].version, self._content(key)) for key in sorted(self._changed)
        )
        self._changed.clear()

    def _content(self, key: EntryKey) -> bytes:
        return pack_arrays(KIND, self.entries[key].header, self.entries[key].arrays)

    def close(self) -> None:
        """Let other processes use it."""
        self._held.close()


def _lock(database: HandDatabase, name: str, stack: ExitStack) -> None:
    """Keep others out until the stack is unwound."""
    engine = database.engine
    if engine.dialect.name == "sqlite":
        path = Path(engine.url.database or ":memory:")
        if path.exists():
            stack.enter_context(exclusive(path.with_name(f".{path.name}.memory.lock"), name))
    elif engine.dialect.name == "postgresql":
        connection = stack.enter_context(engine.connect().execution_options(isolation_level="AUTOCOMMIT"))
        if not connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({_LOCK})").scalar():
            raise RiverboatError(f"{name}: another process is using it; wait for that one, or name another")
        stack.callback(connection.exec_driver_sql, f"SELECT pg_advisory_unlock({_LOCK})")
