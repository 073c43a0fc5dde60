"""Kernels of card abstraction: pairs of hands on a board by the labels of both, and who is ahead."""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.odds.strength.jit import HOLDING_BITS, HOLDING_MASK, bits_of, rank_and_sort

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@njit(nogil=True, cache=True)
def count_pairs(table, words, cards, board, labels, weight, joint, edge):
    """Add `weight` for every pair of hands of a five-card board that share no card to float64[labels, labels].

    The stronger hand's label is the row: `joint` counts pairs that do not tie, `edge` pairs that do; each pair once.
    `labels` is uint16[1326].
    """
    live = np.empty(52, np.uint8)
    bins = np.empty(256, np.uint32)
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    count = rank_and_sort(table, words, board, 5, live, bins, items, spare)
    masks = np.empty(1326, np.uint64)
    ranks = np.empty(1326, np.uint32)
    rows = np.empty(1326, np.uint64)
    for i in range(count):
        holding = np.uint64(items[i] & HOLDING_MASK)
        masks[i] = (_ONE << np.uint64(cards[holding, 0])) | (_ONE << np.uint64(cards[holding, 1]))
        ranks[i] = items[i] >> HOLDING_BITS
        rows[i] = np.uint64(labels[holding])
    level = _ZERO  # the first hand that ties with the present one
    for i in range(count):
        if ranks[i] != ranks[level]:
            level = i
        mask, row = masks[i], rows[i]
        for j in range(level):
            joint[row, rows[j]] += weight if mask & masks[j] == _ZERO else 0.0
        for j in range(level, i):
            edge[row, rows[j]] += weight if mask & masks[j] == _ZERO else 0.0


@njit(nogil=True, cache=True)
def flop_matrix(table, words, cards, board, live_number, wins):
    """int16[live, live]: for each pair of hands of a flop, run-outs won less run-outs lost, over all 990 of them.

    `live_number` is int64[1326], the place of each holding among those that the flop leaves, -1 for the others. Hands
    that a turn or river card blocks get ranks for which neither comparison is true, so the inner loop has no branch.
    """
    size = np.uint64(wins.shape[0])
    live = np.empty(52, np.uint8)
    bins = np.empty(256, np.uint32)
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    low = np.empty(size, np.int16)
    high = np.empty(size, np.int16)
    full = np.empty(5, np.uint8)
    full[:3] = board
    dead = bits_of(board, 3)
    for turn in range(np.uint64(52)):
        if dead >> turn & _ONE:
            continue
        full[3] = turn
        for river in range(turn):
            if dead >> river & _ONE:
                continue
            full[4] = river
            low[:] = np.int16(32767)
            high[:] = np.int16(-1)
            count = rank_and_sort(table, words, full, 5, live, bins, items, spare)
            for i in range(count):
                place = live_number[items[i] & HOLDING_MASK]
                low[place] = high[place] = np.int16(items[i] >> HOLDING_BITS)
            for i in range(count):
                place = np.uint64(live_number[items[i] & HOLDING_MASK])
                rank = low[place]
                row = wins[place]
                for other in range(size):
                    row[other] += np.int16(low[other] < rank) - np.int16(high[other] > rank)


@njit(nogil=True, cache=True)
def wins_and_ties(table, words, cards, board, wins, ties):
    """Add, for every holding of a flop, opponents beaten and tied over all run-outs to int64[1326] each."""
    live = np.empty(52, np.uint8)
    bins = np.empty(256, np.uint32)
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    held = np.zeros(52, np.int64)
    full = np.empty(5, np.uint8)
    full[:3] = board
    dead = bits_of(board, 3)
    for turn in range(np.uint64(52)):
        if dead >> turn & _ONE:
            continue
        full[3] = turn
        for river in range(turn):
            if dead >> river & _ONE:
                continue
            full[4] = river
            count = rank_and_sort(table, words, full, 5, live, bins, items, spare)
            held[:] = 0
            start = _ZERO
            while start < count:
                rank = items[start] >> HOLDING_BITS
                end = start
                while end < count and items[end] >> HOLDING_BITS == rank:
                    holding = np.uint64(items[end] & HOLDING_MASK)
                    beaten = np.int64(start) - held[cards[holding, 0]] - held[cards[holding, 1]]
                    wins[holding] += beaten
                    ties[holding] -= beaten
                    end += _ONE
                for i in range(start, end):
                    holding = np.uint64(items[i] & HOLDING_MASK)
                    held[cards[holding, 0]] += 1
                    held[cards[holding, 1]] += 1
                for i in range(start, end):
                    # The hand itself was counted once with all hands and taken off twice, once for each card.
                    holding = np.uint64(items[i] & HOLDING_MASK)
                    at_most = np.int64(end) + 1 - held[cards[holding, 0]] - held[cards[holding, 1]]
                    ties[holding] += at_most
                start = end


@njit(nogil=True, cache=True)
def add_class_pairs(cards, holdings, matrix, labels, weight, joint, edge):
    """Add the pairs of a flop's hands that share no card to float64[classes, classes], and who wins more run-outs."""
    size = np.uint64(matrix.shape[0])
    masks = np.empty(size, np.uint64)
    for i in range(size):
        holding = np.uint64(holdings[i])
        masks[i] = (_ONE << np.uint64(cards[holding, 0])) | (_ONE << np.uint64(cards[holding, 1]))
    for i in range(size):
        row, mask = np.uint64(labels[i]), masks[i]
        for j in range(size):
            if mask & masks[j] == _ZERO:
                joint[row, labels[j]] += weight
                edge[row, labels[j]] += weight * matrix[i, j]


@njit(nogil=True, cache=True)
def sweep_classes(wins, losses, starts, threshold, labels):
    """Cut deals, sorted by wins and losses inside their parents, into classes; how many there are.

    `starts` are the first places of the parents' deals, and the number of deals. A class takes deals as long as they
    differ from its first one by at most the threshold, wins and losses added.
    """
    found = -1
    for parent in range(np.uint64(starts.shape[0] - 1)):
        first = starts[parent]
        for i in range(starts[parent], starts[parent + _ONE]):
            if i == starts[parent] or abs(wins[i] - wins[first]) + abs(losses[i] - losses[first]) > threshold:
                first = i
                found += 1
            labels[i] = found
    return found + 1
