"""Try a strategy on a hand: any decision of hold'em, chosen piece by piece or dealt at random, and what it does there.

A situation is a table (betting, players, stacks in big blinds), a seat, its cards, a board, and the betting so far as
steps (`f`, `k`, `c`, `b300`, `r300`). Cards that are not chosen are dealt, always the same ones for one `deal`. The
betting may stop anywhere: the answer says whose turn it is and what is allowed, so that a form can go on from there.
"""

from __future__ import annotations

import re
from random import Random
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from riverboat.agents.pokerlang.syntax import Strategy
from riverboat.agents.pokerlang.terms import TERMS
from riverboat.agents.pokerlang.tracing import Trace, trace_decision
from riverboat.agents.rules import RuleBot
from riverboat.arena.stakes import rules_for, unit_of
from riverboat.cards.card import card_text, parse_cards, require_distinct
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.notation import read_step, step_text, word_of
from riverboat.games.positions import position_name
from riverboat.games.state import State
from riverboat.games.view import View

MAX_STEPS: Final = 200
_STEP: Final = re.compile(r"([fkcbr])(\d{0,9})")
_STREETS: Final = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}
_AGAIN: Final = 40
"""Hands that are dealt in search of a decision on the wanted street."""

Stack = Annotated[float, Field(ge=1.0, le=10_000.0, allow_inf_nan=False)]
Given = Annotated[float, Field(allow_inf_nan=False)] | Annotated[str, Field(max_length=40)]


class TrialSetup(BaseModel):
    """A situation."""

    model_config = ConfigDict(extra="forbid")

    betting: Literal["no-limit", "pot-limit", "limit"] = "no-limit"
    players: int = Field(default=2, ge=2, le=10)
    stacks: list[Stack] = Field(default=[100.0], min_length=1, max_length=10)
    """In big blinds, by position from the small blind; one for all if there is only one."""
    position: int = Field(default=0, ge=0, le=9)
    """Of the strategy, from the small blind; with two players 0 is the big blind."""
    hole: str = Field(default="", max_length=8)
    board: str = Field(default="", max_length=20)
    steps: list[Annotated[str, Field(max_length=10)]] = Field(default=[], max_length=MAX_STEPS)
    given: dict[str, Given] = Field(default={}, max_length=40)
    """Values of predictors that are assumed."""
    deal: int = Field(default=0, ge=0, le=2**31 - 1)
    """Which cards are dealt where none are chosen."""


class StepLine(BaseModel):
    """Something that was done."""

    step: str
    position: int
    who: str
    street: str
    words: str


class Choices(BaseModel):
    """What the player in turn may do."""

    position: int
    who: str
    to_call: int
    fold: bool
    raise_from: int | None
    raise_to: int | None


class TrialTable(BaseModel):
    """The table of a situation."""

    street: str
    hole: list[str]
    board: list[str]
    pot: int
    big_blind: int
    stacks: list[int]
    bets: list[int]
    live: list[bool]
    seats: list[str]
    steps: list[StepLine]
    turn: Choices | None
    """None if the hand is over."""


class TestShown(BaseModel):
    """One test of a condition."""

    text: str
    values: dict[str, float | str]
    holds: bool


class StepShown(BaseModel):
    """A tactic or a rule that was asked."""

    tactic: int
    rule: int
    line: int
    tests: list[TestShown]
    fits: bool


class OutcomeShown(BaseModel):
    """Something that is done."""

    text: str
    share: float
    words: str


class Decision(BaseModel):
    """What a strategy does in a situation, and why."""

    steps: list[StepShown]
    tactic: int
    rule: int
    behaviour: str
    outcomes: list[OutcomeShown]
    odds: dict[str, float]
    drawn: str
    values: dict[str, float | str]


