"""A game in which cards are seen through views only: betting, how likely each pair of views is, and who is ahead.

A *view* is all that a player knows on a street: a history of buckets in PsOpti, a class of hands and flops in GS1, one
of 169 starting hands in Selby's game. Nothing here knows cards. What is dealt is the joint probability of both players'
views, street by street, and at the end the *edge*: that probability times how much more often the first player wins
than the second. A game that is cut off before its last street has an edge that comes from run-outs without betting.

Views remember: each belongs to one view of the street before (perfect recall), so a strategy over views is a strategy
of an ordinary game, with an equilibrium and exact best responses. For linear programs the game is a `Dealt`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.betting import END, BettingTree

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
MAX_VIEWS: Final = 4096
"""On one street. The matrices of a game with that many views take 134 MB each."""
_SUM_ERROR: Final = 1e-9


@dataclass(frozen=True, eq=False)
class AbstractGame:
    """Two players, the same number of views for both."""

    betting: BettingTree
    parents: tuple[Integers, ...]
    """By street: the view of the street before to which each view belongs; zeros on the first street."""
    joint: tuple[Floats, ...]
    """By street float64[views, views]: the probability that position 0 and position 1 see this pair."""
    edge: Floats
    """float64[views, views] on the last street: `joint` times P(position 0 wins) - P(position 1 wins)."""
    identity: str
    """What a strategy must come from to be played in this game: bucketing, prior, sample of boards."""
    later_bets: float = 0.0
    """Chips that each player still puts in before a showdown, in a game that is cut off before its last street."""

    def __post_init__(self) -> None:
        streets = len(self.betting.rules.streets)
        if not len(self.parents) == len(self.joint) == streets:
            raise RiverboatError(f"abstract game: {len(self.joint)} joint distributions for {streets} streets")
        if self.betting.rules.players != 2:
            raise RiverboatError(f"abstract game: {self.betting.rules.players} players, expected two")
        for street, (parents, joint) in enumerate(zip(self.parents, self.joint, strict=True)):
            self._check_street(street, parents, joint)
        if self.edge.shape != self.joint[-1].shape or (np.abs(self.edge) > self.joint[-1] + _SUM_ERROR).any():
            raise RiverboatError("abstract game: nobody is ahead more often than a pair of views is dealt")

    def _check_street(self, street: int, parents: Integers, joint: Floats) -> None:
        views = len(parents)
        if not 1 <= views <= MAX_VIEWS:
            raise RiverboatError(f"abstract game: {views:,} views on street {street}, expected 1 to {MAX_VIEWS:,}")
        if joint.shape != (views, views) or not np.isfinite(joint).all() or joint.min() < 0.0:
            raise RiverboatError(f"abstract game: street {street} needs a probability for {views} x {views} views")
        if abs(float(joint.sum()) - 1.0) > _SUM_ERROR:
            raise RiverboatError(f"abstract game: the pairs of street {street} add up to {joint.sum():.9f}")
        before = np.array([[1.0]]) if street == 0 else self.joint[street - 1]
        if parents.min() < 0 or parents.max() >= len(before):
            raise RiverboatError(f"abstract game: street {street} follows views that are not there")
        if np.abs(summed_up(joint, parents, len(before)) - before).max() > _SUM_ERROR:
            raise RiverboatError(f"abstract game: the pairs of street {street} do not add up to those before")

    @property
    def view_counts(self) -> tuple[int, ...]:
        """How many views a player can have, by street."""
        return tuple(map(len, self.parents))

    @cached_property
    def sizes(self) -> tuple[Size, Size]:
        """What each position's strategy consists of."""
        return size_of(self.betting, self.view_counts, 0), size_of(self.betting, self.view_counts, 1)

    # For linear programs (`lp.sequence_form.Dealt`) -------------------------------------------------------------------

    @cached_property
    def _pairs(self) -> list[tuple[Integers, Integers]]:
        """By street: the pairs of views that are ever dealt."""
        found = [np.nonzero(joint) for joint in self.joint]
        return [(first.astype(np.int64), second.astype(np.int64)) for first, second in found]

    def probabilities(self, street: int) -> Floats:
        """The probability of each pair of views."""
        return self.joint[street][self._pairs[street]]

    def views(self, position: int, street: int, then: int) -> Integers:
        """The view that a position had on the street `then`, for each pair of `street`."""
        seen = self._pairs[street][position]
        for at in range(street, then, -1):
            seen = self.parents[at][seen]
        return seen

    def view_count(self, position: int, street: int) -> int:
        """How many views a position can have."""
        return self.view_counts[street]

    def winnings(self, end: int) -> Floats:
        """What position 0 wins at an end of the betting, for each pair of views up to its street."""
        street = int(self.betting.street[end])
        if not self.betting.is_showdown(end):
            return np.full(len(self._pairs[street][0]), self.betting.payoffs(end)[0])
        pairs = self._pairs[-1]
        return self.stake(end) * self.edge[pairs] / self.joint[-1][pairs]

    def stake(self, end: int) -> float:
        """What the winner of a showdown wins and the loser loses."""
        return _stake(self.betting, end) + self.later_bets


@dataclass(frozen=True)
class Size:
    """Of one position's part of a game."""

    information_sets: int
    sequences: int
    """Its choices at all of them, and the empty sequence."""


def size_of(betting: BettingTree, views: Sequence[int], position: int) -> Size:
    """What a position's strategy consists of when it can have these numbers of views on the streets."""
    mine = betting.player == position
    count = np.array(views)[betting.street[mine]]
    return Size(int(count.sum()), 1 + int((count * betting.children[mine]).sum()))


def _stake(betting: BettingTree, end: int) -> float:
    """What is won and lost at a showdown by the betting so far; a tie must bring nothing."""
    won, tied, lost = (betting.payoffs(end, (ranks,)) for ranks in ((1, 0), (0, 0), (0, 1)))
    if tied != (0.0, 0.0) or won[0] != -won[1] or lost != (won[1], won[0]):
        raise RiverboatError(f"{betting.rules.identity}: an abstract game takes no rake, and ties split all chips")
    return float(won[0])


def summed_up(joint: NDArray[Any], parents: Integers, views: int) -> Floats:
    """A joint distribution seen through the views of the street before."""
    rows = np.zeros((views, joint.shape[1]))
    np.add.at(rows, parents, joint)
    found = np.zeros((views, views))
    np.add.at(found.T, parents, rows.T)
    return found


def ends_by_street(betting: BettingTree) -> list[tuple[int, int]]:
    """By street: how many folds and how many showdowns end the betting."""
    found = []
    for street in range(len(betting.rules.streets)):
        ends = np.flatnonzero((betting.player == END) & (betting.street == street))
        shown = sum(betting.is_showdown(int(end)) for end in ends)
        found.append((len(ends) - shown, shown))
    return found
