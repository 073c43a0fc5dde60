"""A strategy that the solver must not change: at a whole node, or for chosen hands.

As text a lock is a path, a colon and how often each action is taken; actions that are not named are never taken, and
`for` restricts it to a range: `x/b100: c=1`, `x/b100/c/*/x: x=0.7,b200=0.3 for AA,KQs`, `: x=1` at the first node.
Several locks of one path are one: for the hands that it names a later one overrides earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDINGS
from riverboat.cards.ranges import Range
from riverboat.errors import NotationError, RiverboatError
from riverboat.solve.spot.tree import DEALT, Kind, Tree

_TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class Lock:
    """A fixed strategy at a node."""

    path: str
    """`x/b100`, on later streets with the cards or with `*` for any: `x/b100/c/*/x`."""
    shares: NDArray[np.float64]
    """[action, holding of all 1,326]: how often each hand takes each action; not-a-number for hands that stay free."""

    def __post_init__(self) -> None:
        shares = np.asarray(self.shares, np.float64)
        if shares.ndim != 2 or shares.shape[1] != HOLDINGS:
            raise RiverboatError(f'lock at "{self.path}": expected shares [action, {HOLDINGS}], found {shares.shape}')
        free = np.isnan(shares)
        if (free.any(axis=0) != free.all(axis=0)).any():
            raise RiverboatError(f'lock at "{self.path}": a hand needs a share for each action, or for none')
        wrong = ~free & ((shares < 0) | (shares > 1))
        if wrong.any() or (np.abs(np.where(free, 0, shares).sum(axis=0) - 1)[~free.all(axis=0)] > _TOLERANCE).any():
            raise RiverboatError(f'lock at "{self.path}": expected shares from 0 to 1 that add up to 1 for each hand')
        object.__setattr__(self, "shares", shares)

    @classmethod
    def always(cls, path: str, frequencies: Any, hands: NDArray[np.bool_] | None = None) -> Lock:
        """The same frequencies of the actions for every hand, or for the chosen ones of all 1,326."""
        shares = np.repeat(np.asarray(frequencies, np.float64)[:, None], HOLDINGS, axis=1)
        if hands is not None:
            shares[:, ~np.asarray(hands, bool)] = np.nan
        return cls(path, shares)

    @classmethod
    def read(cls, text: str, tree: Tree) -> Lock:
        """A lock of a node of this tree, from text."""
        path, colon, rest = text.partition(":")
        played, _, hands = rest.partition(" for ")
        if not colon or not played.strip():
            raise NotationError(f'lock "{text}": expected a path, a colon and actions, such as "x/b100: f=0.2,c=0.8"')
        path = path.strip()
        node = tree.find(path).node
        if node.kind != Kind.DECISION:
            raise NotationError(f'lock "{text}": nobody acts there')
        frequencies = dict.fromkeys(node.names, 0.0)
        for item in played.split(","):
            action, _, share = (part.strip() for part in item.partition("="))
            if action not in frequencies:
                offered = " ".join(frequencies)
                raise NotationError(f'lock "{text}": "{action}" is not one of the actions there: {offered}')
            try:
                frequencies[action] = float(share)
            except ValueError:
                raise NotationError(f'lock "{text}": expected {action}= and a number from 0 to 1') from None
        return cls.always(path, list(frequencies.values()), Range(hands.strip()).weights > 0 if hands else None)

    @property
    def names_cards(self) -> bool:
        """Whether the lock holds after certain cards only."""
        steps = self.path.split("/")
        return any(len(step) == 2 and step[0] in "23456789TJQKAtjqka" and step != DEALT for step in steps)


def merged(locks: Iterable[Lock]) -> list[Lock]:
    """One lock for each path: hand by hand, a later one overrides an earlier one."""
    found: dict[str, Lock] = {}
    for lock in locks:
        before = found.pop(lock.path, None)
        if before is not None and before.shares.shape == lock.shares.shape:
            lock = Lock(lock.path, np.where(np.isnan(lock.shares), before.shares, lock.shares))
        found[lock.path] = lock
    return list(found.values())
