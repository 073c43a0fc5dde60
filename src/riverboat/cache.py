"""The cache of tables between runs.

Riverboat ships no big tables: it builds them on first use and keeps them here, one `.npz` file per table, named with
the version of the code that builds it. The folder is `$RIVERBOAT_CACHE` or the user's cache folder; deleting it is
always safe. A file is written under a temporary name and renamed, so two processes may build the same table at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from riverboat.files import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[np.generic]]


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
            if arrays:
                return arrays
    except (OSError, ValueError, EOFError, LookupError, BadZipFile, NotImplementedError, RuntimeError, MemoryError):
        pass  # missing, cut off or damaged: rebuild it (a changed byte may ask for a password, or for terabytes)
    built = dict(build())
    _store(path, built)
    return built


def _store(path: Path, arrays: dict[str, NDArray[np.generic]]) -> None:
    """Store the table; if that fails (full disk, read-only home), it is simply built again next time."""
    import numpy as np

    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, lambda file: np.savez(file, **arrays))  # type: ignore[arg-type]
