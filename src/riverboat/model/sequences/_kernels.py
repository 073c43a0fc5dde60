"""Kernels of betting sequences: one observation into all its classes, and all classes blended into beliefs.

`counts` is float64[classes, K] (three kinds of actions, or twenty cells of hand rank), decayed; `seen` int64[classes]
the undecayed number of observations. `class_of` is int32[levels, places], finest level first, -1 for places that are
not learned.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_LEVELS = 4


@njit(cache=True, nogil=True)
def observe(class_of, place, value, decay, counts, seen):
    """One observation of `value` at `place`: at every level the old ones fade and the new one is added."""
    for level in range(class_of.shape[0]):
        group = class_of[level, place]
        counts[group] *= decay
        counts[group, value] += 1.0
        seen[group] += 1


@njit(cache=True, nogil=True)
def blend(class_of, first_level, last_level, mixing, counts, seen, defaults, blended):
    """Fill float64[places, K] `blended` with the weighted sum of the normalised counts of the levels, finest first.

    A level with n observations takes 1 - mixing^n of the weight that is left, `defaults` [places, K] the rest.
    """
    cells = counts.shape[1]
    totals = np.empty(counts.shape[0])
    left_over = np.empty(counts.shape[0])
    for group in range(counts.shape[0]):
        totals[group] = counts[group].sum()
        left_over[group] = mixing ** seen[group] if totals[group] > 0.0 else 1.0
    scale, group = np.zeros(_LEVELS), np.zeros(_LEVELS, np.uint32)
    for place in range(np.uint32(class_of.shape[1])):
        if class_of[0, place] < 0:
            continue
        rest = 1.0
        scale[:] = 0.0
        for level in range(np.uint32(first_level), np.uint32(last_level + 1)):
            found = np.uint32(class_of[level, place])
            left = left_over[found]
            if left < 1.0:
                scale[level], group[level] = rest * (1.0 - left) / totals[found], found
                rest *= left
        a, b, c, d = scale
        at_a, at_b, at_c, at_d = group
        # One pass over the cells: they are few, and a loop for each level would cost more than what it adds up.
        for k in range(cells):
            finest = a * counts[at_a, k] + b * counts[at_b, k]
            blended[place, k] = finest + c * counts[at_c, k] + d * counts[at_d, k] + rest * defaults[place, k]


@njit(cache=True, nogil=True)
def accumulate(blended, cumulative):
    """float64[places, K + 1]: the sums of float64[places, K] from the left."""
    for place in range(blended.shape[0]):
        total = 0.0
        cumulative[place, 0] = 0.0
        for k in range(blended.shape[1]):
            total += blended[place, k]
            cumulative[place, k + 1] = total
