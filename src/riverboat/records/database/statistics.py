"""Statistics from the summaries: sums of a few rows for each player, however many hands there are.

What the summaries do not know (opponents, games, any search) is counted from the hands.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Select, func, select

from riverboat.games.indicators import RATES, Indicators
from riverboat.progress import OnProgress
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.summary import catch_up
from riverboat.records.database.tables import COUNTS, PLAYER, SUMMARY, SUMMARY_DETAIL
from riverboat.records.statistics import By, StatisticsLine, in_order, require_group, stake_text, street_text

_SUMS: Final = ("hands", "won_bb", "won_bb_squared", *COUNTS)
MAX_PLAYERS: Final = 1000
"""Lines of this many players at most, those with the most hands."""


def player_names(database: HandDatabase, part: str, limit: int = 20) -> list[str]:
    """The players whose name begins with this text, then those that have it elsewhere; most hands first.

    Letters' case does not matter. A name that is exactly the text comes alone.
    """
    pattern = "%" + part.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    hands = func.coalesce(func.sum(SUMMARY.c.hands), 0)
    query = (
        select(PLAYER.c.name, hands)
        .outerjoin(SUMMARY, SUMMARY.c.player_id == PLAYER.c.id)
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
    table = SUMMARY_DETAIL if by in ("position", "month", "street") else SUMMARY
    groups: dict[str, list[Any]] = {
        "position": [table.c.get("position_name")],
        "month": [table.c.get("month")],
        "street": [table.c.get("last_street")],
        "stake": [table.c.big_blind * table.c.unit_size],
        "": [],
    }
    group = groups[by]
    chosen = players or _busiest(database, simulation)
    keys = [PLAYER.c.name, table.c.currency, *group]
    money = func.sum(table.c.won * table.c.unit_size)
    query = select(*keys, money, *[func.sum(table.c[name]) for name in _SUMS])
    query = query.join(PLAYER, PLAYER.c.id == table.c.player_id).group_by(*keys)
    if simulation is not None:
        query = query.where(table.c.simulation_id == simulation)
    with database.reading() as connection:
        lines = [_line(by, len(keys), row) for row in connection.execute(query.where(PLAYER.c.name.in_(chosen)))]
    return in_order(lines, by)


def _busiest(database: HandDatabase, simulation: int | None) -> list[str]:
    hands = func.sum(SUMMARY.c.hands)
    query: Select[Any] = select(SUMMARY.c.player_id).group_by(SUMMARY.c.player_id).order_by(hands.desc())
    if simulation is not None:
        query = query.where(SUMMARY.c.simulation_id == simulation)
    with database.reading() as connection:
        ids = [int(each) for each in connection.execute(query.limit(MAX_PLAYERS)).scalars()]
        return [str(row[0]) for row in connection.execute(select(PLAYER.c.name).where(PLAYER.c.id.in_(ids)))]


def _line(by: By, keys: int, row: Any) -> StatisticsLine:
    name, currency, *group = row[:keys]
    won, hands, won_bb, squared, *counts = row[keys:]
    text = ""
    if by:
        value = group[0]
        text = {"stake": lambda: stake_text(float(value), currency), "street": lambda: street_text(int(value))}.get(
            by, lambda: str(value) or "-"
        )()
    numbers = [int(count) for count in counts]
    rates, actions = numbers[: 2 * len(RATES)], numbers[2 * len(RATES) :]
    book = Indicators()
    book.hands, book.done, book.opportunities = int(hands), rates[::2], rates[1::2]
    book.raises, book.calls, book.folds = actions[:3]
    book.later = actions[3:6]
    book.flop_raises, book.flop_calls = actions[6:]
    return StatisticsLine(name, text, currency, int(hands), float(won), float(won_bb), float(squared), book)
