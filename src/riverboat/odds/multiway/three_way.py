"""How do three starting hands end when all are all-in? Exact counts for all triples of the 169 classes.

For every triple of classes, all ways to hold them without a common card and all 1,370,754 boards of each are counted by
the 13 weak orders in which three hands can end: enough for main and side pots, ties, prizes, and for two hands when
the third has folded (its cards are still gone).

Listing deals is out of reach: 12 million are left after renaming suits, at a millisecond each. But without flushes only
ranks matter: 129,766 triples of pairs of ranks (`AK`, `88`) times 6,175 boards by rank. And flushes can be in one suit
only, so for each suit only which cards are of that suit matters: at most 64 states per triple, each corrected for the
boards with enough cards of the suit. Some minutes in all (`riverboat tables --build three-way`), on all cores; an
interrupted build is resumed. The table has 54 MB.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cache_folder, cached_arrays
from riverboat.cards.holdings import CLASSES
from riverboat.files import Checkpoint
from riverboat.odds.multiway.orders import weak_orders
from riverboat.progress import DeferredInterrupt, OnProgress, Progress
from riverboat.workers import in_threads

BOARDS: Final = 1_370_754
"""Boards that 46 cards can make."""
_VERSION: Final = 1
_NAME: Final = f"three-way-v{_VERSION}"
_PIECE: Final = 500

PAIRS: Final = np.array([(high, low) for high in range(13) for low in range(high + 1)], np.int64)
"""int64[91, 2]: every pair of ranks."""


class ThreeWay(NamedTuple):
    """The table."""

    counts: NDArray[np.uint32]
    """uint32[129766, 8, 13]: by triple of rank pairs in ascending order, which hands are suited (bits), weak order."""


def rank_pairs() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """int64[169] each: the pair of ranks of every class, and 1 if it is suited."""
    pair_of, suited = np.empty(CLASSES, np.int64), np.empty(CLASSES, np.int64)
    for index in range(CLASSES):
        row, column = divmod(index, 13)
        high, low = 12 - min(row, column), 12 - max(row, column)
        pair_of[index] = high * (high + 1) // 2 + low
        suited[index] = row < column
    return pair_of, suited


def triple_index(low: int, middle: int, high: int) -> int:
    """The row of three rank pairs in ascending order."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


def three_way_is_built() -> bool:
    """Whether the table is in memory or in the cache folder."""
    return bool(_in_memory) or (cache_folder() / f"{_NAME}.npz").is_file()


def three_way(on_progress: OnProgress | None = None) -> ThreeWay:
    """The table, from the cache folder or built now; Ctrl-C keeps what is built."""
    if not _in_memory:
        arrays = cached_arrays(_NAME, lambda: {"counts": _build(on_progress)})
        arrays["counts"].flags.writeable = False
        _in_memory.append(ThreeWay(arrays["counts"]))
    return _in_memory[0]


_in_memory: Final[list[ThreeWay]] = []


def showdown_counts(first: int, second: int, third: int) -> NDArray[np.int64]:
    """int64[13]: how often three classes end in each weak order, counted now without the table (milliseconds)."""
    pair_of, suited = rank_pairs()
    hands = [first, second, third]
    triple = np.array([[pair_of[hand] for hand in hands]], np.int64)
    kind = sum(int(suited[hand]) << place for place, hand in enumerate(hands))
    return np.asarray(count_triples(triple)[0, kind], np.int64)


def count_triples(triples: NDArray[np.int64]) -> NDArray[np.uint32]:
    """uint32[N, 8, 13] counts of int64[N, 3] triples of rank pairs, in any order."""
    from riverboat.odds.multiway import _kernels

    out = np.zeros((len(triples), 8, 13), np.uint32)
    _kernels.tally_three_hands(*_setup(), triples, *_lists(), out)
    return out


def _build(on_progress: OnProgress | None) -> NDArray[np.uint32]:
    triples = np.array(
        [(low, middle, high) for high in range(91) for middle in range(high + 1) for low in range(middle + 1)], np.int64
    )
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return count_with_checkpoint(triples, folder / f"{_NAME}.building", on_progress)


def count_with_checkpoint(
    triples: NDArray[np.int64], path: str | Path, on_progress: OnProgress | None = None, piece: int = _PIECE
) -> NDArray[np.uint32]:
    """`count_triples` in pieces on all cores; Ctrl-C leaves a file at `path`, from which the next call continues."""
    path = Path(path)
    counts = np.zeros((len(triples), 8, 13), np.uint32)
    checkpoint = Checkpoint(path, "three-way table", {"version": _VERSION, "triples": len(triples)})
    found = checkpoint.load()
    done = 0
    if found is not None:
        done = int(found[0])
        counts[:done] = found[1]["counts"][:done]
    starts = range(done, len(triples), piece)
    try:
        with DeferredInterrupt() as interrupt:
            for block in in_threads(lambda start: count_triples(triples[start : start + piece]), starts):
                counts[done : done + len(block)] = block
                done += len(block)
                if checkpoint.is_due:
                    checkpoint.save(done, {"counts": counts})
                if on_progress:
                    on_progress(Progress(done, len(triples)))
                if interrupt.heard:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        checkpoint.save(done, {"counts": counts})
        raise
    path.unlink(missing_ok=True)
    return counts


def _setup() -> tuple[NDArray[Any], NDArray[np.uint64]]:
    from riverboat.cards.ranking.orders import HIGH
    from riverboat.cards.ranking.tables import load_tables

    tables = load_tables(HIGH)
    return tables.by_size[7], tables.words


def _lists() -> tuple[Any, ...]:
    """What the kernel needs beside the triples: boards by rank, rank sets of a suit, and the boards they lead to."""
    if not _kept_lists:
        table, words = _setup()
        boards = [b for b in combinations_with_replacement(range(13), 5) if b[0] != b[4]]
        place: dict[tuple[int, ...], int] = {board: number for number, board in enumerate(boards)}
        keys = np.array([sum(int(words[4 * rank]) & 0xFFFFFF for rank in board) for board in boards], np.uint64)
        others: dict[int, list[tuple[int, ...]]] = {
            3: [tuple(map(int, pair)) for pair in PAIRS], 4: [(rank,) for rank in range(13)], 5: [()],
        }  # fmt: skip
        sets, set_boards = [], []
        for suited in (3, 4, 5):
            chosen = list(combinations(range(13), suited))
            sets.append(np.array([sum(1 << rank for rank in ranks) for ranks in chosen], np.uint16))
            made = [[place[tuple(sorted(ranks + more))] for more in others[suited]] for ranks in chosen]
            set_boards.append(np.array(made, np.uint16))
        standings = {tuple(row): number for number, row in enumerate(weak_orders(3).standings.tolist())}
        orders = np.array([standings.get(_standings(code), -1) for code in range(27)], np.int64)
        # The lowest flush is 7-5-4-3-2 of a suit; everything above it without a flush is a full house or better.
        big_from = int(table[(1 << 12) + 0b101111])
        _kept_lists.append(
            (PAIRS, np.array(boards, np.int64), keys, tuple(sets), tuple(set_boards), orders, np.uint16(big_from))
        )
    return _kept_lists[0]


_kept_lists: Final[list[tuple[Any, ...]]] = []


def _standings(code: int) -> tuple[int, int, int]:
    """How many hands each of three beats, from comparisons pair by pair (0 below, 1 equal, 2 above)."""
    first, second, third = code // 9, code // 3 % 3, code % 3
    return (
        int(first == 2) + int(second == 2),
        int(first == 0) + int(third == 2),
        int(second == 0) + int(third == 0),
    )
