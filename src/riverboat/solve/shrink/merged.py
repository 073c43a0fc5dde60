"""The shrunk game: the same betting, with classes of signals instead of cards and weights instead of deals.

Players of the shrunk game see the class of their signal. What is dealt to both is a pair of classes, as likely as all
pairs of opposing signals in it together, and hands at a showdown pay their average over the pair. So Leduc's 120 deals
become 24 and Rhode Island hold'em's 6.5 million become 191,737; and the linear program is smaller in the same way,
since it has rows and columns for each class and one number for each pair of classes and end of the betting.

`lift` plays a strategy of the shrunk game in the full one, where it can be measured. `program_size` counts the linear
program of games that are too large to solve that way; `abstract` is the same game for CFR.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.solve.abstract.game import MAX_VIEWS, AbstractGame
from riverboat.solve.betting import END, BettingTree, build_betting
from riverboat.solve.lp import Algorithm, LinearProgram, LpSolution, SequenceForm
from riverboat.solve.lp.sequence_form import check_zero_sum, rows_by_node, write_out
from riverboat.solve.response import exploitability
from riverboat.solve.shrink.classes import Classes, Test, game_shrink
from riverboat.solve.shrink.signals import OUTCOMES, ranks_of
from riverboat.solve.tree import Floats, GameTree, Integers


class ProgramSize(NamedTuple):
    """A linear program, as the literature counts it."""

    rows: int
    columns: int
    nonzeros: int


class _Pairs(NamedTuple):
    """What is dealt to both players up to a street."""

    classes: tuple[Integers, Integers]
    """Both players' class in each pair."""
    weight: Integers
    """How many pairs of opposing signals each pair of classes has."""


class _Shown(NamedTuple):
    """How the pairs of the last street can finish; pairs come as often as they have different outcomes."""

    pair: Integers
    outcome: Integers
    weight: Integers


def program_shape(betting: BettingTree, signals: Sequence[int]) -> tuple[int, int]:
    """Rows and columns of a linear program whose players can have these numbers of signals on each street."""
    sets, sequences = [1, 1], [1, 1]
    for node in np.flatnonzero(betting.player >= 0).tolist():
        position, views = int(betting.player[node]), signals[betting.street[node]]
        sets[position] += views
        sequences[position] += views * int(betting.children[node])
    return sets[0] + sequences[1], sequences[0] + sets[1]


