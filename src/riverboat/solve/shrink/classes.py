"""Which hands are strategically alike? GameShrink without loss (Gilpin and Sandholm 2007), street by street.

Signals of the last street are alike if they pay the same against all that can oppose them; signals of an earlier
street if their successors can be matched one to one so that matched signals are equivalent; and signals that differed
earlier stay apart, since players remember. Likeness is an equivalence, so a perfect matching exists just when both
sides have the same number of successors in each class: counting replaces the matching algorithm.

What "the same against all that can oppose them" means makes the difference between two tests:

* `counts`: as many wins, ties and losses. In Rhode Island hold'em it gives 13, 205 and 1,774 classes and a linear
  program of just the published size, 1,237,238 rows and columns and 50,428,638 non-zeros. It is not without loss: with
  a king on a board of 2 and 7 as many hands win and lose as on 2 and 8, but the seven that now beats the king was not
  played like the eight.
* `classes`: as many wins, ties and losses against each class of opposing signals. Classes refer to classes, so the
  test starts with everyone alike, which is `counts`, and is repeated until it splits nothing more. The result is the
  coarsest partition that passes its own test. A best response to a strategy that plays whole classes can then be found
  among strategies that play whole classes, so an equilibrium of the shrunk game is one of the full game.

Suits and ranks are never used, only payoffs. Rhode Island hold'em takes five seconds and 400 MB, and comes out at
13 hole cards, 325 with the flop and 7,969 with the turn, where renaming suits alone leaves 9,997: with a king of
hearts and the two of spades on the table it does not matter whether a heart or a club comes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.solve.shrink.signals import Signals
from riverboat.solve.tree import Integers, Seen

Test = Literal["classes", "counts"]


@dataclass(frozen=True, eq=False)
class Classes:
    """The signals of a game, grouped into classes."""

    signals: Signals
    of_street: tuple[Integers, ...]
    """The class of each signal, for each street."""
    test: Test
    rounds: int
    """How often the test was repeated."""

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.signals.rules

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many classes each street has."""
        return tuple(int(classes.max()) + 1 for classes in self.of_street)

    @cached_property
    def parents(self) -> tuple[Integers, ...]:
        """For each street the class of the street before to which each class belongs."""
        found = [np.zeros(self.counts[0], np.int64)]
        for street in range(1, len(self.of_street)):
            parent = np.empty(self.counts[street], np.int64)
            parent[self.of_street[street]] = np.repeat(self.of_street[street - 1], self.signals.fans[street])
            found.append(parent)
        return tuple(found)

    def members(self, street: int) -> list[list[str]]:
        """For people: the signals of each class, own cards and board, `Kh|Qs`."""
        card = self.rules.deck.card_text
        found: list[list[str]] = [[] for _ in range(self.counts[street])]
        for each, (hole, board) in zip(self.of_street[street], self.signals.of_street[street], strict=True):
            found[each].append("".join(map(card, hole)) + ("|" + "".join(map(card, board)) if board else ""))
        return found

    @cached_property
    def seen(self) -> Seen:
        """What a position sees of its cards, for `GameTree.build`: signals of one class look alike."""
        known = {
            signal: (street, int(number))
            for street, numbers in enumerate(self.of_street)
            for signal, number in zip(self.signals.of_street[street], numbers, strict=True)
        }
        return lambda position, hole, board: known[hole, board]


def game_shrink(rules: Rules, test: Test = "classes") -> Classes:
    """Group the signals that are strategically alike."""
    if test not in get_args(Test):
        raise RiverboatError(f'GameShrink: test "{test}"; there is {", ".join(get_args(Test))}')
    signals = Signals(rules)
    against, outcomes = signals.river_opposing, signals.outcomes
    last = np.zeros(len(against), np.int64)
    rounds, found = 0, 0
    while True:
        rounds += 1
        met = last.astype(np.int32)[against] * 64 + outcomes
        met.sort(axis=1)
        classes = _upward(signals, _number_rows(met))
        last = classes[-1]
        if test == "counts" or int(last.max()) + 1 == found:
            return Classes(signals, classes, test, rounds)
        found = int(last.max()) + 1


def _upward(signals: Signals, alike: Integers) -> tuple[Integers, ...]:
    """Match successors from the last street to the first, then keep apart what differed earlier."""
    levels = [alike]
    for fan in reversed(signals.fans[1:]):
        alike = _number_rows(np.sort(alike.reshape(-1, fan), axis=1).astype(np.int32))
        levels.append(alike)
    levels.reverse()
    for street in range(1, signals.streets):
        before = np.repeat(levels[street - 1], signals.fans[street])
        levels[street] = _number_rows(np.column_stack([before, levels[street]]).astype(np.int32))
    return tuple(levels)


def _number_rows(rows: NDArray[Any]) -> Integers:
    """Equal rows get the same number, in the order in which they first come."""
    rows = np.ascontiguousarray(rows)
    whole = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).ravel()
    _, first, which = np.unique(whole, return_index=True, return_inverse=True)
    order = np.empty(len(first), np.int64)
    order[np.argsort(first)] = np.arange(len(first))
    return order[which.ravel()]
