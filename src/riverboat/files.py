"""Files: written whole or not at all, arrays with a header, checkpoints of long runs, and locks between processes.

**Written whole**: to a temporary name first, then renamed (`write_whole`).

**Arrays with a header** (`write_arrays`, `read_arrays`): strategies, solutions, checkpoints. A line
`riverboat KIND VERSION`, a line of JSON (the header, for each array its type, shape, place and checksum, and a checksum
of both lines), then the arrays, raw and little-endian, each at a multiple of 64 bytes. Arrays are mapped into memory,
not read, so opening a large file costs nothing; `check=True` reads everything once and compares the checksums, which is
done for files below 64 MB anyway. `pack_arrays` and `unpack_arrays` do the same with bytes, for a database.

**Checkpoints** (`Checkpoint`): a run that was interrupted ends exactly like one that was not.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from math import prod
from pathlib import Path
from stat import S_IMODE
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Final
from zlib import crc32

from riverboat.errors import RiverboatError

if TYPE_CHECKING:  # a command that only prints its help loads no numpy
    from numpy.typing import NDArray

VERSION: Final = 1
_ALIGN: Final = 64
_ALWAYS_CHECKED: Final = 64 << 20
_LONGEST_HEADER: Final = 16 << 20
_PART: Final = ".part"
_SEAL: Final = b', "crc32": '

_CHECKPOINT_FORMAT: Final = 2

Arrays = Mapping[str, "NDArray[Any]"]


class FileFormatError(RiverboatError):
    """A file that is not what it should be: another kind, another version, cut off or damaged."""


def write_whole(path: str | Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let `write` fill a new file beside `path`, then put it in its place; on any failure nothing is left behind."""
    path = Path(path)
    path = path.resolve()  # a link keeps pointing where it points
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # a device or a pipe: nothing to rename
            write(file)
        return
    temporary = path.with_name(f"{_before_its_place(path)}{os.urandom(6).hex()}{_PART}")
    try:
        # The umask decides who may read a new file; one that is replaced keeps its permissions.
        with open(temporary, "xb") as file:
            if path.exists():
                temporary.chmod(S_IMODE(path.stat().st_mode))
            write(file)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def remove_leftovers(path: str | Path) -> None:
    """Remove what processes that were killed while writing this file have left: each may be as large as the file.

    Only for files that one process at a time writes: another one would miss what it is writing now.
    """
    path = Path(path)
    path = path.resolve()
    if path.parent.is_dir():
        for file in path.parent.iterdir():
            if file.name.startswith(_before_its_place(path)) and file.suffix == _PART:
                file.unlink(missing_ok=True)


def _before_its_place(path: Path) -> str:
    """How the names of a file begin that will be put at this path."""
    return f".{path.name[:100]}."


