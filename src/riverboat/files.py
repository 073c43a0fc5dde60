"""Files are written whole or not at all: to a temporary name first, then renamed. And locks between processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE
from typing import IO

from riverboat.errors import RiverboatError


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let `write` fill a new file beside `path`, then put it in its place; on any failure nothing is left behind."""
    path = path.resolve()  # a link keeps pointing where it points
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # a device or a pipe: nothing to rename
            write(file)
        return
    temporary = path.with_name(f".{path.name[:100]}.{os.urandom(6).hex()}.part")
    try:
        # Who may read it is for the umask to say, and of a file that was there before, for its owner.
        with open(temporary, "xb") as file:
            if path.exists():
                temporary.chmod(S_IMODE(path.stat().st_mode))
            write(file)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def require_folder(*paths: Path | None) -> None:
    """Refuse now what could not be written after the work: files in a folder that is not there, and folders."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise RiverboatError(f'file "{path}": there is no folder {path.parent}')
        if path is not None and path.is_dir():
            raise RiverboatError(f'file "{path}": this is a folder')


def write_text(path: Path, text: str) -> None:
    """Write a text file that a person asked for; what goes wrong is said in one line."""
    try:
        write_whole(path, lambda file: file.write(text.encode()))
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Let one process at a time into the block, by a lock on this file; the others wait.

    A process that dies leaves no lock behind. Where nothing can be locked (Windows, a folder that is read-only or not
    there) nobody waits.
    """
    try:
        import fcntl

        file = path.open("wb")
    except (ImportError, OSError):
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
