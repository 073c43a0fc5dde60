"""In how many ways can a showdown of n hands end? The weak orders: 3, 13, 75, 541, 4,683 for two to six hands.

A hand's *standing* is the number of hands that it beats, so equal hands have equal standings: (1, 1, 0) is a tie of the
first two above the third. Side pots and prizes depend on the standings of all hands, not only on who wins.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Orders(NamedTuple):
    """All weak orders of n hands."""

    standings: NDArray[np.int8]
    """int8[orders, n]: by how many hands each hand is above others."""
    by_code: NDArray[np.int16]
    """int16[n ** n]: the order of the code that `sum(standing[i] * n ** i)` is; -1 where that is none."""


@cache
def weak_orders(players: int) -> Orders:
    """The weak orders of a number of hands, in the order of their standings."""
    found = sorted({_standings(levels) for levels in product(range(players), repeat=players)})
    standings = np.array(found, np.int8)
    by_code = np.full(players**players, -1, np.int16)
    by_code[standings @ players ** np.arange(players)] = np.arange(len(found))
    return Orders(standings, by_code)


def _standings(levels: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(other < mine for other in levels) for mine in levels)
