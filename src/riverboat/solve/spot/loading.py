"""A solve from its file: to view, to resume to the last bit, or to begin if there is no file yet.

`file.py` describes the contents of a file; here they are checked and made into a `Solution` again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, read_arrays, remove_leftovers
from riverboat.solve.core.method import Method, parse_method
from riverboat.solve.core.runner import progress_from_json
from riverboat.solve.spot.file import FORMAT, KIND, StrategyOnly
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.sizes import PLAYERS
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.solver import RangeSolver
from riverboat.solve.spot.spot import Spot


def load(
    path: str | Path,
    *,
    spot: Spot | None = None,
    precision: str | None = None,
    method: Method | str | None = None,
    locks: Sequence[Lock] | None = None,
    threads: int | None = None,
    check: bool = True,
) -> Solution:
    """The solve in a file.

    What is given of `spot`, `precision`, `method` and `locks` must be what the file has; a custom method must be given
    again. `threads` defaults to the number before, so that a resumed run is the same to the last bit. Without
    `check` the checksums of large files are not compared.
    """
    path = Path(path)
    header, arrays = read_arrays(path, KIND, check=check)
    if header.get("format") != FORMAT:
        raise FileFormatError(
            f'file "{path}": solution format {header.get("format")}, expected {FORMAT}; solve the spot again'
        )
    try:
        mine = Spot.parse(header["spot"], f'file "{path}"')
        kept = _method(header["method"], method, path)
        held = [Lock(line, np.array(arrays[f"lock/{number}"])) for number, line in enumerate(header["locks"])]
        history = [progress_from_json(row) for row in header["history"]]
        strategy_only = header["holds"] == "strategy"
        options: dict[str, Any] = {"isomorphism": bool(header["isomorphism"]), "locks": held}
        iterations, stored = int(header["iterations"]), header["precision"]
        count = int(header["threads"]) if threads is None else threads
    except (LookupError, TypeError, ValueError) as error:
        if isinstance(error, RiverboatError):
            raise
        raise FileFormatError(f'file "{path}": the header is damaged') from error
    _require_the_same(path, mine, spot, stored, precision, held, locks)
    if strategy_only:
        kept = Method(kept.name, StrategyOnly(str(path), kept))
    begun = Solution.begin(mine, precision="16-bit" if strategy_only else stored, threads=count, method=kept, **options)
    _restore(begun.solver, arrays, strategy_only, path)
    begun.solver.iterations = iterations
    return Solution(mine, begun.solver, history, header.get("stopped"))


def load_or_begin(path: str | Path, spot: Spot, **options: Any) -> Solution:
    """The solve in the file, if there is one, which must be of this spot; otherwise a new one."""
    path = Path(path)
    remove_leftovers(path)
    if not path.exists():
        return Solution.begin(spot, **options)
    known: dict[str, Any] = {name: options.get(name) for name in ("precision", "method", "locks", "threads")}
    return load(path, spot=spot, **known)


def _restore(solver: RangeSolver, arrays: Mapping[str, NDArray[Any]], strategy_only: bool, path: Path) -> None:
    wanted = solver.arrays()
    if strategy_only:
        wanted = {name: array for name, array in wanted.items() if name.rpartition("/")[2] in ("sums", "sum_scale")}
    for name, mine in wanted.items():
        kept = arrays.get(name)
        if kept is None or kept.shape != mine.shape or kept.dtype != mine.dtype:
            raise FileFormatError(f'file "{path}": {name} does not fit its spot')
        np.copyto(mine, kept)


def _method(text: str | None, given: Method | str | None, path: Path) -> Method:
    given = parse_method(given) if isinstance(given, str) else given
    if text is None:
        if given is None:
            raise RiverboatError(f'file "{path}": solved with a custom method; give it again')
        return given
    kept = parse_method(text)
    if given is not None and given != kept:
        raise FileFormatError(f'file "{path}": its method is {kept}, not {given}')
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
