"""How both players play an abstract game, as a flat array over its views; and what such a strategy is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.abstract.sweeper import AbstractSweeper
from riverboat.solve.abstract.tree import AbstractTree
from riverboat.solve.core.exploitability import Exploitability, exploitability_of
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin
from riverboat.solve.public.sweeper import Mode

KIND: Final = "abstract-strategy"
"""Of the files that hold such strategies."""


@dataclass(frozen=True, eq=False)
class AbstractStrategy:
    """Positive numbers are played in proportion; a set where none is positive is never reached."""

    tree: AbstractTree
    shares: NDArray[Any]
    origin: Origin = UNKNOWN_ORIGIN
    _sweepers: list[AbstractSweeper] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        if self.shares.shape != (self.tree.numbers,):
            raise RiverboatError(f"{self.shares.shape} numbers: this abstract game takes {self.tree.numbers:,}")

    def at_node(self, node: int) -> NDArray[np.float64]:
        """[views, choices] at a decision of the betting, as probabilities; zeros where a view never gets there."""
        rows = np.maximum(self.rows(node), 0.0).T
        total = rows.sum(axis=1, keepdims=True)
        found: NDArray[np.float64] = np.divide(rows, total, out=np.zeros(rows.shape), where=total > 0)
        return found

    def rows(self, node: int) -> NDArray[Any]:
        """[choices, views]: the numbers of a decision as they are stored."""
        return self.shares[self.tree.numbers_of(node)].reshape(int(self.tree.game.betting.children[node]), -1)

    def normalised(self, dtype: type[np.floating] = np.float16) -> AbstractStrategy:
        """The same as probabilities, in little memory; zeros where a view never gets."""
        found = AbstractStrategy(self.tree, np.zeros(self.tree.numbers, dtype), self.origin)
        for node in self.tree.places:
            found.rows(node)[:] = self.at_node(node).T
        return found

    def exploitability(self) -> Exploitability:
        """Exact values and best responses in the abstract game."""
        shares = self._measurable
        if not self._sweepers:
            self._sweepers.append(AbstractSweeper(self.tree, shares.dtype.type))
        sweep = self._sweepers[0].pass_for
        best = [float(sweep(player, Mode.RESPOND, shares).sum(dtype=np.float64)) for player in (0, 1)]
        first = float(sweep(0, Mode.VALUE, shares).sum(dtype=np.float64))
        return exploitability_of(self.tree.game.betting.rules, (first, -first), best)

    def view_values(self, position: int) -> NDArray[np.float64]:
        """What each view of the first street wins in a position, on average over the opponent's views."""
        shares = self._measurable
        sweeper = self._sweepers[0] if self._sweepers else AbstractSweeper(self.tree, shares.dtype.type)
        met = self.tree.game.joint[0].sum(axis=1 - position)
        won = sweeper.pass_for(position, Mode.VALUE, shares).astype(np.float64)
        return np.asarray(np.divide(won, met, out=np.zeros_like(met), where=met > 0))

    def best_response(self) -> AbstractStrategy:
        """What wins most from this strategy in the abstract game, for both positions.

        Views that this strategy never lets get to a decision have no answer there: their numbers are 0.
        """
        shares = self._measurable
        sweeper = self._sweepers[0] if self._sweepers else AbstractSweeper(self.tree, shares.dtype.type)
        answer = AbstractStrategy(self.tree, np.zeros(self.tree.numbers, np.float32), Origin("best response"))
        betting = self.tree.game.betting
        for player in (0, 1):
            sweeper.pass_for(player, Mode.RESPOND, shares)
            for node in np.flatnonzero(betting.player == player).tolist():
                values = sweeper.child_values(self.tree.places[node])
                best = np.argmax(values, axis=0)
                reached = values.any(axis=0)  # a fold of a hand that gets there costs something
                answer.rows(node)[best[reached], np.flatnonzero(reached)] = 1.0
        return answer

    @property
    def _measurable(self) -> NDArray[Any]:
        """The numbers as kernels are compiled for: in memory, in single precision at least."""
        wanted = self.shares.dtype if self.shares.dtype.itemsize >= 4 else np.dtype(np.float32)
        return np.require(self.shares, wanted, "W")
