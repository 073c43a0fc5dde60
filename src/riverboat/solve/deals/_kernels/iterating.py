"""Chance-sampled regret minimisation by lists of nodes: one deal, down for reach, up for values, all players updated.

All walks, those of `recursing.py` too, do the same arithmetic in the same order on every number that is kept, so their
sums are equal to the last bit. Where two players have no way to a node, no regrets can change below it: values are
not computed there, only average strategies, unless regrets are weighted by the previous player.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve.deals._kernels.layout import (
    BASE,
    CHILDREN,
    CUT,
    DEAL,
    END,
    FIRST,
    MAX_PLAYERS,
    PLAYER,
    PREVIOUS,
    STREET,
    STRIDE,
    TWO_GONE,
    average_value,
    find_winners,
    match_regrets,
    pay_end,
)


@njit(cache=True, nogil=True)
def walk_levels(nodes, payoffs, ranks, hands, sums, weight, ties):
    """Down the whole list for strategies and reach, up again for values and regrets (Teófilo 2016, Fig. 60)."""
    count, players = nodes.shape[0], payoffs.shape[1]
    reach = np.ones((count, players))
    value = np.zeros((count, players))
    chance = np.zeros(count)  # of the choice that leads to a node
    gone = np.zeros(count, np.uint8)  # how many players never come here, as far as it matters
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(hands.shape[0]):
        find_winners(ranks, i, ties, best, codes)
        for node in range(count):
            p = nodes[node, PLAYER]
            if gone[node] == CUT:
                first = nodes[node, FIRST]
                for child in range(first, first + nodes[node, CHILDREN]):
                    gone[child] = CUT
            elif p < MAX_PLAYERS:
                children, first = nodes[node, CHILDREN], nodes[node, FIRST]
                row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
                match_regrets(sums, row, children, chance, first)
                mine = reach[node, p]
                for a in range(children):
                    child = first + a
                    s = chance[child]
                    sums[row + a, 1] += mine * s
                    for q in range(players):
                        reach[child, q] = reach[node, q]
                    reach[child, p] = mine * s
                    gone[child] = gone[node]
                    if s == 0.0:
                        if sums[row + a, 0] == -np.inf:
                            gone[child] = CUT
                        elif mine > 0.0 and weight == 0:
                            gone[child] += 1
            elif p == DEAL:
                child = nodes[node, FIRST]
                gone[child] = gone[node]
                for q in range(players):
                    reach[child, q] = reach[node, q]
        for node in range(count - 1, -1, -1):
            p = nodes[node, PLAYER]
            if gone[node] >= TWO_GONE:
                continue
            if p == END:
                pay_end(nodes, node, payoffs, codes, value)
            elif p < MAX_PLAYERS:
                children, first = nodes[node, CHILDREN], nodes[node, FIRST]
                row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
                average_value(value, chance, gone, node, first, children, players)
                w = reach[node, nodes[node, PREVIOUS]]
                if weight == 0:
                    w = 1.0
                    for q in range(players):
                        if q != p:
                            w *= reach[node, q]
                for a in range(children):
                    if gone[first + a] < TWO_GONE:
                        sums[row + a, 0] += w * (value[first + a, p] - value[node, p])
            elif p == DEAL:
                child = nodes[node, FIRST]
                for q in range(players):
                    value[node, q] = value[child, q]


@njit(cache=True, nogil=True)
def walk_visits(nodes, payoffs, ranks, hands, sums, weight, ties):
    """As `walk_levels`, but with a list of nodes to visit: where nobody ever comes, nothing can change."""
    count, players = nodes.shape[0], payoffs.shape[1]
    reach = np.ones((count, players))
    value = np.zeros((count, players))
    chance = np.zeros(count)  # of the choice that leads to a node
    gone = np.zeros(count, np.uint8)  # how many players never come here, as far as it matters
    visits = np.zeros(count, np.uint32)
    rows = np.zeros(count, np.uint64)
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(hands.shape[0]):
        find_winners(ranks, i, ties, best, codes)
        at, end = 0, 1  # the root is the first, and never an end
        while at < end:
            node = visits[at]
            at += 1
            p, first, here = nodes[node, PLAYER], nodes[node, FIRST], gone[node]
            if p == DEAL:
                gone[first] = here
                if nodes[first, PLAYER] == END:
                    pay_end(nodes, first, payoffs, codes, value)
                else:
                    for q in range(players):
                        reach[first, q] = reach[node, q]
                    visits[end] = first
                    end += 1
                continue
            children = nodes[node, CHILDREN]
            row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
            rows[node] = row
            match_regrets(sums, row, children, chance, first)
            mine = reach[node, p]
            for a in range(children):
                child = first + a
                s = chance[child]
                sums[row + a, 1] += mine * s
                below = here
                if s == 0.0:
                    if sums[row + a, 0] == -np.inf:
                        gone[child] = CUT
                        continue
                    if mine > 0.0 and weight == 0:
                        below += np.uint8(1)
                gone[child] = below
                if nodes[child, PLAYER] == END:
                    pay_end(nodes, child, payoffs, codes, value)
                elif below < players:
                    for q in range(players):
                        reach[child, q] = reach[node, q]
                    reach[child, p] = mine * s
                    visits[end] = child
                    end += 1
        for at in range(end - 1, -1, -1):
            node = visits[at]
            if gone[node] >= TWO_GONE:
                continue
            p, first = nodes[node, PLAYER], nodes[node, FIRST]
            if p == DEAL:
                for q in range(players):
                    value[node, q] = value[first, q]
                continue
            row, children = rows[node], nodes[node, CHILDREN]
            average_value(value, chance, gone, node, first, children, players)
            w = reach[node, nodes[node, PREVIOUS]]
            if weight == 0:
                w = 1.0
                for q in range(players):
                    if q != p:
                        w *= reach[node, q]
            for a in range(children):
                if w > 0.0 and gone[first + a] < TWO_GONE:
                    sums[row + a, 0] += w * (value[first + a, p] - value[node, p])
