"""The hands of one board in order of strength, with the slots of their buckets."""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.odds.strength.jit import HOLDING_BITS, HOLDING_MASK, sort_holdings


@njit(nogil=True, cache=True)
def prepare_board(
    table, words, holdings, cards, labels, number_of, sizes, hand, first, second, level, slot, row, place, used
):
    """Fill the fields of a `layout.Board` from uint16[4, 1326] labels; `number_of` is int32[buckets at most] of -1."""
    items = np.empty(1326, np.uint32)
    count = np.int64(sort_holdings(table, words, cards, items))
    levels = 0
    for j in range(count):
        number = np.int64(items[j] & HOLDING_MASK)
        hand[j] = number
        row[j] = j
        first[j], second[j] = holdings[number, 0], holdings[number, 1]
        if j == 0 or items[j] >> HOLDING_BITS != items[j - 1] >> HOLDING_BITS:
            level[levels] = j
            levels += 1
    level[levels] = count
    sizes[0], sizes[1] = count, levels
    for street in range(4):
        slots = 0
        for j in range(count):
            bucket = np.int64(labels[street, hand[j]])
            if number_of[bucket] < 0:
                number_of[bucket] = slots
                used[street, slots] = bucket
                slots += 1
            slot[street, j] = number_of[bucket]
            place[street, j] = number_of[bucket] * 9
        for at in range(slots):
            number_of[used[street, at]] = -1
        sizes[2 + street] = slots
