"""What one player wins from another where both play as their tables say: all hands of a board, sixteen lines at once.

"They" are player 0 and "I" am player 1. Names follow `solve.limit.choices`: s is what each had paid before the street,
r the reach of one of their rows that my hand can meet, d its wins less losses; a0 to a3 and b0 to b3 are my own rows.
A fold needs no row: what folds is what was there before less what calls and raises.
"""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit._kernels.river import LIVE, lay_out
from riverboat.solve.limit._kernels.streets import HANDS
from riverboat.solve.limit._kernels.sweep import (
    AHEAD,
    SHOWN,
    end_of,
    fetch,
    multiplier,
    sweep_five,
    sweep_four,
    without_five,
    without_four,
)
from riverboat.solve.spot._kernels.compiled import entry, inlined


@inlined
def they_bet(s, bet, y, b0, b1, b2, b3, r0, r1, r2, r3, d0, d1, d2, d3):
    """They bet: I fold or call or raise, they fold or call or raise again, and so on; what I win."""
    s1 = s + bet
    s2 = s1 + bet
    s3 = s2 + bet
    s4 = s3 + bet
    folds = b1 * (r0 - r1 - r2) * s1 + b3 * (r2 - r3) * s3 - r0 * (y - b0 - b1) * s - r2 * (b1 - b2 - b3) * s2
    return folds + b0 * d0 * s1 + b1 * d1 * s2 + b2 * d2 * s3 + b3 * d3 * s4


@inlined
def i_bet(s, bet, before, a0, a1, a2, a3, r0, r1, r2, r3, d0, d1, d2, d3):
    """I bet into the reach `before`; the same."""
    s1 = s + bet
    s2 = s1 + bet
    s3 = s2 + bet
    s4 = s3 + bet
    folds = a0 * (before - r0 - r1) * s + a2 * (r1 - r2 - r3) * s2 - r1 * (a0 - a1 - a2) * s1 - r3 * (a2 - a3) * s3
    return folds + a0 * d0 * s1 + a1 * d1 * s2 + a2 * d2 * s3 + a3 * d3 * s4


@entry
def street_winnings(
    theirs, their_table, their_buckets, their_bucket, mine, my_table, my_buckets, my_bucket, my_whole, order, starts,
    classes, cards, stakes, bet_size, blocks, hand, low, high, place, my_place, held, shown, won,
):  # fmt: skip
    """What I win on one street with each line, float32[blocks, 16] `won`: by folds, and by showdowns of the river.

    Before the river all hands are one class, and nothing is shown down. `theirs` and `mine` are reaches into the street
    in units of which `my_whole` makes one; the rest is as in `river.add_river`, `my_place` is int32[PLACES] more of
    working memory.
    """
    scattered = lay_out(order, their_bucket, cards, hand, low, high, place)
    for j in range(LIVE):
        my_place[j] = np.int64(my_bucket[order[j]]) * 9
    bet, whole = lanes.splat(bet_size), lanes.splat(my_whole)
    for block in range(blocks):
        base, table, own = block * HANDS, block * their_buckets * 9, block * my_buckets * 9
        stake, total = lanes.load_row(stakes, block), lanes.zeros()
        tk, t0, t1, t2, t3 = sweep_five(
            theirs, base, hand, their_table, table, place, scattered, starts, classes, low, high, held, shown
        )
        last, uk, u0, u1, u2, u3 = np.int64(-1), tk, t0, t1, t2, t3
        for j in range(LIVE):
            if scattered:
                fetch(their_table, table + np.int64(place[j + AHEAD]))
            a, b, at = np.int64(low[j]), np.int64(high[j]), base + np.int64(hand[j])
            q, p = table + np.int64(place[j]), own + np.int64(my_place[j])
            x, y = lanes.load_row(theirs, at), lanes.load_row(mine, at)
            if b != last:
                uk, u0, u1, u2, u3 = without_five(held, tk, t0, t1, t2, t3, b)
                last = b
            dk, rk = end_of(uk, x * multiplier(their_table, q, 0), held, shown, 0, j, a)
            d0, r0 = end_of(u0, x * multiplier(their_table, q, 1), held, shown, 1, j, a)
            d1, r1 = end_of(u1, x * multiplier(their_table, q, 2), held, shown, 2, j, a)
            d2, r2 = end_of(u2, x * multiplier(their_table, q, 3), held, shown, 3, j, a)
            d3, r3 = end_of(u3, x * multiplier(their_table, q, 4), held, shown, 4, j, a)
            b0, b1 = y * multiplier(my_table, p, 5), y * multiplier(my_table, p, 6)
            b2, b3 = y * multiplier(my_table, p, 7), y * multiplier(my_table, p, 8)
            total = total + y * multiplier(my_table, p, 0) * dk * stake
            total = total + they_bet(stake, bet, y * whole, b0, b1, b2, b3, r0, r1, r2, r3, d0, d1, d2, d3)
            lanes.store_row(shown, j * SHOWN + 5, rk)
        t0, t1, t2, t3 = sweep_four(
            theirs, base, hand, their_table, table, place, scattered, starts, classes, low, high, held, shown
        )
        last, u0, u1, u2, u3 = np.int64(-1), t0, t1, t2, t3
        for j in range(LIVE):
            if scattered:
                fetch(their_table, table + np.int64(place[j + AHEAD]) + 4)
            a, b, at = np.int64(low[j]), np.int64(high[j]), base + np.int64(hand[j])
            q, p = table + np.int64(place[j]), own + np.int64(my_place[j])
            x, y = lanes.load_row(theirs, at), lanes.load_row(mine, at)
            if b != last:
                u0, u1, u2, u3 = without_four(held, t0, t1, t2, t3, b)
                last = b
            d0, r0 = end_of(u0, x * multiplier(their_table, q, 5), held, shown, 0, j, a)
            d1, r1 = end_of(u1, x * multiplier(their_table, q, 6), held, shown, 1, j, a)
            d2, r2 = end_of(u2, x * multiplier(their_table, q, 7), held, shown, 2, j, a)
            d3, r3 = end_of(u3, x * multiplier(their_table, q, 8), held, shown, 3, j, a)
            a0, a1 = y * multiplier(my_table, p, 1), y * multiplier(my_table, p, 2)
            a2, a3 = y * multiplier(my_table, p, 3), y * multiplier(my_table, p, 4)
            before = lanes.load_row(shown, j * SHOWN + 5)
            total = total + i_bet(stake, bet, before, a0, a1, a2, a3, r0, r1, r2, r3, d0, d1, d2, d3)
        lanes.store_row(won, block, total)
