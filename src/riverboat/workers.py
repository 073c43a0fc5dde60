"""Work in pieces on threads: results in order, the same whatever the number of threads.

Kernels release Python's lock while they work, so threads are enough for long counts: pieces are handed out a few at a
time, an interrupt is answered after the pieces under way, and progress is reported from the thread that asked. Python
code (matches) needs processes, and may have a cluster: `executor/`.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, TypeVar, cast

from riverboat.progress import OnProgress, Progress

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def processors() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def blas_threads(count: int) -> AbstractContextManager[object]:
    """Let matrix products use this many threads within the block: small ones are slower when they are shared out."""
    return cast(AbstractContextManager[object], _thread_pools().limit(limits=count, user_api="blas"))


@cache
def _thread_pools() -> Any:
    import numpy  # noqa: F401 (its library must be loaded to be found)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def in_threads(
    work: Callable[[Piece], Result],
    pieces: Sequence[Piece],
    on_progress: OnProgress | None = None,
    threads: int | None = None,
) -> Iterator[Result]:
    """`work` of every piece, in the order of the pieces, at most two pieces per core ahead of the reader."""
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
            if on_progress:
                on_progress(Progress(done, len(pieces)))
        while waiting:
            yield waiting.popleft().result()
            done += 1
            if on_progress:
                on_progress(Progress(done, len(pieces)))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
