"""Why does a strategy do what it does here? One decision, step by step: every condition with its value.

    found = trace_decision(strategy, view)
    found.steps        the tactics in their order, then the rules of the one that fits, up to the rule that is played
    found.outcomes     what that rule does at this table, and how often

Terms may be assumed (`given`), such as the type of an opponent of whom nothing is known. The decision itself is the
player's (`PokerLang.decide`), so that a trace can never say anything else than what is played. Cost: milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from riverboat.agents.pokerlang.player import Fired, PokerLang, action_of, holds_of
from riverboat.agents.pokerlang.situation import Situation, Value
from riverboat.agents.pokerlang.syntax import CompareTest, Condition, Place, Strategy
from riverboat.agents.pokerlang.terms import TERMS
from riverboat.agents.pokerlang.writing import write_share, write_test
from riverboat.cards.card import cards_text
from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.view import View


@dataclass(frozen=True)
class TestLine:
    """One test of a condition."""

    text: str
    values: dict[str, Value]
    """The terms that it uses; a hand is its cards."""
    holds: bool


@dataclass(frozen=True)
class Step:
    """A tactic, or a rule of the tactic that fits, that was asked."""

    tactic: int
    rule: int
    """-1 for the tactic itself."""
    tests: tuple[TestLine, ...]
    fits: bool
    place: Place


@dataclass(frozen=True)
class Outcome:
    """Something that is done, how often, and what it is at this table."""

    text: str
    share: float
    action: Action
    largest: Action
    """The same as `action`, but for raises of which the amount is drawn between the two."""


@dataclass(frozen=True)
class Trace:
    """A decision and its reasons."""

    steps: tuple[Step, ...]
    fired: Fired
    outcomes: tuple[Outcome, ...]
    """Empty where a predefined behaviour decides."""
    odds: ActionOdds
    action: Action
    """What was drawn."""
    values: dict[str, Value]
    """Every term in this situation."""


def trace_decision(strategy: Strategy, view: View, given: Mapping[str, Value] | None = None, seed: int = 0) -> Trace:
    """The decision of a strategy that knows nothing of its opponents but what is `given`."""
    agent = PokerLang(strategy)
    agent.require_game(view.rules)
    agent.rng = Random(seed)
    agent.begin(view)
    at = agent.situation(view, given)
    action = agent.decide(at)
    fired, odds = agent.fired, agent.action_odds
    assert fired is not None
    assert odds is not None
    return Trace(
        tuple(_steps(strategy, at)),
        fired,
        _outcomes(strategy, fired, view),
        odds.allowed(view) or odds,
        action,
        {term: _shown(at, term) for term in TERMS},
    )


def _steps(strategy: Strategy, at: Situation) -> list[Step]:
    found: list[Step] = []
    for number, tactic in enumerate(strategy.tactics):
        found.append(_step(number, -1, tactic.condition, tactic.place, at))
        if not found[-1].fits:
            continue
        if not isinstance(tactic.behaviour, str):
            for place, rule in enumerate(tactic.behaviour):
                found.append(_step(number, place, rule.condition, rule.place, at))
                if found[-1].fits:
                    break
        break
    return found


def _step(tactic: int, rule: int, condition: Condition, place: Place, at: Situation) -> Step:
    """All tests of a condition are asked, also those after one that fails."""
    tests = []
    for test in condition:
        terms = (test.term, test.other) if isinstance(test, CompareTest) else (test.term,)
        holds = bool(holds_of(test)(at))
        text = write_test(test)
        tests.append(TestLine(text, {term: _shown(at, term) for term in terms}, holds))
    return Step(tactic, rule, tuple(tests), all(test.holds for test in tests), place)


def _shown(at: Situation, term: str) -> Value:
    """A value for people: the cards of a hand rather than its number."""
    return cards_text(at.view.hole) if TERMS[term].kind == "hands" else at.value(term)


def _outcomes(strategy: Strategy, fired: Fired, view: View) -> tuple[Outcome, ...]:
    stays = view.check_or_fold()
    nothing = (Outcome("nothing fits", 1.0, stays, stays),)
    if fired.tactic < 0:
        return nothing
    behaviour = strategy.tactics[fired.tactic].behaviour
    if isinstance(behaviour, str):
        return ()
    if fired.rule < 0:
        return nothing
    shares = behaviour[fired.rule].shares
    found = []
    for share in shares:
        low, high = (action_of(share)(view, size) for size in (0.0, 1.0))
        found.append(Outcome(write_share(share).rpartition(" ")[0], share.percent / 100.0, low, high))
    left = 1.0 - sum(outcome.share for outcome in found)
    return (*found, Outcome("the rest", left, stays, stays)) if left > 1e-9 else tuple(found)
