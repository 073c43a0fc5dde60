"""GameShrink with a threshold: hands that win and lose about equally often are one class (GS1).

Gilpin and Sandholm (2006) merge children of one class whose records of showdowns, wins and losses over all opponents
and run-outs, differ by at most a threshold; the threshold is chosen so that the linear program fits into memory. How
classes are formed is not said, and the test is no equivalence. Here the deals of one parent are sorted by wins and
losses, a class is opened by the first deal and takes what differs from that deal by at most the threshold. The
threshold of a wanted number of classes is found by bisection; where a number is skipped, the next finer threshold is
taken and the nearest sibling classes are merged.

Any street will do: before the flop there is one parent, and threshold 0 finds the 169 starting hands; on the flop the
starting hands are the parents; `board_classes.py` has turn and river.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import deals_of, place_of_hand, places_of
from riverboat.abstraction.records import Records, flop_records, preflop_records
from riverboat.abstraction.runouts import RUNOUTS, runouts_won
from riverboat.cache import cache_folder, cached_arrays
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint, FileFormatError
from riverboat.progress import DeferredInterrupt, OnProgress, Progress
from riverboat.workers import in_threads

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
GS1_CLASSES: Final = 2465
_VERSION: Final = 2
_SAVE_EVERY: Final = 60.0


class Cut(NamedTuple):
    """Deals put into classes."""

    label: Integers
    """The class of each deal."""
    parents: Integers
    """The parent of each class."""
    threshold: int
    """Showdowns by which deals of a class may differ from its first."""


class _Sorted(NamedTuple):
    """Deals in the order in which they are swept: by parent, wins and losses."""

    order: Integers
    wins: Integers
    losses: Integers
    parents: Integers
    starts: Integers
    """The first place of each parent, and the number of deals."""

    @classmethod
    def of(cls, records: Records, parents: Integers) -> _Sorted:
        order = np.lexsort((records.losses, records.wins, parents))
        above = np.asarray(parents, np.int64)[order]
        edges = np.flatnonzero(np.diff(above)) + 1
        starts = np.concatenate([[0], edges, [len(order)]]).astype(np.int64)
        wins, losses = (np.ascontiguousarray(each[order], np.int64) for each in records)
        return cls(order, wins, losses, above, starts)

    def cut(self, threshold: int) -> Cut:
        from riverboat.abstraction._kernels import sweep_classes

        swept = np.empty(len(self.order), np.int64)
        count = sweep_classes(self.wins, self.losses, self.starts, threshold, swept)
        label, above = np.empty(len(self.order), np.int64), np.zeros(count, np.int64)
        label[self.order] = swept
        above[swept] = self.parents
        return Cut(label, above, threshold)


def cut_by_threshold(records: Records, parents: Integers, threshold: int) -> Cut:
    """The classes of a threshold inside parents."""
    if threshold < 0:
        raise RiverboatError(f"GameShrink: threshold {threshold}; expected 0 or more showdowns")
    return _Sorted.of(records, parents).cut(threshold)


def cut_into(records: Records, parents: Integers, count: int) -> Cut:
    """This number of classes, or as many as there are different records if those are fewer."""
    deals = _Sorted.of(records, parents)
    fewest = len(deals.starts) - 1
    if not fewest <= count:
        raise RiverboatError(f"GameShrink: {count} classes of {fewest} parents; expected {fewest} or more")
    low, high = -1, int(2 * (records.wins + records.losses).max(initial=0)) + 1
    while high - low > 1:  # the smallest threshold with at most `count` classes
        middle = (low + high) // 2
        low, high = (middle, high) if len(deals.cut(middle).parents) > count else (low, middle)
    found = deals.cut(high)
    if len(found.parents) < count and low >= 0:  # a number that is skipped: merge the nearest of the next finer ones
        found = _merged(deals.cut(low), records, count)
    return found


def preflop_classes(threshold: int = 0, on_progress: OnProgress | None = None) -> Cut:
    """Classes of the 1,326 holdings; threshold 0 finds the 169 from wins and losses alone."""
    records = preflop_records(on_progress)
    return cut_by_threshold(records, np.zeros(len(records.wins), np.int64), threshold)


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
        return int(self.label[place_of_hand(hole, flop)])


def flop_classes(count: int = GS1_CLASSES, on_progress: OnProgress | None = None) -> FlopClasses:
    """This number of classes of hands and flops, by the threshold that gives them; kept in the cache."""
    if not CLASSES <= count <= np.iinfo(np.uint16).max:
        raise RiverboatError(f"{count} classes of flops: expected {CLASSES} to {np.iinfo(np.uint16).max}")

    def build() -> dict[str, NDArray[Any]]:
        found = cut_into(flop_records(on_progress), starting_hands(), count)
        return {
            "label": found.label.astype(np.uint16),
            "parents": found.parents,
            "threshold": np.array([found.threshold]),
        }

    stored = cached_arrays(f"flop-classes-{count}-v{_VERSION}", build)
    return FlopClasses(stored["label"], stored["parents"], int(stored["threshold"][0]))


def starting_hands() -> Integers:
    """The starting hand, 0 to 168, of every deal of hole cards and a flop."""
    deals = deals_of(3)
    cards = deals.unindex_batch(np.arange(deals.size))[:, :2].astype(np.int64)
    low, high = cards.min(axis=1), cards.max(axis=1)
    return np.asarray(HOLDING_CLASS[high * (high - 1) // 2 + low], np.int64)


def class_pairs(classes: FlopClasses, on_progress: OnProgress | None = None) -> tuple[Floats, Floats]:
    """Joint probability of both players' classes, and that times who wins more of the run-outs; kept in the cache."""
    name = f"flop-pairs-{classes.count}-{classes.threshold}-v{_VERSION}"

    def build() -> dict[str, NDArray[Any]]:
        identity = {"classes": classes.count, "threshold": classes.threshold, "version": _VERSION}
        checkpoint = Checkpoint(cache_folder() / f"{name}.building", "flop-pairs", identity, every=_SAVE_EVERY)
        joint, edge = _counted_pairs(classes, checkpoint, on_progress)
        assert checkpoint.path is not None
        checkpoint.path.unlink(missing_ok=True)
        total = joint.sum()
        return {"joint": joint / total, "edge": edge / (total * RUNOUTS[3])}

    stored = cached_arrays(name, build)
    return stored["joint"], stored["edge"]


