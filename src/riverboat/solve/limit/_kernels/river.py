"""All ends of one river board for every line at once: what the best responder wins with each hand.

Hands come sorted by strength. One sweep from the weakest up keeps, for five (or four) rows of the opponent's reach at a
time, its sum and its sum by card: V = total - by card a - by card b is the reach that a hand with the cards a, b can
meet, less its own. Read before and after a class of equal strength is added, V(below) + V(through) - V(all) are wins
less losses. Totals stay in registers, sums by card (17 kB) in the first cache, what was read (346 kB) in the second.
Multipliers are fetched ahead: tables of many buckets lie in the third cache or in memory.
"""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit._kernels.prefetch import prefetch
from riverboat.solve.limit._kernels.streets import CARDS, HANDS, answer_bet, make_bet
from riverboat.solve.spot._kernels.compiled import entry, inlined

LIVE = 1081
"""Hands on a river board."""
_WIDE = lanes.WIDTH
_AHEAD = 8
"""How many hands ahead multipliers are fetched then."""
_MANY = 200
"""Changes of bucket from hand to hand, by strength, from which each hand's multipliers are fetched before."""
_ROW1, _ROW2, _ROW3, _ROW4 = (row * CARDS * _WIDE for row in range(1, 5))
_THREE, _FIVE = 3 * _WIDE, 5 * _WIDE


@inlined
def _meet(by_card, first, total, low, high):
    return total - lanes.load(by_card, 0, first + low) - lanes.load(by_card, 0, first + high)


@inlined
def _put(by_card, first, low, high, value):
    lanes.store(by_card, 0, first + low, lanes.load(by_card, 0, first + low) + value)
    lanes.store(by_card, 0, first + high, lanes.load(by_card, 0, first + high) + value)


@inlined
def _read(by_card, first, total, low, high, shown, at):
    lanes.store(shown, 0, at, _meet(by_card, first, total, low, high))


@inlined
def _read_again(by_card, first, total, low, high, shown, at):
    lanes.store(shown, 0, at, lanes.load(shown, 0, at) + _meet(by_card, first, total, low, high))


@inlined
def _fetch_five(multipliers, place):
    prefetch(multipliers, place)
    prefetch(multipliers, place + _WIDE)
    prefetch(multipliers, place + 2 * _WIDE)
    prefetch(multipliers, place + 3 * _WIDE)
    prefetch(multipliers, place + 4 * _WIDE)


@inlined
def _add_five(reach, base, multipliers, table, hand, low, high, bucket, j, by_card, t0, t1, t2, t3, t4):
    """Add a hand to the rows; gives the totals."""
    a, b = np.int64(low[j]), np.int64(high[j])
    x = lanes.load(reach, 0, base + np.int64(hand[j]))
    q = table + np.int64(bucket[j])
    z = x * lanes.load(multipliers, 0, q)
    t0 = t0 + z
    _put(by_card, 0, a, b, z)
    z = x * lanes.load(multipliers, 0, q + _WIDE)
    t1 = t1 + z
    _put(by_card, _ROW1, a, b, z)
    z = x * lanes.load(multipliers, 0, q + 2 * _WIDE)
    t2 = t2 + z
    _put(by_card, _ROW2, a, b, z)
    z = x * lanes.load(multipliers, 0, q + 3 * _WIDE)
    t3 = t3 + z
    _put(by_card, _ROW3, a, b, z)
    z = x * lanes.load(multipliers, 0, q + 4 * _WIDE)
    t4 = t4 + z
    _put(by_card, _ROW4, a, b, z)
    return t0, t1, t2, t3, t4


@inlined
def _sweep_five(reach, base, multipliers, table, hand, low, high, bucket, scattered, starts, classes, by_card, shown):
    """Rows K A0 A1 A2 A3: fills `shown` with V(below) + V(through), leaves sums by card; gives the totals."""
    for at in range(5 * CARDS):
        lanes.store(by_card, 0, at * _WIDE, lanes.zeros())
    t0 = lanes.zeros()
    t1 = lanes.zeros()
    t2 = lanes.zeros()
    t3 = lanes.zeros()
    t4 = lanes.zeros()
    for number in range(classes):
        first, end = np.int64(starts[number]), np.int64(starts[number + 1])
        after = np.int64(starts[number + 2])
        _fetch_five(multipliers, table + np.int64(bucket[after]))
        for j in range(first, end):
            a, b = np.int64(low[j]), np.int64(high[j])
            _read(by_card, 0, t0, a, b, shown, j * _FIVE)
            _read(by_card, _ROW1, t1, a, b, shown, j * _FIVE + _WIDE)
            _read(by_card, _ROW2, t2, a, b, shown, j * _FIVE + 2 * _WIDE)
            _read(by_card, _ROW3, t3, a, b, shown, j * _FIVE + 3 * _WIDE)
            _read(by_card, _ROW4, t4, a, b, shown, j * _FIVE + 4 * _WIDE)
        if scattered:
            for j in range(first, end):
                _fetch_five(multipliers, table + np.int64(bucket[j + _AHEAD]))
                t0, t1, t2, t3, t4 = _add_five(
                    reach, base, multipliers, table, hand, low, high, bucket, j, by_card, t0, t1, t2, t3, t4
                )
        else:
            for j in range(first, end):
                t0, t1, t2, t3, t4 = _add_five(
                    reach, base, multipliers, table, hand, low, high, bucket, j, by_card, t0, t1, t2, t3, t4
                )
        for j in range(first, end):
            a, b = np.int64(low[j]), np.int64(high[j])
            _read_again(by_card, 0, t0, a, b, shown, j * _FIVE)
            _read_again(by_card, _ROW1, t1, a, b, shown, j * _FIVE + _WIDE)
            _read_again(by_card, _ROW2, t2, a, b, shown, j * _FIVE + 2 * _WIDE)
            _read_again(by_card, _ROW3, t3, a, b, shown, j * _FIVE + 3 * _WIDE)
            _read_again(by_card, _ROW4, t4, a, b, shown, j * _FIVE + 4 * _WIDE)
    return t0, t1, t2, t3, t4


