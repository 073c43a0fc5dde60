"""Step 3, up: values of every decision, and what the traverser learns from them."""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.spot._kernels.compiled import inlined, inner, stay_whole
from riverboat.solve.spot._kernels.layout import (
    ACTIONS,
    CHILD,
    LEARN,
    MEAN,
    RECORD,
    ROLE,
    ROW,
    SLOT,
    THEIRS,
)
from riverboat.solve.spot._kernels.matching import clear, decode, match_few, matching, share


@inlined
def _add_up(values, node, child, actions, width):
    for hand in range(0, width, 16):
        total = lanes.load(values, child, hand)
        for action in range(1, actions):
            total = total + lanes.load(values, child + action, hand)
        lanes.store(values, node, hand, total)


@inner
def _take_best(locked, lock, values, node, child, actions, width):
    """The best action for free hands, the fixed mixture for locked ones."""
    for hand in range(0, width, 16):
        best = lanes.load(values, child, hand)
        for action in range(1, actions):
            best = lanes.greater(best, lanes.load(values, child + action, hand))
        if lock >= 0:
            fixed = lanes.zeros()
            for action in range(actions):
                fixed = fixed + lanes.load(locked, lock + action, hand) * lanes.load(values, child + action, hand)
            best = lanes.choose(lanes.load(locked, lock, hand) + lanes.splat(0.5), fixed, best)
        lanes.store(values, node, hand, best)


@inner
def _record_best(sums, slot, values, child, actions, width):
    """Make the best action, the first of equals, the average strategy."""
    one, nothing = lanes.splat(1.0), lanes.zeros()
    for hand in range(0, width, 16):
        best = lanes.load(values, child, hand)
        for action in range(1, actions):
            best = lanes.greater(best, lanes.load(values, child + action, hand))
        left = one
        for action in range(actions):
            short = best - lanes.load(values, child + action, hand)
            taken = lanes.choose(short, nothing, left)
            left = left - taken
            lanes.store(sums, slot + action, hand, taken)


@inner
def _mix(source, slot, locked, lock, values, node, child, actions, width):
    for hand in range(0, width, 16):
        factor, even = matching(source, slot, actions, hand)
        total = lanes.zeros()
        for action in range(actions):
            often = share(source, slot, action, hand, factor, even, locked, lock)
            total = total + often * lanes.load(values, child + action, hand)
        lanes.store(values, node, hand, total)


@inlined
def _learn(regrets, sums, slot, locked, lock, values, node, child, actions, width, discounts):
    """The node's value by regret matching; then regrets and the average move."""
    positive = lanes.splat(discounts.positive)
    negative = lanes.splat(discounts.negative)
    average = lanes.splat(discounts.average)
    for hand in range(0, width, 16):
        factor, even = matching(regrets, slot, actions, hand)
        total = lanes.zeros()
        for action in range(actions):
            often = share(regrets, slot, action, hand, factor, even, locked, lock)
            total = total + often * lanes.load(values, child + action, hand)
            lanes.store(sums, slot + action, hand, lanes.load(sums, slot + action, hand) * average + often)
        lanes.store(values, node, hand, total)
        for action in range(actions):
            regret = lanes.load(regrets, slot + action, hand)
            kept = regret * lanes.choose(regret, positive, negative)
            lanes.store(regrets, slot + action, hand, kept + (lanes.load(values, child + action, hand) - total))


@inlined
def _learn_few(regrets, sums, slot, values, node, child, actions, width, discounts):
    """The same for two, three or four actions, a constant, of which none is locked."""
    positive = lanes.splat(discounts.positive)
    negative = lanes.splat(discounts.negative)
    average = lanes.splat(discounts.average)
    nothing = lanes.zeros()
    for hand in range(0, width, 16):
        (a, b, c, d), (first, second, third, fourth) = match_few(regrets, slot, actions, hand)
        v, w = lanes.load(values, child, hand), lanes.load(values, child + 1, hand)
        x = lanes.load(values, child + 2, hand) if actions > 2 else nothing
        y = lanes.load(values, child + 3, hand) if actions > 3 else nothing
        total = a * v + b * w
        if actions > 2:
            total = total + c * x
        if actions > 3:
            total = total + d * y
        lanes.store(values, node, hand, total)
        _move(regrets, sums, slot, hand, first, positive, negative, v - total, average, a)
        _move(regrets, sums, slot + 1, hand, second, positive, negative, w - total, average, b)
        if actions > 2:
            _move(regrets, sums, slot + 2, hand, third, positive, negative, x - total, average, c)
        if actions > 3:
            _move(regrets, sums, slot + 3, hand, fourth, positive, negative, y - total, average, d)


