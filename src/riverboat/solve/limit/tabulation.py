"""Players that were not made as strategies over buckets, written down as one: exactly, if they play by labels.

Many policies look at the cards through a label (a history of buckets, a step of strength, a starting hand) and at the
betting. Asked once for each of the 6,378 decisions of limit hold'em, they are a `LimitStrategy` whose buckets are
their labels. It takes seconds, and best responses to it cost what they cost for any other strategy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import MAX_BUCKETS, NO_BUCKET, STREETS, Bucketing, Labels, StreetBuckets
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.state import State
from riverboat.solve.abstract.models import limit_holdem
from riverboat.solve.core.policy import ANY_TOTAL, ActionProbabilities
from riverboat.solve.limit.lines import LINES, actions_of, locate
from riverboat.solve.limit.strategy import LimitStrategy

_CALL: Final = Action.check_or_call()


@runtime_checkable
class LabelledPolicy(Protocol):
    """A policy that plays all hands of a label alike, whatever their suits are called."""

    def label_counts(self) -> tuple[int, ...]:
        """The number of labels on each street."""
        ...

    def labels(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """int64[1326]: the label of every hand on a board; -1 where the board blocks it."""
        ...

    def at_labels(self, betting: Betting) -> ActionProbabilities:
        """What the player to act does: float64[labels, actions]; rows of zeros for labels that never get there."""
        ...


class PolicyLabels(StreetBuckets):
    """The labels of a policy on one street as buckets."""

    def __init__(self, street: int, policy: LabelledPolicy) -> None:
        self.street = street
        self._policy: Final = policy
        self._count: Final = policy.label_counts()[street]
        if self._count > MAX_BUCKETS:
            raise RiverboatError(
                f"{self._count:,} labels on the {STREETS[street]}: up to {MAX_BUCKETS:,} can be tabled"
            )

    @property
    def count(self) -> int:
        return self._count

    @property
    def identity(self) -> str:
        return f"labels {self.street} {self._count} {type(self._policy).__name__} {id(self._policy)}"

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        found = self._policy.labels(tuple(board.tolist()))
        return np.where(found < 0, NO_BUCKET, found).astype(np.uint16)


def tabulate(policy: LabelledPolicy, name: str) -> LimitStrategy:
    """The policy as a strategy over its labels."""
    bucketing = Bucketing(name, tuple(PolicyLabels(street, policy) for street in range(len(STREETS))))
    shares = [
        tuple(
            np.zeros((LINES[street], bucketing.counts[street], actions_of(street, player)), np.float32)
            for street in range(len(STREETS))
        )
        for player in (0, 1)
    ]
    for betting in every_decision():
        at = locate(betting)
        table = shares[at.player][at.street][at.line, :, at.first : at.first + len(at.letters)]
        found = policy.at_labels(betting)
        for action, column in zip(found.actions, found.probabilities.T, strict=True):
            table[:, letter_of(action, at.letters)] += column
        stay = letter_of(_CALL, at.letters)
        table[table.sum(axis=1) <= 0, stay] = 1.0  # it never gets there, so that this is as good as anything
        table /= table.sum(axis=1, keepdims=True)
    return LimitStrategy(bucketing, shares)


def every_decision() -> Iterator[Betting]:
    """The betting of every decision of heads-up limit hold'em."""
    waiting = [State(limit_holdem(), tuple(range(52)))]
    while waiting:
        state = waiting.pop()
        if state.betting.actor is None:
            continue
        yield state.betting
        interval = state.betting.raise_interval()
        waiting.append(state.child(_CALL))
        if interval is not None:
            waiting.append(state.child(Action.raise_to(interval[0])))


def letter_of(action: Action, letters: str) -> int:
    """The place of an action among the letters of a decision; what is not possible there is a check or call."""
    if action.verb == "raise_to" or action == ANY_TOTAL:
        return len(letters) - 1 if letters[-1] in "br" else letters.index("c")
    if action.verb == "fold" and "f" in letters:
        return 0
    return letters.index("c" if "c" in letters else "k")
