"""Long counts in short pieces, on all cores: results in order, the same whatever the number of cores.

The kernels let go of Python's lock while they work, so threads are enough. Pieces are handed out a few at a time, so an
interrupt is answered after the pieces under way, and progress is reported from the thread that asked.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

Progress = Callable[[int, int], Any]
"""Called with how much is done and how much there is, in whatever unit the caller counts."""

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def processors() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_threads(
    work: Callable[[Piece], Result],
    pieces: Sequence[Piece],
    progress: Progress | None = None,
    threads: int | None = None,
) -> Iterator[Result]:
    """`work` of every piece, in the order of the pieces, at most two pieces a core ahead of the reader."""
    cores = threads or processors()
    waiting: deque[Future[Result]] = deque()
    done = 0
    pool = ThreadPoolExecutor(cores)
    try:
        for piece in pieces:
            waiting.append(pool.submit(work, piece))
            if len(waiting) <= 2 * cores:
                continue
            yield waiting.popleft().result()
            done += 1
            if progress:
                progress(done, len(pieces))
        while waiting:
            yield waiting.popleft().result()
            done += 1
            if progress:
                progress(done, len(pieces))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
