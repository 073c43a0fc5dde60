"""The files of a job: the user's own, and nothing else of the disk, go to the machines that work for it.

A file that is named from the current folder (`bots/mine.py`) travels and is found there under the same name. One that
is named by its full path stays where it is: every machine must have it, and the same (a shared disk has). Files above
64 MB do not travel either.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.executor.worker import digest_of

_MAX_BYTES: Final = 64 << 20


@dataclass(frozen=True)
class Luggage:
    """What travels, and what must be there already."""

    carried: tuple[str, ...]
    """Paths from the current folder."""
    expected: dict[str, str]
    """Full paths with the digest of their contents."""

    @classmethod
    def of(cls, names: Iterable[str]) -> Luggage:
        """The files with these names."""
        carried: dict[str, None] = {}
        expected: dict[str, str] = {}
        for name in names:
            path = Path(name).expanduser()
            try:
                stat = path.stat()
            except OSError as error:
                raise RiverboatError(f'file "{name}": {error.strerror or error}') from error
            if path.is_absolute():
                expected[str(path)] = digest_of(str(path), stat.st_mtime_ns, stat.st_size)
            elif ".." in path.parts:
                raise RiverboatError(
                    f'file "{name}": it is above the current folder and cannot travel; start from a folder above it, '
                    "or name it by its full path on a disk that all machines share"
                )
            elif stat.st_size > _MAX_BYTES:
                raise RiverboatError(
                    f'file "{name}": {stat.st_size >> 20} MB are too much to travel; name it by its full path on a '
                    "disk that all machines share"
                )
            else:
                carried[path.as_posix()] = None
        return cls(tuple(carried), expected)

    def pack(self, folder: Path) -> None:
        """Copy what travels into a folder, under the same names."""
        for name in self.carried:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(name, folder / name)  # programs stay executable
