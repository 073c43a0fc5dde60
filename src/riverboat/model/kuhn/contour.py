"""Which opponents are equally exploitable? The (eta, xi) square cut into regions, and contours of what P1 can win.

The best response's value is the largest of six linear functions, so a contour is a closed polygon round (1/3, 1/3) with
one straight side in each region, cut off where it leaves the square. Everything is exact: corners are intersections of
lines.

Random opponents of one exploitability (the paper's section 2.2; it does not say how they were drawn) are uniform along
the contour: every piece of it is as likely as it is long in the (eta, xi) plane.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.model.kuhn.family import BEST_RESPONSES, PURE, VALUE, First, Second

Point = tuple[float, float]
HalfPlane = tuple[float, float, float]
"""a eta + b xi + c >= 0."""

MAX_VALUE = 1 / 3
"""What P1 can win per hand against the weakest opponent of the square, (0, 1)."""

_SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def region(number: int) -> tuple[Second, ...]:
    """The corners of the region where the pure strategy S1 ... S6 is best, in order round it."""
    if number not in BEST_RESPONSES:
        raise RiverboatError(f"region S{number}: expected S1 to S6; S0 and S7 are best against nobody")
    corners: Sequence[Point] = _SQUARE
    for bound in _bounds(PURE[number]):
        corners = _clipped(corners, bound)
    return tuple(Second(*corner) for corner in corners)


def contour(value: float) -> tuple[tuple[Second, Second], ...]:
    """The straight pieces of the square's points against which P1's best response wins exactly this per hand.

    Args:
        value: Chips per hand.
    """
    _require_value(value)
    pieces = []
    for number in BEST_RESPONSES:
        strategy = PURE[number]
        across = _ends(_gain(strategy, value), [*_bounds(strategy), *_within_square()])
        if across is not None:
            pieces.append((Second(*across[0]), Second(*across[1])))
    return tuple(pieces)


def random_opponents(value: float, count: int, seed: int | np.random.Generator = 1) -> NDArray[np.float64]:
    """float64[count, 2]: opponents drawn uniformly along the contour of this value.

    Args:
        value: Chips per hand.
        count: How many.
    """
    pieces = np.array(contour(value))
    lengths = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1)
    rng = np.random.default_rng(seed)
    chosen = rng.choice(len(pieces), count, p=lengths / lengths.sum())
    share = rng.random((count, 1))
    drawn: NDArray[np.float64] = pieces[chosen, 0] + share * (pieces[chosen, 1] - pieces[chosen, 0])
    return drawn


def _require_value(value: float) -> None:
    if not VALUE < value < MAX_VALUE:
        raise RiverboatError(f"exploitability {value:g}: expected more than -1/18 and less than 1/3 chips per hand")


def _gain(strategy: First, value: float) -> HalfPlane:
    """The line on which a strategy wins `value`."""
    alpha, beta, gamma = strategy
    return gamma - 3 * alpha, 3 * beta - gamma - 1, alpha - beta - 6 * value


def _bounds(strategy: First) -> tuple[HalfPlane, ...]:
    """Where each of the strategy's actions is at least as good as the other one."""
    jack, queen, king = (2 * chance - 1 for chance in strategy)
    return (-3 * jack, 0.0, jack), (0.0, 3 * queen, -queen), (king, -king, 0.0)


def _within_square() -> tuple[HalfPlane, ...]:
    return (1.0, 0.0, 0.0), (-1.0, 0.0, 1.0), (0.0, 1.0, 0.0), (0.0, -1.0, 1.0)


def _clipped(corners: Sequence[Point], bound: HalfPlane) -> list[Point]:
    """A convex polygon, cut by a half-plane (Sutherland and Hodgman 1974)."""
    kept: list[Point] = []
    a, b, c = bound
    heights = [height if abs(height := a * x + b * y + c) > 1e-12 else 0.0 for x, y in corners]
    for here, (point, height) in enumerate(zip(corners, heights, strict=True)):
        before, before_height = corners[here - 1], heights[here - 1]
        if (height > 0 > before_height) or (height < 0 < before_height):
            share = before_height / (before_height - height)
            kept.append((before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])))
        if height >= 0:
            kept.append(point)
    return kept


def _ends(line: HalfPlane, bounds: Sequence[HalfPlane]) -> tuple[Point, Point] | None:
    """The piece of a line that lies within all bounds."""
    a, b, c = line
    squared = a * a + b * b
    base, along = (-a * c / squared, -b * c / squared), (-b, a)
    low, high = -10.0, 10.0
    for p, q, r in bounds:
        height, slope = p * base[0] + q * base[1] + r, p * along[0] + q * along[1]
        if abs(slope) < 1e-12:
            if height < -1e-12:
                return None
        elif slope > 0:
            low = max(low, -height / slope)
        else:
            high = min(high, -height / slope)
    if high - low < 1e-12:
        return None
    start, end = ((base[0] + t * along[0], base[1] + t * along[1]) for t in (low, high))
    return start, end
