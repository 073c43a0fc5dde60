"""Where is what players remember about opponents kept between matches? In memory, or in one file.

A store has the entries of any number of players. An entry is one model's knowledge (`kind` and `version`) of one
opponent, by name; a player sees its own entries only, through the `Memory` that `MemoryStore.of` returns.
`riverboat.arena.memory` opens stores by text, and keeps them in the database of hands too.

The file is the package's container of arrays. It is read when it is opened: damage or another version is found before
a hand is played. It is written whole, when `save` is called and something has changed, and locked as long as it is
open, so that two matches cannot overwrite each other's entries. An entry costs its arrays, and some hundred bytes of
header.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, exclusive, read_arrays, require_folder, write_arrays
from riverboat.games.memory import MemoryEntry

KIND: Final = "memory"
FORMAT: Final = 1
"""Of the list of entries; what is in an entry has a version of its own."""


class EntryKey(NamedTuple):
    """What an entry is found by."""

    player: str
    """Who remembers."""
    opponent: str
    """About whom."""
    kind: str
    """Which model wrote it."""


class StoredEntry(NamedTuple):
    """An entry, as its model wrote it."""

    version: int
    header: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]


class PlayerMemory:
    """What one player remembers: its part of a store."""

    def __init__(self, store: MemoryStore, player: str) -> None:
        """A part of a store.

        Args:
            store: Where everybody's entries are.
            player: Who remembers.
        """
        self._store, self._player = store, player

    def recall(self, opponent: str, kind: str, version: int) -> MemoryEntry | None:
        """The entry about an opponent, None if there is none; one of another version is an error."""
        found = self._store.entries.get(EntryKey(self._player, opponent, kind))
        if found is None:
            return None
        if found.version != version:
            raise RiverboatError(
                f"{self._store.name}: what {self._player} remembers about {opponent} ({kind}) has version "
                f"{found.version}, expected {version}; name another memory"
            )
        return MemoryEntry(found.header, found.arrays)

    def remember(
        self, opponent: str, kind: str, version: int, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        """Put an entry in the place of the one before. The arrays are copied.

        Nothing is kept about the player itself, whom models of everybody at the table count too.
        """
        if opponent == self._player:
            return
        copies = {name: np.array(array) for name, array in arrays.items()}
        for copy in copies.values():
            copy.setflags(write=False)
        self._store.put(
            EntryKey(self._player, opponent, kind), StoredEntry(version, json.loads(json.dumps(dict(header))), copies)
        )


class MemoryStore:
    """The memory of any number of players; this one is forgotten when the program ends."""

    def __init__(self, name: str = "memory") -> None:
        """A store without entries.

        Args:
            name: How errors call it.
        """
        self.name = name
        """How errors call it."""
        self.entries: dict[EntryKey, StoredEntry] = {}

    def of(self, player: str) -> PlayerMemory:
        """The memory of one player, by name."""
        return PlayerMemory(self, player)

    def put(self, key: EntryKey, entry: StoredEntry) -> None:
        """Add or replace an entry."""
        self.entries[key] = entry

    def save(self) -> None:
        """Keep everything that has changed, if this store is kept anywhere."""

    def close(self) -> None:
        """Let others use it; what is not saved is lost."""

    def __iter__(self) -> Iterator[EntryKey]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class FileMemory(MemoryStore):
    """A store in one file, which is made with the first `save`."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        super().__init__(f'memory "{self.path}"')
        require_folder(self.path)
        self._changed = False
        with ExitStack() as stack:  # a file that cannot be read is not held
            stack.enter_context(exclusive(self.path.with_name(f".{self.path.name}.lock"), self.name))
            if self.path.exists():
                self.entries.update(_entries_in(self.path))
            self._lock = stack.pop_all()

    def put(self, key: EntryKey, entry: StoredEntry) -> None:
        """Add or replace an entry; `save` writes it."""
        super().put(key, entry)
        self._changed = True

    def save(self) -> None:
        """Write the file, whole, if anything has changed."""
        if not self._changed:
            return
        listed: list[Any] = []
        arrays: dict[str, NDArray[Any]] = {}
        for number, (key, entry) in enumerate(self.entries.items()):
            listed.append([*key, entry.version, entry.header, list(entry.arrays)])
            arrays |= {f"{number}/{name}": array for name, array in entry.arrays.items()}
        write_arrays(self.path, KIND, {"format": FORMAT, "entries": listed}, arrays)
        self._changed = False

    def close(self) -> None:
        """Let other processes use the file."""
        self._lock.close()


def _entries_in(path: Path) -> dict[EntryKey, StoredEntry]:
    header, arrays = read_arrays(path, KIND, check=True)
    if header.get("format") != FORMAT:
        raise FileFormatError(f'memory "{path}": version {header.get("format")}, expected {FORMAT}; name another file')
    found = {}
    try:
        for number, (player, opponent, kind, version, own, names) in enumerate(header["entries"]):
            if not (all(isinstance(each, str) for each in (player, opponent, kind)) and isinstance(own, dict)):
                raise ValueError("an entry that is none")
            own_arrays = {name: arrays[f"{number}/{name}"] for name in names}
            found[EntryKey(player, opponent, kind)] = StoredEntry(int(version), own, own_arrays)
    except (LookupError, TypeError, ValueError) as error:
        raise FileFormatError(f'memory "{path}": the list of entries is damaged') from error
    return found
