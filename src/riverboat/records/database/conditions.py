"""A search as SQL: the tree of `records.query` as a condition on the rows of `game` and `game_player`.

The condition speaks of one seat (a row of `game_player`) and its game. What it asks of the seat is in two indexes, by
player and by hand, so a search within one player's hands, or for cards, reads neither the seats nor the games
themselves; only rarer questions (site, game, board cards, marks) join the game. What may be true of any seat is kept
with the game: where nobody is named and at most one such thing is asked for, the games alone are read. Two things of a
seat that is neither named nor dealt known cards (`BTN won`) are the one kind of search that reads every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from operator import eq, ge, gt, le, lt
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, false, func, not_, or_, select, text, true, tuple_

from riverboat.errors import RiverboatError
from riverboat.records.database.statistics import counted
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import GAME, GAME_PLAYER, HAND_MARK, KNOWN_HAND, PLAYER, RULES, SIMULATION
from riverboat.records.facts import hand_class, rate_bit, texture_bit
from riverboat.records.naming import is_game
from riverboat.records.query import All, Not, Query, Term, is_name, last_moment, terms_of

HERO: Final = "hero"
_OPERATORS: Final[dict[str, Callable[[Any, Any], ColumnElement[bool]]]] = {
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
    "=": eq,
}
_OF_GAME: Final = {
    "stack amount", "stake amount", "players amount", "won amount", "lost amount", "pot amount",
    "board", "game", "site", "currency", "number", "tag", "note", "starred",
}  # fmt: skip
_KEPT_IN_BLINDS: Final = ("won amount", "lost amount", "pot amount")
"""With a seat too, so that they need not ask the game."""
_OF_SEAT: Final = {
    "player", "named", "opponent", "done", "faced", "hand", "cards", "position", "saw", "all-in", "folded",
    "won", "lost", "even", "won amount", "lost amount", "stack amount",
}  # fmt: skip
_OF_ANY_SEAT: Final = {"done", "faced", "saw", "all-in", "won", "lost", "won amount", "lost amount"}
"""What the game knows of its seats; amounts in big blinds."""
_CARDS: Final = ("hand", "cards")
_MAX_MEANT: Final = 1000
"""Of more players than this, all seats are read: a statement can name only so many."""
Condition = ColumnElement[bool]


class Conditions:
    """What a query means in one database."""

    def __init__(
        self, database: HandDatabase, query: Query, private: frozenset[int] = frozenset(), *, of_seats: bool = False
    ) -> None:
        """`private` are runs whose cards count only where they were shown; `of_seats` if the seats are wanted."""
        self._database, self._private = database, private
        terms = list(terms_of(query))
        self.asks_seat = _asks_seat(query) and (of_seats or not _is_of_any_seat(query))
        """Whether it speaks of a seat; otherwise of games alone."""
        self.asks_game = any(self._needs_game(term) for term in terms) or (
            bool(private) and any(term.kind in _CARDS for term in terms)
        )
        """Whether rows of `game` are needed besides those of seats."""
        self._names: dict[str, list[int]] = {}
        self._meant = self._players_of(query)
        """Whose seats can be meant; None for anybody's."""
        self.is_one_seat = self._meant is not None and len(self._meant) <= 1
        """Whether at most one seat of a hand can be meant."""
        self.condition = self._sql(query)
        if self._meant is not None:
            self.condition = and_(GAME_PLAYER.c.player_id.in_(sorted(self._meant)), self.condition)

    def _needs_game(self, term: Term) -> bool:
        return term.kind in _OF_GAME and not (term.in_blinds and term.kind in _KEPT_IN_BLINDS)

    def _players_of(self, query: Query) -> set[int] | None:
        if isinstance(query, Not):
            return None
        if isinstance(query, Term):
            if query.kind not in ("player", "named"):
                return None
            ids = self.players(query.value, query.kind)
            return set(ids) if len(ids) <= _MAX_MEANT else None
        known = [self._players_of(part) for part in query.parts]
        named = [part for part in known if part is not None]
        if isinstance(query, All):
            return set.intersection(*named) if named else None
        return set().union(*named) if len(named) == len(known) else None

    def players(self, wanted: str, kind: str = "player") -> list[int]:
        """The numbers of the players whose name is meant, or of the one who is `named` exactly so."""
        if kind == "named":
            with self._database.reading() as connection:
                return [int(each) for each in connection.execute(_id_of(wanted)).scalars()]
        if wanted not in self._names:
            self._names[wanted] = _ids(self._database, wanted)
        return self._names[wanted]

    def _sql(self, query: Query) -> Condition:
        if isinstance(query, Term):
            return self._term(query)
        if isinstance(query, Not):
            return not_(self._sql(query.part))
        parts = [self._sql(part) for part in query.parts]
        return and_(true(), *parts) if isinstance(query, All) else or_(false(), *parts)

    def _shared(self, name: str) -> ColumnElement[Any]:
        """A column that is kept with games and, for the index, with seats."""
        return (GAME_PLAYER if self.asks_seat else GAME).c[name]

    def _term(self, term: Term) -> Condition:
        seat, game, value, kind = GAME_PLAYER.c, GAME.c, term.value, term.kind
        if kind in ("player", "named"):
            # A sum is in no index: by whom to look is in the condition that holds for the whole.
            return (seat.player_id + 0).in_(self.players(value, kind))
        if kind == "opponent":
            return self._opponent(self.players(value))
        if kind in ("done", "faced"):
            return self._shared("done" if kind == "done" else "could").op("&")(rate_bit(value)) != 0
        if kind == "texture":
            return self._shared("texture").op("&")(texture_bit(value)) != 0
        if kind in _CARDS:
            return self._held(term)
        if kind.endswith(" amount"):
            return self._amount(term)
        simple: dict[str, Callable[[], Condition]] = {
            "position": lambda: seat.position_name == value,
            "saw": lambda: self._shared("last_street") >= value,
            "all-in": lambda: self._shared("all_in").is_(True),
            "showdown": lambda: self._shared("showdown").is_(True),
            "folded": lambda: seat.live.is_(False),
            "won": lambda: self._net(1) > 0,
            "lost": lambda: self._net(-1) < 0,
            "even": lambda: seat.net_bb == 0,
            "date": lambda: self._shared("played_at").between(value[0], last_moment(value[1])),
            "board": lambda: and_(*[_has(game.board, card) for card in value]),
            "game": lambda: game.rules_id.in_(self._rules(value)),
            "site": lambda: _is_like(game.site, value),
            "currency": lambda: func.lower(game.currency) == value.lower(),
            "number": lambda: game.hand_number == value,
            "run": lambda: self._shared("simulation_id") == value,
            "file": lambda: self._shared("simulation_id").in_(
                select(SIMULATION.c.id).where(
                    func.lower(SIMULATION.c.source_file).like(f"%{_pattern(value)}%", escape="\\")
                )
            ),
            "starred": lambda: _mark(HAND_MARK.c.starred.is_(True)),
            "tag": lambda: _mark(HAND_MARK.c.tags.like(f"% {_pattern(value)} %", escape="\\")),
            "note": lambda: _mark(func.lower(HAND_MARK.c.note).like(f"%{_pattern(value)}%", escape="\\")),
        }
        return simple[kind]()

    def _net(self, sign: int) -> ColumnElement[float]:
        """The result in big blinds; of any seat the best, or the worst."""
        return GAME_PLAYER.c.net_bb if self.asks_seat else GAME.c.best_bb if sign > 0 else GAME.c.worst_bb

    def _opponent(self, ids: list[int]) -> Condition:
        """Another seat of one of these players.

        Who has fewer hands is read, and the other looked up in them.
        """
        seat, other = GAME_PLAYER.c, GAME_PLAYER.alias()
        here = (other.c.simulation_id == seat.simulation_id) & (other.c.game == seat.game)
        if self._meant is not None and not self._meant & set(ids):
            if _hands(self._database, ids) < _hands(self._database, self._meant):
                theirs = select(other.c.simulation_id, other.c.game).where(other.c.player_id.in_(ids))
                return tuple_(seat.simulation_id, seat.game).in_(theirs)
            return select(other.c.game).where(here, other.c.player_id.in_(ids)).exists()
        others = other.c.player_id.in_(ids) & (other.c.player_id != seat.player_id)
        return select(other.c.game).where(here, others).exists()

    def _held(self, term: Term) -> Condition:
        seat, known = GAME_PLAYER.c, text(f"game_player.{KNOWN_HAND}")
        if term.kind == "hand":
            held: Condition = seat.hand.in_(sorted(term.value)) & known
        else:
            held = and_(*[or_(_has(seat.down, card), _has(seat.up, card)) for card in term.value])
            if (name := hand_class("".join(term.value))) and self._is_holdem():
                held = (seat.hand == name) & known & and_(*[_has(seat.down, card) for card in term.value])
        if not self._private:
            return held
        return held & or_(seat.simulation_id.not_in(self._private), seat.showdown & seat.live)

    def _amount(self, term: Term) -> Condition:
        seat, game, compare = GAME_PLAYER.c, GAME.c, _OPERATORS[term.operator]
        kind = term.kind.removesuffix(" amount")
        if kind == "players":
            return compare(game.players, term.value)
        if kind == "stake":
            return compare(game.big_blind * game.unit_size, term.value)
        if kind == "stack":
            return compare(
                seat.stack / game.big_blind * 1.0 if term.in_blinds else seat.stack * game.unit_size, term.value
            )
        if kind == "pot":
            return compare(self._shared("pot_bb") if term.in_blinds else game.pot * game.unit_size, term.value)
        sign = 1 if kind == "won" else -1
        return compare(self._net(sign) * sign if term.in_blinds else seat.payoff * game.unit_size * sign, term.value)

    def _is_holdem(self) -> bool:
        """Whether there are only hands of hold'em, of which two cards say the class."""
        with self._database.reading() as connection:
            others = select(RULES.c.id).where(
                RULES.c.identity.not_like("holdem(%"), RULES.c.identity.not_like("holdem*(%")
            )
            return connection.execute(others.limit(1)).first() is None

    def _rules(self, wanted: str) -> list[int]:
        with self._database.reading() as connection:
            return [
                row.id
                for row in connection.execute(select(RULES.c.id, RULES.c.identity))
                if is_game(row.identity, wanted)
            ]


