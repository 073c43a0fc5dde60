"""Statistics that need not read the hands: counts of each player, kept in the database beside them.

A recorder counts the hands that it stores and adds the counts to `summary` (by run and stake) and `summary_by` (over
all runs: in all, by position, month and last street) now and then, with the number of hands that they cover, in one
transaction.
A million hands of four thousand players have some hundred thousand rows of `summary_by`, however many files they came
from, and a question reads only those of its kind.
What a killed process did not count, and hands stored before there were summaries, are counted by `catch_up`, which can
be interrupted and resumed. A run has one writer, so its counts are never added twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Table, and_, bindparam, func, insert, select, update

from riverboat.games.hand import Hand
from riverboat.games.indicators import Indicators
from riverboat.progress import OnProgress, Progress
from riverboat.records.database.rows import any_seat
from riverboat.records.database.seat_bits import other_bits, seat_bits
from riverboat.records.database.tables import (
    GAME,
    GAME_PLAYER,
    SEAT_COLUMNS,
    SETTING,
    SIMULATION,
    SUMMARY,
    SUMMARY_BY,
    SUMMARY_STATE,
)
from riverboat.records.facts import Facts, facts_of, hand_key

if TYPE_CHECKING:
    from riverboat.records.database.store import HandDatabase

MAX_CELLS: Final = 50_000
"""Cells of a summary in memory, after which they are written."""
_HANDS_AT_A_TIME: Final = 20_000
_Key = tuple[int, str, float, int, str, str, int]
"""Player, currency, unit, big blind, month, position, last street."""
_STAKE: Final = 4
"""How much of a key says whose hands these are, and at which stake."""
_MONEY: Final = 3
"""After the number of hands: what was won, in big blinds, and its squares. All other columns are whole numbers."""
ALL: Final = "all"
KINDS: Final[tuple[tuple[str, Callable[[_Key], str]], ...]] = (
    (ALL, lambda key: ""),
    ("month", lambda key: key[4]),
    ("position", lambda key: key[5]),
    ("street", lambda key: str(key[6])),
)
"""What `summary_by` divides by, and where it is in a key."""


class _Cell:
    """The counts of one row."""

    __slots__ = ("book", "hands", "squared", "won", "won_bb")

    def __init__(self) -> None:
        self.hands, self.won, self.won_bb, self.squared = 0, 0.0, 0.0, 0.0
        self.book = Indicators()

    def values(self) -> list[float]:
        """In the order of the columns after the key."""
        book = self.book
        rates = chain.from_iterable(zip(book.done, book.opportunities, strict=True))
        actions = (book.raises, book.calls, book.folds, *book.later, book.flop_raises, book.flop_calls)
        return [self.hands, self.won, self.won_bb, self.squared, *rates, *actions]


class Counting:
    """The counts of hands that are stored but not yet in the summaries."""

    def __init__(self) -> None:
        self._cells: dict[_Key, _Cell] = {}

    def __len__(self) -> int:
        return len(self._cells)

    def add(self, hand: Hand, facts: Facts, player_ids: Sequence[int]) -> None:
        """Count a hand; players by position."""
        stake = facts.currency, facts.unit_size, facts.big_blind, facts.month
        cells = self._cells
        for position, (seat, player) in enumerate(zip(facts.seats, player_ids, strict=True)):
            key = (player, *stake, seat.position_name, seat.last_street)
            cell = cells.get(key)
            if cell is None:
                cell = cells[key] = _Cell()
            cell.hands += 1
            cell.won += float(hand.payoffs[position])
            cell.won_bb += seat.net_bb
            cell.squared += seat.net_bb * seat.net_bb
            cell.book.add_one(facts.counts[position])

    def write(self, connection: Connection, simulation: int, first: int, games: int) -> bool:
        """Add the counts of the hands from `first` on to the tables, which then cover this many hands of the run.

        Nothing is added if the tables do not cover the hands before them, or cover some of these already.
        """
        cells, self._cells = self._cells, {}
        here = (SUMMARY_STATE.c.simulation_id == simulation) & (SUMMARY_STATE.c.games == first)
        if not connection.execute(update(SUMMARY_STATE).where(here).values(games=games)).rowcount:
            return False
        if cells:
            counts = np.array([cell.values() for cell in cells.values()])
            _add(connection, SUMMARY, [(simulation, *key[:_STAKE]) for key in cells], counts)
            for kind, value in KINDS:
                _add(connection, SUMMARY_BY, [(kind, key[0], value(key), *key[1:_STAKE]) for key in cells], counts)
        return True


def _add(connection: Connection, table: Table, keys_of_rows: list[Any], counts: NDArray[np.float64]) -> None:
    """Insert rows, or add to those that are there; rows with the same key are added up first.

    They are written in order, so that two writers never wait for each other.
    """
    places: dict[Any, int] = {}
    rows = [places.setdefault(key, len(places)) for key in keys_of_rows]
    totals = np.zeros((len(places), counts.shape[1]))
    np.add.at(totals, rows, counts)
    names = [column.name for column in table.columns]
    keys = [column.name for column in table.primary_key]
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    sums = ", ".join(f'"{name}" = "{table.name}"."{name}" + excluded."{name}"' for name in names[len(keys) :])
    quoted = ", ".join(f'"{name}"' for name in names)
    chosen = ", ".join(f'"{name}"' for name in keys)
    statement = (
        f'INSERT INTO "{table.name}" ({quoted}) VALUES ({", ".join([mark] * len(names))})'
        f" ON CONFLICT ({chosen}) DO UPDATE SET {sums}"
    )
    values = []
    for key in sorted(places):
        hands, *rest = totals[places[key]].tolist()
        values.append((*key, int(hands), *rest[:_MONEY], *map(int, rest[_MONEY:])))
    connection.exec_driver_sql(statement, values)


def uncounted(database: HandDatabase) -> list[tuple[int, int, int]]:
    """(run, first place, number of hands) of the hands that are in no summary."""
    last = select(func.max(GAME.c.game)).where(GAME.c.simulation_id == SIMULATION.c.id).scalar_subquery()
    with database.reading() as connection:  # one look into the index for each run, not for each hand
        stored = connection.execute(select(SIMULATION.c.id, last.label("last"))).all()
        done = {row.simulation_id: row.games for row in connection.execute(select(SUMMARY_STATE))}
    pairs = [(row.id, int(done.get(row.id, 0)), int(row.last) + 1) for row in stored if row.last is not None]
    return [(run, first, games - first) for run, first, games in pairs if games > first]


def catch_up(database: HandDatabase, on_progress: OnProgress | None = None) -> int:
    """Count the hands that are in no summary; how many these were. What is counted stays counted after Ctrl-C."""
    left = uncounted(database)
    total, done = sum(count for *_, count in left), 0
    ids = database.player_ids() if left else {}
    imports = set(database.parameters("import")) if left else set()
    for run, first, count in left:
        for start in range(first, first + count, _HANDS_AT_A_TIME):
            size = min(_HANDS_AT_A_TIME, first + count - start)
            counting, rows = Counting(), _Columns(run, imported=run in imports)
            for place, hand in enumerate(_hands(database, run, start, size), start=start):
                facts = facts_of(hand)
                counting.add(hand, facts, [ids[name] for name in hand.players])
                rows.add(place, hand, facts)
                done += 1
                if on_progress is not None and not done % 1000:
                    on_progress(Progress(done, total))
            with database.writing() as connection:
                if not counting.write(connection, run, start, start + size):
                    break  # somebody else is at it
                rows.write(connection)
    return total


def _hands(database: HandDatabase, run: int, first: int, count: int) -> Iterable[Hand]:
    for start in range(first, first + count, 1000):
        yield from database.page(run, start, min(1000, first + count - start))


class _Columns:
    """The columns of hands that were stored before there were such columns."""

    def __init__(self, run: int, *, imported: bool) -> None:
        self._run, self._imported = run, imported
        self._games: list[dict[str, Any]] = []
        self._seats: list[dict[str, Any]] = []

    def add(self, place: int, hand: Hand, facts: Facts) -> None:
        pot_bb = hand.pot / facts.big_blind
        shared = {"played_at": facts.played_at, "pot_bb": pot_bb, "texture": facts.texture}
        own = {name: getattr(facts, name) for name in ("site", "hand_number", "currency", "unit_size", "big_blind")}
        key = hand_key(hand, facts) if self._imported else ""
        here = {"run": self._run, "place": place}
        names = "done", "could", "all_in", "best_bb", "worst_bb", *SEAT_COLUMNS
        bits = seat_bits(hand, facts)
        others = other_bits(bits, len(hand.players))
        seats = dict(zip(names, (*any_seat(facts), *bits), strict=True))
        self._games.append({**here, **shared, **own, **seats, "hand_key": key, "last_street": facts.last_street})
        stacks = [stack / facts.big_blind for stack in hand.stacks]
        self._games[-1] |= {"min_stack_bb": min(stacks), "max_stack_bb": max(stacks)}
        for position, seat in enumerate(facts.seats):
            own = {
                "showdown": hand.went_to_showdown,
                "stack_bb": stacks[position],
                "others": others[position],
            }
            self._seats.append({**here, "at": position, **shared, **seat._asdict(), **own})

    def write(self, connection: Connection) -> None:
        game = (GAME.c.simulation_id == bindparam("run")) & (GAME.c.game == bindparam("place"))
        seat = (GAME_PLAYER.c.simulation_id == bindparam("run")) & (GAME_PLAYER.c.game == bindparam("place"))
        old = connection.execute(
            select(GAME.c.game).where(GAME.c.simulation_id == self._run, GAME.c.hand_number == "")
        ).scalars()
        places = set(old)
        games = [row for row in self._games if row["place"] in places]
        seats = [row for row in self._seats if row["place"] in places]
        if games:
            names = [name for name in games[0] if name not in ("run", "place")]
            connection.execute(update(GAME).where(game).values({name: bindparam(name) for name in names}), games)
            names = [name for name in seats[0] if name not in ("run", "place", "at")]
            where = seat & (GAME_PLAYER.c.position == bindparam("at"))
            connection.execute(update(GAME_PLAYER).where(where).values({n: bindparam(n) for n in names}), seats)
            self._set(connection)

    def _set(self, connection: Connection) -> None:
        """Find the settings of the run's hands, which are known only now."""
        shared = "rules_id", "site", "currency", "unit_size"
        same = and_(*[SETTING.c[name] == GAME.c[name] for name in shared])
        setting = select(SETTING.c.id).where(same).scalar_subquery()
        run = GAME.c.simulation_id == self._run
        columns = [*[GAME.c[name] for name in shared], func.min(GAME.c.players), func.min(GAME.c.big_blind)]
        new = select(*columns).where(run, ~select(SETTING.c.id).where(same).exists()).group_by(*columns[: len(shared)])
        connection.execute(insert(SETTING).from_select([*shared, "players", "big_blind"], new))
        connection.execute(update(GAME).where(run).values(setting_id=setting))
        here = (GAME.c.simulation_id == GAME_PLAYER.c.simulation_id) & (GAME.c.game == GAME_PLAYER.c.game)
        of_game = select(GAME.c.setting_id).where(here).scalar_subquery()
        connection.execute(
            update(GAME_PLAYER).where(GAME_PLAYER.c.simulation_id == self._run).values(setting_id=of_game)
        )
