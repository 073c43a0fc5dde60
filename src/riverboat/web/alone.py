"""One server for one database: two would both deal at the same tables and do the same jobs.

SQLite: a lock on a file beside the database, so that others can still read (`riverboat hands list`); a server that is
killed leaves no lock behind. PostgreSQL: an advisory lock, held by a connection of its own. If that connection drops,
another server may already have the lock, so this one has to stop: `is_held` says whether it still may play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from riverboat.errors import RiverboatError
from riverboat.files import exclusive
from riverboat.records.database import address_of
from riverboat.web.documents import one_line

_LOCK: Final = 0x5249564552  # RIVER
SECONDS_BETWEEN_CHECKS: Final = 2.0


@contextmanager
def alone_with(where: str) -> Iterator[Callable[[], bool] | None]:
    """Hold the lock of this database, or refuse; yields a function to check it with, or None if it cannot be lost."""
    url = make_url(address_of(where))
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
            yield None
            return
        file = Path(url.database).resolve()
        if not file.parent.is_dir():  # opening it says what is wrong
            yield None
            return
        with exclusive(file.with_name(f"{file.name}.lock"), f'database "{file}"'):
            yield None
        return
    name = url.render_as_string(hide_password=True)
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        connection = engine.connect()
    except SQLAlchemyError as error:
        raise RiverboatError(f"database {name}: {one_line(error)}") from None
    try:
        if not connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": _LOCK}).scalar():
            raise RiverboatError(f"database {name}: another server is using it; stop that one, or name another")
        yield lambda: is_held(connection)
    finally:
        connection.invalidate()  # closed, not returned to a pool: the lock goes with it
        connection.close()
        engine.dispose()


def is_held(connection: Connection) -> bool:
    """Whether the connection that holds an advisory lock is still there."""
    try:
        connection.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return False
    return True
