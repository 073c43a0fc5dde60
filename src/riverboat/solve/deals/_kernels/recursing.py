"""Chance-sampled regret minimisation by recursion, with information sets in an array or in a sorted list of texts."""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve.deals._kernels.layout import (
    BASE,
    CHILDREN,
    DEAL,
    END,
    FIRST,
    LIVE,
    PLAYER,
    PREVIOUS,
    SLOT,
    STREET,
    STRIDE,
    find_winners,
    match_regrets,
)

# Plain zeros would be compiled as constants, in a version of the recursion that numba loads wrongly from its cache.
_ROOT = np.int64(0)


@njit
def _descend(node, at, max_actions, gone, nodes, payoffs, hands, i, codes, sums, work, weight):
    """The values of a node into `work`, which has for each depth, from `at` on, reach, values, strategy, own values."""
    players = payoffs.shape[1]
    values, probabilities = at + players, at + 2 * players
    own, below = probabilities + max_actions, probabilities + 2 * max_actions
    p = nodes[node, PLAYER]
    while p == DEAL:
        node = np.int64(nodes[node, FIRST])
        p = nodes[node, PLAYER]
    if p == END:
        if gone < 2:
            paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
            for q in range(players):
                work[values + q] = payoffs[paid, q]
        return
    children, first = nodes[node, CHILDREN], np.int64(nodes[node, FIRST])
    row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
    match_regrets(sums, row, children, work, probabilities)
    mine = work[at + p]
    for q in range(players):
        work[values + q] = 0.0
    for a in range(children):
        s = work[probabilities + a]
        sums[row + a, 1] += mine * s
        work[own + a] = np.nan
        here = gone
        if s == 0.0:
            if sums[row + a, 0] == -np.inf:
                continue
            if mine > 0.0 and weight == 0:
                here += 1
        for q in range(players):
            work[below + q] = work[at + q]
        work[below + p] = mine * s
        _descend(first + a, below, max_actions, here, nodes, payoffs, hands, i, codes, sums, work, weight)
        if here < 2:
            work[own + a] = work[below + players + p]
            for q in range(players):
                work[values + q] += s * work[below + players + q]
    if gone >= 2:
        return
    w = work[at + nodes[node, PREVIOUS]]
    if weight == 0:
        w = 1.0
        for q in range(players):
            if q != p:
                w *= work[at + q]
    for a in range(children):
        if not np.isnan(work[own + a]):
            sums[row + a, 0] += w * (work[own + a] - work[values + p])


@njit(cache=True, nogil=True)
def walk_recursively(nodes, payoffs, ranks, hands, sums, weight, ties, levels, max_actions):
    """The same by recursion (Teófilo 2016, Fig. 57), with information sets in an array instead of a map of texts."""
    players = payoffs.shape[1]
    work = np.zeros((levels + 1) * (2 * players + 2 * max_actions))
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(hands.shape[0]):
        find_winners(ranks, i, ties, best, codes)
        for q in range(players):
            work[q] = 1.0
        _descend(_ROOT, _ROOT, max_actions, _ROOT, nodes, payoffs, hands, i, codes, sums, work, weight)


@njit
def _write_number(text, at, number):
    """Decimal digits into a text; where it ends."""
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for place in range(at + digits - 1, at - 1, -1):
        text[place] = 48 + number % 10
        number //= 10
    return at + digits


@njit
def _look_up(keys, text):
    """Which of the sorted keys, uint8[sets, length], a text is: by halves, as in a balanced tree of texts."""
    low, high = 0, keys.shape[0]
    while high - low > 1:
        middle = (low + high) // 2
        place = 0
        while place < text.size - 1 and keys[middle, place] == text[place]:
            place += 1
        if keys[middle, place] <= text[place]:
            low = middle
        else:
            high = middle
    return low


@njit
def _descend_by_text(node, depth, max_actions, nodes, payoffs, hands, i, codes, keys, rows, said, text, sums, work):
    """As `_descend` with nothing left out, but an information set is looked up by player:round:cards:history."""
    players = payoffs.shape[1]
    at = depth * (2 * players + 2 * max_actions)
    values, probabilities = at + players, at + 2 * players
    own, below = probabilities + max_actions, probabilities + 2 * max_actions
    p = nodes[node, PLAYER]
    while p == DEAL:
        node = np.int64(nodes[node, FIRST])
        p = nodes[node, PLAYER]
    if p == END:
        paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
        for q in range(players):
            work[values + q] = payoffs[paid, q]
        return
    children, first, street = nodes[node, CHILDREN], np.int64(nodes[node, FIRST]), nodes[node, STREET]
    end = 0
    for number in (np.int64(p), np.int64(street), np.int64(hands[i, p, street])):
        end = _write_number(text, end, number)
        text[end] = 58
        end += 1
    for place in range(depth):
        text[end + place] = said[place]
    for place in range(end + depth, text.size):
        text[place] = 0
    row = rows[_look_up(keys, text)]
    match_regrets(sums, row, children, work, probabilities)
    mine = work[at + p]
    for q in range(players):
        work[values + q] = 0.0
    for a in range(children):
        s = work[probabilities + a]
        sums[row + a, 1] += mine * s
        for q in range(players):
            work[below + q] = work[at + q]
        work[below + p] = mine * s
        said[depth] = 97 + a
        _descend_by_text(
            first + a, depth + 1, max_actions, nodes, payoffs, hands, i, codes, keys, rows, said, text, sums, work
        )
        work[own + a] = work[below + players + p]
        for q in range(players):
            work[values + q] += s * work[below + players + q]
    w = 1.0
    for q in range(players):
        if q != p:
            w *= work[at + q]
    for a in range(children):
        sums[row + a, 0] += w * (work[own + a] - work[values + p])


@njit(cache=True, nogil=True)
def walk_by_text(nodes, payoffs, ranks, hands, sums, ties, levels, max_actions, keys, rows):
    """The recursion with texts for information sets: `keys` uint8[sets, length] sorted, `rows` int64[sets]."""
    players = payoffs.shape[1]
    work = np.zeros((levels + 1) * (2 * players + 2 * max_actions))
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    said = np.zeros(levels + 1, np.uint8)
    text = np.zeros(keys.shape[1], np.uint8)
    for i in range(hands.shape[0]):
        find_winners(ranks, i, ties, best, codes)
        for q in range(players):
            work[q] = 1.0
        _descend_by_text(_ROOT, _ROOT, max_actions, nodes, payoffs, hands, i, codes, keys, rows, said, text, sums, work)
