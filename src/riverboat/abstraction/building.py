"""Tables with an entry for every deal of a street up to the names of suits: built, kept, mapped, resumed.

Most tables are made of rows: one number for each of the 1,326 holdings of a board. All boards of a street up to the
names of suits are enough (1,755 flops, 16,432 turn boards, 134,459 river boards); `Isomorphism` says where each
holding's number goes. Rows may also be kept as they are, which takes a third more memory and needs no index for each
hand (`board_rows.py`). Tables are files of the cache folder, mapped into memory and named by what they hold. While one
is built it is saved once a minute beside its place, so that Ctrl-C and a crash lose little.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from math import prod
from shutil import disk_usage
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cache_folder
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.isomorphism import Isomorphism, canonical_boards
from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint, FileFormatError, one_at_a_time, read_arrays, write_arrays
from riverboat.progress import OnProgress, Progress
from riverboat.workers import in_threads

Row = NDArray[Any]
"""One entry for each of the 1,326 holdings; those that the board blocks do not matter."""
Build = Callable[[Checkpoint, OnProgress | None], NDArray[Any]]
"""Makes a whole table; the checkpoint is there for what takes long."""
Found = TypeVar("Found")
KIND: Final = "deal-table"
_CHUNKS: Final = {3: 4, 4: 64, 5: 512}
"""Boards to a piece of work."""
_SAVE_EVERY: Final = 60.0
_LARGE: Final = 64 << 20
"""Bytes of a table from which it is said before the work that a disk is too full for it."""
_MASKS: Final = np.bitwise_or.reduce(np.uint64(1) << HOLDING_CARDS.astype(np.uint64), axis=1)


@cache
def deals_of(cards: int) -> Isomorphism:
    """The numbering of two hole cards and a board of this many cards."""
    return Isomorphism((2, cards) if cards else (2,))


def live_holdings(board: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The holdings that a board leaves."""
    dead = np.bitwise_or.reduce(np.uint64(1) << board.astype(np.uint64)) if len(board) else np.uint64(0)
    return np.flatnonzero(_MASKS & dead == 0)


def places_of(board: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The holdings that a board leaves, and where each of them lies in a table."""
    live = live_holdings(board)
    rows = np.empty((len(live), 2 + len(board)), np.uint8)
    rows[:, :2] = HOLDING_CARDS[live]
    rows[:, 2:] = board
    return live, deals_of(len(board)).index_batch(rows)


def place_of_hand(hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Where one hand lies in a table."""
    return int(deals_of(len(board)).index_batch(np.array([(*hole, *board)], np.uint8))[0])


class DealTable:
    """One table of all deals on boards of 3, 4 or 5 cards: opened once, and built when it is asked for."""

    def __init__(
        self, name: str, identity: Mapping[str, Any], cards: int, dtype: type[np.generic], build: Build
    ) -> None:
        self.name: Final = name
        self.identity: Final = dict(identity)
        self.cards: Final = cards
        self.dtype: Final = dtype
        self._build: Final = build
        self._table: NDArray[Any] | None = None
        self._missing = False

    def load(self, on_progress: OnProgress | None = None) -> NDArray[Any]:
        """The table: from the cache, mapped and read-only, or built now."""
        if self._table is None:
            self._table = kept_table(self.name, self.identity, self.cards, self.dtype, self._build, on_progress)
        return self._table

    def if_built(self) -> NDArray[Any] | None:
        """The table, if somebody built it before this was first asked."""
        if self._table is None and not self._missing:
            self._table = stored_table(self.name, self.identity, self.cards, self.dtype)
            self._missing = self._table is None
        return self._table


def table_of_deals(
    name: str,
    identity: Mapping[str, Any],
    cards: int,
    dtype: type[np.generic],
    row: Callable[[NDArray[np.uint8]], Row],
    on_progress: OnProgress | None = None,
) -> NDArray[Any]:
    """The table of this name: from the cache, mapped and read-only, or built now from rows."""
    return kept_table(name, identity, cards, dtype, by_rows(cards, dtype, row), on_progress)


def by_rows(cards: int, dtype: type[np.generic], row: Callable[[NDArray[np.uint8]], Row]) -> Build:
    """Builds a table board by board, on all cores; resumed where it was interrupted."""

    def build(checkpoint: Checkpoint, on_progress: OnProgress | None) -> NDArray[Any]:
        return _built(cards, dtype, row, checkpoint, on_progress)

    return build


def kept_table(
    name: str,
    identity: Mapping[str, Any],
    cards: int,
    dtype: type[np.generic],
    build: Build,
    on_progress: OnProgress | None = None,
    shape: tuple[int, ...] | None = None,
) -> NDArray[Any]:
    """The table of this name from the cache, or built now and kept; one process at a time builds it.

    `shape` is that of the table; default: one entry for each deal.
    """
    if cards not in _CHUNKS:
        raise RiverboatError(f"{cards} board cards: expected 3, 4 or 5")
    shape = shape or (deals_of(cards).size,)
    found = stored_table(name, identity, cards, dtype, shape)
    if found is not None:
        return found
    folder, wanted = cache_folder(), dict(identity)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder / f".{name}.lock"):
        found = stored_table(name, identity, cards, dtype, shape)  # another process may have built it meanwhile
        if found is not None:
            return found
        _require_space(name, prod(shape) * np.dtype(dtype).itemsize)
        checkpoint = Checkpoint(folder / f"{name}.building", KIND, wanted, every=_SAVE_EVERY)
        table = build(checkpoint, on_progress)
        with suppress(RiverboatError):  # a full disk is no reason to fail: it is built again next time
            write_arrays(folder / f"{name}.table", KIND, wanted, {"table": table})
        assert checkpoint.path is not None
        checkpoint.path.unlink(missing_ok=True)
    return table


