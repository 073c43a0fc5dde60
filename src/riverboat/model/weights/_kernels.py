"""Kernels that re-weight one table in place: float64[1326] weights and values, int16 order of holdings, best first.

Values are NaN for impossible holdings, which are not in the order and weigh 0 afterwards.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit
def _rise(value, threshold, width):
    """From 0 below the threshold to 1 above it, linear within `width` on either side."""
    if width <= 0.0:
        return 1.0 if value >= threshold else 0.0
    share = (value - threshold + width) / (2.0 * width)
    return 0.0 if share < 0.0 else (1.0 if share > 1.0 else share)


@njit
def _best_share(weights, values, order, share):
    """The value that the best `share` of the weight has at least; above all values for no share at all."""
    if share <= 0.0:
        return 2.0
    total = 0.0
    for i in range(order.size):
        total += weights[np.uint64(order[i])]
    wanted = share * total
    met = 0.0
    for i in range(order.size):
        holding = np.uint64(order[i])
        met += weights[holding]
        if met >= wanted:
            return values[holding]
    return -1.0


@njit(cache=True, nogil=True)
def reweight_around(weights, values, mu, sigma, low):
    """Multiply by clamp((value - mu + sigma) / (2 sigma), low, 1); no possible holding ends below `low`."""
    for holding in range(np.uint64(weights.size)):
        value = values[holding]
        if value != value or weights[holding] <= 0.0:
            weights[holding] = 0.0
            continue
        factor = (value - mu + sigma) / (2.0 * sigma)
        factor = low if factor < low else (1.0 if factor > 1.0 else factor)
        weight = weights[holding] * factor
        weights[holding] = low if weight < low else weight


@njit(cache=True, nogil=True)
def triples_of(weights, values, order, playing, raising, width, owes, triples):
    """float64[1326, 3]: what a player does who plays the best share `playing` of what he may hold and raises the best
    share `raising`; one who owes nothing never folds. Impossible holdings get zeros.
    """
    to_raise = _best_share(weights, values, order, raising)
    to_play = _best_share(weights, values, order, playing)
    for holding in range(np.uint64(weights.size)):
        value = values[holding]
        if value != value:
            for deed in range(3):
                triples[holding, deed] = 0.0
            continue
        raises = _rise(value, to_raise, width)
        plays = _rise(value, to_play, width) if owes else 1.0
        plays = raises if plays < raises else plays
        triples[holding, 0] = 1.0 - plays
        triples[holding, 1] = plays - raises
        triples[holding, 2] = raises


@njit(cache=True, nogil=True)
def reweight_by_shares(weights, values, order, playing, raising, width, owes, deed, doubt, low):
    """Multiply by what `triples_of` says of `deed`, mixed with a share `doubt` of 1; then scale to a largest of 1.

    No possible holding ends below `low`.
    """
    to_raise = _best_share(weights, values, order, raising)
    to_play = _best_share(weights, values, order, playing) if owes else -1.0
    largest = 0.0
    for i in range(order.size):
        holding = np.uint64(order[i])
        value = values[holding]
        raises = _rise(value, to_raise, width)
        chance = raises
        if deed < 2:
            plays = _rise(value, to_play, width) if owes else 1.0
            plays = raises if plays < raises else plays
            chance = plays - raises if deed == 1 else 1.0 - plays
        weight = weights[holding] * (doubt + (1.0 - doubt) * chance)
        weights[holding] = weight
        if weight > largest:
            largest = weight
    scale = 1.0 / largest if largest > 0.0 else 0.0
    for holding in range(np.uint64(weights.size)):
        if values[holding] != values[holding]:
            weights[holding] = 0.0
        elif weights[holding] > 0.0:
            weight = weights[holding] * scale
            weights[holding] = low if weight < low else weight
