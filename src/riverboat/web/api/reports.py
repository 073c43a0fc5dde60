"""Flop reports and comparisons on the Study page: one spot over many flops, and two solutions side by side."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

from riverboat.errors import RiverboatError
from riverboat.solve.spot.aggregate import Template
from riverboat.solve.spot.flops import select_flops
from riverboat.solve.spot.tree import Kind
from riverboat.web.api.study import SPOT, Id, SpotFields, Steps
from riverboat.web.errors import NotFoundError
from riverboat.web.services import Here, Services
from riverboat.web.tasks import flop_reports, spots
from riverboat.web.tasks.jobs import Job, State

router = APIRouter(prefix="/study", tags=["study"])
MAX_FLOPS: Final = 1755
"""Kinds of flops; ranges that name suits distinguish more, of which a sample is solved."""

LARGEST: Final = "rainbow,unpaired"
"""The texture of the largest trees."""


class FlopOrder(BaseModel):
    """A spot, whatever its board, and on which flops it is to be solved."""

    spot: SpotFields
    title: str = Field("", max_length=80)
    flops: list[Annotated[str, Field(max_length=20)]] = Field([], max_length=MAX_FLOPS)
    """By name, such as AsKd2c; none of them: all kinds, or a sample."""
    sample: int | None = Field(None, ge=1, le=MAX_FLOPS)
    seed: int = Field(1, ge=0, lt=2**32)
    textures: list[Annotated[str, Field(max_length=80)]] = Field([], max_length=20)
    node: str = Field("", max_length=200)
    """A path of the flop's betting, such as x."""
    target: float = Field(0.5, ge=0.001, le=100)
    seconds: float = Field(600, ge=1, le=86_400)
    """For one flop."""


class FlopNode(BaseModel):
    """A decision on the flop."""

    path: str
    player: Literal["OOP", "IP"]


class FlopTree(BaseModel):
    """What a report of a spot can be about, and what each of its flops takes."""

    nodes: list[FlopNode]
    decisions: int
    """Of a rainbow flop without a pair, where no two suits are alike; other flops have fewer."""
    memory: int
    """Bytes, of the same flop."""
    allowed: int
    """Bytes that a solve may take now."""


class ReportLine(BaseModel):
    """A report in a list."""

    id: str
    title: str
    state: State
    error: str
    created_at: str
    flops: int
    done: int


class FlopChosen(BaseModel):
    """Which flop."""

    flop: str = Field(max_length=20)


@router.post("/reports", status_code=201)
async def start_report(here: Here, order: FlopOrder) -> Job:
    """Solve a spot on many flops in a job of kind `flops`; what cannot be solved is refused now."""

    def checked() -> dict[str, Any]:
        template = Template.of_table(order.spot.model_dump(exclude_unset=True))
        named = order.flops or None
        flops = select_flops(
            template.ranges,
            template.deck_cards,
            named=named,
            sample=None if named else order.sample,
            seed=order.seed,
            textures=order.textures,
        )
        if len(flops) > MAX_FLOPS:
            raise RiverboatError(f"{len(flops):,} flops: at most {MAX_FLOPS:,} make a report; ask for a sample")
        spot = template.somewhere(flops)
        node, cards = spot.tree().find(order.node)
        if cards or node.street:
            raise RiverboatError(f'node "{order.node}": expected a path on the flop, without cards, such as "x"')
        spots.size_of(spot).require("float32", spots.allowed_memory(here.settings.solve_memory))
        table = {name: value for name, value in spot.to_json().items() if name != "board"}
        return {
            "spot": table,
            "flops": [(str(flop), flop.stands_for) for flop in flops],
            **order.model_dump(include={"node", "target", "seconds", "sample", "seed", "textures"}),
        }

    async with here.turns:
        params: dict[str, Any] = await run_in_threadpool(checked)
    count = len(params["flops"])
    title = order.title.strip() or f"{count:,} flop{'' if count == 1 else 's'}, pot {params['spot']['pot']}"
    return here.jobs.start(flop_reports.KIND, params, title)


@router.post("/reports/tree")
async def flop_tree(here: Here, given: SpotFields) -> FlopTree:
    """The decisions of a spot's flop, whatever its board, and the size of a solve."""

    def found() -> FlopTree:
        template = Template.of_table(given.model_dump(exclude_unset=True))
        spot = template.somewhere(select_flops(template.ranges, template.deck_cards, textures=[LARGEST]))
        size = spots.size_of(spot)
        decisions = (node for node in spot.tree() if node.kind is Kind.DECISION and node.street == 0)
        return FlopTree(
            nodes=[FlopNode(path=node.line, player="IP" if node.player else "OOP") for node in decisions],
            decisions=size.decisions,
            memory=size.memory(),
            allowed=spots.allowed_memory(here.settings.solve_memory),
        )

    async with here.turns:
        return await run_in_threadpool(found)


@router.get("/reports")
def all_reports(here: Here) -> list[ReportLine]:
    """Every report, the newest first."""
    return [
        ReportLine(
            **job.model_dump(include={"id", "title", "state", "error", "created_at"}),
            flops=len(job.params["flops"]),
            done=(job.result or job.progress).get("done", 0),
        )
        for job in here.jobs.list(flop_reports.KIND)
    ]


@router.get("/reports/{name}")
def one_report(here: Here, name: Id) -> JSONResponse:
    """The flops that are solved so far, with the means of all and of each texture."""
    job = _report(here, name)
    found = flop_reports.found_so_far(job.params, here.jobs.folder_of(job)).to_json()
    return JSONResponse(found | {"spot": job.params["spot"], "asked": len(job.params["flops"])})


@router.post("/reports/{name}/open")
async def open_flop(here: Here, name: Id, chosen: FlopChosen) -> Job:
    """The solve of one flop of a report: the one that there is, or a new one with the report's target."""
    job = _report(here, name)
    if chosen.flop not in {flop for flop, _ in job.params["flops"]}:
        raise NotFoundError(f'flop "{chosen.flop}": not in this report')
    table = {**job.params["spot"], "board": chosen.flop}
    spot = (await run_in_threadpool(SpotFields(**table).read)).to_json()
    target = job.params["target"]
    for other in here.jobs.list(SPOT):
        if other.params["spot"] == spot and other.params["target"] <= target and other.state != "failed":
            return other
    budget = spots.allowed_memory(here.settings.solve_memory)
    params = {"target": target, "seconds": job.params["seconds"], "precision": "float32", "budget": budget}
    return here.jobs.start(
        SPOT, params | {"spot": spot, "start": None, "goes_on": False}, f"{chosen.flop}: {job.title}"[:80]
    )


@router.get("/compare")
def compare(
    here: Here,
    first: Annotated[str, Query(pattern=r"^[0-9a-f]{16}$")],
    second: Annotated[str, Query(pattern=r"^[0-9a-f]{16}$")],
    path: Steps = "",
    other: Annotated[str | None, Query(max_length=400, description="The path in the second, if it differs.")] = None,
) -> JSONResponse:
    """Two solutions of one board at a node: EV, weights and action frequencies of every class, and the totals."""
    for name in (first, second):
        if here.jobs.get(name).kind != SPOT:
            raise NotFoundError(f'spot "{name}": there is none of that name')
    return JSONResponse(here.solutions.compare((first, path), (second, path if other is None else other)))


def _report(here: Services, name: str) -> Job:
    job = here.jobs.get(name)
    if job.kind != flop_reports.KIND:
        raise NotFoundError(f'report "{name}": there is none of that name')
    return job
