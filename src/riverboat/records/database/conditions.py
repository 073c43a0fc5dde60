"""A search as SQL: the tree of `records.query` as a condition on the rows of `game` and `game_player`.

The condition speaks of one seat (a row of `game_player`) and its game, or of the game alone. What it asks of the seat
is in two indexes, by player and by hand, so a search within one player's hands, or for cards, reads neither the seats
nor the games themselves; only rarer questions (board cards, marks, amounts of money) join the game. Where nobody is
named and no cards are, the games are read: they know of which of their seats something is true (`seat_bits.py`), and
only what they do not know (`BTN won>30bb`, `BTN stack<40bb`) is looked up in the seats of the games that are left. Of
the opponent of such a seat (`vs Ann won`) the seats are read, which know what is true of another one; only two things
of one seat (`vs Ann BTN won`) are asked of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from itertools import count
from operator import eq, ge, gt, le, lt
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, Select, and_, false, func, not_, or_, select, text, true, tuple_
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from riverboat.errors import RiverboatError
from riverboat.records.database.seat_bits import (
    FACTS,
    MAX_SEATS,
    Bounds,
    Seats,
    all_seats,
    is_any,
    no_seats,
    other_bit,
    other_seats,
    places_of_position,
    seat_at,
    seats_at,
    seats_by_result,
    seats_if,
    seats_with,
)
from riverboat.records.database.statistics import counted
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import (
    GAME,
    GAME_PLAYER,
    HAND_MARK,
    KNOWN_HAND,
    PLAYER,
    RULES,
    SETTING,
    SIMULATION,
)
from riverboat.records.database.totals import hands_of
from riverboat.records.facts import hand_class, rate_bit, texture_bit
from riverboat.records.naming import is_game
from riverboat.records.query import (
    NAMES,
    All,
    Either,
    Not,
    Query,
    Term,
    conjuncts,
    is_name,
    last_moment,
    names_player,
    own_terms,
    terms_of,
)

HERO: Final = "hero"
_OPERATORS: Final[dict[str, Callable[[Any, Any], ColumnElement[bool]]]] = {
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
    "=": eq,
}
_OF_GAME: Final = {
    "stack amount", "won amount", "lost amount", "pot amount", "board", "number", "tag", "note", "starred",
}  # fmt: skip
_KEPT_IN_BLINDS: Final = ("won amount", "lost amount", "pot amount", "stack amount")
"""With a seat too, so that they need not ask the game."""
_OF_SEAT: Final = {
    "player", "named", "opponent", "done", "faced", "hand", "cards", "position", "saw", "all-in", "folded",
    "won", "lost", "even", "won amount", "lost amount", "stack amount",
}  # fmt: skip
_NEVER_OF_GAME: Final = {*NAMES, "opponent", "hand", "cards"}
"""What is found by an index of seats."""
_CARDS: Final = ("hand", "cards")
_MAX_MEANT: Final = 1000
"""Of more players than this, all seats are read: a statement can name only so many."""
_MAX_MERGED: Final = 20
"""Players whose hands are merged in order; those of more are sorted."""
_MANY: Final = 100_000
"""Hands that are read in order rather than looked up one by one."""
RIVAL: Final = GAME_PLAYER.alias("rival")
_SETTINGS: Final[dict[str, Callable[[Term, Any], bool]]] = {
    "players amount": lambda term, row: _is_so(term, row.players),
    "stake amount": lambda term, row: _is_so(term, row.big_blind * row.unit_size),
    "game": lambda term, row: is_game(row.identity, term.value),
    "site": lambda term, row: is_name(row.site, term.value),
    "currency": lambda term, row: row.currency.casefold() == term.value.casefold(),
}
"""Whether a condition holds for all hands of a setting."""
Condition = ColumnElement[bool]
Columns = ReadOnlyColumnCollection[str, Any]


class Conditions:
    """What a query means in one database."""

    def __init__(
        self, database: HandDatabase, query: Query, private: frozenset[int] = frozenset(), *, of_seats: bool = False
    ) -> None:
        """`private` are runs whose cards count only where they were shown; `of_seats` if the seats are wanted."""
        self._database, self._private = database, private
        self._names: dict[str, list[int]] = {}
        self._scopes = count(1)
        self._query, self._meant = query, self._players_of(query)
        rival = None if of_seats else self._rival()
        self.asks_rival = rival is not None
        """Whether it speaks of the seat of an opponent, a row of `RIVAL`."""
        self.asks_game_of_rival = False
        """And also of the game."""
        is_of_seats = of_seats or any(term.kind in _NEVER_OF_GAME for term in own_terms(query))
        self.asks_seat = is_of_seats and asks_seat(query) and not self.asks_rival
        """Whether it speaks of a seat; otherwise of games."""
        self.asks_game = any(self._needs_game(term) for term in terms_of(query))
        """Whether rows of `game` are needed besides those of seats."""
        found = self._meant if rival is None else rival[1]
        self.is_one_seat = found is not None and len(found) <= 1
        """Whether at most one seat of a hand can be meant."""
        self.names_several = found is not None and len(found) > 1
        """Whether those of several players can be."""
        self.condition = self._whole(query) if rival is None else self._beside(*rival)

    def _whole(self, query: Query) -> Condition:
        return self._scope(query, GAME_PLAYER, self._meant) if self.asks_seat else self._of_game(query)

    def by_player(self) -> list[Condition]:
        """Conditions for each player who is meant, if these are a few: the hands are the union of theirs."""
        if not self.asks_seat or self._meant is None or not 2 <= len(self._meant) <= _MAX_MERGED:
            return []
        return [self._scope(self._query, GAME_PLAYER, frozenset((each,))) for each in sorted(self._meant)]

    def subtracted(self) -> tuple[Condition, list[Select[Any]]] | None:
        """The condition without what is negated and names somebody, and the places of the hands that this excludes.

        None if there is nothing of the kind, or if so few hands are left that each is better looked up.
        """
        excluded: list[Query] = []
        rest: list[Query] = []
        for part in conjuncts(self._query):
            if isinstance(part, Not) and names_player(part.part):
                excluded.append(part.part)
            else:
                rest.append(part)
        if not excluded or self.asks_rival or (self.asks_seat and self._meant is None):
            return None
        if self._meant is not None and hands_of(self._database, self._meant) < _MANY:
            return None
        return self._whole(All(tuple(rest))), [self._places(part) for part in excluded]

    def _places(self, query: Query) -> Select[Any]:
        """Of the hands with a seat for which it holds."""
        seat = GAME_PLAYER.c
        found = select(seat.simulation_id, seat.game)
        if any(self._needs_game(term) for term in terms_of(query)):
            found = found.join(GAME, (GAME.c.simulation_id == seat.simulation_id) & (GAME.c.game == seat.game))
        return found.where(self._scope(query, GAME_PLAYER, self._players_of(query)))

    def _needs_game(self, term: Term) -> bool:
        return term.kind in _OF_GAME and not (term.in_blinds and term.kind in _KEPT_IN_BLINDS)

    def _players_of(self, query: Query) -> frozenset[int] | None:
        """Whose seats can be meant; None for anybody's."""
        if isinstance(query, Not):
            return None
        if isinstance(query, Term):
            if query.kind not in NAMES:
                return None
            ids = self.players(query.value, query.kind)
            return frozenset(ids) if len(ids) <= _MAX_MEANT else None
        known = [self._players_of(part) for part in query.parts]
        named = [part for part in known if part is not None]
        if isinstance(query, All):
            return frozenset.intersection(*named) if named else None
        return frozenset().union(*named) if len(named) == len(known) else None

    def players(self, wanted: str, kind: str = "player") -> list[int]:
        """The numbers of the players whose name is meant, or of the one who is `named` exactly so."""
        if kind == "named":
            with self._database.reading() as connection:
                return [int(each) for each in connection.execute(_id_of(wanted)).scalars()]
        if wanted not in self._names:
            self._names[wanted] = _ids(self._database, wanted)
        return self._names[wanted]

    # Of a game: is there such a seat? ---------------------------------------------------------------------------------

    def _of_game(self, query: Query) -> Condition:
        if not asks_seat(query):
            return self._of_hand(query, GAME.c)
        if isinstance(query, Either):
            return or_(false(), *map(self._of_game, query.parts))
        if isinstance(query, All):
            asking = [part for part in query.parts if asks_seat(part)]
            others = [self._of_game(part) for part in query.parts if not asks_seat(part)]
            if len(asking) == 1:
                return and_(true(), *others, self._of_game(asking[0]))
            kept = [self._kept(part) for part in asking if isinstance(part, Term) and part.kind.endswith(" amount")]
            found = self._any_seat(All(tuple(asking)))
            return and_(true(), *others, *[each for each in kept if each is not None], found)
        kept_one = self._kept(query) if isinstance(query, Term) else None
        return self._any_seat(query) if kept_one is None else kept_one

    def _kept(self, term: Term) -> Condition | None:
        """What the game knows of any of its seats without asking which."""
        game, value, kind = GAME.c, term.value, term.kind
        if kind in ("won amount", "lost amount") and term.in_blinds and term.operator in (">", ">="):
            amount = game.best_bb if kind == "won amount" else -game.worst_bb
            return _OPERATORS[term.operator](amount, value)
        if kind == "stack amount" and term.in_blinds and term.operator != "=":
            stack = game.min_stack_bb if term.operator in ("<", "<=") else game.max_stack_bb
            return _OPERATORS[term.operator](stack, value)
        known: dict[str, Callable[[], Condition]] = {
            "done": lambda: game.done.op("&")(rate_bit(value)) != 0,
            "faced": lambda: game.could.op("&")(rate_bit(value)) != 0,
            "saw": lambda: game.last_street >= value,
            "all-in": lambda: game.all_in.is_(True),
            "won": lambda: game.best_bb > 0,
            "lost": lambda: game.worst_bb < 0,
        }
        return known[kind]() if kind in known else None

    def _any_seat(self, query: Query, rival: Columns | None = None) -> Condition:
        """By the bits of seats; where these do not suffice, and at tables that have none, the seats are read.

        The seat of a rival does not count.
        """
        bounds, seat = self._seats(query), GAME_PLAYER.c
        here = (seat.simulation_id == GAME.c.simulation_id) & (seat.game == GAME.c.game)
        if rival is not None:
            bounds, here = bounds.but(seat_at(rival.position)), here & (seat.position != rival.position)
        for term in conjuncts(query):
            if isinstance(term, Term) and term.kind == "position":  # so that one seat is looked up, not all
                here = here & seat.position.in_(places_of_position(term.value, self._players))
        seats = select(seat.position).where(here, self._of_seat(query, seat, None))
        if self._database.engine.dialect.name == "postgresql":
            seats = seats.offset(0)  # without it the seats of all games are read for the few that must be asked
        found = seats.exists()
        if max(self._players) <= MAX_SEATS:
            certain = is_any(bounds.certain)
            return certain if bounds.are_exact else is_any(bounds.possible) & or_(certain, found)
        is_large = GAME.c.players > MAX_SEATS
        certain = not_(is_large) & is_any(bounds.certain)
        return or_(certain, (is_large if bounds.are_exact else or_(is_large, is_any(bounds.possible))) & found)

    def _seats(self, query: Query) -> Bounds:
        """The seats for which it holds, as far as the game knows."""
        if not asks_seat(query):
            return Bounds.exactly(seats_if(self._of_hand(query, GAME.c), self._everyone))
        if isinstance(query, Term):
            return self._seats_of(query)
        if isinstance(query, Not):
            return self._seats(query.part).opposite(self._everyone)
        join = Seats.bitwise_and if isinstance(query, All) else Seats.bitwise_or
        return reduce(lambda one, other: one.joined(other, join), map(self._seats, query.parts))

    def _seats_of(self, term: Term) -> Bounds:
        """The seats for which a condition holds, as far as the game knows."""
        kind, value = term.kind, term.value
        if kind == "position":
            return Bounds.exactly(seats_at(value, self._players))
        if kind == "even":
            return Bounds.exactly(other_seats(seats_with("won").bitwise_or(seats_with("lost")), self._everyone))
        if kind == "folded":
            return Bounds.exactly(other_seats(seats_with("live"), self._everyone))
        if kind in ("done", "faced", "saw"):
            return Bounds.exactly(seats_with(f"{kind} {value}"))
        if kind in ("won", "lost", "all-in"):
            return Bounds.exactly(seats_with(kind))
        if kind in ("won amount", "lost amount"):
            result = kind.removesuffix(" amount")
            if term.in_blinds:
                return seats_by_result(result, term.operator, value, self._everyone)
            if term.operator in (">", ">=", "=") and value > 0:
                return Bounds(no_seats(), seats_with(result))
        return Bounds(no_seats(), self._everyone)

    # Of a game and somebody in it: is there such another seat? --------------------------------------------------------

    def _rival(self) -> tuple[Query, list[int]] | None:
        """What is asked besides who the opponent is, and the players who are meant by that.

        None unless one opponent is named, and of the seat that is looked for neither player nor cards.
        """
        parts = list(conjuncts(self._query))
        named = [part for part in parts if isinstance(part, Term) and part.kind == "opponent"]
        rest = All(tuple(part for part in parts if part not in named))
        if len(named) != 1 or any(term.kind in _NEVER_OF_GAME for term in own_terms(rest)):
            return None
        ids = self.players(named[0].value)
        return (rest, ids) if len(ids) <= _MAX_MEANT else None

    def _beside(self, query: Query, rivals: list[int]) -> Condition:
        """What is true of another seat is kept with the opponent's; only what two facts say of one asks the game."""
        parts = list(conjuncts(query))
        shared = [part for part in parts if not asks_seat(part)]
        asking = [part for part in parts if asks_seat(part)]
        facts = [_fact_of(part) for part in asking]
        known = [RIVAL.c.others.op("&")(other_bit(fact)) != 0 for fact in facts if fact]
        is_all = len(asking) <= 1 and len(known) == len(asking) and max(self._players) <= MAX_SEATS
        self.asks_game_of_rival = not is_all or any(
            self._needs_game(term) for part in shared for term in terms_of(part)
        )
        place = GAME.c if self.asks_game_of_rival else RIVAL.c
        found = [RIVAL.c.player_id.in_(rivals), *known, *[self._of_hand(part, place) for part in shared]]
        return and_(*found, *([] if is_all else [self._any_seat(All(tuple(asking)), RIVAL.c)]))

    # Of a seat --------------------------------------------------------------------------------------------------------

    def _scope(self, query: Query, table: FromClause, meant: frozenset[int] | None) -> Condition:
        """The condition on the seats of a table, with whom it must be about."""
        seat = table.c
        if meant is not None:
            # Of somebody with very many hands those with certain cards are found by the cards; a sum is in no index.
            by_cards = any(isinstance(part, Term) and part.kind == "hand" for part in conjuncts(query))
            is_many = by_cards and hands_of(self._database, meant) >= _MANY
            player = seat.player_id + 0 if is_many else seat.player_id
            return player.in_(sorted(meant)) & self._of_seat(query, seat, meant)
        for term in conjuncts(query):
            if isinstance(term, Term) and term.kind == "opponent":
                ids = self.players(term.value)
                if len(ids) <= _MAX_MEANT and hands_of(self._database, ids) < _MANY:  # the seats of these are looked up
                    other = GAME_PLAYER.alias()
                    theirs = select(other.c.simulation_id, other.c.game).where(other.c.player_id.in_(ids))
                    return tuple_(seat.simulation_id, seat.game).in_(theirs) & self._of_seat(query, seat, None)
        return self._of_seat(query, seat, None)

    def _of_seat(self, query: Query, seat: Columns, meant: frozenset[int] | None) -> Condition:
        if not asks_seat(query):
            return self._of_hand(query, seat)
        if isinstance(query, Term):
            return self._term(query, seat, meant)
        if isinstance(query, Not):
            return not_(self._of_seat(query.part, seat, meant))
        parts = [self._of_seat(part, seat, meant) for part in query.parts]
        return and_(true(), *parts) if isinstance(query, All) else or_(false(), *parts)

    def _term(self, term: Term, seat: Columns, meant: frozenset[int] | None) -> Condition:
        value, kind = term.value, term.kind
        if kind in _CARDS:
            return self._held(term, seat)
        if kind.endswith(" amount"):
            return self._amount(term, seat)
        simple: dict[str, Callable[[], Condition]] = {
            "player": lambda: self._is_of(self.players(value), seat, meant),
            "named": lambda: self._is_of(self.players(value, kind), seat, meant),
            "opponent": lambda: self._opponent(self.players(value), seat, meant),
            "done": lambda: seat.done.op("&")(rate_bit(value)) != 0,
            "faced": lambda: seat.could.op("&")(rate_bit(value)) != 0,
            "position": lambda: seat.position_name == value,
            "saw": lambda: seat.last_street >= value,
            "all-in": lambda: seat.all_in.is_(True),
            "folded": lambda: seat.live.is_(False),
            "won": lambda: seat.net_bb > 0,
            "lost": lambda: seat.net_bb < 0,
            "even": lambda: seat.net_bb == 0,
        }
        return simple[kind]()

    # Of a hand, whoever is meant --------------------------------------------------------------------------------------

    def _of_hand(self, query: Query, place: Columns) -> Condition:
        """What is shared by all seats is kept with games and, for the index, with seats: `place` is either."""
        if isinstance(query, Not):
            if names_player(query.part):
                return not_(self._somebody(query.part, place))
            return not_(self._of_hand(query.part, place))
        if isinstance(query, Term):
            return self._shared(query, place)
        parts = [self._of_hand(part, place) for part in query.parts]
        return and_(true(), *parts) if isinstance(query, All) else or_(false(), *parts)

    def _somebody(self, query: Query, place: Columns) -> Condition:
        """Whether there is a seat of the hand for which this holds, whoever else is asked for."""
        table = GAME_PLAYER.alias(f"seat_{next(self._scopes)}")
        here = (table.c.simulation_id == place.simulation_id) & (table.c.game == place.game)
        return select(table.c.game).where(here, self._scope(query, table, self._players_of(query))).exists()

    def _shared(self, term: Term, place: Columns) -> Condition:
        game, value, kind = GAME.c, term.value, term.kind
        if kind in _SETTINGS:
            return self._set_so(term, place)
        if kind.endswith(" amount"):
            return self._amount(term, place)
        simple: dict[str, Callable[[], Condition]] = {
            "texture": lambda: place.texture.op("&")(texture_bit(value)) != 0,
            "showdown": lambda: place.showdown.is_(True),
            "date": lambda: place.played_at.between(value[0], last_moment(value[1])),
            "board": lambda: and_(*[_has(game.board, card) for card in value]),
            "number": lambda: game.hand_number == value,
            "run": lambda: place.simulation_id == value,
            "file": lambda: place.simulation_id.in_(
                select(SIMULATION.c.id).where(
                    func.lower(SIMULATION.c.source_file).like(f"%{_pattern(value)}%", escape="\\")
                )
            ),
            "starred": lambda: _mark(HAND_MARK.c.starred.is_(True)),
            "tag": lambda: _mark(HAND_MARK.c.tags.like(f"% {_pattern(value)} %", escape="\\")),
            "note": lambda: _mark(func.lower(HAND_MARK.c.note).like(f"%{_pattern(value)}%", escape="\\")),
        }
        return simple[kind]()

    def _is_of(self, ids: list[int], seat: Columns, meant: frozenset[int] | None) -> Condition:
        if meant is not None and meant.issubset(ids):
            return true()
        found: Condition = (seat.player_id + 0).in_(ids)  # a sum is in no index: by whom to look, the whole says
        return found

    def _opponent(self, ids: list[int], seat: Columns, meant: frozenset[int] | None) -> Condition:
        """Another seat of one of these players.

        Who has fewer hands is read, and the other looked up in them.
        """
        other = GAME_PLAYER.alias()
        here = (other.c.simulation_id == seat.simulation_id) & (other.c.game == seat.game)
        if meant is not None and not meant & set(ids):
            if hands_of(self._database, ids) < hands_of(self._database, meant):
                theirs = select(other.c.simulation_id, other.c.game).where(other.c.player_id.in_(ids))
                return tuple_(seat.simulation_id, seat.game).in_(theirs)
            return select(other.c.game).where(here, other.c.player_id.in_(ids)).exists()
        others = other.c.player_id.in_(ids) & (other.c.player_id != seat.player_id)
        return select(other.c.game).where(here, others).exists()

    def _held(self, term: Term, seat: Columns) -> Condition:
        known = text(f"{seat.hand.table.name}.{KNOWN_HAND}")
        if term.kind == "hand":
            held: Condition = seat.hand.in_(sorted(term.value)) & known
        else:
            held = and_(*[or_(_has(seat.down, card), _has(seat.up, card)) for card in term.value])
            if (name := hand_class("".join(term.value))) and self._is_holdem():
                held = (seat.hand == name) & known & and_(*[_has(seat.down, card) for card in term.value])
        if not self._private:
            return held
        return held & or_(seat.simulation_id.not_in(self._private), seat.showdown & seat.live)

    def _amount(self, term: Term, place: Columns) -> Condition:
        """Of a seat, or of what is kept with seats and games alike."""
        game, compare = GAME.c, _OPERATORS[term.operator]
        kind = term.kind.removesuffix(" amount")
        if kind == "pot":
            return compare(place.pot_bb if term.in_blinds else game.pot * game.unit_size, term.value)
        if kind == "stack":
            return compare(place.stack_bb if term.in_blinds else place.stack * game.unit_size, term.value)
        sign = 1 if kind == "won" else -1
        return compare(place.net_bb * sign if term.in_blinds else place.payoff * game.unit_size * sign, term.value)

    def _is_holdem(self) -> bool:
        """Whether there are only hands of hold'em, of which two cards say the class."""
        with self._database.reading() as connection:
            others = select(RULES.c.id).where(
                RULES.c.identity.not_like("holdem(%"), RULES.c.identity.not_like("holdem*(%")
            )
            return connection.execute(others.limit(1)).first() is None

    def _set_so(self, term: Term, place: Columns) -> Condition:
        """What is shared by all hands of a setting."""
        ids = [row.id for row in self._settings if _SETTINGS[term.kind](term, row)]
        if len(ids) == len(self._settings):
            return true()
        return place.setting_id.in_(ids) if ids else false()

    @cached_property
    def _settings(self) -> Sequence[Any]:
        query = select(SETTING, RULES.c.identity).join(RULES, RULES.c.id == SETTING.c.rules_id)
        with self._database.reading() as connection:
            return connection.execute(query).all()

    @cached_property
    def _players(self) -> frozenset[int]:
        """How many players there are at any table."""
        return frozenset(int(row.players) for row in self._settings) or frozenset(range(2, MAX_SEATS + 2))

    @cached_property
    def _everyone(self) -> Seats:
        """All seats of a game."""
        return all_seats(self._players)


