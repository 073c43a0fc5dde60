"""A strategy file as a player: the first tactic that fits, in it the first rule that fits, an action by percentages.

What is left of 100 % checks or folds, and so does a situation in which nothing fits. An action that the table does not
allow becomes the next lower one: a raise a call, a fold that is free a check. Any hold'em betting, 2 to 10 players.
Cost: 10 to 40 us per decision with evaluators that look nothing up, below 1 ms with strength, potential and predictors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from riverboat.agents.choices import raise_by_pot, raise_or_call
from riverboat.agents.pokerlang.opponents import Opponents
from riverboat.agents.pokerlang.situation import Situation, Value
from riverboat.agents.pokerlang.syntax import (
    CompareTest,
    Condition,
    HandTest,
    NumberTest,
    Rule,
    Share,
    Strategy,
    Test,
    WordTest,
)
from riverboat.agents.rules import RuleBot
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.memory import Memory
from riverboat.games.rules import Rules
from riverboat.games.view import View

Holds = Callable[[Situation], bool]
Do = Callable[[View, float], Action]
"""The action that a share means; the number between 0 and 1 chooses an amount."""
_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
_VALUE_BET: Final = (0.6, 0.8)
_SEMI_BLUFF: Final = (0.4, 0.6)


class Fired(NamedTuple):
    """What decided: numbers of the tactic and its rule, from 0, -1 where none fitted; and what the terms were."""

    tactic: int
    rule: int
    values: dict[str, float | str]


class _Compiled(NamedTuple):
    """A tactic ready to be played."""

    holds: Sequence[Holds]
    style: RuleBot | None
    rules: Sequence[tuple[Sequence[Holds], Rule, Sequence[tuple[float, Do]]]]


class PokerLang(Agent):
    """Plays a strategy of PokerLang (Teófilo 2016, section 3.2.5)."""

    def __init__(self, strategy: Strategy, name: str = "") -> None:
        super().__init__()
        self.strategy: Final = strategy
        self.name = name
        self.fired: Fired | None = None
        """What decided last."""
        self._opponents: Final = Opponents()
        self._tactics: Final = [
            _Compiled(
                _compiled(tactic.condition),
                # The first form: it beats simple players in limit games too, where credit for bets folds too much.
                RuleBot(tactic.behaviour, tuned=False) if isinstance(tactic.behaviour, str) else None,
                () if isinstance(tactic.behaviour, str) else [_compiled_rule(rule) for rule in tactic.behaviour],
            )
            for tactic in strategy.tactics
        ]

    def require_game(self, rules: Rules) -> None:
        if not is_holdem(rules) or rules.players > 10:
            raise RiverboatError(f'game "{rules.identity}": PokerLang plays hold\'em of 2 to 10 players')

    def begin(self, view: View) -> None:
        self._opponents.begin(self.names_in(view))

    def act(self, view: View) -> Action:
        return self.decide(Situation(view, self._opponents))

    def situation(self, view: View, given: Mapping[str, Value] | None = None) -> Situation:
        """A decision as this player sees it; `given` are values of terms to assume."""
        return Situation(view, self._opponents, given)

    def decide(self, at: Situation) -> Action:
        """The action in a situation."""
        view = at.view
        number = next((place for place, each in enumerate(self._tactics) if all(holds(at) for holds in each.holds)), -1)
        if number < 0:
            self.fired = Fired(-1, -1, at.values)
            return self.certain(view.check_or_fold())
        tactic = self._tactics[number]
        if tactic.style is not None:
            self.fired = Fired(number, 0, at.values)
            tactic.style.rng = self.rng
            action = tactic.style.act(view)
            self.action_odds = tactic.style.action_odds
            return action
        for place, (conditions, _, shares) in enumerate(tactic.rules):
            if all(holds(at) for holds in conditions):
                self.fired = Fired(number, place, at.values)
                return self._by_shares(view, shares)
        self.fired = Fired(number, -1, at.values)
        return self.certain(view.check_or_fold())

    def _by_shares(self, view: View, shares: Sequence[tuple[float, Do]]) -> Action:
        size = self.rng.random()
        actions = [do(view, size) for _, do in shares]
        likely = [share for share, _ in shares]
        left = 1.0 - sum(likely)
        if left > 1e-12:
            actions.append(view.check_or_fold())
            likely.append(left)
        return self.sample(actions, likely)

    def end(self, hand: Hand) -> None:
        self._opponents.learn(hand)

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        self._opponents.load_memory(memory, opponents)

    def save_memory(self, memory: Memory) -> None:
        self._opponents.save_memory(memory)

    def odds_at(self, view: View) -> tuple[ActionOdds, Fired]:
        """What it would do in a situation, and why; nothing is drawn for good."""
        state = self.rng.getstate()
        self.act(view)
        self.rng.setstate(state)
        assert self.action_odds is not None
        assert self.fired is not None
        return self.action_odds, self.fired


def _compiled(condition: Condition) -> list[Holds]:
    return [holds_of(test) for test in condition]


def holds_of(test: Test) -> Holds:
    """A function that says whether a test holds in a situation."""
    term = test.term
    if isinstance(test, NumberTest):
        low, high = test.allowed.low, test.allowed.high
        return lambda at: low <= at.value(term) <= high  # type: ignore[operator]
    if isinstance(test, WordTest):
        words = test.allowed
        return lambda at: at.value(term) in words
    if isinstance(test, HandTest):
        inside: Any = (np.asarray(test.allowed.weights) > 0.0).tolist()
        return lambda at: inside[at.holding]
    assert isinstance(test, CompareTest)
    compare, other = _COMPARE[test.operator], test.other
    return lambda at: compare(at.number(term), at.number(other))


def _compiled_rule(rule: Rule) -> tuple[Sequence[Holds], Rule, Sequence[tuple[float, Do]]]:
    return _compiled(rule.condition), rule, [(share.percent / 100.0, action_of(share)) for share in rule.shares]


def action_of(share: Share) -> Do:
    """A function that makes the action which a share means at a table."""
    if share.action == "raise":
        return partial(_raise, low=share.low, high=share.high)
    return _DONE[share.action]


def _raise(view: View, size: float, low: float, high: float) -> Action:
    return raise_by_pot(view, low + size * (high - low))


def _check_raise(view: View, size: float) -> Action:
    return raise_by_pot(view, 1.0) if view.to_call else view.check_or_call()


def _steal(view: View, size: float) -> Action:
    return view.check_or_fold() if view.raises else raise_by_pot(view, 1.0)


_DONE: Final[dict[str, Do]] = {
    "fold": lambda view, size: view.check_or_fold(),
    "check": lambda view, size: view.check_or_fold(),
    "call": lambda view, size: view.check_or_call(),
    "slow_play": lambda view, size: view.check_or_call(),
    "min_raise": lambda view, size: raise_or_call(view),
    "all_in": lambda view, size: raise_or_call(view, view.raise_interval[1] if view.raise_interval else 0),
    "value_bet": partial(_raise, low=_VALUE_BET[0], high=_VALUE_BET[1]),
    "semi_bluff": partial(_raise, low=_SEMI_BLUFF[0], high=_SEMI_BLUFF[1]),
    "steal_blinds": _steal,
    "check_raise": _check_raise,
}
