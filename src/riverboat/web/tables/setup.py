"""The settings of a table, validated: its game, its seats, its stakes.

The game is an identity of the catalogue (`holdem(betting=limit)`, without `players=`, which the chairs decide) or a
PGDL document that was saved before. A hand is played by those who are dealt in, so the rules are made for any number
of them. Bots are registered names and saved strategies (`strategies/players.py`): no file and no command can be named
here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from riverboat.agents.catalogue import player_name
from riverboat.arena.stakes import rules_for, unit_of, with_big_blind
from riverboat.errors import RiverboatError
from riverboat.games.agent import Agent
from riverboat.games.rules import Rules
from riverboat.games.titles import game_title
from riverboat.web.strategies.players import Texts, make_player

MAX_CHIPS: Final = 1_000_000_000
_PLAYERS: Final = re.compile(r"(?<=[(,])\s*players\s*=\s*\d+\s*(,|(?=\)))")

_PRINTABLE: Final = r"^[^\x00-\x1f\x7f]*$"

Name = Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]


class Chair(BaseModel):
    """One chair: a bot sits in it, or it waits for a person."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["human", "bot"]
    agent: str = Field(default="", max_length=200)
    """Who the bot is: `poki`, `rules(style=loose_passive)`, `patient.pokerlang`."""
    name: Annotated[str, Field(max_length=24)] = ""


class NewTable(BaseModel):
    """The requested settings of a table."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(default="", max_length=60, pattern=_PRINTABLE)
    game: str = Field(default="holdem(betting=no-limit)", max_length=200)
    saved: str = Field(default="", max_length=64)
    """Id of a saved game, in place of `game`."""
    chairs: list[Chair] = Field(min_length=2, max_length=10)
    stack: int = Field(default=0, ge=0, le=MAX_CHIPS)
    """The buy-in; 0 for a hundred big blinds."""
    big_blind: int = Field(default=0, ge=0, le=1_000_000)
    """The stakes; 0 for the game's own."""
    clock: float = Field(default=0.0, ge=0.0, le=3600.0, allow_inf_nan=False)
    """Seconds for a person's decision; 0 for no limit."""
    pace: float = Field(default=0.4, ge=0.0, le=5.0, allow_inf_nan=False)
    """Seconds that a bot's action can be seen before the next."""
    auto_deal: bool = True
    strategies: Texts
    """Texts of strategies that play and are not saved, by the names that chairs have; the server adds saved ones."""


class TableSetup(NewTable):
    """A table, and what the server knows of its game."""

    pgdl: str = ""
    """The document of a saved game, as it was when the table was made."""
    host: str = ""
    """The id of the person who opened the table."""

    def rules(self, players: int) -> Rules:
        """The game for this many players."""
        return table_rules(self.game, self.pgdl, players, self.big_blind)

    @property
    def people(self) -> int:
        """The number of chairs for people."""
        return sum(chair.kind == "human" for chair in self.chairs)

    @property
    def is_private(self) -> bool:
        """Whether several people can play here: cards that were not shown then stay closed for good."""
        return self.people > 1


def checked(setup: TableSetup) -> TableSetup:
    """The complete setup, or an error that says what is wrong; takes as long as creating the bots."""
    game = setup.game.strip()
    if not setup.pgdl:
        game = without_players(game)
    chairs = [_named(chair, place, setup.chairs) for place, chair in enumerate(setup.chairs)]
    setup = setup.model_copy(update={"game": game, "chairs": chairs})
    rules = setup.rules(len(chairs))
    if rules.exact_shares:
        raise RiverboatError(f'game "{game[:80]}": chips are not split at a live table; leave out acpc=yes')
    unit = unit_of(rules)
    stack = setup.stack or 100 * unit
    if stack < unit:
        raise RiverboatError(f"stack {stack}: expected at least one big blind, {unit}")
    for chair in chairs:
        if chair.kind == "bot":
            _try_out(chair.agent, rules, setup.strategies)
    return setup.model_copy(update={"stack": stack, "title": setup.title.strip() or _title(rules, setup)})


def without_players(game: str) -> str:
    """The game for any number of players."""
    return _PLAYERS.sub("", game).replace(",)", ")").removesuffix("()")


def seat_bot(text: str, strategies: Mapping[str, str] = MappingProxyType({})) -> Agent:
    """A new player; only registered names and these strategies are allowed."""
    return make_player(text, strategies)


@lru_cache(maxsize=256)
def table_rules(game: str, pgdl: str, players: int, big_blind: int) -> Rules:
    """The rules for this many players; equal tables share them and what is cached with them."""
    if pgdl:
        from riverboat.games.pgdl import read

        rules = read(pgdl).rules(players)
    else:
        rules = rules_for(game, players)
    return with_big_blind(rules, big_blind) if big_blind else rules


def _named(chair: Chair, place: int, chairs: list[Chair]) -> Chair:
    """Give the chair a unique name."""
    if chair.kind == "human":
        return Chair(kind="human", name="")
    if not chair.agent.strip():
        raise RiverboatError(f"chair {place + 1}: which bot sits there?")
    own = _plain(chair)
    before = sum(1 for other in chairs[:place] if other.kind == "bot" and _plain(other) == own)
    return chair.model_copy(update={"agent": chair.agent.strip(), "name": f"{own} {before + 1}" if before else own})


def _plain(chair: Chair) -> str:
    return chair.name.strip() or player_name(chair.agent)[:18].strip()


def _title(rules: Rules, setup: TableSetup) -> str:
    bots = [chair.name for chair in setup.chairs if chair.kind == "bot"]
    kind = game_title(rules.name)
    against = bots[0] if len(bots) == 1 else f"{len(bots)} bots" if bots else "people"
    return f"{kind} against {against}"[:60]


def _try_out(agent: str, rules: Rules, strategies: Mapping[str, str]) -> None:
    """Raise unless this bot can play this game."""
    try:
        seat_bot(agent, strategies).require_game(rules)
    except RiverboatError as error:
        raise RiverboatError(f'agent "{agent[:80]}" cannot play this game: {error}') from None
