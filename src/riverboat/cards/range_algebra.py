"""Ranges out of ranges: union, what is left, what is in both, scaled weights, and the best part of a range.

    union(Range("22+"), Range("AKs"))         # the larger weight of each holding
    best_share(Range("22+,A2s+"), 30)         # the best 30 % of it, by all-in equity against a random hand

Weights stay between 0 and 1. Cost: an operation on 1,326 numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from riverboat.cards.holdings import CLASS_BY_NAME, HOLDING_CLASS
from riverboat.cards.ranges import STRONGEST_FIRST, Range
from riverboat.errors import NotationError


def union(first: Range, second: Range) -> Range:
    """Hands of either, with the larger weight."""
    return Range.from_weights(np.maximum(first.weights, second.weights))


def subtract(first: Range, second: Range) -> Range:
    """What is left of the first when the weights of the second are taken away."""
    return Range.from_weights(np.maximum(first.weights - second.weights, 0.0))


def intersect(first: Range, second: Range) -> Range:
    """Hands of both, with the smaller weight."""
    return Range.from_weights(np.minimum(first.weights, second.weights))


def scale(given: Range, percent: float) -> Range:
    """Every weight times this many percent, 1 at most."""
    if not 0.0 <= percent <= 10_000.0:
        raise NotationError(f"scale {percent:g} %: expected 0 to 10000")
    return Range.from_weights(np.minimum(given.weights * (percent / 100.0), 1.0))


def best_share(given: Range, percent: float) -> Range:
    """The strongest hands with this share of the range's combinations; the class at the border counts in part."""
    if not 0.0 <= percent <= 100.0:
        raise NotationError(f"best {percent:g} %: expected 0 to 100")
    left = given.combos * percent / 100.0
    weights = np.zeros_like(given.weights)
    for name in STRONGEST_FIRST:
        here = CLASS_BY_NAME[name] == HOLDING_CLASS
        combos = float(given.weights[here].sum())
        if combos > 0.0:
            weights[here] = given.weights[here] * min(1.0, left / combos)
            left = max(0.0, left - combos)
    return Range.from_weights(weights)


OF_TWO: Final[Mapping[str, Callable[[Range, Range], Range]]] = {
    "union": union,
    "subtract": subtract,
    "intersect": intersect,
}
OF_NUMBER: Final[Mapping[str, Callable[[Range, float], Range]]] = {"scale": scale, "best": best_share}
