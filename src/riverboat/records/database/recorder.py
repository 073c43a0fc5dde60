"""Hands are written in bulk: one transaction for each thousand of them, many rows with one statement.

If the process is killed, at most the hands of the last transaction are lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from sqlalchemy import Connection, Engine, Table, insert, select
from sqlalchemy.exc import IntegrityError

from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.records.database.connecting import DatabaseError
from riverboat.records.database.rows import RowMaker, Values, write_rules
from riverboat.records.database.summary import MAX_CELLS, Counting
from riverboat.records.database.tables import PLAYER, ROOM, RULES, SETTING
from riverboat.records.facts import Facts, facts_of, hand_key

if TYPE_CHECKING:
    from riverboat.records.database.store import HandDatabase

_BATCH: Final = 1000
"""Hands in one transaction."""
_ROWS: Final = (100, 20, 5, 1)
"""Rows in one statement."""
_SECONDS: Final = 2.0
"""Seconds after which the hands of a slow match are written, however few they are."""


class Recorder:
    """Adds hands to one simulation. `close` (or the end of a `with` block) writes what is still waiting."""

    def __init__(self, database: HandDatabase, simulation: int, first: int, *, is_import: bool = False) -> None:
        self.simulation = simulation
        """The number of the simulation, with which it can be resumed."""
        self._database = database
        self._next = first
        self._is_import = is_import
        self._counting, self._counted = Counting(), first
        """What is not in the summaries yet, from which hand on; -1 if others have to count."""
        self._waiting = 0
        self._written = monotonic()
        self._rows: tuple[Values, Values, Values] = [], [], []
        self._players: dict[str, int] = {}
        self._makers: dict[Rules, RowMaker] = {}
        self._settings: dict[tuple[int, str, str, float], int] = {}
        self._last: tuple[Rules, RowMaker] | None = None
        self._rooms: set[int] = set()
        self._inserts = database.inserts

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, hand: Hand, room: int = 0, facts: Facts | None = None) -> None:
        """Store a hand, soon, with its facts if they are worked out already.

        Its rows are made at once, so that no hands pile up for the garbage collector to scan.
        """
        maker = self._maker(hand.rules)
        if room not in self._rooms:
            self._add_room(room)
        try:
            ids = [self._players[name] for name in hand.players]
        except KeyError:
            ids = [self._player(name) for name in hand.players]
        facts = facts or facts_of(hand)
        key = hand_key(hand, facts) if self._is_import else ""
        setting = self._setting(maker.rules_id, facts, len(ids))
        maker.add(hand, self.simulation, self._next, room, ids, facts, setting, key, *self._rows)
        if self._counted >= 0:
            self._counting.add(hand, facts, ids)
        self._next += 1
        self._waiting += 1
        if self._waiting >= _BATCH:
            self.flush()

    def add_all(self, hands: Iterable[Hand], room: int = 0) -> None:
        """Store many hands."""
        for hand in hands:
            self.add(hand, room)
        if monotonic() - self._written > _SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write everything that is waiting, all or nothing."""
        self._write(len(self._counting) >= MAX_CELLS)

    def close(self) -> None:
        """The same, and bring the summaries up to date."""
        self._write(with_summaries=True)

    def _write(self, with_summaries: bool) -> None:
        rows, self._rows, self._waiting = self._rows, ([], [], []), 0
        self._written = monotonic()
        first = self._counted
        if not rows[0] and not (with_summaries and len(self._counting)):
            return
        self._counted = -1  # if this fails, hands are lost that have been counted: `catch_up` will count the rest
        with self._database.writing() as connection:
            for write, values in zip(self._inserts, rows, strict=True):
                write(connection, values)
            if with_summaries:
                self._counting.write(connection, self.simulation, first, self._next)
        self._counted = self._next if with_summaries else first

    def take_rows(self) -> tuple[Values, Values, Values]:
        """Give up everything that is waiting, of game, game_player and action, to who writes it elsewhere.

        Caches of earlier betting are cleared: programs that do this keep many recorders for a long time.
        """
        rows, self._rows, self._waiting = self._rows, ([], [], []), 0
        self._counting, self._counted = Counting(), -1  # `catch_up` counts what others write
        for maker in self._makers.values():
            maker.forget()
        return rows

    def _player(self, name: str) -> int:
        if name not in self._players:
            self._players[name] = self._find_or_add(PLAYER, {"name": name})
        return self._players[name]

    def _setting(self, rules_id: int, facts: Facts, players: int) -> int:
        key = rules_id, facts.site, facts.currency, facts.unit_size
        found = self._settings.get(key)
        if found is None:
            values = dict(zip(("rules_id", "site", "currency", "unit_size"), key, strict=True))
            others = {"players": players, "big_blind": facts.big_blind}
            found = self._settings[key] = self._find_or_add(SETTING, values, others)
        return found

    def _maker(self, rules: Rules) -> RowMaker:
        """The maker of rows for these rules; mostly they are those of the hand before."""
        if self._last is not None and self._last[0] is rules:
            return self._last[1]
        maker = self._makers.get(rules)
        if maker is None:
            values, others = {"definition": write_rules(rules)}, {"identity": rules.identity}
            maker = self._makers[rules] = RowMaker(rules, self._find_or_add(RULES, values, others))
        self._last = rules, maker
        return maker

    def _find_or_add(self, table: Table, key: dict[str, Any], others: dict[str, Any] | None = None) -> int:
        """The number of the row with these values, of which there is one; a new row has the others too."""
        find = select(table.c.id).where(*[table.c[name] == value for name, value in key.items()])
        for _ in range(2):
            with self._database.writing() as connection:
                found = connection.execute(find).scalar()
                if found is not None:
                    return int(found)
                try:
                    with connection.begin_nested():
                        result = connection.execute(insert(table).values(**key, **(others or {})))
                except IntegrityError:
                    continue  # another process was quicker
                assert result.inserted_primary_key is not None
                return int(result.inserted_primary_key[0])
        raise DatabaseError(f"{self._database.name}: cannot add {str(next(iter(key.values())))[:40]!r} to {table.name}")

    def _add_room(self, room: int) -> None:
        here = (ROOM.c.simulation_id == self.simulation) & (ROOM.c.room == room)
        with self._database.writing() as connection:
            if connection.execute(select(ROOM.c.room).where(here)).first() is None:
                connection.execute(insert(ROOM).values(simulation_id=self.simulation, room=room, name=f"room {room}"))
        self._rooms.add(room)


class RowInsert:
    """Writes rows to a table: up to a hundred with one statement, or all as one stream (PostgreSQL).

    Statements have one of a few lengths, so that SQLite parses each of them once: that takes longer than the rows.
    """

    def __init__(self, engine: Engine, table: Table) -> None:
        self._columns = len(table.columns)
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        self._copies = engine.dialect.driver == "psycopg"
        self._copy = f'COPY "{table.name}" ({names}) FROM STDIN'
        mark = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        row = f"({', '.join([mark] * self._columns)})"
        start = f'INSERT INTO "{table.name}" ({names}) VALUES '
        self._statements = [(rows * self._columns, start + ", ".join([row] * rows)) for rows in _ROWS]

    def __call__(self, connection: Connection, values: Values) -> None:
        size = self._columns
        if self._copies:
            with connection.connection.cursor() as cursor, cursor.copy(self._copy) as copy:  # type: ignore[attr-defined]
                for start in range(0, len(values), size):
                    copy.write_row(values[start : start + size])
            return
        start = 0
        for size, statement in self._statements:
            while start + size <= len(values):
                connection.exec_driver_sql(statement, tuple(values[start : start + size]))
                start += size
