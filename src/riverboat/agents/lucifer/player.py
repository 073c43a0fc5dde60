"""Lucifer: three strategies, and for every hand the one with the best recent results (Teófilo 2016, section 6.3).

The ways ("selectors") are *best utility* (the equilibrium of the pool with the largest value for the seat), *random*
(an equilibrium drawn from the pool) and *aggressive* (bet or call with a king or an ace, otherwise check or fold).
K-Current-Best-Utility remembers for each the results of the last K hands in which it was used. A hand is played with
the way that has the largest sum; of equals, the first. Results that are not there yet count as 0, so the first way is
left only when its last K hands lost in sum.

`version=printed` does what the listing (Fig. 64) does: one strategy for all seats (`pool.py`), and the random way draws
again at every action, from the three seats' strategies, which are identical. `version=repaired` has a pool of different
equilibria with the right weights and draws one for each hand. Neither corrects results for luck.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from riverboat.agents.lucifer.pool import (
    DEALS,
    SIZE,
    Floats,
    Pool,
    Version,
    equilibria,
    require_pool,
    require_weight,
)
from riverboat.agents.lucifer.seat import aggressive_rows, follow_rows, require_kuhn
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View

K: Final = 10
"""RECALL_SIZE of the competition."""
BEST, RANDOM, AGGRESSIVE = range(3)


class RecentResults:
    """K-Current-Best-Utility: rings of the last K results of each way to play."""

    def __init__(self, k: int, ways: int = 3) -> None:
        self._rings = np.zeros((ways, k))
        self._used = [0] * ways

    def best(self) -> int:
        """The way with the largest sum of remembered results; the first of equals."""
        return int(self._rings.sum(axis=1).argmax())

    def add(self, way: int, result: float) -> None:
        """The result of a hand that was played this way."""
        self._rings[way, self._used[way] % self._rings.shape[1]] = result
        self._used[way] += 1


class Lucifer(Agent):
    """The entrant of 2014, as printed or repaired. Plays `kuhn(players=3)` only."""

    def __init__(
        self,
        k: int = K,
        version: Version = "repaired",
        pool: int = SIZE,
        deals: int = DEALS,
        seed: int = 1,
        weight: str = "",
    ) -> None:
        """`pool` strategies of `deals` deals each from `seed`; the thesis has 1,000 of 1,000,000."""
        super().__init__()
        if k < 1:
            raise RiverboatError(f"k={k}: expected 1 or more hands to remember")
        self._asked = require_pool(version, pool, deals), pool, deals, seed, require_weight(weight)
        self._results = RecentResults(k)
        self._way, self._member, self._position = BEST, 0, 0

    @cached_property
    def _pool(self) -> Pool:
        return equilibria(*self._asked)

    @cached_property
    def _best(self) -> Floats:
        return self._pool.by_position()

    @cached_property
    def _aggressive(self) -> Floats:
        return aggressive_rows()

    def require_game(self, rules: Rules) -> None:
        require_kuhn(rules)

    def begin(self, view: View) -> None:
        require_kuhn(view.rules)
        self._position = view.position
        self._way = self._results.best()
        self._member = self.rng.randrange(len(self._pool.strategies))

    def act(self, view: View) -> Action:
        require_kuhn(view.rules)
        if self._way == BEST:
            return follow_rows(self, self._best, view)
        if self._way == AGGRESSIVE:
            return follow_rows(self, self._aggressive, view)
        if self._pool.version == "printed":
            return follow_rows(self, self._pool.strategies[self.rng.choice(self._pool.chosen)], view)
        return follow_rows(self, self._pool.strategies[self._member], view)

    def end(self, hand: Hand) -> None:
        self._results.add(self._way, float(hand.payoffs[self._position]))
