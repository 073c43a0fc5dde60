"""Loops of the shove-or-fold game: all ends of sampled deals, and tables of payoffs for exact ones.

A *node* is a seat and the set h of earlier seats that are all-in (bits): number 2^seat - 1 + h, so the nodes of a seat
lie together. `strategy` is float64[169, nodes]: how likely each class goes all-in at each node. `payoffs` is
float64[orders, players, ends], as in `game.py`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_ONE = np.uint64(1)


@njit(cache=True, nogil=True, fastmath=True)
def add_advantages(classes, orders, payoffs, strategy, advantages, folded):
    """Add over deals what going all-in wins more than folding, the others as `strategy` plays.

    `classes` is uint8[deals, players], `orders` int16[deals]; payoffs and strategy are float32. advantages[class, node]
    (float32, so not too many deals at once) is weighted by how likely the others bring the game to the node; to
    folded[seat] goes what the seat wins when it always folds.

    From the last seat to the first: half of the ends that are left have this seat's bit set, the upper half; mixing
    both halves by the seat's strategy leaves the ends of the seats before it.
    """
    players = np.uint64(classes.shape[1])
    ends = _ONE << players
    value = np.empty((players, ends), np.float32)
    reach = np.empty(ends, np.float32)
    reach[np.uint64(0)] = np.float32(1.0)
    for deal in range(np.uint64(classes.shape[0])):
        order = np.uint64(orders[deal])
        for seat in range(players - _ONE):
            half = _ONE << seat
            row = np.uint64(classes[deal, seat])
            at = half - _ONE
            for h in range(half):
                into = reach[at + h] * strategy[row, at + h]
                reach[at + half + half + h] = into
                reach[at + half + h] = reach[at + h] - into
        for p in range(players):
            for end in range(ends):
                value[p, end] = payoffs[order, p, end]
        for back in range(players):
            seat = players - _ONE - back
            half = _ONE << seat
            row = np.uint64(classes[deal, seat])
            at = half - _ONE
            total = np.float32(0.0)
            for h in range(half):
                weight = reach[at + h]
                advantages[row, at + h] += weight * (value[seat, half + h] - value[seat, h])
                total += weight * value[seat, h]
            folded[seat] += total
            for p in range(seat):
                for h in range(half):
                    value[p, h] += strategy[row, at + h] * (value[p, half + h] - value[p, h])


@njit(cache=True, nogil=True)
def fill_tensor(counts, pair_of, suited, payoffs, axes, out):
    """Fill float32[169, 169, 169] with the sum over orders of counts times payoffs.

    The axes of `out` are the seats `axes` (int64[3]); counts is the table of `odds.multiway.three_way`, whose hands are
    in ascending order of their rank pairs; payoffs[k] (float64[6, 13]) are those of its orders when permutation k (in
    the order of `itertools.permutations`) of the seats puts them in that order.
    """
    classes = out.shape[0]
    who = np.empty(3, np.int64)
    place = np.empty(3, np.int64)
    for i in range(classes):
        for j in range(classes):
            for k in range(classes):
                who[axes[0]], who[axes[1]], who[axes[2]] = i, j, k
                a, b, c = pair_of[who[0]], pair_of[who[1]], pair_of[who[2]]
                # place: the seats in ascending order of their pairs
                if a <= b:
                    if b <= c:
                        place[0], place[1], place[2], which = 0, 1, 2, 0
                    elif a <= c:
                        place[0], place[1], place[2], which = 0, 2, 1, 1
                    else:
                        place[0], place[1], place[2], which = 2, 0, 1, 4
                elif a <= c:
                    place[0], place[1], place[2], which = 1, 0, 2, 2
                elif b <= c:
                    place[0], place[1], place[2], which = 1, 2, 0, 3
                else:
                    place[0], place[1], place[2], which = 2, 1, 0, 5
                low, middle, high = pair_of[who[place[0]]], pair_of[who[place[1]]], pair_of[who[place[2]]]
                row = high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low
                kind = suited[who[place[0]]] + 2 * suited[who[place[1]]] + 4 * suited[who[place[2]]]
                total = 0.0
                for order in range(payoffs.shape[1]):
                    total += counts[row, kind, order] * payoffs[which, order]
                out[i, j, k] = total
