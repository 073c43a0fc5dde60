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
