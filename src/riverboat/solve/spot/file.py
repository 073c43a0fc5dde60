"""A solve as a file: looked at later, gone on with to the last bit, or kept small as a strategy alone.

The file (`riverboat.files`) has the spot as TOML in its header, how it was solved and how far, and the stores
of every street: regrets and sums of strategies. A run that goes on from there, on as many threads, ends with the same
numbers as one that was never interrupted. With `strategy_only` there are only the sums, in 16 bits with one scale per
decision, whatever the precision of the solve: a quarter of the size in float32, good for looking at every node (a
frequency is off by less than 0.0001), not for going on.

Size: that of the stores (`solution.solver.nbytes`). Files are mapped into memory and copied from there once; the
checksums of everything are compared while loading, a second for a gigabyte. Written to a temporary name and renamed, so
a killed process leaves the last whole file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat import __version__
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.solve.spot.level import Level
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.schedule import Discounted, Restarting, Schedule
from riverboat.solve.spot.sizes import PLAYERS, STREETS
from riverboat.solve.spot.solver import RangeSolver
from riverboat.solve.spot.spot import Spot

if TYPE_CHECKING:
    from riverboat.solve.spot.solution import Solution

_KIND: Final = "spot-solution"
_FORMAT: Final = 1
_BOARDS_AT_ONCE: Final = 64
_SCHEDULES: Final[dict[str, type[Discounted] | type[Restarting]]] = {"discounted": Discounted, "restarting": Restarting}
_SHARE_OF_TIME: Final = 0.05
"""Of a run, at most this much is spent on writing its checkpoints."""


def save(
    solved: Solution | RangeSolver, path: str | Path, *, strategy_only: bool = False, spot: Spot | None = None
) -> None:
    """Write a solve to a file; a bare solver needs its spot beside it."""
    if isinstance(solved, RangeSolver):
        if spot is None:
            raise RiverboatError("save: a solver alone does not know its spot; give spot=")
        from riverboat.solve.spot.solution import Solution

        solved = Solution(spot, solved)
    if solved.solver.has_gate:
        raise RiverboatError(f'file "{path}": a re-solve with a gate cannot be saved')
    schedule: Schedule | None = solved.solver.schedule
    if isinstance(schedule, _Ended):
        if not strategy_only:
            raise RiverboatError(f'file "{path}": there are no regrets to write; save with strategy_only=True')
        schedule = schedule.schedule
    solver = solved.solver
    header = {
        "format": _FORMAT,
        "riverboat": __version__,
        "spot": solved.spot.to_toml(),
        "holds": "strategy" if strategy_only else "everything",
        "precision": solver.precision,
        "isomorphism": len(solver.runouts.renamings) > 1,
        "schedule": _schedule_in_words(schedule),
        "threads": solver.threads,
        "iterations": solver.iterations,
        "history": [list(asdict(check).values()) for check in solved.history],
        "exploitability": asdict(solved.history[-1])["percent"] if solved.history else None,
        "stopped": solved.stopped,
        "locks": [lock.path for lock in solver.locks],
    }
    header["checksum"] = _checksum(header)
    locks = {f"lock/{number}": lock.shares for number, lock in enumerate(solver.locks)}
    write_arrays(Path(path), _KIND, header, {**_stores(solver, strategy_only), **locks})


def load(
    path: str | Path,
    *,
    spot: Spot | None = None,
    precision: str | None = None,
    schedule: Schedule | None = None,
    locks: Sequence[Lock] | None = None,
    threads: int | None = None,
    check: bool = True,
) -> Solution:
    """The solve in a file.

    What is given of `spot`, `precision`, `schedule` and `locks` must be what the file has; a schedule of one's own must
    be given again. `threads` are as many as before if not given, so that going on is the same to the last bit. Without
    `check` the checksums of large files are not compared.
    """
    from riverboat.solve.spot.solution import Progress, Solution

    path = Path(path)
    header, arrays = read_arrays(path, _KIND, check=check)
    if header.get("format") != _FORMAT:
        raise FileFormatError(f'file "{path}": solution format {header.get("format")}, expected {_FORMAT}')
    if header.get("checksum") != _checksum(header):
        raise FileFormatError(f'file "{path}": the header is damaged')
    try:
        mine = Spot.parse(header["spot"], f'file "{path}"')
        kept = _schedule(header["schedule"], schedule, path)
        held = [Lock(line, np.array(arrays[f"lock/{number}"])) for number, line in enumerate(header["locks"])]
        history = [Progress(int(row[0]), *map(float, row[1:])) for row in header["history"]]
        strategy_only = header["holds"] == "strategy"
        options: dict[str, Any] = {"isomorphism": bool(header["isomorphism"]), "locks": held}
        iterations, stored = int(header["iterations"]), header["precision"]
        count = int(header["threads"]) if threads is None else threads
    except (LookupError, TypeError, ValueError) as error:
        if isinstance(error, RiverboatError):
            raise
        raise FileFormatError(f'file "{path}": the header is damaged') from error
    _require_the_same(path, mine, spot, stored, precision, held, locks)
    found = Solution.begin(
        mine,
        precision="16-bit" if strategy_only else stored,
        threads=count,
        schedule=_Ended(str(path), kept) if strategy_only else kept,
        **options,
    )
    _restore(found.solver, arrays, strategy_only, path)
    found.solver.iterations = iterations
    found.history.extend(history)
    found.stopped = header.get("stopped")
    return found


class Checkpoint:
    """A solve that outlives its process: written now and then, gone on with where the file stands."""

    def __init__(self, path: str | Path, every_seconds: float = 60.0) -> None:
        self.path = Path(path)
        self.every_seconds = every_seconds
        self._due = monotonic() + every_seconds

    def begin(self, spot: Spot, **options: Any) -> Solution:
        """The solve in the file, if there is one, which must be of this spot; otherwise a new one."""
        from riverboat.solve.spot.solution import Solution

        self._remove_leftovers()
        if not self.path.exists():
            return Solution.begin(spot, **options)
        known: dict[str, Any] = {name: options.get(name) for name in ("precision", "schedule", "locks", "threads")}
        return load(self.path, spot=spot, **known)

    def look(self, solution: Solution) -> None:
        """Write if the last time was long ago."""
        if monotonic() >= self._due:
            self.write(solution)

    def write(self, solution: Solution) -> None:
        """Keep how far the solve has come."""
        began = monotonic()
        save(solution, self.path)
        took = monotonic() - began
        self._due = monotonic() + max(self.every_seconds, took / _SHARE_OF_TIME)

    def _remove_leftovers(self) -> None:
        """What a process that was killed while writing has left, as large as the solve."""
        if self.path.parent.is_dir():
            for file in self.path.parent.iterdir():
                if file.name.startswith(f".{self.path.name}.") and file.suffix == ".part":
                    file.unlink(missing_ok=True)


class _Ended:
    """The schedule of a solve of which only the strategy is left: there is no next iteration."""

    def __init__(self, path: str, schedule: Schedule | None) -> None:
        self.path, self.schedule = path, schedule

    def multipliers(self, iteration: int) -> tuple[float, float, float]:
        raise RiverboatError(
            f'file "{self.path}": it holds the strategy alone, which can be read but not gone on with; '
            "solve the spot again, or save everything"
        )


# Stores ---------------------------------------------------------------------------------------------------------------


def _stores(solver: RangeSolver, strategy_only: bool) -> dict[str, NDArray[Any]]:
    """What was learned, by name; arrays are those of the solver, not copies, where that is possible."""
    found: dict[str, NDArray[Any]] = {}
    for name, level, player in _places(solver):
        store = level.stores[player]
        if strategy_only and solver.precision == "float32":
            found[f"{name}/sums"], found[f"{name}/sum_scale"] = _in_16_bits(level, player)
            continue
        for part in _parts(solver.precision, strategy_only):
            found[f"{name}/{part}"] = getattr(store, part)
    return found


def _restore(solver: RangeSolver, arrays: Mapping[str, NDArray[Any]], strategy_only: bool, path: Path) -> None:
    for name, level, player in _places(solver):
        store = level.stores[player]
        for part in _parts(solver.precision, strategy_only):
            kept, mine = arrays.get(f"{name}/{part}"), getattr(store, part)
            if kept is None or kept.shape != mine.shape or kept.dtype != mine.dtype:
                raise FileFormatError(f'file "{path}": {name}/{part} does not fit its spot')
            np.copyto(mine, kept)


def _places(solver: RangeSolver) -> list[tuple[str, Level, int]]:
    """Every street and player: `turn/oop`."""
    first = len(STREETS) - len(solver.levels)
    return [
        (f"{STREETS[first + number]}/{name}", level, player)
        for number, level in enumerate(solver.levels)
        for player, name in enumerate(PLAYERS)
    ]


def _parts(precision: str, strategy_only: bool) -> tuple[str, ...]:
    if strategy_only:
        return "sums", "sum_scale"
    return ("regrets", "sums") if precision == "float32" else ("regrets", "sums", "regret_scale", "sum_scale")


def _in_16_bits(level: Level, player: int) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """Sums as a 16-bit solver stores them: whole steps of the largest sum of a decision, and the step."""
    sums = level.stores[player].sums
    nodes = np.array([node.player == player and bool(node.actions) for node in level.street.nodes])
    starts = np.sort(level.street.forests[0].slot[nodes]) if nodes.any() else np.zeros(1, np.int32)
    lengths = np.diff([*starts, sums.shape[1]])
    steps = np.iinfo(np.int16).max
    codes, scales = np.zeros(sums.shape, np.int16), np.zeros(sums.shape[:2], np.float32)
    for first in range(0, len(sums), _BOARDS_AT_ONCE):
        some = slice(first, first + _BOARDS_AT_ONCE)
        top = np.maximum.reduceat(sums[some].max(axis=2), starts, axis=1)
        scales[some, starts] = top / steps
        factor = np.divide(steps, top, out=np.zeros_like(top), where=top > 0)
        codes[some] = np.minimum(np.rint(sums[some] * np.repeat(factor, lengths, axis=1)[:, :, None]), steps)
    return codes, scales


# The header -----------------------------------------------------------------------------------------------------------


def _checksum(header: Mapping[str, Any]) -> int:
    return crc32(json.dumps({**header, "checksum": None}, sort_keys=True).encode())


def _schedule_in_words(schedule: Schedule | None) -> dict[str, Any] | None:
    if not isinstance(schedule, Discounted | Restarting):
        return None
    name = next(name for name, kind in _SCHEDULES.items() if isinstance(schedule, kind))
    return {"name": name, **asdict(schedule)}


def _schedule(words: Mapping[str, Any] | None, given: Schedule | None, path: Path) -> Schedule:
    if words is None:
        if given is None:
            raise RiverboatError(f'file "{path}": solved with a schedule of somebody\'s own; give it again')
        return given
    kept: Schedule = _SCHEDULES[words["name"]](**{name: value for name, value in words.items() if name != "name"})
    if given is not None and given != kept:
        raise FileFormatError(f'file "{path}": its schedule is {kept}, not {given}')
    return kept


def _require_the_same(
    path: Path,
    mine: Spot,
    spot: Spot | None,
    stored: str,
    precision: str | None,
    held: Sequence[Lock],
    locks: Sequence[Lock] | None,
) -> None:
    if precision is not None and precision != stored:
        raise FileFormatError(f'file "{path}": its precision is {stored}, not {precision}')
    if spot is not None:
        for each in fields(Spot):
            here, there = getattr(mine, each.name), getattr(spot, each.name)
            same = mine.ranges == spot.ranges if each.name in PLAYERS and here != there else here == there
            if not same:
                raise FileFormatError(f'file "{path}": it solves another spot: {each.name} {here}, not {there}')
    if locks is not None and [_said(lock) for lock in held] != [_said(lock) for lock in locks]:
        raise FileFormatError(f'file "{path}": its locks are others')


def _said(lock: Lock) -> tuple[str, bytes]:
    return lock.path, lock.shares.tobytes()
