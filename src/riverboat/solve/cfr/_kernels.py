"""Whole iterations of counterfactual regret minimisation on a tree, many in one call.

`arrays` is `GameTree.arrays`; vectors of entries are laid out as strategies are.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve._kernels import match_regrets, pull_values, push_reach, realise


@njit(cache=True, nogil=True)
def absorb(set_start, set_player, p, keep_positive, keep_negative, keep_average, gains, plan, regrets, predictions,
           sums):  # fmt: skip
    """Add what p's choices (everyone's if p is -1) would have gained to their regrets, and p's plan to its average.

    The average so far is multiplied by `keep_average` first; regrets are multiplied after, by what the next iteration
    keeps of positive and of negative ones.
    """
    for s in range(set_player.size):
        if p >= 0 and set_player[s] != p:
            continue
        for entry in range(set_start[s], set_start[s + 1]):
            sums[entry] = keep_average * sums[entry] + plan[entry]
            regret = regrets[entry] + gains[entry]
            regrets[entry] = regret * (keep_positive if regret > 0.0 else keep_negative)
            if predictions.size:
                predictions[entry] = gains[entry]


@njit(cache=True, nogil=True)
def iterate(arrays, set_player, set_parent, players, weights, alternating, regrets, predictions, strategy,
            sums):  # fmt: skip
    """Some iterations, changing regrets, predictions, strategy and sums.

    weights is float64[iterations + 1, 3]: for each iteration, and the one that follows, what it keeps of positive
    regrets, of negative ones and of the average. Alternating: each player answers what the ones before have just
    become; else all answer the same strategy. predictions are float64[entries], or empty where the next regrets are
    not predicted (to be the last ones again).
    """
    set_start = arrays[9]
    nodes = arrays[4][-1]
    others = np.empty(nodes)
    values = np.empty(nodes)
    gains = np.empty(regrets.size)
    plan = np.empty(regrets.size)
    for t in range(weights.shape[0] - 1):
        gains[:] = 0.0
        for p in range(players):
            push_reach(arrays, strategy, p, others)
            pull_values(arrays, strategy, p, others, values, gains)
            if not alternating and p < players - 1:
                continue
            mine = p if alternating else -1
            realise(set_start, set_player, set_parent, mine, strategy, plan)
            absorb(set_start, set_player, mine, weights[t + 1, 0], weights[t + 1, 1], weights[t, 2], gains, plan,
                   regrets, predictions, sums)  # fmt: skip
            match_regrets(set_start, set_player, mine, regrets, predictions, strategy)