def table_of(setup: TrialSetup) -> tuple[State, TrialTable]:
    """A situation, for the strategy and for the page; an error that says which step is wrong."""
    state, lines = _opening(setup), list[StepLine]()
    for number, step in enumerate(setup.steps, start=1):
        try:
            lines.append(_play(state, step))
        except RiverboatError as error:
            raise RiverboatError(f'step {number}, "{step}": {error}') from None
    turn = None
    if state.actor is not None:
        legal = state.legal_actions()
        low, high = legal.raise_interval or (None, None)
        turn = Choices(
            position=state.actor,
            who=position_name(state.actor, setup.players),
            to_call=state.to_call,
            fold=legal.fold is not None,
            raise_from=low,
            raise_to=high,
        )
    return state, TrialTable(
        street=_STREETS[len(state.board)],
        hole=[card_text(card) for card in state.down[setup.position]],
        board=[card_text(card) for card in state.board],
        pot=state.pot,
        big_blind=unit_of(state.rules),
        stacks=list(state.stacks),
        bets=list(state.bets),
        live=list(state.live),
        seats=[position_name(position, setup.players) for position in range(setup.players)],
        steps=lines,
        turn=turn,
    )


def decision_at(strategy: Strategy, setup: TrialSetup, state: State) -> Decision | None:
    """What the strategy does; None if it is not its turn."""
    if state.actor != setup.position:
        return None
    view = View(state, setup.position)
    return _shown(strategy, trace_decision(strategy, view, _assumed(setup), setup.deal), view)


def dealt(setup: TrialSetup, street: str, seed: int) -> TrialSetup:
    """The same table with cards and betting at random, up to a decision of the strategy's seat.

    The others play by rules in four styles. Where a hand has no decision on the wanted street, another is dealt.
    """
    rng = Random(seed)
    found = None
    for _ in range(_AGAIN):
        fresh = setup.model_copy(update={"hole": "", "board": "", "steps": [], "deal": rng.randrange(2**31)})
        decisions = _decisions(fresh, rng)
        wanted = [steps for reached, steps in decisions if street in ("", reached)]
        if wanted:
            return fresh.model_copy(update={"steps": rng.choice(wanted)})
        if decisions:
            found = found or fresh.model_copy(update={"steps": decisions[-1][1]})
    if found is None:
        raise RiverboatError("no hand came to a decision of this seat: give it more chips")
    return found


def up_to(setup: TrialSetup, street: str) -> TrialSetup:
    """The same cards, with everybody checking and calling up to the seat's decision on a street."""
    fresh = setup.model_copy(update={"steps": []})
    state, steps = _opening(fresh), list[str]()
    while state.actor is not None:
        if state.actor == setup.position and _STREETS[len(state.board)] == street:
            break
        action = View(state, state.actor).check_or_call()
        steps.append(_step_of(action, state))
        state.apply(action)
    return fresh.model_copy(update={"steps": steps})


# Cards and betting ----------------------------------------------------------------------------------------------------


def _opening(setup: TrialSetup) -> State:
    if setup.position >= setup.players:
        raise RiverboatError(f"position {setup.position}: this table has {setup.players} players")
    if len(setup.stacks) not in (1, setup.players):
        raise RiverboatError(f"{len(setup.stacks)} stacks: expected one, or one for each of {setup.players} players")
    rules = rules_for(f"holdem(betting={setup.betting})", setup.players)
    unit = unit_of(rules)
    stacks = [round(stack * unit) for stack in setup.stacks] * (1 if len(setup.stacks) > 1 else setup.players)
    return State(rules, _deck(setup), stacks)


def _deck(setup: TrialSetup) -> tuple[int, ...]:
    """The chosen cards in the order of dealing, filled up at random."""
    hole, board = parse_cards(setup.hole), parse_cards(setup.board)
    if len(hole) not in (0, 2):
        raise RiverboatError(f'cards "{setup.hole}": expected two, or none to be dealt')
    if len(board) > 5:
        raise RiverboatError(f'board "{setup.board}": expected up to five cards')
    chosen = (*hole, *board)
    require_distinct(chosen, "hand and board")
    rest = list(range(52))
    Random(setup.deal).shuffle(rest)
    rest = [card for card in rest if card not in chosen]
    deck: list[int] = []
    for position in range(setup.players):
        deck += hole if hole and position == setup.position else [rest.pop(), rest.pop()]
    return (*deck, *board, *rest[::-1])