@inlined
def _fetch_four(multipliers, place):
    prefetch(multipliers, place)
    prefetch(multipliers, place + _WIDE)
    prefetch(multipliers, place + 2 * _WIDE)
    prefetch(multipliers, place + 3 * _WIDE)


@inlined
def _add_four(reach, base, multipliers, table, hand, low, high, bucket, j, by_card, t0, t1, t2, t3):
    """Add a hand to the rows; gives the totals."""
    a, b = np.int64(low[j]), np.int64(high[j])
    x = lanes.load(reach, 0, base + np.int64(hand[j]))
    q = table + np.int64(bucket[j]) + 5 * _WIDE
    z = x * lanes.load(multipliers, 0, q)
    t0 = t0 + z
    _put(by_card, 0, a, b, z)
    z = x * lanes.load(multipliers, 0, q + _WIDE)
    t1 = t1 + z
    _put(by_card, _ROW1, a, b, z)
    z = x * lanes.load(multipliers, 0, q + 2 * _WIDE)
    t2 = t2 + z
    _put(by_card, _ROW2, a, b, z)
    z = x * lanes.load(multipliers, 0, q + 3 * _WIDE)
    t3 = t3 + z
    _put(by_card, _ROW3, a, b, z)
    return t0, t1, t2, t3


@inlined
def _sweep_four(reach, base, multipliers, table, hand, low, high, bucket, scattered, starts, classes, by_card, shown):
    """Rows B0 B1 B2 B3, likewise."""
    for at in range(4 * CARDS):
        lanes.store(by_card, 0, at * _WIDE, lanes.zeros())
    t0 = lanes.zeros()
    t1 = lanes.zeros()
    t2 = lanes.zeros()
    t3 = lanes.zeros()
    for number in range(classes):
        first, end = np.int64(starts[number]), np.int64(starts[number + 1])
        after = np.int64(starts[number + 2])
        _fetch_four(multipliers, table + np.int64(bucket[after]) + 5 * _WIDE)
        for j in range(first, end):
            a, b = np.int64(low[j]), np.int64(high[j])
            _read(by_card, 0, t0, a, b, shown, j * _FIVE)
            _read(by_card, _ROW1, t1, a, b, shown, j * _FIVE + _WIDE)
            _read(by_card, _ROW2, t2, a, b, shown, j * _FIVE + 2 * _WIDE)
            _read(by_card, _ROW3, t3, a, b, shown, j * _FIVE + 3 * _WIDE)
        if scattered:
            for j in range(first, end):
                _fetch_four(multipliers, table + np.int64(bucket[j + _AHEAD]) + 5 * _WIDE)
                t0, t1, t2, t3 = _add_four(
                    reach, base, multipliers, table, hand, low, high, bucket, j, by_card, t0, t1, t2, t3
                )
        else:
            for j in range(first, end):
                t0, t1, t2, t3 = _add_four(
                    reach, base, multipliers, table, hand, low, high, bucket, j, by_card, t0, t1, t2, t3
                )
        for j in range(first, end):
            a, b = np.int64(low[j]), np.int64(high[j])
            _read_again(by_card, 0, t0, a, b, shown, j * _FIVE)
            _read_again(by_card, _ROW1, t1, a, b, shown, j * _FIVE + _WIDE)
            _read_again(by_card, _ROW2, t2, a, b, shown, j * _FIVE + 2 * _WIDE)
            _read_again(by_card, _ROW3, t3, a, b, shown, j * _FIVE + 3 * _WIDE)
    return t0, t1, t2, t3


