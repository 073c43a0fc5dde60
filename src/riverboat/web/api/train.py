"""The Train page: hands against solved spots, judged decision by decision; scores and mistakes of each person.

Players may train in the shipped spots, the owner in all that are solved. Answers are on the server until you act.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from riverboat.cards.ranges import Range
from riverboat.cards.ranking.orders import CATEGORY_NAMES
from riverboat.errors import RiverboatError
from riverboat.solve.spot.sizes import PLAYERS, STREETS
from riverboat.web.api.study import SPOT
from riverboat.web.errors import NotFoundError
from riverboat.web.people import Asking, Person, Role, needs
from riverboat.web.services import Here, Services
from riverboat.web.tasks import spots
from riverboat.web.tasks.jobs import Job
from riverboat.web.training.scores import Difficulty, Mistake, Record, Tally
from riverboat.web.training.shipped import MAX_SECONDS, TARGET, ShippedSpot, shipped_spots
from riverboat.web.training.trainer import Wanted

router = APIRouter(prefix="/train", tags=["train"], dependencies=[needs(Role.PLAYER)])

SpotName = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,40}$")]
HandName = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
CategoryName = Literal[
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush",
]  # fmt: skip
_CATEGORIES: Final = {text: category for category, text in CATEGORY_NAMES.items()}


class SpotLine(BaseModel):
    """A spot to train."""

    name: str
    title: str
    about: str = ""
    origin: str = ""
    """Where its ranges come from."""
    board: str
    street: Literal["flop", "turn", "river"]
    pot: int
    stack: int
    shipped: bool
    state: Literal["ready", "unsolved", "solving"]
    job: str | None = None
    """The solve behind it, for the Study page."""
    progress: dict[str, Any] = {}
    error: str = ""


class HandWanted(BaseModel):
    """Which hand to deal."""

    model_config = ConfigDict(extra="forbid")

    spot: str = Field(pattern=r"^[a-z0-9-]{1,40}$")
    player: Literal["oop", "ip"] | None = None
    street: Literal["flop", "turn", "river"] | None = None
    hands: str = Field("", max_length=2_000)
    """A range that yours are taken from; empty for all."""
    categories: list[CategoryName] = Field([], max_length=9)
    """What your cards make at your first decision; empty for all."""
    difficulty: Difficulty = "mix"
    mistakes: bool = False
    """Mistakes that are due first."""


class ActionTaken(BaseModel):
    """What you do."""

    model_config = ConfigDict(extra="forbid")

    action: str = Field(max_length=20)


class TallyLine(BaseModel):
    """A score."""

    decisions: int
    lost_per_100: float | None
    """EV lost per 100 decisions, in chips; None for several spots together, whose chips differ."""
    lost_pots_per_100: float | None
    """The same in starting pots of the spots."""
    best: float | None
    """The share of best actions."""
    right: float | None
    """The share of actions that counted as right."""


class SpotScore(BaseModel):
    """A person's score in a spot."""

    spot: str
    title: str
    board: str
    total: TallyLine
    streets: dict[str, TallyLine]
    mistakes: int
    due: int


class Score(BaseModel):
    """A person's score."""

    total: TallyLine
    streets: dict[str, TallyLine]
    spots: list[SpotScore]
    due: int


class MistakeLine(BaseModel):
    """A mistake that comes back."""

    spot: str
    title: str
    path: str
    hand: str
    player: Literal["oop", "ip"]
    street: str
    action: str
    best: str
    lost: float
    pot: int
    """Of the spot at its start."""
    times: int
    box: int
    due: str


class Answer(BaseModel):
    """How an action was, and the hand after it."""

    judgement: dict[str, Any]
    right: bool
    score: TallyLine
    due: int
    hand: dict[str, Any]


@router.get("/spots")
def training_spots(here: Here, person: Asking) -> list[SpotLine]:
    """The spots to train: the shipped ones, and for the owner those that were solved here."""
    found = [_shipped_line(here, each) for each in shipped_spots().values()]
    if person.is_owner:
        shipped = {line.job for line in found}
        found += [_solved_line(job) for job in here.jobs.list(SPOT) if job.id not in shipped and _is_ready(here, job)]
    return found


@router.get("/spots/{name}")
def training_spot(here: Here, person: Asking, name: SpotName) -> SpotLine:
    """One of them."""
    return _line(here, person, name)


@router.post("/spots/{name}/solve")
async def solve_shipped(here: Here, name: SpotName) -> SpotLine:
    """Solve a shipped spot in the background if that has not been done; a river is solved for the Study page."""
    shipped = shipped_spots().get(name)
    if shipped is None:
        raise NotFoundError(f'spot "{name}": there is none of that name in the set')
    job = _job_of(here, name)
    if job is not None and job.state in ("stopped", "failed"):
        await here.jobs.resume(job.id)
    elif job is None:
        budget = spots.allowed_memory(here.settings.solve_memory)

        def check() -> None:
            spots.size_of(shipped.spot).require("float32", budget)

        await run_in_threadpool(check)
        params: dict[str, Any] = {"spot": shipped.spot.to_json(), "training": name, "target": TARGET}
        params |= {"seconds": MAX_SECONDS, "precision": "float32", "start": None, "goes_on": False, "budget": budget}
        if _job_of(here, name) is None:  # checked again: another request may have been faster
            here.jobs.start(SPOT, params, title=shipped.title)
    return _shipped_line(here, shipped)


