"""The kernel of the search: one street from its ends up, for many boards or hand ranks at once.

A column is a board, or a hand rank of ours on the river. `street` is a tuple of arrays as `layout.Street` says. Numbers
are addressed by node and column, never by a slice: a slice per node costs more than the forty columns it holds.
"""

from __future__ import annotations

from math import exp

import numpy as np
from numba import njit

_FOLDED, _SHOWDOWN, _NEXT_STREET = 2, 3, 4
_ONE = np.uint32(1)


@njit
def _mix(values, at, first, children, temperature, margin):
    """The value of choosing by softmax, with choices dropped that are worse than the best by more than `margin`."""
    for column in range(values.shape[1]):
        best = values[first, column]
        for child in range(first + _ONE, first + children):
            best = max(best, values[child, column])
        total, mass = 0.0, 0.0
        for child in range(first, first + children):
            value = values[child, column]
            if value >= best - margin:
                weight = exp((value - best) / temperature)
                total += weight * value
                mass += weight
        values[at, column] = total / mass


@njit(cache=True, nogil=True)
def sweep(street, start, end, seat, actions, below, below_first, cumulative, cell, inside, temperature, margin, values):
    """Fill float64[end - start, columns] `values` with what each node from `start` on is worth to `seat`.

    float64[nodes, 3] `actions` are the opponent's probabilities; float64[roots, columns] `below` has the next street's
    roots from `below_first` on. On the river, float64[showdowns, 21] `cumulative` is the probability of hands weaker
    than each cell, and our hand rank in a column is in uint32 `cell` at the fraction `inside`. Our own decisions are
    the best (`temperature` 0) or a mixture.
    """
    node, kind, first_child, children, place, amount, target = street
    columns = values.shape[1]
    sign = 1.0 if seat == 0 else -1.0
    start, end = np.uint32(start), np.uint32(end)
    for back in range(end - start):
        global_at = end - _ONE - np.uint32(back)
        at = np.uint32(global_at - start)
        what = kind[global_at]
        if what == _NEXT_STREET:
            root = np.uint32(target[global_at] - below_first)
            for column in range(columns):
                values[at, column] = below[root, column]
        elif what == _FOLDED:
            won = sign * amount[global_at]
            for column in range(columns):
                values[at, column] = won
        elif what == _SHOWDOWN:
            showdown, paid = np.uint32(target[global_at]), amount[global_at]
            for column in range(columns):
                low = cumulative[showdown, cell[column]]
                wins = low + inside[column] * (cumulative[showdown, cell[column] + _ONE] - low)
                values[at, column] = 2.0 * paid * wins - paid
        else:
            first = np.uint32(first_child[global_at] - start)
            _decide(
                what == seat, np.uint32(node[global_at]), at, first, np.uint32(children[global_at]), start, place,
                actions, temperature, margin, values,
            )  # fmt: skip


@njit(forceinline=True)
def _decide(ours, node, at, first, children, start, place, actions, temperature, margin, values):
    """A decision with two choices or three, which follow each other from `first` on."""
    columns = values.shape[1]
    second, third = first + _ONE, first + _ONE + _ONE
    if not ours:
        one = actions[node, np.uint32(place[first + start])]
        two = actions[node, np.uint32(place[second + start])]
        if children == 2:
            for column in range(columns):
                values[at, column] = one * values[first, column] + two * values[second, column]
        else:
            three = actions[node, np.uint32(place[third + start])]
            for column in range(columns):
                both = one * values[first, column] + two * values[second, column]
                values[at, column] = both + three * values[third, column]
    elif temperature > 0.0:
        _mix(values, at, first, children, temperature, margin)
    else:
        for column in range(columns):
            a, b = values[first, column], values[second, column]
            values[at, column] = a if a > b else b
        if children == 3:
            for column in range(columns):
                a, b = values[at, column], values[third, column]
                values[at, column] = a if a > b else b


@njit(cache=True, nogil=True)
def sweep_roots(
    street, starts, seat, actions, below, below_first, cumulative, cell, inside, temperature, margin, scratch, roots
):
    """Fill float64[roots, columns] with what the roots are worth that begin at int[roots + 1] `starts`.

    One root after the other in `scratch`, which stays in the processor's cache.
    """
    for root in range(starts.size - 1):
        sweep(
            street, starts[root], starts[root + 1], seat, actions, below, below_first, cumulative, cell, inside,
            temperature, margin, scratch,
        )  # fmt: skip
        for column in range(scratch.shape[1]):
            roots[root, column] = scratch[0, column]


@njit(cache=True, nogil=True)
def share_out(ranks, points, rows):
    """Add to float64[rows, points] the share of each of int[rows, N] ranks (0..1980) at its two nearest grid points."""
    count = ranks.shape[1]
    scale = (points - 1) / 1980.0
    for row in range(ranks.shape[0]):
        for i in range(count):
            at = ranks[row, i] * scale
            low = min(np.int64(at), points - 2)
            rows[row, low] += (1.0 - (at - low)) / count
            rows[row, low + 1] += (at - low) / count
