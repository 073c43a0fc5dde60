"""Pieces of work on a Ray cluster (https://docs.ray.io): the same interface as the pool of processes.

Ray does a piece again on another machine when its worker or its machine is lost; what it cannot bring back is an error
that names the piece. Streams begin again by our own count, so that results that are known are not sent twice. Context
and work are put into Ray's store once; each machine fetches them once.
"""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from riverboat.errors import RiverboatError
from riverboat.executor.interface import MAX_LOST, Piece, PieceError, Result
from riverboat.executor.sharing import Shared
from riverboat.executor.travelling import Luggage
from riverboat.executor.worker import Order, versions
from riverboat.workers import processors

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SECONDS_TO_ANSWER: Final = 10.0
INSTALL: Final = 'pip install "riverboat[cluster]"'


class RayExecutor:
    """Pieces on the processors of a cluster, two for each of them under way.

    Without an address, that of `RAY_ADDRESS`, or a Ray that is started on this machine for this run alone. `auto` is
    the one that runs on this machine.
    """

    is_here = False

    def __init__(self, address: str, jobs: int | None, order: Order, luggage: Luggage) -> None:
        if "RAY_AUTH_MODE" not in os.environ and _has_token():
            os.environ["RAY_AUTH_MODE"] = "token"  # Ray asks for it when it is imported
        try:
            import ray
        except ImportError:
            raise RiverboatError(f'executor "ray": Ray is not installed; {INSTALL}') from None
        self._ray = ray
        self._address, self._asked = address or os.environ.get("RAY_ADDRESS", ""), jobs
        self._order = replace(order, versions=versions(), files=luggage.expected)
        self._luggage = luggage
        self._stack = ExitStack()
        self._under_way: set[Any] = set()
        self.jobs = jobs or 1

    def __enter__(self) -> Self:
        ray = self._ray
        os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # of pieces that nobody waits for any more
        if not ray.is_initialized():
            environment: dict[str, Any] = {}
            if self._luggage.carried:
                folder = self._stack.enter_context(TemporaryDirectory(prefix="riverboat-"))
                self._luggage.pack(Path(folder))
                environment["working_dir"] = folder
            self._require_answer()
            try:
                alone = {"include_dashboard": False, "num_cpus": self._asked or processors()}
                ray.init(
                    self._address or "local",
                    runtime_env=environment or None,
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                    **({} if self._address else alone),
                )
            except Exception as error:  # Ray raises many kinds for an address at which nothing answers
                self._stack.close()
                where = self._address or "this machine"
                raise RiverboatError(f'executor "ray": no cluster at {where}: {_line(error)}') from error
            self._stack.callback(ray.shutdown)
        elif self._luggage.carried:
            raise RiverboatError(
                f'file "{self._luggage.carried[0]}" cannot travel: Ray was started before this run; '
                "call ray.shutdown() first"
            )
        self.jobs = self._asked or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._context = ray.put(self._order)
        limits = self._order.limits
        memory = {} if limits.megabytes is None else {"memory": limits.megabytes << 20}
        self._do = ray.remote(num_cpus=1, max_retries=MAX_LOST - 1, scheduling_strategy="SPREAD", **memory)(_do)
        self._do_stream = ray.remote(
            num_cpus=1, max_retries=0, num_returns="streaming", scheduling_strategy="SPREAD", **memory
        )(_do_stream)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in self._under_way:
            with suppress(Exception):  # it may be done, or its machine gone
                self._ray.cancel(each, force=True)
        self._under_way.clear()
        self._stack.close()

    def _require_answer(self) -> None:
        """Say at once that nobody listens: Ray would try for minutes."""
        host, colon, port = self._address.removeprefix("ray://").rpartition(":")
        if not colon or not port.isdigit():
            return  # "auto", or whatever else Ray knows
        try:
            socket.create_connection((host.strip("[]"), int(port)), _SECONDS_TO_ANSWER).close()
        except (OSError, OverflowError) as error:
            raise RiverboatError(f'executor "ray": no cluster at {self._address}: {_line(error)}') from error

    def share(self, arrays: Mapping[str, NDArray[Any]], about: Any = None) -> Shared:
        """An object of the cluster's store; each machine has it once, and its processes read it there."""
        return InStore(self._ray.put((dict(arrays), about)))

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""
        shared = self._ray.put(work)
        waiting: deque[tuple[Any, Any]] = deque()

        def oldest() -> Result:
            piece, reference = waiting.popleft()
            result: Result = self._get(reference, piece)
            self._under_way.discard(reference)
            return result

        for piece in pieces:
            reference = self._do.remote(self._context, shared, piece)
            self._under_way.add(reference)
            waiting.append((piece, reference))
            if len(waiting) > 2 * self.jobs:
                yield oldest()
        while waiting:
            yield oldest()

    def in_streams(self, work: Callable[[Piece], Iterable[Result]], pieces: Iterable[Piece]) -> Generator[Result]:
        """The results of pieces that have several each, in order, as soon as they are there."""
        shared = self._ray.put(work)
        rest = iter(pieces)
        under_way: deque[tuple[Any, Any]] = deque()

        def begin(piece: Any) -> Any:
            stream = self._do_stream.remote(self._context, shared, piece)
            self._under_way.add(stream)
            return stream

        def end(stream: Any) -> None:
            self._under_way.discard(stream)

        try:
            for piece in islice(rest, self.jobs):
                under_way.append((piece, begin(piece)))
            while under_way:
                piece, stream = under_way.popleft()
                yield from self._stream(piece, stream, begin, end)
                for following in islice(rest, 1):
                    under_way.append((following, begin(following)))
        finally:
            for _, stream in under_way:
                with suppress(Exception):
                    self._ray.cancel(stream, force=True)
                end(stream)

    def _stream(
        self, piece: Any, stream: Any, begin: Callable[[Any], Any], end: Callable[[Any], None]
    ) -> Iterator[Any]:
        """The results of one piece; it begins again when its worker is lost, without those that have come."""
        come = lost = 0
        while True:
            try:
                for reference in islice(stream, come, None):
                    result = self._get(reference, piece)
                    come += 1
                    yield result
                end(stream)
                return
            except _LostError:
                lost += 1
                end(stream)
                if lost >= MAX_LOST:
                    raise
                stream = begin(piece)

    def _get(self, reference: Any, piece: object) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except errors.RayTaskError as error:
            raise error.cause if isinstance(error.cause, Exception) else error from None
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError) as e:
            raise _LostError(f"the worker of {piece!s:.80} was lost {MAX_LOST} times: {_line(e)}") from e
        except errors.RayError as error:
            raise RiverboatError(f'executor "ray": {_line(error)}') from error


class _LostError(PieceError):
    """A piece whose worker is gone."""


class InStore:
    """Shared data in Ray's store."""

    def __init__(self, reference: Any) -> None:
        self._reference = reference

    def _value(self) -> tuple[dict[str, NDArray[Any]], Any]:
        import ray

        value: tuple[dict[str, NDArray[Any]], Any] = ray.get(self._reference)
        return value

    @property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The arrays; they cannot be written to."""
        return self._value()[0]

    @property
    def about(self) -> Any:
        """What was shared beside them."""
        return self._value()[1]


def _do(order: Order, work: Callable[[Piece], Result], piece: Piece) -> Result:
    return order.do(work, piece)


def _do_stream(order: Order, work: Callable[[Piece], Iterable[Result]], piece: Piece) -> Iterator[Result]:
    yield from order.stream(work, piece)


def _has_token() -> bool:
    """Whether this user has a token for clusters that ask for one."""
    named = any(os.environ.get(name) for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"))
    return named or (Path.home() / ".ray" / "auth_token").is_file()


def _line(error: BaseException) -> str:
    """The first line of an error."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)[:200]
