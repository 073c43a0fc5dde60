"""How much does the past count? A method of CFR as numbers for each iteration.

Before an iteration adds to a regret, what is there is multiplied by one factor if it is positive and by another if it
is negative; the average adds each iteration's strategy with a weight. Forgetting negative regrets before adding is the
same as cutting them off afterwards, since only positive ones are played: so all methods of the family are one kernel
with different numbers, but that one which predicts plays something else than its regrets.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.cfr.method import Method


def check_method(method: Method) -> None:
    """Refuse what the public tree cannot do."""
    if method.prune:
        raise RiverboatError(f"method {method}: nothing is pruned over a public tree")
    if method.predictive and (not method.plus or np.isfinite(method.alpha)):
        raise RiverboatError(f"method {method}: over a public tree only pcfr+ predicts, and discounts nothing")


def weights_of(method: Method, first: int, count: int) -> NDArray[np.float64]:
    """float64[count, 3] for the iterations from `first` (1 is the first of all): both discounts, and the weight."""
    now = np.arange(first, first + count, dtype=np.float64)
    weight = np.where(now > method.delay, np.maximum(now - method.delay, 1.0) ** method.gamma, 0.0)
    negative = np.zeros(count) if method.plus else _discounts(now - 1, method.beta)
    return np.column_stack([_discounts(now - 1, method.alpha), negative, weight])


def _discounts(before: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """t^p / (t^p + 1) after iteration t; before the first there is nothing to discount."""
    if np.isinf(power):
        return np.ones(len(before))
    grown = np.maximum(before, 1.0) ** power
    return grown / (grown + 1.0)
