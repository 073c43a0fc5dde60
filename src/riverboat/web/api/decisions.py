"""From a recorded hand to the solver: one decision as a spot, and all turn and river decisions of a player as a job."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.show.replayer.frames import WATCHER
from riverboat.web.api.review import Selection, require_open_hands
from riverboat.web.errors import NotFoundError
from riverboat.web.services import Here, Services
from riverboat.web.tables.keeping import RUN, private_runs
from riverboat.web.tasks import decisions
from riverboat.web.tasks.jobs import Job

router = APIRouter(prefix="/decisions", tags=["decisions"])
SESSION: Final = decisions.KIND
_LARGEST: Final = 2**53
_NEIGHBOURS: Final = 100
"""Hands before and after one that teach the model how its players play."""
RangeText = Annotated[str, Field(max_length=20_000)]


class DecisionWanted(BaseModel):
    """A decision of a stored hand, by run and place, or by table and number."""

    model_config = ConfigDict(extra="forbid")

    run: int | None = Field(None, ge=1, le=_LARGEST)
    place: int | None = Field(None, ge=0, le=_LARGEST)
    table: str | None = Field(None, max_length=64)
    hand: int | None = Field(None, ge=1, le=_LARGEST)
    number: int = Field(ge=0, le=10_000)
    """Of the action in the hand, from 0."""
    hero: RangeText | None = None
    """The range of whoever decides; inferred if it is not given."""
    villain: RangeText | None = None
    """The range of the opponent; inferred if it is not given."""


class DecisionDraft(BaseModel):
    """A decision as a node of a spot that can be solved."""

    spot: dict[str, Any]
    path: str
    action: str
    hand: str
    name: str
    player: Literal[0, 1]
    number: int
    street: str
    title: str


class NamedText(BaseModel):
    """A range that is shipped."""

    name: str
    text: str


class SessionWanted(Selection):
    """Which hands and streets to check; the player is the one whose decisions are."""

    player: str = Field(min_length=1, max_length=200)
    streets: list[Literal["flop", "turn", "river"]] = Field(["turn", "river"], min_length=1, max_length=3)
    target: float = Field(0.2, ge=0.01, le=10)
    """Exploitability in percent of the pot."""


@router.post("/spot")
async def decision_spot(here: Here, given: DecisionWanted) -> DecisionDraft:
    """Board, pot, stacks, line and ranges of a decision."""
    async with here.turns:
        return await run_in_threadpool(_draft, here, given)


@router.get("/ranges")
def shipped_ranges() -> list[NamedText]:
    """Ranges to choose from besides those that you saved and those that are inferred."""
    from riverboat.solve.spot.standard import IP, OOP

    return [
        NamedText(name="All hands", text="random"),
        NamedText(name="Raised pot, out of position", text=OOP),
        NamedText(name="Raised pot, in position", text=IP),
    ]


@router.post("/sessions", status_code=201)
def check_session(here: Here, given: SessionWanted) -> Job:
    """Check all decisions of a player on these streets in a job of kind `decisions`."""
    wanted = given.wanted()
    total = require_open_hands(here, wanted, decisions.MAX_HANDS)
    params = {"wanted": asdict(wanted), "streets": given.streets, "target": given.target}
    return here.jobs.start(SESSION, params, f"{wanted.player}: {total:,} hand{'' if total == 1 else 's'}")


@router.get("/sessions")
async def sessions(here: Here) -> list[Job]:
    """The sessions that were checked or are being checked, the newest first, without their results."""
    return [job.model_copy(update={"result": None}) for job in here.jobs.list(SESSION)]


def _draft(here: Services, given: DecisionWanted) -> DecisionDraft:
    from riverboat.assess.decisions import Ranges, new_model, spot_of

    run, hand = _find(here, given)
    model = new_model()
    if given.hero is None or given.villain is None:
        first = max(0, (given.place if given.place is not None else hand.number) - _NEIGHBOURS)
        for other in here.database.page(run, first, 2 * _NEIGHBOURS):
            if other.rules == hand.rules:
                model.learn(other)
    if run in private_runs(here.database):
        hand = hand.seen_by(WATCHER)
    found = spot_of(hand, given.number, ranges=Ranges(given.hero, given.villain), model=model)
    street, name = found.to_json()["street"], found.name
    return DecisionDraft(**found.to_json(), title=f"{name}, hand {hand.number}, {street}"[:80])


def _find(here: Services, given: DecisionWanted) -> tuple[int, Hand]:
    """The run and the hand."""
    if given.run is not None and given.place is not None:
        found = here.database.page(given.run, given.place, 1)
        if found:
            return given.run, found[0]
        raise NotFoundError(f"hand {given.place} of run {given.run}: there is none")
    if given.table is not None and given.hand is not None:
        stored = here.documents.get(RUN, given.table)
        hand = here.database.hand(stored["simulation"], given.hand) if stored else None
        if stored is not None and hand is not None:
            return int(stored["simulation"]), hand
        raise NotFoundError(f'hand {given.hand} of table "{given.table}": there is none')
    raise RiverboatError("expected a run and a place, or a table and the number of a hand")