def _decisions(setup: TrialSetup, rng: Random) -> list[tuple[str, list[str]]]:
    """The decisions of the strategy's seat in a hand played by rules: the street, and the steps before."""
    styles = ("tight_passive", "tight_aggressive", "loose_passive", "loose_aggressive")
    bots = [RuleBot(rng.choice(styles[2:] if seat == setup.position else styles)) for seat in range(setup.players)]
    for bot in bots:
        bot.rng = rng
    state, steps = _opening(setup), list[str]()
    found = []
    while state.actor is not None and len(steps) < MAX_STEPS:
        if state.actor == setup.position:
            found.append((_STREETS[len(state.board)], list(steps)))
        action = bots[state.actor].act(View(state, state.actor))
        steps.append(_step_of(action, state))
        state.apply(action)
    return found


def _step_of(action: Action, state: State) -> str:
    return step_text(action, word_of(action, state.betting), state.rules.betting == "limit")


def _play(state: State, step: str) -> StepLine:
    """Apply a step that somebody wrote."""
    found, actor = _STEP.fullmatch(step.strip().lower()), state.actor
    if found is None:
        raise RiverboatError("expected f, k, c, or b or r with an amount, like r300")
    if actor is None:
        raise RiverboatError("the hand is over")
    action, view = read_step(state, found[1], found[2]), View(state, actor)
    line = StepLine(
        step=_step_of(action, state),
        position=actor,
        who=position_name(actor, state.rules.players),
        street=_STREETS[len(state.board)],
        words=_words(action, view),
    )
    state.apply(action)
    return line


# Words ----------------------------------------------------------------------------------------------------------------


def _assumed(setup: TrialSetup) -> dict[str, float | str]:
    for name, value in setup.given.items():
        term = TERMS.get(name)
        if term is None or not term.predictor:
            raise RiverboatError(f'"{name[:40]}": only predictors can be assumed')
        if term.kind == "word":
            if value not in term.words:
                raise RiverboatError(f"{name} is never {value!r:.40}: expected {', '.join(term.words)}")
        elif isinstance(value, str) or not term.low <= value <= term.high:
            raise RiverboatError(f"{name}: {value!r:.40} is not {term.low:g} to {term.high:g}")
    return dict(setup.given)


def _words(action: Action, view: View) -> str:
    """`call 200`, `raise to 900`."""
    word = word_of(action, view.betting)
    all_in = ", all-in" if action.verb == "raise_to" and _is_all_in(action.amount, view) else ""
    if word == "call":
        return f"call {view.to_call}"
    if word == "raise":
        return f"raise to {action.amount}{all_in}"
    return f"bet {action.amount}{all_in}" if word == "bet" else word


def _is_all_in(amount: int, view: View) -> bool:
    return amount >= view.stacks[view.position] + view.bets[view.position]


def _shown(strategy: Strategy, trace: Trace, view: View) -> Decision:
    fired = trace.fired
    behaviour = strategy.tactics[fired.tactic].behaviour if fired.tactic >= 0 else ""
    outcomes = []
    for outcome in trace.outcomes:
        words = _words(outcome.action, view)
        if outcome.largest != outcome.action:
            words += f" … {outcome.largest.amount}"
        outcomes.append(OutcomeShown(text=outcome.text, share=outcome.share, words=words))
    return Decision(
        steps=[
            StepShown(
                tactic=step.tactic,
                rule=step.rule,
                line=step.place.line,
                tests=[TestShown(text=test.text, values=test.values, holds=test.holds) for test in step.tests],
                fits=step.fits,
            )
            for step in trace.steps
        ],
        tactic=fired.tactic,
        rule=fired.rule,
        behaviour=behaviour if isinstance(behaviour, str) else "",
        outcomes=outcomes,
        odds=trace.odds.to_json(),
        drawn=_words(trace.action, view),
        values=trace.values,
    )
