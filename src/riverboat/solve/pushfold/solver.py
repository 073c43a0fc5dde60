"""Regret minimisation for the shove-or-fold game, an engine of the solver core.

Any method of the family. Exact payoffs: players update one after the other. Sampled payoffs: all at once, each
iteration over the next part of the deals, so that errors of single parts average out.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASSES
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.method import METHODS, Method, parse_method
from riverboat.solve.pushfold.showdowns import Floats, Payoffs

EXACT_METHOD: Final = METHODS["dcfr"]
SAMPLED_METHOD: Final = parse_method("dcfr(beta=0.5,alternating=no)")
"""Negative regrets are kept long enough to average the noise of samples."""


class PushFoldSolver:
    """Regrets and average strategy of every class at every node."""

    def __init__(self, payoffs: Payoffs, method: Method | None = None) -> None:
        self.payoffs = payoffs
        self.game = payoffs.game
        self.method = method or (EXACT_METHOD if payoffs.alternates else SAMPLED_METHOD)
        self.iterations = 0
        sets = payoffs.nodes * CLASSES
        self.regrets: Floats = np.zeros(2 * sets)
        self.sums: Floats = np.zeros(2 * sets)
        self.current: Floats = np.full(2 * sets, 0.5)
        self._predictions: Floats = np.zeros(2 * sets if self.method.predictive else 0)
        self._set_start = np.arange(0, 2 * sets + 1, 2)
        seats = np.concatenate([np.full(1 << seat, seat) for seat in range(self.game.players)])
        self._set_player = np.repeat(seats, CLASSES).astype(np.int8)

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""
        return {"engine": "push or fold", "game": str(self.game), "method": str(self.method)}

    def iterate(self, count: int) -> None:
        """Do this many more iterations."""
        weights = self.method.table(self.iterations + 1, count + 1)
        for t in range(count):
            if self.method.alternating and self.payoffs.alternates:
                for seat in range(self.game.players):
                    self._update(seat, [seat], weights[t : t + 2])
            else:
                self._update(-1, range(self.game.players), weights[t : t + 2])
            self.iterations += 1

    def _update(self, who: int, seats: Any, weights: Floats) -> None:
        from riverboat.solve._kernels import match_regrets
        from riverboat.solve.cfr._kernels import absorb

        shoves = self._shoves(self.current)
        found = self.payoffs.advantages(shoves, seats, self.iterations).table
        gains = np.stack([-shoves * found, (1.0 - shoves) * found], axis=2).ravel()
        sets = self._set_start, self._set_player
        keep_positive, keep_negative = weights[1, :2]
        absorb(
            *sets, who, keep_positive, keep_negative, weights[0, 2], gains, self.current, self.regrets,
            self._predictions, self.sums,
        )  # fmt: skip
        match_regrets(*sets, who, self.regrets, self._predictions, self.current)

    @staticmethod
    def _shoves(entries: Floats) -> Floats:
        """float64[nodes, 169] from fold and all-in side by side."""
        return np.ascontiguousarray(entries.reshape(-1, CLASSES, 2)[:, :, 1])

    @property
    def average(self) -> Floats:
        """float64[nodes, 169]: how likely each class goes all-in, the mean over iterations: this is what converges."""
        pairs = self.sums.reshape(-1, CLASSES, 2)
        total = pairs.sum(axis=2)
        shoves: Floats = np.divide(pairs[:, :, 1], total, out=np.full(total.shape, 0.5), where=total > 0)
        return shoves

    def exploitability(self) -> Exploitability:
        """How good the average strategy is, by the same payoffs: biased upwards where they are sampled."""
        strategy, seats = self.average, range(self.game.players)
        found = self.payoffs.advantages(strategy, seats, self.iterations)
        return Exploitability(
            tuple(found.value(strategy, seat) for seat in seats),
            tuple(found.best_value(seat) for seat in seats),
            big_blind=None if self.game.payouts else 1.0,
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        return {
            "regrets": self.regrets, "sums": self.sums, "current": self.current, "predictions": self._predictions,
        }  # fmt: skip
