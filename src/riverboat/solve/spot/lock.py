"""A strategy that the solver must not change: at a whole node, or for chosen hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.solve.spot.tree import DEALT

_TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class Lock:
    """How a player acts at a node, whatever is best."""

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

    @property
    def names_cards(self) -> bool:
        """Whether the lock holds after certain cards only."""
        steps = self.path.split("/")
        return any(len(step) == 2 and step[0] in "23456789TJQKAtjqka" and step != DEALT for step in steps)
