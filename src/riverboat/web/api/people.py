"""People: who is invited to this server, with which role; keys are made and revoked here."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict
from starlette.concurrency import run_in_threadpool

from riverboat.web.people import Asking, Person, Role, needs
from riverboat.web.services import Here
from riverboat.web.tables.setup import Name

router = APIRouter(tags=["people"])
PersonId = Annotated[str, Path(max_length=64)]


class PersonInfo(BaseModel):
    """Somebody, without the key."""

    id: str
    name: str
    role: Literal["owner", "player", "watcher"]

    @classmethod
    def of(cls, person: Person) -> PersonInfo:
        """What may be told."""
        return cls(id=person.id, name=person.name, role=person.role.value)


class Invitation(BaseModel):
    """Who is invited, and what they may do."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    role: Literal["player", "watcher"] = "player"


class Invited(PersonInfo):
    """A person with the key, which is told once."""

    key: str


@router.get("/me", dependencies=[needs(Role.WATCHER)])
async def me(asking: Asking) -> PersonInfo:
    """Who you are here."""
    return PersonInfo.of(asking)


@router.get("/people", dependencies=[needs(Role.OWNER)])
async def everyone(here: Here) -> list[PersonInfo]:
    """Everyone who is invited."""
    return [PersonInfo.of(person) for person in here.people.all()]


@router.post("/people", status_code=201, dependencies=[needs(Role.OWNER)])
async def invite(here: Here, wanted: Invitation) -> Invited:
    """Make a key for somebody; used like the server's token (`/?token=KEY`, or `Authorization: Bearer KEY`)."""
    person, key = await run_in_threadpool(here.people.invite, wanted.name, Role(wanted.role))
    return Invited(**PersonInfo.of(person).model_dump(), key=key)


@router.delete("/people/{name}", status_code=204, dependencies=[needs(Role.OWNER)])
async def revoke(here: Here, name: PersonId) -> None:
    """Revoke a key at once: its sockets are closed and its seats are freed."""
    person = await run_in_threadpool(here.people.revoke, name)
    here.tables.send_away(person.id, "your key was revoked")
