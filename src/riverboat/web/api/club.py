"""The club: its regulars, and your ladder."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel

from riverboat.web.ladder import ladder_of
from riverboat.web.people import Asking, Role, needs
from riverboat.web.services import Here

router = APIRouter(tags=["club"])
MeanAndMargin = tuple[float, float | None]


class RungLine(BaseModel):
    """Your results against one player, in big blinds per 100 hands, each with half the width of its 95 % interval."""

    agent: str
    name: str
    hands: int
    money: MeanAndMargin
    adjusted: MeanAndMargin
    has_luck: bool
    """Whether some of it is plain money, from games in which luck cannot be removed."""


class LadderShown(BaseModel):
    """Your ladder, the player you do best against first."""

    rungs: list[RungLine]
    rating: tuple[float, float] | None
    """Yours, in big blinds per 100 hands above the mean of the ladder; null with too few hands."""
    left: int
    """Hands that are not counted yet: ask again."""


@router.get("/ladder", dependencies=[needs(Role.PLAYER)])
async def ladder(here: Here, asking: Asking) -> LadderShown:
    """Your results against each player whom you met heads-up, without luck, and your rating."""
    if not here.preparation.is_over:  # counting would compile the same kernels here
        return LadderShown(rungs=[], rating=None, left=0)
    async with here.turns:
        found = await run_in_threadpool(ladder_of, asking.id, here.documents, here.database)
    rungs = [RungLine(**rung.to_json()) for rung in found.rungs.values() if rung.money.count]
    rungs.sort(key=lambda rung: -rung.adjusted[0])
    return LadderShown(rungs=rungs, rating=found.rating(), left=found.left)
