"""Who sits where at a live table: names, keys, chips between hands, and who is dealt in.

Hands are found by the names of their players, and whoever has a name sees its cards; so a name stays with the person
who had it first.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, Final

from riverboat.errors import RiverboatError
from riverboat.web.documents import Body
from riverboat.web.people import OWNER, Person
from riverboat.web.tables.seat import Seat, hashed
from riverboat.web.tables.setup import TableSetup

MAX_NAMES: Final = 200
"""Of people who ever sat at one table: they are saved with every change."""


class Seating:
    """The seats of one table."""

    def __init__(self, setup: TableSetup) -> None:
        self._setup = setup
        self.seats = [Seat(chair.kind == "human", chair.name, chair.agent) for chair in setup.chairs]
        self._names: dict[str, str] = {}
        """Of all people who have sat here, with their ids."""

    def buy_in_bots(self) -> None:
        """A new table: every bot has its chips."""
        for seat in self.seats:
            if not seat.is_human:
                seat.buy_in(self._setup.stack)

    def sit_down(self, chair: int, name: str, person: Person = OWNER) -> str:
        """Take a free seat; returns the key of the seat."""
        if not 0 <= chair < len(self.seats) or not self.seats[chair].is_human:
            raise RiverboatError(f"chair {chair}: there is no chair for a person with this number")
        seat = self.seats[chair]
        if seat.key:
            raise RiverboatError(f"chair {chair}: {seat.name} sits there")
        name = " ".join(name.split())
        if any(other.name == name for other in self.seats):
            raise RiverboatError(f'name "{name}": somebody at this table has it')
        had = self._names.get(name)
        if had is not None and (had != person.id or (self._setup.is_private and person.is_owner)):
            # Without a token everyone is the owner, so an owner's name serves once where cards are private.
            raise RiverboatError(f'name "{name}": somebody at this table had it; choose another')
        if had is None and len(self._names) >= MAX_NAMES:
            raise RiverboatError(f"{MAX_NAMES} names were used at this table: open a new one")
        key = secrets.token_urlsafe(24)
        seat.name, seat.key, seat.person = name, hashed(key), person.id
        self._names[name] = person.id
        seat.buy_in(self._setup.stack)
        return key

    def chair_of(self, key: str, person: Person = OWNER) -> int:
        """The chair that a key opens for this person."""
        shown = hashed(key)
        for chair, seat in enumerate(self.seats):
            if seat.key and not seat.has_left and secrets.compare_digest(seat.key, shown):
                if seat.person in ("", person.id):
                    return chair
                raise RiverboatError("this key is of somebody else's seat")
        raise RiverboatError("this key opens no seat here")

    def taken_by(self, person: str) -> Iterator[int]:
        """The chairs of a person, by id."""
        for chair, seat in enumerate(self.seats):
            if seat.key and seat.person == person and not seat.has_left:
                yield chair

    def dealt_in(self) -> list[int]:
        """The chairs that get cards in the next hand."""
        return [chair for chair, seat in enumerate(self.seats) if _is_dealt_in(seat)]

    def waiting_reason(self) -> str | None:
        """Why no hand can be dealt to these seats now."""
        people = [seat for seat in self.seats if seat.is_human]
        if people and not any(seat.key for seat in people):
            return "nobody has sat down yet"
        if people and not any(map(_is_dealt_in, people)):
            broke = any(seat.key and not seat.out and not seat.stack for seat in people)
            return "out of chips: rebuy to continue" if broke else "everybody sits out"
        return "waiting for another player" if len(self.dealt_in()) < 2 else None

    def refill(self) -> None:
        """Before a hand: chips for those who asked, and for bots without any."""
        for seat in self.seats:
            if seat.rebuys or (not seat.is_human and not seat.stack):
                seat.buy_in(self._setup.stack)

    def kept(self) -> dict[str, Any]:
        """The state to save."""
        return {"names": self._names, "seats": [seat.kept() for seat in self.seats]}

    def restore(self, kept: Body) -> None:
        """Everyone sits where they sat."""
        self._names = dict(kept.get("names") or {seat["name"]: "" for seat in kept["seats"]})
        for seat, body in zip(self.seats, kept["seats"], strict=True):
            for field, value in body.items():
                setattr(seat, field, value)


def _is_dealt_in(seat: Seat) -> bool:
    if not seat.is_human:
        return True
    return bool(seat.key) and not seat.has_left and not seat.out and (seat.stack > 0 or seat.rebuys)
