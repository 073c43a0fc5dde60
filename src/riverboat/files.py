"""Files are written whole or not at all: to a temporary name first, then renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from riverboat.errors import RiverboatError


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let `write` fill a new file beside `path`, then put it in its place; on any failure nothing is left behind."""
    path = path.resolve()  # a link keeps pointing where it points
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # a device or a pipe: nothing to rename
            write(file)
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file that a person asked for; what goes wrong is said in one line."""
    try:
        write_whole(path, lambda file: file.write(text.encode()))
        path.chmod(0o644)
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error
