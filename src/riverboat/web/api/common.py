"""What every page needs: the games and players."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import FileResponse
from pydantic import BaseModel

from riverboat import __version__
from riverboat.agents import agent_names
from riverboat.games import games
from riverboat.web.people import Role, needs
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


@router.get("/plotly.js", include_in_schema=False, dependencies=[needs(Role.WATCHER)])
def plotly() -> FileResponse:
    """The script that draws charts, from the installed package."""
    from importlib.resources import files

    script = files("plotly") / "package_data" / "plotly.min.js"
    return FileResponse(str(script), media_type="text/javascript", headers={"cache-control": "max-age=604800"})