def _is_so(term: Term, amount: float) -> bool:
    return bool(_OPERATORS[term.operator](amount, term.value))


def asks_seat(query: Query) -> bool:
    """Whether it speaks of the seat that is looked for, not of the hand alone."""
    return any(term.kind in _OF_SEAT for term in own_terms(query))


def _fact_of(query: Query) -> str:
    """What of a seat says all that is asked, as `seat_bits.FACTS` call it; empty if nothing does."""
    if not isinstance(query, Term):
        return ""
    kind, value = query.kind, query.value
    if kind in ("won", "lost", "all-in"):
        return kind
    name = f"{kind} {value}" if kind in ("done", "faced", "saw") else ""
    if kind in ("won amount", "lost amount") and query.in_blinds and query.operator == ">":
        name = f"{kind.removesuffix(' amount')}>{value:g}"
    return name if name in FACTS else ""


def _ids(database: HandDatabase, wanted: str) -> list[int]:
    """The players of a name; `hero`, where nobody is called so, is who has the most hands."""
    with database.reading() as connection:
        if "*" not in wanted and "?" not in wanted:
            exact = connection.execute(_id_of(wanted)).scalars().all()
            if exact:
                return [int(each) for each in exact]
        rows = connection.execute(select(PLAYER.c.id, PLAYER.c.name)).all()
        found = [int(row.id) for row in rows if is_name(row.name, wanted)]
        if not found and wanted.casefold() == HERO:
            table, all_hands = counted(None)
            query = select(table.c.player_id).where(all_hands).group_by(table.c.player_id)
            query = query.order_by(func.sum(table.c.hands).desc(), table.c.player_id)
            found = [int(each) for each in connection.execute(query.limit(1)).scalars()]
    if not found:
        from difflib import get_close_matches

        near = get_close_matches(wanted, [row.name for row in rows], 3, 0.5)
        hint = f"; there is {', '.join(near)}" if near else ""
        raise RiverboatError(
            f'search "{wanted[:60]}": no such player, and no other condition is written like this{hint}'
        )
    return found


def _id_of(name: str) -> Select[Any]:
    return select(PLAYER.c.id).where(PLAYER.c.name == name)


def _mark(condition: Condition) -> Condition:
    return GAME.c.hand_key.in_(select(HAND_MARK.c.hand_key).where(condition)) & (GAME.c.hand_key != "")


def _has(column: ColumnElement[Any], card: str) -> Condition:
    """Whether a card is in the text of cards, of two signs each."""
    return column.like(f"%{card}%")


def _pattern(text: str) -> str:
    """For LIKE, in small letters; a star stands for anything."""
    escaped = text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return escaped.replace("*", "%")
