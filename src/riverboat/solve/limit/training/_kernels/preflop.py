"""Before the flop: the shares of every bucket, the reach they bring to the flop, and what is learned from its values.

Regrets, sums and shares are float64[2, buckets, 11]; player 0 uses ten of the actions (`lines.PREFLOP_NODES`).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve.spot._kernels.compiled import entry


@njit(nogil=True, forceinline=True)
def _match(regrets, first, count, shares):
    total = 0.0
    for a in range(first, first + count):
        total += max(regrets[a], 0.0)
    for a in range(first, first + count):
        shares[a] = max(regrets[a], 0.0) / total if total > 0.0 else 1.0 / count


@entry
def match_preflop(regrets, shares):
    """Shares of all decisions by regret matching."""
    for bucket in range(regrets.shape[1]):
        mine, to = regrets[0, bucket], shares[0, bucket]
        _match(mine, 0, 2, to)
        _match(mine, 2, 3, to)
        _match(mine, 5, 3, to)
        _match(mine, 8, 2, to)
        mine, to = regrets[1, bucket], shares[1, bucket]
        _match(mine, 0, 3, to)
        _match(mine, 3, 3, to)
        _match(mine, 6, 2, to)
        _match(mine, 8, 3, to)


@entry
def reach_flop(shares, bucket, hands, x, at0, at1):
    """Reach of both players into the flop on the seven lines: rows `at0 + j` and `at1 + j` of (..., 16)."""
    for j in range(hands):
        p, row = shares[0, bucket[j]], x[at0 + j]
        row[0] = p[0]
        row[1] = p[1]
        row[2] = p[1] * p[3]
        row[3] = p[1] * p[4]
        row[4] = p[6]
        row[5] = p[7]
        row[6] = p[7] * p[9]
        p, row = shares[1, bucket[j]], x[at1 + j]
        again = p[1] * p[5]
        row[0] = p[1]
        row[1] = p[1] * p[4]
        row[2] = again
        row[3] = again * p[7]
        row[4] = p[2]
        row[5] = p[2] * p[9]
        row[6] = p[2] * p[10]


@njit(nogil=True, forceinline=True)
def _mix_two(p, r, first, weight, one, two):
    v = p[first] * one + p[first + 1] * two
    r[first] += weight * (one - v)
    r[first + 1] += weight * (two - v)
    return v


@njit(nogil=True, forceinline=True)
def _mix_three(p, r, first, weight, one, two, three):
    v = p[first] * one + p[first + 1] * two + p[first + 2] * three
    r[first] += weight * (one - v)
    r[first + 1] += weight * (two - v)
    r[first + 2] += weight * (three - v)
    return v


@entry
def learn_preflop(me, shares, regrets, bucket, hands, first, second, x, at, v, vat, held, weight):
    """Regrets of one player from the values `v` of the seven lines; x has the reach of the other from row `at` on.

    `held` is float64[8, 53], scratch. The value of the game for `me`, summed over all pairs of hands.
    """
    for row in range(8):
        for card in range(53):
            held[row, card] = 0.0
    for j in range(hands):
        for line in range(8):
            y = x[at + j, line] if line < 7 else 1.0
            held[line, 52] += y
            held[line, first[j]] += y
            held[line, second[j]] += y
    value = 0.0
    for j in range(hands):
        p, r = shares[me, bucket[j]], regrets[me, bucket[j]]
        a, b, after = first[j], second[j], v[vat + j]
        a0 = held[0, 52] - held[0, a] - held[0, b] + x[at + j, 0]
        a1 = held[1, 52] - held[1, a] - held[1, b] + x[at + j, 1]
        a2 = held[2, 52] - held[2, a] - held[2, b] + x[at + j, 2]
        a3 = held[3, 52] - held[3, a] - held[3, b] + x[at + j, 3]
        a4 = held[4, 52] - held[4, a] - held[4, b] + x[at + j, 4]
        a5 = held[5, 52] - held[5, a] - held[5, b] + x[at + j, 5]
        a6 = held[6, 52] - held[6, a] - held[6, b] + x[at + j, 6]
        root = held[7, 52] - held[7, a] - held[7, b] + 1.0
        if me == 1:
            crrr = _mix_two(p, r, 6, weight, -6.0 * a3, after[3])
            cr = _mix_three(p, r, 3, weight, -2.0 * a1, after[1], 4.0 * (a1 - a2 - a3) + after[2] + crrr)
            rr = _mix_three(p, r, 8, weight, -4.0 * a5, after[5], 6.0 * (a5 - a6) + after[6])
            value += _mix_three(p, r, 0, weight, -root, after[0] + cr, 2.0 * (root - a4 - a5) + after[4] + rr)
        else:
            crr = _mix_three(p, r, 2, weight, -4.0 * a2, after[2], 6.0 * (a2 - a3) + after[3])
            limped = _mix_two(p, r, 0, weight, after[0], 2.0 * (a0 - a1 - a2) + after[1] + crr)
            rrr = _mix_two(p, r, 8, weight, -6.0 * a6, after[6])
            raised = _mix_three(p, r, 5, weight, -2.0 * a4, after[4], 4.0 * (a4 - a5 - a6) + after[5] + rrr)
            value += root - a0 - a4 + limped + raised
    return value


@entry
def average_preflop(shares, sums, weight):
    """Own reach times shares into the sums of the average strategy of both players."""
    for bucket in range(shares.shape[1]):
        p, s = shares[0, bucket], sums[0, bucket]
        for a in range(10):
            reach = p[1] if 2 <= a < 5 else (p[7] if a >= 8 else 1.0)
            s[a] += np.float64(weight) * reach * p[a]
        p, s = shares[1, bucket], sums[1, bucket]
        for a in range(11):
            reach = 1.0
            if 3 <= a < 6:
                reach = p[1]
            elif 6 <= a < 8:
                reach = p[1] * p[5]
            elif a >= 8:
                reach = p[2]
            s[a] += np.float64(weight) * reach * p[a]
