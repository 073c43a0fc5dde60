"""A two-player game as two vectors and a matrix: the sequence form (Koller, Megiddo and von Stengel 1996).

A *sequence* is what a player has seen and done so far: the last own choice at one information set, or nothing yet. A
*plan* gives each sequence the probability that the player does its part. Plans are the solutions of linear equations,
one for each information set: what is chosen there adds up to the sequence before it. The payoff is bilinear in both
plans, x A y, where A has chance times winnings for each pair of sequences that leads to an end. So equilibria are the
solutions of a linear program that grows with the game tree, where the normal form is exponential.

Sequence 0 of each player is the empty one; the others are numbered betting node by betting node, view by view, choice
by choice, which is the order of a `GameTree`'s strategy vector. Building takes a few vector operations for each end of
the betting and none in Python for a node: some milliseconds for Leduc.

Only for two players with perfect recall, and for zero-sum games; anything else is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

import numpy as np
from scipy import sparse  # type: ignore[import-untyped, unused-ignore]

from riverboat.errors import RiverboatError
from riverboat.solve.betting import END, BettingTree
from riverboat.solve.tree import Floats, GameTree, Integers

_CHIPS_LOST: Final = 1e-9


class Dealt(Protocol):
    """What the two players of a betting tree may be dealt, and what they see of it."""

    def probabilities(self, street: int) -> Floats:
        """The probability of each deal up to this street."""

    def views(self, position: int, street: int, then: int) -> Integers:
        """What a position had seen on the street `then` (up to `street`), for each deal up to `street`."""

    def view_count(self, position: int, street: int) -> int:
        """How many different things a position can have seen."""

    def winnings(self, end: int) -> Floats:
        """What position 0 wins at an end of the betting, for each deal up to its street."""


@dataclass(frozen=True, eq=False)
class Side:
    """The information sets of one player; earlier ones come first."""

    first: Integers
    """The first sequence of each set, and the number of sequences."""
    parent: Integers
    """The sequence before each set; 0 if the player has not done anything yet."""

    @property
    def sets(self) -> int:
        """How many information sets there are."""
        return len(self.parent)

    @property
    def sequences(self) -> int:
        """How many sequences there are, the empty one included."""
        return int(self.first[-1])

    @cached_property
    def constraints(self) -> sparse.csr_array:
        """One row for the empty sequence and one per set; times a plan they give (1, 0, 0, ...)."""
        sets = np.arange(1, self.sets + 1)
        rows = np.concatenate([[0], np.repeat(sets, self.choices), sets])
        columns = np.concatenate([np.arange(self.sequences), self.parent])
        values = np.concatenate([np.ones(self.sequences), -np.ones(self.sets)])
        return sparse.csr_array((values, (rows, columns)), shape=(self.sets + 1, self.sequences))

    @cached_property
    def choices(self) -> Integers:
        """How many choices each set has."""
        return np.diff(self.first)

    @cached_property
    def even(self) -> Floats:
        """The behaviour in which all choices are equally likely."""
        return np.repeat(1.0 / self.choices, self.choices)

    @cached_property
    def levels(self) -> tuple[Integers, ...]:
        """The sets without an own choice before them, those with one, and so on."""
        set_of = np.concatenate([[-1], np.repeat(np.arange(self.sets), self.choices)])
        above = set_of[self.parent]
        depth, level = np.zeros(self.sets, np.int64), above
        while np.any(level >= 0):
            depth += level >= 0
            level = np.where(level >= 0, above[level], -1)
        return tuple(np.flatnonzero(depth == each) for each in range(int(depth.max(initial=-1)) + 1))

    def behaviour(self, plan: Floats) -> Floats:
        """A plan as probabilities at each set, without the empty sequence; uniform where the plan does not reach."""
        sums = np.clip(plan[1:], 0.0, None)
        totals = np.repeat(np.add.reduceat(sums, self.first[:-1] - 1), self.choices)
        return np.where(totals > 0.0, sums / np.where(totals > 0.0, totals, 1.0), self.even)

    def plan(self, behaviour: Floats) -> Floats:
        """The plan of probabilities at each set."""
        plan = np.concatenate([[1.0], behaviour])
        before = np.repeat(self.parent, self.choices)
        depth = np.zeros(self.sets, np.int64)
        for at, level in enumerate(self.levels):
            depth[level] = at
        depths = np.repeat(depth, self.choices)
        for at in range(len(self.levels)):
            mine = np.flatnonzero(depths == at)
            plan[1 + mine] *= plan[before[mine]]
        return plan


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """One zero-sum game of two players."""

    sides: tuple[Side, Side]
    payoffs: sparse.csr_array
    """What position 0 wins, times the chance, for each pair of sequences, its own by row."""

    @property
    def shape(self) -> tuple[int, int]:
        """The linear program for position 0: rows (its sets, the other's sequences) and columns (the reverse)."""
        mine, other = self.sides
        return mine.sets + 1 + other.sequences, mine.sequences + other.sets + 1

    @property
    def nonzeros(self) -> int:
        """How many numbers other than 0 the linear program has."""
        return int(self.payoffs.nnz) + sum(side.sequences + side.sets for side in self.sides)


def sequence_form(tree: GameTree) -> SequenceForm:
    """The sequence form of a tree."""
    check_zero_sum(tree.rules.name, tree.players, tree.payoffs)
    tree.check_recall()
    return write_out(tree.betting, _TreeDeals(tree))


def check_zero_sum(name: str, players: int, payoffs: Floats) -> None:
    """Refuse what is not a two-player zero-sum game; `payoffs` is [endings, players]."""
    if players != 2:
        raise RiverboatError(f"{name}: linear programs are for 2 players, not for {players}; CFR is for any number")
    lost = float(np.abs(payoffs.sum(axis=1)).max(initial=0.0))
    if lost > _CHIPS_LOST:
        raise RiverboatError(f"{name}: linear programs are for zero-sum games; up to {lost:g} chips leave this one")


def write_out(betting: BettingTree, dealt: Dealt) -> SequenceForm:
    """Betting times deals as sequences and a matrix."""
    first, sides = _sides(betting, dealt)
    places: tuple[list[Integers], list[Integers]] = ([], [])
    values = []
    for end in np.flatnonzero(betting.player == END).tolist():
        street = int(betting.street[end])
        values.append(dealt.winnings(end) * dealt.probabilities(street))
        for position, into in enumerate(places):
            into.append(_sequence_before(betting, dealt, first, end, position))
    shape = (sides[0].sequences, sides[1].sequences)
    where = (np.concatenate(places[0]), np.concatenate(places[1]))
    payoffs = sparse.csr_array(sparse.coo_array((np.concatenate(values), where), shape=shape))
    payoffs.eliminate_zeros()
    return SequenceForm(sides, payoffs)


def rows_by_node(betting: BettingTree, dealt: Dealt, position: int, numbers: Floats) -> Iterator[tuple[int, Floats]]:
    """One number for each sequence of a position but the empty one, as [views, choices] at each of its decisions."""
    used = 0
    for node in np.flatnonzero(betting.player == position).tolist():
        shape = (dealt.view_count(position, int(betting.street[node])), int(betting.children[node]))
        yield node, numbers[used : used + shape[0] * shape[1]].reshape(shape)
        used += shape[0] * shape[1]


def _sides(betting: BettingTree, dealt: Dealt) -> tuple[Integers, tuple[Side, Side]]:
    """The first sequence of each decision's first set, and both players' sets."""
    first = np.zeros(betting.nodes, np.int64)
    sides = []
    for position in (0, 1):
        starts, parents = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        count = 1
        for node in np.flatnonzero(betting.player == position).tolist():
            street, choices = int(betting.street[node]), int(betting.children[node])
            views = dealt.view_count(position, street)
            first[node] = count
            parent = np.zeros(views, np.int64)
            parent[dealt.views(position, street, street)] = _sequence_before(betting, dealt, first, node, position)
            parents.append(parent)
            starts.append(count + choices * np.arange(views))
            count += choices * views
        sides.append(Side(np.concatenate([*starts, [count]]), np.concatenate(parents)))
    return first, (sides[0], sides[1])


def _sequence_before(betting: BettingTree, dealt: Dealt, first: Integers, node: int, position: int) -> Integers:
    """A position's last sequence before a betting node, for each deal up to the node's street."""
    street = int(betting.street[node])
    below, above = node, int(betting.parent[node])
    while above >= 0 and betting.player[above] != position:
        below, above = above, int(betting.parent[above])
    if above < 0:
        return np.zeros(len(dealt.probabilities(street)), np.int64)
    choice = below - int(betting.first_child[above])
    views = dealt.views(position, street, int(betting.street[above]))
    return views * int(betting.children[above]) + (int(first[above]) + choice)


class _TreeDeals:
    """The deals of a `GameTree`, all as likely."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._counts = tree.deals.counts[1:]
        self._known: dict[tuple[int, int, int], Integers] = {}

    def probabilities(self, street: int) -> Floats:
        return np.full(self._counts[street], 1.0 / self._counts[street])

    def views(self, position: int, street: int, then: int) -> Integers:
        key = (position, street, then)
        if key not in self._known:
            spread = self._counts[street] // self._counts[then]
            start = self._tree.view_start[then, position]
            views = self._tree.view_of[start : start + self._counts[then]].astype(np.int64)
            self._known[key] = np.repeat(views, spread)
        return self._known[key]

    def view_count(self, position: int, street: int) -> int:
        return int(self.views(position, street, street).max()) + 1

    def winnings(self, end: int) -> Floats:
        tree = self._tree
        paid = tree.payoffs[tree.payoff_start[end] :, 0]
        if tree.betting.is_showdown(end):
            return paid[tree.outcome_of]
        return np.full(self._counts[tree.betting.street[end]], paid[0])
