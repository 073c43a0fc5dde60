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
def _show(shown, to, held, u, row, a):
    lanes.store_row(shown, to, u - lanes.load_row(held, row + a))


@inlined
def _show_again(shown, to, held, u, row, a):
    lanes.store_row(shown, to, lanes.load_row(shown, to) + (u - lanes.load_row(held, row + a)))


@inlined
def without_five(held, t0, t1, t2, t3, t4, b):
    """Totals less the reach of hands with card b, of five rows."""
    return (
        t0 - lanes.load_row(held, b),
        t1 - lanes.load_row(held, _C1 + b),
        t2 - lanes.load_row(held, _C2 + b),
        t3 - lanes.load_row(held, _C3 + b),
        t4 - lanes.load_row(held, _C4 + b),
    )


@inlined
def without_four(held, t0, t1, t2, t3, b):
    """The same of four rows."""
    return (
        t0 - lanes.load_row(held, b),
        t1 - lanes.load_row(held, _C1 + b),
        t2 - lanes.load_row(held, _C2 + b),
        t3 - lanes.load_row(held, _C3 + b),
    )


@inlined
def _add_one(held, row, z):
    lanes.store_row(held, row, lanes.load_row(held, row) + z)


@inlined
def _add_five(y, m, q, a, held, t0, t1, t2, t3, t4, u0, u1, u2, u3, u4):
    """Count a hand in for its lower card; the totals, and the sums of its higher card."""
    z = y * multiplier(m, q, 0)
    t0, u0 = t0 + z, u0 + z
    _add_one(held, a, z)
    z = y * multiplier(m, q, 1)
    t1, u1 = t1 + z, u1 + z
    _add_one(held, _C1 + a, z)
    z = y * multiplier(m, q, 2)
    t2, u2 = t2 + z, u2 + z
    _add_one(held, _C2 + a, z)
    z = y * multiplier(m, q, 3)
    t3, u3 = t3 + z, u3 + z
    _add_one(held, _C3 + a, z)
    z = y * multiplier(m, q, 4)
    t4, u4 = t4 + z, u4 + z
    _add_one(held, _C4 + a, z)
    return t0, t1, t2, t3, t4, u0, u1, u2, u3, u4


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
        if not scattered:
            fetch(m, mb + np.int64(place[end]))
        j = start
        while j < end:
            b = np.int64(high[j])
            u0, u1, u2, u3, u4 = without_five(held, t0, t1, t2, t3, t4, b)
            while j < end and high[j] == b:
                a, to = np.int64(low[j]), j * SHOWN
                _show(shown, to, held, u0, 0, a)
                _show(shown, to + 1, held, u1, _C1, a)
                _show(shown, to + 2, held, u2, _C2, a)
                _show(shown, to + 3, held, u3, _C3, a)
                _show(shown, to + 4, held, u4, _C4, a)
                j += 1
        j = start
        while j < end:
            b = np.int64(high[j])
            u0, u1 = lanes.load_row(held, b), lanes.load_row(held, _C1 + b)
            u2, u3 = lanes.load_row(held, _C2 + b), lanes.load_row(held, _C3 + b)
            u4 = lanes.load_row(held, _C4 + b)
            while j < end and high[j] == b:
                if scattered:
                    fetch(m, mb + np.int64(place[j + AHEAD]))
                lanes.prefetch_row(x, xb + np.int64(hand[j + AHEAD]))
                y = lanes.load_row(x, xb + np.int64(hand[j]))
                t0, t1, t2, t3, t4, u0, u1, u2, u3, u4 = _add_five(
                    y, m, mb + np.int64(place[j]), np.int64(low[j]), held, t0, t1, t2, t3, t4, u0, u1, u2, u3, u4
                )
                j += 1
            lanes.store_row(held, b, u0)
            lanes.store_row(held, _C1 + b, u1)
            lanes.store_row(held, _C2 + b, u2)
            lanes.store_row(held, _C3 + b, u3)
            lanes.store_row(held, _C4 + b, u4)
        j = start
        while j < end:
            b = np.int64(high[j])
            u0, u1, u2, u3, u4 = without_five(held, t0, t1, t2, t3, t4, b)
            while j < end and high[j] == b:
                a, to = np.int64(low[j]), j * SHOWN
                _show_again(shown, to, held, u0, 0, a)
                _show_again(shown, to + 1, held, u1, _C1, a)
                _show_again(shown, to + 2, held, u2, _C2, a)
                _show_again(shown, to + 3, held, u3, _C3, a)
                _show_again(shown, to + 4, held, u4, _C4, a)
                j += 1
    return t0, t1, t2, t3, t4


