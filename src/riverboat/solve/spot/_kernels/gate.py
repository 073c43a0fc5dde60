"""The gate before the first node: a player may leave with a fixed value, the gadget of safe re-solving."""

from __future__ import annotations

import numpy as np

from riverboat.solve.spot._kernels.compiled import inlined, inner


@inlined
def _share_going_on(rows, hand):
    leave, go = rows[0, hand], rows[1, hand]
    if not leave > np.float32(0.0):
        leave = np.float32(0.0)
    if not go > np.float32(0.0):
        go = np.float32(0.0)
    return go / (leave + go) if leave + go > np.float32(0.0) else np.float32(0.5)


@inner
def enter(weights, rows, reach, row):
    """Reach at the first node when its player goes through the gate as `rows` (regrets or sums) say."""
    for hand in range(weights.shape[0]):
        reach[row, hand] = weights[hand] * _share_going_on(rows, hand)


@inner
def move_gate(gate, worth, discounts):
    """Regrets of leaving and going on, when going on is worth `worth[0, hand]`."""
    weights, values, regrets, sums = gate.weights, gate.values, gate.regrets, gate.sums
    for hand in range(weights.shape[0]):
        share = _share_going_on(regrets, hand)
        mean = share * worth[0, hand] + (np.float32(1.0) - share) * values[hand]
        for choice in range(2):
            found = worth[0, hand] if choice else values[hand]
            played = share if choice else np.float32(1.0) - share
            regret = regrets[choice, hand]
            kept = regret * (discounts.positive if regret > np.float32(0.0) else discounts.negative)
            regrets[choice, hand] = kept + found - mean
            sums[choice, hand] = sums[choice, hand] * discounts.average + played
