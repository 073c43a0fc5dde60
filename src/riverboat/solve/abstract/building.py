"""Models solved on first use and kept: to a target, with progress, resumed after an interruption, never half-built."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from riverboat.cache import cache_folder
from riverboat.errors import RiverboatError
from riverboat.files import one_at_a_time, read_arrays, write_arrays
from riverboat.progress import OnProgress
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.models import small_bet
from riverboat.solve.abstract.solver import AbstractSolver
from riverboat.solve.abstract.strategy import KIND, AbstractStrategy
from riverboat.solve.abstract.tree import AbstractTree, build_abstract
from riverboat.solve.core.method import METHODS, parse_method
from riverboat.solve.core.runner import Runner
from riverboat.solve.core.strategy_file import Origin

_VERSION: Final = 1


def solved_model(
    name: str,
    make: Callable[[], AbstractGame],
    target: float,
    *,
    method: str = "cfr+",
    on_progress: OnProgress | None = None,
) -> AbstractStrategy:
    """The strategy of a model, exploitable for at most `target` small bets in it: from the cache, or solved now."""
    game = make()
    folder = cache_folder()
    wanted = {
        "model": game.identity, "game": game.betting.rules.name, "target": target, "method": method,
        "joint": crc32(game.edge.tobytes()), "version": _VERSION,
    }  # fmt: skip
    path = folder / f"model-{name}-v{_VERSION}.strategy"
    tree = build_abstract(game)
    found = _stored(path, wanted, tree)
    if found is not None:
        return found
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder / f".model-{name}.lock"):
        found = _stored(path, wanted, tree)
        if found is not None:
            return found
        strategy = _solved(game, target, method, folder / f"model-{name}.building", on_progress)
        header = {**wanted, "iterations": strategy.origin.iterations, "exploitability": strategy.origin.exploitability}
        with suppress(RiverboatError):  # a full disk: it is solved again next time
            write_arrays(path, KIND, header, {"shares": strategy.shares})
    return strategy


def _solved(
    game: AbstractGame, target: float, method: str, checkpoint: Path, on_progress: OnProgress | None
) -> AbstractStrategy:
    chosen = METHODS[method] if method in METHODS else parse_method(method)
    solver = AbstractSolver(game, chosen)
    runner = Runner(solver, checkpoint=checkpoint, on_progress=on_progress)
    with suppress(RiverboatError):  # of another model, or damaged: begun anew
        runner.resume()
    runner.run(target * small_bet())
    if runner.stopped == "interrupted":
        raise KeyboardInterrupt
    measured = runner.measure()
    checkpoint.unlink(missing_ok=True)
    return replace(solver.strategy.normalised(), origin=Origin(method, solver.iterations, measured.chips))


def _stored(path: Path, wanted: dict[str, Any], tree: AbstractTree) -> AbstractStrategy | None:
    """What the cache has of this model; None if that is nothing, or not this."""
    if not path.exists():
        return None
    try:
        header, arrays = read_arrays(path, KIND, check=True)
        origin = Origin(str(header["method"]), int(header["iterations"]), float(header["exploitability"]))
        shares = arrays["shares"]
    except (RiverboatError, LookupError, TypeError, ValueError):
        return None
    fits = all(header.get(key) == value for key, value in wanted.items()) and shares.shape == (tree.numbers,)
    return AbstractStrategy(tree, shares, origin) if fits else None
