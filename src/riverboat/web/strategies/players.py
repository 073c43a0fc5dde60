"""Strategies as players of the room: `patient.pokerlang` is the strategy that was saved as `patient`.

A table or a match takes the text as it is when it begins, so that nothing which happens to the saved strategy later
changes it. A client may also send the text along, to play what it has not saved. Files of the server cannot be named:
a name is looked up among what is saved, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Final

from pydantic import Field

from riverboat.agents.pokerlang.parsing import MAX_LENGTH, parse_strategy
from riverboat.agents.pokerlang.player import PokerLang
from riverboat.agents.pokerlang.syntax import Strategy
from riverboat.agents.registry import make_agent, require_registered
from riverboat.games.agent import Agent
from riverboat.web.documents import Documents
from riverboat.web.errors import NotFoundError

KIND: Final = "strategy"
ENDING: Final = ".pokerlang"

Name = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_-]{0,39}$")]
Text = Annotated[str, Field(max_length=MAX_LENGTH)]
PlayerName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_-]{0,39}\.pokerlang$")]
Texts = Annotated[dict[PlayerName, Text], Field(default={}, max_length=20)]
"""Texts of strategies by the name of their player."""


def player_names(documents: Documents) -> list[str]:
    """The players that saved strategies are, in the order of their names."""
    return sorted(documents.each(KIND, lambda _, body: f"{body['name']}{ENDING}"))


def texts_of(documents: Documents, agents: Iterable[str], sent: Mapping[str, str]) -> dict[str, str]:
    """The texts of all strategies among some players: those that were sent, or else those that are saved."""
    wanted = {agent.strip() for agent in agents if agent.strip().endswith(ENDING)}
    found = {name: text for name, text in sent.items() if name in wanted}
    if wanted <= set(found):
        return found
    saved = dict(documents.each(KIND, lambda _, body: (f"{body['name']}{ENDING}", str(body["text"]))))
    for name in sorted(wanted - set(found)):
        if name not in saved:
            raise NotFoundError(f'strategy "{name[:60]}": none of that name is saved')
        found[name] = saved[name]
    return found


def make_player(agent: str, texts: Mapping[str, str]) -> Agent:
    """A new player by name."""
    name = agent.strip()
    if name in texts:
        return PokerLang(_parsed(texts[name], name), name.removesuffix(ENDING))
    require_registered(agent)
    return make_agent(agent)


@lru_cache(maxsize=32)
def _parsed(text: str, name: str) -> Strategy:
    return parse_strategy(text, f'strategy "{name}"')
