"""From a recogniser to a strategy that people can read: a few dozen rules in place of 1,500 cases.

A decision tree for each phase of the hand is grown on the player's cases, and pruned to the wanted number of leaves by
the weakest link (Breiman, Friedman, Olshen and Stone 1984, chapter 3), both trees together: the split goes that saves
least Gini impurity for each leaf that it costs. That merges the cases. Every leaf is a rule; its percentages are what
the player did there.

Trees become lists of rules, of which the first that fits is played: the smaller branch of a split is written first,
with its condition, and the other one then needs none. Thresholds are the shortest numbers between the values that
they separate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import floor, log10
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.pokerlang.inference.cases import AFTER_FLOP, BEFORE_FLOP, Cases
from riverboat.agents.pokerlang.inference.intervals import ALL_IN, CALLS, FIRST_RAISE, FOLDS, ActionIntervals
from riverboat.agents.pokerlang.inference.recognisers import Floats, Labels, TermsByPhase
from riverboat.agents.pokerlang.syntax import (
    Condition,
    Interval,
    NumberTest,
    Rule,
    Share,
    Strategy,
    Tactic,
    Test,
    WordTest,
)
from riverboat.agents.pokerlang.terms import TERMS
from riverboat.extras import require

MAX_RULES: Final = 60
MIN_CASES: Final = 8
"""In a leaf, so that its percentages mean something."""
_GROWN: Final = 2
"""Trees are grown to so many times the wanted leaves before they are pruned."""
_TACTICS: Final = ("before the flop", "after the flop")
_FIXED_RAISE: Final = 0.75
"""What is written where the rules fix the amount; it is not used."""
_MIN_RAISE: Final = 0.01
_RARE: Final = 3.0
"""Percent below which a size of raises is not worth its own share."""
_NOTHING: Final = 1e-9


class Step(NamedTuple):
    """A condition on the way to a leaf: at most the threshold, or above it."""

    column: Column
    threshold: float
    low: bool


class Column(NamedTuple):
    """What a tree can split at: a number or an ordered word, or whether an unordered word is this one."""

    term: str
    word: str = ""


@dataclass(eq=False)
class Node:
    """A part of the cases, and how it is split: to the left goes what is at most the threshold."""

    counts: Floats
    """How often each action interval was chosen."""
    column: Column | None = None
    threshold: float = 0.0
    left: Node | None = None
    right: Node | None = None

    @property
    def branches(self) -> tuple[Node, Node] | None:
        """What it is split into; None for a leaf."""
        return None if self.left is None or self.right is None else (self.left, self.right)

    @property
    def leaves(self) -> int:
        """How many rules it makes."""
        return 1 if self.branches is None else sum(each.leaves for each in self.branches)

    @property
    def impurity(self) -> float:
        """Gini impurity times cases, as if it were a leaf."""
        total = float(self.counts.sum())
        return total - float((self.counts**2).sum()) / total if total else 0.0

    def splits(self) -> Iterator[tuple[Node, float]]:
        """Every split below and its impurity saved for each leaf."""
        for node, leaves, impurity in self._below():
            if leaves > 1:
                yield node, (node.impurity - impurity) / (leaves - 1)

    def _below(self) -> list[tuple[Node, int, float]]:
        """Each node with the number of its leaves and their impurity; this one last."""
        if self.branches is None:
            return [(self, 1, self.impurity)]
        left, right = (each._below() for each in self.branches)
        return [*left, *right, (self, left[-1][1] + right[-1][1], left[-1][2] + right[-1][2])]

    def cut(self) -> None:
        """Make a leaf of it."""
        self.column = self.left = self.right = None


class RuleTrees:
    """A tree for each phase; `prune` makes them smaller and smaller."""

    def __init__(self, terms: TermsByPhase, labels: int, seed: int = 1) -> None:
        """`terms` are the evaluators that rules may use."""
        self._columns: Final = tuple(tuple(chain.from_iterable(map(_columns, names))) for names in terms)
        self._labels, self._seed = labels, seed
        self.trees: list[Node] = []

    @property
    def rules(self) -> int:
        """How many there are."""
        return sum(tree.leaves for tree in self.trees)

    def fit(self, cases: Cases, labels: Labels, max_rules: int = MAX_RULES) -> None:
        """Grow trees on these cases, and prune them."""
        self.trees = [
            self._grown(phase, cases[cases.phases == phase], labels[cases.phases == phase], _GROWN * max_rules)
            for phase in (BEFORE_FLOP, AFTER_FLOP)
        ]
        self.prune(max_rules)

    def prune(self, max_rules: int) -> None:
        """Cut the weakest split until there are no more rules than that, and what makes no difference at all."""
        while splits := [split for tree in self.trees for split in tree.splits()]:
            weakest, saved = min(splits, key=lambda split: split[1])
            if self.rules <= max(max_rules, len(self.trees)) and saved > _NOTHING:
                return
            weakest.cut()

    def predict(self, cases: Cases) -> Floats:
        """float64[N, labels]: the shares of the rule that each case falls under."""
        found = np.zeros((len(cases), self._labels))
        for phase, tree in enumerate(self.trees):
            those = np.flatnonzero(cases.phases == phase)
            self._fill(phase, tree, self._inputs(phase, cases), those, found)
        return found

    def _fill(self, phase: int, node: Node, inputs: Floats, those: NDArray[np.intp], found: Floats) -> None:
        if node.branches is None or node.column is None:
            total = node.counts.sum()
            found[those] = node.counts / total if total else 1.0 / self._labels
            return
        low = inputs[those, self._columns[phase].index(node.column)] <= node.threshold
        for branch, part in zip(node.branches, (those[low], those[~low]), strict=True):
            self._fill(phase, branch, inputs, part, found)

    def _inputs(self, phase: int, cases: Cases) -> Floats:
        found = np.empty((len(cases), len(self._columns[phase])))
        for place, (term, word) in enumerate(self._columns[phase]):
            values = cases.column(term)
            found[:, place] = values == TERMS[term].words.index(word) if word else values
        return found

    def _grown(self, phase: int, cases: Cases, labels: Labels, leaves: int) -> Node:
        counts = np.bincount(labels, minlength=self._labels).astype(np.float64)
        if len(cases) < 2 * MIN_CASES or np.count_nonzero(counts) < 2 or not self._columns[phase]:
            return Node(counts)
        require("sklearn", "recognising strategies")
        from sklearn.tree import DecisionTreeClassifier

        inputs = self._inputs(phase, cases)
        machine = DecisionTreeClassifier(max_leaf_nodes=leaves, min_samples_leaf=MIN_CASES, random_state=self._seed)
        machine.fit(inputs, labels)
        return self._node(phase, machine.tree_, 0, inputs, labels)

    def _node(self, phase: int, tree: Any, at: int, inputs: Floats, labels: Labels) -> Node:
        """What scikit-learn has grown there, with the cases that fall there."""
        counts = np.bincount(labels, minlength=self._labels).astype(np.float64)
        branches = int(tree.children_left[at]), int(tree.children_right[at])
        if branches[0] < 0:
            return Node(counts)
        place = int(tree.feature[at])
        column, values = self._columns[phase][place], inputs[:, place]
        low = values <= float(tree.threshold[at])
        threshold = _shortest(column.term, float(values[low].max()), float(values[~low].min()))
        left, right = (
            self._node(phase, tree, branch, inputs[part], labels[part])
            for branch, part in zip(branches, (low, ~low), strict=True)
        )
        return Node(counts, column, threshold, left, right)

    def strategy(self, intervals: ActionIntervals, name: str = "") -> Strategy:
        """The rules as a strategy of PokerLang."""
        tactics = []
        for phase, tree in enumerate(self.trees):
            street: Condition = (WordTest("street", frozenset({"preflop"})),) if phase == BEFORE_FLOP else ()
            rules = tuple(
                Rule(_condition(steps, phase), _shares(counts, intervals, phase)) for steps, counts in _listed(tree)
            )
            tactics.append(Tactic(street, rules, _TACTICS[phase]))
        return Strategy(tuple(tactics), name)


def _columns(term: str) -> list[Column]:
    of = TERMS[term]
    return [Column(term, word) for word in of.words] if of.words and not of.ordered else [Column(term)]


def _shortest(term: str, low: float, high: float) -> float:
    """The number with the fewest digits that is at least `low` and below `high`; the lowest there is, if that is it."""
    if low == TERMS[term].low:
        return low
    scale = 100.0 if TERMS[term].share else 1.0
    middle = (low + high) / 2.0 * scale
    first = -floor(log10(abs(middle))) if middle else 0
    for digits in range(max(0, first - 1), 16):
        for each in (round(middle, digits), floor(middle * 10.0**digits) / 10.0**digits):
            found = float(f"{each:.{digits}f}") / scale
            if low <= found < high:
                return found
    return low


# Rules ----------------------------------------------------------------------------------------------------------------


def _listed(node: Node, steps: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], Floats]]:
    """The leaves in an order in which each needs only the conditions that those before it leave open."""
    if node.branches is None or node.column is None:
        yield steps, node.counts
        return
    left, right = node.branches
    low_first = left.leaves <= right.leaves
    first, second = (left, right) if low_first else (right, left)
    yield from _listed(first, (*steps, Step(node.column, node.threshold, low_first)))
    yield from _listed(second, steps)


def _condition(steps: Sequence[Step], phase: int) -> Condition:
    """The tests of a path, the tightest for each term."""
    numbers: dict[str, list[float | None]] = {}
    words: dict[str, frozenset[str]] = {}
    for column, threshold, low in steps:
        of = TERMS[column.term]
        if of.kind == "number":
            ends = numbers.setdefault(column.term, [None, None])
            if low:
                ends[1] = threshold if ends[1] is None else min(ends[1], threshold)
            else:
                ends[0] = threshold if ends[0] is None else max(ends[0], threshold)
            continue
        cut = floor(threshold) + 1
        if column.word:
            chosen = frozenset({column.word})
            allowed = frozenset(of.words) - chosen if low else chosen
        else:
            allowed = frozenset(of.words[:cut] if low else of.words[cut:])
        if phase == AFTER_FLOP:
            allowed -= {"preflop"}
        words[column.term] = words.get(column.term, frozenset(of.words)) & allowed
    tests: list[Test] = [WordTest(term, allowed) for term, allowed in words.items()]
    for term, (above, below) in numbers.items():
        tests += _number_tests(term, above, below)
    return tuple(tests)


def _number_tests(term: str, above: float | None, below: float | None) -> Iterator[Test]:
    """Above one number and at most another; counts are written with whole numbers."""
    if TERMS[term].whole:
        low = None if above is None else float(floor(above) + 1)
        high = None if below is None else float(floor(below))
        if low == TERMS[term].high:
            high = low
        elif high == TERMS[term].low:
            low = high
        if low is not None and high is not None:
            yield NumberTest(term, Interval(low, high))
        elif low is not None:
            yield NumberTest(term, Interval.of(">=", low))
        elif high is not None:
            yield NumberTest(term, Interval.of("<=", high))
        return
    if above is not None:
        yield NumberTest(term, Interval.of(">", above))
    if below is not None:
        yield NumberTest(term, Interval.of("=" if below == TERMS[term].low else "<=", below))


def _shares(counts: Floats, intervals: ActionIntervals, phase: int) -> tuple[Share, ...]:
    """What is done how often, in whole percent, the most frequent first; folds last."""
    total = float(counts.sum())
    if not total:
        return (Share("fold", 100.0),)
    exact = 100.0 * counts / total
    raises = exact[FIRST_RAISE:]
    if raises.any():  # rare sizes are counted with the most frequent one
        rare = raises < _RARE
        rare[raises.argmax()] = False
        raises[raises.argmax()] += raises[rare].sum()
        raises[rare] = 0.0
    percents = np.floor(exact + _NOTHING).astype(int)
    for label in np.argsort(percents - exact, kind="stable")[: 100 - int(percents.sum())]:
        percents[label] += 1
    order = sorted(np.flatnonzero(percents).tolist(), key=lambda label: (label == FOLDS, -percents[label], label))
    return tuple(_share(label, float(percents[label]), intervals, phase) for label in order)


def _share(label: int, percent: float, intervals: ActionIntervals, phase: int) -> Share:
    if label < FIRST_RAISE:
        return Share({FOLDS: "fold", CALLS: "call", ALL_IN: "all_in"}[label], percent)
    low, high = intervals.ends[phase][label - FIRST_RAISE]
    if high < _MIN_RAISE:
        return Share("raise", percent, _FIXED_RAISE, _FIXED_RAISE)
    return Share("raise", percent, max(low, _MIN_RAISE), high)