@dataclass(frozen=True, eq=False)
class MergedGame:
    """A two-player game with its signals merged into classes. It implements `Dealt` for `write_out`."""

    classes: Classes
    betting: BettingTree

    @classmethod
    def build(cls, rules: Rules, test: Test = "classes") -> MergedGame:
        """Shrink a game."""
        return cls(game_shrink(rules, test), build_betting(rules))

    @property
    def deals(self) -> tuple[int, ...]:
        """How many pairs of classes can be dealt up to each street."""
        return tuple(len(pairs.weight) for pairs in self._pairs)

    @cached_property
    def form(self) -> SequenceForm:
        """The sequence form."""
        check_zero_sum(self.classes.rules.name, 2, self._all_payoffs)
        return write_out(self.betting, self)

    @cached_property
    def program_size(self) -> ProgramSize:
        """The size of the linear program, counted without building it."""
        rows, columns = program_shape(self.betting, self.classes.counts)
        ends = np.flatnonzero(self.betting.player == END).tolist()
        nonzeros = sum(int(np.count_nonzero(self.winnings(end))) for end in ends)
        # each sequence is chosen at one set, or is the empty one; and each set has one sequence before it
        return ProgramSize(rows, columns, nonzeros + rows + columns - 2)

    def abstract(self) -> AbstractGame:
        """The same game in matrices over pairs of classes, which CFR solves where a linear program is too large."""
        rules = self.classes.rules
        if len(rules.awards) != 1:
            raise RiverboatError(f"{rules.name}: abstract games have one award, this one has {len(rules.awards)}")
        if max(self.classes.counts) > MAX_VIEWS:
            raise RiverboatError(
                f"{rules.name}: {max(self.classes.counts):,} classes on a street; abstract games take {MAX_VIEWS:,}"
            )
        joint = []
        for count, pairs in zip(self.classes.counts, self._pairs, strict=True):
            matrix = np.zeros((count, count))
            matrix[pairs.classes] = pairs.weight / pairs.weight.sum()
            joint.append(matrix)
        ahead = np.array([np.sign(mine - theirs) for mine, theirs in OUTCOMES], np.float64)
        shown, last = self._shown, self._pairs[-1]
        leads = np.bincount(shown.pair, ahead[shown.outcome] * shown.weight, len(last.weight))
        edge = np.zeros_like(joint[-1])
        edge[last.classes] = leads / last.weight.sum()
        identity = f"{rules.identity} in {'/'.join(map(str, self.classes.counts))} classes by {self.classes.test}"
        return AbstractGame(self.betting, self.classes.parents, tuple(joint), edge, identity)

    def solve(self, full: GameTree, method: Algorithm = "dual simplex") -> LpSolution:
        """Solve the shrunk game and measure its equilibrium in the full one."""
        program = LinearProgram(self.form, method)
        standing = program.solve()
        behaviours = [side.behaviour(plan) for side, plan in zip(self.form.sides, standing.plans, strict=True)]
        strategy = self.lift(full, (behaviours[0], behaviours[1]))
        return LpSolution(strategy, exploitability(full, strategy), standing)

    def lift(self, full: GameTree, behaviours: tuple[Floats, Floats]) -> Floats:
        """Both players' probabilities at each class, as a strategy of the tree that tells all cards apart."""
        strategy = np.empty(full.entries)
        class_of: dict[tuple[int, int], Integers] = {}
        for position, behaviour in enumerate(behaviours):
            for node, block in rows_by_node(self.betting, self, position, behaviour):
                street = int(self.betting.street[node])
                if (position, street) not in class_of:
                    class_of[position, street] = self._classes_at(full, node)
                rows = block[class_of[position, street]].ravel()
                start = full.set_start[full.set_first[node]]
                strategy[start : start + len(rows)] = rows
        return strategy

    def _classes_at(self, full: GameTree, node: int) -> Integers:
        """The class of each view that the full tree has at a betting node."""
        street = int(self.betting.street[node])
        numbers = self.classes.signals.numbers(street)
        first = int(full.set_first[node])
        views = int(full.set_first[node + 1] if node + 1 < self.betting.nodes else full.sets) - first
        return np.array([self.classes.of_street[street][numbers[full.cards(first + view)]] for view in range(views)])

    # What `write_out` asks for.

    def probabilities(self, street: int) -> Floats:
        """The probability of each pair."""
        weight = self._pairs[street].weight
        return np.asarray(weight / weight.sum(), np.float64)

    def views(self, position: int, street: int, then: int) -> Integers:
        """The class that a position had on an earlier street, for each pair of a street."""
        classes = self._pairs[street].classes[position]
        for later in range(street, then, -1):
            classes = self.classes.parents[later][classes]
        return classes

    def view_count(self, position: int, street: int) -> int:
        """How many classes there are."""
        return self.classes.counts[street]

    def winnings(self, end: int) -> Floats:
        """What position 0 wins on average with each pair."""
        weight = self._pairs[self.betting.street[end]].weight
        if not self.betting.is_showdown(end):
            return np.full(len(weight), self.betting.payoffs(end)[0])
        awards = len(self.classes.rules.awards)
        paid = np.zeros(4**awards)
        for outcome in self._outcomes:
            paid[outcome] = self.betting.payoffs(end, ranks_of(outcome, awards))[0]
        shown = self._shown
        total = np.bincount(shown.pair, paid[shown.outcome] * shown.weight, len(weight))
        return np.asarray(total / weight, np.float64)

    @cached_property
    def _outcomes(self) -> list[int]:
        return [int(outcome) for outcome in np.unique(self._shown.outcome)]

    @cached_property
    def _all_payoffs(self) -> Floats:
        """What everyone wins at each end with each outcome."""
        awards = len(self.classes.rules.awards)
        rows = []
        for end in np.flatnonzero(self.betting.player == END).tolist():
            if self.betting.is_showdown(end):
                rows += [self.betting.payoffs(end, ranks_of(outcome, awards)) for outcome in self._outcomes]
            else:
                rows.append(self.betting.payoffs(end))
        return np.array(rows)

    @cached_property
    def _pairs(self) -> tuple[_Pairs, ...]:
        found = []
        for street, (classes, count) in enumerate(zip(self.classes.of_street, self.classes.counts, strict=True)):
            pairs, weight = np.unique(self._keys(street, classes, count), return_counts=True)
            found.append(_Pairs((pairs // count, pairs % count), weight))
        return tuple(found)

    def _keys(self, street: int, classes: Integers, count: int) -> Integers:
        """Each pair of opposing signals as the number of its pair of classes."""
        signals = self.classes.signals
        against = signals.river_opposing if street == signals.streets - 1 else signals.opposing(street)
        return classes[:, None] * count + classes[against]

    @cached_property
    def _shown(self) -> _Shown:
        street = self.classes.signals.streets - 1
        count = self.classes.counts[street]
        keys = self._keys(street, self.classes.of_street[street], count) * 64 + self.classes.signals.outcomes
        both, weight = np.unique(keys, return_counts=True)
        pairs = self._pairs[street]
        known = pairs.classes[0] * count + pairs.classes[1]
        return _Shown(np.searchsorted(known, both // 64), both % 64, weight)
