"""Review: hands of the database, found, shown one by one, and judged; files that bring more of them.

All cards of a hand lie open here, except those of tables for several people: of them, for good, only what was shown.
"""

from __future__ import annotations

from dataclasses import asdict
from importlib.resources import files
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Form, Path, Query, UploadFile
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from riverboat.agents.catalogue import player_name
from riverboat.assess.methods import ReviewMethod
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.positions import position_names
from riverboat.records.database.completion import complete
from riverboat.records.database.marks import MAX_NOTE, Mark, mark, marks_at
from riverboat.records.database.search import Order, Result, Wanted, games_of, players_of, search
from riverboat.records.database.store import Simulation
from riverboat.show.page import in_theme
from riverboat.show.replayer import frames
from riverboat.show.replayer.frames import WATCHER, Money, card_texts
from riverboat.web.errors import NotFoundError
from riverboat.web.guard import REPORT_POLICY
from riverboat.web.services import Here, Services
from riverboat.web.tables.keeping import private_runs
from riverboat.web.tasks import imports, reviews
from riverboat.web.tasks.jobs import Job, State
from riverboat.web.tasks.reviews import MAX_HANDS, PAGE

router = APIRouter(tags=["review"])
SAMPLE: Final = "sample session"
IMPORT: Final = imports.KIND
REVIEW: Final = reviews.KIND
_LARGEST: Final = 2**53
_DISTANT: Final = 10**9
ReviewId = Annotated[str, Path(max_length=64)]
Run = Annotated[int, Path(ge=1, le=_LARGEST)]
Place = Annotated[int, Path(ge=0, le=_LARGEST)]


class RunLine(BaseModel):
    """Hands that belong together: a table, a match, an imported file."""

    id: int
    title: str
    mode: str
    started_at: str
    hands: int


class Sources(BaseModel):
    """What there is to choose from."""

    runs: list[RunLine]
    games: list[str]


class PlayerLine(BaseModel):
    """A player, and in how many hands."""

    name: str
    hands: int


class MarkLine(BaseModel):
    """What you say about a hand."""

    model_config = ConfigDict(extra="forbid")

    starred: bool = False
    tags: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=50)
    note: str = Field(default="", max_length=MAX_NOTE)


class HandLine(BaseModel):
    """A hand in a list."""

    run: int
    place: int
    number: int
    game: str
    players: int
    board: list[str]
    pot: str
    showdown: bool
    winner: str
    collected: str
    """What was pushed to the requested player, or else to the winner."""
    won: str
    """The net beside it."""
    cards: list[str]
    """Of the requested player, or else of the winner."""
    position: str
    result: float
    """Chips won by the requested player, or else by the winner."""
    mark: MarkLine


class HandList(BaseModel):
    """A page of hands."""

    total: int
    is_all: bool
    """Whether there are no more than `total`; otherwise there are, and `/review/count` counts them."""
    hands: list[HandLine]


class Selection(BaseModel):
    """Which hands."""

    model_config = ConfigDict(extra="forbid")

    run: int | None = Field(default=None, ge=1, le=_LARGEST)
    game: str = Field(default="", max_length=200)
    player: str = Field(default="", max_length=200)
    position: str = Field(default="", max_length=40)
    result: Result = ""
    min_chips: int = Field(default=0, ge=0, le=_LARGEST)
    street: int = Field(default=0, ge=0, le=99)
    query: str = Field(default="", max_length=500)

    def wanted(self) -> Wanted:
        """The hands."""
        return Wanted(
            self.run, self.game, self.player, self.position, self.result, self.min_chips, self.street, self.query
        )


class Chosen(Selection):
    """Which hands, and how to judge them."""

    methods: list[ReviewMethod] = Field(default=list(ReviewMethod), max_length=3)
    seed: int = Field(default=1, ge=0, le=2**31 - 1)


class ReportLine(BaseModel):
    """A report in a list."""

    id: str
    title: str
    state: State
    created_at: str
    error: str


