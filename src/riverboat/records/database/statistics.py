"""Statistics from the summaries: sums of a few rows for each player, however many hands there are.

What the summaries do not know is counted from the hands: opponents, games, any search, and positions, months and
streets of a single run.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, func, select

from riverboat.games.indicators import RATES, Indicators
from riverboat.progress import OnProgress
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.summary import ALL, catch_up
from riverboat.records.database.tables import COUNTS, PLAYER, SUMMARY, SUMMARY_BY
from riverboat.records.statistics import (
    By,
    StatisticsLine,
    in_order,
    require_group,
    stake_text,
    statistics_of,
    street_text,
)

_SUMS: Final = ("hands", "won_bb", "won_bb_squared", *COUNTS)
_ACTIONS: Final = len(COUNTS) - 2 * len(RATES)
"""The last of them."""
MAX_PLAYERS: Final = 1000
"""Lines of this many players at most, those with the most hands."""
_MAX_LINES: Final = 3000
"""And of as many fewer as make about this many lines, if each has as many groups as the first of them."""
_MIN_PLAYERS: Final = 20


def player_names(database: HandDatabase, part: str, limit: int = 20) -> list[str]:
    """The players whose name begins with this text, then those that have it elsewhere; most hands first.

    Letters' case does not matter. A name that is exactly the text comes alone.
    """
    pattern = "%" + part.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    hands = func.coalesce(func.sum(SUMMARY_BY.c.hands), 0)
    query = (
        select(PLAYER.c.name, hands)
        .outerjoin(SUMMARY_BY, (SUMMARY_BY.c.player_id == PLAYER.c.id) & (SUMMARY_BY.c.kind == ALL))
        .where(func.lower(PLAYER.c.name).like(pattern, escape="\\"))
        .group_by(PLAYER.c.name)
        .order_by(hands.desc(), PLAYER.c.name)
        .limit(1000)
    )
    with database.reading() as connection:
        if connection.execute(select(PLAYER.c.id).where(PLAYER.c.name == part)).first() is not None:
            return [part]
        names = [str(row[0]) for row in connection.execute(query)]
    return sorted(names, key=lambda name: not name.lower().startswith(part.lower()))[:limit]


def stored_statistics(
    database: HandDatabase,
    by: By = "",
    players: list[str] | None = None,
    simulation: int | None = None,
    on_progress: OnProgress | None = None,
) -> list[StatisticsLine]:
    """The lines of a whole database or one run, of some players or those with the most hands."""
    require_group(by)
    assert by != "opponent", "opponents are counted from the hands"
    catch_up(database, on_progress)
    is_divided = by in ("position", "month", "street")
    if simulation is not None and is_divided:
        wanted = set(players or [])
        return statistics_of(database.hands(simulation), by, lambda name: not wanted or name in wanted)
    table, here = counted(simulation, by if is_divided else ALL)
    groups: list[Any] = [table.c.value] if is_divided else [table.c.big_blind * table.c.unit_size] if by else []
    keys = [table.c.player_id, table.c.currency, *groups]
    money = func.sum(table.c.won * table.c.unit_size)
    query = select(*keys, money, *[func.sum(table.c[name]) for name in _SUMS]).where(here).group_by(*keys)
    with database.reading() as connection:
        names = _chosen(connection, players, simulation, by if is_divided else ALL)
        rows = connection.execute(query.where(table.c.player_id.in_(names))).all()
        return in_order([_line(by, len(keys), names, row) for row in rows], by)


def counted(simulation: int | None, kind: str = ALL) -> tuple[Table, ColumnElement[bool]]:
    """The table that has the counts of one run or of all, and which of its rows."""
    if simulation is not None:
        return SUMMARY, SUMMARY.c.simulation_id == simulation
    return SUMMARY_BY, SUMMARY_BY.c.kind == kind


def _chosen(connection: Connection, players: list[str] | None, simulation: int | None, kind: str) -> dict[int, str]:
    """The names of the players, or of those with the most hands, by their numbers."""
    if players:
        found = connection.execute(select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.name.in_(players)))
        return {int(row.id): row.name for row in found}
    table, here = counted(simulation)
    most = select(table.c.player_id).where(here).group_by(table.c.player_id)
    most = most.order_by(func.sum(table.c.hands).desc(), table.c.player_id).limit(MAX_PLAYERS)
    ids = list(connection.execute(most).scalars())
    if kind != ALL and ids:
        divided, here = counted(simulation, kind)
        groups = select(func.count()).select_from(divided).where(here, divided.c.player_id == ids[0])
        ids = ids[: max(_MIN_PLAYERS, _MAX_LINES // max(1, connection.execute(groups).scalar() or 0))]
    found = connection.execute(select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(ids)))
    return {int(row.id): row.name for row in found}


def _line(by: By, keys: int, names: dict[int, str], row: Any) -> StatisticsLine:
    values = tuple(row)
    player, currency, *group = values[:keys]
    won, hands, won_bb, squared = values[keys : keys + 4]
    text = ""
    if by:
        value = group[0]
        text = {"stake": lambda: stake_text(float(value), currency), "street": lambda: street_text(int(value))}.get(
            by, lambda: str(value) or "-"
        )()
    rates, actions = values[keys + 4 : -_ACTIONS], values[-_ACTIONS:]
    book = Indicators()
    book.hands, book.done, book.opportunities = int(hands), list(rates[::2]), list(rates[1::2])
    book.raises, book.calls, book.folds = actions[:3]
    book.later = list(actions[3:6])
    book.flop_raises, book.flop_calls = actions[6:]
    return StatisticsLine(names[player], text, currency, int(hands), float(won), float(won_bb), float(squared), book)
