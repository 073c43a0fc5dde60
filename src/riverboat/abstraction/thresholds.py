"""GameShrink with a threshold: hands on flops that win and lose about equally often are one class (GS1).

Gilpin and Sandholm (2006) merge children of one class whose records of showdowns, wins and losses over all opponents
and run-outs, differ by at most a threshold; the threshold is chosen so that the linear program fits into memory. How
classes are formed is not said, and the test is no equivalence. Here deals of one starting hand are sorted by wins and
losses, a class is opened by the first deal and takes what differs from that deal by at most the threshold. The
threshold of a wanted number of classes is found by bisection; where a number is skipped, the next finer threshold is
taken and the nearest sibling classes are merged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import deals_of, places_of
from riverboat.cache import cached_arrays
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import RiverboatError
from riverboat.odds.strength.inputs import tables
from riverboat.progress import OnProgress
from riverboat.workers import in_threads

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
SHOWDOWNS: Final = 1_070_190
"""Of one hand on a flop: 1,081 opponents times 990 run-outs."""
RUNOUTS: Final = 990
GS1_CLASSES: Final = 2465
_VERSION: Final = 1


@dataclass(frozen=True, eq=False)
class FlopClasses:
    """Every deal of hole cards and a flop in a class below its starting hand."""

    label: NDArray[np.uint16]
    """By number of the deal (`deals_of(3)`)."""
    parents: Integers
    """The starting hand, 0 to 168, of each class."""
    threshold: int
    """Showdowns by which deals of a class may differ from its first."""

    @property
    def count(self) -> int:
        """How many classes there are."""
        return len(self.parents)

    def by_holding(self, flop: tuple[int, ...] | NDArray[np.uint8]) -> Integers:
        """int64[1326]: the class of every holding; -1 where the flop blocks it."""
        live, places = places_of(np.asarray(flop, np.uint8))
        found = np.full(len(HOLDING_CARDS), -1, np.int64)
        found[live] = self.label[places]
        return found

    def of_hand(self, hole: tuple[int, ...], flop: tuple[int, ...]) -> int:
        """The class of one hand."""
        return int(self.label[deals_of(3).index_batch(np.array([(*hole, *flop)], np.uint8))[0]])


def flop_records(on_progress: OnProgress | None = None) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Wins and losses of every deal of hole cards and a flop, out of 1,070,190 showdowns; kept in the cache."""

    def build() -> dict[str, NDArray[Any]]:
        from riverboat.abstraction._kernels import wins_and_ties

        boards, _ = canonical_boards(3)
        ranks = tables()
        wins, losses = (np.zeros(deals_of(3).size, np.int32) for _ in range(2))

        def work(number: int) -> tuple[Integers, Integers, Integers]:
            won, tied = np.zeros(len(HOLDING_CARDS), np.int64), np.zeros(len(HOLDING_CARDS), np.int64)
            wins_and_ties(ranks.by_size[7], ranks.words, HOLDING_CARDS, boards[number], won, tied)
            live, places = places_of(boards[number])
            return places, won[live], SHOWDOWNS - won[live] - tied[live]

        for places, won, lost in in_threads(work, range(len(boards)), on_progress):
            wins[places], losses[places] = won, lost
        return {"wins": wins, "losses": losses}

    stored = cached_arrays(f"flop-records-v{_VERSION}", build)
    return stored["wins"], stored["losses"]


def flop_classes(count: int = GS1_CLASSES, on_progress: OnProgress | None = None) -> FlopClasses:
    """So many classes of deals, by the threshold that gives them."""
    wins, losses = flop_records(on_progress)
    parents = starting_hands()
    if not CLASSES <= count <= np.iinfo(np.uint16).max:
        raise RiverboatError(f"{count} classes of flops: expected {CLASSES} to {np.iinfo(np.uint16).max}")
    low, high = 0, 2 * SHOWDOWNS
    while high - low > 1:  # the smallest threshold with at most so many classes
        middle = (low + high) // 2
        found = cut_by_threshold(wins, losses, parents, middle)[1]
        low, high = (middle, high) if len(found) > count else (low, middle)
    label, found = cut_by_threshold(wins, losses, parents, high)
    threshold = high
    if len(found) < count:  # this number is skipped: take the next finer classes, and merge the nearest
        label, found = cut_by_threshold(wins, losses, parents, low)
        label, found = _merged(label, found, wins, losses, len(found) - count)
        threshold = low
    return FlopClasses(label.astype(np.uint16), found, threshold)