@router.post("/hands")
def deal_hand(here: Here, person: Asking, given: HandWanted) -> dict[str, Any]:
    """Deal a hand up to your first decision."""
    line = _line(here, person, given.spot)
    if line.state != "ready":
        raise RiverboatError(f'spot "{line.title}": it is not solved yet')
    wanted = Wanted(
        given.spot,
        line.title,
        _solution_name(here, given.spot),
        None if given.player is None else PLAYERS.index(given.player),
        None if given.street is None else STREETS.index(given.street),
        Range.parse(given.hands) if given.hands.strip() else None,
        frozenset(_CATEGORIES[name] for name in given.categories),
        given.difficulty,
        given.mistakes,
    )
    return here.trainer.deal(person, wanted)


@router.post("/hands/{name}/act")
def act(here: Here, person: Asking, name: HandName, given: ActionTaken) -> Answer:
    """Act; the answer says what it cost, and shows the hand after the opponent's reply."""
    acted, hand = here.trainer.act(person, name, given.action)
    record = acted.record
    return Answer(
        judgement=acted.judgement.to_json(),
        right=acted.right,
        score=_tally(record.total),
        due=len(record.due(datetime.now(UTC))),
        hand=hand,
    )


@router.get("/score")
def score(here: Here, person: Asking) -> Score:
    """Your score: in all, by street, and by spot."""
    records = here.trainer.scores.of(person)
    total, streets, now = Tally(), {street: Tally() for street in STREETS}, datetime.now(UTC)
    for record in records:
        total.add(record.total)
        for street, tally in record.streets.items():
            streets[street].add(tally)
    return Score(
        total=_tally(total, of_one_spot=False),
        streets={name: _tally(tally, of_one_spot=False) for name, tally in streets.items() if tally.decisions},
        spots=[
            SpotScore(
                spot=each.spot,
                title=each.title,
                board=each.board,
                total=_tally(each.total),
                streets={name: _tally(tally) for name, tally in each.streets.items()},
                mistakes=len(each.mistakes),
                due=len(each.due(now)),
            )
            for each in records
        ],
        due=sum(len(each.due(now)) for each in records),
    )


@router.get("/mistakes")
def mistakes(here: Here, person: Asking) -> list[MistakeLine]:
    """Your mistakes that are not learned yet, the costliest first, in starting pots."""
    found = [(record, mistake) for record in here.trainer.scores.of(person) for mistake in record.mistakes.values()]
    found.sort(key=lambda each: -each[1].lost / each[0].pot)
    return [_mistake(record, mistake) for record, mistake in found]


@router.delete("/score/{name}", status_code=204)
def forget_score(here: Here, person: Asking, name: SpotName) -> None:
    """Delete your score and mistakes of a spot."""
    if not here.trainer.scores.forget(person, name):
        raise NotFoundError(f'spot "{name}": you have no score there')


def _line(here: Services, person: Person, name: str) -> SpotLine:
    if name in shipped_spots():
        return _shipped_line(here, shipped_spots()[name])
    job = here.jobs.get(name) if person.is_owner else None
    if job is None or job.kind != SPOT:
        raise NotFoundError(f'spot "{name}": there is none of that name')
    return _solved_line(job) if _is_ready(here, job) else _solved_line(job).model_copy(update={"state": "unsolved"})


def _shipped_line(here: Services, each: ShippedSpot) -> SpotLine:
    job = _job_of(here, each.name)
    ready = each.solution is not None or (job is not None and _is_ready(here, job))
    solving = job is not None and not job.is_over
    return SpotLine(
        name=each.name,
        title=each.title,
        about=each.about,
        origin=each.origin,
        board=each.spot.board,
        street=STREETS[each.spot.street],
        pot=each.spot.pot,
        stack=each.spot.effective_stack,
        shipped=True,
        state="ready" if ready else "solving" if solving else "unsolved",
        job=None if job is None else job.id,
        progress=job.progress if job is not None and solving else {},
        error="" if job is None else job.error,
    )


def _solved_line(job: Job) -> SpotLine:
    spot = job.params["spot"]
    stack = spot.get("stack", 0)
    board = spot["board"]
    return SpotLine(
        name=job.id,
        title=job.title,
        board=board,
        street=STREETS[len(board) // 2 - 3],
        pot=spot["pot"],
        stack=min(stack) if isinstance(stack, list) else stack or 0,
        shipped=False,
        state="ready",
        job=job.id,
    )


def _job_of(here: Services, name: str) -> Job | None:
    """The solve of a shipped spot, if there is one."""
    return next((job for job in here.jobs.list(SPOT) if job.params.get("training") == name), None)


def _is_ready(here: Services, job: Job) -> bool:
    return job.is_over and (here.jobs.folder_of(job) / spots.FILE).exists()


def _solution_name(here: Services, name: str) -> str:
    """Under which name the solution of a spot is opened."""
    shipped = shipped_spots().get(name)
    if shipped is None or shipped.solution is not None:
        return name
    job = _job_of(here, name)
    return name if job is None else job.id


def _tally(tally: Tally, *, of_one_spot: bool = True) -> TallyLine:
    count = tally.decisions
    if not count:
        return TallyLine(decisions=0, lost_per_100=None, lost_pots_per_100=None, best=None, right=None)
    return TallyLine(
        decisions=count,
        lost_per_100=round(100 * tally.lost / count, 6) if of_one_spot else None,
        lost_pots_per_100=round(100 * tally.lost_pots / count, 6),
        best=tally.best / count,
        right=tally.right / count,
    )


def _mistake(record: Record, mistake: Mistake) -> MistakeLine:
    return MistakeLine(
        spot=record.spot,
        title=record.title,
        path=mistake.path,
        hand=mistake.hand,
        player="oop" if mistake.player == 0 else "ip",
        street=STREETS[mistake.street],
        action=mistake.action,
        best=mistake.best,
        lost=mistake.lost,
        pot=record.pot,
        times=mistake.times,
        box=mistake.box,
        due=mistake.due,
    )
