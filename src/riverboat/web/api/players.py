"""The players and games of the pickers: cards with names and descriptions in place of code."""

from __future__ import annotations

from functools import cache
from math import isfinite
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from riverboat.agents.catalogue import PLAYERS, PlayerCard
from riverboat.agents.characters import character_of
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import games, parse_game
from riverboat.games.rules import Rules
from riverboat.games.titles import game_title
from riverboat.web.game_families import Family, family_of
from riverboat.web.people import Role, needs
from riverboat.web.preparing import READY
from riverboat.web.services import Here
from riverboat.web.strategies.players import ENDING, player_names
from riverboat.web.tables.setup import table_rules, without_players

router = APIRouter(tags=["players"])


class Strength(BaseModel):
    """A rating of a crosstable that comes with the package."""

    field: str
    """Which game it was."""
    mbb: float
    """Per hand, above the mean of the field."""
    margin: float
    """Of the 95 % interval."""


class Card(BaseModel):
    """A player as people choose it."""

    agent: str
    name: str
    kind: str
    about: str
    source: str
    plays: str
    regular: bool
    ready: bool
    """Whether it can play before the server is prepared."""
    built_first: bool
    """Whether a model is solved before it first plays, in minutes."""
    fits: bool
    """Whether it knows the game that was asked about."""
    strength: Strength | None
    face: str
    """The address of a picture; empty if there is none."""


class GameEntry(BaseModel):
    """A game of the catalogue as people choose it."""

    name: str
    title: str
    about: str
    family: Family
    betting: str
    """The usual betting structure; empty where there is no choice."""
    has_blinds: bool
    has_seats: bool
    """Whether the number of players can be chosen."""


class Choice(BaseModel):
    """Everything that the pickers offer."""

    players: list[Card]
    games: list[GameEntry]


@router.get("/choice", dependencies=[needs(Role.WATCHER)])
def choice(
    here: Here,
    game: Annotated[str, Query(max_length=200)] = "",
    players: Annotated[int, Query(ge=2, le=10)] = 2,
) -> Choice:
    """The players, those that know a game marked, and the games."""
    rules = None
    if game:
        try:
            rules = table_rules(without_players(game), "", players, 0)
        except RiverboatError:
            rules = None
    cards = [_card(each, rules) for each in PLAYERS]
    for text in player_names(here.documents):
        name = text.removesuffix(ENDING).replace("_", " ")
        own = PlayerCard(text, name, "style", "A strategy of yours.", "yours", "hold'em")
        cards.append(_card(own, rules, kind="yours"))
    return Choice(players=cards, games=_menu())


def _card(card: PlayerCard, rules: Rules | None, kind: str = "") -> Card:
    return Card(
        agent=card.agent, name=card.name, kind=kind or card.kind, about=card.about, source=card.source,
        plays=card.plays, regular=card.regular, ready=card.agent in READY, built_first=card.is_built_first,
        fits=rules is None or card.can_play(rules), strength=_strength(card.agent, rules),
        face=f"/static/faces/{character.style}.svg" if (character := character_of(card.agent)) else "",
    )  # fmt: skip


@cache
def _menu() -> list[GameEntry]:
    return [
        GameEntry(
            name=name,
            title=game_title(name),
            about=game.title.replace("`", ""),
            family=family_of(name),
            betting=str(game.parameters["betting"][1] if "betting" in game.parameters else ""),
            has_blinds="blinds" in game.parameters,
            has_seats="players" in game.parameters,
        )
        for name, game in games().items()
    ]


def _strength(agent: str, rules: Rules | None) -> Strength | None:
    """In the crosstable of this game; if there is none, in the first one that has the player, which is named."""
    found = _ratings().get(agent, [])
    fitting = (strength for played, strength in found if rules is not None and _alike(played, rules))
    return next(fitting, found[0][1] if found else None)


def _alike(one: Rules, other: Rules) -> bool:
    """Whether ratings in one say something about the other: the same game and betting, both heads-up or neither."""
    return (one.name, one.betting, one.players == 2) == (other.name, other.betting, other.players == 2)


@cache
def _ratings() -> dict[str, list[tuple[Rules, Strength]]]:
    """By agent, with the game, from the crosstables that come with the package."""
    from riverboat.arena.crosstable.fields import FIELDS
    from riverboat.arena.crosstable.shipped import shipped_crosstable, shipped_fields

    found: dict[str, list[tuple[Rules, Strength]]] = {}
    for field in shipped_fields():
        table = shipped_crosstable(field)
        rules = parse_game(table.game)
        title = FIELDS[field].title if field in FIELDS else field
        for place, name in enumerate(table.players):
            rating, margin = table.ratings.values[place], table.ratings.margin(place)
            if isfinite(margin):
                found.setdefault(name, []).append((rules, Strength(field=title, mbb=rating, margin=margin)))
    return found