@inlined
def _move(regrets, sums, row, hand, regret, positive, negative, gain, average, often):
    """One action's regret and average."""
    kept = regret * lanes.choose(regret, positive, negative)
    lanes.store(regrets, row, hand, kept + gain)
    lanes.store(sums, row, hand, lanes.load(sums, row, hand) * average + often)


@inner
def _encode(rows, actions, width, store, slot, scale):
    """Store rows as multiples of a scale, to nearest; 0 stands for the largest magnitude in 32,767 steps.

    Returns the scale.
    """
    if scale == np.float32(0.0):
        top = lanes.zeros()
        for action in range(actions):
            for hand in range(0, width, 16):
                top = lanes.greater(top, lanes.magnitude(lanes.load(rows, action, hand)))
        scale = lanes.largest(top) / np.float32(32767.0)
    factor = lanes.splat(np.float32(1.0) / scale if scale > np.float32(0.0) else np.float32(0.0))
    for action in range(actions):
        for hand in range(0, width, 16):
            lanes.store(store, slot + action, hand, lanes.load(rows, action, hand) * factor)
    return scale


@inner
def gather(forest, mode, store, board, locks, scratch, width, discounts):
    """Values of every decision, from those of the ends; with LEARN my regrets and average move.

    A decision of a 16-bit store is decoded to `scratch.rows`, treated there and encoded again.
    """
    stay_whole()
    nodes, values, dead = forest.nodes, scratch.values, scratch.dead
    is_short = store.is_short
    locked, locked_at = locks.rows, locks.at
    has_locks = locked_at.shape[1] > 0
    if is_short:
        regrets, sums = scratch.rows[0], scratch.rows[1]
    else:
        regrets, sums = store.regrets[board], store.sums[board]
    short_regrets, short_sums = store.short_regrets, store.short_sums
    regret_scale, sum_scale = store.regret_scale, store.sum_scale
    exact = np.float32(1.0)
    for node in range(nodes.shape[0] - 1, -1, -1):
        role = nodes[node, ROLE]
        if role > THEIRS:
            continue
        # A node that nobody reaches is worth nothing and teaches nothing, but its average continues.
        if dead[nodes[node, ROW]] and (role == THEIRS or mode != LEARN):
            clear(values, node, width)
            continue
        actions = np.int64(nodes[node, ACTIONS])
        child = nodes[node, CHILD]
        slot = np.int64(nodes[node, SLOT])
        # Two and three actions are the common case; as constants they let the loops unroll.
        if role == THEIRS:
            if actions == 2:
                _add_up(values, node, child, np.int64(2), width)
            elif actions == 3:
                _add_up(values, node, child, np.int64(3), width)
            else:
                _add_up(values, node, child, actions, width)
            continue
        lock = np.int64(locked_at[board, node]) if has_locks else np.int64(-1)
        at = np.int64(0) if is_short else slot
        if mode == LEARN:
            if is_short:
                decode(short_regrets[board], slot, regret_scale[board, slot], regrets, actions, width)
                decode(short_sums[board], slot, sum_scale[board, slot], sums, actions, width)
            if actions == 2 and lock < 0:
                _learn_few(regrets, sums, at, values, node, child, np.int64(2), width, discounts)
            elif actions == 3 and lock < 0:
                _learn_few(regrets, sums, at, values, node, child, np.int64(3), width, discounts)
            elif actions == 4 and lock < 0:
                _learn_few(regrets, sums, at, values, node, child, np.int64(4), width, discounts)
            else:
                _learn(regrets, sums, at, locked, lock, values, node, child, actions, width, discounts)
            if is_short:
                nearest = np.float32(0.0)
                regret_scale[board, slot] = _encode(regrets, actions, width, short_regrets[board], slot, nearest)
                sum_scale[board, slot] = _encode(sums, actions, width, short_sums[board], slot, nearest)
            continue
        if mode == MEAN:
            if is_short:
                decode(short_sums[board], slot, exact, sums, actions, width)
            _mix(sums, at, locked, lock, values, node, child, actions, width)
            continue
        if mode == RECORD:
            _record_best(sums, at, values, child, actions, width)
            if is_short:
                _encode(sums, actions, width, short_sums[board], slot, exact)
        _take_best(locked, lock, values, node, child, actions, width)
