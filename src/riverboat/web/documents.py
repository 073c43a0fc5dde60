"""Persistent documents of the server: small JSON documents by kind and id, in the database of hands.

Tables, jobs, saved ranges, spots, games and strategies are documents. A document is written whole, in one transaction,
so that a server that is killed finds each of them as it last was.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from pydantic_core import to_json
from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, Text, delete, select
from sqlalchemy.exc import SQLAlchemyError

from riverboat.errors import RiverboatError
from riverboat.web.errors import StorageError

_LONGEST_KIND: Final = 32
_LONGEST_NAME: Final = 64
_METADATA: Final = MetaData()
_DOCUMENT: Final = Table(
    "web_document",
    _METADATA,
    Column("kind", String(_LONGEST_KIND), primary_key=True),
    Column("id", String(_LONGEST_NAME), primary_key=True),
    Column("changed_at", String(32), nullable=False),
    Column("body", Text, nullable=False),
)

_WIDTH: Final = len(_DOCUMENT.columns)
_ROWS: Final = (50, 10, 3, 1)
"""Rows in one statement: few lengths, so that each is parsed once."""
_INSERT: Final = "INSERT INTO web_document (kind, id, changed_at, body) VALUES"
_REPLACE: Final = "ON CONFLICT (kind, id) DO UPDATE SET changed_at = excluded.changed_at, body = excluded.body"

Body = dict[str, Any]
_T = TypeVar("_T")


def new_id() -> str:
    """A name for a document that cannot be guessed and is safe in URLs and file names."""
    return secrets.token_hex(8)


class Documents:
    """The documents of one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        mark = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        row = f"({', '.join([mark] * _WIDTH)})"
        self._statements = [(rows, f"{_INSERT} {', '.join([row] * rows)} {_REPLACE}") for rows in _ROWS]
        _METADATA.create_all(engine)

    def put(self, kind: str, name: str, body: Body) -> None:
        """Write a document, in place of the one of that name if there is one."""
        if not kind or len(kind) > _LONGEST_KIND or not _is_name(name):
            raise RiverboatError(
                f'document "{name[:70]}": expected a name of 1 to {_LONGEST_NAME} printable characters'
            )
        self.put_all(kind, {name: body})

    def put_all(self, kind: str, bodies: Mapping[str, Body]) -> None:
        """Write many documents of a kind under names of `new_id`, all or none."""
        try:
            with self._engine.begin() as connection:
                self.write(connection, kind, bodies)
        except SQLAlchemyError as error:
            raise StorageError(f"nothing can be stored: {one_line(error)}") from error

    def write(self, connection: Connection, kind: str, bodies: Mapping[str, Body]) -> None:
        """Write many documents within a transaction of the caller, with few statements."""
        if not bodies:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        values: list[str] = []
        for name, body in bodies.items():
            values += (kind, name, now, to_json(body).decode())
        start = 0
        for rows, statement in self._statements:
            while start + rows * _WIDTH <= len(values):
                connection.exec_driver_sql(statement, tuple(values[start : start + rows * _WIDTH]))
                start += rows * _WIDTH

    def erase(self, connection: Connection, kinds: Collection[str], name: str) -> None:
        """Delete the documents of a name within a transaction of the caller."""
        connection.execute(delete(_DOCUMENT).where(_DOCUMENT.c.kind.in_(kinds), _DOCUMENT.c.id == name))

    def get(self, kind: str, name: str) -> Body | None:
        """A document, or None."""
        if not _is_name(name):
            return None
        wanted = select(_DOCUMENT.c.body).where(_DOCUMENT.c.kind == kind, _DOCUMENT.c.id == name)
        with self._engine.connect() as connection:
            found = connection.execute(wanted).scalar()
        return None if found is None else _read(found, kind, name)

    def all(self, kind: str) -> dict[str, Body]:
        """Every document of a kind by id, the last changed first; damaged ones are named and left out."""
        wanted = select(_DOCUMENT.c.id, _DOCUMENT.c.body).where(_DOCUMENT.c.kind == kind)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(_DOCUMENT.c.changed_at.desc(), _DOCUMENT.c.id)).all()
        found: dict[str, Body] = {}
        for name, body in rows:
            try:
                found[name] = _read(body, kind, name)
            except RiverboatError as error:
                print(f"{error}: left out", file=sys.stderr, flush=True)
        return found

    def each(
        self, kind: str, make: Callable[[str, Body], _T], wanted: Callable[[str], bool] = lambda name: True
    ) -> list[_T]:
        """Something made of every document of a kind, from id and body; those it cannot be made of are left out."""
        made: list[_T] = []
        for name, body in self.all(kind).items():
            if not wanted(name):
                continue
            try:
                made.append(make(name, body))
            except (LookupError, TypeError, ValueError, AttributeError):
                print(f'document {kind} "{name}" is damaged: left out', file=sys.stderr, flush=True)
        return made

    def names(self) -> list[tuple[str, str]]:
        """Kind and name of every document."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(_DOCUMENT.c.kind, _DOCUMENT.c.id)).all()
        return [(row.kind, row.id) for row in rows]

    def drop(self, kind: str, name: str) -> bool:
        """Delete a document; returns whether there was one."""
        if not _is_name(name):
            return False
        try:
            with self._engine.begin() as connection:
                gone = connection.execute(delete(_DOCUMENT).where(_DOCUMENT.c.kind == kind, _DOCUMENT.c.id == name))
        except SQLAlchemyError as error:
            raise StorageError(f"nothing can be stored: {one_line(error)}") from error
        return bool(gone.rowcount)


def one_line(error: BaseException) -> str:
    """What a database says went wrong."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]


def _is_name(name: str) -> bool:
    """Whether every database can hold it: PostgreSQL refuses more characters than declared, and zero bytes."""
    return 0 < len(name) <= _LONGEST_NAME and name.isprintable()


def _read(text: str, kind: str, name: str) -> Body:
    try:
        body = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise RiverboatError(f'document {kind} "{name}" is damaged')
    return body
