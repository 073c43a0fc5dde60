"""The Study page: ranges as text and weights, equities, spots to check, solve and view, saved ranges and spots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from riverboat.cards.holdings import HOLDINGS
from riverboat.cards.range_algebra import OF_NUMBER, OF_TWO
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.solve.spot.spot import Spot, with_new_names
from riverboat.web.documents import new_id
from riverboat.web.errors import NotFoundError
from riverboat.web.services import Here, Services
from riverboat.web.tasks import equities, spots
from riverboat.web.tasks.jobs import Job

router = APIRouter(prefix="/study", tags=["study"])

SPOT: Final = "spot"
EQUITY: Final = "equity"
_RANGE, _DRAFT = "study_range", "study_spot"
_MAX_SAVED: Final = 2000

Text = Annotated[str, Field(max_length=20_000)]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Id = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


# Ranges ---------------------------------------------------------------------------------------------------------------


class RangeText(BaseModel):
    """A range as people write it."""

    text: Text


class RangeWeights(BaseModel):
    """A range as weights of the 1,326 holdings; the holding of cards a < b has index b(b-1)/2 + a."""

    weights: list[Annotated[float, Field(ge=0, le=1)]] = Field(min_length=HOLDINGS, max_length=HOLDINGS)


class RangeBothWays(BaseModel):
    """A range as text and weights, or an error; the text of an empty range is empty."""

    text: str
    weights: list[float] = []
    combos: float = 0.0
    error: str = ""


@router.post("/range/read")
def read_range(given: RangeText) -> RangeBothWays:
    """The weights of a range given as text, with the text unchanged; fast enough to call on every keystroke."""
    try:
        found = Range.parse(given.text)
    except RiverboatError as error:
        return RangeBothWays(text=given.text, error=str(error))
    return RangeBothWays(text=given.text, weights=found.weights.tolist(), combos=found.combos)


@router.post("/range/write")
def write_range(given: RangeWeights) -> RangeBothWays:
    """The shortest text of a range that is given as weights."""
    found = Range.from_weights(given.weights)
    text = "" if found.is_empty else str(found)
    return RangeBothWays(text=text, weights=given.weights, combos=found.combos)


class RangeOperation(BaseModel):
    """A range out of one range and another, or a number of percent."""

    operation: Literal["union", "subtract", "intersect", "scale", "best"]
    left: Text
    right: Text = ""
    percent: float = Field(100.0, ge=0, le=10_000)


@router.post("/range/combine")
def combine_ranges(given: RangeOperation) -> RangeBothWays:
    """Union, difference, intersection, scaled weights, or the best part; an empty text is the empty range."""
    left = _range(given.left)
    if given.operation in OF_TWO:
        found = OF_TWO[given.operation](left, _range(given.right))
    else:
        found = OF_NUMBER[given.operation](left, given.percent)
    return RangeBothWays(
        text="" if found.is_empty else str(found), weights=found.weights.tolist(), combos=found.combos
    )  # fmt: skip


def _range(text: str) -> Range:
    return Range.parse(text) if text.strip() else Range.from_weights([0.0] * HOLDINGS)


class LibraryLine(BaseModel):
    """A range that comes with Riverboat."""

    name: str
    game: str
    depth: float
    position: str
    action: str
    text: str
    share: float
    origin: str


@router.get("/range/library")
def shipped_ranges() -> list[LibraryLine]:
    """Pre-flop ranges by game, depth and position, each with where it is from."""
    from riverboat.agents.range_library import range_library

    return [LibraryLine.model_validate(each, from_attributes=True) for each in range_library()]


class NamedRange(BaseModel):
    """A range to save; a name such as `BTN/open` is in a folder."""

    name: Name
    text: Text


class SavedRange(NamedRange):
    """A range that was saved."""

    id: str


@router.get("/ranges")
def saved_ranges(here: Here) -> list[SavedRange]:
    """Every range that was saved, by name."""
    found = here.documents.each(_RANGE, lambda name, body: SavedRange(id=name, **body))
    return sorted(found, key=lambda each: each.name.lower())


@router.post("/ranges")
def save_range(here: Here, given: NamedRange) -> SavedRange:
    """Save a range, in place of the one of that name if there is one."""
    Range.parse(given.text)
    name = _name_for(here, _RANGE, given.name)
    here.documents.put(_RANGE, name, given.model_dump())
    return SavedRange(id=name, **given.model_dump())


@router.delete("/ranges/{name}", status_code=204)
def drop_range(here: Here, name: Id) -> None:
    """Delete a saved range."""
    _drop(here, _RANGE, name, "range")


# Equities -------------------------------------------------------------------------------------------------------------


class Hands(BaseModel):
    """Two to ten hands or ranges, a board and dead cards."""

    game: str = Field("holdem", max_length=20)
    players: list[Annotated[str, Field(max_length=5_000)]] = Field(min_length=2, max_length=10)
    board: str = Field("", max_length=40)
    dead: str = Field("", max_length=200)


class Question(Hands):
    """Equities that may take long."""

    exact: bool = False
    samples: int = Field(4_000_000, ge=1_000, le=1_000_000_000)
    seed: int | None = Field(None, ge=0, lt=2**32)


class Share(BaseModel):
    """What one player wins, as shares of the pot."""

    hand: str
    equity: float
    win: float
    tie: float
    standard_error: float | None


class Shares(BaseModel):
    """Equities, exact or sampled."""

    game: str
    exact: bool
    deals: int
    seed: int | None
    players: list[Share]


class GameOfEquity(BaseModel):
    """A game with equities."""

    name: str
    title: str
    cards: int
    ranges: bool
    board: list[int]


@router.get("/equity/games")
def equity_games() -> list[GameOfEquity]:
    """The games of which equities can be computed."""
    from riverboat.odds.showdown import GAMES

    return [
        GameOfEquity(name=g.name, title=g.title, cards=g.cards, ranges=g.has_ranges, board=list(g.board))
        for g in GAMES.values()
    ]


@router.post("/equity")
async def quick_equity(here: Here, hands: Hands) -> Shares:
    """Equities that take about two seconds at most: exact if that is possible in this time, sampled if not."""
    from riverboat.odds.showdown import equity

    async with here.turns:
        found = await run_in_threadpool(equity, hands.players, board=hands.board, dead=hands.dead, game=hands.game)
    return Shares.model_validate(found.to_json())


@router.post("/equity/cards")
async def next_cards(here: Here, hands: Hands) -> dict[str, list[float]]:
    """The equities after each card that can come next."""
    async with here.turns:
        return await run_in_threadpool(equities.next_cards, hands.players, hands.board, hands.dead, hands.game)


@router.post("/equity/job")
async def long_equity(here: Here, question: Question) -> Job:
    """Exact equities without a time limit, or a large sample, as a job."""
    from riverboat.odds.showdown.spot import read_spot

    await run_in_threadpool(read_spot, question.players, question.board, question.dead, question.game)
    params = question.model_dump(exclude={"exact", "samples"})
    params |= {"exact": True} if question.exact else {"samples": question.samples}
    return here.jobs.start(EQUITY, params, title=" v ".join(question.players)[:80])


# Spots ----------------------------------------------------------------------------------------------------------------

Clause = Annotated[str, Field(max_length=2_000)]
Sizes = Clause | dict[Literal["oop", "ip"], dict[Literal["flop", "turn", "river"], Clause]]
Line = Annotated[str, Field(max_length=5_000)]
Chips = Annotated[int, Field(ge=0, le=10**9)]
Percent = Annotated[float, Field(ge=0, le=1e6)]


class SpotFields(BaseModel):
    """A spot, field by field, as in its file."""

    model_config = ConfigDict(extra="forbid")

    board: str = Field(max_length=40)
    oop: Text
    ip: Text
    pot: Chips
    stack: Chips | Annotated[list[Chips], Field(min_length=2, max_length=2)] | None
    bets: Sizes
    raises: Sizes = "none"
    donk: Sizes = ""
    betting: Literal["no-limit", "limit"] = "no-limit"
    max_raises: int | None = Field(None, ge=0, le=100)
    min_bet: int = Field(1, ge=1, le=10**9)
    rake: float = Field(0.0, ge=0, le=1)
    rake_cap: float | None = Field(None, ge=0, le=1e9)
    deck: Literal["full", "short"] = "full"
    add_all_in: Percent = 0.0
    force_all_in: Percent = 0.0
    merge: Percent = 0.0
    add: list[Line] = Field([], max_length=200)
    remove: list[Line] = Field([], max_length=200)
    lock: list[Line] = Field([], max_length=200)

    def read(self) -> Spot:
        """The spot that they describe."""
        return Spot.from_json(self.model_dump(exclude_unset=True))


class SpotText(BaseModel):
    """A spot as TOML."""

    toml: str = Field(max_length=100_000)


class Size(BaseModel):
    """How large a spot is."""

    decisions: int
    hands: tuple[int, int]
    memory: dict[str, int]
    """Bytes by precision."""
    allowed: int
    """Bytes that a solve may take now."""
    said: str


class CheckedSpot(BaseModel):
    """A valid spot in all its forms, or an error."""

    spot: dict[str, Any] = {}
    sizes: dict[str, dict[str, dict[str, str]]] = {}
    """By kind, player and street."""
    toml: str = ""
    size: Size | None = None
    error: str = ""


class DecisionMark(BaseModel):
    """The decision of a recorded hand for which a spot is solved."""

    path: str = Field(max_length=400)
    hand: str = Field(max_length=4)
    action: str = Field(max_length=20)
    name: str = Field("", max_length=200)


class SpotJob(BaseModel):
    """A spot to be solved."""

    spot: SpotFields
    title: str = Field("", max_length=80)
    target: float = Field(0.3, ge=0.001, le=100)
    seconds: float = Field(600, ge=1, le=86_400)
    precision: Literal["float32", "16-bit"] = "float32"
    start: str | None = Field(None, pattern=r"^[0-9a-f]{16}$")
    """A solve of the same board and betting to begin with."""
    goes_on: bool = False
    """Whether it is the same spot, which is only solved further."""
    decision: DecisionMark | None = None
    """What to show first, and to judge."""


def _checked(here: Services, read: Callable[[], Spot]) -> CheckedSpot:
    try:
        spot = read()
        size = spots.size_of(spot)
    except RiverboatError as error:
        return CheckedSpot(error=str(error))
    return CheckedSpot(
        spot=spot.to_json(),
        sizes=spots.sizes_of(spot),
        toml=spot.to_toml(),
        size=Size(
            decisions=size.decisions,
            hands=size.hands,
            memory={"float32": size.memory(), "16-bit": size.memory("16-bit")},
            allowed=spots.allowed_memory(here.settings.solve_memory),
            said=str(size),
        ),
    )


@router.post("/spot/check")
async def check_spot(here: Here, given: SpotFields) -> CheckedSpot:
    """Whether a spot is valid, and its size; fast enough to call on every keystroke."""
    async with here.turns:
        return await run_in_threadpool(_checked, here, given.read)


@router.post("/spot/read")
async def read_spot_text(here: Here, given: SpotText) -> CheckedSpot:
    """The spot in a TOML text."""
    async with here.turns:
        return await run_in_threadpool(_checked, here, lambda: Spot.parse(given.toml))


@router.get("/spot/standard")
def standard_spots() -> dict[str, dict[str, Any]]:
    """Spots that solvers are compared on, to begin with."""
    from riverboat.solve.spot.standard import NAMES, standard_spot

    return {name: standard_spot(name).to_json() for name in NAMES}


@router.post("/spots")
async def solve_spot(here: Here, given: SpotJob) -> Job:
    """Solve a spot as a job; one that does not fit is refused with its size."""
    budget = spots.allowed_memory(here.settings.solve_memory)

    def checked() -> dict[str, Any]:
        spot = given.spot.read()
        spots.size_of(spot).require(given.precision, budget)
        return spot.to_json()

    async with here.turns:
        table: dict[str, Any] = await run_in_threadpool(checked)
    if given.start is not None:
        earlier = _solved(here, given.start).params
        if given.goes_on and (earlier["spot"], earlier["precision"]) != (table, given.precision):
            raise RiverboatError(f"spot {given.start}: only the same spot can be resumed, in the same precision")
    elif given.goes_on:
        raise RiverboatError("resuming: expected a start, the solve to resume")
    params = given.model_dump(exclude={"spot", "title"}) | {"spot": table, "budget": budget}
    return here.jobs.start(SPOT, params, title=given.title.strip() or f"{table['board']}, pot {table['pot']}")


@router.get("/spots")
async def all_spots(here: Here) -> list[Job]:
    """The spots that were solved or are being solved, the newest first."""
    return here.jobs.list(SPOT)


@router.delete("/spots/{name}", status_code=204)
async def drop_spot(here: Here, name: Id) -> None:
    """Delete a solve that is over, and its files."""
    _solved(here, name)
    await here.jobs.drop(name)
    here.solutions.forget(name)


Exploiting = Annotated[Literal["oop", "ip"] | None, Query(description="Who plays a best response to the other.")]
Steps = Annotated[str, Query(max_length=400, description="A path such as x/b100/c/Qc.")]
_PLAYER: Final = {None: None, "oop": 0, "ip": 1}


@router.get("/spots/{name}")
def about_solution(here: Here, name: Id, exploit: Exploiting = None) -> JSONResponse:
    """The spot, its exploitability so far, and the terms used for its nodes."""
    _solved(here, name)
    return JSONResponse(here.solutions.about(name, _PLAYER[exploit]))


@router.get("/spots/{name}/node")
def node(here: Here, name: Id, path: Steps = "", exploit: Exploiting = None) -> JSONResponse:
    """Strategies, EV and equity of every hand of both players at a node."""
    _solved(here, name)
    return JSONResponse(here.solutions.node(name, path, _PLAYER[exploit]))


@router.get("/spots/{name}/judge")
def judge_decision(
    here: Here,
    name: Id,
    hand: Annotated[str, Query(max_length=4)],
    action: Annotated[str, Query(max_length=20)],
    path: Steps = "",
) -> JSONResponse:
    """What an action costs a hand at a node."""
    from riverboat.solve.spot.judging import judge

    _solved(here, name)
    with here.solutions.opened(name) as solution:
        return JSONResponse(judge(solution, path, hand, action).to_json())


@router.get("/spots/{name}/cards")
def cards(here: Here, name: Id, path: Steps = "", exploit: Exploiting = None) -> JSONResponse:
    """What every card that can come means, where a path ends before a card is dealt."""
    _solved(here, name)
    return JSONResponse(here.solutions.cards(name, path, _PLAYER[exploit]))


class NamedSpot(BaseModel):
    """A spot to save as it is in the form."""

    name: Name
    spot: SpotFields


class SavedSpot(BaseModel):
    """A spot that was saved."""

    id: str
    name: str
    spot: dict[str, Any]


@router.get("/drafts")
def saved_spots(here: Here) -> list[SavedSpot]:
    """Every spot that was saved without being solved, by name."""
    found = here.documents.each(
        _DRAFT, lambda name, body: SavedSpot(id=name, name=body["name"], spot=with_new_names(body["spot"]))
    )
    return sorted(found, key=lambda each: each.name.lower())


@router.post("/drafts")
def save_spot(here: Here, given: NamedSpot) -> SavedSpot:
    """Save a spot, in place of the one of that name if there is one."""
    body: dict[str, Any] = {"name": given.name, "spot": given.spot.read().to_json()}
    name = _name_for(here, _DRAFT, given.name)
    here.documents.put(_DRAFT, name, body)
    return SavedSpot(id=name, **body)


@router.delete("/drafts/{name}", status_code=204)
def drop_draft(here: Here, name: Id) -> None:
    """Delete a saved spot."""
    _drop(here, _DRAFT, name, "spot")


def _solved(here: Services, name: str) -> Job:
    job = here.jobs.get(name)
    if job.kind != SPOT:
        raise NotFoundError(f'spot "{name}": there is none of that name')
    return job


def _name_for(here: Services, kind: str, wanted: str) -> str:
    """The id of the document of that name, or a new one."""
    known = here.documents.all(kind)
    for name, body in known.items():
        if body.get("name") == wanted:
            return name
    if len(known) >= _MAX_SAVED:
        raise RiverboatError(f"{len(known):,} are saved already: delete some first")
    return new_id()


def _drop(here: Services, kind: str, name: str, what: str) -> None:
    if not here.documents.drop(kind, name):
        raise NotFoundError(f'{what} "{name}": there is none of that name')
