"""A strategy of PokerLang as data: tactics with conditions, behaviours, rules with percentages (Teófilo 2016, 3.2.5).

A condition is a list of tests that must all hold, as the printed grammar has it. Nothing here knows text or cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, nextafter
from typing import Literal

from riverboat.cards.ranges import Range

Operator = Literal["<", "<=", ">", ">="]


@dataclass(frozen=True)
class Place:
    """Where something stands in its text, counted from 1."""

    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class Interval:
    """Numbers from `low` to `high`, both included; an open end is the next number that a computer knows."""

    low: float = -inf
    high: float = inf

    def __contains__(self, value: object) -> bool:
        return isinstance(value, float | int) and self.low <= value <= self.high

    def covers(self, other: Interval) -> bool:
        """Whether every number of the other one is in this one."""
        return other.low > other.high or (self.low <= other.low and other.high <= self.high)

    def meet(self, other: Interval) -> Interval:
        """What is in both; empty if `low` is above `high`."""
        return Interval(max(self.low, other.low), min(self.high, other.high))

    @classmethod
    def of(cls, operator: str, value: float) -> Interval:
        """The numbers for which `number operator value` holds."""
        if operator == "<":
            return cls(high=nextafter(value, -inf))
        if operator == ">":
            return cls(low=nextafter(value, inf))
        return cls(value if operator in ("=", ">=") else -inf, value if operator in ("=", "<=") else inf)


@dataclass(frozen=True)
class NumberTest:
    """A number lies in an interval."""

    term: str
    allowed: Interval
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True)
class WordTest:
    """A word is one of several."""

    term: str
    allowed: frozenset[str]
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True)
class HandTest:
    """The hole cards are in a range; hands that it holds in part count as in it."""

    term: str
    text: str
    allowed: Range
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True)
class CompareTest:
    """A number stands to another one, such as `ehs > pot_odds`."""

    term: str
    operator: Operator
    other: str
    place: Place = field(default_factory=Place, compare=False)


Test = NumberTest | WordTest | HandTest | CompareTest
Condition = tuple[Test, ...]
"""All must hold; none is `otherwise`."""


@dataclass(frozen=True)
class Share:
    """How often something is done."""

    action: str
    percent: float
    low: float = 0.0
    high: float = 0.0
    """Parts of the pot, for `raise`."""
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True)
class Rule:
    """What is done where a condition holds; what is left of 100 % checks or folds."""

    condition: Condition
    shares: tuple[Share, ...]
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True)
class Tactic:
    """When it is played, and how: by a predefined behaviour (a name) or by rules, the first that fits."""

    condition: Condition
    behaviour: str | tuple[Rule, ...]
    name: str = ""
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True)
class Strategy:
    """The first tactic that fits is played; where none does, check or fold."""

    tactics: tuple[Tactic, ...]
    name: str = ""

    @property
    def rules(self) -> int:
        """How many rules there are, a predefined behaviour counted as one."""
        return sum(1 if isinstance(tactic.behaviour, str) else len(tactic.behaviour) for tactic in self.tactics)

    @property
    def terms(self) -> frozenset[str]:
        """The terms that its conditions use."""
        conditions = [tactic.condition for tactic in self.tactics]
        for tactic in self.tactics:
            if not isinstance(tactic.behaviour, str):
                conditions += [rule.condition for rule in tactic.behaviour]
        found = {test.term for condition in conditions for test in condition}
        found |= {test.other for condition in conditions for test in condition if isinstance(test, CompareTest)}
        return frozenset(found)
