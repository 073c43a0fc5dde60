"""Who is ahead, for every pair of holdings, summed over boards."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def add_leads(ranks, total):
    """Add to int16[hands, hands] how often each hand beats each earlier one less how often it loses; half the matrix.

    `ranks` is int16[boards, hands], negative where the board blocks a hand: such hands count as beaten by all others.
    """
    boards, hands = np.uint64(ranks.shape[0]), np.uint64(ranks.shape[1])
    for i in range(hands):
        row = total[i]
        for n in range(boards):
            mine, theirs = ranks[n, i], ranks[n]
            if mine < 0:
                continue
            for j in range(i):
                row[j] += np.int16(mine > theirs[j])
                row[j] -= np.int16(mine < theirs[j])
