"""How is a database reached? By a file's name or a URL; and what goes wrong there is one line.

SQLite is used with a write-ahead log, so others can read while somebody writes. PostgreSQL is told for each connection
not to compile queries, which takes longer than most of ours, and that they may sort a few hundred thousand places in
memory.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from riverboat.errors import RiverboatError


class DatabaseError(RiverboatError):
    """The database cannot be opened, read or written."""


def address_of(where: str | Path) -> str:
    """The URL, with the driver that is used, of a URL or a file."""
    text = str(where)
    if not is_url(where):
        return f"sqlite:///{Path(text).expanduser()}"
    if text.startswith(("postgresql://", "postgres://")):
        return "postgresql+psycopg://" + text.partition("://")[2]
    return text


def is_url(where: str | Path) -> bool:
    return re.match(r"[a-z0-9+]+://", str(where)) is not None


def engine_of(where: str | Path, *, durable: bool = False) -> Engine:
    """Connections to the database of a URL or a file."""
    try:
        url: URL = make_url(address_of(where))
        engine = create_engine(url)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise DatabaseError(f'database "{str(where)[:80]}": {_one_line(error)}') from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _use_write_ahead_log)
        if durable:
            event.listen(engine, "connect", _write_through)
    elif url.get_backend_name() == "postgresql":
        event.listen(engine, "connect", _set_up_session)
    return engine


def _use_write_ahead_log(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.execute("PRAGMA cache_size=-32000")  # kilobytes
    cursor.execute("PRAGMA wal_autocheckpoint=8000")  # pages; the usual 1000 copy the log back too often
    cursor.close()


def _set_up_session(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("SET jit = off")
    cursor.execute("SET work_mem = '64MB'")
    cursor.close()
    connection.commit()  # what is set in a transaction is forgotten when that is taken back


def _write_through(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


class errors_of:  # noqa: N801
    """Database errors, and rows that a damaged file gives, as one line that names the database."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, SQLAlchemyError):
            raise DatabaseError(f"database {self._name}: {_one_line(error)}") from error
        if isinstance(error, UnicodeDecodeError | json.JSONDecodeError):
            raise DatabaseError(f"database {self._name}: damaged: {_one_line(error)}") from error


def _one_line(error: BaseException) -> str:
    text = str(getattr(error, "orig", None) or error)
    return " ".join(text.splitlines()[0].split())[:200] if text.strip() else type(error).__name__
