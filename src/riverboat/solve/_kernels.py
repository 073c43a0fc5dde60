"""Sweeps over a tree (`tree.py`): reach forward, values backward, betting node by betting node.

`arrays` in the comments is `GameTree.arrays`. A loop over the deals of a betting node has no branch on the kind of
node. In a sweep for player p, `others` is the reach of all other players and of chance, float64[nodes]: the correct
counterfactual weight for any number of players. Values include it, so betting nodes of other players only add up.
"""

from __future__ import annotations

import numpy as np
from numba import njit

DEAL = np.int8(-1)
END = np.int8(-2)


@njit(cache=True, nogil=True)
def push_reach(arrays, strategy, p, others):
    """Fill the reach of all but p from the root down."""
    player, first_child, children, street, node_start, fan, view_of, view_start, set_first, set_start = arrays[:10]
    others[0] = 1.0
    for betting_node in range(player.size):
        who = player[betting_node]
        if who == END:
            continue
        start = node_start[betting_node]
        deals = node_start[betting_node + 1] - start
        first = first_child[betting_node]
        if who == DEAL:
            ways = fan[betting_node]
            below = node_start[first]
            share = 1.0 / ways
            for deal in range(deals):
                reach = others[start + deal] * share
                for way in range(ways):
                    others[below + deal * ways + way] = reach
            continue
        choices = children[betting_node]
        if who == p:
            for choice in range(choices):
                below = node_start[first + choice]
                for deal in range(deals):
                    others[below + deal] = others[start + deal]
        else:
            views = view_start[street[betting_node], who]
            at = set_start[set_first[betting_node]]
            for choice in range(choices):
                below = node_start[first + choice]
                for deal in range(deals):
                    entry = at + view_of[views + deal] * choices + choice
                    others[below + deal] = others[start + deal] * strategy[entry]


@njit(cache=True, nogil=True)
def pull_elsewhere(arrays, p, betting_node, others, values):
    """p's values at an end, or where chance or someone else decides."""
    player, first_child, children, node_start, fan = arrays[0], arrays[1], arrays[2], arrays[4], arrays[5]
    start, stop = node_start[betting_node], node_start[betting_node + 1]
    if player[betting_node] == END:
        outcome_of, payoffs, payoff_start, is_showdown = arrays[10:14]
        row = payoff_start[betting_node]
        if is_showdown[betting_node]:
            for deal in range(stop - start):
                values[start + deal] = others[start + deal] * payoffs[row + outcome_of[deal], p]
        else:
            paid = payoffs[row, p]
            for node in range(start, stop):
                values[node] = others[node] * paid
        return
    first = first_child[betting_node]
    below = node_start[first]
    if player[betting_node] == DEAL:
        ways = fan[betting_node]
        for deal in range(stop - start):
            total = 0.0
            for way in range(ways):
                total += values[below + deal * ways + way]
            values[start + deal] = total
        return
    for deal in range(stop - start):
        values[start + deal] = values[below + deal]
    for choice in range(1, children[betting_node]):
        below = node_start[first + choice]
        for deal in range(stop - start):
            values[start + deal] += values[below + deal]


@njit(cache=True, nogil=True)
def own_betting_node(arrays, betting_node):
    """A decision: its first node, deals, first child, choices, where its views begin, its first set and entry."""
    player, first_child, children, street, node_start, _, _, view_start, set_first, set_start = arrays[:10]
    start, s = node_start[betting_node], set_first[betting_node]
    views = view_start[street[betting_node], player[betting_node]]
    return (
        start,
        node_start[betting_node + 1] - start,
        first_child[betting_node],
        children[betting_node],
        views,
        s,
        set_start[s],
    )


@njit(cache=True, nogil=True)
def pull_values(arrays, strategy, p, others, values, gains):
    """Fill p's values from the ends up, and add to float64[entries] what each choice would have gained; p's value."""
    player, node_start, view_of = arrays[0], arrays[4], arrays[6]
    for back in range(player.size):
        betting_node = player.size - 1 - back
        if player[betting_node] != p:
            pull_elsewhere(arrays, p, betting_node, others, values)
            continue
        start, deals, first, choices, views, _, at = own_betting_node(arrays, betting_node)
        values[start : start + deals] = 0.0
        for choice in range(choices):
            below = node_start[first + choice]
            for deal in range(deals):
                entry = at + view_of[views + deal] * choices + choice
                values[start + deal] += strategy[entry] * values[below + deal]
                gains[entry] += values[below + deal]
        for deal in range(deals):
            entry = at + view_of[views + deal] * choices
            for choice in range(choices):
                gains[entry + choice] -= values[start + deal]
    return values[0]


@njit(cache=True, nogil=True)
def respond(arrays, p, others, values, gains, chosen):
    """Fill p's values when p does what is best in each set, and return p's value of the game.

    `gains` (float64[entries], zeros) gets the value of each choice, `chosen` (int64[sets]) the best one of p's sets.
    """
    player, node_start, view_of = arrays[0], arrays[4], arrays[6]
    for back in range(player.size):
        betting_node = player.size - 1 - back
        if player[betting_node] != p:
            pull_elsewhere(arrays, p, betting_node, others, values)
            continue
        start, deals, first, choices, views, s, at = own_betting_node(arrays, betting_node)
        most = 0
        for deal in range(deals):
            view = view_of[views + deal]
            most = max(most, view)
            for choice in range(choices):
                gains[at + view * choices + choice] += values[node_start[first + choice] + deal]
        for view in range(most + 1):
            best = 0
            for choice in range(1, choices):
                if gains[at + view * choices + choice] > gains[at + view * choices + best]:
                    best = choice
            chosen[s + view] = best
        for deal in range(deals):
            best = chosen[s + view_of[views + deal]]
            values[start + deal] = values[node_start[first + best] + deal]
    return values[0]


@njit(cache=True, nogil=True)
def match_regrets(set_start, set_player, p, regrets, predictions, strategy):
    """Regret matching for p's sets (everyone's if p is -1): positive regrets as probabilities, or all choices alike.

    `predictions` (float64[entries], or empty) is what the next regrets are expected to be.
    """
    predict = predictions.size > 0
    for s in range(set_player.size):
        if p >= 0 and set_player[s] != p:
            continue
        start, stop = set_start[s], set_start[s + 1]
        total = 0.0
        for entry in range(start, stop):
            regret = regrets[entry]
            if predict:
                regret += predictions[entry]
            regret = max(regret, 0.0)
            strategy[entry] = regret
            total += regret
        if total > 0.0:
            for entry in range(start, stop):
                strategy[entry] /= total
        else:
            for entry in range(start, stop):
                strategy[entry] = 1.0 / (stop - start)


@njit(cache=True, nogil=True)
def realise(set_start, set_player, set_parent, p, strategy, plan):
    """p's realisation plan (everyone's if p is -1): how likely the own choices up to each entry are, chance aside."""
    for s in range(set_player.size):
        if p < 0 or set_player[s] == p:
            reach = plan[set_parent[s]] if set_parent[s] >= 0 else 1.0
            for entry in range(set_start[s], set_start[s + 1]):
                plan[entry] = reach * strategy[entry]