def stored_table(
    name: str,
    identity: Mapping[str, Any],
    cards: int,
    dtype: type[np.generic],
    shape: tuple[int, ...] | None = None,
) -> NDArray[Any] | None:
    """What the cache has under this name, mapped; None if that is nothing, damaged, or not what was wanted."""
    path = cache_folder() / f"{name}.table"
    if not path.exists():
        return None
    try:
        header, arrays = read_arrays(path, KIND)
        table = arrays["table"]
    except (RiverboatError, KeyError):
        return None
    fits = header == dict(identity) and table.dtype == dtype and table.shape == (shape or (deals_of(cards).size,))
    return table if fits else None


def _require_space(name: str, size: int) -> None:
    """Refuse large tables that the disk cannot hold: the work of minutes would be lost. Twice, while one is built."""
    try:
        free = disk_usage(cache_folder()).free
    except OSError:  # no folder and no right to make one: nothing is kept anyway
        return
    if size >= _LARGE and free < 2 * size:
        raise RiverboatError(
            f"table {name}: needs {2 * size / 1e6:,.0f} MB of disk in {cache_folder()}, {free / 1e6:,.0f} MB are free"
        )


def _built(
    cards: int,
    dtype: type[np.generic],
    row: Callable[[NDArray[np.uint8]], Row],
    checkpoint: Checkpoint,
    on_progress: OnProgress | None,
) -> NDArray[Any]:
    table = np.zeros(deals_of(cards).size, dtype)

    def work(board: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[Any]]:
        live, places = places_of(board)
        return places, row(board)[live]

    def put(number: int, found: tuple[NDArray[np.int64], NDArray[Any]]) -> None:
        table[found[0]] = found[1]

    return _filled(table, cards, work, put, checkpoint, on_progress)


def whole_rows(cards: int, dtype: type[np.generic], row: Callable[[NDArray[np.uint8]], Row]) -> Build:
    """Builds [board, holding], the rows of all boards of a street as they are; resumed where it was interrupted."""

    def build(checkpoint: Checkpoint, on_progress: OnProgress | None) -> NDArray[Any]:
        table = np.zeros((len(canonical_boards(cards)[0]), HOLDINGS), dtype)

        def put(number: int, found: Row) -> None:
            table[number] = found

        return _filled(table, cards, row, put, checkpoint, on_progress)

    return build


def _filled(
    table: NDArray[Any],
    cards: int,
    work: Callable[[NDArray[np.uint8]], Found],
    put: Callable[[int, Found], None],
    checkpoint: Checkpoint,
    on_progress: OnProgress | None,
) -> NDArray[Any]:
    """The table after `put` of every board's number and what `work` finds on it; saved now and then."""
    boards, _ = canonical_boards(cards)
    done, chunk = _resumed(checkpoint, table), _CHUNKS[cards]

    def some(start: int) -> list[Found]:
        return [work(board) for board in boards[start : start + chunk]]

    try:
        for part in in_threads(some, range(done, len(boards), chunk)):
            for number, found in enumerate(part, done):
                put(number, found)
            done += len(part)
            if checkpoint.is_due:
                checkpoint.save(done, {"table": table})
            if on_progress:
                on_progress(Progress(done, len(boards)))
    except KeyboardInterrupt:
        if done:
            checkpoint.save(done, {"table": table})
        raise
    return table


def _resumed(checkpoint: Checkpoint, table: NDArray[Any]) -> int:
    """Put what was saved into a table of zeros; the number of boards that are in it."""
    try:
        state = checkpoint.load()
    except FileFormatError:
        state = None
    saved = None if state is None else state[1].get("table")
    if state is None or saved is None or saved.shape != table.shape:
        return 0
    table[...] = saved
    return int(state[0])
