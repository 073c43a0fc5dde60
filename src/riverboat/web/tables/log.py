"""The hand log of a table: append-only, each entry chained to the one before by its hash.

An entry is written when a hand is dealt (who plays with which stack, and the root of the committed deck, see
`records/commitment.py`), when it ends (actions, shown cards and results as everyone may know them), or when it cannot
be finished. It is written before any frame that shows it. No entry has a card that was not shown, so the log may be
read by everybody; who changes an entry has to change all later ones, and whoever kept a later hash sees it. The order
of the deck and the salts of a finished hand are kept beside its entry, encrypted, for proofs that are asked for while
the table is open.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    insert,
    select,
    update,
)

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.web.tables import seen

_METADATA: Final = MetaData()
_LOG: Final = Table(
    "web_hand_log",
    _METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("place", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("hand", Integer, nullable=False),
    Column("entry", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("sealed", Text, nullable=False),
    Index("ix_web_hand_log_hand", "table_id", "hand"),
)
_dumps: Final = json.JSONEncoder(separators=(",", ":"), sort_keys=True, check_circular=False).encode


class Entry(NamedTuple):
    """One entry."""

    table: str
    place: int
    """From 0."""
    hand: int
    text: str
    """JSON."""
    hash: str
    secret: dict[str, Any] | None = None
    """What is encrypted before it is stored."""


class Chain:
    """The end of a table's log."""

    def __init__(self, table: str, length: int = 0, head: str = "") -> None:
        self.table, self.length, self.head = table, length, head or first_hash(table)

    def append(self, hand: int, body: dict[str, Any], secret: dict[str, Any] | None = None) -> Entry:
        """The next entry."""
        text = _dumps({"hand": hand, **body})
        self.head = next_hash(self.head, text)
        self.length += 1
        return Entry(self.table, self.length - 1, hand, text, self.head, secret)


def first_hash(table: str) -> str:
    """The hash before the first entry."""
    return sha256(f"riverboat hand log 1\n{table}".encode()).hexdigest()


def next_hash(before: str, text: str) -> str:
    """The hash of an entry."""
    return sha256(f"{before}\n{text}".encode()).hexdigest()


def dealt(root: str, game: str, seats: Iterable[tuple[int, str, int, int]]) -> dict[str, Any]:
    """A hand begins; for each position chair, name, stack and everything bought so far."""
    return {"kind": "deal", "root": root, "game": game, "seats": [list(seat) for seat in seats]}


def ended(public: Hand) -> dict[str, Any]:
    """A hand is over; it is given as everyone may know it."""
    deck = public.rules.deck
    return {
        "kind": "end",
        "actions": [[street, p, a.verb, a.amount, len(a.cards)] for street, p, a in public.actions],
        "boards": [seen.texts(deck, cards) for cards in (public.board, *public.other_boards)],
        "down": [seen.texts(deck, cards) for cards in public.down],
        "up": [seen.texts(deck, cards) for cards in public.up],
        "payoffs": [int(won) for won in public.payoffs],
    }


VOID: Final = {"kind": "void"}
"""A hand cannot be finished: its deck could not be decrypted. Everyone has the stack from before it."""


class HandLog:
    """The logs in one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        _METADATA.create_all(engine)

    def write(self, connection: Connection, entries: Sequence[tuple[Entry, str]]) -> None:
        """Append entries with their encrypted parts, within a transaction of the caller."""
        if entries:
            rows = [
                {"table_id": e.table, "place": e.place, "hand": e.hand, "entry": e.text, "hash": e.hash, "sealed": s}
                for e, s in entries
            ]
            connection.execute(insert(_LOG), rows)

    def tables(self) -> list[str]:
        """The tables that have a log."""
        with self._engine.connect() as connection:
            return list(connection.execute(select(_LOG.c.table_id).distinct().order_by(_LOG.c.table_id)).scalars())

    def entries(self, table: str, first: int = 0, count: int | None = None) -> Iterator[Entry]:
        """The entries of a table in order."""
        wanted = select(_LOG).where(_LOG.c.table_id == table, _LOG.c.place >= first).order_by(_LOG.c.place)
        with self._engine.connect() as connection:
            for row in connection.execute(wanted if count is None else wanted.limit(count)):
                yield Entry(row.table_id, row.place, row.hand, row.entry, row.hash)

    def sealed(self, table: str, hand: int) -> str:
        """The encrypted deck of a finished hand; empty if there is none."""
        wanted = select(_LOG.c.sealed).where(_LOG.c.table_id == table, _LOG.c.hand == hand, _LOG.c.sealed != "")
        with self._engine.connect() as connection:
            return str(connection.execute(wanted.limit(1)).scalar() or "")

    def forget_secrets(self, connection: Connection, table: str) -> None:
        """Delete the encrypted parts of a table's log within a transaction of the caller; the entries stay."""
        connection.execute(update(_LOG).where(_LOG.c.table_id == table).values(sealed=""))


def check_chain(table: str, entries: Iterable[Entry]) -> str:
    """The last hash of a log that is whole; an error names the first entry that is not."""
    head = first_hash(table)
    for place, entry in enumerate(entries):
        head = next_hash(head, entry.text)
        if entry.place != place or entry.hash != head:
            raise RiverboatError(
                f"table {table}: entry {place} of the hand log was changed, or one before it is missing"
            )
    return head
