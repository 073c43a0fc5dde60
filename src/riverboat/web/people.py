"""Who may do what: the owner of the server, and people whom the owner has invited, each with a key of their own.

The owner has the server's token. An invited person has a key that is used in its place and that the owner can revoke;
the server keeps only its hash. A key has a role: a *player* may open tables, sit down and play, a *watcher* may only
watch. Who opens a table is its *host*: the host and the owner may close it and free its seats. Everything else (jobs,
files, hands of others, people) is the owner's. Nobody's role opens cards that were not shown at a table for several
people. A server without a token trusts everyone who reaches it as its owner.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final

from fastapi import Depends, HTTPException, WebSocketException
from starlette.requests import HTTPConnection

from riverboat.errors import RiverboatError
from riverboat.web.documents import Documents, new_id
from riverboat.web.errors import NotFoundError
from riverboat.web.tables.seat import hashed

KIND: Final = "person"
MAX_PEOPLE: Final = 500
FORBIDDEN: Final = 4403
"""The code with which a socket is closed that asks for more than its role allows."""


class Role(StrEnum):
    """What somebody may do on a server; each role may do what those before it may."""

    WATCHER = "watcher"
    PLAYER = "player"
    OWNER = "owner"

    def covers(self, other: Role) -> bool:
        """Whether this role may do what the other may."""
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(other)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who may ask."""

    id: str
    name: str
    role: Role

    @property
    def is_owner(self) -> bool:
        """Whether it is the owner of the server."""
        return self.role is Role.OWNER


OWNER: Final = Person("owner", "", Role.OWNER)


class People:
    """The people of one server."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        invited = documents.each(KIND, lambda name, body: (body["key"], Person(name, body["name"], Role(body["role"]))))
        self._by_key: dict[str, Person] = dict(reversed(invited))

    def all(self) -> list[Person]:
        """Everyone who is invited."""
        return list(self._by_key.values())

    def with_key(self, key: str) -> Person | None:
        """Whose key this is; hashes are looked up, so the time says nothing about other keys."""
        return self._by_key.get(hashed(key)) if key else None

    def invite(self, name: str, role: Role) -> tuple[Person, str]:
        """A new person and their key, which is returned only here."""
        name = " ".join(name.split())
        if role is Role.OWNER:
            raise RiverboatError("role owner: the owner is whoever has the server's token; expected player or watcher")
        if any(person.name == name for person in self._by_key.values()):
            raise RiverboatError(f'name "{name}": somebody of this name is invited already')
        if len(self._by_key) >= MAX_PEOPLE:
            raise RiverboatError(f"{MAX_PEOPLE} people are invited: revoke some first")
        key = secrets.token_urlsafe(24)
        person = Person(new_id(), name, role)
        self._documents.put(KIND, person.id, {"name": name, "role": role.value, "key": hashed(key)})
        self._by_key[hashed(key)] = person
        return person, key

    def revoke(self, name: str) -> Person:
        """Nobody gets in with this person's key any more."""
        found = next((key for key, person in self._by_key.items() if person.id == name), None)
        if found is None:
            raise NotFoundError(f'person "{name[:64]}": nobody is invited under this id')
        self._documents.drop(KIND, name)
        return self._by_key.pop(found)


def person_of(connection: HTTPConnection) -> Person:
    """Who asks; `guard.py` has found out."""
    person: Person = connection.state.person
    return person


Asking = Annotated[Person, Depends(person_of)]
"""The type of a route parameter that injects who asks."""


def needs(role: Role) -> Any:
    """For the `dependencies` of a route or router: this role or one that may do more."""

    def check(connection: HTTPConnection) -> None:
        person = person_of(connection)
        if person.role.covers(role):
            return
        why = f"only for the role {role.value}: you are a {person.role.value} here"
        if connection.scope["type"] == "websocket":
            raise WebSocketException(FORBIDDEN, why)
        raise HTTPException(403, why)

    return Depends(check)
