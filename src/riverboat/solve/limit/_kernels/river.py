"""All ends of one river board for every line at once: what the best responder wins with each hand."""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit._kernels.streets import HANDS, answer_bet, make_bet
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

LIVE = 1081
"""Hands on a river board."""
PLACES = LIVE + 2 * AHEAD
"""Length of arrays over hands in order of strength: kernels look ahead."""
_MANY = 200
"""Changes of bucket from hand to hand, by strength, from which each hand's multipliers are asked for ahead."""


@inlined
def lay_out(order, bucket_of, cards, hand, low, high, place):
    """Hands, their cards and their rows of a table in order of strength; whether neighbours lie far apart there."""
    changes = 0
    for j in range(LIVE):
        here = order[j]
        hand[j] = here
        low[j] = cards[here, 0]
        high[j] = cards[here, 1]
        place[j] = np.int64(bucket_of[here]) * 9
        changes += place[j] != place[j - 1]
    return changes > _MANY


@entry
def add_river(
    reach, empty, multipliers, buckets, bucket_of, order, starts, classes, cards, stakes, bet_size, me, weight, blocks,
    hand, low, high, place, held, shown, values,
):  # fmt: skip
    """Add `weight` times my best-response values on one river board, for every hand and lane, to `values`.

    `reach` is theirs into the river, `order`, `starts`, `classes` the hands sorted (`boards.sort_rivers`). `hand`,
    `low`, `high` uint16 and `place` int32 [PLACES] are working memory (rows in the arrays by strength), as are `held`
    (5 * 52, 16) and `shown` (SHOWN * 1081, 16).
    """
    scattered = lay_out(order, bucket_of, cards, hand, low, high, place)
    bet, times = lanes.splat(bet_size), lanes.splat(weight)
    for block in range(blocks):
        if empty[block]:
            continue
        base, table = block * HANDS, block * buckets * 9
        stake = lanes.load_row(stakes, block)
        s1 = stake + bet
        s2 = s1 + bet
        s3 = s2 + bet
        s4 = s3 + bet
        tk, t0, t1, t2, t3 = sweep_five(
            reach, base, hand, multipliers, table, place, scattered, starts, classes, low, high, held, shown
        )
        last, u0, u1, u2, u3, u4 = np.int64(-1), tk, t0, t1, t2, t3
        for j in range(LIVE):
            if scattered:
                fetch(multipliers, table + np.int64(place[j + AHEAD]))
            a, b, q = np.int64(low[j]), np.int64(high[j]), table + np.int64(place[j])
            if b != last:
                u0, u1, u2, u3, u4 = without_five(held, tk, t0, t1, t2, t3, b)
                last = b
            y = lanes.load_row(reach, base + np.int64(hand[j]))
            dk, rk = end_of(u0, y * multiplier(multipliers, q, 0), held, shown, 0, j, a)
            d0, r0 = end_of(u1, y * multiplier(multipliers, q, 1), held, shown, 1, j, a)
            d1, r1 = end_of(u2, y * multiplier(multipliers, q, 2), held, shown, 2, j, a)
            d2, r2 = end_of(u3, y * multiplier(multipliers, q, 3), held, shown, 3, j, a)
            d3, r3 = end_of(u4, y * multiplier(multipliers, q, 4), held, shown, 4, j, a)
            answered = answer_bet(stake, bet, d0 * s1, d1 * s2, d2 * s3, d3 * s4, r0, r1, r2, r3)
            to = j * SHOWN + 4
            if me == 0:
                lanes.store_row(shown, to, dk * stake + answered)
                lanes.store_row(shown, to + 1, rk + r0)
            else:
                lanes.store_row(shown, to, dk * stake)
                lanes.store_row(shown, to + 1, rk)
                lanes.store_row(shown, to + 2, answered)
        t0, t1, t2, t3 = sweep_four(
            reach, base, hand, multipliers, table, place, scattered, starts, classes, low, high, held, shown
        )
        last, u0, u1, u2, u3 = np.int64(-1), t0, t1, t2, t3
        for j in range(LIVE):
            if scattered:
                fetch(multipliers, table + np.int64(place[j + AHEAD]) + 4)
            lanes.prefetch_row(values, base + np.int64(hand[j + AHEAD]))
            a, b, q = np.int64(low[j]), np.int64(high[j]), table + np.int64(place[j])
            if b != last:
                u0, u1, u2, u3 = without_four(held, t0, t1, t2, t3, b)
                last = b
            at = base + np.int64(hand[j])
            y = lanes.load_row(reach, at)
            d0, r0 = end_of(u0, y * multiplier(multipliers, q, 5), held, shown, 0, j, a)
            d1, r1 = end_of(u1, y * multiplier(multipliers, q, 6), held, shown, 1, j, a)
            d2, r2 = end_of(u2, y * multiplier(multipliers, q, 7), held, shown, 2, j, a)
            d3, r3 = end_of(u3, y * multiplier(multipliers, q, 8), held, shown, 3, j, a)
            to = j * SHOWN + 4
            betting = make_bet(
                stake, bet, lanes.load_row(shown, to + 1), d0 * s1, d1 * s2, d2 * s3, d3 * s4, r0, r1, r2, r3
            )
            value = lanes.greater(lanes.load_row(shown, to), betting)
            if me == 1:
                value = value + lanes.load_row(shown, to + 2)
            lanes.store_row(values, at, lanes.load_row(values, at) + times * value)
