"""What every abstraction of cards can do: give each holding of a board a bucket, street by street.

A `Bucketing` is a text that names it and, for each street, a `StreetBuckets` that numbers the street's buckets from 0.
Kinds differ in how a street is divided: by edges on a feature (`edges.py`), by a given table (`given.py`), by clusters
(`clusters.py`). All of them answer from a table of labels once that is built, which costs one canonical index (10
microseconds for one hand, 0.2 ms for all hands of a board) and one read; before that a board is worked out when it is
asked for. Where whole boards are asked for by the million there is a second form of the same labels, a row per board
(`board_rows.py`, 0.03 ms), which is used once `prepare_rows` has built it, and for flops and turns that were worked out
before. Streets of different kinds may be combined.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.board_rows import BoardRows, rows_of
from riverboat.abstraction.building import DealTable, place_of_hand, places_of
from riverboat.cards.holdings import HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.html import table
from riverboat.progress import OnProgress

STREETS: Final = ("preflop", "flop", "turn", "river")
CARDS: Final = (0, 3, 4, 5)
MAX_BUCKETS: Final = np.iinfo(np.uint16).max
NO_BUCKET: Final = np.iinfo(np.uint16).max
"""Of holdings that the board blocks."""
Labels = NDArray[np.uint16]
Board = tuple[int, ...] | NDArray[np.uint8]


class StreetBuckets(ABC):
    """How the hands of one street are divided into buckets 0, 1, ..., `count` - 1."""

    street: int
    """0 before the flop, 1 flop, 2 turn, 3 river."""

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of buckets."""

    @property
    @abstractmethod
    def identity(self) -> str:
        """A text that two divisions share only if they are the same."""

    @property
    def labels(self) -> DealTable | None:
        """The table of the bucket of every deal, built or not; None where there is none."""
        return None

    @abstractmethod
    def computed(self, board: NDArray[np.uint8]) -> Labels:
        """What `by_holding` says, worked out without the table."""

    def computed_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """What `bucket` says, worked out without the table."""
        return int(self.computed(np.asarray(board, np.uint8))[holding_index(*hole)])

    def learn(self, on_progress: OnProgress | None = None) -> None:  # noqa: B027
        """Find what divides the hands (edges, centres), which is enough to work boards out one by one."""

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Build the table."""
        self.learn(on_progress)
        if self.labels is not None:
            self.labels.load(on_progress)

    @property
    def rows(self) -> BoardRows | None:
        """The same labels as a row per board, built or not; None where a board is read or worked out as fast."""
        return None

    def prepare_rows(self, on_progress: OnProgress | None = None) -> None:
        """Build the rows, or the table where there are none."""
        if self.rows is None:
            self.prepare(on_progress)
            return
        self.learn(on_progress)
        self.rows.load(on_progress)

    def by_holding(self, board: NDArray[np.uint8]) -> Labels:
        """uint16[1326]: the bucket of every holding; `NO_BUCKET` where the board blocks it."""
        return self.without_rows(board) if self.rows is None else self.rows.of_board(board)

    def by_boards(self, boards: NDArray[np.uint8]) -> Labels:
        """uint16[boards, 1326]: the same for several boards [board, card] of the street."""
        rows = self.rows.if_built() if self.rows is not None else None
        return np.stack([self.by_holding(board) for board in boards]) if rows is None else rows_of(rows, boards)

    def without_rows(self, board: NDArray[np.uint8]) -> Labels:
        """What `by_holding` says, from the table of labels or worked out."""
        table = self.labels.if_built() if self.labels is not None else None
        if table is None:
            return self.computed(board)
        live, places = places_of(board)
        found = np.full(HOLDINGS, NO_BUCKET, np.uint16)
        found[live] = table[places]
        return found

    def bucket(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The bucket of one hand."""
        table = self.labels.if_built() if self.labels is not None else None
        return self.computed_hand(hole, board) if table is None else int(table[place_of_hand(hole, board)])


@dataclass(frozen=True, eq=False)
class Bucketing:
    """Buckets on every street; None for streets that it says nothing about."""

    text: str
    streets: tuple[StreetBuckets | None, ...]

    def __post_init__(self) -> None:
        wrong = [street for number, street in enumerate(self.streets) if street and street.street != number]
        if len(self.streets) != len(STREETS) or wrong:
            raise RiverboatError(f"{self.text}: expected buckets for {', '.join(STREETS)}, in this order")

    def __repr__(self) -> str:
        return f"<Bucketing {self.text}: {'/'.join(map(str, self.counts))} buckets>"

    def _repr_html_(self) -> str:
        rows = [(name, f"{count:,}" if count else "none") for name, count in zip(STREETS, self.counts, strict=True)]
        return table(("street", "buckets"), rows, caption=self.text)

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street; 0 where there are none."""
        return tuple(street.count if street else 0 for street in self.streets)

    @property
    def identity(self) -> str:
        """The text and a checksum of all that decides buckets: what caches and strategies are named by."""
        parts = "|".join(street.identity if street else "" for street in self.streets)
        return f"{self.text}-{crc32(parts.encode()):08x}"

    def prepare(self, on_progress: OnProgress | None = None, streets: Sequence[int] = range(len(STREETS))) -> None:
        """Build the tables of labels. Without them a board is worked out when it is asked for, some 20 ms a flop.

        Args:
            streets: Of which streets: 0 before the flop, 3 the river. Default: all.
        """
        for number in streets:
            street = self.streets[number]
            if street is not None:
                street.prepare(on_progress)

    def prepare_rows(self, on_progress: OnProgress | None = None) -> None:
        """Build the labels as a row per board, for work that asks for whole boards by the million."""
        for street in self.streets:
            if street is not None:
                street.prepare_rows(on_progress)

    def by_holding(self, board: Board) -> Labels:
        """uint16[1326]: the bucket of every holding of a board; `NO_BUCKET` where the board blocks it."""
        cards = np.asarray(board, np.uint8)
        return self.on(CARDS.index(len(cards))).by_holding(cards)

    def bucket(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The bucket of one hand; microseconds if the tables are built."""
        return self.on(CARDS.index(len(board))).bucket(hole, board)

    def on(self, number: int) -> StreetBuckets:
        """The buckets of a street, which must have some.

        Args:
            number: 0 before the flop, 1 flop, 2 turn, 3 river.
        """
        street = self.streets[number]
        if street is None:
            raise RiverboatError(f"{self.text} has no buckets on the {STREETS[number]}")
        return street
