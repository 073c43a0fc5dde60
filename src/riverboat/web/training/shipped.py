"""The spots that come with the trainer: spot files, some with their solution beside them.

A file begins with three comments: its title, what it is, and where its ranges come from.
Rivers are solved already (`NAME.solution`, the strategy alone); the others are solved on first use, as a job.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from riverboat.solve.spot.spot import Spot

FOLDER: Final = Path(str(files("riverboat.web.training"))) / "spots"
TARGET: Final = 0.3
"""To which exploitability the others are solved, in percent of the pot."""
MAX_SECONDS: Final = 600


class ShippedSpot(NamedTuple):
    """One of them."""

    name: str
    title: str
    about: str
    origin: str
    """Where its ranges come from."""
    spot: Spot
    solution: Path | None
    """Its file, if it is solved."""


@cache
def shipped_spots() -> dict[str, ShippedSpot]:
    """All of them by name, rivers first."""
    found = [_read(path) for path in sorted(FOLDER.glob("*.toml"))]
    return {each.name: each for each in sorted(found, key=lambda each: -each.spot.street)}


def shipped_solutions() -> dict[str, Path]:
    """The files of those that are solved, by name."""
    return {each.name: each.solution for each in shipped_spots().values() if each.solution is not None}


def _read(path: Path) -> ShippedSpot:
    text = path.read_text(encoding="utf-8")
    title, about, origin = [line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#")]
    solution = path.with_suffix(".solution")
    return ShippedSpot(
        path.stem, title, about, origin, Spot.parse(text, path.name), solution if solution.exists() else None
    )
