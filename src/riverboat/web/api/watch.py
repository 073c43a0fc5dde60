"""Watch: matches between agents, how they stand, their hands."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query
from fastapi.responses import FileResponse
from pydantic import BaseModel
from starlette.background import BackgroundTask

from riverboat.agents.catalogue import player_name
from riverboat.errors import RiverboatError
from riverboat.web.api.games import KIND as GAME
from riverboat.web.errors import NotFoundError
from riverboat.web.services import Here, Services
from riverboat.web.strategies.players import texts_of
from riverboat.web.tasks.jobs import Job, State
from riverboat.web.tasks.matches import KIND, MatchOrder, MatchSetup, checked, simulation_of
from riverboat.web.tasks.standings import hand_line

router = APIRouter(tags=["watch"])
MatchId = Annotated[str, Path(max_length=64)]
_ENDINGS: Final = {"phh": "phhs", "pokerstars": "txt", "acpc": "log"}


class MatchLine(BaseModel):
    """A match in a list."""

    id: str
    title: str
    mode: str
    game: str
    state: State
    error: str
    created_at: str
    hands: int
    done: int
    leader: str
    """Who has won most so far."""


class HandPage(BaseModel):
    """Some hands of a match."""

    total: int
    hands: list[dict[str, Any]]


@router.post("/watch")
def start(here: Here, setup: MatchSetup) -> Job:
    """Begin a match as a job of kind `match`."""
    order = MatchOrder(**setup.model_dump())
    if setup.saved:
        found = here.documents.get(GAME, setup.saved)
        if found is None:
            raise NotFoundError(f'game "{setup.saved}": there is no such saved game')
        order = order.model_copy(update={"game": found["name"], "pgdl": found["pgdl"]})
    order = order.model_copy(update={"strategies": texts_of(here.documents, setup.players, setup.strategies)})
    return here.jobs.start(KIND, checked(order).model_dump(), setup.title)


@router.get("/watch")
def matches(here: Here) -> list[MatchLine]:
    """All matches, the newest first."""
    return [_line(job) for job in here.jobs.list(KIND)]


@router.get("/watch/{name}/hands")
def hands(
    here: Here,
    name: MatchId,
    first: Annotated[int, Query(ge=0, le=10**9)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 20,
) -> HandPage:
    """Hands from a place on, in the order in which they were played, with all cards."""
    simulation = _simulation(_match(here, name))
    if simulation is None:
        return HandPage(total=0, hands=[])
    found = here.database.page(simulation, first, count)
    return HandPage(
        total=here.database.stored(simulation),
        hands=[hand_line(hand, place) for place, hand in enumerate(found, start=first)],
    )


@router.get("/watch/{name}/hands/{place}")
def one_hand(here: Here, name: MatchId, place: Annotated[int, Path(ge=0, le=10**9)]) -> dict[str, Any]:
    """A hand, frame by frame, for the replayer."""
    from riverboat.show.replayer import frames

    simulation = _simulation(_match(here, name))
    found = [] if simulation is None else here.database.page(simulation, place, 1)
    if not found:
        raise NotFoundError(f"hand {place}: it was not kept")
    return frames(found[0])


@router.get("/watch/{name}/download/{form}")
def download(here: Here, name: MatchId, form: Literal["phh", "pokerstars", "acpc"]) -> FileResponse:
    """All hands so far as a file; those that the format cannot express are left out."""
    from riverboat.records.writing import write_hands
    from riverboat.web.documents import new_id

    job = _match(here, name)
    simulation = _simulation(job)
    if simulation is None or not here.database.stored(simulation):
        raise NotFoundError(f'match "{job.title}": no hands are kept')
    file = here.jobs.folder_of(job) / f"{new_id()}.{_ENDINGS[form]}"
    try:
        write_hands(here.database.hands(simulation), file, form, refused=lambda hand, error: None, name_game=True)
    except RiverboatError:  # a custom game, which no heading can name
        write_hands(here.database.hands(simulation), file, form, refused=lambda hand, error: None)
    return FileResponse(
        file,
        media_type="text/plain; charset=utf-8",
        filename=f"match-{job.id}.{_ENDINGS[form]}",
        background=BackgroundTask(file.unlink, missing_ok=True),
    )


def _match(here: Services, name: str) -> Job:
    job = here.jobs.get(name)
    if job.kind != KIND:
        raise NotFoundError(f'match "{name}": there is none of that name')
    return job


def _simulation(job: Job) -> int | None:
    return simulation_of(job.progress, job.result)


def _line(job: Job) -> MatchLine:
    found = job.result or job.progress
    players = found.get("players") or []
    best = max(players, key=lambda player: player["chips"][0] or 0.0, default=None)
    return MatchLine(
        id=job.id,
        title=job.title,
        mode=job.params["mode"],
        game=job.params["game"],
        state=job.state,
        error=job.error,
        created_at=job.created_at,
        hands=job.progress.get("total") or job.params["hands"],
        done=found.get("hands") or found.get("done") or 0,
        leader=player_name(best.get("agent") or best["name"])
        if best and best["chips"][0] and best["chips"][0] > 0
        else "",
    )
