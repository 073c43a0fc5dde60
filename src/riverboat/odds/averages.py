"""What is a starting hand worth on an average flop? HS, PPot, NPot and EHS of the 169 classes, averaged over all flops.

These are the numbers behind the heat maps of Teófilo (2016, Figs. 14 to 17). Every holding on every one of the 1,755
flops that differ by more than the names of suits is evaluated, each with its multiplicity, so the averages are exact.
HS alone takes a fraction of a second; the potentials take minutes on first use and are then kept in the cache folder.
With a number of `flops` drawn at random there is a quick estimate instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.cards.holdings import CLASSES, HOLDING_CLASS
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import RiverboatError
from riverboat.odds.ars.tables import ars_table, boards_of, strengths_of
from riverboat.odds.strength import potential_by_holding, strength_by_holding
from riverboat.progress import OnProgress
from riverboat.workers import in_threads

_VERSION = 1


class Flops(NamedTuple):
    """The flops to average over: uint8[N, 3] and how much each counts."""

    boards: NDArray[np.uint8]
    weights: NDArray[np.float64]


@dataclass(frozen=True)
class FlopAverages:
    """float64[169] each, by class of the 13x13 grid."""

    strength: NDArray[np.float64]
    positive: NDArray[np.float64]
    negative: NDArray[np.float64]
    effective: NDArray[np.float64]


def average_strength(opponents: int = 1) -> NDArray[np.float64]:
    """float64[169]: HS^n on the average flop, exact."""
    flops = _every_flop()
    columns = in_threads(lambda board: strength_by_holding(board, opponents)[:, None], list(flops.boards))
    return _mean_by_class(columns, flops, 1)[:, 0]


def flop_averages(
    opponents: int = 1, *, flops: int | None = None, seed: int = 1, on_progress: OnProgress | None = None
) -> FlopAverages:
    """HS, PPot, NPot (two cards to come) and EHS on the average flop; exact, or from some flops drawn with `seed`."""
    if flops is None:
        name = f"flop-averages-{opponents}-v{_VERSION}"
        means = cached_arrays(name, lambda: {"means": _averages(opponents, _every_flop(), on_progress)})["means"]
    elif flops < 1 or seed < 0:
        raise RiverboatError(f"{flops} flops with seed {seed}: expected 1 or more, and a seed of 0 or more")
    else:
        means = _averages(opponents, _some_flops(flops, seed), on_progress)
    return FlopAverages(*means.T)


class ArsAverages(NamedTuple):
    """float64[169] each, over river boards: ARS, exact E[HS], and how far apart they are for a single hand."""

    ars: NDArray[np.float64]
    expected: NDArray[np.float64]
    error: NDArray[np.float64]


def ars_averages(boards: int = 4000, seed: int = 1, on_progress: OnProgress | None = None) -> ArsAverages:
    """ARS beside E[HS] at the river against one opponent, over random boards (Teófilo 2016, Fig. 51)."""
    table = ars_table("river", 1, on_progress)
    drawn, multiplicity = boards_of("river", boards, seed)
    sums, counts = np.zeros((CLASSES, 3)), np.zeros(CLASSES)
    for part in strengths_of(drawn, multiplicity, 1):
        exact, approximate = part.values, table.mean[HOLDING_CLASS, part.ranks]
        live = ~np.isnan(exact)
        classes = np.broadcast_to(HOLDING_CLASS, exact.shape)[live]
        for column, values in enumerate((approximate, exact, np.abs(approximate - exact))):
            sums[:, column] += np.bincount(classes, weights=values[live], minlength=CLASSES)
        counts += np.bincount(classes, minlength=CLASSES)
    return ArsAverages(*(sums / counts[:, None]).T)


def _averages(opponents: int, flops: Flops, on_progress: OnProgress | None) -> NDArray[np.float64]:
    def values(board: NDArray[np.uint8]) -> NDArray[np.float64]:
        found = potential_by_holding(board)
        ahead = found.strength**opponents
        effective = ahead + (1.0 - ahead) * found.positive
        return np.stack([ahead, found.positive, found.negative, effective], axis=1)

    return _mean_by_class(in_threads(values, list(flops.boards), on_progress), flops, 4)


def _mean_by_class(columns: Iterable[NDArray[np.float64]], flops: Flops, count: int) -> NDArray[np.float64]:
    """float64[169, count]: the weighted mean of per-holding columns, without the NaN of holdings that a flop blocks."""
    sums, weights = np.zeros((CLASSES, count)), np.zeros(CLASSES)
    for values, weight in zip(columns, flops.weights, strict=True):
        live = ~np.isnan(values[:, 0])
        np.add.at(sums, HOLDING_CLASS[live], weight * values[live])
        weights += weight * np.bincount(HOLDING_CLASS[live], minlength=CLASSES)
    return np.asarray(sums / weights[:, None])


def _every_flop() -> Flops:
    boards, multiplicity = canonical_boards(3)
    return Flops(boards, multiplicity.astype(np.float64))


def _some_flops(count: int, seed: int) -> Flops:
    generator = np.random.default_rng(seed)
    boards = np.array([generator.choice(52, 3, replace=False) for _ in range(count)], np.uint8)
    return Flops(boards, np.ones(count))
