"""Average Rank Strength (ARS): the tables, how they are built and how large they are.

Teófilo (2016, section 5.2.3) replaces the enumeration of E[HS] by one lookup: the mean E[HS] of all deals that share
the class of the hole cards (0..168) and the present rank of the hand (0..7461). The class is needed because one rank
can be held in several ways: AAAKK with aces in hand loses only to the last two kings, with kings in hand to any hand
with the last ace. One table for each street and number of opponents.

Here the tables are exhaustive: every holding on every board, boards up to the names of suits and weighted by how many
they represent (1,755 flops, 16,432 turn boards, 134,459 river boards), each with its exact E[HS^n]. On two cores a
river table takes about 5 s, a turn table 12 s and a flop table 25 s, on first use; then they are read from the cache. A
table is float32[169, 7462] with two float16 tables of the smallest and largest signed error in each cell: 10 MB per
street in all.

Only 7 % of the cells can occur on the flop, 21 % on the turn and 36 % on the river; the others are NaN. What the
average leaves out is measured in `accuracy.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import RiverboatError
from riverboat.odds.strength.expected import completions, strength_curve
from riverboat.odds.strength.inputs import read_opponents, tables
from riverboat.progress import OnProgress, Progress
from riverboat.workers import in_threads

STREETS: Final = {"flop": 3, "turn": 4, "river": 5}
RANKS: Final = 7462

_CHUNKS: Final = {3: 4, 4: 128, 5: 1024}
"""Boards in a piece of work: each takes less than a tenth of a second."""
_VERSION: Final = 1
_in_memory: Final[dict[tuple[str, int], ArsTable]] = {}


@dataclass(frozen=True)
class ArsTable:
    """The mean E[HS^n] of each cell of class and rank, and how far single hands lie from it."""

    street: str
    opponents: int
    mean: NDArray[np.float32]
    """float32[169, 7462]; NaN in cells that never occur."""
    lowest_error: NDArray[np.float16]
    """float16[169, 7462]: the smallest E[HS^n] in the cell less its mean, never positive."""
    highest_error: NDArray[np.float16]
    """float16[169, 7462]: the largest E[HS^n] in the cell less its mean, never negative."""
    deals: int
    """How many (hole cards, board) deals the table averages."""

    @property
    def bytes(self) -> int:
        """The size of the three tables."""
        return self.mean.nbytes + self.lowest_error.nbytes + self.highest_error.nbytes


class BoardStrengths(NamedTuple):
    """Every holding on some boards: its rank and exact E[HS^n], a row per board, NaN where the board blocks it."""

    multiplicity: NDArray[np.uint8]
    ranks: NDArray[np.uint16]
    values: NDArray[np.float32]


def build_ars(
    street: str,
    opponents: int = 1,
    on_progress: OnProgress | None = None,
    boards: int | None = None,
    seed: int | np.random.Generator | None = None,
) -> ArsTable:
    """Build a table now, over all boards or (`boards`) over that many random ones.

    A sampled table leaves cells empty and is not cached; it is for a quick look.
    """
    from riverboat.odds.ars import _kernels

    chosen, multiplicity = boards_of(street, boards, seed)
    sums = np.zeros((CLASSES, RANKS))
    counts = np.zeros((CLASSES, RANKS))
    lowest = np.full((CLASSES, RANKS), np.inf, np.float32)
    highest = np.full((CLASSES, RANKS), -np.inf, np.float32)
    for part in strengths_of(chosen, multiplicity, opponents, on_progress):
        _kernels.add_to_cells(part.ranks, part.values, part.multiplicity, HOLDING_CLASS, sums, counts, lowest, highest)
    with np.errstate(invalid="ignore"):
        mean = sums / counts  # 0/0 is the NaN that marks an empty cell
        low = np.minimum(lowest - mean, 0.0)
        high = np.maximum(highest - mean, 0.0)
    low[counts == 0.0] = np.nan
    high[counts == 0.0] = np.nan
    return ArsTable(
        street,
        opponents,
        mean.astype(np.float32),
        low.astype(np.float16),
        high.astype(np.float16),
        int(counts.sum()),
    )


def _load(street: str, opponents: int, on_progress: OnProgress | None) -> ArsTable:
    def build() -> dict[str, NDArray[np.generic]]:
        table = build_ars(street, opponents, on_progress)
        return {
            "mean": table.mean,
            "lowest_error": table.lowest_error,
            "highest_error": table.highest_error,
            "deals": np.array(table.deals),
        }

    stored = cached_arrays(f"ars-{street}-{opponents}-v{_VERSION}", build)
    return ArsTable(
        street, opponents, stored["mean"], stored["lowest_error"], stored["highest_error"], int(stored["deals"])
    )


def ars_table(street: str, opponents: int = 1, on_progress: OnProgress | None = None) -> ArsTable:
    """The exhaustive table of a street and number of opponents: from memory, from the cache folder, or built now."""
    board_size(street)
    wanted = (street, read_opponents(opponents))
    if wanted not in _in_memory:
        _in_memory[wanted] = _load(*wanted, on_progress)
    return _in_memory[wanted]


def board_size(street: str) -> int:
    """3, 4 or 5 for flop, turn or river."""
    if street not in STREETS:
        raise RiverboatError(f'street "{street}": expected flop, turn or river')
    return STREETS[street]


def boards_of(
    street: str, sample: int | None, seed: int | np.random.Generator | None
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """All boards of a street up to the names of suits, and how many each represents; or random ones, one each."""
    size = board_size(street)
    if sample is None:
        return canonical_boards(size)
    if sample < 1:
        raise RiverboatError(f"{sample} boards: expected 1 or more")
    generator = np.random.default_rng(seed)
    decks = generator.permuted(np.tile(np.arange(52, dtype=np.uint8), (sample, 1)), axis=1)
    return np.ascontiguousarray(decks[:, :size]), np.ones(sample, np.uint8)


def strengths_of(
    boards: NDArray[np.uint8], multiplicity: NDArray[np.uint8], opponents: int, on_progress: OnProgress | None = None
) -> Iterator[BoardStrengths]:
    """The exact strengths of every holding on the boards, a piece at a time."""
    from riverboat.odds.ars import _kernels

    size = boards.shape[1]
    curve = strength_curve(opponents)
    ranks_of = tables()
    now, river = ranks_of.by_size[2 + size], ranks_of.by_size[7]
    chunk = _CHUNKS[size]

    def work(start: int) -> BoardStrengths:
        some = boards[start : start + chunk]
        ranks = np.empty((len(some), HOLDINGS), np.uint16)
        values = np.empty((len(some), HOLDINGS), np.float32)
        _kernels.strengths_of_boards(
            now, river, ranks_of.words, HOLDING_CARDS, some, float(completions(size)), curve, ranks, values
        )
        return BoardStrengths(multiplicity[start : start + chunk], ranks, values)

    for number, part in enumerate(in_threads(work, range(0, len(boards), chunk))):
        yield part
        if on_progress:
            on_progress(Progress(min((number + 1) * chunk, len(boards)), len(boards)))
