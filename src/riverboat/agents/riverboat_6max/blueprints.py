"""Which blueprint plays at a table of up to six? The one that was trained here, or the shipped one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from riverboat.agents.riverboat_nl.blueprints import load_once
from riverboat.cache import cache_folder
from riverboat.errors import RiverboatError
from riverboat.solve.multiway.strategy import MultiwayBlueprint

SHIPPED: Final = Path(__file__).parent / "shipped" / "100bb.strategy"


def trained_path() -> Path:
    """Where `riverboat train 6max` puts its blueprint."""
    return cache_folder() / "blueprint-6max-100bb-v2.strategy"


def blueprint_for(path: str | Path | None = None) -> MultiwayBlueprint:
    """The blueprint of a file; default: the one that was trained here, or the shipped one."""
    chosen = Path(path) if path is not None else trained_path() if trained_path().exists() else SHIPPED
    found = load_once(chosen)
    if not isinstance(found, MultiwayBlueprint):
        raise RiverboatError(f'blueprint "{chosen}": this strategy is not one of hold\'em for up to six')
    return found