def cut_by_threshold(
    wins: NDArray[Any], losses: NDArray[Any], parents: Integers, threshold: int
) -> tuple[Integers, Integers]:
    """The class of each deal, and the parent of each class."""
    from riverboat.abstraction._kernels import sweep_classes

    order = np.lexsort((losses, wins, parents))
    sorted_parents = parents[order]
    edges = np.flatnonzero(np.diff(sorted_parents)) + 1
    starts = np.concatenate([[0], edges, [len(order)]]).astype(np.int64)
    cut = np.empty(len(order), np.int64)
    count = sweep_classes(wins[order].astype(np.int64), losses[order].astype(np.int64), starts, int(threshold), cut)
    label = np.empty(len(order), np.int64)
    label[order] = cut
    above = np.zeros(count, np.int64)
    above[cut] = sorted_parents
    return label, above


def _merged(
    label: Integers, parents: Integers, wins: NDArray[Any], losses: NDArray[Any], times: int
) -> tuple[Integers, Integers]:
    """Put neighbouring classes of one parent together whose mean records are nearest, one pair after the other."""
    for _ in range(times):
        sizes = np.bincount(label)
        mean_wins, mean_losses = (np.bincount(label, each) / sizes for each in (wins, losses))
        apart = np.abs(np.diff(mean_wins)) + np.abs(np.diff(mean_losses))
        apart[np.diff(parents) != 0] = np.inf
        first = int(np.argmin(apart))
        label = label - (label > first)
        parents = np.delete(parents, first + 1)
    return label, parents


def starting_hands() -> Integers:
    """The starting hand, 0 to 168, of every deal of hole cards and a flop."""
    deals = deals_of(3)
    cards = deals.unindex_batch(np.arange(deals.size))[:, :2].astype(np.int64)
    low, high = cards.min(axis=1), cards.max(axis=1)
    return np.asarray(HOLDING_CLASS[high * (high - 1) // 2 + low], np.int64)


def class_pairs(classes: FlopClasses, on_progress: OnProgress | None = None) -> tuple[Floats, Floats]:
    """Joint probability of both players' classes, and that times who wins more of the run-outs; kept in the cache."""

    def build() -> dict[str, NDArray[Any]]:
        from riverboat.abstraction._kernels import add_class_pairs, flop_matrix

        boards, multiplicity = canonical_boards(3)
        ranks = tables()
        joint, edge = (np.zeros((classes.count, classes.count)) for _ in range(2))

        def work(number: int) -> tuple[int, Integers, NDArray[np.int16]]:
            flop = boards[number]
            live = np.flatnonzero(~np.isin(HOLDING_CARDS, flop).any(axis=1))
            places = np.full(len(HOLDING_CARDS), -1, np.int64)
            places[live] = np.arange(len(live))
            matrix = np.zeros((len(live), len(live)), np.int16)
            flop_matrix(ranks.by_size[7], ranks.words, HOLDING_CARDS, flop, places, matrix)
            return number, live, matrix

        for number, live, matrix in in_threads(work, range(len(boards)), on_progress):
            labels = classes.by_holding(boards[number])[live]
            add_class_pairs(HOLDING_CARDS, live, matrix, labels, float(multiplicity[number]), joint, edge)
        total = joint.sum()
        return {"joint": joint / total, "edge": edge / (total * RUNOUTS)}

    stored = cached_arrays(f"flop-pairs-{classes.count}-{classes.threshold}-v{_VERSION}", build)
    return stored["joint"], stored["edge"]