@entry
def add_river(
    reach, empty, multipliers, buckets, bucket_of, order, starts, classes, cards, stakes, bet_size, me, weight, blocks,
    hand, low, high, bucket, by_card, shown, half, values,
):  # fmt: skip
    """Add `weight` times my best-response values on one river board, for every hand and lane, to `values`.

    `reach` is theirs into the river, `order`, `starts`, `classes` the hands sorted (`boards.sort_rivers`). Lanes are
    flat here, arrays (1, n): their places are sums of what is known, without a multiplication for each access. `hand`,
    `low`, `high` uint16 and `bucket` int32 [1081 + 16] are working memory (places in the arrays by strength), as are
    `by_card` of 5 * 52, `shown` of 5 * 1081 and `half` of 3 * 1081 lanes.
    """
    changes = 0
    for j in range(LIVE):
        here = order[j]
        hand[j] = here * _WIDE
        low[j] = cards[here, 0] * _WIDE
        high[j] = cards[here, 1] * _WIDE
        bucket[j] = np.int64(bucket_of[here]) * 9 * _WIDE
        changes += bucket[j] != bucket[j - 1]
    scattered = changes > _MANY
    bet, times = lanes.splat(bet_size), lanes.splat(weight)
    for block in range(blocks):
        if empty[block]:
            continue
        base, table = block * HANDS * _WIDE, block * buckets * 9 * _WIDE
        stake = lanes.load(stakes, block, 0)
        s1 = stake + bet
        s2 = s1 + bet
        s3 = s2 + bet
        s4 = s3 + bet
        tk, t0, t1, t2, t3 = _sweep_five(
            reach, base, multipliers, table, hand, low, high, bucket, scattered, starts, classes, by_card, shown
        )
        for j in range(LIVE):
            a, b = np.int64(low[j]), np.int64(high[j])
            x = lanes.load(reach, 0, base + np.int64(hand[j]))
            q = table + np.int64(bucket[j])
            v = _meet(by_card, 0, tk, a, b)
            at = j * _FIVE
            checked = (lanes.load(shown, 0, at) - v) * stake
            met_check = v + x * lanes.load(multipliers, 0, q)
            v0 = _meet(by_card, _ROW1, t0, a, b)
            v1 = _meet(by_card, _ROW2, t1, a, b)
            v2 = _meet(by_card, _ROW3, t2, a, b)
            v3 = _meet(by_card, _ROW4, t3, a, b)
            met_bet = v0 + x * lanes.load(multipliers, 0, q + _WIDE)
            answered = answer_bet(
                stake, bet,
                (lanes.load(shown, 0, at + _WIDE) - v0) * s1, (lanes.load(shown, 0, at + 2 * _WIDE) - v1) * s2,
                (lanes.load(shown, 0, at + 3 * _WIDE) - v2) * s3, (lanes.load(shown, 0, at + 4 * _WIDE) - v3) * s4,
                met_bet, v1 + x * lanes.load(multipliers, 0, q + 2 * _WIDE),
                v2 + x * lanes.load(multipliers, 0, q + 3 * _WIDE), v3 + x * lanes.load(multipliers, 0, q + 4 * _WIDE),
            )  # fmt: skip
            if me == 0:
                lanes.store(half, 0, j * _THREE, checked + answered)
                lanes.store(half, 0, j * _THREE + _WIDE, met_check + met_bet)
            else:
                lanes.store(half, 0, j * _THREE, checked)
                lanes.store(half, 0, j * _THREE + _WIDE, met_check)
                lanes.store(half, 0, j * _THREE + 2 * _WIDE, answered)
        t0, t1, t2, t3 = _sweep_four(
            reach, base, multipliers, table, hand, low, high, bucket, scattered, starts, classes, by_card, shown
        )
        for j in range(LIVE):
            a, b = np.int64(low[j]), np.int64(high[j])
            x = lanes.load(reach, 0, base + np.int64(hand[j]))
            q = table + np.int64(bucket[j]) + 5 * _WIDE
            v0 = _meet(by_card, 0, t0, a, b)
            v1 = _meet(by_card, _ROW1, t1, a, b)
            v2 = _meet(by_card, _ROW2, t2, a, b)
            v3 = _meet(by_card, _ROW3, t3, a, b)
            at = j * _FIVE
            betting = make_bet(
                stake, bet, lanes.load(half, 0, j * _THREE + _WIDE),
                (lanes.load(shown, 0, at) - v0) * s1, (lanes.load(shown, 0, at + _WIDE) - v1) * s2,
                (lanes.load(shown, 0, at + 2 * _WIDE) - v2) * s3, (lanes.load(shown, 0, at + 3 * _WIDE) - v3) * s4,
                v0 + x * lanes.load(multipliers, 0, q), v1 + x * lanes.load(multipliers, 0, q + _WIDE),
                v2 + x * lanes.load(multipliers, 0, q + 2 * _WIDE), v3 + x * lanes.load(multipliers, 0, q + 3 * _WIDE),
            )  # fmt: skip
            value = lanes.greater(lanes.load(half, 0, j * _THREE), betting)
            if me == 1:
                value = value + lanes.load(half, 0, j * _THREE + 2 * _WIDE)
            to = base + np.int64(hand[j])
            lanes.store(values, 0, to, lanes.load(values, 0, to) + times * value)
