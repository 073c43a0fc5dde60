"""Read-only data that many pieces of work need: sent once to each machine, and never with a piece.

On one machine the arrays are in a file that its processes map into memory; on Ray they are an object of its store.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from riverboat.files import read_arrays, write_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KIND: Final = "shared"


class Shared(Protocol):
    """A handle that travels with pieces."""

    @property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The arrays; not to be written to."""

    @property
    def about(self) -> Any:
        """What was shared beside them."""


class Held:
    """In this process."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], about: Any = None) -> None:
        self.arrays, self.about = arrays, about


class InFile:
    """In a file that every process of this machine maps."""

    def __init__(self, path: Path, arrays: Mapping[str, NDArray[Any]], about: Any = None) -> None:
        write_arrays(path, _KIND, {"about": about}, arrays)
        self._path = path

    @property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The arrays; they cannot be written to."""
        return _mapped(self._path)[1]

    @property
    def about(self) -> Any:
        """What was shared beside them."""
        return _mapped(self._path)[0]["about"]


@lru_cache(maxsize=8)
def _mapped(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    return read_arrays(path, _KIND)
