"""Hands of river boards in order of strength, and lanes packed together."""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.odds.strength.jit import HOLDING_BITS, HOLDING_MASK, sort_holdings


@njit(nogil=True, cache=True)
def sort_rivers(table, words, turn, rivers, items, order, starts, classes):
    """Sort the hands of a turn board with each of its rivers, weakest first.

    `order` uint16[rivers, 1081]: hands; `starts` uint16[rivers, 1083]: where classes of equal strength begin, and the
    end twice; `classes` int64[rivers]: how many there are. `items` is uint32[1326] of working memory.
    """
    board = np.empty(5, np.uint8)
    board[:4] = turn
    for number in range(rivers.shape[0]):
        board[4] = rivers[number]
        count = sort_holdings(table, words, board, items)
        found, rank = 0, items[0] >> HOLDING_BITS
        starts[number, 0] = 0
        for at in range(count):
            if items[at] >> HOLDING_BITS != rank:
                rank = items[at] >> HOLDING_BITS
                found += 1
                starts[number, found] = at
            order[number, at] = items[at] & HOLDING_MASK
        starts[number, found + 1 : found + 3] = count
        classes[number] = found + 1


@njit(nogil=True, cache=True)
def gather_lanes(source, rows, lanes, target):
    """Copy lanes `lanes` of (blocks * rows, 16) side by side to the first lanes of `target`, of the same form."""
    for at in range(lanes.shape[0]):
        block, column = lanes[at] // 16, lanes[at] % 16
        to_block, to_column = at // 16, at % 16
        for row in range(rows):
            target[to_block * rows + row, to_column] = source[block * rows + row, column]


@njit(nogil=True, cache=True)
def scatter_lanes(source, rows, lanes, target):
    """Copy the first lanes of `source` back to lanes `lanes` of `target`."""
    for at in range(lanes.shape[0]):
        block, column = at // 16, at % 16
        to_block, to_column = lanes[at] // 16, lanes[at] % 16
        for row in range(rows):
            target[to_block * rows + row, to_column] = source[block * rows + row, column]
