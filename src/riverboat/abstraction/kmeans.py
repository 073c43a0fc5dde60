"""Which points lie together? k-means for millions of points in up to some dozens of dimensions.

Greedy k-means++ (Arthur and Vassilvitskii 2007) for the first centres, then Lloyd's iterations until the variance falls
by less than a tenth of a per mille. Points may have weights. A cluster that has lost its last point begins again at the
point that is farthest from its centre. Same seed, same clusters, whatever the number of threads.

Cost: about 2.5 microseconds for a point, 1,000 centres of 30 numbers and one iteration, on one core; a nearest centre
is found by comparing with all of them, sixteen at a time, which needs no bounds and no memory beside the points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress
from riverboat.workers import in_threads

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]
MAX_ITERATIONS: Final = 100
_TOLERANCE: Final = 1e-4
_SEED_POINTS: Final = 60
"""Points for each cluster among which the first centres are looked for."""
_CHUNK: Final = 1 << 14


@dataclass(frozen=True, eq=False)
class Clusters:
    """Centres, and how well they fit the points they were made of."""

    centres: Singles
    """float32[clusters, dimensions]."""
    variance: float
    """Weighted mean of the squared distance between a point and its centre."""
    iterations: int


def kmeans(points: Singles, weights: Floats, count: int, seed: int, on_progress: OnProgress | None = None) -> Clusters:
    """Clusters of float32[n, d] points with float64[n] weights."""
    points = np.ascontiguousarray(points, np.float32)
    if not 1 <= count <= len(points):
        raise RiverboatError(f"{count} clusters of {len(points)} points: expected 1 to {len(points)}")
    centres = _spread_out(points, weights, count, np.random.default_rng(seed))
    total, before = weights.sum(), np.inf
    for iteration in range(1, MAX_ITERATIONS + 1):
        sums, totals, squares = _means(points, weights, centres)
        variance = float(squares @ weights / total)
        if on_progress:
            on_progress(Progress(iteration, MAX_ITERATIONS, note=f"within-cluster variance {variance:.3g}"))
        if variance >= before * (1.0 - _TOLERANCE):
            break
        before = variance
        empty = np.flatnonzero(totals == 0.0)
        centres = (sums / np.where(totals == 0.0, 1.0, totals)[:, None]).astype(np.float32)
        if len(empty):
            farthest = np.argsort(-squares * weights, kind="stable")[: len(empty)]
            centres[empty] = points[farthest]
    return Clusters(centres, variance, iteration)


def nearest(points: Singles, centres: Singles) -> tuple[NDArray[np.uint16], Singles]:
    """The number of the nearest centre of each point, and the square of its distance; the first of equals."""
    from riverboat.abstraction._kernels import assign_nearest

    labels, squares = np.empty(len(points), np.uint16), np.empty(len(points), np.float32)
    assign_nearest(np.ascontiguousarray(points), np.ascontiguousarray(centres.T), labels, squares)
    return labels, squares


def _spread_out(points: Singles, weights: Floats, count: int, rng: np.random.Generator) -> Singles:
    """The first centres: each the best of some points drawn in proportion to the squared distance from those before."""
    from riverboat.abstraction._kernels import lower_squares, squares_with

    if len(points) > _SEED_POINTS * count:
        chosen = np.sort(rng.permutation(len(points))[: _SEED_POINTS * count])
        points, weights = np.ascontiguousarray(points[chosen]), weights[chosen]
    centres = np.empty((count, points.shape[1]), np.float32)
    squares = np.full(len(points), np.inf, np.float32)
    odds, tries = weights, 2 + int(np.log(count))
    for number in range(count):
        reached = np.cumsum(odds)
        if reached[-1] == 0.0:
            raise RiverboatError(f"{count} clusters: only {number} of the hands are different")
        drawn = np.searchsorted(reached, rng.random(tries) * reached[-1], "right").clip(max=len(points) - 1)
        candidates, sums = points[drawn], np.zeros(tries)
        squares_with(points, weights, squares, candidates, sums)
        centres[number] = candidates[sums.argmin()]
        lower_squares(points, centres[number], squares)
        odds = squares * weights
    return centres


def _means(points: Singles, weights: Floats, centres: Singles) -> tuple[Floats, Floats, Singles]:
    """The sums and weights of the points nearest to each centre, and every point's squared distance."""
    from riverboat.abstraction._kernels import add_to_means

    def work(start: int) -> tuple[Floats, Floats, Singles]:
        part = points[start : start + _CHUNK]
        labels, squares = nearest(part, centres)
        sums, totals = np.zeros(centres.shape), np.zeros(len(centres))
        add_to_means(part, weights[start : start + _CHUNK], labels, sums, totals)
        return sums, totals, squares

    sums, totals, squares = np.zeros(centres.shape), np.zeros(len(centres)), []
    for more_sums, more_totals, more_squares in in_threads(work, range(0, len(points), _CHUNK)):
        sums += more_sums
        totals += more_totals
        squares.append(more_squares)
    return sums, totals, np.concatenate(squares)
