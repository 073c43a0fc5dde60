"""Which hands of a database are wanted? By run, game, player, the player's position and result, and how far they went.

    found = search(database, Wanted(player="Ann", position="button", result="won"), first=0, count=25)
    found.total, found.places

Only the places of the hands come back, so a page of a long list costs one query, however many hands there are.
`HandDatabase.page` reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from riverboat.errors import RiverboatError
from riverboat.games.positions import position_name
from riverboat.records.database.store import DatabaseError, HandDatabase
from riverboat.records.database.tables import ACTION, GAME, GAME_PLAYER, PLAYER, RULES
from riverboat.records.naming import is_game

Result = Literal["", "won", "lost", "even"]
Order = Literal["played", "newest", "pot", "result"]
SHOWDOWN: Final = 99
"""As a street: the hands that were shown down."""
_MAX_PLAYERS: Final = 23


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

    def __post_init__(self) -> None:
        if (self.position or self.result) and not self.player:
            raise RiverboatError(f"{'position' if self.position else 'result'}: whose? name a player")


class Found(NamedTuple):
    """Hands that are wanted."""

    total: int
    places: list[tuple[int, int]]
    """(simulation, place) of each."""


def search(
    database: HandDatabase, wanted: Wanted, first: int = 0, count: int | None = 25, order: Order = "played"
) -> Found:
    """The number of hands, and a page of them from the given one on."""
    query = _query(database, wanted)
    columns = {
        "played": GAME.c.game,
        "newest": GAME.c.game.desc(),
        "pot": GAME.c.pot.desc(),
        "result": GAME.c.pot.desc(),
    }
    sort = func.abs(GAME_PLAYER.c.payoff).desc() if order == "result" and wanted.player else columns[order]
    run = GAME.c.simulation_id.desc() if order == "newest" else GAME.c.simulation_id
    ordered = query.order_by(*((run, sort) if order in ("played", "newest") else (sort, run, GAME.c.game)))
    try:
        with database.engine.connect() as connection:
            total = connection.execute(select(func.count()).select_from(query.subquery())).scalar() or 0
            page = ordered.offset(first) if count is None else ordered.offset(first).limit(count)
            places = [(int(row[0]), int(row[1])) for row in connection.execute(page)]
    except SQLAlchemyError as error:
        raise DatabaseError(f"database {database.name}: {str(error).splitlines()[0][:200]}") from error
    return Found(int(total), places)


def players_of(database: HandDatabase, simulation: int | None = None, limit: int = 100) -> list[tuple[str, int]]:
    """The players with the most hands, and how many these are."""
    hands = func.count()
    query = select(PLAYER.c.name, hands).join(GAME_PLAYER, GAME_PLAYER.c.player_id == PLAYER.c.id)
    if simulation is not None:
        query = query.where(GAME_PLAYER.c.simulation_id == simulation)
    with database.engine.connect() as connection:
        rows = connection.execute(query.group_by(PLAYER.c.name).order_by(hands.desc(), PLAYER.c.name).limit(limit))
        return [(str(name), int(count)) for name, count in rows]


def games_of(database: HandDatabase) -> list[str]:
    """The identities of all games of which there are hands."""
    with database.engine.connect() as connection:
        return sorted({str(row[0]) for row in connection.execute(select(RULES.c.identity))})


def _query(database: HandDatabase, wanted: Wanted) -> Select[Any]:
    query = select(GAME.c.simulation_id, GAME.c.game)
    if wanted.simulation is not None:
        query = query.where(GAME.c.simulation_id == wanted.simulation)
    if wanted.game:
        with database.engine.connect() as connection:
            rules = connection.execute(select(RULES.c.id, RULES.c.identity)).all()
        query = query.where(GAME.c.rules_id.in_([row.id for row in rules if is_game(row.identity, wanted.game)]))
    if wanted.street == SHOWDOWN:
        query = query.where(GAME.c.showdown)
    elif wanted.street:
        here = (ACTION.c.simulation_id == GAME.c.simulation_id) & (ACTION.c.game == GAME.c.game)
        acted = select(ACTION.c.sequence).where(here, ACTION.c.street >= wanted.street).exists()
        query = query.where(or_(GAME.c.showdown, acted))
    if not wanted.player:
        return query.where(GAME.c.pot >= wanted.min_chips) if wanted.min_chips else query
    sat = (GAME_PLAYER.c.simulation_id == GAME.c.simulation_id) & (GAME_PLAYER.c.game == GAME.c.game)
    query = query.join(GAME_PLAYER, sat).join(PLAYER, PLAYER.c.id == GAME_PLAYER.c.player_id)
    query = query.where(PLAYER.c.name == wanted.player)
    payoff = GAME_PLAYER.c.payoff
    if wanted.result:
        query = query.where({"won": payoff > 0, "lost": payoff < 0, "even": payoff == 0}[wanted.result])
    if wanted.min_chips:
        query = query.where(func.abs(payoff) >= wanted.min_chips)
    if wanted.position:
        seats = [
            and_(GAME.c.players == players, GAME_PLAYER.c.position == position)
            for players in range(2, _MAX_PLAYERS + 1)
            for position in range(players)
            if position_name(position, players) == wanted.position
        ]
        if not seats:
            raise RiverboatError(f'position "{wanted.position[:40]}": expected a name such as button or small blind')
        query = query.where(or_(*seats))
    return query
