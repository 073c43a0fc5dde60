"""Files of arrays with a header: strategies, checkpoints, whatever a solver keeps.

Layout: a line `riverboat KIND VERSION`, a line of JSON (the header, and for each array its type, shape, place and
checksum), then the arrays, raw and little-endian, each at a multiple of 64 bytes. Arrays are mapped into memory, not
read, so opening a large file costs nothing; `check=True` reads everything once and compares the checksums, which is
done for files below 64 MB anyway. Files are written to a temporary name and renamed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import IO, Any, BinaryIO, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import write_whole

VERSION: Final = 1
_ALIGN: Final = 64
_ALWAYS_CHECKED: Final = 64 << 20
_LONGEST_HEADER: Final = 16 << 20

Arrays = Mapping[str, NDArray[Any]]


class FileFormatError(RiverboatError):
    """A file that is not what it should be: another kind, another version, cut off or damaged."""


def write_arrays(path: Path, kind: str, header: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a file of this kind."""
    # Arrays that lie in memory as they will in the file are not copied: they may fill half of it.
    raw = {name: _as_written(array) for name, array in arrays.items()}
    places, at = {}, 0
    for name, array in raw.items():
        places[name] = {"dtype": array.dtype.str, "shape": array.shape, "at": at, "crc32": crc32(array.data)}
        at += _padded(array.nbytes)
    text = f"riverboat {kind} {VERSION}\n{json.dumps({'header': header, 'arrays': places})}\n".encode()

    def fill(file: IO[bytes]) -> None:
        file.write(text + b" " * (_padded(len(text)) - len(text)))
        for array in raw.values():
            file.write(array.data)
            file.write(b"\0" * (_padded(array.nbytes) - array.nbytes))

    try:
        write_whole(path, fill)
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error


def read_arrays(path: Path, kind: str, *, check: bool = False) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header and the arrays (read-only, mapped) of a file of this kind."""
    try:
        # One open file throughout: another process may put a newer one in its place at any moment.
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            header, arrays, sums = _opened(file, path, kind, size)
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error
    if check or size <= _ALWAYS_CHECKED:
        for name, array in arrays.items():
            if crc32(array.data) != sums[name]:
                raise FileFormatError(f'file "{path}": {name} is damaged')
    return header, arrays


def _opened(
    file: BinaryIO, path: Path, kind: str, size: int
) -> tuple[dict[str, Any], dict[str, NDArray[Any]], dict[str, int]]:
    """The header, the mapped arrays and their checksums."""
    first = file.readline(200)
    line = file.readline(_LONGEST_HEADER)
    words = first.decode("ascii", "replace").split()
    if len(words) != 3 or words[0] != "riverboat":
        raise FileFormatError(f'file "{path}": this is no riverboat file')
    if words[1] != kind:
        raise FileFormatError(f'file "{path}": this is a {words[1]}, expected a {kind}')
    if words[2] != str(VERSION):
        raise FileFormatError(f'file "{path}": format version {words[2]}, expected {VERSION}')
    try:
        described = json.loads(line)
        header, places = dict(described["header"]), described["arrays"]
        start = _padded(len(first) + len(line))
        arrays, sums = {}, {}
        for name, place in places.items():
            dtype, shape, at = np.dtype(place["dtype"]), tuple(place["shape"]), start + int(place["at"])
            if dtype.hasobject or at + dtype.itemsize * prod(shape) > size:
                raise FileFormatError(f'file "{path}": cut off at {name}')
            sums[name] = int(place["crc32"])
            arrays[name] = np.memmap(file, dtype, "r", at, shape) if 0 not in shape else np.zeros(shape, dtype)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        raise FileFormatError(f'file "{path}": the header is damaged') from error
    return header, arrays, sums


def _as_written(array: NDArray[Any]) -> NDArray[Any]:
    return np.require(array, array.dtype.newbyteorder("<"), "C")


def _padded(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN
