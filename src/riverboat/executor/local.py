"""Pieces of work on this machine: in this process, or in a pool of processes.

Ctrl-C reaches only the process that asked; the workers finish or are dropped with the pool, and end within a second
when that process is killed. When a worker dies, the pool is made anew and the pieces that were under way are done
again: pieces are the same wherever and whenever they are done.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Generic, Self

from riverboat.errors import RiverboatError
from riverboat.executor.interface import MAX_LOST, Limits, Piece, PieceError, Result
from riverboat.executor.sharing import Held, InFile, Shared
from riverboat.executor.worker import Order, within
from riverboat.progress import Uninterrupted
from riverboat.workers import end_with_parent, start_method

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Event, Lock

    from numpy.typing import NDArray

_SECONDS_OF_WAITING: Final = 0.1
"""For the next result of a stream, before it is checked whether its process is still there."""


class InProcess:
    """One piece after the other, here."""

    jobs = 1
    is_here = True

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008 (frozen)
        self._limits = limits

    def share(self, arrays: Mapping[str, NDArray[Any]], about: Any = None) -> Shared:
        """The arrays themselves."""
        return Held(arrays, about)

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""
        for piece in pieces:
            with within(self._limits):
                result = work(piece)
            yield result

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

    is_here = False

    def __init__(self, jobs: int, order: Order) -> None:
        self.jobs = jobs
        self._order = order
        self._workers = _Workers(jobs)
        self._lost = 0
        """How often workers died since a piece was last finished."""
        self._stack = ExitStack()
        self._names = count()
        self._folder: Path | None = None

    def share(self, arrays: Mapping[str, NDArray[Any]], about: Any = None) -> Shared:
        """A file that every process maps; it is deleted at the end."""
        if self._folder is None:
            self._folder = Path(self._stack.enter_context(TemporaryDirectory(prefix="riverboat-")))
        return InFile(self._folder / f"{next(self._names)}.arrays", arrays, about)

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""
        waiting: deque[tuple[Piece, Future[Result]]] = deque()

        def submit(piece: Piece) -> tuple[Piece, Future[Result]]:
            return piece, self._workers.submit(_do, self._order, _packed(work, piece))

        def oldest() -> Result:
            while True:
                piece, future = waiting[0]
                try:
                    result = future.result()
                except _broken_pool():
                    self._renew(piece)
                    for place, (each, its) in enumerate(waiting):
                        if _is_lost(its):
                            waiting[place] = submit(each)
                else:
                    self._lost = 0
                    waiting.popleft()
                    return result

        for piece in pieces:
            waiting.append(submit(piece))
            if len(waiting) > 2 * self.jobs:
                yield oldest()
        while waiting:
            yield oldest()

    def in_streams(self, work: Callable[[Piece], Iterable[Result]], pieces: Iterable[Piece]) -> Generator[Result]:
        """The results of pieces that have several each, in order, as soon as they are there.

        Those of later pieces wait until the earlier ones are complete. Pieces under way when the reader stops end
        with their next result, which is dropped. A piece whose worker died begins again, and its results that are
        known already are left out.
        """
        rest = iter(pieces)
        under_way: deque[_Stream[Any, Result]] = deque()
        self._workers.stop.clear()
        try:
            for piece in islice(rest, self.jobs):
                under_way.append(self._begin(work, _Stream(piece)))
            while under_way:
                stream = under_way[0]
                is_complete = stream.future.done()  # asked before the pipe is emptied: nothing of it is left there
                self._receive(under_way, 0.0 if is_complete else _SECONDS_OF_WAITING)
                while stream.found:
                    self._lost = 0
                    yield stream.found.popleft()
                if not is_complete:
                    continue
                try:
                    stream.future.result()
                except _broken_pool():
                    self._renew(stream.piece)
                    for each in under_way:
                        self._begin(work, each)
                    continue
                under_way.popleft()
                for piece in islice(rest, 1):
                    under_way.append(self._begin(work, _Stream(piece)))
        finally:
            self._workers.stop.set()
            while under_way:
                if under_way[0].future.cancel() or under_way[0].future.done():
                    under_way.popleft()
                else:
                    self._receive((), _SECONDS_OF_WAITING)  # a full pipe would hold its process up
            self._receive((), 0.0)  # `stop` stays set: Ctrl-C may have come when a piece was handed over, but not noted

    def _begin(self, work: Callable[[Any], Iterable[Result]], stream: _Stream[Any, Result]) -> _Stream[Any, Result]:
        stream.name, stream.skip = next(self._names), stream.count
        stream.future = self._workers.submit(_stream, stream.name, self._order, _packed(work, stream.piece))
        return stream

    def _receive(self, streams: Iterable[_Stream[Any, Result]], seconds: float) -> None:
        """Take what is in the pipe, after waiting for it; results that nobody waits for are dropped."""
        by_name = {stream.name: stream for stream in streams}
        reader = self._workers.reader
        while reader.poll(seconds):
            try:
                with Uninterrupted():  # half a message read would be taken for the head of the next one
                    name, result = reader.recv()
            except EOFError:
                return
            if name in by_name:
                by_name[name].take(result)
            seconds = 0.0

    def _renew(self, piece: object) -> None:
        """A pool in place of one whose worker died."""
        self._lost += 1
        if self._lost >= MAX_LOST:
            raise PieceError(f"workers died {MAX_LOST} times over the same pieces, the first of which is {piece!s:.80}")
        self._workers.close()
        self._workers = _Workers(self.jobs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._workers.close()
        self._stack.close()


class _Stream(Generic[Piece, Result]):
    """A piece that has several results."""

    future: Future[None]
    name: int

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.found: deque[Result] = deque()
        self.count = 0
        """Results that have come."""
        self.skip = 0
        """Results to come that have come before."""

    def take(self, result: Result) -> None:
        if self.skip:
            self.skip -= 1
        else:
            self.count += 1
            self.found.append(result)


class _Workers:
    """Processes, and the pipe that all of them share for results on the way."""

    def __init__(self, jobs: int) -> None:
        import multiprocessing  # 20 ms that a process alone can do without
        from concurrent.futures import ProcessPoolExecutor

        context = multiprocessing.get_context(start_method())
        self.reader, writer = context.Pipe(duplex=False)
        self.stop = context.Event()
        streams = _Streams(writer, context.Lock(), self.stop)
        self._pool = ProcessPoolExecutor(jobs, context, initializer=_follow_the_parent, initargs=(streams,))

    def submit(self, do: Callable[..., Result], *given: Any) -> Future[Result]:
        """Hand a piece to a process; if one of them has died, that is what its future says.

        The first pieces fork the processes; an interrupt raised around a fork is dropped by Python, with locks held.
        """
        try:
            with Uninterrupted():
                return self._pool.submit(do, *given)
        except _broken_pool() as error:
            broken: Future[Result] = Future()
            broken.set_exception(error)
            return broken

    def close(self) -> None:
        """Wait until the processes have ended, and take what they still send: a full pipe would hold them up."""
        self.stop.set()
        ending = Thread(target=partial(self._pool.shutdown, wait=True, cancel_futures=True))
        ending.start()
        while ending.is_alive() and os.name == "posix":
            if self.reader.poll(_SECONDS_OF_WAITING):
                os.read(self.reader.fileno(), 65536)  # bytes: a process that died may have left half a message
        ending.join()
        self.reader.close()


class _Streams:
    """A worker's end of the pipe."""

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


def _do(order: Order, packed: bytes) -> Any:
    """In a worker: the result of a piece."""
    return order.do(*pickle.loads(packed))


def _stream(name: int, order: Order, packed: bytes) -> None:
    """In a worker: send every result of a piece, until there are no more or nobody wants them."""
    streams = _Streams.here
    assert streams is not None
    for result in order.stream(*pickle.loads(packed)):
        with streams.lock:
            streams.writer.send((name, result))
        if streams.stop.is_set():
            break


def _broken_pool() -> type[Exception]:
    from concurrent.futures.process import BrokenProcessPool

    return BrokenProcessPool


def _is_lost(future: Future[Any]) -> bool:
    """Whether a piece has to be done again: not done, or its worker died."""
    return not future.done() or isinstance(future.exception(), _broken_pool())


def _follow_the_parent(streams: _Streams) -> None:
    """Leave Ctrl-C to the parent, and end when it has been killed."""
    _Streams.here = streams
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
