"""A search as SQL: the tree of `records.query` as a condition on the rows of `game` and `game_player`.

The condition speaks of one seat (a row of `game_player`) and its game. What it asks of the seat is in one index, so a
search within one player's hands reads neither the seats nor the games themselves; only rarer questions (site, game,
exact cards, board cards, marks) join the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import eq, ge, gt, le, lt
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, false, func, not_, or_, select, true, tuple_

from riverboat.errors import RiverboatError
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import GAME, GAME_PLAYER, HAND_MARK, PLAYER, RULES, SIMULATION, SUMMARY
from riverboat.records.facts import rate_bit, texture_bit
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
_CARDS: Final = ("hand", "cards")
Condition = ColumnElement[bool]


class Conditions:
    """What a query means in one database."""

    def __init__(self, database: HandDatabase, query: Query, private: frozenset[int] = frozenset()) -> None:
        """`private` are runs whose cards count only where they were shown."""
        self._database, self._private = database, private
        terms = list(terms_of(query))
        self.asks_seat = any(term.kind in _OF_SEAT for term in terms)
        """Whether it speaks of a seat; otherwise of games alone."""
        self.asks_game = any(self._needs_game(term) for term in terms) or (
            bool(private) and any(term.kind in _CARDS for term in terms)
        )
        """Whether rows of `game` are needed besides those of seats."""
        self._names: dict[str, list[int]] = {}
        self.condition = self._sql(query)
        self.is_one_seat = any(self._is_one(part) for part in _parts(query))
        """Whether at most one seat of a hand can be meant."""

    def _needs_game(self, term: Term) -> bool:
        return term.kind in _OF_GAME and not (term.in_blinds and term.kind in _KEPT_IN_BLINDS)

    def _is_one(self, part: Query) -> bool:
        if not isinstance(part, Term):
            return False
        return part.kind == "named" or (part.kind == "player" and len(self.players(part.value)) == 1)

    def players(self, wanted: str) -> list[int]:
        """The numbers of the players whose name is meant."""
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
        if kind == "player":
            return seat.player_id.in_(self.players(value))
        if kind == "named":
            return seat.player_id == select(PLAYER.c.id).where(PLAYER.c.name == value).scalar_subquery()
        if kind == "opponent":
            return self._opponent(self.players(value))
        if kind in ("done", "faced"):
            column = seat.done if kind == "done" else seat.could
            return column.op("&")(rate_bit(value)) != 0
        if kind == "texture":
            return self._shared("texture").op("&")(texture_bit(value)) != 0
        if kind in _CARDS:
            return self._held(term)
        if kind.endswith(" amount"):
            return self._amount(term)
        simple: dict[str, Callable[[], Condition]] = {
            "position": lambda: seat.position_name == value,
            "saw": lambda: seat.last_street >= value,
            "all-in": lambda: seat.all_in.is_(True),
            "showdown": lambda: self._shared("showdown").is_(True),
            "folded": lambda: seat.live.is_(False),
            "won": lambda: seat.net_bb > 0,
            "lost": lambda: seat.net_bb < 0,
            "even": lambda: seat.net_bb == 0,
            "date": lambda: self._shared("played_at").between(value[0], last_moment(value[1])),
            "board": lambda: and_(*[_has(game.board, card) for card in value]),
            "game": lambda: game.rules_id.in_(self._rules(value)),
            "site": lambda: func.lower(game.site).like(_pattern(value), escape="\\"),
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

    def _opponent(self, ids: list[int]) -> Condition:
        """Another seat of one of these players; their hands are listed once, not looked for in every hand."""
        seat, other = GAME_PLAYER.c, GAME_PLAYER.alias()
        theirs = select(other.c.simulation_id, other.c.game).where(other.c.player_id.in_(ids))
        met = tuple_(seat.simulation_id, seat.game).in_(theirs)
        here = (other.c.simulation_id == seat.simulation_id) & (other.c.game == seat.game)
        # A sum is in no index: where the player may be meant too, the seats of the hand are asked one by one.
        among = (other.c.player_id + 0).in_(ids) & (other.c.player_id != seat.player_id)
        both = seat.player_id.in_(ids) & select(other.c.game).where(here, among).exists()
        return or_(seat.player_id.not_in(ids) & met, both)

    def _held(self, term: Term) -> Condition:
        seat = GAME_PLAYER.c
        if term.kind == "hand":
            held: Condition = seat.hand.in_(sorted(term.value))
        else:
            held = and_(*[or_(_has(seat.down, card), _has(seat.up, card)) for card in term.value])
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
        sign = 1.0 if kind == "won" else -1.0
        return compare(seat.net_bb * sign if term.in_blinds else seat.payoff * game.unit_size * sign, term.value)

    def _rules(self, wanted: str) -> list[int]:
        with self._database.reading() as connection:
            return [
                row.id
                for row in connection.execute(select(RULES.c.id, RULES.c.identity))
                if is_game(row.identity, wanted)
            ]


def _parts(query: Query) -> Iterator[Query]:
    """What must hold in any case."""
    if isinstance(query, All):
        for part in query.parts:
            yield from _parts(part)
    else:
        yield query


def _ids(database: HandDatabase, wanted: str) -> list[int]:
    """The players of a name; `hero`, where nobody is called so, is who has the most hands."""
    with database.reading() as connection:
        if "*" not in wanted and "?" not in wanted:
            exact = connection.execute(select(PLAYER.c.id).where(PLAYER.c.name == wanted)).scalars().all()
            if exact:
                return [int(each) for each in exact]
        rows = connection.execute(select(PLAYER.c.id, PLAYER.c.name)).all()
        found = [int(row.id) for row in rows if is_name(row.name, wanted)]
        if not found and wanted.casefold() == HERO:
            hands = func.sum(SUMMARY.c.hands)
            query = (
                select(SUMMARY.c.player_id).group_by(SUMMARY.c.player_id).order_by(hands.desc(), SUMMARY.c.player_id)
            )
            found = [int(each) for each in connection.execute(query.limit(1)).scalars()]
    if not found:
        from difflib import get_close_matches

        near = get_close_matches(wanted, [row.name for row in rows], 3, 0.5)
        hint = f"; there is {', '.join(near)}" if near else ""
        raise RiverboatError(
            f'search "{wanted[:60]}": no such player, and no other condition is written like this{hint}'
        )
    return found


def _mark(condition: Condition) -> Condition:
    return GAME.c.hand_key.in_(select(HAND_MARK.c.hand_key).where(condition)) & (GAME.c.hand_key != "")


def _has(column: ColumnElement[Any], card: str) -> Condition:
    """Whether a card is in the text of cards, of two signs each."""
    return column.like(f"%{card}%")


def _pattern(text: str) -> str:
    """For LIKE, in small letters; a star stands for anything."""
    escaped = text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return escaped.replace("*", "%")
