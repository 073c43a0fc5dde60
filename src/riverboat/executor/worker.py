"""What happens where a piece of work is done, on whatever machine: checks first, then the piece within its limits.

A worker whose Riverboat, Python, numpy or numba are not those of the process that asked would give other results, so it
refuses, by name. The same goes for files that did not travel with the job and are not the same there.

The first piece of a run on a machine is done alone: its kernels are compiled and its tables built once, and the other
processes of that machine find them.
"""

from __future__ import annotations

import hashlib
import mmap
import platform
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, islice
from pathlib import Path
from types import FrameType
from typing import Final, TypeVar

from riverboat.cache import cache_folder
from riverboat.errors import RiverboatError
from riverboat.executor.interface import Limits, PieceError
from riverboat.files import one_at_a_time

Piece = TypeVar("Piece")
Result = TypeVar("Result")
_LIBRARIES: Final = ("numpy", "numba", "scipy")
_MEGABYTE: Final = 1 << 20


@dataclass(frozen=True)
class Order:
    """What a worker has to know beside the piece."""

    run: str
    """Names the run: its first piece on a machine is done alone."""
    limits: Limits = Limits()  # noqa: RUF009 (frozen)
    versions: Mapping[str, str] = field(default_factory=dict)
    """Of the process that asked; empty where workers are forks of it."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Files that every machine must have, with the digest of their contents."""

    def do(self, work: Callable[[Piece], Result], piece: Piece) -> Result:
        """The result of a piece."""
        self._check()
        with self._alone_if_first(), within(self.limits):
            return work(piece)

    def stream(self, work: Callable[[Piece], Iterable[Result]], piece: Piece) -> Iterator[Result]:
        """The results of a piece that has several; its limits are for all of them together."""
        self._check()
        results = iter(work(piece))
        with within(self.limits):
            with self._alone_if_first():
                first = list(islice(results, 1))
            for result in chain(first, results):  # noqa: UP028 (Ray sends into generators, lists do not take it)
                yield result

    def _check(self) -> None:
        if self.versions:
            require_versions(self.versions)
        for path, digest in self.files.items():
            require_file(path, digest)

    @contextmanager
    def _alone_if_first(self) -> Iterator[None]:
        folder = cache_folder() / "runs"
        done = folder / self.run
        if not self.run or done.exists():
            yield
            return
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        with one_at_a_time(folder / f"{self.run}.lock"):
            is_first = not done.exists()
            if is_first:
                yield
                with suppress(OSError):
                    done.touch()
        if not is_first:
            yield


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Stop what is done in the block when it takes too long or too much memory.

    Time is looked at between two steps of Python, so that a kernel ends first; memory when more is asked for. Only the
    main thread of a process can be stopped by the clock, and Windows has neither limit.
    """
    try:
        import resource
    except ImportError:  # Windows
        yield
        return
    if limits == Limits():
        yield
        return
    in_main = threading.current_thread() is threading.main_thread()
    seconds = limits.seconds if in_main else None

    def late(number: int, frame: FrameType | None) -> None:
        raise PieceError(f"a piece took more than {seconds:g} seconds and was stopped")

    before = signal.signal(signal.SIGALRM, late) if seconds is not None else None
    old = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        if seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        if limits.megabytes is not None:
            most = _data_in_use() + limits.megabytes * _MEGABYTE
            resource.setrlimit(resource.RLIMIT_DATA, (most if old[1] < 0 else min(most, old[1]), old[1]))
        yield
    except MemoryError as error:
        if limits.megabytes is None:
            raise
        raise PieceError(f"a piece took more than {limits.megabytes} MB of memory and was stopped") from error
    finally:
        if seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
        if limits.megabytes is not None:
            resource.setrlimit(resource.RLIMIT_DATA, old)


def _data_in_use() -> int:
    """Bytes of data that this process has, as its limit counts them; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[5]) * mmap.PAGESIZE
    return 0


@cache
def versions() -> Mapping[str, str]:
    """What results depend on: this Riverboat down to its sources, Python, and the libraries that calculate."""
    found = {"riverboat": f"{_version('riverboat')} ({_sources()})", "python": platform.python_version()}
    return found | {name: _version(name) for name in _LIBRARIES}


def require_versions(wanted: Mapping[str, str]) -> None:
    """Refuse to work for a process that has others."""
    here = versions()
    for name, theirs in wanted.items():
        if here.get(name) != theirs:
            raise RiverboatError(
                f"worker on {platform.node()}: it has {name} {here.get(name)}, this run {theirs}; "
                "install the same on every machine"
            )


def require_file(path: str, digest: str) -> None:
    """Refuse to work with another file of that name."""
    found = Path(path)
    try:
        stat = found.stat()
        same = digest_of(path, stat.st_mtime_ns, stat.st_size) == digest
    except OSError:
        raise RiverboatError(f'worker on {platform.node()}: file "{path}" is not there') from None
    if not same:
        raise RiverboatError(f'worker on {platform.node()}: file "{path}" is not the one of this run')


@lru_cache(maxsize=256)
def digest_of(path: str, changed: int, size: int) -> str:
    """Of the contents of a file; read once as long as time and size stay."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def _sources() -> str:
    """A short digest of the package's own Python files."""
    root = Path(__file__).parent.parent
    total = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        total.update(path.relative_to(root).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:10]
