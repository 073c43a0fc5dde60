"""The cache of tables between runs.

Riverboat ships no big tables: it builds them on first use and keeps them here, one `.npz` file per table, named with
the version of the code that builds it. The folder is `$RIVERBOAT_CACHE` or the user's cache folder; deleting it is
always safe. A file is written under a temporary name and renamed, so two processes may build the same table at once.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import BadZipFile, ZipFile

from riverboat.files import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[np.generic]]

_LOCAL_HEADER: Final = 30
_LENGTHS: Final = 26
"""Bytes of a member's header in a zip file, and where in it the lengths of name and extra field are."""


def cache_folder() -> Path:
    """The folder of built tables; created when something is first written to it."""
    chosen = os.environ.get("RIVERBOAT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "riverboat"


def cached_arrays(name: str, build: Callable[[], Arrays]) -> dict[str, NDArray[Any]]:
    """The arrays stored under `name`, built and stored if they are not there or cannot be read.

    If you change what `build` returns, change the version in the name too.
    """
    import numpy as np

    path = cache_folder() / f"{name}.npz"
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {key: stored[key] for key in stored.files}
            if arrays and _is_filled(stored.zip):
                return arrays
    except (OSError, ValueError, EOFError, LookupError, BadZipFile, RuntimeError, MemoryError, struct.error):
        pass  # missing, cut off or damaged: rebuild it (a changed byte may ask for a password, or for terabytes)
    built = dict(build())
    _store(path, built)
    return built


def _is_filled(archive: ZipFile) -> bool:
    """Whether the members fill the file from its first byte to the directory.

    Each member has a checksum, the directory has none: a changed length in it swallows the next entry, and what is left
    is a sound archive with a gap.
    """
    assert archive.fp is not None
    end = 0
    for member in sorted(archive.infolist(), key=lambda member: member.header_offset):
        if member.header_offset != end:
            return False
        archive.fp.seek(end + _LENGTHS)
        end += _LOCAL_HEADER + sum(struct.unpack("<HH", archive.fp.read(4))) + member.compress_size
    return end == archive.start_dir


def _store(path: Path, arrays: dict[str, NDArray[np.generic]]) -> None:
    """Store the table; if that fails (full disk, read-only home), it is simply built again next time."""
    import numpy as np

    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, lambda file: np.savez(file, **arrays))  # type: ignore[arg-type]
