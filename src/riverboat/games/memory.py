"""What a player may know about its opponents from earlier matches.

A player that learns is given a `Memory` before its first hand (`Agent.load_memory`) and puts into it what it has
learned whenever the table asks (`Agent.save_memory`). An entry is about one opponent, by name, and of one kind: the
model that wrote it. It has a header that JSON can hold, and arrays. Where entries are kept is not the player's
concern: `riverboat.model.memory` has the stores.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError


class MemoryEntry(NamedTuple):
    """What one model knows about one opponent."""

    header: Mapping[str, Any]
    """Anything that JSON can hold."""
    arrays: Mapping[str, NDArray[Any]]
    """Read-only when they are recalled: copy what is going to change."""

    def numbers(self, name: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
        """A copy of an array of finite numbers; anything else under that name is a `RiverboatError`."""
        found = self.arrays.get(name)
        if found is None or found.shape != shape or found.dtype.kind not in "fiu" or not np.isfinite(found).all():
            raise RiverboatError(f"memory: {name}: expected finite numbers of shape {shape}")
        return np.array(found, np.float64)


class Memory(Protocol):
    """What one player remembers."""

    def recall(self, opponent: str, kind: str, version: int) -> MemoryEntry | None:
        """The entry about an opponent, None if there is none; one of another version is a `RiverboatError`."""

    def remember(
        self, opponent: str, kind: str, version: int, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        """Put an entry in the place of the one before. The arrays are copied."""
