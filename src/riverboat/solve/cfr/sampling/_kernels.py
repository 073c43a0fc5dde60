"""Walks of Monte-Carlo regret minimisation over a tree (`GameTree.arrays`), many in one call.

Random numbers come from `odds/jit.py`; the state is a uint64[4] array. Numbers below n are 32 random bits times n.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.odds.jit import next_random
from riverboat.solve._kernels import DEAL, END


@njit(cache=True, nogil=True)
def _uniform(state):
    """A random number in [0, 1)."""
    bits, a, b, c, d = next_random(state[0], state[1], state[2], state[3])
    state[0], state[1], state[2], state[3] = a, b, c, d
    return np.float64(bits >> np.uint64(11)) * 2.0**-53


@njit(cache=True, nogil=True)
def _match(regrets, start, choices, out, depth):
    """Regret matching at one set, into row `depth` of the stack."""
    total = 0.0
    for choice in range(choices):
        out[depth, choice] = max(regrets[start + choice], 0.0)
        total += out[depth, choice]
    for choice in range(choices):
        out[depth, choice] = out[depth, choice] / total if total > 0.0 else 1.0 / choices


@njit(cache=True, nogil=True)
def _draw(probabilities, depth, choices, draw):
    for choice in range(choices - 1):
        draw -= probabilities[depth, choice]
        if draw < 0.0:
            return choice
    return choices - 1


@njit(cache=True, nogil=True)
def _external(arrays, p, players, betting_node, deal, depth, regrets, sums, stack, values, state):
    """p's value below a node when chance and the others are sampled and p tries everything."""
    player, first_child, children, street, _, fan, view_of, view_start, set_first, set_start = arrays[:10]
    while player[betting_node] == DEAL:
        deal = deal * fan[betting_node] + np.int64(_uniform(state) * fan[betting_node])
        betting_node = first_child[betting_node]
    who = player[betting_node]
    if who == END:
        row = arrays[12][betting_node]
        return arrays[11][row + arrays[10][deal], p] if arrays[13][betting_node] else arrays[11][row, p]
    choices = children[betting_node]
    start = set_start[set_first[betting_node] + view_of[view_start[street[betting_node], who] + deal]]
    _match(regrets, start, choices, stack, depth)
    if who != p:
        if who == (p + 1) % players:  # everyone's average once in a round of walks
            for choice in range(choices):
                sums[start + choice] += stack[depth, choice]
        choice = _draw(stack, depth, choices, _uniform(state))
        below = first_child[betting_node] + choice
        return _external(arrays, p, players, below, deal, depth + 1, regrets, sums, stack, values, state)
    total = 0.0
    for choice in range(choices):
        below = first_child[betting_node] + choice
        value = _external(arrays, p, players, below, deal, depth + 1, regrets, sums, stack, values, state)
        values[depth, choice] = value
        total += stack[depth, choice] * value
    for choice in range(choices):
        regrets[start + choice] += values[depth, choice] - total
    return total


@njit(cache=True, nogil=True)
def external_sampling(arrays, players, count, regrets, sums, stack, values, state):
    """`count` rounds, in each one walk for each player. stack and values are float64[depth, choices]."""
    for _ in range(count):
        for p in range(players):
            _external(arrays, p, players, np.int64(0), np.int64(0), np.int64(0), regrets, sums, stack, values, state)


@njit(cache=True, nogil=True)
def _outcome(arrays, p, betting_node, deal, depth, mine, theirs, sampled, explore, regrets, sums, stack, state):
    """p's estimated value below a node on one sampled path.

    mine, theirs, sampled: how likely p's own choices, those of all others and chance, and the walk itself come here.
    """
    player, first_child, children, street, _, fan, view_of, view_start, set_first, set_start = arrays[:10]
    while player[betting_node] == DEAL:
        deal = deal * fan[betting_node] + np.int64(_uniform(state) * fan[betting_node])
        theirs /= fan[betting_node]
        sampled /= fan[betting_node]
        betting_node = first_child[betting_node]
    who = player[betting_node]
    if who == END:
        row = arrays[12][betting_node]
        return arrays[11][row + arrays[10][deal], p] if arrays[13][betting_node] else arrays[11][row, p]
    choices = children[betting_node]
    start = set_start[set_first[betting_node] + view_of[view_start[street[betting_node], who] + deal]]
    _match(regrets, start, choices, stack, depth)
    below = first_child[betting_node]
    if who != p:
        choice = _draw(stack, depth, choices, _uniform(state))
        chance = stack[depth, choice]
        # Sampled as likely as it is played, so the value needs no correction.
        return _outcome(arrays, p, below + choice, deal, depth + 1, mine, theirs * chance, sampled * chance, explore,
                        regrets, sums, stack, state)  # fmt: skip
    if _uniform(state) < explore:
        choice = min(np.int64(_uniform(state) * choices), choices - 1)
    else:
        choice = _draw(stack, depth, choices, _uniform(state))
    chance = explore / choices + (1.0 - explore) * stack[depth, choice]
    for each in range(choices):
        sums[start + each] += mine / sampled * stack[depth, each]
    below_value = _outcome(arrays, p, below + choice, deal, depth + 1, mine * stack[depth, choice], theirs,
                           sampled * chance, explore, regrets, sums, stack, state) / chance  # fmt: skip
    value = stack[depth, choice] * below_value
    weight = theirs / sampled
    for each in range(choices):
        regrets[start + each] += weight * ((below_value if each == choice else 0.0) - value)
    return value


