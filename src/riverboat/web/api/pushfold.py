"""Push or fold on the Study page: equilibria of the game in which everybody goes all-in or folds."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from riverboat.errors import RiverboatError
from riverboat.solve.pushfold.game import MAX_PLAYERS, PushFoldGame
from riverboat.solve.pushfold.solution import solve_push_fold
from riverboat.web.services import Here
from riverboat.web.tasks.jobs import Job
from riverboat.web.tasks.pushfold import page_json

router = APIRouter(prefix="/study/pushfold", tags=["study"])

PUSH_FOLD: Final = "pushfold"
_MAX_DEPTH: Final = 100.0

Stack = Annotated[float, Field(gt=0, le=_MAX_DEPTH)]
BigBlinds = Annotated[float, Field(ge=0, le=10)]


class Table(BaseModel):
    """Who sits with how many big blinds, in the order of action, and what is paid."""

    model_config = ConfigDict(extra="forbid")

    stacks: list[Stack] = Field(min_length=2, max_length=MAX_PLAYERS)
    small_blind: float = Field(0.5, ge=0, le=1)
    ante: BigBlinds = 0.0
    big_blind_ante: BigBlinds = 0.0
    payouts: list[Annotated[float, Field(ge=0, le=1e9)]] = Field([], max_length=MAX_PLAYERS)

    def read(self) -> PushFoldGame:
        """The game; refuses what cannot be."""
        return PushFoldGame(
            tuple(self.stacks), self.small_blind, self.ante, self.big_blind_ante, tuple(self.payouts)
        )  # fmt: skip


class Decision(BaseModel):
    """How likely each class goes all-in at a seat, after these seats have."""

    seat: int
    all_in: list[int]
    share: float
    hands: list[float]


class Equilibrium(BaseModel):
    """A solved game: what everybody wins, could win more (with 95 % intervals), and does."""

    names: list[str]
    exact: bool
    deals: int
    iterations: int
    prizes: bool
    values: list[float]
    gains: list[float]
    intervals: list[tuple[float, float]]
    decisions: list[Decision]


@router.post("")
async def quick(here: Here, table: Table) -> Equilibrium:
    """The equilibrium of two players: a fraction of a second."""
    game = table.read()
    if game.players != 2:
        raise RiverboatError(f"{game.players} players: only two are solved at once; start a job")
    async with here.turns:
        found = await run_in_threadpool(solve_push_fold, game)
    return Equilibrium.model_validate(page_json(found))


@router.post("/job")
async def long(here: Here, table: Table) -> Job:
    """The equilibrium of up to six players, as a job; its result is like the answer for two."""
    game = table.read()
    title = f"push or fold, {game.players} players"
    return here.jobs.start(PUSH_FOLD, table.model_dump(), title=title)
