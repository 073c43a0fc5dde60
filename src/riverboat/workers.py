"""Work in pieces, on threads or processes: results in order, the same whatever the number of workers.

Kernels release Python's lock while they work, so `in_threads` is enough for long counts: pieces are handed out a few
at a time, an interrupt is answered after the pieces under way, and progress is reported from the thread that asked.

Python code (matches) needs processes. `Executor.in_order` is all that it asks for, so another kind (a cluster) can take
its place; `in_streams` is for pieces that take long and have results on the way. Ctrl-C reaches only the process that
asked; the workers finish or are dropped with the pool, and end within a second when that process is killed.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cache
from itertools import islice
from threading import Thread
from time import sleep
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar, cast

from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Event, Lock

Piece = TypeVar("Piece")
Result = TypeVar("Result")
_SECONDS_BETWEEN_LOOKS: Final = 1.0
_SECONDS_OF_WAITING: Final = 0.1
"""For the next result of a stream, before it is checked whether its process is still there."""


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


class Executor(Protocol):
    """Does pieces of work; used in a `with` statement."""

    @property
    def jobs(self) -> int:
        """How many pieces it does at the same time."""

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""

    def in_streams(self, work: Callable[[Piece], Iterable[Result]], pieces: Iterable[Piece]) -> Generator[Result]:
        """The results of pieces that have several each, in order, as soon as they are there; to be closed."""

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

    def in_streams(self, work: Callable[[Piece], Iterable[Result]], pieces: Iterable[Piece]) -> Generator[Result]:
        """The results of pieces that have several each, in order, as soon as they are there."""
        for piece in pieces:
            yield from work(piece)

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
        self._reader, writer = context.Pipe(duplex=False)
        self._stop = context.Event()
        streams = _Streams(writer, context.Lock(), self._stop)
        self._pool = ProcessPoolExecutor(jobs, context, initializer=_follow_the_parent, initargs=(streams,))

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""
        waiting: deque[Future[Result]] = deque()
        for piece in pieces:
            waiting.append(self._pool.submit(_unpacked, _packed(work, piece)))
            if len(waiting) > 2 * self.jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def in_streams(self, work: Callable[[Piece], Iterable[Result]], pieces: Iterable[Piece]) -> Generator[Result]:
        """The results of pieces that have several each, in order, as soon as they are there.

        Those of later pieces wait until the earlier ones are complete. Pieces under way when the reader stops end
        with their next result, which is dropped.
        """
        numbered = enumerate(pieces)
        under_way: deque[tuple[int, Future[None]]] = deque()
        found: dict[int, deque[Result]] = {}

        def begin() -> None:
            for number, piece in islice(numbered, 1):
                found[number] = deque()
                under_way.append((number, self._pool.submit(_stream, number, _packed(work, piece))))

        def receive(seconds: float) -> bool:
            if not self._reader.poll(seconds):
                return False
            number, result = self._reader.recv()
            found[number].append(result)
            return True

        try:
            for _ in range(self.jobs):
                begin()
            while under_way:
                number, future = under_way[0]
                is_complete = future.done()  # asked before the pipe is emptied, so that nothing of it is left there
                receive(0.0 if is_complete else _SECONDS_OF_WAITING)
                while receive(0.0):
                    pass
                while found[number]:
                    yield found[number].popleft()
                if is_complete:
                    future.result()
                    under_way.popleft()
                    begin()
        finally:
            self._stop.set()
            while under_way:
                if under_way[0][1].cancel() or under_way[0][1].done():
                    under_way.popleft()
                else:
                    receive(_SECONDS_OF_WAITING)  # a full pipe would hold its process up
            while receive(0.0):
                pass
            self._stop.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._reader.close()


class _Streams:
    """A worker's end of the pipe that all of them share."""

    here: _Streams | None = None
    """In a worker."""

    def __init__(self, writer: Connection, lock: Lock, stop: Event) -> None:
        self.writer, self.lock, self.stop = writer, lock, stop


def _packed(work: Callable[[Piece], Any], piece: Piece) -> bytes:
    """Work for another process. What cannot be sent is refused here: the pool would wait for it for ever."""
    try:
        return pickle.dumps((work, piece), pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise RiverboatError(
            f"this cannot be sent to another process: {error}; use jobs=1, or functions and classes of a module"
        ) from None


def _unpacked(packed: bytes) -> Any:
    """In a worker: the result of a piece."""
    work, piece = pickle.loads(packed)
    return work(piece)


def _stream(number: int, packed: bytes) -> None:
    """In a worker: send every result of a piece, until there are no more or nobody wants them."""
    streams = _Streams.here
    assert streams is not None
    for result in _unpacked(packed):
        with streams.lock:
            streams.writer.send((number, result))
        if streams.stop.is_set():
            break


def make_executor(jobs: int) -> Executor:
    """One process, or a pool of them."""
    if jobs < 1:
        raise RiverboatError(f"{jobs} jobs: expected 1 or more")
    return InProcess() if jobs == 1 else ProcessPool(jobs)


def _follow_the_parent(streams: _Streams) -> None:
    """Leave Ctrl-C to the parent, and end when it has been killed."""
    _Streams.here = streams
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            sleep(_SECONDS_BETWEEN_LOOKS)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
