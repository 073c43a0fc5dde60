"""Live tables: open one, take a seat, play over a socket."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Path, Query, WebSocket
from pydantic import BaseModel, ConfigDict, Field

from riverboat.web.errors import NotFoundError, StorageError
from riverboat.web.people import OWNER, Asking, Role, needs
from riverboat.web.services import Here, Services
from riverboat.web.tables.connection import NO_TABLE, attend
from riverboat.web.tables.setup import Name, NewTable, TableSetup

router = APIRouter(tags=["tables"])
MAX_NUMBER: Final = 2**31 - 1
MAX_ENTRIES: Final = 1000
TableId = Annotated[str, Path(max_length=64)]
ChairNumber = Annotated[int, Path(ge=0, le=9)]


class SeatInfo(BaseModel):
    """A seat, as visible to everyone."""

    name: str
    agent: str
    free: bool
    stack: int
    state: str
    bought: int
    here: bool


class TableInfo(BaseModel):
    """A table, as visible to everyone: no cards."""

    id: str
    title: str
    game: str
    hand: int
    turn: int
    pot: int
    house: int
    playing: bool
    waiting: str
    host: bool
    """Whether you may close it and free its seats."""
    seats: list[SeatInfo]


class SitDown(BaseModel):
    """Who sits down."""

    model_config = ConfigDict(extra="forbid")

    name: Name


class SeatKey(BaseModel):
    """What a browser presents to play: known to nobody else, kept by the server only as a hash."""

    chair: int
    key: str


class KeyShown(BaseModel):
    """The key of a seat."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(max_length=64)


class PlayedHand(BaseModel):
    """A finished hand, as its player may know it; by position, backs of cards are `??`."""

    hand: int
    position: int
    players: list[str]
    stacks: list[int]
    down: list[list[str]]
    up: list[list[str]]
    boards: list[list[str]]
    actions: list[tuple[int, int, str, int]]
    """Street, position, verb, amount."""
    payoffs: list[int]


class ProofWanted(BaseModel):
    """Whose proof."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(default="", max_length=64)
    """Of a seat; without it the proof has only what everyone may know."""


class LogEntry(BaseModel):
    """An entry of a hand log; its hash is SHA-256 of the hash before, a line break and the text."""

    place: int
    text: str
    hash: str


@router.get("/tables", dependencies=[needs(Role.WATCHER)])
async def all_tables(here: Here, asking: Asking) -> list[TableInfo]:
    """All tables, the newest first."""
    found = [TableInfo(**table.public(asking)) for table in here.tables.all()]
    await here.tables.settled()
    return found


@router.post("/tables", status_code=201, dependencies=[needs(Role.PLAYER)])
async def new_table(here: Here, asking: Asking, wanted: NewTable) -> TableInfo:
    """Make a table, whose host you are; bots sit down, people are waited for."""
    table = await here.tables.create(TableSetup(**wanted.model_dump()), asking)
    return TableInfo(**table.public(asking))


@router.get("/tables/{name}", dependencies=[needs(Role.WATCHER)])
async def one_table(here: Here, asking: Asking, name: TableId) -> TableInfo:
    """A table."""
    table = here.tables.get(name)
    found = TableInfo(**table.public(asking))
    await table.settled()
    return found


@router.delete("/tables/{name}", status_code=204, dependencies=[needs(Role.PLAYER)])
async def close_table(here: Here, asking: Asking, name: TableId) -> None:
    """Close a table permanently, as its host or the owner of the server; its hands stay in the database."""
    if not here.tables.get(name).is_host(asking):
        raise HTTPException(403, "only the host of this table or the owner of the server may close it")
    await here.tables.drop(name)


@router.post("/tables/{name}/seats/{chair}", status_code=201, dependencies=[needs(Role.PLAYER)])
async def sit_down(here: Here, asking: Asking, name: TableId, chair: ChairNumber, who: SitDown) -> SeatKey:
    """Take a seat; the key is returned once."""
    table = here.tables.get(name)
    key = table.sit_down(chair, who.name, asking)
    try:
        await table.settled()
    except StorageError:
        table.free_seat(chair, OWNER)  # nobody will ever have the key
        raise
    return SeatKey(chair=chair, key=key)


@router.delete("/tables/{name}/seats/{chair}", status_code=204, dependencies=[needs(Role.PLAYER)])
async def free_seat(here: Here, asking: Asking, name: TableId, chair: ChairNumber) -> None:
    """Leave a seat, or as the host free somebody's: its key opens nothing from now on, and its hand checks or folds."""
    table = here.tables.get(name)
    table.free_seat(chair, asking)
    await table.settled()


@router.post("/tables/{name}/hands", dependencies=[needs(Role.PLAYER)])
async def own_hands(
    here: Here,
    asking: Asking,
    name: TableId,
    shown: KeyShown,
    before: Annotated[int, Query(ge=1, le=MAX_NUMBER)] = MAX_NUMBER,
) -> list[PlayedHand]:
    """The last thousand finished hands of a seat before the one with this number, for whoever has its key."""
    return [PlayedHand(**each) for each in await here.tables.get(name).records(shown.key, before, asking)]


@router.post("/tables/{name}/hands/{hand}/proof", dependencies=[needs(Role.WATCHER)])
async def proof(
    here: Here, asking: Asking, name: TableId, hand: Annotated[int, Path(ge=1, le=MAX_NUMBER)], wanted: ProofWanted
) -> dict[str, Any]:
    """Proves that the deck of a finished hand was not changed: all leaves, and openings of the cards one may know."""
    return await here.tables.get(name).proof(hand, wanted.key, asking)


@router.get("/tables/{name}/log", dependencies=[needs(Role.WATCHER)])
async def hand_log(here: Here, name: TableId, first: Annotated[int, Query(ge=0, le=MAX_NUMBER)] = 0) -> list[LogEntry]:
    """The hand log of a table from a place on, a thousand entries at most; no entry has a card that was not shown."""
    entries = await here.tables.log(name, first, MAX_ENTRIES)
    return [LogEntry(place=entry.place, text=entry.text, hash=entry.hash) for entry in entries]


@router.websocket("/tables/{name}/live", dependencies=[needs(Role.WATCHER)])
async def live(socket: WebSocket, name: str) -> None:
    """One seat's, or one watcher's, view of the table."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        table = services.tables.get(name)
    except NotFoundError as error:
        await socket.close(NO_TABLE, str(error)[:120])
        return
    await attend(socket, table, services.settings.largest_message)
