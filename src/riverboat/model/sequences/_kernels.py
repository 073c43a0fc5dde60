"""Kernels of betting sequences: one observation into all its classes, and all classes blended into beliefs.

`counts` is float64[classes, K] (three kinds of actions, or twenty cells of hand rank), decayed; `seen` int64[classes]
the undecayed number of observations. `class_of` is int32[levels, places], finest level first, -1 for places that are
not learned.
"""

from __future__ import annotations

import numpy as np
from numba import njit


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
    for place in range(class_of.shape[1]):
        if class_of[0, place] < 0:
            continue
        rest = 1.0
        for k in range(cells):
            blended[place, k] = 0.0
        for level in range(first_level, last_level + 1):
            group = class_of[level, place]
            if left_over[group] == 1.0:
                continue
            weight = rest * (1.0 - left_over[group])
            rest *= left_over[group]
            scale = weight / totals[group]
            for k in range(cells):
                blended[place, k] += scale * counts[group, k]
        for k in range(cells):
            blended[place, k] += rest * defaults[place, k]


@njit(cache=True, nogil=True)
def accumulate(blended, cumulative):
    """float64[places, K + 1]: the sums of float64[places, K] from the left."""
    for place in range(blended.shape[0]):
        total = 0.0
        cumulative[place, 0] = 0.0
        for k in range(blended.shape[1]):
            total += blended[place, k]
            cumulative[place, k + 1] = total
