"""Strategies: the builder of PokerLang. Text and form of a strategy, its problems, hands to try it on, a gallery."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Path
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from riverboat.agents.pokerlang.checking import check_strategy
from riverboat.agents.pokerlang.outline import Outline, format_strategy, read_outline, write_outline
from riverboat.agents.pokerlang.parsing import MAX_LENGTH, parse_strategy, read_strategy
from riverboat.agents.pokerlang.shipped import shipped_strategy, shipped_text, shipped_texts
from riverboat.agents.pokerlang.syntax import Strategy
from riverboat.agents.pokerlang.terms import ACTIONS, BEHAVIOURS, TERMS
from riverboat.agents.pokerlang.writing import explain_strategy
from riverboat.errors import RiverboatError
from riverboat.games.problems import Problem
from riverboat.web.documents import new_id
from riverboat.web.errors import NotFoundError
from riverboat.web.services import Here
from riverboat.web.strategies.players import ENDING, KIND, Name, Text
from riverboat.web.strategies.trial import Decision, TrialSetup, TrialTable, dealt, decision_at, table_of, up_to

router = APIRouter(tags=["strategies"])
MAX_SAVED: Final = 1000
LONG: Final = 20_000
"""Characters from which a text takes its turn: checking it takes tenths of a second."""
StrategyId = Annotated[str, Path(max_length=64)]
_T = TypeVar("_T")


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TermLine(BaseModel):
    """An evaluator or a predictor."""

    name: str
    kind: Literal["number", "word", "hands"]
    meaning: str
    low: float
    high: float | None
    """None: no maximum."""
    whole: bool
    share: bool
    words: list[str]
    ordered: bool
    predictor: bool


class Words(BaseModel):
    """The words of the language, for completion and for the form."""

    terms: list[TermLine]
    actions: dict[str, str]
    behaviours: list[str]
    max_length: int


class StrategyLine(BaseModel):
    """A strategy of the gallery."""

    id: str
    """Of a saved one; a shipped one has none."""
    name: str
    title: str
    about: str
    """Its first comment."""
    player: str
    """The text by which tables and matches know it."""
    tactics: int
    rules: int
    predictors: bool
    """Whether it learns about its opponents."""


class Gallery(BaseModel):
    """What there is."""

    shipped: list[StrategyLine]
    saved: list[StrategyLine]


class Saved(BaseModel):
    """A saved strategy."""

    id: str
    name: str
    text: str


class ProblemLine(BaseModel):
    """Something that is wrong, or that can never be played."""

    line: int
    column: int
    reason: str
    warning: bool


class Checked(BaseModel):
    """A text, its outline, and what is wrong with it."""

    text: str
    outline: Outline | None
    """None where the syntax is broken."""
    problems: list[ProblemLine]
    title: str = ""
    tactics: int = 0
    rules: int = 0
    terms: list[str] = []
    explained: str = ""
    """In words, if it can be played."""


class ToCheck(_Asked):
    """A text being edited."""

    text: Text


class ToWrite(_Asked):
    """A form being edited."""

    outline: Outline


class ToSave(_Asked):
    """A strategy to save, and the name of its player."""

    name: Name
    text: Text


class ToRename(_Asked):
    """Another name."""

    name: Name


class ToTry(_Asked):
    """A strategy and a situation."""

    text: Text
    setup: TrialSetup


class Tried(BaseModel):
    """The situation, and what the strategy does in it."""

    table: TrialTable
    decision: Decision | None
    """None if it is not the strategy's turn, or if it cannot be played."""
    problem: str = ""
    """Why it cannot be played."""


class ToDeal(_Asked):
    """A table, and the street that is wanted; empty for any."""

    setup: TrialSetup
    street: Literal["", "preflop", "flop", "turn", "river"] = ""
    seed: int = Field(default=0, ge=0, le=2**31 - 1)


class ToReach(_Asked):
    """A situation, and the street to which everybody checks and calls."""

    setup: TrialSetup
    street: Literal["preflop", "flop", "turn", "river"]


@router.get("/strategies/words")
def words() -> Words:
    """Evaluators, predictors, actions and behaviours with their meanings."""
    return Words(
        terms=[
            TermLine(
                name=term.name,
                kind=term.kind,
                meaning=term.meaning,
                low=term.low,
                high=None if term.high == inf else term.high,
                whole=term.whole,
                share=term.share,
                words=list(term.words),
                ordered=term.ordered,
                predictor=term.predictor,
            )
            for term in TERMS.values()
        ],
        actions=ACTIONS,
        behaviours=list(BEHAVIOURS),
        max_length=MAX_LENGTH,
    )


@router.get("/strategies")
def gallery(here: Here) -> Gallery:
    """The strategies that come with Riverboat, and those that were saved, the newest first."""
    shipped = [
        _line("", name, f"pokerlang(strategy={name})", shipped_text(name), shipped_strategy(name))
        for name in (*shipped_texts(), *BEHAVIOURS)
    ]
    saved = here.documents.each(KIND, lambda name, body: StrategyLine(**{**body["line"], "id": name}))
    return Gallery(shipped=shipped, saved=saved)


@router.get("/strategies/shipped/{name}")
def one_shipped(name: StrategyId) -> Saved:
    """A strategy that comes with Riverboat."""
    if name not in (*shipped_texts(), *BEHAVIOURS):
        raise NotFoundError(f'strategy "{name[:40]}": there is none of that name')
    return Saved(id="", name=name, text=shipped_text(name))


