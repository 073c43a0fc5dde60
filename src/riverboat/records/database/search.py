"""Which hands of a database are wanted? Those of a query in the search language, or of the fields of a form.

    found = search(database, Wanted(query="Ann BTN won>20bb"), first=0, count=25)
    found.total, found.places

Only the places of the hands come back, so a page of a long list costs one query, however many hands there are.
`HandDatabase.hands_at` reads them. `places_of` has all of them, one after the other.

Counting a million hands takes longer than finding a page of them. What the summaries know (all hands, those of a
player, those without one) is not counted; of anything else a quick search counts ten thousand hands from the page on,
and says that there are more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    TextClause,
    except_,
    func,
    literal_column,
    or_,
    select,
    text,
    union,
)

from riverboat.errors import RiverboatError
from riverboat.games.positions import position_name
from riverboat.progress import OnProgress, Progress
from riverboat.records.database.conditions import RIVAL, Columns, Conditions
from riverboat.records.database.statistics import counted
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.summary import catch_up
from riverboat.records.database.tables import GAME, GAME_PLAYER, LARGE, PLAYER, RULES, SIMULATION
from riverboat.records.database.totals import known_total
from riverboat.records.query import All, Term, is_by_outcome, parse_query

Result = Literal["", "won", "lost", "even"]
Order = Literal["played", "newest", "pot", "result"]
_FEW: Final = 1000
"""If no more hands than this match, their places are read and need not be counted by another query."""
_MANY: Final = 10_000
"""The same of a quick search."""
_LARGE: Final = LARGE
"""Big blinds won or lost: if these fill a page of the largest results, the others need not be read."""
_STRETCH: Final = 50_000
"""Hands that are searched before those found are handed on."""
SHOWDOWN: Final = 99
"""As a street: the hands that were shown down."""
_BY_PLACE: Final[list[Any]] = [literal_column("1"), literal_column("2")]
"""The first two columns of a query."""
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

    @property
    def is_by_outcome(self) -> bool:
        """Whether it selects hands by how they ended."""
        return bool(self.result or self.min_chips or self.street) or is_by_outcome(parse_query(self.query))


class Found(NamedTuple):
    """Hands that are wanted."""

    total: int
    places: list[tuple[int, int]]
    """(simulation, place) of each."""
    is_all: bool = True
    """Whether there are no more than `total`; otherwise there are."""


def search(
    database: HandDatabase,
    wanted: Wanted,
    first: int = 0,
    count: int | None = 25,
    order: Order = "played",
    private: Iterable[int] = (),
    *,
    is_quick: bool = False,
) -> Found:
    """The number of hands, and a page of them from the given one on.

    `private` are runs whose cards may be asked for only where they were shown. A quick search need not count them all.
    """
    asked = _Asked(database, wanted, order, private)
    known = asked.known_total()
    if known is not None and first >= known:
        return Found(known, [])
    with database.reading() as connection:
        few = _MANY + 1 if is_quick and known is None and not asked.is_sorted else _FEW
        size = count if count is None or known is not None else max(count, few)
        rows = asked.page(connection, first, size)
        places = [(int(row[0]), int(row[1])) for row in rows[:count]]
        if known is not None:
            return Found(known, places)
        total = first + len(rows)
        if len(rows) != size and (rows or not first):
            return Found(total, places)
        if not is_quick or not rows:  # there may be more, or fewer
            return Found(asked.count(connection), places)
        most = total
        if asked.is_sorted:
            most = first + max(len(rows), _MANY) + 1
            total = asked.count(connection, most)
        return Found(total, places) if total < most else Found(most - 1, places, is_all=False)


def places_of(
    database: HandDatabase, wanted: Wanted, private: Iterable[int] = (), on_progress: OnProgress | None = None
) -> Iterator[tuple[int, int]]:
    """The places of all hands that are wanted, in the order in which they were stored, while they are found.

    The hands are read a stretch at a time, so the first are there soon, and whoever wants no more stops here.
    """
    asked = _Asked(database, wanted, "played", private)
    stretches = _stretches(database, wanted.simulation)
    done, total = 0, sum(each.hands for each in stretches)
    for stretch in stretches:
        if on_progress is not None:
            on_progress(Progress(done, total))
        with database.reading() as connection:
            rows = connection.execute(asked.ordered(stretch)).all()
        yield from ((int(row[0]), int(row[1])) for row in rows)
        done += stretch.hands


class _Stretch(NamedTuple):
    """Hands that were stored one after the other: whole runs, or a part of one."""

    first: int
    last: int
    """Runs."""
    hands: int
    place: int | None = None
    """The first hand of the run, if this is a part of it."""

    def has(self, place: Columns) -> ColumnElement[bool]:
        here: ColumnElement[bool] = place.simulation_id.between(self.first, self.last)
        return here if self.place is None else here & place.game.between(self.place, self.place + self.hands - 1)


def _stretches(database: HandDatabase, simulation: int | None) -> list[_Stretch]:
    """All hands, or those of one run, in stretches of about the same number."""
    last = select(func.max(GAME.c.game)).where(GAME.c.simulation_id == SIMULATION.c.id).scalar_subquery()
    query = select(SIMULATION.c.id, last).order_by(SIMULATION.c.id)
    found: list[_Stretch] = []
    if simulation is not None:
        query = query.where(SIMULATION.c.id == simulation)
    with database.reading() as connection:
        for run, place in connection.execute(query):
            hands = 0 if place is None else int(place) + 1
            if hands > _STRETCH:
                parts = range(0, hands, _STRETCH)
                found += [_Stretch(run, run, min(_STRETCH, hands - part), part) for part in parts]
            elif found and found[-1].place is None and found[-1].hands + hands <= _STRETCH:
                found[-1] = found[-1]._replace(last=run, hands=found[-1].hands + hands)
            else:
                found.append(_Stretch(run, run, hands))
    return found


class _Asked:
    """A search as queries for places."""

    def __init__(self, database: HandDatabase, wanted: Wanted, order: Order, private: Iterable[int]) -> None:
        self._database = database
        self._tree = tree = All((parse_query(wanted.query), *wanted.terms()))
        of_seats = order == "result" or bool(wanted.player)
        self._conditions = asked = Conditions(database, tree, frozenset(private), of_seats=of_seats)
        self._wanted, self._order = wanted, order
        self._can_merge = database.engine.dialect.name == "sqlite"
        place = (GAME_PLAYER if asked.asks_seat else GAME).c
        self._place: Columns = RIVAL.c if asked.asks_rival else place
        self._keys = [self._place.simulation_id, self._place.game]
        pot, result = (place.pot_bb, func.abs(place.net_bb)) if asked.asks_seat else (place.pot, place.pot)
        sorts: dict[str, list[Any]] = {"pot": [pot], "result": [result]}
        self._sort = sorts.get(order, [])
        self._is_grouped = (asked.asks_seat or asked.asks_rival) and not asked.is_one_seat
        """Several seats of a hand may be meant, which counts once."""
        self._is_of_several = self._is_grouped and asked.names_several
        self.is_sorted = bool(self._sort)
        if self._is_grouped:
            self._sort = [func.max(each) for each in self._sort]

    def query(self, stretch: _Stretch | None = None) -> Select[Any]:
        """The places and what they are sorted by."""
        found = self._places(self._conditions.condition, stretch, *self._sort)
        return found.group_by(*self._keys) if self._is_grouped else found

    def merged(self, stretch: _Stretch | None = None) -> CompoundSelect[Any] | None:
        """The same places as sets joined or subtracted: SQLite merges them in their order, and looks nothing up."""
        if not self._can_merge:
            return None
        if (subtracted := self._conditions.subtracted()) is not None:
            rest, excluded = subtracted
            if stretch is not None:
                excluded = [each.where(stretch.has(GAME_PLAYER.c)) for each in excluded]
            return except_(self._places(rest, stretch), *excluded)
        parts = self._conditions.by_player()
        return union(*[self._places(part, stretch) for part in parts]) if parts else None

    def ordered(
        self, stretch: _Stretch | None = None, where: TextClause | None = None
    ) -> Select[Any] | CompoundSelect[Any]:
        """The places in order; of a sorted list also only those `where` something holds."""
        merged = None if self._sort else self.merged(stretch)
        keys = self._keys if merged is None else _BY_PLACE
        query = self.query(stretch) if merged is None else merged
        if where is not None and isinstance(query, Select):
            query = query.where(where)
        if self._order == "newest":
            return query.order_by(*[key.desc() for key in keys])
        return query.order_by(*[each.desc() for each in self._sort], *keys)

    def page(self, connection: Connection, first: int, size: int | None) -> Sequence[Any]:
        """Places from the given one on, all or so many."""
        if size is not None and self._order == "result" and self._conditions.asks_seat:
            large = self.ordered(where=text(f"abs(game_player.net_bb) > {_LARGE}"))
            if _LARGE == LARGE and isinstance(large, Select):  # SQLite does not know how few these are
                large = large.with_hint(GAME_PLAYER, "INDEXED BY ix_game_player_large", "sqlite")
            rows = connection.execute(large.offset(first).limit(size)).all()
            if len(rows) == size:
                return rows
        if size is not None and self._is_of_several and not self._sort and self.merged() is None:
            return self._by_stretch(connection, first + size)[first:]
        return connection.execute(self.ordered().offset(first).limit(size)).all()

    def _by_stretch(self, connection: Connection, size: int) -> list[Any]:
        """The first places: the hands of several players are sorted, so not all of them at once."""
        found: list[Any] = []
        stretches = _stretches(self._database, self._wanted.simulation)
        for stretch in reversed(stretches) if self._order == "newest" else stretches:
            found += connection.execute(self.ordered(stretch).limit(size - len(found))).all()
            if len(found) == size:
                break
        return found

    def count(self, connection: Connection, most: int | None = None) -> int:
        """How many hands there are, or so many at most."""
        merged = self.merged()
        every = self.query() if merged is None else merged.order_by(*_BY_PLACE)
        return int(connection.execute(select(func.count()).select_from(every.limit(most).subquery())).scalar() or 0)

    def known_total(self) -> int | None:
        """How many hands there are by the summaries, if these say it."""
        if self._wanted.min_chips or self._wanted.street:
            return None
        return known_total(self._database, self._tree, self._conditions.players)

    def _places(self, condition: ColumnElement[bool], stretch: _Stretch | None, *columns: Any) -> Select[Any]:
        asked, wanted, place = self._conditions, self._wanted, self._place
        query = select(*self._keys, *columns).where(condition)
        if stretch is not None:
            query = query.where(stretch.has(place))
        is_of_game = asked.asks_game or wanted.min_chips or wanted.street or (asked.asks_rival and self._sort)
        if (asked.asks_rival and (is_of_game or asked.asks_game_of_rival)) or (asked.asks_seat and is_of_game):
            query = query.join(GAME, (GAME.c.simulation_id == place.simulation_id) & (GAME.c.game == place.game))
        return further(query, wanted)


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


def further(query: Select[Any], wanted: Wanted) -> Select[Any]:
    """What a form asks for in chips and streets."""
    if wanted.street == SHOWDOWN:
        query = query.where(GAME.c.showdown)
    elif wanted.street:
        query = query.where(or_(GAME.c.showdown, GAME.c.last_street >= wanted.street))
    if wanted.min_chips:
        amount: Any = func.abs(GAME_PLAYER.c.payoff) if wanted.player else GAME.c.pot
        query = query.where(amount >= wanted.min_chips)
    return query
