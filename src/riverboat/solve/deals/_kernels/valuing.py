"""Given strategies on deals: what they win, what ends are worth against them, how many nodes they walk."""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve.deals._kernels.layout import (
    BASE,
    CHILDREN,
    DEAL,
    END,
    FIRST,
    LIVE,
    MAX_PLAYERS,
    PLAYER,
    SLOT,
    STREET,
    STRIDE,
    UNUSED,
    find_winners,
)


@njit(cache=True, nogil=True)
def add_ends(nodes, payoffs, ranks, hands, probabilities, places, ties, worth, values):
    """What deals add to the worth of ends, weighted with the reach of all but the player whose worth it is.

    `probabilities` float64[rows] is everyone's strategy, `places` int64[N] where the hands of a node begin in
    `worth` float64[players, places]; `values` float64[players] is what each wins by the strategy.
    """
    count, players = nodes.shape[0], payoffs.shape[1]
    reach = np.ones((count, players))
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(hands.shape[0]):
        find_winners(ranks, i, ties, best, codes)
        for node in range(count):
            p = nodes[node, PLAYER]
            first = nodes[node, FIRST]
            if p < MAX_PLAYERS:
                children = nodes[node, CHILDREN]
                row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
                for a in range(children):
                    for q in range(players):
                        reach[first + a, q] = reach[node, q]
                    reach[first + a, p] *= probabilities[row + a]
            elif p == DEAL:
                for q in range(players):
                    reach[first, q] = reach[node, q]
            elif p == END:
                paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
                street = nodes[node, STREET]
                for q in range(players):
                    others = 1.0
                    for r in range(players):
                        if r != q:
                            others *= reach[node, r]
                    gain = others * payoffs[paid, q]
                    worth[q, places[node] + hands[i, q, street]] += gain
                    values[q] += gain * reach[node, q]


@njit(cache=True, nogil=True)
def count_walked(nodes, hands, allowed):
    """How many nodes these deals walk when choices are left out; `allowed` bool[rows]."""
    count = nodes.shape[0]
    cut = np.zeros(count, np.bool_)
    walked = 0
    for i in range(hands.shape[0]):
        for node in range(count):
            p, first = nodes[node, PLAYER], nodes[node, FIRST]
            if p != UNUSED and not cut[node]:
                walked += 1
            if p < MAX_PLAYERS:
                children = nodes[node, CHILDREN]
                row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
                for a in range(children):
                    cut[first + a] = cut[node] or not allowed[row + a]
            elif p == DEAL:
                cut[first] = cut[node]
    return walked


@njit(cache=True, nogil=True)
def value_deals(nodes, payoffs, ranks, first_hands, second_hands, first, second, ties, values):
    """What two players win on average with the cards of each deal, into float64[deals, 2].

    Position 0 plays by `first` float64[rows] and sees `first_hands`, position 1 by `second` and `second_hands`; the
    nodes are those of position 0's game for its own decisions, `nodes[1]` those of the other's.
    """
    count, players = nodes.shape[1], payoffs.shape[1]
    reach = np.ones(count)
    visits = np.zeros(count, np.uint32)
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(ranks.shape[0]):
        find_winners(ranks, i, ties, best, codes)
        won, lost = 0.0, 0.0
        at, end = 0, 1
        while at < end:
            node = visits[at]
            at += 1
            p, child, here = nodes[0, node, PLAYER], nodes[0, node, FIRST], reach[node]
            if p == END:
                paid = nodes[0, node, SLOT] + codes[nodes[0, node, LIVE]]
                won += here * payoffs[paid, 0]
                lost += here * payoffs[paid, 1]
            elif p == DEAL:
                reach[child] = here
                visits[end] = child
                end += 1
            else:
                street, children = nodes[0, node, STREET], nodes[0, node, CHILDREN]
                seen = first_hands[i, 0, street] if p == 0 else second_hands[i, 1, street]
                row = nodes[p, node, BASE] + seen * nodes[p, node, STRIDE]
                for a in range(children):
                    share = here * (first[row + a] if p == 0 else second[row + a])
                    if share > 0.0:
                        reach[child + a] = share
                        visits[end] = child + a
                        end += 1
        values[i, 0] = won
        values[i, 1] = lost
