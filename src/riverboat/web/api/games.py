"""Games: the catalogue, and a builder for custom games, which are kept as documents."""

from __future__ import annotations

import inspect
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from riverboat.cards.ranking.rankings import RANKINGS
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import Setting, games, parse_game
from riverboat.games.pgdl import catalogue, dump, read
from riverboat.games.rules import Rake, Rules
from riverboat.web.building import LONGEST, GameForm, form_of, problems_of, text_of
from riverboat.web.documents import new_id
from riverboat.web.errors import NotFoundError
from riverboat.web.services import Here

router = APIRouter(tags=["games"])
KIND: Final = "game"
MAX_SAVED: Final = 1000
GameId = Annotated[str, Path(max_length=64)]
Document = Annotated[str, Field(max_length=LONGEST)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ParameterLine(BaseModel):
    """A setting of a game of the catalogue."""

    name: str
    default: str


class GameLine(BaseModel):
    """A game of the catalogue."""

    name: str
    title: str
    parameters: list[ParameterLine]


class StreetLine(BaseModel):
    """What happens on a street."""

    name: str
    down: int
    up: int
    board: int
    exchange: str
    bet: int
    raises: int | None


class Shown(BaseModel):
    """A game in full."""

    identity: str
    title: str
    description: str
    betting: str
    players: int
    deck: str
    blinds: list[int]
    antes: list[int]
    stack: int
    awards: list[str]
    streets: list[StreetLine]
    pgdl: str
    acpc: str
    """As an ACPC definition; empty if that cannot express it."""
    acpc_error: str


class ProblemLine(BaseModel):
    """Something that is wrong with a document."""

    line: int
    reason: str


class Checked(BaseModel):
    """A document, its problems, and the equivalent form."""

    pgdl: str
    form: GameForm | None
    problems: list[ProblemLine]
    min_players: int = 0
    max_players: int = 0
    summary: str = ""
    """The game in one line, if it is valid."""


class ToCheck(_Asked):
    """A document being edited."""

    pgdl: Document


class ToWrite(_Asked):
    """A form being edited, and the document before."""

    form: GameForm
    pgdl: Document = ""


class ToSave(_Asked):
    """A custom game."""

    pgdl: Document


class Saved(BaseModel):
    """A game that was saved."""

    id: str
    name: str
    pgdl: str


class Words(BaseModel):
    """The words allowed in some places of a document."""

    rankings: list[str]
    templates: dict[str, str]
    """Documents to begin with, by name."""


@router.get("/games")
def all_games() -> list[GameLine]:
    """The catalogue."""
    return [
        GameLine(
            name=name,
            title=game.title,
            parameters=[ParameterLine(name=key, default=_plain(value)) for key, (_, value) in game.parameters.items()],
        )
        for name, game in games().items()
    ]


@router.get("/games/words")
def words() -> Words:
    """The rankings, and the documents that come with Riverboat."""
    return Words(rankings=list(RANKINGS), templates=catalogue())


@router.get("/games/show")
def show(game: Annotated[str, Query(min_length=1, max_length=200)]) -> Shown:
    """A game by its identity, such as `holdem(betting=limit,players=3)`."""
    return _shown(parse_game(game))


@router.post("/games/check")
def check(asked: ToCheck) -> Checked:
    """What is wrong with a document, line by line, and its form."""
    return _checked(asked.pgdl)


@router.post("/games/write")
def write(asked: ToWrite) -> Checked:
    """The document of a form; what the form does not know stays as it was."""
    return _checked(text_of(asked.form, asked.pgdl))


@router.get("/games/saved")
def all_saved(here: Here) -> list[Saved]:
    """Saved games, the newest first."""
    return here.documents.each(KIND, lambda name, body: Saved(id=name, **body))


@router.post("/games/saved", status_code=201)
def save(here: Here, asked: ToSave) -> Saved:
    """Save a game; what cannot be played is not saved."""
    if len(here.documents.all(KIND)) >= MAX_SAVED:
        raise RiverboatError(f"{MAX_SAVED} games are saved already: delete some first")
    return _save(here, new_id(), asked)


@router.put("/games/saved/{name}")
def save_again(here: Here, name: GameId, asked: ToSave) -> Saved:
    """Replace a saved game."""
    _require(here, name)
    return _save(here, name, asked)


@router.get("/games/saved/{name}")
def one_saved(here: Here, name: GameId) -> Saved:
    """A game that was saved."""
    return Saved(id=name, **_require(here, name))


@router.delete("/games/saved/{name}", status_code=204)
def drop(here: Here, name: GameId) -> None:
    """Delete a game."""
    if not here.documents.drop(KIND, name):
        raise NotFoundError(f'game "{name[:40]}": there is none of that name')


def _require(here: Here, name: str) -> dict[str, Any]:
    body = here.documents.get(KIND, name)
    if body is None:
        raise NotFoundError(f'game "{name[:40]}": there is none of that name')
    return body


def _save(here: Here, name: str, asked: ToSave) -> Saved:
    body = {"name": read(asked.pgdl, "the document").name, "pgdl": asked.pgdl}
    here.documents.put(KIND, name, body)
    return Saved(id=name, **body)


def _checked(text: str) -> Checked:
    problems = [ProblemLine(line=each.line, reason=each.reason) for each in problems_of(text)]
    found = Checked(pgdl=text, form=form_of(text), problems=problems)
    if problems:
        return found
    variant = read(text, "document")
    rules = variant.rules()
    streets = ", ".join(street.name for street in rules.streets)
    people = (
        str(variant.min_players)
        if variant.min_players == variant.max_players
        else f"{variant.min_players} to {variant.max_players}"
    )
    summary = f"{rules.betting} game for {people} players, {rules.deck.size} cards: {streets}"
    return found.model_copy(
        update={"min_players": variant.min_players, "max_players": variant.max_players, "summary": summary}
    )


def _shown(rules: Rules) -> Shown:
    from riverboat.games.acpc.definition import write_game

    game = games()[rules.name]
    acpc = why = ""
    try:
        acpc = write_game(rules)
    except RiverboatError as error:
        why = str(error)
    try:
        pgdl = dump(rules)
    except RiverboatError:
        pgdl = ""
    return Shown(
        identity=rules.identity,
        title=game.title,
        description=inspect.getdoc(game.build) or "",
        betting=rules.betting,
        players=rules.players,
        deck=f"{rules.deck.size} cards",
        blinds=list(rules.blinds),
        antes=list(rules.antes),
        stack=rules.stacks[0],
        awards=[each if isinstance(each, str) else each.name for each in rules.awards],
        streets=[
            StreetLine(
                name=street.name,
                down=street.down,
                up=street.up,
                board=street.board,
                exchange=_exchange(street.passing, street.discarding, street.drawing),
                bet=street.bet,
                raises=street.max_raises,
            )
            for street in rules.streets
        ],
        pgdl=pgdl,
        acpc=acpc,
        acpc_error=why,
    )


def _exchange(passing: int, discarding: int, drawing: tuple[int, int] | None) -> str:
    said = [f"pass {passing}"] if passing else []
    said += [f"discard {discarding}"] if discarding else []
    said += [f"draw {drawing[0]} to {drawing[1]}"] if drawing else []
    return ", ".join(said)


def _plain(value: Setting) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return f"{value.fraction}/{value.cap}" if isinstance(value, Rake) else str(value)
