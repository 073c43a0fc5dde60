"""Work in pieces on threads: results in order, the same whatever the number of threads; how processes begin and end.

Kernels release Python's lock while they work, so threads are enough for long counts: pieces are handed out a few at a
time, an interrupt is answered after the pieces under way, and progress is reported from the thread that asked. Python
code (matches) needs processes, and may have a cluster: `executor/`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from functools import cache
from threading import Thread
from time import sleep
from typing import Any, Final, Protocol, TypeVar, cast

from riverboat.progress import OnProgress, Progress

_SECONDS_BETWEEN_LOOKS: Final = 1.0


class Killable(Protocol):
    """A process, as `subprocess` and `asyncio` have it."""

    @property
    def pid(self) -> int:
        """Its number."""
        ...

    def kill(self) -> None:
        """End it at once."""
        ...


Piece = TypeVar("Piece")
Result = TypeVar("Result")


def processors() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def start_method() -> str:
    """How processes are started: `fork` where it is safe, which is quick and inherits all, `spawn` elsewhere.

    macOS can fork, but its system libraries do not survive it; Windows cannot.
    """
    import multiprocessing

    can_fork = "fork" in multiprocessing.get_all_start_methods()
    return "fork" if can_fork and sys.platform != "darwin" else "spawn"


def kill_group(process: Killable) -> None:
    """End a process that was started in its own session, and those that it started; the latter not on Windows."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def end_with_parent() -> None:
    """From now on this process ends soon after the one that started it, whatever it is doing then."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            sleep(_SECONDS_BETWEEN_LOOKS)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def be_nice() -> None:
    """Let other processes go first: requests of pages, mostly; Windows has no such call."""
    if hasattr(os, "nice"):
        os.nice(5)


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