@inlined
def _add_four(y, m, q, a, held, t0, t1, t2, t3, u0, u1, u2, u3):
    """Count a hand in for its lower card; the totals, and the sums of its higher card."""
    z = y * multiplier(m, q, 5)
    t0, u0 = t0 + z, u0 + z
    _add_one(held, a, z)
    z = y * multiplier(m, q, 6)
    t1, u1 = t1 + z, u1 + z
    _add_one(held, _C1 + a, z)
    z = y * multiplier(m, q, 7)
    t2, u2 = t2 + z, u2 + z
    _add_one(held, _C2 + a, z)
    z = y * multiplier(m, q, 8)
    t3, u3 = t3 + z, u3 + z
    _add_one(held, _C3 + a, z)
    return t0, t1, t2, t3, u0, u1, u2, u3


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
        if not scattered:
            fetch(m, mb + np.int64(place[end]) + 4)
        j = start
        while j < end:
            b = np.int64(high[j])
            u0, u1, u2, u3 = without_four(held, t0, t1, t2, t3, b)
            while j < end and high[j] == b:
                a, to = np.int64(low[j]), j * SHOWN
                _show(shown, to, held, u0, 0, a)
                _show(shown, to + 1, held, u1, _C1, a)
                _show(shown, to + 2, held, u2, _C2, a)
                _show(shown, to + 3, held, u3, _C3, a)
                j += 1
        j = start
        while j < end:
            b = np.int64(high[j])
            u0, u1 = lanes.load_row(held, b), lanes.load_row(held, _C1 + b)
            u2, u3 = lanes.load_row(held, _C2 + b), lanes.load_row(held, _C3 + b)
            while j < end and high[j] == b:
                if scattered:
                    fetch(m, mb + np.int64(place[j + AHEAD]) + 4)
                y = lanes.load_row(x, xb + np.int64(hand[j]))
                t0, t1, t2, t3, u0, u1, u2, u3 = _add_four(
                    y, m, mb + np.int64(place[j]), np.int64(low[j]), held, t0, t1, t2, t3, u0, u1, u2, u3
                )
                j += 1
            lanes.store_row(held, b, u0)
            lanes.store_row(held, _C1 + b, u1)
            lanes.store_row(held, _C2 + b, u2)
            lanes.store_row(held, _C3 + b, u3)
        j = start
        while j < end:
            b = np.int64(high[j])
            u0, u1, u2, u3 = without_four(held, t0, t1, t2, t3, b)
            while j < end and high[j] == b:
                a, to = np.int64(low[j]), j * SHOWN
                _show_again(shown, to, held, u0, 0, a)
                _show_again(shown, to + 1, held, u1, _C1, a)
                _show_again(shown, to + 2, held, u2, _C2, a)
                _show_again(shown, to + 3, held, u3, _C3, a)
                j += 1
    return t0, t1, t2, t3


@inlined
def end_of(u, z, held, shown, row, j, a):
    """(wins less losses, reach that can be met) of hand j in a row whose own two cards have reach z.

    u is the row's total less the reach of hands with the hand's higher card, a its lower card.
    """
    v = u - lanes.load_row(held, row * CARDS + a)
    return lanes.load_row(shown, j * SHOWN + row) - v, v + z
