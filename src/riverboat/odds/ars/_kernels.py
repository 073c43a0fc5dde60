"""Kernels behind Average Rank Strength: exact strengths of all holdings of many boards, and cells of class and rank.

Boards are uint8[N, 3..5]; `ranks` uint16[N, 1326] and `values` float32[N, 1326] hold a row per board, with NaN values
for holdings that the board blocks. A cell is [class 0..168, rank 0..7461].
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import look_up, opaque
from riverboat.odds.strength._kernels import (
    HOLDING_BITS,
    HOLDING_MASK,
    MASKS_AT,
    expected_of_all,
    rank_and_sort,
)


@njit(nogil=True, cache=True)
def strengths_of_boards(table_now, table_river, words, cards, boards, completions, curve, ranks, values):
    """Fill `ranks` with the rank of every holding on every board and `values` with its exact E[HS^n]."""
    live = np.empty(52, np.uint8)
    bins = np.empty(256, np.uint32)
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    sums = np.empty(1326, np.float64)
    size = boards.shape[1]
    board = np.empty(size, np.uint8)
    for n in range(np.uint64(boards.shape[0])):
        for i in range(np.uint64(size)):
            board[i] = boards[n, i]
        sums[:] = 0.0
        expected_of_all(table_river, words, cards, board, curve, sums)
        count = rank_and_sort(table_now, words, board, size, live, bins, items, spare)
        for holding in range(np.uint64(1326)):
            values[n, holding] = np.nan
            ranks[n, holding] = 0
        for i in range(count):
            holding = items[i] & HOLDING_MASK
            ranks[n, holding] = items[i] >> HOLDING_BITS
            values[n, holding] = sums[holding] / completions


@njit(nogil=True, cache=True)
def add_to_cells(ranks, values, multiplicity, classes, sums, counts, lowest, highest):
    """Add boards, each as often as its multiplicity says, to the sums and counts, lowest and highest value of the
    cells.
    """
    for n in range(np.uint64(ranks.shape[0])):
        weight = np.float64(multiplicity[n])
        for holding in range(np.uint64(1326)):
            value = values[n, holding]
            if not np.isnan(value):
                row = np.uint64(classes[holding])
                rank = np.uint64(ranks[n, holding])
                sums[row, rank] += weight * value
                counts[row, rank] += weight
                lowest[row, rank] = min(lowest[row, rank], value)
                highest[row, rank] = max(highest[row, rank], value)


@njit(nogil=True, cache=True)
def add_errors(values, multiplicity, classes, answers, limits, sums, by_class):
    """Add the errors of the table's answers to `sums` and `by_class`.

    `answers` is float32[N, 1326] (NaN is skipped). `sums` is float64[5 + len(limits)]: hands, absolute error, squared
    error, largest error, hands without an answer, then the hands above each limit; `by_class` float64[169, 2]: hands
    and signed error.
    """
    for n in range(np.uint64(values.shape[0])):
        weight = np.float64(multiplicity[n])
        for holding in range(np.uint64(1326)):
            value = values[n, holding]
            if np.isnan(value):
                continue
            if np.isnan(answers[n, holding]):
                sums[4] += weight
                continue
            error = np.float64(answers[n, holding]) - np.float64(value)
            size = abs(error)
            sums[0] += weight
            sums[1] += weight * size
            sums[2] += weight * size * size
            sums[3] = max(sums[3], size)
            for limit in range(np.uint64(limits.size)):
                if size > limits[limit]:
                    sums[np.uint64(5) + limit] += weight
            by_class[classes[holding], 0] += weight
            by_class[classes[holding], 1] += weight * error


@njit(nogil=True, cache=True)
def cells_of_hands(table, words, hands, class_of, cells):
    """Cells, as class * 7462 + rank, of uint8[N, 5..7] hands, hole cards first; `class_of` is uint8[52, 52]."""
    size = np.uint64(hands.shape[1])
    for n in range(np.uint64(hands.shape[0])):
        key = np.uint64(0)
        masks = np.uint64(0)
        for i in range(size):
            card = np.uint64(hands[n, i])
            key += words[card]
            masks += words[card + MASKS_AT]
        row = np.uint64(class_of[hands[n, 0], hands[n, 1]])
        cells[n] = row * np.uint64(7462) + np.uint64(look_up(table, opaque(key), masks))