def _counted_pairs(
    classes: FlopClasses, checkpoint: Checkpoint, on_progress: OnProgress | None
) -> tuple[Floats, Floats]:
    """Pairs of hands by their classes, flop by flop; Ctrl-C keeps the flops that were counted."""
    from riverboat.abstraction._kernels import add_class_pairs

    boards, multiplicity = canonical_boards(3)
    joint, edge = (np.zeros((classes.count, classes.count)) for _ in range(2))
    done = 0
    with suppress(FileFormatError):  # of other classes, or damaged: counted from the start
        if (state := checkpoint.load()) is not None:
            done, joint, edge = int(state[0]), np.array(state[1]["joint"]), np.array(state[1]["edge"])

    def work(number: int) -> tuple[int, Integers, NDArray[np.int16]]:
        return number, *runouts_won(boards[number])

    try:
        for number, live, matrix in in_threads(work, range(done, len(boards))):
            labels = classes.by_holding(boards[number])[live]
            with DeferredInterrupt() as interrupt:  # a flop is counted as a whole, or not at all
                add_class_pairs(HOLDING_CARDS, live, matrix, labels, float(multiplicity[number]), joint, edge)
                done = number + 1
            if interrupt.heard:
                raise KeyboardInterrupt
            if checkpoint.is_due:
                checkpoint.save(done, {"joint": joint, "edge": edge})
            if on_progress:
                on_progress(Progress(done, len(boards)))
    except KeyboardInterrupt:
        if done:
            with suppress(RiverboatError):
                checkpoint.save(done, {"joint": joint, "edge": edge})
        raise
    return joint, edge


def _merged(cut: Cut, records: Records, count: int) -> Cut:
    """Put neighbouring classes of one parent together whose mean records are nearest, one pair after the other."""
    label, parents, threshold = cut
    while len(parents) > count:
        sizes = np.bincount(label)
        mean_wins, mean_losses = (np.bincount(label, each) / sizes for each in records)
        apart = np.abs(np.diff(mean_wins)) + np.abs(np.diff(mean_losses))
        apart[np.diff(parents) != 0] = np.inf
        first = int(np.argmin(apart))
        label = label - (label > first)
        parents = np.delete(parents, first + 1)
    return Cut(label, parents, threshold)
