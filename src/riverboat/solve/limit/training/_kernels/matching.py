"""Regret matching by slot: shares of all actions, multipliers of the rows of reach, regrets and sums back."""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit.training._kernels.layout import ACTIONS, OTHERS
from riverboat.solve.spot._kernels.compiled import inlined, inner

_AHEAD = 2


@inlined
def add(table, row, value):
    """Add to a row."""
    lanes.store_row(table, row, lanes.load_row(table, row) + value)


@inlined
def fetch_bucket(table, base_row, used, slot, count):
    """Ask for what a table has of the slot after next: buckets in use lie far apart."""
    if slot + _AHEAD < count:
        base = (base_row + np.int64(used[slot + _AHEAD])) * ACTIONS
        for action in range(ACTIONS):
            lanes.prefetch_row(table, base + action)


@inlined
def match_two(regrets, base, shares, to):
    """The shares of a decision between two actions: that of the second is stored."""
    first, second = lanes.positive(lanes.load_row(regrets, base)), lanes.positive(lanes.load_row(regrets, base + 1))
    total = first + second
    one = lanes.splat(np.float32(1.0))
    share = lanes.choose(total, first / lanes.choose(total, total, one), lanes.splat(np.float32(0.5)))
    lanes.store_row(shares, to, one - share)
    return share, one - share


@inlined
def match_three(regrets, base, shares, to):
    """The shares of a decision between three actions: those of the second and third are stored."""
    a = lanes.positive(lanes.load_row(regrets, base))
    b = lanes.positive(lanes.load_row(regrets, base + 1))
    c = lanes.positive(lanes.load_row(regrets, base + 2))
    total = a + b + c
    zero, one, third = lanes.zeros(), lanes.splat(np.float32(1.0)), lanes.splat(np.float32(1.0 / 3.0))
    inverse = lanes.choose(total, one / lanes.choose(total, total, one), zero)
    even = lanes.choose(total, zero, third)
    second, last = b * inverse + even, c * inverse + even
    lanes.store_row(shares, to, second)
    lanes.store_row(shares, to + 1, last)
    return second, last


@inner
def match(regrets, base_row, used, count, player, shares, shares_base, rows, rows_base):
    """Shares (8 a slot) and multipliers of reach (9 a slot) of the buckets in use, from regrets."""
    for slot in range(count):
        fetch_bucket(regrets, base_row, used, slot, count)
        base, to = (base_row + np.int64(used[slot])) * ACTIONS, shares_base + slot * OTHERS
        check, bet = match_two(regrets, base, shares, to)
        call, raise_ = match_three(regrets, base + 2, shares, to + 1)
        _, calls_cap = match_two(regrets, base + 5, shares, to + 3)
        calls_bet, raises_bet = match_three(regrets, base + 7, shares, to + 4)
        calls_again, caps = match_three(regrets, base + 10, shares, to + 6)
        before = lanes.splat(np.float32(1.0))
        if player == 0:  # player 0 is bet into only after a check
            before = check
        again, raised, q = bet * raise_, before * raises_bet, rows_base + slot * 9
        lanes.store_row(rows, q, check)
        lanes.store_row(rows, q + 1, bet)
        lanes.store_row(rows, q + 2, bet * call)
        lanes.store_row(rows, q + 3, again)
        lanes.store_row(rows, q + 4, again * calls_cap)
        lanes.store_row(rows, q + 5, before * calls_bet)
        lanes.store_row(rows, q + 6, raised)
        lanes.store_row(rows, q + 7, raised * calls_again)
        lanes.store_row(rows, q + 8, raised * caps)


@inlined
def regret_two(regrets, base, shares, to, difference):
    """Regrets of two actions, from the value of the second less that of the first."""
    low = lanes.zeros() - lanes.load_row(shares, to) * difference
    add(regrets, base, low)
    add(regrets, base + 1, difference + low)


@inlined
def regret_three(regrets, base, shares, to, second, third):
    """Regrets of three actions, from the values of the second and third less that of the first."""
    low = lanes.zeros() - (lanes.load_row(shares, to) * second + lanes.load_row(shares, to + 1) * third)
    add(regrets, base, low)
    add(regrets, base + 1, second + low)
    add(regrets, base + 2, third + low)


@inner
def add_regrets(regrets, base_row, used, count, shares, shares_base, sums, weight):
    """Regrets of the buckets in use, from differences of values summed over the hands of each slot.

    The hands of a slot play alike, and regrets are linear in values, so this needs one visit of the table a slot and
    not one a hand.
    """
    w = lanes.splat(np.float32(weight))
    for slot in range(count):
        fetch_bucket(regrets, base_row, used, slot, count)
        base, to = (base_row + np.int64(used[slot])) * ACTIONS, shares_base + slot * OTHERS
        d = slot * OTHERS
        regret_two(regrets, base, shares, to, w * lanes.load_row(sums, d))
        regret_three(
            regrets, base + 2, shares, to + 1, w * lanes.load_row(sums, d + 1), w * lanes.load_row(sums, d + 2)
        )
        regret_two(regrets, base + 5, shares, to + 3, w * lanes.load_row(sums, d + 3))
        regret_three(
            regrets, base + 7, shares, to + 4, w * lanes.load_row(sums, d + 4), w * lanes.load_row(sums, d + 5)
        )
        regret_three(
            regrets, base + 10, shares, to + 6, w * lanes.load_row(sums, d + 6), w * lanes.load_row(sums, d + 7)
        )


@inlined
def average_two(table, base, shares, to, here):
    """What a decision between two actions adds to the sums; (what goes the first way, the second)."""
    second = here * lanes.load_row(shares, to)
    add(table, base, here - second)
    add(table, base + 1, second)
    return here - second, second


@inlined
def average_three(table, base, shares, to, here):
    """The same of three actions; what goes the third way."""
    second, third = here * lanes.load_row(shares, to), here * lanes.load_row(shares, to + 1)
    add(table, base, lanes.positive(here - second - third))
    add(table, base + 1, second)
    add(table, base + 2, third)
    return third


@inner
def add_average(table, base_row, used, count, slots, hands, x, xb, hand, player, shares, shares_base, own, weight):
    """Own reach, row `xb + hand[j]` of x, times shares into the sums of the average strategy."""
    zero = lanes.zeros()
    for slot in range(count):
        lanes.store_row(own, slot, zero)
    for j in range(hands):
        add(own, np.int64(slots[j]), lanes.load_row(x, xb + np.int64(hand[j])))
    t = lanes.splat(np.float32(weight))
    for slot in range(count):
        fetch_bucket(table, base_row, used, slot, count)
        base, to = (base_row + np.int64(used[slot])) * ACTIONS, shares_base + slot * OTHERS
        here = lanes.load_row(own, slot) * t
        check, bet = average_two(table, base, shares, to, here)
        again = average_three(table, base + 2, shares, to + 1, bet)
        average_two(table, base + 5, shares, to + 3, again)
        before = here
        if player == 0:
            before = check
        raised = average_three(table, base + 7, shares, to + 4, before)
        average_three(table, base + 10, shares, to + 6, raised)
