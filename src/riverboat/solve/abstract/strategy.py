"""How both players play an abstract game, as a flat array over its views; and what such a strategy is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.abstract.sweeper import AbstractSweeper
from riverboat.solve.abstract.tree import AbstractTree
from riverboat.solve.core.exploitability import Exploitability, exploitability_of
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin
from riverboat.solve.public.sweeper import Mode


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
        layout, street = self.tree.layout, int(self.tree.game.betting.street[node])
        at, width = self._places[node], int(layout.layer_hands[street + 1])
        start = int(layout.group_data[street + 1]) + int(layout.entry[at]) * width
        return self.shares[start : start + int(layout.choices[at]) * width].reshape(-1, width)

    @cached_property
    def _places(self) -> dict[int, int]:
        """Where the layout has each decision of the betting."""
        betting = self.tree.game.betting
        return {int(node): at for at, node in enumerate(self.tree.forest.node_of) if betting.player[node] >= 0}

    def exploitability(self) -> Exploitability:
        """Exact values and best responses in the abstract game."""
        if not self._sweepers:
            self._sweepers.append(AbstractSweeper(self.tree, self.shares.dtype.type))
        sweep, shares = self._sweepers[0].pass_for, self.shares
        best = [float(sweep(player, Mode.RESPOND, shares).sum(dtype=np.float64)) for player in (0, 1)]
        first = float(sweep(0, Mode.VALUE, shares).sum(dtype=np.float64))
        return exploitability_of(self.tree.game.betting.rules, (first, -first), best)
