"""What every roll-out before the flop shares: tables for the kernels, seeded streams, and chunks spread over threads.

A roll-out is cut into chunks of fixed size, and each chunk has its own stream of random numbers, named by the seed, the
purpose and the number of the chunk. So the same seed gives the same result whatever the number of threads, and a
caller gets its progress call, and its Ctrl-C, a few times per second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS
from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress
from riverboat.workers import in_threads

Result = TypeVar("Result")


class KernelTables(NamedTuple):
    """The first three arguments of the kernels."""

    table: NDArray[np.uint16]
    words: NDArray[np.uint64]
    class_of: NDArray[np.uint8]


@cache
def kernel_tables() -> KernelTables:
    """The seven-card rank table, the card words and the class of every ordered pair of cards."""
    from riverboat.cards.ranking.high import high_tables

    ranking = high_tables()
    class_of = np.zeros((52, 52), np.uint8)
    low, high = HOLDING_CARDS.T
    class_of[low, high] = class_of[high, low] = HOLDING_CLASS
    return KernelTables(ranking.by_size[7], ranking.words, class_of.ravel())


def generator_state(seed: int, *stream: int) -> NDArray[np.uint64]:
    """uint64[4]: where the kernels' generator starts for this seed and stream."""
    words = np.random.SeedSequence(seed, spawn_key=stream).generate_state(4, np.uint64)
    return words.astype(np.uint64, copy=False)


def require_deals(deals: int, seed: int) -> None:
    """Raise unless there is something to deal and the seed is one that numpy takes."""
    if deals < 1:
        raise RiverboatError(f"{deals} deals: expected at least 1")
    if seed < 0:
        raise RiverboatError(f"seed {seed}: expected a whole number, 0 or more")


def in_chunks(
    work: Callable[[int, int], Result],
    deals: int,
    chunk_size: int,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
) -> Iterator[Result]:
    """`work(chunk, deals in it)` for every chunk, in order, on as many threads as there are processors."""
    sizes = [min(chunk_size, deals - start) for start in range(0, deals, chunk_size)]
    done = 0
    for size, result in zip(
        sizes, in_threads(lambda chunk: work(chunk, sizes[chunk]), range(len(sizes)), threads=threads), strict=True
    ):
        yield result
        done += size
        if on_progress:
            on_progress(Progress(done, deals))
