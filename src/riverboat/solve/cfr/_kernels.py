"""Whole iterations of counterfactual regret minimisation on a tree, many in one call.

`arrays` is `GameTree.arrays`; vectors of entries are laid out as strategies are.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve._kernels import match_regrets, pull_values, push_reach, realise


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
        keep_positive = 1.0 if np.isinf(alpha) else t**alpha / (t**alpha + 1.0)
        keep_negative = 1.0 if np.isinf(beta) else t**beta / (t**beta + 1.0)
        gains[:] = 0.0
        for p in range(players):
            push_reach(arrays, strategy, p, others)
            pull_values(arrays, strategy, p, others, values, gains)
            if not alternating and p < players - 1:
                continue
            mine = p if alternating else -1
            if weight > 0.0:
                realise(set_start, set_player, set_parent, mine, strategy, plan)
            for s in range(set_player.size):
                if alternating and set_player[s] != p:
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
            match_regrets(set_start, set_player, mine, regrets, predictions, strategy)
