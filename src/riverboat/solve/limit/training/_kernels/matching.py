"""Regret matching by slot: shares of all actions, multipliers of the rows of reach, regrets and sums back."""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit.training._kernels.layout import ACTIONS, DIFFERENCES
from riverboat.solve.spot._kernels.compiled import inlined, inner


@inlined
def add(table, row, value):
    """Add to a row."""
    lanes.store(table, row, 0, lanes.load(table, row, 0) + value)


@inlined
def match_two(regrets, base, shares, to):
    """The shares of a decision between two actions."""
    first, second = lanes.positive(lanes.load(regrets, base, 0)), lanes.positive(lanes.load(regrets, base + 1, 0))
    total = first + second
    one = lanes.splat(np.float32(1.0))
    share = lanes.choose(total, first / lanes.choose(total, total, one), lanes.splat(np.float32(0.5)))
    lanes.store(shares, to, 0, share)
    lanes.store(shares, to + 1, 0, one - share)


@inlined
def match_three(regrets, base, shares, to):
    """The shares of a decision between three actions."""
    a = lanes.positive(lanes.load(regrets, base, 0))
    b = lanes.positive(lanes.load(regrets, base + 1, 0))
    c = lanes.positive(lanes.load(regrets, base + 2, 0))
    total = a + b + c
    zero, one, third = lanes.zeros(), lanes.splat(np.float32(1.0)), lanes.splat(np.float32(1.0 / 3.0))
    inverse = lanes.choose(total, one / lanes.choose(total, total, one), zero)
    even = lanes.choose(total, zero, third)
    lanes.store(shares, to, 0, a * inverse + even)
    lanes.store(shares, to + 1, 0, b * inverse + even)
    lanes.store(shares, to + 2, 0, c * inverse + even)


@inner
def match(regrets, base_row, used, count, player, shares, shares_base, rows, rows_base):
    """Shares (13 a slot) and multipliers of reach (9 a slot) of the buckets in use, from regrets or from sums."""
    for slot in range(count):
        base, to = (base_row + np.int64(used[slot])) * ACTIONS, shares_base + slot * ACTIONS
        match_two(regrets, base, shares, to)
        match_three(regrets, base + 2, shares, to + 2)
        match_two(regrets, base + 5, shares, to + 5)
        match_three(regrets, base + 7, shares, to + 7)
        match_three(regrets, base + 10, shares, to + 10)
        multiply(shares, to, player, rows, rows_base + slot * 9)


@inlined
def multiply(shares, to, player, rows, q):
    """The nine multipliers of a slot from its thirteen shares."""
    check, bet = lanes.load(shares, to, 0), lanes.load(shares, to + 1, 0)
    again = bet * lanes.load(shares, to + 4, 0)
    before = lanes.splat(np.float32(1.0))
    if player == 0:  # player 0 is bet into only after a check
        before = check
    raised = before * lanes.load(shares, to + 9, 0)
    lanes.store(rows, q, 0, check)
    lanes.store(rows, q + 1, 0, bet)
    lanes.store(rows, q + 2, 0, bet * lanes.load(shares, to + 3, 0))
    lanes.store(rows, q + 3, 0, again)
    lanes.store(rows, q + 4, 0, again * lanes.load(shares, to + 6, 0))
    lanes.store(rows, q + 5, 0, before * lanes.load(shares, to + 8, 0))
    lanes.store(rows, q + 6, 0, raised)
    lanes.store(rows, q + 7, 0, raised * lanes.load(shares, to + 11, 0))
    lanes.store(rows, q + 8, 0, raised * lanes.load(shares, to + 12, 0))


@inlined
def regret_two(regrets, base, shares, to, difference):
    """Regrets of two actions, from the value of the second less that of the first."""
    low = lanes.zeros() - lanes.load(shares, to + 1, 0) * difference
    add(regrets, base, low)
    add(regrets, base + 1, difference + low)


@inlined
def regret_three(regrets, base, shares, to, second, third):
    """Regrets of three actions, from the values of the second and third less that of the first."""
    low = lanes.zeros() - (lanes.load(shares, to + 1, 0) * second + lanes.load(shares, to + 2, 0) * third)
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
        base, to = (base_row + np.int64(used[slot])) * ACTIONS, shares_base + slot * ACTIONS
        d = slot * DIFFERENCES
        regret_two(regrets, base, shares, to, w * lanes.load(sums, d, 0))
        regret_three(regrets, base + 2, shares, to + 2, w * lanes.load(sums, d + 1, 0), w * lanes.load(sums, d + 2, 0))
        regret_two(regrets, base + 5, shares, to + 5, w * lanes.load(sums, d + 3, 0))
        regret_three(regrets, base + 7, shares, to + 7, w * lanes.load(sums, d + 4, 0), w * lanes.load(sums, d + 5, 0))
        regret_three(
            regrets, base + 10, shares, to + 10, w * lanes.load(sums, d + 6, 0), w * lanes.load(sums, d + 7, 0)
        )


@inner
def add_average(table, base_row, used, count, slots, hands, x, xb, player, shares, shares_base, own, weight):
    """Own reach times shares into the sums of the average strategy."""
    zero = lanes.zeros()
    for slot in range(count):
        lanes.store(own, slot, 0, zero)
    for j in range(hands):
        add(own, np.int64(slots[j]), lanes.load(x, xb + j, 0))
    t = lanes.splat(np.float32(weight))
    for slot in range(count):
        base, to = (base_row + np.int64(used[slot])) * ACTIONS, shares_base + slot * ACTIONS
        here = lanes.load(own, slot, 0) * t
        check, bet = here * lanes.load(shares, to, 0), here * lanes.load(shares, to + 1, 0)
        before = here
        if player == 0:
            before = check
        add(table, base, check)
        add(table, base + 1, bet)
        add(table, base + 2, bet * lanes.load(shares, to + 2, 0))
        add(table, base + 3, bet * lanes.load(shares, to + 3, 0))
        again = bet * lanes.load(shares, to + 4, 0)
        add(table, base + 4, again)
        add(table, base + 5, again * lanes.load(shares, to + 5, 0))
        add(table, base + 6, again * lanes.load(shares, to + 6, 0))
        add(table, base + 7, before * lanes.load(shares, to + 7, 0))
        add(table, base + 8, before * lanes.load(shares, to + 8, 0))
        raised = before * lanes.load(shares, to + 9, 0)
        add(table, base + 9, raised)
        add(table, base + 10, raised * lanes.load(shares, to + 10, 0))
        add(table, base + 11, raised * lanes.load(shares, to + 11, 0))
        add(table, base + 12, raised * lanes.load(shares, to + 12, 0))
