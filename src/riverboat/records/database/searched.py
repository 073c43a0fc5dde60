"""How did it go in the hands of a search? Statistics and winnings hand by hand, without reading the hands.

    searched_statistics(database, Wanted(query="Ann BTN 3bet"), by="position")
    course_of(database, Wanted(player="Ann")).net_bb

The database counts the seats that match. What a seat did and could do are two numbers of bits, of which a million seats
have few different ones: grouped by them, a million seats are counted in a second. So a rate here counts hands in which
something was done, of those in which it could be; the summaries (`statistics.py`) count every opportunity, which
differs where one hand has several. The aggression factor needs the actions, and is left out above `MAX_ACTED` seats.
Money is in big blinds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Select, case, func, select

from riverboat.errors import RiverboatError
from riverboat.games.indicators import RATES
from riverboat.records.database.conditions import Conditions
from riverboat.records.database.search import Wanted, further
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.summary import catch_up
from riverboat.records.database.tables import ACTION, GAME, GAME_PLAYER, PLAYER
from riverboat.records.facts import rate_bit
from riverboat.records.query import All, parse_query
from riverboat.records.statistics import By, StatisticsLine, in_order, require_group, street_text

MAX_ACTED: Final = 100_000
"""Seats whose actions are counted."""
MAX_PLAYERS: Final = 1000
_MONTH: Final = 7
"""Signs of a date that say the month."""
_SHOWED: Final = rate_bit("went_to_showdown")


def searched_statistics(
    database: HandDatabase, wanted: Wanted, by: By = "", private: Iterable[int] = ()
) -> list[StatisticsLine]:
    """The lines of the seats that a search finds, of the players with the most hands; currencies are not separated."""
    require_group(by)
    catch_up(database)
    seat = GAME_PLAYER.c
    groups: dict[str, ColumnElement[Any]] = {
        "position": seat.position_name,
        "month": func.substr(seat.played_at, 1, _MONTH),
        "street": seat.last_street,
    }
    if by and by not in groups:
        raise RiverboatError(f"statistics of a search by {by}: expected one of {', '.join(groups)}")
    keys = [seat.player_id, *([groups[by]] if by else [])]
    sums = [func.count(), func.sum(seat.net_bb), func.sum(seat.net_bb * seat.net_bb)]
    counted = matching_seats(database, wanted, [*keys, seat.done, seat.could, *sums], private)
    found: dict[tuple[int, str], StatisticsLine] = {}
    with database.reading() as connection:
        rows = connection.execute(counted.group_by(*keys, seat.done, seat.could)).all()
        hands: dict[int, int] = {}
        for row in rows:
            hands[row[0]] = hands.get(row[0], 0) + int(row[-3])
        kept = sorted(hands, key=lambda player: (-hands[player], player))[:MAX_PLAYERS]
        named = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(kept))
        names = {int(row.id): str(row.name) for row in connection.execute(named)}
        for row in rows:
            if row[0] in names:
                line = found.setdefault(
                    (row[0], _group(by, row[1])), StatisticsLine(names[row[0]], _group(by, row[1]), "")
                )
                _count(line, *row[-5:])
        if sum(hands.values()) <= MAX_ACTED:
            acted = _actions(database, wanted, keys, private)
            for player, *group, verb, is_free, count in connection.execute(acted):
                if player in names and not (is_free and verb == "check_or_call"):
                    later = found[player, _group(by, group[0] if group else "")].indicators.later
                    later[{"raise_to": 0, "check_or_call": 1, "fold": 2}.get(verb, 2)] += count * (verb != "bring_in")
    return in_order(found.values(), by)


def has_actions(lines: Iterable[StatisticsLine]) -> bool:
    """Whether their actions were counted, so that there is an aggression factor."""
    return sum(line.hands for line in lines) <= MAX_ACTED


class Course(NamedTuple):
    """Somebody's hands in the order in which they were stored, a block of `step` places of a run at a time."""

    step: int
    run: NDArray[np.int64]
    block: NDArray[np.int64]
    """Places `step * block` to `step * (block + 1) - 1`."""
    hands: NDArray[np.int64]
    net_bb: NDArray[np.float64]
    showdown_bb: NDArray[np.float64]
    """The part of it from hands that were shown down; games of a single street have none here."""


def course_of(database: HandDatabase, wanted: Wanted, private: Iterable[int] = (), blocks: int = 500) -> Course:
    """The hands of the player who is wanted, or of whoever a search finds, in about this many blocks.

    Where there are fewer hands, each is a block; every run begins a new one.
    """
    seat = GAME_PLAYER.c
    with database.reading() as connection:
        total = connection.execute(matching_seats(database, wanted, [func.count()], private)).scalar() or 0
        step = max(1, int(total) // blocks)
        place: ColumnElement[int] = seat.game // step
        showed = case((seat.done.op("&")(_SHOWED) != 0, seat.net_bb), else_=0.0)
        columns = [seat.simulation_id, place, func.count(), func.sum(seat.net_bb), func.sum(showed)]
        query = matching_seats(database, wanted, columns, private).group_by(seat.simulation_id, place)
        found = connection.execute(query.order_by(seat.simulation_id, place)).all()
    rows = np.array([tuple(row) for row in found], np.float64).reshape(-1, len(columns))
    whole = rows[:, :3].astype(np.int64)
    return Course(step, whole[:, 0], whole[:, 1], whole[:, 2], rows[:, 3], rows[:, 4])


def matching_seats(
    database: HandDatabase, wanted: Wanted, columns: list[Any], private: Iterable[int] = ()
) -> Select[Any]:
    """A query for columns of the seats that are meant; if only games are described, of all their seats."""
    asked = Conditions(database, All((parse_query(wanted.query), *wanted.terms())), frozenset(private), of_seats=True)
    query = select(*columns).where(asked.condition)
    if asked.asks_game or not asked.asks_seat or wanted.min_chips or wanted.street:
        seat = GAME_PLAYER.c
        query = query.select_from(GAME_PLAYER).join(
            GAME, (GAME.c.simulation_id == seat.simulation_id) & (GAME.c.game == seat.game)
        )
    return further(query, wanted)


def _actions(database: HandDatabase, wanted: Wanted, keys: list[Any], private: Iterable[int]) -> Select[Any]:
    """How often each kind of action was taken after the first street."""
    seat, act = GAME_PLAYER.c, ACTION.c
    free = act.to_call == 0
    query = matching_seats(database, wanted, [*keys, act.verb, free, func.count()], private)
    here = (act.simulation_id == seat.simulation_id) & (act.game == seat.game) & (act.position == seat.position)
    return query.where(here, act.street > 0).group_by(*keys, act.verb, free)


def _group(by: By, value: Any) -> str:
    return "" if not by else street_text(int(value)) if by == "street" else str(value) or "-"


def _count(line: StatisticsLine, done: int, could: int, hands: int, won_bb: float, squared: float) -> None:
    line.hands += hands
    line.won_bb += won_bb
    line.won_bb_squared += squared
    book = line.indicators
    book.hands += hands
    for place in range(len(RATES)):
        if could >> place & 1:
            book.opportunities[place] += hands
            book.done[place] += hands * (done >> place & 1)
