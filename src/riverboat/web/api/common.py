"""What every page needs: the games and players."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import FileResponse
from pydantic import BaseModel

from riverboat import __version__
from riverboat.agents import agent_names
from riverboat.agents.characters import CHARACTERS
from riverboat.games import games
from riverboat.web.people import Role, needs
from riverboat.web.preparing import READY
from riverboat.web.services import Here
from riverboat.web.strategies.players import player_names

router = APIRouter(tags=["common"])


class About(BaseModel):
    """What this server has."""

    version: str
    games: list[str]
    agents: list[str]


@router.get("/about", dependencies=[needs(Role.WATCHER)])
def about(here: Here) -> About:
    """The version, and the names of the catalogue's games and of the players that can be seated."""
    players = [*agent_names(), *player_names(here.documents)]
    return About(version=__version__, games=list(games()), agents=players)


class CharacterLine(BaseModel):
    """A rule player as a person."""

    agent: str
    name: str
    kind: str
    sentence: str
    face: str
    """The address of a picture."""


@router.get("/characters", dependencies=[needs(Role.WATCHER)])
def characters() -> list[CharacterLine]:
    """The styles of the rule player, each with a name, a face and a sentence."""
    return [
        CharacterLine(
            agent=each.agent,
            name=each.name,
            kind=each.kind,
            sentence=each.sentence,
            face=f"/static/faces/{each.style}.svg",
        )
        for each in CHARACTERS
    ]


class Prepared(BaseModel):
    """How far the preparation of the players is."""

    is_over: bool
    percent: int
    words: str
    ready: list[str]
    """Players that can be played at once."""


@router.get("/preparing", dependencies=[needs(Role.WATCHER)])
async def preparing(here: Here) -> Prepared:
    """What is compiled once per installation, in the background."""
    now = here.preparation
    return Prepared(
        is_over=now.is_over, percent=100 if now.is_over else now.percent, words=now.words, ready=sorted(READY)
    )


@router.get("/plotly.js", include_in_schema=False, dependencies=[needs(Role.WATCHER)])
def plotly() -> FileResponse:
    """The script that draws charts, from the installed package."""
    from importlib.resources import files

    script = files("plotly") / "package_data" / "plotly.min.js"
    return FileResponse(str(script), media_type="text/javascript", headers={"cache-control": "max-age=604800"})
