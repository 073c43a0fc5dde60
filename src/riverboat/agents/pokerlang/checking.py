"""Which parts of a strategy can never be played? Conditions that contradict themselves, and what others leave nothing.

A condition is a box: an interval or a set of words for each term. A rule can never fire if the boxes of the rules
before it, which all win over it, cover its own; that is decided exactly by cutting them out of it, piece by piece.
Comparisons of two terms (`ehs > pot_odds`) are taken for things that may or may not hold, so they never count as
covering anything but the same comparison. Such a strategy can be played all the same: these are warnings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, nextafter
from typing import Final

import numpy as np

from riverboat.agents.pokerlang.syntax import CompareTest, Condition, HandTest, Interval, NumberTest, Place, Strategy
from riverboat.agents.pokerlang.terms import TERMS
from riverboat.cards.holdings import HOLDINGS
from riverboat.games.problems import Problems

Values = Interval | frozenset[str] | frozenset[int]
MAX_PIECES: Final = 2000
"""A rule that is left in more pieces is not decided, and nothing is said."""
MAX_CUTS: Final = 100_000
"""Pieces cut for a whole strategy, which takes a second; what comes later is not decided."""


@dataclass(frozen=True)
class Box:
    """The situations in which a condition holds."""

    values: Mapping[str, Values]
    """By term; a term that is missing may have any value."""
    comparisons: frozenset[CompareTest] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether it never holds."""
        return any(_is_empty(values) for values in self.values.values())


@dataclass
class Budget:
    """How many pieces may still be cut."""

    left: int = MAX_CUTS


def check_strategy(strategy: Strategy) -> Problems:
    """Everything that can never be played, with its place."""
    problems, budget = Problems(), Budget()
    before: list[Box] = []
    for tactic in strategy.tactics:
        box = box_of(tactic.condition)
        _check(box, before, tactic.place, "tactic", problems, budget)
        before.append(box)
        if isinstance(tactic.behaviour, str):
            continue
        earlier: list[Box] = []
        for rule in tactic.behaviour:
            whole = box_of((*tactic.condition, *rule.condition))
            if not box.is_empty:
                _check(whole, earlier, rule.place, "rule", problems, budget)
            earlier.append(whole)
    if budget.left < 0:
        problems.add(0, "too many rules to check them all for being reachable: the later ones were not checked")
    if not strategy.tactics:
        problems.add(0, "no tactic: this strategy always checks or folds")
    return problems


def _check(box: Box, earlier: Sequence[Box], place: Place, what: str, problems: Problems, budget: Budget) -> None:
    if box.is_empty:
        terms = ", ".join(term for term, values in box.values.items() if _is_empty(values))
        problems.add(place.line, f"this {what} can never be played: its conditions on {terms} contradict", place.column)
    elif is_covered(box, earlier, budget):
        problems.add(place.line, f"this {what} can never be played: those before it always fit first", place.column)


def box_of(condition: Condition) -> Box:
    """The box of a condition."""
    values: dict[str, Values] = {}
    comparisons = set()
    for test in condition:
        if isinstance(test, CompareTest):
            comparisons.add(test)
            continue
        if isinstance(test, NumberTest):
            allowed: Values = _tightened(test.term, test.allowed)
        elif isinstance(test, HandTest):
            allowed = frozenset(np.flatnonzero(test.allowed.weights > 0.0).tolist())
        else:
            allowed = test.allowed
        values[test.term] = _meet(values.get(test.term, everything(test.term)), allowed)
    return Box(values, frozenset(comparisons))


def everything(term: str) -> Values:
    """All values of a term."""
    of = TERMS[term]
    if of.kind == "number":
        return Interval(of.low, of.high)
    return frozenset(of.words) if of.kind == "word" else frozenset(range(HOLDINGS))


def is_covered(box: Box, others: Sequence[Box], budget: Budget | None = None) -> bool:
    """Whether every situation of a box is in one of the others; False too if that takes too long to find out."""
    pieces = [dict(box.values)]
    budget = budget or Budget()
    for other in others:
        budget.left -= len(pieces)
        if budget.left < 0:
            return False
        if not other.comparisons <= box.comparisons:
            continue
        pieces = [rest for piece in pieces for rest in _cut(piece, other.values)]
        if not pieces:
            return True
        if len(pieces) > MAX_PIECES:
            return False
    return False


def _cut(piece: dict[str, Values], hole: Mapping[str, Values]) -> list[dict[str, Values]]:
    """What is left of a piece outside a hole, as pieces that do not overlap."""
    found, whole = [], piece
    for term, taken in hole.items():
        present = piece.get(term, everything(term))
        found += [{**piece, term: part} for part in _minus(term, present, taken)]
        inside = _meet(present, taken)
        if _is_empty(inside):
            return [whole]
        piece = {**piece, term: inside}
    return found


def _is_empty(values: Values) -> bool:
    return values.low > values.high if isinstance(values, Interval) else not values


def _meet(first: Values, second: Values) -> Values:
    if isinstance(first, Interval):
        assert isinstance(second, Interval)
        return first.meet(second)
    assert not isinstance(second, Interval)
    return first & second


def _minus(term: str, values: Values, taken: Values) -> list[Values]:
    """The parts of some values that are not taken."""
    if not isinstance(values, Interval):
        assert not isinstance(taken, Interval)
        left = values - taken
        return [left] if left else []
    assert isinstance(taken, Interval)
    step = TERMS[term].whole
    below = taken.low - 1 if step else nextafter(taken.low, -inf)
    above = taken.high + 1 if step else nextafter(taken.high, inf)
    parts: list[Values] = []
    if values.low < taken.low:
        parts.append(values.meet(Interval(high=below)))
    if values.high > taken.high:
        parts.append(values.meet(Interval(low=above)))
    return [part for part in parts if not _is_empty(part)]


def _tightened(term: str, allowed: Interval) -> Interval:
    """The same interval of a count, with whole ends."""
    if not TERMS[term].whole:
        return allowed
    low = ceil(allowed.low) if allowed.low > -inf else -inf
    return Interval(low, floor(allowed.high) if allowed.high < inf else inf)
