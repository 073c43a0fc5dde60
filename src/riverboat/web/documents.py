"""Persistent documents of the server: small JSON documents by kind and id, in the database of hands.

Tables, jobs, saved ranges, spots, games and strategies are documents. A document is written whole, in one transaction,
so that a server that is killed finds each of them as it last was.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Column, Engine, MetaData, String, Table, Text, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from riverboat.errors import RiverboatError

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

Body = dict[str, Any]


def new_id() -> str:
    """A name for a document that cannot be guessed and is safe in URLs and file names."""
    return secrets.token_hex(8)


class Documents:
    """The documents of one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
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
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        rows = [{"kind": kind, "id": name, "changed_at": now, "body": json.dumps(b)} for name, b in bodies.items()]
        statement = self._insert(_DOCUMENT)
        new = {"changed_at": statement.excluded.changed_at, "body": statement.excluded.body}
        with self._engine.begin() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=["kind", "id"], set_=new), rows)

    def get(self, kind: str, name: str) -> Body | None:
        """A document, or None."""
        if not _is_name(name):
            return None
        wanted = select(_DOCUMENT.c.body).where(_DOCUMENT.c.kind == kind, _DOCUMENT.c.id == name)
        with self._engine.connect() as connection:
            found = connection.execute(wanted).scalar()
        return None if found is None else _read(found)

    def all(self, kind: str) -> dict[str, Body]:
        """Every document of a kind by id, the last changed first."""
        wanted = select(_DOCUMENT.c.id, _DOCUMENT.c.body).where(_DOCUMENT.c.kind == kind)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(_DOCUMENT.c.changed_at.desc(), _DOCUMENT.c.id)).all()
        return {name: _read(body) for name, body in rows}

    def drop(self, kind: str, name: str) -> bool:
        """Delete a document; returns whether there was one."""
        if not _is_name(name):
            return False
        with self._engine.begin() as connection:
            gone = connection.execute(delete(_DOCUMENT).where(_DOCUMENT.c.kind == kind, _DOCUMENT.c.id == name))
        return bool(gone.rowcount)


def _is_name(name: str) -> bool:
    """Whether every database can hold it: PostgreSQL refuses more characters than declared, and zero bytes."""
    return 0 < len(name) <= _LONGEST_NAME and name.isprintable()


def _read(text: str) -> Body:
    body: Body = json.loads(text)
    return body
