"""Regret minimisation when one player is held to a model of its play, in part (`restricted.py`, `biased.py`).

`arrays` is `GameTree.arrays`; vectors of entries are laid out as strategies are. r is the player who answers, o the one
who is held to the model.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve._kernels import match_regrets, own_betting_node, pull_elsewhere, pull_values, push_reach, realise
from riverboat.solve.cfr._kernels import absorb


@njit(cache=True, nogil=True)
def blend_by_hand(set_start, set_player, set_parent, o, model, free, share, plan, facing):
    """What o looks like if a whole hand is played by the model with probability `share`, by `free` otherwise.

    Having come to a set tells which of the two plays: the shares there are those of the ways that lead to it. `plan`
    (float64[2, entries]) is room for how likely each of the two comes to each entry.
    """
    for s in range(set_player.size):
        if set_player[s] != o:
            continue
        parent = set_parent[s]
        by_model = share * (plan[0, parent] if parent >= 0 else 1.0)
        by_free = (1.0 - share) * (plan[1, parent] if parent >= 0 else 1.0)
        come = by_model + by_free
        held = by_model / come if come > 0.0 else 0.0
        for entry in range(set_start[s], set_start[s + 1]):
            facing[entry] = held * model[entry] + (1.0 - held) * free[entry]
            plan[0, entry] = (plan[0, parent] if parent >= 0 else 1.0) * model[entry]
            plan[1, entry] = (plan[1, parent] if parent >= 0 else 1.0) * free[entry]


@njit(cache=True, nogil=True)
def blend_by_set(set_start, set_player, o, model, free, shares, facing):
    """What o looks like if the model decides in set s with probability shares[s], independently each time."""
    for s in range(set_player.size):
        if set_player[s] == o:
            for entry in range(set_start[s], set_start[s + 1]):
                facing[entry] = shares[s] * model[entry] + (1.0 - shares[s]) * free[entry]


@njit(cache=True, nogil=True)
def centre(set_start, set_player, o, free, gains):
    """Make gains those over what `free` does, whatever they were measured against."""
    for s in range(set_player.size):
        if set_player[s] == o:
            mean = 0.0
            for entry in range(set_start[s], set_start[s + 1]):
                mean += free[entry] * gains[entry]
            for entry in range(set_start[s], set_start[s + 1]):
                gains[entry] -= mean


@njit(cache=True, nogil=True)
def iterate_restricted(arrays, set_player, set_parent, r, model, share, shares, weights, regrets, current,
                       sums):  # fmt: skip
    """Some iterations of the game in which o = 1 - r is held to the model; weights are those of `cfr.iterate`.

    By the hand with probability `share` if `shares` (float64[sets]) is empty, otherwise by the set. `current` has r's
    strategy and o's free one; `sums` become r's average and that of what r faces.
    """
    set_start = arrays[9]
    nodes = arrays[4][-1]
    o = 1 - r
    others, values = np.empty(nodes), np.empty(nodes)
    gains, plan, facing = np.empty(regrets.size), np.empty(regrets.size), current.copy()
    plans = np.empty((2, regrets.size))
    unpredicted = np.empty(0)
    for t in range(weights.shape[0] - 1):
        keep_positive, keep_negative, keep_average = weights[t + 1, 0], weights[t + 1, 1], weights[t, 2]
        gains[:] = 0.0
        if shares.size:
            blend_by_set(set_start, set_player, o, model, current, shares, facing)
        else:
            blend_by_hand(set_start, set_player, set_parent, o, model, current, share, plans, facing)
        push_reach(arrays, facing, r, others)
        pull_values(arrays, current, r, others, values, gains)
        realise(set_start, set_player, set_parent, r, current, plan)
        absorb(set_start, set_player, r, keep_positive, keep_negative, keep_average, gains, plan, regrets,
               unpredicted, sums)  # fmt: skip
        match_regrets(set_start, set_player, r, regrets, unpredicted, current)
        push_reach(arrays, current, o, others)
        # Held by the set, o's later choices are in part the model's; held by the hand, its free hands are free.
        pull_values(arrays, facing if shares.size else current, o, others, values, gains)
        centre(set_start, set_player, o, current, gains)
        realise(set_start, set_player, set_parent, o, facing, plan)
        absorb(set_start, set_player, o, keep_positive, keep_negative, keep_average, gains, plan, regrets,
               unpredicted, sums)  # fmt: skip
        match_regrets(set_start, set_player, o, regrets, unpredicted, current)


@njit(cache=True, nogil=True)
def respond_in_part(arrays, p, model, shares, others, values, gains):
    """p's value if the model decides in set s with probability shares[s], and p does what is best otherwise.

    `gains` is float64[entries], zeros; it gets the value of each choice.
    """
    player, node_start, view_of = arrays[0], arrays[4], arrays[6]
    for back in range(player.size):
        betting_node = player.size - 1 - back
        if player[betting_node] != p:
            pull_elsewhere(arrays, p, betting_node, others, values)
            continue
        start, deals, first, choices, views, s, at = own_betting_node(arrays, betting_node)
        for deal in range(deals):
            entry = at + view_of[views + deal] * choices
            for choice in range(choices):
                gains[entry + choice] += values[node_start[first + choice] + deal]
        for deal in range(deals):
            view = view_of[views + deal]
            entry = at + view * choices
            best = 0
            mean = 0.0
            for choice in range(choices):
                if gains[entry + choice] > gains[entry + best]:
                    best = choice
                mean += model[entry + choice] * values[node_start[first + choice] + deal]
            free = values[node_start[first + best] + deal]
            values[start + deal] = shares[s + view] * mean + (1.0 - shares[s + view]) * free
    return values[0]
