"""Hands in a database: SQLite in a file by default, PostgreSQL by URL.

    with open_database("hands.db") as database:
        with database.record(mode="duplicate", seed=7) as simulation:
            simulation.add_all(hands)
        for hand in database.hands(): ...

Opening a database brings its schema up to date; one of a newer version is refused. `Recorder` writes in bulk.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import Connection, Engine, Exists, Table, delete, func, insert, select

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records.database.connecting import DatabaseError, address_of, engine_of, errors_of, is_url
from riverboat.records.database.migrations.upgrade import upgrade
from riverboat.records.database.recorder import Recorder, RowInsert
from riverboat.records.database.rows import Values, hand_of, read_rules
from riverboat.records.database.tables import (
    ACTION,
    GAME,
    GAME_PLAYER,
    MEMORY,
    PLAYER,
    ROOM,
    RULES,
    SIMULATION,
    SUMMARY_STATE,
)
from riverboat.records.naming import is_game

IMPORT: Final = "import"
"""The mode of runs that are files."""
_PAGE: Final = 1000
"""Hands that are read with one query when all are asked for."""
_AT_A_TIME: Final = 500
"""Hands that are read with one query when single ones are asked for."""
_LARGEST: Final = 2**63 - 1
_GAMES: Final = select(GAME, RULES.c.definition).join(RULES, RULES.c.id == GAME.c.rules_id)
OnUpgrade = Callable[[str, str], object]
"""Hears the old and the new version of a schema."""


class Simulation(NamedTuple):
    """A run that is stored."""

    id: int
    started_at: str
    mode: str
    seed: int | None
    parameters: dict[str, Any]
    hands: int


class MemoryRow(NamedTuple):
    """What a player remembers about an opponent."""

    player: str
    opponent: str
    kind: str
    version: int
    content: bytes


def open_database(
    where: str | Path, *, must_exist: bool = False, durable: bool = False, on_upgrade: OnUpgrade | None = None
) -> HandDatabase:
    """The database of a URL (`postgresql+psycopg://...`) or in a file, which is created if it does not exist.

    If it is `durable`, a transaction survives a loss of power; otherwise (SQLite) the last ones may be lost by that.
    `on_upgrade` is told the versions before one of an older schema is brought to the newest.
    """
    return HandDatabase(where, must_exist=must_exist, durable=durable, on_upgrade=on_upgrade)


class HandDatabase:
    """A store of hands; close it, or use it in a `with` statement."""

    def __init__(
        self,
        where: str | Path,
        *,
        must_exist: bool = False,
        durable: bool = False,
        on_upgrade: OnUpgrade | None = None,
    ) -> None:
        if must_exist and not is_url(where) and not Path(where).expanduser().is_file():
            raise DatabaseError(f'database "{where}": there is no such file')
        self.address = address_of(where)
        self._engine = engine_of(where, durable=durable)
        self.name = self._engine.url.render_as_string(hide_password=True)
        self.inserts = [RowInsert(self._engine, table) for table in (GAME, GAME_PLAYER, ACTION)]
        self._of_thread = threading.local()
        with errors_of(self.name):
            upgrade(self._engine, on_upgrade)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def engine(self) -> Engine:
        """For code that keeps its own tables beside the hands."""
        return self._engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for queries."""
        if (outer := self._outer) is not None:
            yield outer
            return
        with errors_of(self.name), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction; whatever this thread stores meanwhile, also new runs, is part of it."""
        if (outer := self._outer) is not None:
            yield outer
            return
        with errors_of(self.name), self._engine.begin() as connection:
            if connection.dialect.name == "sqlite":  # the driver would begin only at the first change
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            self._of_thread.connection = connection
            try:
                yield connection
            finally:
                self._of_thread.connection = None

    @property
    def _outer(self) -> Connection | None:
        """The transaction that this thread is in."""
        return getattr(self._of_thread, "connection", None)

    def player_ids(self) -> dict[str, int]:
        """The numbers of all players, by name."""
        with self.reading() as connection:
            return {row.name: row.id for row in connection.execute(select(PLAYER))}

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    def record(
        self, mode: str = IMPORT, seed: int | None = None, parameters: Mapping[str, Any] | None = None
    ) -> Recorder:
        """Begin a new simulation."""
        with self.writing() as connection:
            result = connection.execute(
                insert(SIMULATION).values(
                    started_at=datetime.now(UTC).isoformat(timespec="seconds"),
                    mode=mode,
                    seed=seed,
                    parameters=json.dumps(dict(parameters or {}), sort_keys=True),
                    source_file=str((parameters or {}).get("from", "")),
                )
            )
            assert result.inserted_primary_key is not None
            number = int(result.inserted_primary_key[0])
            connection.execute(insert(SUMMARY_STATE).values(simulation_id=number, games=0))
        return Recorder(self, number, 0, is_import=mode == IMPORT)

    def resume(self, simulation: int) -> Recorder:
        """Resume a simulation after the last stored hand."""
        with self.reading() as connection:
            mode = connection.execute(select(SIMULATION.c.mode).where(SIMULATION.c.id == simulation)).scalar()
        if mode is None:
            raise DatabaseError(f"{self.name}: there is no simulation {simulation}")
        return Recorder(self, simulation, self.stored(simulation), is_import=mode == IMPORT)

    def stored(self, simulation: int) -> int:
        """How many hands of a simulation there are; their places are 0 and up."""
        with self.reading() as connection:
            last = connection.execute(select(func.max(GAME.c.game)).where(GAME.c.simulation_id == simulation)).scalar()
        return 0 if last is None else last + 1

    def runs_of_keys(self, keys: Sequence[str]) -> dict[str, int]:
        """Which of these imported hands (`facts.hand_key`) there are, and in which simulation."""
        with errors_of(self.name), self._engine.connect() as connection:
            found = connection.execute(select(GAME.c.hand_key, GAME.c.simulation_id).where(GAME.c.hand_key.in_(keys)))
            return {row.hand_key: row.simulation_id for row in found}

    def page(self, simulation: int, first: int, count: int) -> list[Hand]:
        """A number of hands of a simulation from a place on, in the order in which they were stored."""
        games = _GAMES.where(GAME.c.simulation_id == simulation, GAME.c.game >= first)
        with errors_of(self.name), self._engine.connect() as connection:
            return list(_hands_of(connection, connection.execute(games.order_by(GAME.c.game).limit(count)).all()))

    def hand(self, simulation: int, number: int) -> Hand | None:
        """The hand of a simulation with this number, where numbers count up from 1.

        Its place is below the number, by as many hands as are missing: with none missing one row is read.
        """
        games = _GAMES.where(GAME.c.simulation_id == simulation, GAME.c.game < number, GAME.c.number == number)
        with self.reading() as connection:
            found = connection.execute(games.order_by(GAME.c.game.desc()).limit(1)).all()
            return next(_hands_of(connection, found), None)

    def hands_before(self, simulation: int, number: int, count: int, player: str) -> list[Hand]:
        """The last hands of a player in a simulation before the one with this number, where numbers count up from 1."""
        games = _GAMES.where(GAME.c.simulation_id == simulation, GAME.c.game < number, GAME.c.number < number)
        games = games.where(_is_of(player)).order_by(GAME.c.game.desc()).limit(count)
        with self.reading() as connection:
            return list(_hands_of(connection, connection.execute(games).all()[::-1]))

    def write(self, connection: Connection, recorders: Iterable[Recorder]) -> None:
        """Write what these recorders hold within a transaction of the caller; if that fails, they are to be dropped."""
        rows: tuple[Values, Values, Values] = [], [], []
        for recorder in recorders:
            for all_rows, taken in zip(rows, recorder.take_rows(), strict=True):
                all_rows += taken
        if rows[0]:
            for insert_rows, values in zip(self.inserts, rows, strict=True):
                insert_rows(connection, values)

    def hands_at(self, places: Iterable[tuple[int, int]]) -> Iterator[Hand]:
        """The hands at (simulation, place), which are in order."""
        games = _GAMES.order_by(GAME.c.game)
        for run, group in groupby(places, key=itemgetter(0)):
            here = games.where(GAME.c.simulation_id == run)
            while chosen := [place for _, place in islice(group, _AT_A_TIME)]:
                with errors_of(self.name), self._engine.connect() as connection:
                    hands = list(_hands_of(connection, connection.execute(here.where(GAME.c.game.in_(chosen))).all()))
                yield from hands

    def simulations(self) -> list[Simulation]:
        """All runs, oldest first."""
        games = (
            select(GAME.c.simulation_id, func.count().label("hands")).group_by(GAME.c.simulation_id).subquery("games")
        )
        query = (
            select(SIMULATION, games.c.hands)
            .outerjoin(games, games.c.simulation_id == SIMULATION.c.id)
            .order_by(SIMULATION.c.id)
        )
        with errors_of(self.name), self._engine.connect() as connection:
            return [
                Simulation(r.id, r.started_at, r.mode, r.seed, json.loads(r.parameters), r.hands or 0)
                for r in connection.execute(query)
            ]

    def parameters(self, mode: str) -> dict[int, dict[str, Any]]:
        """By run of this mode, what it was begun with; hands are not counted, so this is quick."""
        wanted = select(SIMULATION.c.id, SIMULATION.c.parameters).where(SIMULATION.c.mode == mode)
        with errors_of(self.name), self._engine.connect() as connection:
            return {row.id: json.loads(row.parameters) for row in connection.execute(wanted)}

    def players(self) -> list[str]:
        """The names of all players, in order."""
        with errors_of(self.name), self._engine.connect() as connection:
            return sorted(connection.execute(select(PLAYER.c.name)).scalars())

    def hands(
        self,
        simulation: int | None = None,
        player: str | None = None,
        *,
        game: str | None = None,
        min_pot: int | None = None,
        skip: int = 0,
    ) -> Iterator[Hand]:
        """The hands of one simulation or all, of one player or all, in the order in which they were stored.

        `skip` leaves out this many hands at the beginning of one simulation.
        `game` is its name, with or without some of its parameters: `holdem`, `holdem(betting=limit,players=2)`.
        """
        for what, number in (("simulation", simulation), ("least pot", min_pot)):
            if number is not None and abs(number) > _LARGEST:
                raise RiverboatError(f"{what} {number}: no number in a database is that large")
        games = _GAMES if simulation is None else _GAMES.where(GAME.c.simulation_id == simulation)
        if player is not None:
            games = games.where(_is_of(player))
        if game is not None:
            games = games.where(GAME.c.rules_id.in_(self._rules_of(game)))
        if min_pot is not None:
            games = games.where(GAME.c.pot >= min_pot)
        games = games.order_by(GAME.c.simulation_id, GAME.c.game).limit(_PAGE)
        after = (-1, -1) if simulation is None else (simulation, skip - 1)
        with errors_of(self.name), self._engine.connect() as connection:
            while True:
                run, place = after
                later = (GAME.c.simulation_id > run) | ((GAME.c.simulation_id == run) & (GAME.c.game > place))
                page = connection.execute(games.where(later)).all()
                if not page:
                    return
                yield from _hands_of(connection, page)
                after = page[-1].simulation_id, page[-1].game

    def _rules_of(self, game: str) -> list[int]:
        with errors_of(self.name), self._engine.connect() as connection:
            found = connection.execute(select(RULES.c.id, RULES.c.identity)).all()
        return [row.id for row in found if is_game(row.identity, game)]

    def memories(self) -> list[MemoryRow]:
        """What all players remember about their opponents."""
        with errors_of(self.name), self._engine.connect() as connection:
            return [MemoryRow(*row) for row in connection.execute(select(MEMORY))]

    def remember(self, rows: Iterable[MemoryRow]) -> None:
        """Put rows in the place of those with the same player, opponent and kind, all or none."""
        key = MEMORY.c.player, MEMORY.c.opponent, MEMORY.c.kind
        with errors_of(self.name), self._engine.begin() as connection:
            for row in rows:
                old = [column == value for column, value in zip(key, row[: len(key)], strict=True)]
                connection.execute(delete(MEMORY).where(*old))
                connection.execute(insert(MEMORY).values(row._asdict()))

    def tables(self) -> dict[str, Iterator[dict[str, Any]]]:
        """The rows of every table, for exports; each is read while it is iterated."""
        order = (SIMULATION, RULES, ROOM, PLAYER, GAME, GAME_PLAYER, ACTION)
        return {table.name: self._rows(table) for table in order}

    def _rows(self, table: Table) -> Iterator[dict[str, Any]]:
        with errors_of(self.name), self._engine.connect() as connection:
            options = {"stream_results": True, "yield_per": 10_000}
            for row in connection.execution_options(**options).execute(select(table)):
                yield dict(row._mapping)


def _hands_of(connection: Connection, page: Iterable[Any]) -> Iterator[Hand]:
    """The hands of consecutive game rows, with one query each for seats and actions of a simulation."""
    for simulation, rows in groupby(page, key=lambda row: row.simulation_id):
        games = list(rows)
        low, high = games[0].game, games[-1].game
        is_dense = high - low < 4 * len(games)
        places = [row.game for row in games]
        seats = connection.execute(
            select(GAME_PLAYER, PLAYER.c.name)
            .join(PLAYER, PLAYER.c.id == GAME_PLAYER.c.player_id)
            .where(
                GAME_PLAYER.c.simulation_id == simulation,
                GAME_PLAYER.c.game.between(low, high) if is_dense else GAME_PLAYER.c.game.in_(places),
            )
            .order_by(GAME_PLAYER.c.game, GAME_PLAYER.c.position)
        ).all()
        actions = connection.execute(
            select(ACTION.c.game, ACTION.c.street, ACTION.c.position, ACTION.c.verb, ACTION.c.amount, ACTION.c.cards)
            .where(
                ACTION.c.simulation_id == simulation,
                ACTION.c.game.between(low, high) if is_dense else ACTION.c.game.in_(places),
            )
            .order_by(ACTION.c.game, ACTION.c.sequence)
        ).all()
        sat = {game: list(group) for game, group in groupby(seats, key=lambda row: row.game)}
        acted = {game: list(group) for game, group in groupby(actions, key=lambda row: row.game)}
        for game in games:
            try:
                hand = hand_of(game, read_rules(game.definition), sat[game.game], acted.get(game.game, []))
            except (TypeError, ValueError, LookupError, AttributeError) as error:
                raise DatabaseError(f"hand {game.game} of run {simulation} is damaged: {error!r}") from error
            yield hand


def _is_of(player: str) -> Exists:
    """Whether this player sat in the hand."""
    sat = select(GAME_PLAYER.c.position).join(PLAYER, PLAYER.c.id == GAME_PLAYER.c.player_id)
    here = GAME_PLAYER.c.simulation_id == GAME.c.simulation_id, GAME_PLAYER.c.game == GAME.c.game
    return sat.where(PLAYER.c.name == player, *here).exists()
