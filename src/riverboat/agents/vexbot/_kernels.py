"""The kernel of the search: one street from its ends up, for many boards or hand ranks at once.

A column is a board, or a hand rank of ours on the river. `street` is a tuple of arrays as `layout.Street` says.
"""

from __future__ import annotations

from math import exp

import numpy as np
from numba import njit

_FOLDED, _SHOWDOWN, _NEXT_STREET = 2, 3, 4


@njit
def _mix(values, first, end, row, temperature, margin):
    """The value of choosing by softmax, with choices dropped that are worse than the best by more than `margin`."""
    for column in range(row.size):
        best = values[first, column]
        for child in range(first + 1, end):
            best = max(best, values[child, column])
        total, mass = 0.0, 0.0
        for child in range(first, end):
            value = values[child, column]
            if value >= best - margin:
                weight = exp((value - best) / temperature)
                total += weight * value
                mass += weight
        row[column] = total / mass


@njit(cache=True, nogil=True)
def sweep(street, start, end, seat, actions, below, below_first, cumulative, cell, inside, temperature, margin, values):
    """Fill float64[end - start, columns] `values` with what each node from `start` on is worth to `seat`.

    float64[nodes, 3] `actions` are the opponent's probabilities; float64[roots, columns] `below` has the next street's
    roots from `below_first` on. On the river, float64[showdowns, 21] `cumulative` is the probability of hands weaker
    than each cell, and our hand rank in a column is in `cell` at the fraction `inside`. Our own decisions are the best
    (`temperature` 0) or a mixture.
    """
    node, kind, first_child, children, place, amount, target = street
    columns = values.shape[1]
    sign = 1.0 if seat == 0 else -1.0
    for at in range(end - 1, start - 1, -1):
        row = values[at - start]
        what = kind[at]
        if what == _NEXT_STREET:
            row[:] = below[target[at] - below_first]
        elif what == _FOLDED:
            row[:] = sign * amount[at]
        elif what == _SHOWDOWN:
            worse = cumulative[target[at]]
            pot = 2.0 * amount[at]
            for column in range(columns):
                low = worse[cell[column]]
                wins = low + inside[column] * (worse[cell[column] + 1] - low)
                row[column] = pot * wins - amount[at]
        else:
            first = first_child[at] - start
            last = first + children[at]
            if what != seat:
                row[:] = 0.0
                for child in range(first, last):
                    probability = actions[node[at], place[child + start]]
                    if probability > 0.0:
                        for column in range(columns):
                            row[column] += probability * values[child, column]
            elif temperature == 0.0:
                row[:] = values[first]
                for child in range(first + 1, last):
                    for column in range(columns):
                        row[column] = max(row[column], values[child, column])
            else:
                _mix(values, first, last, row, temperature, margin)


@njit(cache=True, nogil=True)
def sweep_roots(
    street, starts, seat, actions, below, below_first, cumulative, cell, inside, temperature, margin, scratch, roots
):
    """Fill float64[roots, columns] with what the roots are worth that begin at int[roots + 1] `starts`.

    One root after the other in `scratch`, which stays in the processor's cache.
    """
    for root in range(starts.size - 1):
        start, end = starts[root], starts[root + 1]
        sweep(
            street, start, end, seat, actions, below, below_first, cumulative, cell, inside, temperature, margin,
            scratch,
        )  # fmt: skip
        roots[root] = scratch[0]


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
