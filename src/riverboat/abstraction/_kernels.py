"""Kernels of card abstraction: features of all hands of a board, pairs of hands by label, and clusters.

`table` (ranks of seven cards) and `words` are laid out as `cards/ranking/tables.py` says, `cards` is uint8[1326, 2].
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.odds.strength.jit import (
    HOLDING_BITS,
    HOLDING_MASK,
    run_outs,
    sort_holdings,
    sweep_doubled,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@njit(nogil=True, cache=True)
def count_pairs(table, words, cards, board, labels, weight, joint, edge):
    """Add `weight` for every pair of hands of a five-card board that share no card to float64[labels, labels].

    The stronger hand's label is the row: `joint` counts pairs that do not tie, `edge` pairs that do; each pair once.
    `labels` is uint16[1326].
    """
    items = np.empty(1326, np.uint32)
    count = sort_holdings(table, words, board, items)
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
def runout_matrix(table, words, cards, board, live_number, wins):
    """int16[live, live]: for each pair of hands of a board of three to five cards, run-outs won less run-outs lost.

    `live_number` is int64[1326], the place of each holding among those that the board leaves, -1 for the others. Hands
    that a turn or river card blocks get ranks for which neither comparison is true, so the inner loop has no branch.
    Pairs that share a card have numbers without meaning.
    """
    size = np.uint64(wins.shape[0])
    items = np.empty(1326, np.uint32)
    low = np.empty(size, np.int16)
    high = np.empty(size, np.int16)
    for full in run_outs(board, 5 - board.size):
        count = sort_holdings(table, words, full, items)
        low[:] = np.int16(32767)
        high[:] = np.int16(-1)
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
    """Add, for every holding of a board of 3 to 5 cards, opponents beaten and tied over all run-outs to int64[1326]."""
    items = np.empty(1326, np.uint32)
    held = np.zeros(52, np.int64)
    for full in run_outs(board, 5 - board.size):
        count = sort_holdings(table, words, full, items)
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
def count_strengths(table, words, cards, board, bin_of, counts):
    """Add, for every holding of a board of 3 to 5 cards, its run-outs by river strength to uint16[1326, bins].

    `bin_of` is uint16[1981], the bin of each value of 2 ahead + tied.
    """
    items = np.empty(1326, np.uint32)
    held = np.zeros(52, np.int32)
    doubled = np.zeros(1326, np.int32)
    for full in run_outs(board, 5 - board.size):
        count = sort_holdings(table, words, full, items)
        sweep_doubled(items, count, cards, held, doubled)
        for k in range(count):
            holding = np.uint64(items[k] & HOLDING_MASK)
            counts[holding, bin_of[doubled[holding]]] += np.uint16(1)


@njit(nogil=True, cache=True)
def count_against_clusters(table, words, cards, board, cluster_of, scores, met):
    """Add, for every holding of a board of 3 to 5 cards, 2 ahead + tied and the opponents met to int32[1326, 8] each.

    `cluster_of` is uint8[1326], which of eight clusters an opponent's holding belongs to; a row of eight int32 is one
    vector, so all clusters cost little more than one.
    """
    items = np.empty(1326, np.uint32)
    held = np.zeros((52, 8), np.int32)
    below = np.zeros(8, np.int32)
    for full in run_outs(board, 5 - board.size):
        count = sort_holdings(table, words, full, items)
        held[:, :] = np.int32(0)
        below[:] = np.int32(0)
        start = _ZERO
        while start < count:
            rank = items[start] >> HOLDING_BITS
            end = start
            while end < count and items[end] >> HOLDING_BITS == rank:
                holding = np.uint64(items[end] & HOLDING_MASK)
                _add_met(scores[holding], below, held[cards[holding, 0]], held[cards[holding, 1]])
                end += _ONE
            for i in range(start, end):
                holding = np.uint64(items[i] & HOLDING_MASK)
                cluster = np.uint64(cluster_of[holding])
                below[cluster] += np.int32(1)
                held[cards[holding, 0], cluster] += np.int32(1)
                held[cards[holding, 1], cluster] += np.int32(1)
            for i in range(start, end):
                holding = np.uint64(items[i] & HOLDING_MASK)
                _add_met(scores[holding], below, held[cards[holding, 0]], held[cards[holding, 1]])
                scores[holding, np.uint64(cluster_of[holding])] += np.int32(1)  # itself, taken off twice
            start = end
        for i in range(count):
            holding = np.uint64(items[i] & HOLDING_MASK)
            _add_met(met[holding], below, held[cards[holding, 0]], held[cards[holding, 1]])
            met[holding, np.uint64(cluster_of[holding])] += np.int32(1)


@njit
def _add_met(sums, below, first, second):
    """Add the hands counted so far that share no card with a holding; rows of eight."""
    for k in range(np.uint64(8)):
        sums[k] += below[k] - first[k] - second[k]


@njit(nogil=True, cache=True, fastmath=True)
def assign_nearest(points, centres, labels, squares):
    """For each of float32[n, d] points the nearest of float32[d, k] centres: uint16[n], and its squared distance.

    Every point is compared in the same order whatever stands beside it, so equal points have equal labels.
    """
    dimensions = np.uint64(centres.shape[0])
    count = np.uint64(centres.shape[1])
    distance = np.empty(count, np.float32)
    for i in range(np.uint64(points.shape[0])):
        distance[:] = np.float32(0.0)
        for j in range(dimensions):
            at = points[i, j]
            row = centres[j]
            for k in range(count):
                apart = at - row[k]
                distance[k] += apart * apart
        best = distance[_ZERO]
        for k in range(count):
            best = min(best, distance[k])
        nearest = _ZERO
        while distance[nearest] != best:
            nearest += _ONE
        labels[i] = np.uint16(nearest)
        squares[i] = best


@njit(nogil=True, cache=True, fastmath=True)
def squares_with(points, weights, squares, candidates, sums):
    """The weighted sum of squared distances, float64[c], if one of float32[c, d] candidates became a centre too."""
    for i in range(np.uint64(points.shape[0])):
        for c in range(np.uint64(candidates.shape[0])):
            total = np.float32(0.0)
            for j in range(np.uint64(points.shape[1])):
                apart = points[i, j] - candidates[c, j]
                total += apart * apart
            sums[c] += weights[i] * min(squares[i], total)


@njit(nogil=True, cache=True, fastmath=True)
def lower_squares(points, centre, squares):
    """Lower float32[n] squared distances to those from one more centre, float32[d], where that is nearer."""
    for i in range(np.uint64(points.shape[0])):
        total = np.float32(0.0)
        for j in range(np.uint64(points.shape[1])):
            apart = points[i, j] - centre[j]
            total += apart * apart
        squares[i] = min(squares[i], total)


@njit(nogil=True, cache=True)
def add_to_means(points, weights, labels, sums, totals):
    """Add weighted points to the float64[k, d] sums of their clusters and their weights to float64[k]."""
    for i in range(np.uint64(points.shape[0])):
        label = np.uint64(labels[i])
        totals[label] += weights[i]
        for j in range(np.uint64(points.shape[1])):
            sums[label, j] += weights[i] * points[i, j]


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
