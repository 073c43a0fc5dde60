"""Whole iterations of counterfactual regret minimisation on a tree, many in one call.

`arrays` is `GameTree.arrays`; vectors of entries are laid out as strategies are.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve._kernels import match_regrets, pull_values, push_reach, realise


@njit(cache=True, nogil=True)
def kept(t, exponent):
    """What is left of a regret after iteration t: t^exponent / (t^exponent + 1), or all if the exponent is infinite."""
    return 1.0 if np.isinf(exponent) else t**exponent / (t**exponent + 1.0)


@njit(cache=True, nogil=True)
def absorb(set_start, set_player, p, plus, keep_positive, keep_negative, weight, gains, plan, regrets, predictions,
           sums):  # fmt: skip
    """Add what p's choices (everybody's if p is -1) would have gained to their regrets, and p's plan to its average."""
    for s in range(set_player.size):
        if p >= 0 and set_player[s] != p:
            continue
        for entry in range(set_start[s], set_start[s + 1]):
            if weight > 0.0:
                sums[entry] += weight * plan[entry]
            regret = regrets[entry] + gains[entry]
            if regret < 0.0 and plus:
                regret = 0.0
            regrets[entry] = regret * (keep_positive if regret > 0.0 else keep_negative)
            if predictions.size:
                predictions[entry] = gains[entry]


@njit(cache=True, nogil=True)
def iterate(arrays, set_player, set_parent, players, first, count, alternating, plus, alpha, beta, gamma, delay,
            regrets, predictions, strategy, sums):  # fmt: skip
    """Iterations first .. first + count - 1 (from 1), changing regrets, predictions, strategy and sums.

    Alternating: each player answers what the ones before have just become; else all answer the same strategy.
    plus: negative regrets are forgotten. alpha, beta: after iteration t positive regrets are multiplied by
    t^alpha / (t^alpha + 1), negative ones by the same with beta; infinity for no discount. gamma: iteration t counts
    as (t - delay)^gamma in the average, and not at all up to `delay`. predictions are float64[entries], or empty where
    the next regrets are not predicted (to be the last ones again).
    """
    set_start = arrays[9]
    nodes = arrays[4][-1]
    others = np.empty(nodes)
    values = np.empty(nodes)
    gains = np.empty(regrets.size)
    plan = np.empty(regrets.size)
    for t in range(first, first + count):
        weight = float(t - delay) ** gamma if t > delay else 0.0
        keep_positive, keep_negative = kept(t, alpha), kept(t, beta)
        gains[:] = 0.0
        for p in range(players):
            push_reach(arrays, strategy, p, others)
            pull_values(arrays, strategy, p, others, values, gains)
            if not alternating and p < players - 1:
                continue
            mine = p if alternating else -1
            if weight > 0.0:
                realise(set_start, set_player, set_parent, mine, strategy, plan)
            absorb(set_start, set_player, mine, plus, keep_positive, keep_negative, weight, gains, plan, regrets,
                   predictions, sums)  # fmt: skip
            match_regrets(set_start, set_player, mine, regrets, predictions, strategy)
