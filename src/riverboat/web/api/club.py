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
    """Your results against one player in one game, in big blinds per 100 hands, each with half the width of its 95 %
    interval."""

    game: str
    agent: str
    name: str
    hands: int
    money: MeanAndMargin
    adjusted: MeanAndMargin
    has_luck: bool
    """Whether it is plain money: luck cannot be removed in this game."""


class LadderShown(BaseModel):
    """Your results, the player you do best against first."""

    rungs: list[RungLine]
    ratings: dict[str, tuple[float, float]]
    """Yours by game, in big blinds per 100 hands above the mean of that game's ladder, with half the width of its
    95 % interval; games with too few hands are left out."""
    left: int
    """Hands that are not counted yet: ask again."""


@router.get("/ladder", dependencies=[needs(Role.PLAYER)])
async def ladder(here: Here, asking: Asking) -> LadderShown:
    """Your results against each player whom you met heads-up, without luck, and your rating in each game."""
    if not here.preparation.is_over:  # counting would compile the same kernels here
        return LadderShown(rungs=[], ratings={}, left=0)
    async with here.turns:
        found = await run_in_threadpool(ladder_of, asking.id, here.documents, here.database)
    rungs = [RungLine(**rung.to_json()) for rung in found.rungs]
    rungs.sort(key=lambda rung: -rung.adjusted[0])
    return LadderShown(rungs=rungs, ratings=found.ratings(), left=found.left)