def _asks_seat(query: Query) -> bool:
    return any(term.kind in _OF_SEAT for term in terms_of(query))


def _is_of_any_seat(query: Query) -> bool:
    """Whether the game knows if there is such a seat: not of two things that must be true of the same one."""
    if isinstance(query, Term):
        kept = query.kind not in _OF_SEAT or query.kind in _OF_ANY_SEAT
        if query.kind in ("won amount", "lost amount"):
            return query.in_blinds and query.operator in (">", ">=")
        return kept
    if isinstance(query, Not):
        return not _asks_seat(query)
    if isinstance(query, All) and sum(map(_asks_seat, query.parts)) > 1:
        return False
    return all(map(_is_of_any_seat, query.parts))


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


def _hands(database: HandDatabase, ids: Collection[int]) -> int:
    """In how many hands these players were, by the summaries."""
    table, all_hands = counted(None)
    with database.reading() as connection:
        query = select(func.sum(table.c.hands)).where(all_hands, table.c.player_id.in_(sorted(ids)))
        return int(connection.execute(query).scalar() or 0)


def _mark(condition: Condition) -> Condition:
    return GAME.c.hand_key.in_(select(HAND_MARK.c.hand_key).where(condition)) & (GAME.c.hand_key != "")


def _has(column: ColumnElement[Any], card: str) -> Condition:
    """Whether a card is in the text of cards, of two signs each."""
    return column.like(f"%{card}%")


def _is_like(column: ColumnElement[Any], wanted: str) -> Condition:
    """Letters' case does not matter, a star stands for anything."""
    small = func.lower(column)
    return small.like(_pattern(wanted), escape="\\") if "*" in wanted else small == wanted.lower()


def _pattern(text: str) -> str:
    """For LIKE, in small letters; a star stands for anything."""
    escaped = text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return escaped.replace("*", "%")
