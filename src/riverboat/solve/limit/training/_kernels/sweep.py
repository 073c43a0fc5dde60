"""All showdowns and reaches of a river board: rows of reach of one player swept from the weakest hand to the strongest.

For each row r and hand j a sweep leaves `shown[r, j]` = reach that the hand beats + reach that it does not lose to, and
the reach by card in `held`, totals as results; `met` and `won` read from these what the hand can meet and what it wins
less what it loses. A hand that holds one of my cards is taken off once for each of my cards, so my own two cards
are taken off twice: their reach is added again where it matters.

Five rows and then four at once: the prefix sums of five rows fill half of the first-level cache, those of nine do not
fit. Totals stay in registers.
"""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit.training._kernels.layout import CARDS, HANDS
from riverboat.solve.spot._kernels.compiled import inlined

_C1, _C2, _C3, _C4 = CARDS, 2 * CARDS, 3 * CARDS, 4 * CARDS
_H1, _H2, _H3, _H4 = HANDS, 2 * HANDS, 3 * HANDS, 4 * HANDS


@inlined
def below(total, held, row, a, b):
    """The reach counted so far of hands without the cards a and b."""
    return total - lanes.load(held, row + a, 0) - lanes.load(held, row + b, 0)


@inlined
def count_in(held, row, a, b, value):
    """Count reach for both of its cards."""
    lanes.store(held, row + a, 0, lanes.load(held, row + a, 0) + value)
    lanes.store(held, row + b, 0, lanes.load(held, row + b, 0) + value)


@inlined
def clear(array, rows):
    """Set the first rows to zero."""
    zero = lanes.zeros()
    for row in range(rows):
        lanes.store(array, row, 0, zero)


@inlined
def sweep_five(x, xb, m, mb, slot, levels, level, first, second, held, shown):
    """Rows K and A0 to A3 of the reach x, multipliers m by slot from row `mb` on; the five totals."""
    clear(held, np.int64(5 * CARDS))
    t0 = lanes.zeros()
    t1 = lanes.zeros()
    t2 = lanes.zeros()
    t3 = lanes.zeros()
    t4 = lanes.zeros()
    for n in range(levels):
        start, end = np.int64(level[n]), np.int64(level[n + 1])
        for j in range(start, end):
            a, b = np.int64(first[j]), np.int64(second[j])
            lanes.store(shown, j, 0, below(t0, held, 0, a, b))
            lanes.store(shown, _H1 + j, 0, below(t1, held, _C1, a, b))
            lanes.store(shown, _H2 + j, 0, below(t2, held, _C2, a, b))
            lanes.store(shown, _H3 + j, 0, below(t3, held, _C3, a, b))
            lanes.store(shown, _H4 + j, 0, below(t4, held, _C4, a, b))
        for j in range(start, end):
            a, b, q = np.int64(first[j]), np.int64(second[j]), mb + np.int64(slot[j]) * 9
            y = lanes.load(x, xb + j, 0)
            z = y * lanes.load(m, q, 0)
            t0 = t0 + z
            count_in(held, 0, a, b, z)
            z = y * lanes.load(m, q + 1, 0)
            t1 = t1 + z
            count_in(held, _C1, a, b, z)
            z = y * lanes.load(m, q + 2, 0)
            t2 = t2 + z
            count_in(held, _C2, a, b, z)
            z = y * lanes.load(m, q + 3, 0)
            t3 = t3 + z
            count_in(held, _C3, a, b, z)
            z = y * lanes.load(m, q + 4, 0)
            t4 = t4 + z
            count_in(held, _C4, a, b, z)
        for j in range(start, end):
            a, b = np.int64(first[j]), np.int64(second[j])
            lanes.store(shown, j, 0, lanes.load(shown, j, 0) + below(t0, held, 0, a, b))
            lanes.store(shown, _H1 + j, 0, lanes.load(shown, _H1 + j, 0) + below(t1, held, _C1, a, b))
            lanes.store(shown, _H2 + j, 0, lanes.load(shown, _H2 + j, 0) + below(t2, held, _C2, a, b))
            lanes.store(shown, _H3 + j, 0, lanes.load(shown, _H3 + j, 0) + below(t3, held, _C3, a, b))
            lanes.store(shown, _H4 + j, 0, lanes.load(shown, _H4 + j, 0) + below(t4, held, _C4, a, b))
    return t0, t1, t2, t3, t4


@inlined
def sweep_four(x, xb, m, mb, slot, levels, level, first, second, held, shown):
    """Rows B0 to B3 in the same way; the four totals."""
    clear(held, np.int64(4 * CARDS))
    t0 = lanes.zeros()
    t1 = lanes.zeros()
    t2 = lanes.zeros()
    t3 = lanes.zeros()
    for n in range(levels):
        start, end = np.int64(level[n]), np.int64(level[n + 1])
        for j in range(start, end):
            a, b = np.int64(first[j]), np.int64(second[j])
            lanes.store(shown, j, 0, below(t0, held, 0, a, b))
            lanes.store(shown, _H1 + j, 0, below(t1, held, _C1, a, b))
            lanes.store(shown, _H2 + j, 0, below(t2, held, _C2, a, b))
            lanes.store(shown, _H3 + j, 0, below(t3, held, _C3, a, b))
        for j in range(start, end):
            a, b, q = np.int64(first[j]), np.int64(second[j]), mb + np.int64(slot[j]) * 9 + 5
            y = lanes.load(x, xb + j, 0)
            z = y * lanes.load(m, q, 0)
            t0 = t0 + z
            count_in(held, 0, a, b, z)
            z = y * lanes.load(m, q + 1, 0)
            t1 = t1 + z
            count_in(held, _C1, a, b, z)
            z = y * lanes.load(m, q + 2, 0)
            t2 = t2 + z
            count_in(held, _C2, a, b, z)
            z = y * lanes.load(m, q + 3, 0)
            t3 = t3 + z
            count_in(held, _C3, a, b, z)
        for j in range(start, end):
            a, b = np.int64(first[j]), np.int64(second[j])
            lanes.store(shown, j, 0, lanes.load(shown, j, 0) + below(t0, held, 0, a, b))
            lanes.store(shown, _H1 + j, 0, lanes.load(shown, _H1 + j, 0) + below(t1, held, _C1, a, b))
            lanes.store(shown, _H2 + j, 0, lanes.load(shown, _H2 + j, 0) + below(t2, held, _C2, a, b))
            lanes.store(shown, _H3 + j, 0, lanes.load(shown, _H3 + j, 0) + below(t3, held, _C3, a, b))
    return t0, t1, t2, t3


@inlined
def end_of(total, z, held, shown, row, j, a, b):
    """(wins less losses, reach that can be met) of hand j in a row whose own two cards have reach z."""
    v = below(total, held, row * CARDS, a, b)
    return lanes.load(shown, row * HANDS + j, 0) - v, v + z