def require_folder(*paths: Path | None) -> None:
    """Refuse now what could not be written after the work: files in a folder that is not there, and folders."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise RiverboatError(f'file "{path}": there is no folder {path.parent}')
        if path is not None and path.is_dir():
            raise RiverboatError(f'file "{path}": this is a folder')


def write_text(path: str | Path, text: str) -> None:
    """Write a text file that a person asked for; errors are reported in one line."""
    try:
        write_whole(path, lambda file: file.write(text.encode()))
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error


@contextmanager
def one_at_a_time(path: str | Path) -> Iterator[None]:
    """Let one process at a time into the block, by a lock on this file; the others wait.

    A process that dies leaves no lock behind. Where nothing can be locked (Windows, a folder that is read-only or not
    there) nobody waits.
    """
    path = Path(path)
    try:
        import fcntl

        file = path.open("wb")
    except (ImportError, OSError):
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def exclusive(path: str | Path, what: str) -> Iterator[None]:
    """Hold a lock on this file as long as the block runs; if another process holds it, refuse at once.

    `what` is how the error calls the thing that is locked. The lock file stays behind, as it must where processes
    come and go; a process that dies leaves no lock. Where nothing can be locked (Windows) nobody is refused.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    try:
        # Whoever can read a file can lock it, and so keep its owner out.
        file = os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb")
    except OSError as error:
        raise RiverboatError(f"{what}: {error.strerror or error}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RiverboatError(f"{what}: another process is using it; wait for that one, or name another") from None
        yield


def write_arrays(path: str | Path, kind: str, header: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a file of this kind."""
    try:
        write_whole(path, _filling(kind, header, arrays))
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error


def pack_arrays(kind: str, header: Mapping[str, Any], arrays: Arrays) -> bytes:
    """The bytes of a file of this kind."""
    file = BytesIO()
    _filling(kind, header, arrays)(file)
    return file.getvalue()


def _filling(kind: str, header: Mapping[str, Any], arrays: Arrays) -> Callable[[IO[bytes]], None]:
    """A function that writes the container into an open file."""
    # Arrays that lie in memory as they will in the file are not copied: they may fill half of it.
    raw = {name: _as_written(array) for name, array in arrays.items()}
    places, at = {}, 0
    for name, array in raw.items():
        places[name] = {"dtype": array.dtype.str, "shape": array.shape, "at": at, "crc32": crc32(array.data)}
        at += _padded(array.nbytes)
    text = _sealed(f"riverboat {kind} {VERSION}\n{json.dumps({'header': header, 'arrays': places})}\n".encode())

    def fill(file: IO[bytes]) -> None:
        file.write(text + b" " * (_padded(len(text)) - len(text)))
        for array in raw.values():
            file.write(array.data)
            file.write(b"\0" * (_padded(array.nbytes) - array.nbytes))

    return fill


def read_arrays(path: str | Path, kind: str, *, check: bool = False) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header and the arrays (read-only, mapped) of a file of this kind."""
    path = Path(path)
    try:
        # One open file throughout: another process may put a newer one in its place at any moment.
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            header, arrays, sums = _opened(file, f'file "{path}"', kind, size)
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error
    if check or size <= _ALWAYS_CHECKED:
        _require_undamaged(arrays, sums, f'file "{path}"')
    return header, arrays


def unpack_arrays(data: bytes, kind: str, what: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header and the arrays (read-only) of `pack_arrays`; errors begin with `what`."""
    header, arrays, sums = _opened(BytesIO(data), what, kind, len(data))
    _require_undamaged(arrays, sums, what)
    return header, arrays


def _require_undamaged(arrays: Arrays, sums: Mapping[str, int], what: str) -> None:
    for name, array in arrays.items():
        if crc32(array.data) != sums[name]:
            raise FileFormatError(f"{what}: {name} is damaged")


def kind_of(path: str | Path) -> str | None:
    """Which kind of riverboat file this is, by its first line; None if it is not one, or cannot be read."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            words = file.readline(200).decode("ascii", "replace").split()
    except OSError:
        return None
    return words[1] if len(words) == 3 and words[0] == "riverboat" else None


def _opened(
    file: BinaryIO, what: str, kind: str, size: int
) -> tuple[dict[str, Any], dict[str, NDArray[Any]], dict[str, int]]:
    """The header, the mapped arrays and their checksums; `what` names the file in errors."""
    import numpy as np

    first = file.readline(200)
    line = file.readline(_LONGEST_HEADER)
    words = first.decode("ascii", "replace").split()
    if len(words) != 3 or words[0] != "riverboat":
        raise FileFormatError(f"{what}: this is not a riverboat file")
    if words[1] != kind:
        raise FileFormatError(f"{what}: this is a {words[1]}, expected a {kind}")
    if words[2] != str(VERSION):
        raise FileFormatError(f"{what}: format version {words[2]}, expected {VERSION}")
    try:
        described = json.loads(line)
        if len(described) > 2 and _sealed(first + line[: line.rindex(_SEAL)] + b"}\n") != first + line:
            raise FileFormatError(f"{what}: the header is damaged")
        header, places = dict(described["header"]), described["arrays"]
        start = _padded(len(first) + len(line))
        arrays, sums = {}, {}
        for name, place in places.items():
            dtype, shape, at = np.dtype(place["dtype"]), tuple(place["shape"]), start + int(place["at"])
            if dtype.hasobject or at + dtype.itemsize * prod(shape) > size:
                raise FileFormatError(f"{what}: cut off at {name}")
            sums[name] = int(place["crc32"])
            if 0 in shape:
                arrays[name] = np.zeros(shape, dtype)
            elif isinstance(file, BytesIO):
                arrays[name] = np.frombuffer(file.getbuffer().toreadonly(), dtype, prod(shape), at).reshape(shape)
            else:
                arrays[name] = np.memmap(file, dtype, "r", at, shape)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        raise FileFormatError(f"{what}: the header is damaged") from error
    return header, arrays, sums


def _sealed(lines: bytes) -> bytes:
    """Both lines with their checksum as the last entry of the JSON; files of earlier versions have none."""
    return lines.removesuffix(b"}\n") + _SEAL + b"%d}\n" % crc32(lines)


def _as_written(array: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.require(array, array.dtype.newbyteorder("<"), "C")


def _padded(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN


class Checkpoint:
    """How far one run has come, in one file; without a path nothing is kept.

    `identity` says what the run is (game, method, seed, ...): a file is never continued as another run.
    """

    def __init__(self, path: Path | str | None, kind: str, identity: Mapping[str, Any], *, every: float = 30.0) -> None:
        self.path = None if path is None else Path(path)
        self.kind = kind
        self.identity: dict[str, Any] = json.loads(json.dumps(identity))
        self.every = every
        """Seconds between two saves."""
        self._written = monotonic()

    def load(self) -> tuple[Any, dict[str, NDArray[Any]]] | None:
        """The state and the arrays that were saved; None if there is no file, an error if it is of another run."""
        if self.path is None or not self.path.exists():
            return None
        header, arrays = read_arrays(self.path, "checkpoint", check=True)
        if header.get("format") != _CHECKPOINT_FORMAT or not isinstance(header.get("identity"), dict):
            raise FileFormatError(f'checkpoint "{self.path}": written by an older version; name another file')
        if header.get("of") != self.kind:
            raise FileFormatError(
                f'checkpoint "{self.path}": this is one of a {header.get("of")}, not of a {self.kind}'
            )
        theirs = header["identity"]
        for key in {**self.identity, **theirs}:
            if theirs.get(key) != self.identity.get(key):
                raise FileFormatError(
                    f'checkpoint "{self.path}": its {key} is {theirs.get(key)}, not {self.identity.get(key)}'
                )
        try:
            state = json.loads(arrays.pop("state").tobytes())
        except (KeyError, ValueError) as error:
            raise FileFormatError(f'checkpoint "{self.path}": the state is damaged') from error
        return state, arrays

    def save(self, state: Any, arrays: Arrays | None = None) -> None:
        """Write the file now. `state` is anything that JSON can hold."""
        import numpy as np

        if self.path is None:
            return
        header = {"format": _CHECKPOINT_FORMAT, "of": self.kind, "identity": self.identity}
        text = np.frombuffer(json.dumps(state).encode(), np.uint8)
        write_arrays(self.path, "checkpoint", header, {**(arrays or {}), "state": text})
        self._written = monotonic()

    @property
    def is_due(self) -> bool:
        """Whether the last save was long enough ago."""
        return self.path is not None and monotonic() - self._written >= self.every

    def save_if_due(self, contents: Callable[[], tuple[Any, Arrays]]) -> None:
        """Write the file if a save is due; `contents` is called for state and arrays only then."""
        if self.is_due:
            self.save(*contents())
