"""Which blueprint plays at this depth? Those that are shipped, and those that were trained here.

Shipped are blueprints for 20, 50, 100 and 200 big blinds that end with the flop. One that `riverboat train nolimit`
wrote into the cache folder plays instead of the shipped one of its depth. The nearest depth plays, by ratio.
"""

from __future__ import annotations

from functools import cache
from math import log
from pathlib import Path
from typing import Final

from riverboat.cache import cache_folder
from riverboat.errors import RiverboatError
from riverboat.solve.core.solution import StorablePolicy
from riverboat.solve.nolimit.strategy import Blueprint
from riverboat.solve.solving import load_policy

DEPTHS: Final = (20, 50, 100, 200)
"""Big blinds of the shipped blueprints."""
_SHIPPED: Final = Path(__file__).parent / "shipped"


def trained_path(depth: int) -> Path:
    """Where the blueprint of a depth that was trained here is kept."""
    return cache_folder() / f"blueprint-nolimit-{depth}bb.strategy"


def nearest_depth(stack: float) -> int:
    """The depth whose blueprint plays with this many big blinds."""
    return min(DEPTHS, key=lambda depth: abs(log(max(stack, 1e-9) / depth)))


def blueprint_for(stack: float, path: str | Path | None = None) -> Blueprint:
    """The blueprint of a file, or that of the nearest depth."""
    if path is not None:
        return load_blueprint(path)
    depth = nearest_depth(stack)
    trained = trained_path(depth)
    return load_blueprint(trained) if trained.exists() else shipped_blueprint(depth)


def shipped_blueprint(depth: int) -> Blueprint:
    """The blueprint that comes with Riverboat for one of `DEPTHS`, whatever was trained here."""
    return load_blueprint(_SHIPPED / f"{depth}bb.strategy")


def load_blueprint(path: str | Path) -> Blueprint:
    """A blueprint from its file."""
    found = load_once(path)
    if not isinstance(found, Blueprint):
        raise RiverboatError(f'blueprint "{path}": this strategy is not one of no-limit hold\'em with bet sizes')
    return found


def load_once(path: str | Path) -> StorablePolicy:
    """The strategy of a file; read once, and again when the file has changed."""
    path = Path(path)
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise RiverboatError(f'blueprint "{path}": {error.strerror or error}') from error
    return _loaded(path, changed)


@cache
def _loaded(path: Path, changed: int) -> StorablePolicy:
    return load_policy(path)
