"""Regret matching, sixteen hands at a time: how often each action is taken, unless it is locked."""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.spot._kernels.compiled import inlined, inner


@inlined
def matching(source, slot, actions, hand):
    """What to multiply positive regrets with, and what to add."""
    total = lanes.zeros()
    for action in range(actions):
        total = total + lanes.positive(lanes.load(source, slot + action, hand))
    nothing = lanes.zeros()
    return (
        lanes.choose(total, lanes.splat(1.0) / total, nothing),
        lanes.choose(total, nothing, lanes.splat(np.float32(1.0) / np.float32(actions))),
    )


@inlined
def match_few(source, slot, actions, hand):
    """How often sixteen hands take each of two, three or four actions, and their regrets.

    `actions` is a constant where this is called: what is not asked for disappears. Loops would read and write
    everything again for each action.
    """
    nothing = lanes.zeros()
    first, second = lanes.load(source, slot, hand), lanes.load(source, slot + 1, hand)
    third = lanes.load(source, slot + 2, hand) if actions > 2 else nothing
    fourth = lanes.load(source, slot + 3, hand) if actions > 3 else nothing
    a, b, c, d = lanes.positive(first), lanes.positive(second), lanes.positive(third), lanes.positive(fourth)
    total = a + b + c + d
    factor = lanes.choose(total, lanes.splat(1.0) / total, nothing)
    even = lanes.choose(total, nothing, lanes.splat(np.float32(1.0) / np.float32(actions)))
    shares = a * factor + even, b * factor + even, c * factor + even, d * factor + even
    return shares, (first, second, third, fourth)


@inlined
def share(source, slot, action, hand, factor, even, locked, lock):
    """How often sixteen hands take an action: by regret matching, or as locked (a negative share is not)."""
    free = lanes.positive(lanes.load(source, slot + action, hand)) * factor + even
    if lock < 0:
        return free
    fixed = lanes.load(locked, lock + action, hand)
    return lanes.choose(fixed + lanes.splat(0.5), fixed, free)


@inner
def decode(store, slot, scale, rows, actions, width):
    """A decision of a 16-bit store as float32; with scale 1 as it stands, which is enough for regret matching."""
    factor = lanes.splat(scale)
    for action in range(actions):
        for hand in range(0, width, 16):
            lanes.store(rows, action, hand, lanes.load(store, slot + action, hand) * factor)


@inlined
def clear(rows, row, width):
    nothing = lanes.zeros()
    for hand in range(0, width, 16):
        lanes.store(rows, row, hand, nothing)