@router.post("/strategies/check")
async def check(here: Here, asked: ToCheck) -> Checked:
    """What is wrong with a text, by line and column, and its outline."""
    return await _in_turn(here, len(asked.text), lambda: _checked(asked.text))


@router.post("/strategies/write")
async def write(here: Here, asked: ToWrite) -> Checked:
    """The text of an outline."""
    text = write_outline(asked.outline)
    if len(text) > MAX_LENGTH:
        raise RiverboatError(f"{len(text):,} characters: a strategy has at most {MAX_LENGTH:,}")
    return await _in_turn(here, len(text), lambda: _checked(text))


@router.post("/strategies/format")
async def format_text(here: Here, asked: ToCheck) -> Checked:
    """The standard form of a strategy."""
    return await _in_turn(here, len(asked.text), lambda: _checked(format_strategy(asked.text, "the text")))


@router.post("/strategies/try")
async def try_hand(here: Here, asked: ToTry) -> Tried:
    """What a strategy does in a situation: every tactic and rule that is asked, every condition with its value."""
    return await _in_turn(here, len(asked.text), lambda: _tried(asked))


@router.post("/strategies/deal")
async def deal(here: Here, asked: ToDeal) -> TrialSetup:
    """A situation at random."""
    return await _in_turn(here, 0, lambda: dealt(asked.setup, asked.street, asked.seed))


@router.post("/strategies/reach")
async def reach(here: Here, asked: ToReach) -> TrialSetup:
    """The situation after everybody has checked and called up to a street."""
    return await _in_turn(here, 0, lambda: up_to(asked.setup, asked.street))


@router.post("/strategies/saved", status_code=201)
def save(here: Here, asked: ToSave) -> Saved:
    """Save a strategy; it is a player of that name from now on. What cannot be played is not saved."""
    if len(here.documents.all(KIND)) >= MAX_SAVED:
        raise RiverboatError(f"{MAX_SAVED} strategies are saved already: delete some first")
    return _save(here, new_id(), asked)


@router.get("/strategies/saved/{name}")
def one_saved(here: Here, name: StrategyId) -> Saved:
    """A saved strategy."""
    body = _require(here, name)
    return Saved(id=name, name=body["name"], text=body["text"])


@router.put("/strategies/saved/{name}")
def save_again(here: Here, name: StrategyId, asked: ToSave) -> Saved:
    """Replace a saved strategy."""
    _require(here, name)
    return _save(here, name, asked)


@router.post("/strategies/saved/{name}/rename")
def rename(here: Here, name: StrategyId, asked: ToRename) -> Saved:
    """Give a saved strategy another name."""
    return _save(here, name, ToSave(name=asked.name, text=_require(here, name)["text"]))


@router.delete("/strategies/saved/{name}", status_code=204)
def drop(here: Here, name: StrategyId) -> None:
    """Delete a saved strategy; tables and matches that use it keep their copy."""
    if not here.documents.drop(KIND, name):
        raise NotFoundError(f'strategy "{name[:40]}": there is none of that name')


# ----------------------------------------------------------------------------------------------------------------------


async def _in_turn(here: Here, size: int, work: Callable[[], _T]) -> _T:
    """Do something in a thread; with a long text, when it is its turn."""
    if size < LONG:
        return await run_in_threadpool(work)
    async with here.turns:
        return await run_in_threadpool(work)


def _checked(text: str) -> Checked:
    (strategy, problems), outline = read_outline(text)
    lines = [_problem(each, warning=False) for each in problems]
    if not problems:
        lines = [_problem(each, warning=True) for each in check_strategy(strategy)]
    return Checked(
        text=text,
        outline=outline,
        problems=sorted(lines, key=lambda line: (line.line, line.column)),
        title=strategy.name,
        tactics=len(strategy.tactics),
        rules=strategy.rules,
        terms=sorted(strategy.terms),
        explained="" if problems else explain_strategy(strategy),
    )


def _problem(found: Problem, *, warning: bool) -> ProblemLine:
    return ProblemLine(line=found.line, column=found.column, reason=found.reason, warning=warning)


def _tried(asked: ToTry) -> Tried:
    state, table = table_of(asked.setup)
    strategy, problems = read_strategy(asked.text)
    if problems:
        return Tried(table=table, decision=None, problem=str(problems[0]))
    return Tried(table=table, decision=decision_at(strategy, asked.setup, state))


def _line(name: str, called: str, player: str, text: str, strategy: Strategy) -> StrategyLine:
    first = text.lstrip().partition("\n")[0]
    return StrategyLine(
        id=name,
        name=called,
        title=strategy.name,
        about=first.lstrip("# ").strip()[:200] if first.startswith("#") else "",
        player=player,
        tactics=len(strategy.tactics),
        rules=strategy.rules,
        predictors=any(TERMS[term].predictor for term in strategy.terms),
    )


def _require(here: Here, name: str) -> dict[str, Any]:
    body = here.documents.get(KIND, name)
    if body is None:
        raise NotFoundError(f'strategy "{name[:40]}": there is none of that name')
    return body


def _save(here: Here, name: str, asked: ToSave) -> Saved:
    strategy = parse_strategy(asked.text, "the text")
    for other, body in here.documents.all(KIND).items():
        if other != name and body.get("name") == asked.name:
            raise RiverboatError(f'strategy "{asked.name}": another one of that name is saved; choose another name')
    line = _line(name, asked.name, f"{asked.name}{ENDING}", asked.text, strategy)
    here.documents.put(KIND, name, {"name": asked.name, "text": asked.text, "line": line.model_dump()})
    return Saved(id=name, name=asked.name, text=asked.text)