@router.get("/review/sources")
def sources(here: Here) -> Sources:
    """The runs that have hands, the newest first, and the games that were played."""
    runs = [_run(each) for each in reversed(here.database.simulations()) if each.hands]
    return Sources(runs=runs, games=games_of(here.database))


@router.get("/review/players")
def players(here: Here, run: Annotated[int | None, Query(ge=1, le=_LARGEST)] = None) -> list[PlayerLine]:
    """The players with the most hands."""
    return [PlayerLine(name=name, hands=count) for name, count in players_of(here.database, run)]


def _asked_for(
    run: Annotated[int | None, Query(ge=1, le=_LARGEST)] = None,
    game: Annotated[str, Query(max_length=200)] = "",
    player: Annotated[str, Query(max_length=200)] = "",
    position: Annotated[str, Query(max_length=40)] = "",
    result: Result = "",
    min_chips: Annotated[int, Query(ge=0, le=_LARGEST)] = 0,
    street: Annotated[int, Query(ge=0, le=99)] = 0,
    query: Annotated[str, Query(max_length=500)] = "",
) -> Wanted:
    return Wanted(run, game, player, position, result, min_chips, street, query)


Asked = Annotated[Wanted, Depends(_asked_for)]


@router.get("/review/hands")
def hands(
    here: Here,
    wanted: Asked,
    order: Order = "played",
    first: Annotated[int, Query(ge=0, le=_DISTANT)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 25,
) -> HandList:
    """A page of the matching hands; `query` is in the search language."""
    private = private_runs(here.database)
    found = search(here.database, wanted, first, count, order, private, is_quick=True)
    marks = marks_at(here.database, found.places)
    lines = [_line(here, place, wanted.player, place[0] in private, marks.get(place, Mark())) for place in found.places]
    return HandList(total=found.total, is_all=found.is_all, hands=[line for line in lines if line is not None])


@router.get("/review/count")
def count_hands(here: Here, wanted: Asked) -> int:
    """How many hands match, all of them, which may take a while if they are very many."""
    return search(here.database, wanted, count=1, private=private_runs(here.database)).total


@router.get("/review/complete")
def completions(here: Here, text: Annotated[str, Query(max_length=500)] = "") -> list[str]:
    """The search with its last word completed, in several ways."""
    return complete(here.database, text)


@router.put("/review/hands/{run}/{place}/mark")
def set_mark(here: Here, run: Run, place: Place, given: MarkLine) -> MarkLine:
    """Star a hand, tag it and write a note, in place of what was there; this survives importing the hand again."""
    if _hand(here, run, place) is None:
        raise NotFoundError(f"hand {place} of run {run}: there is none")
    old = marks_at(here.database, [(run, place)]).get((run, place), Mark())
    gone = [tag for tag in old.tags if tag not in given.tags]
    mark(here.database, [(run, place)], starred=given.starred, add=given.tags, remove=gone, note=given.note)
    return given


@router.get("/review/hands/{run}/{place}")
def one_hand(here: Here, run: Run, place: Place) -> dict[str, Any]:
    """A hand, frame by frame, for the replayer."""
    hand = _hand(here, run, place)
    if hand is None:
        raise NotFoundError(f"hand {place} of run {run}: there is none")
    return frames(hand, WATCHER if run in private_runs(here.database) else None)


@router.post("/review/import", status_code=201)
async def bring(here: Here, file: UploadFile, game: Annotated[str, Form(max_length=200)] = "") -> Job:
    """Store the hands of a file (PHH, PokerStars, ACPC log; gzip or not) in a job of kind `import`.

    `game` is an identity of the catalogue, for logs that do not say of which game they are.
    """
    data = await file.read()

    def begin() -> Job:
        params = imports.orders(data, file.filename or "", game)
        return here.jobs.start(IMPORT, params, params["name"], {imports.UPLOAD: data})

    return await run_in_threadpool(begin)


@router.post("/review/sample", status_code=201)
def sample_session(here: Here) -> Job:
    """Store the session that comes with the package, once: 120 hands among six of our own players."""
    for job in here.jobs.list(IMPORT):
        if job.title == SAMPLE and job.state in ("waiting", "running", "done"):
            return job
    data = (files("riverboat.web") / "samples" / "session.phhs").read_bytes()
    return here.jobs.start(IMPORT, imports.orders(data, SAMPLE), SAMPLE, {imports.UPLOAD: data})


@router.post("/review/reports", status_code=201)
def report(here: Here, chosen: Chosen) -> Job:
    """Review the matching hands in a job of kind `review`."""
    wanted = chosen.wanted()
    total = require_open_hands(here, wanted)
    params = {"wanted": asdict(wanted), "methods": list(dict.fromkeys(chosen.methods)), "seed": chosen.seed}
    who = f"{wanted.player}: " if wanted.player else ""
    return here.jobs.start(REVIEW, params, f"{who}{total:,} hand{'' if total == 1 else 's'}")


def require_open_hands(here: Services, wanted: Wanted, limit: int = MAX_HANDS) -> int:
    """How many hands match; none, too many, and hands with closed cards are refused."""
    private = private_runs(here.database)
    total = search(here.database, wanted, count=1, private=private).total
    if not total:
        raise NotFoundError("no hands match; use fewer filters")
    if total > limit:
        raise NotFoundError(f"{total:,} hands: at most {limit:,} make a report; ask for fewer")
    if private and any(run in private for run, _ in search(here.database, wanted, count=limit).places):
        raise RiverboatError(
            "some of these hands are of a table for several people, whose cards stay closed; choose others"
        )
    return total


@router.get("/review/reports")
def reports(here: Here) -> list[ReportLine]:
    """All reports, the newest first."""
    return [
        ReportLine(id=job.id, title=job.title, state=job.state, created_at=job.created_at, error=job.error)
        for job in here.jobs.list(REVIEW)
    ]


@router.get("/review/reports/{name}/page", response_class=HTMLResponse)
def report_page(
    here: Here, name: ReviewId, download: bool = False, theme: Literal["light", "dark"] | None = None
) -> HTMLResponse:
    """The report: a self-contained page; optionally in one theme."""
    job = here.jobs.get(name)
    file = here.jobs.folder_of(job) / PAGE
    if job.kind != REVIEW or not file.is_file():
        raise NotFoundError(f'report "{name}": there is none, or it is not finished')
    text = file.read_text(encoding="utf-8")
    headers = {"content-security-policy": REPORT_POLICY}
    if download:
        headers["content-disposition"] = f'attachment; filename="review-{job.id}.html"'
    return HTMLResponse(in_theme(text, theme) if theme else text, headers=headers)


def _run(run: Simulation) -> RunLine:
    about = run.parameters
    titles = (
        about.get("title"),
        about.get("from"),
        " v ".join(player_name(str(each)) for each in about.get("agents") or []),
    )
    title = next((str(each) for each in titles if each), f"run {run.id}")
    return RunLine(id=run.id, title=title[:120], mode=run.mode, started_at=run.started_at, hands=run.hands)


def _hand(here: Services, run: int, place: int) -> Hand | None:
    found = here.database.page(run, place, 1)
    return found[0] if found else None


def _line(here: Services, at: tuple[int, int], player: str, private: bool, marked: Mark) -> HandLine | None:
    run, place = at
    hand = _hand(here, run, place)
    if hand is None:
        return None
    if private:
        hand = hand.seen_by(WATCHER)
    money = Money.of(hand.unit).text
    best = max(range(len(hand.players)), key=lambda p: hand.payoffs[p])
    mine = hand.players.index(player) if player in hand.players else best
    return HandLine(
        run=run,
        place=place,
        number=hand.number,
        game=hand.rules.identity,
        players=len(hand.players),
        board=card_texts(hand.rules, hand.board),
        pot=money(hand.pot),
        showdown=hand.went_to_showdown,
        winner=hand.players[best],
        collected=money(hand.collected[mine]),
        won=money(hand.payoffs[mine]),
        cards=card_texts(hand.rules, hand.down[mine] + hand.up[mine]),
        position=position_names(hand.rules)[mine],
        result=float(hand.payoffs[mine]),
        mark=MarkLine(starred=marked.starred, tags=list(marked.tags), note=marked.note),
    )
