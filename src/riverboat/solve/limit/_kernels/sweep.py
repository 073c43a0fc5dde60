"""All showdowns and reaches of a river board: rows of one player's reach swept from the weakest hand to the strongest.

Hands come sorted by strength. The sweep keeps, for five (or four) rows of reach at a time, its sum and its sum by card:
V = total - by card a - by card b is the reach that a hand with the cards a, b can meet, less its own. Read before and
after a class of equal strength is added, V(below) + V(through) - V(all) are wins less losses (`end_of`).

Five rows and then four: their sums by card (17 kB) fill half of the first-level cache, those of nine would not fit.
Totals stay in registers. What a hand has read lies in one place, `SHOWN` rows a hand, 484 kB in all, in the second
cache. Reach and multipliers are asked for some hands ahead, since both lie in no order that a processor foresees.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import overload

from riverboat.solve import lanes
from riverboat.solve.spot._kernels.compiled import inlined

CARDS = 52
SHOWN = 7
"""Rows of working memory a hand: what five rows of reach have read, and two that are free for what follows."""
AHEAD = 8
"""How many hands ahead memory is asked for."""
_C1, _C2, _C3, _C4 = CARDS, 2 * CARDS, 3 * CARDS, 4 * CARDS


def multiplier(table, place, row):
    """The multiplier of one of the nine rows of a hand whose numbers begin at row `place` of a table.

    A table of uint8 has best actions: one row a hand, a bit for each row of reach but the first (K, check), which is
    where A0 (bet) is not.
    """
    raise NotImplementedError


@overload(multiplier, jit_options={"forceinline": True, "error_model": "numpy"})
def _multiplier(table, place, row):
    if table.dtype == types.uint8:

        def of_bits(table, place, row):
            if row == 0:
                return lanes.splat(np.float32(1.0)) - lanes.load_bit(table, place, 0)
            return lanes.load_bit(table, place, row - 1)

        return of_bits
    return lambda table, place, row: lanes.load_row(table, place + row)


@inlined
def below(total, held, row, a, b):
    """The reach counted so far of hands without the cards a and b."""
    return total - lanes.load_row(held, row + a) - lanes.load_row(held, row + b)


@inlined
def count_in(held, row, a, b, value):
    """Count reach for both of its cards."""
    lanes.store_row(held, row + a, lanes.load_row(held, row + a) + value)
    lanes.store_row(held, row + b, lanes.load_row(held, row + b) + value)


@inlined
def clear(array, rows):
    """Set the first rows to zero."""
    zero = lanes.zeros()
    for row in range(rows):
        lanes.store_row(array, row, zero)


@inlined
def fetch(table, place):
    """Ask for five rows of a table."""
    lanes.prefetch_row(table, place)
    lanes.prefetch_row(table, place + 1)
    lanes.prefetch_row(table, place + 2)
    lanes.prefetch_row(table, place + 3)
    lanes.prefetch_row(table, place + 4)


@inlined
def _show(shown, to, held, t, row, a, b):
    lanes.store_row(shown, to, below(t, held, row, a, b))


@inlined
def _show_again(shown, to, held, t, row, a, b):
    lanes.store_row(shown, to, lanes.load_row(shown, to) + below(t, held, row, a, b))


@inlined
def _add_five(x, xb, hand, m, mb, place, j, low, high, held, t0, t1, t2, t3, t4):
    """Count a hand in; the totals."""
    a, b, q = np.int64(low[j]), np.int64(high[j]), mb + np.int64(place[j])
    lanes.prefetch_row(x, xb + np.int64(hand[j + AHEAD]))
    y = lanes.load_row(x, xb + np.int64(hand[j]))
    z = y * multiplier(m, q, 0)
    t0 = t0 + z
    count_in(held, 0, a, b, z)
    z = y * multiplier(m, q, 1)
    t1 = t1 + z
    count_in(held, _C1, a, b, z)
    z = y * multiplier(m, q, 2)
    t2 = t2 + z
    count_in(held, _C2, a, b, z)
    z = y * multiplier(m, q, 3)
    t3 = t3 + z
    count_in(held, _C3, a, b, z)
    z = y * multiplier(m, q, 4)
    t4 = t4 + z
    count_in(held, _C4, a, b, z)
    return t0, t1, t2, t3, t4


@inlined
def sweep_five(x, xb, hand, m, mb, place, scattered, starts, classes, low, high, held, shown):
    """Rows K and A0 to A3: what hands read into `shown`, sums by card into `held`; the five totals.

    Hand j has the reach in row `xb + hand[j]` of x, multipliers from row `mb + place[j]` of m on, and the cards
    low[j], high[j]; arrays over hands go on for `AHEAD` more. `scattered`: multipliers of neighbours lie far apart.
    """
    clear(held, np.int64(5 * CARDS))
    t0 = lanes.zeros()
    t1 = lanes.zeros()
    t2 = lanes.zeros()
    t3 = lanes.zeros()
    t4 = lanes.zeros()
    for number in range(classes):
        start, end = np.int64(starts[number]), np.int64(starts[number + 1])
        fetch(m, mb + np.int64(place[end]))
        for j in range(start, end):
            a, b, to = np.int64(low[j]), np.int64(high[j]), j * SHOWN
            _show(shown, to, held, t0, 0, a, b)
            _show(shown, to + 1, held, t1, _C1, a, b)
            _show(shown, to + 2, held, t2, _C2, a, b)
            _show(shown, to + 3, held, t3, _C3, a, b)
            _show(shown, to + 4, held, t4, _C4, a, b)
        if scattered:
            for j in range(start, end):
                fetch(m, mb + np.int64(place[j + AHEAD]))
                t0, t1, t2, t3, t4 = _add_five(
                    x, xb, hand, m, mb, place, j, low, high, held, t0, t1, t2, t3, t4
                )  # fmt: skip
        else:
            for j in range(start, end):
                t0, t1, t2, t3, t4 = _add_five(
                    x, xb, hand, m, mb, place, j, low, high, held, t0, t1, t2, t3, t4
                )  # fmt: skip
        for j in range(start, end):
            a, b, to = np.int64(low[j]), np.int64(high[j]), j * SHOWN
            _show_again(shown, to, held, t0, 0, a, b)
            _show_again(shown, to + 1, held, t1, _C1, a, b)
            _show_again(shown, to + 2, held, t2, _C2, a, b)
            _show_again(shown, to + 3, held, t3, _C3, a, b)
            _show_again(shown, to + 4, held, t4, _C4, a, b)
    return t0, t1, t2, t3, t4


@inlined
def _add_four(x, xb, hand, m, mb, place, j, low, high, held, t0, t1, t2, t3):
    """Count a hand in; the totals."""
    a, b, q = np.int64(low[j]), np.int64(high[j]), mb + np.int64(place[j])
    y = lanes.load_row(x, xb + np.int64(hand[j]))
    z = y * multiplier(m, q, 5)
    t0 = t0 + z
    count_in(held, 0, a, b, z)
    z = y * multiplier(m, q, 6)
    t1 = t1 + z
    count_in(held, _C1, a, b, z)
    z = y * multiplier(m, q, 7)
    t2 = t2 + z
    count_in(held, _C2, a, b, z)
    z = y * multiplier(m, q, 8)
    t3 = t3 + z
    count_in(held, _C3, a, b, z)
    return t0, t1, t2, t3


@inlined
def sweep_four(x, xb, hand, m, mb, place, scattered, starts, classes, low, high, held, shown):
    """Rows B0 to B3 in the same way; the four totals."""
    clear(held, np.int64(4 * CARDS))
    t0 = lanes.zeros()
    t1 = lanes.zeros()
    t2 = lanes.zeros()
    t3 = lanes.zeros()
    for number in range(classes):
        start, end = np.int64(starts[number]), np.int64(starts[number + 1])
        fetch(m, mb + np.int64(place[end]) + 4)
        for j in range(start, end):
            a, b, to = np.int64(low[j]), np.int64(high[j]), j * SHOWN
            _show(shown, to, held, t0, 0, a, b)
            _show(shown, to + 1, held, t1, _C1, a, b)
            _show(shown, to + 2, held, t2, _C2, a, b)
            _show(shown, to + 3, held, t3, _C3, a, b)
        if scattered:
            for j in range(start, end):
                fetch(m, mb + np.int64(place[j + AHEAD]) + 4)
                t0, t1, t2, t3 = _add_four(x, xb, hand, m, mb, place, j, low, high, held, t0, t1, t2, t3)
        else:
            for j in range(start, end):
                t0, t1, t2, t3 = _add_four(x, xb, hand, m, mb, place, j, low, high, held, t0, t1, t2, t3)
        for j in range(start, end):
            a, b, to = np.int64(low[j]), np.int64(high[j]), j * SHOWN
            _show_again(shown, to, held, t0, 0, a, b)
            _show_again(shown, to + 1, held, t1, _C1, a, b)
            _show_again(shown, to + 2, held, t2, _C2, a, b)
            _show_again(shown, to + 3, held, t3, _C3, a, b)
    return t0, t1, t2, t3


@inlined
def end_of(total, z, held, shown, row, j, a, b):
    """(wins less losses, reach that can be met) of hand j in a row whose own two cards have reach z."""
    v = below(total, held, row * CARDS, a, b)
    return lanes.load_row(shown, j * SHOWN + row) - v, v + z
