"""Of which seats of a hand is something true? Ten bits for each thing, kept with the game.

    is_any(seats_with("won").bitwise_and(seats_at("button", {6})))        # whoever had the button of six won

Two things of one seat that is not named (`BTN won`, `3bet lost`) are so found by reading the games, a sixth of the
seats or less. Six things fill a column of sixty bits; `FACTS` says where each of them is, so its order is a part of the
schema. Tables with more than `MAX_SEATS` players have no bits: their seats are read.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Integer, case, literal_column

from riverboat.games.hand import Hand
from riverboat.games.positions import position_name
from riverboat.records.database.tables import GAME, SEAT_COLUMNS
from riverboat.records.facts import Facts, rate_bit

MAX_SEATS: Final = 10
_IN_A_COLUMN: Final = 6
_WIDTH: Final = MAX_SEATS * _IN_A_COLUMN
_COLUMN: Final = (1 << _WIDTH) - 1
_ALL: Final = (1 << MAX_SEATS) - 1
_DONE: Final = (
    "vpip", "pfr", "three_bet", "four_bet", "squeeze", "limp", "steal", "raise_first_in", "cold_call", "cbet_flop",
    "cbet_turn", "cbet_river", "donk", "check_raise",
)  # fmt: skip
_FACED: Final = ("three_bet", "four_bet", "fold_to_steal", "fold_to_cbet")
_STREETS: Final = (1, 2, 3)
_AMOUNTS: Final = (5, 10, 20, 50, 100)
"""Big blinds."""
FACTS: Final = (
    "won", "lost", "live", "all-in", "at a button",
    *(f"saw {street}" for street in _STREETS),
    *(f"done {rate}" for rate in _DONE),
    *(f"faced {rate}" for rate in _FACED),
    *(f"{result}>{amount}" for result in ("won", "lost") for amount in _AMOUNTS),
)  # fmt: skip
"""`at a button` is true of all seats in games whose positions have names."""
_ANYTHING: Final = (1 << len(FACTS)) - 1
_PLACES: Final = {fact: MAX_SEATS * place for place, fact in enumerate(FACTS)}
Seats = ColumnElement[Any]
"""A number with the bits of some seats; bits from `MAX_SEATS` on mean nothing."""
assert len(FACTS) <= _IN_A_COLUMN * len(SEAT_COLUMNS)


def seat_bits(hand: Hand, facts: Facts) -> tuple[int, ...]:
    """The values of the columns for a hand."""
    bits = 0
    if len(hand.players) <= MAX_SEATS:
        for position, (seat, live) in enumerate(zip(facts.seats, hand.live, strict=True)):
            bits |= (
                _bits_of(
                    _level(seat.net_bb),
                    bool(live),
                    seat.all_in,
                    bool(seat.position_name),
                    min(seat.last_street, _STREETS[-1]),
                    seat.done,
                    seat.could,
                )
                << position
            )
    return tuple([bits >> start & _COLUMN for start in range(0, _WIDTH * len(SEAT_COLUMNS), _WIDTH)])


def other_bits(columns: tuple[int, ...], players: int) -> list[int]:
    """For each seat the facts, a bit each in the order of `FACTS`, that are true of some other seat of the hand.

    Where there are no bits of seats, everything may be true.
    """
    if players > MAX_SEATS:
        return [_ANYTHING] * players
    several, only = _spread(columns)
    single = sum(only)
    return [several | (single & ~own) for own in only[:players]]


@lru_cache(maxsize=65_536)
def _spread(columns: tuple[int, ...]) -> tuple[int, list[int]]:
    """The facts that are true of several seats, and for each seat those that are true of it alone."""
    several, only = 0, [0] * MAX_SEATS
    for place in range(len(FACTS)):
        column, within = divmod(place, _IN_A_COLUMN)
        seats = columns[column] >> MAX_SEATS * within & _ALL
        if seats & (seats - 1):
            several |= 1 << place
        elif seats:
            only[seats.bit_length() - 1] |= 1 << place
    return several, only


def other_bit(fact: str) -> int:
    """The bit of a fact in `other_bits`."""
    return 1 << FACTS.index(fact)


@lru_cache(maxsize=65_536)
def _bits_of(level: int, live: bool, all_in: bool, has_position: bool, street: int, done: int, could: int) -> int:
    """The bits of the first seat, if this is true of it."""
    true = {"won": level > 0, "lost": level < 0, "live": live, "all-in": all_in, "at a button": has_position}
    true |= {f"saw {each}": street >= each for each in _STREETS}
    true |= {f"done {rate}": bool(done & rate_bit(rate)) for rate in _DONE}
    true |= {f"faced {rate}": bool(could & rate_bit(rate)) for rate in _FACED}
    true |= {f"won>{amount}": level > steps for steps, amount in enumerate(_AMOUNTS, start=1)}
    true |= {f"lost>{amount}": -level > steps for steps, amount in enumerate(_AMOUNTS, start=1)}
    return sum(1 << _PLACES[fact] for fact, is_so in true.items() if is_so)


def _level(net_bb: float) -> int:
    """How many of nothing and the amounts a result exceeds; a loss is negative."""
    steps = bisect_left((0, *_AMOUNTS), abs(net_bb))
    return steps if net_bb > 0 else -steps


def seats_with(fact: str) -> Seats:
    """The seats of which a fact is true."""
    column, place = divmod(_PLACES[fact], _WIDTH)
    bits = GAME.c[SEAT_COLUMNS[column]]
    return bits.bitwise_rshift(_number(place)) if place else bits


def places_of_position(position: str, players: Iterable[int]) -> list[int]:
    """The numbers that a position, by its name, has at tables with so many players as there are."""
    return sorted({place for count in players for place in range(count) if position_name(place, count) == position})


def seats_at(position: str, players: Collection[int]) -> Seats:
    """The seat of a position, by its name, at tables with so many players as there are."""
    at_a_button = seats_with("at a button")
    named = {
        count: _number(1 << place)
        for count in sorted(players)
        if 2 <= count <= MAX_SEATS
        for place in places_of_position(position, [count])
    }
    if len(players) == 1 == len(named):
        return at_a_button.bitwise_and(next(iter(named.values())))
    return case(named, value=GAME.c.players, else_=_number(0)).bitwise_and(at_a_button) if named else _number(0)


def all_seats(players: Collection[int]) -> Seats:
    """Every seat at tables with so many players as there are."""
    if len(players) == 1 and (count := next(iter(players))) <= MAX_SEATS:
        return _number((1 << count) - 1)
    return _number(1).bitwise_lshift(GAME.c.players) - _number(1)


def no_seats() -> Seats:
    """None."""
    return _number(0)


def seat_at(position: ColumnElement[Any]) -> Seats:
    """The seat of a position, by its number."""
    return _number(1).bitwise_lshift(position)


def seats_if(condition: ColumnElement[bool], everyone: Seats) -> Seats:
    """Every seat if a condition of the game holds, or none."""
    return case((condition, everyone), else_=_number(0))


def other_seats(seats: Seats, everyone: Seats) -> Seats:
    """The seats that are not among these."""
    return everyone.bitwise_and(seats.bitwise_not())


def is_any(seats: Seats) -> ColumnElement[bool]:
    """Whether there is a seat among these."""
    return seats.bitwise_and(_number(_ALL)) != _number(0)


class Bounds(NamedTuple):
    """What the bits say of the seats for which a condition holds; it is all there is to say if both are the same."""

    certain: Seats
    possible: Seats

    @classmethod
    def exactly(cls, seats: Seats) -> Bounds:
        return cls(seats, seats)

    @property
    def are_exact(self) -> bool:
        return self.certain is self.possible

    def but(self, seats: Seats) -> Bounds:
        """Without some seats."""
        others = seats.bitwise_not()
        return self._map(lambda each: each.bitwise_and(others))

    def opposite(self, everyone: Seats) -> Bounds:
        if self.are_exact:
            return self.exactly(other_seats(self.certain, everyone))
        return Bounds(other_seats(self.possible, everyone), other_seats(self.certain, everyone))

    def joined(self, other: Bounds, operator: Callable[[Seats, Seats], Seats]) -> Bounds:
        """Both, by `Seats.bitwise_and` or `Seats.bitwise_or`."""
        certain = operator(self.certain, other.certain)
        if self.are_exact and other.are_exact:
            return self.exactly(certain)
        return Bounds(certain, operator(self.possible, other.possible))

    def _map(self, change: Callable[[Seats], Seats]) -> Bounds:
        certain = change(self.certain)
        return self.exactly(certain) if self.are_exact else Bounds(certain, change(self.possible))


def seats_by_result(result: str, operator: str, amount: float, everyone: Seats) -> Bounds:
    """Those who `won` or `lost` more than an amount in big blinds (`>`), at least (`>=`), exactly, or less."""
    if operator in ("<", "<="):
        return seats_by_result(result, ">=" if operator == "<" else ">", amount, everyone).opposite(everyone)
    steps = (0, *_AMOUNTS)
    if operator == ">":  # exact at every step
        below, above = bisect_right(steps, amount) - 1, bisect_left(steps, amount)
    else:
        below, above = bisect_left(steps, amount) - 1, bisect_left(steps, amount)
    possible = _step(result, below, everyone)
    if operator == ">" and below == above:
        return Bounds.exactly(possible)
    certain = no_seats() if operator == "=" or above == len(steps) else _step(result, above, everyone)
    if operator != "=" and below >= 0:
        # If only one seat comes into question, the largest gain or loss of the hand is its own.
        seats = possible.bitwise_and(_number(_ALL))
        largest = GAME.c.best_bb if result == "won" else -GAME.c.worst_bb
        is_enough = largest > amount if operator == ">" else largest >= amount
        is_one = seats.bitwise_and(seats - _number(1)) == _number(0)
        certain = case((is_one & is_enough, seats), else_=certain)
    return Bounds(certain, possible)


def _step(result: str, steps: int, everyone: Seats) -> Seats:
    """The seats whose result exceeds so many steps of the amounts after the first, nothing; all if negative."""
    if steps < 0:
        return everyone
    return seats_with(f"{result}>{_AMOUNTS[steps - 1]}" if steps else result)


def _number(value: int) -> Seats:
    return literal_column(str(value), Integer)
