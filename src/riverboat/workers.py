"""Work in pieces, on threads or processes: results in order, the same whatever the number of workers.

Kernels let go of Python's lock while they work, so `in_threads` is enough for long counts: pieces are handed out a few
at a time, an interrupt is answered after the pieces under way, and progress is reported from the thread that asked.

Python code (matches) needs processes. `Executor.in_order` is all that it asks for, so another kind (a cluster) can take
its place. Ctrl-C reaches only the process that asked; the workers finish or are dropped with the pool, and end within a
second when that process is killed.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cache
from threading import Thread
from time import sleep
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar, cast

from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress

Piece = TypeVar("Piece")
Result = TypeVar("Result")
_SECONDS_BETWEEN_LOOKS: Final = 1.0


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
            if on_progress:
                on_progress(Progress(done, len(pieces)))
        while waiting:
            yield waiting.popleft().result()
            done += 1
            if on_progress:
                on_progress(Progress(done, len(pieces)))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class Executor(Protocol):
    """Does pieces of work; used in a `with` statement."""

    @property
    def jobs(self) -> int:
        """How many pieces it does at the same time."""

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""

    def __enter__(self) -> Self:
        """Ready to work."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop what is not done."""


class InProcess:
    """One piece after the other, here."""

    jobs = 1

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""
        return map(work, pieces)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class ProcessPool:
    """Pieces on several processes, two for each process under way."""

    def __init__(self, jobs: int) -> None:
        import multiprocessing  # 20 ms that work in threads can do without
        from concurrent.futures import ProcessPoolExecutor

        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
        context = multiprocessing.get_context(method)
        self.jobs = jobs
        self._pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_follow_the_parent)

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""
        waiting: deque[Future[Result]] = deque()
        for piece in pieces:
            waiting.append(self._pool.submit(work, piece))
            if len(waiting) > 2 * self.jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def make_executor(jobs: int) -> Executor:
    """One process, or a pool of them."""
    if jobs < 1:
        raise RiverboatError(f"{jobs} jobs: expected 1 or more")
    return InProcess() if jobs == 1 else ProcessPool(jobs)


def _follow_the_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it has been killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            sleep(_SECONDS_BETWEEN_LOOKS)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