@njit(cache=True, nogil=True)
def outcome_sampling(arrays, players, count, explore, regrets, sums, stack, state):
    """`count` rounds, in each one path for each player, who explores with this probability."""
    for _ in range(count):
        for p in range(players):
            _outcome(
                arrays, p, np.int64(0), np.int64(0), np.int64(0), 1.0, 1.0, 1.0, explore, regrets, sums, stack, state
            )


@njit(cache=True, nogil=True)
def public_chance_sampling(arrays, set_player, set_parent, players, first, count, boards, regrets, strategy, sums,
                           state):  # fmt: skip
    """Iterations (from `first`) of CFR+ in which the board is sampled and every private deal played out.

    boards is int64[boards, streets, private deals]: the deal on each street that a private deal becomes with a board,
    -1 if it holds a card of it. Iteration t counts as t in the average.
    """
    player, first_child, children, street, _, _, view_of, view_start, set_first, set_start = arrays[:10]
    outcome_of, payoffs, payoff_start, is_showdown = arrays[10], arrays[11], arrays[12], arrays[13]
    privates = boards.shape[2]
    betting_nodes = player.size
    others = np.empty((betting_nodes, privates))
    values = np.empty((betting_nodes, privates))
    gains = np.empty(regrets.size)
    plan = np.empty(regrets.size)
    for t in range(first, first + count):
        board = min(np.int64(_uniform(state) * boards.shape[0]), boards.shape[0] - 1)
        weight = float(t)
        for p in range(players):
            gains[:] = 0.0
            for deal in range(privates):
                others[0, deal] = 1.0 / privates if boards[board, boards.shape[1] - 1, deal] >= 0 else 0.0
            for betting_node in range(betting_nodes):
                who = player[betting_node]
                if who == END:
                    continue
                for choice in range(children[betting_node]):
                    below = first_child[betting_node] + choice
                    for deal in range(privates):
                        reach = others[betting_node, deal]
                        if who >= 0 and who != p and reach > 0.0:
                            now = boards[board, street[betting_node], deal]
                            view = view_of[view_start[street[betting_node], who] + now]
                            reach *= strategy[set_start[set_first[betting_node] + view] + choice]
                        others[below, deal] = reach
            for back in range(betting_nodes):
                betting_node = betting_nodes - 1 - back
                who = player[betting_node]
                if who == END:
                    row = payoff_start[betting_node]
                    for deal in range(privates):
                        paid = 0.0
                        if others[betting_node, deal] > 0.0:
                            at = row
                            if is_showdown[betting_node]:
                                at += outcome_of[boards[board, boards.shape[1] - 1, deal]]
                            paid = payoffs[at, p]
                        values[betting_node, deal] = others[betting_node, deal] * paid
                    continue
                for deal in range(privates):
                    total = 0.0
                    if who == p and boards[board, street[betting_node], deal] >= 0:
                        now = boards[board, street[betting_node], deal]
                        view = view_of[view_start[street[betting_node], who] + now]
                        start = set_start[set_first[betting_node] + view]
                        for choice in range(children[betting_node]):
                            total += strategy[start + choice] * values[first_child[betting_node] + choice, deal]
                        for choice in range(children[betting_node]):
                            gains[start + choice] += values[first_child[betting_node] + choice, deal] - total
                    else:
                        for choice in range(children[betting_node]):
                            total += values[first_child[betting_node] + choice, deal]
                    values[betting_node, deal] = total
            for s in range(set_player.size):
                if set_player[s] != p:
                    continue
                reach = plan[set_parent[s]] if set_parent[s] >= 0 else 1.0
                positive = 0.0
                for entry in range(set_start[s], set_start[s + 1]):
                    plan[entry] = reach * strategy[entry]
                    sums[entry] += weight * plan[entry]
                    regret = regrets[entry] + gains[entry]
                    regrets[entry] = max(regret, 0.0)
                    positive += max(regret, 0.0)
                for entry in range(set_start[s], set_start[s + 1]):
                    if positive > 0.0:
                        strategy[entry] = regrets[entry] / positive
                    else:
                        strategy[entry] = 1.0 / (set_start[s + 1] - set_start[s])
