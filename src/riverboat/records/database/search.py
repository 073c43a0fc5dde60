"""Which hands of a database are wanted? Those of a query in the search language, or of the fields of a form.

    found = search(database, Wanted(query="Ann BTN won>20bb"), first=0, count=25)
    found.total, found.places

Only the places of the hands come back, so a page of a long list costs one query, however many hands there are.
`HandDatabase.page` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Select, func, or_, select

from riverboat.errors import RiverboatError
from riverboat.games.positions import position_name
from riverboat.records.database.conditions import Conditions
from riverboat.records.database.statistics import counted
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.summary import catch_up
from riverboat.records.database.tables import GAME, GAME_PLAYER, PLAYER, RULES
from riverboat.records.query import All, Term, parse_query

Result = Literal["", "won", "lost", "even"]
Order = Literal["played", "newest", "pot", "result"]
_FEW: Final = 1000
"""If no more hands than this match, their places are read and need not be counted by another query."""
SHOWDOWN: Final = 99
"""As a street: the hands that were shown down."""
_POSITIONS: Final = {position_name(position, players) for players in range(2, 24) for position in range(players)}


@dataclass(frozen=True)
class Wanted:
    """The search criteria; those left out do not matter."""

    simulation: int | None = None
    game: str = ""
    """A name, with or without some parameters."""
    player: str = ""
    position: str = ""
    """What the player's place is called, such as `button`; see `games.positions`."""
    result: Result = ""
    """Of the player."""
    min_chips: int = 0
    """Chips: what the player won or lost at least; of any hand, what was in the pot."""
    street: int = 0
    """How far the hand went: 1 is the second street, `SHOWDOWN` to the end."""
    query: str = ""
    """In the search language (`records.query`); of the same player."""

    def __post_init__(self) -> None:
        if (self.position or self.result) and not self.player:
            raise RiverboatError(f"{'position' if self.position else 'result'}: whose? name a player")
        if self.position and self.position not in _POSITIONS:
            raise RiverboatError(f'position "{self.position[:40]}": expected a name such as button or small blind')

    def terms(self) -> Iterator[Term]:
        """The same in the search language, as far as it has words for it."""
        if self.simulation is not None:
            yield Term("run", self.simulation)
        if self.game:
            yield Term("game", self.game)
        if self.player:
            yield Term("named", self.player)
        if self.position:
            yield Term("position", self.position)
        if self.result:
            yield Term(self.result)


class Found(NamedTuple):
    """Hands that are wanted."""

    total: int
    places: list[tuple[int, int]]
    """(simulation, place) of each."""


def search(
    database: HandDatabase,
    wanted: Wanted,
    first: int = 0,
    count: int | None = 25,
    order: Order = "played",
    private: Iterable[int] = (),
) -> Found:
    """The number of hands, and a page of them from the given one on.

    `private` are runs whose cards may be asked for only where they were shown.
    """
    query_tree = All((parse_query(wanted.query), *wanted.terms()))
    asked = Conditions(database, query_tree, frozenset(private), of_seats=order == "result" or bool(wanted.player))
    place = (GAME_PLAYER if asked.asks_seat else GAME).c
    pot, result = (place.pot_bb, func.abs(place.net_bb)) if asked.asks_seat else (place.pot, place.pot)
    sorts: dict[str, list[Any]] = {"pot": [pot], "result": [result]}
    sort = sorts.get(order, [])
    keys = [place.simulation_id, place.game]
    is_grouped = asked.asks_seat and not asked.is_one_seat  # several seats of a hand may be meant, which counts once
    if is_grouped:
        sort = [func.max(each) for each in sort]
    query = select(*keys, *sort).where(asked.condition)
    if asked.asks_seat and (asked.asks_game or wanted.min_chips or wanted.street):
        here = (GAME.c.simulation_id == place.simulation_id) & (GAME.c.game == place.game)
        query = query.join(GAME, here)
    if is_grouped:
        query = query.group_by(*keys)
    query = _further(query, wanted)
    by = [key.desc() for key in keys] if order == "newest" else [*(each.desc() for each in sort), *keys]
    page = query.order_by(*by).offset(first)
    with database.reading() as connection:
        size = None if count is None else max(count, _FEW)
        rows = connection.execute(page if size is None else page.limit(size)).all()
        total = first + len(rows)
        if len(rows) == size or (first and not rows):  # there may be more, or fewer
            total = int(connection.execute(select(func.count()).select_from(query.subquery())).scalar() or 0)
        return Found(total, [(int(row[0]), int(row[1])) for row in rows[:count]])


def players_of(database: HandDatabase, simulation: int | None = None, limit: int = 100) -> list[tuple[str, int]]:
    """The players with the most hands, and how many these are, from the summaries."""
    catch_up(database)
    table, here = counted(simulation)
    hands = func.sum(table.c.hands)
    query = select(PLAYER.c.name, hands).join(table, table.c.player_id == PLAYER.c.id).where(here)
    with database.reading() as connection:
        rows = connection.execute(query.group_by(PLAYER.c.name).order_by(hands.desc(), PLAYER.c.name).limit(limit))
        return [(str(name), int(count)) for name, count in rows]


def games_of(database: HandDatabase) -> list[str]:
    """The identities of all games of which there are hands."""
    with database.engine.connect() as connection:
        return sorted({str(row[0]) for row in connection.execute(select(RULES.c.identity))})


def _further(query: Select[Any], wanted: Wanted) -> Select[Any]:
    """What a form asks for in chips and streets."""
    if wanted.street == SHOWDOWN:
        query = query.where(GAME.c.showdown)
    elif wanted.street:
        query = query.where(or_(GAME.c.showdown, GAME.c.last_street >= wanted.street))
    if wanted.min_chips:
        amount: Any = func.abs(GAME_PLAYER.c.payoff) if wanted.player else GAME.c.pot
        query = query.where(amount >= wanted.min_chips)
    return query
