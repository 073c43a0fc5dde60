"""The ranges that are shipped: `library.json` beside this module, read once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from riverboat.cards.ranges import Range

FILE: Final = "library.json"


@dataclass(frozen=True, slots=True)
class LibraryRange:
    """One range."""

    game: str
    """`push or fold, 6 players`, `heads-up no-limit`."""
    depth: float
    """Big blinds."""
    position: str
    """Whose range: `utg` to `bb`."""
    action: str
    """`shoves`, `calls btn`, `raises to 2.5 bb`."""
    text: str
    share: float
    """Of all 1,326 hands, by weight, before rounding."""
    origin: str
    """How it was solved, and how good that is."""

    @property
    def name(self) -> str:
        """In folders: `push or fold, 6 players/10 bb/BTN shoves`."""
        return f"{self.game}/{self.depth:g} bb/{self.position.upper()} {self.action}"

    @property
    def range(self) -> Range:
        """The range."""
        return Range.parse(self.text)


@cache
def range_library() -> tuple[LibraryRange, ...]:
    """All of them: by game, depth and position in the order of action."""
    found = json.loads(files("riverboat.agents.range_library").joinpath(FILE).read_text(encoding="utf-8"))
    origins: list[str] = found["origins"]
    return tuple(
        LibraryRange(game, depth, position, action, text, share, origins[origin])
        for game, depth, position, action, text, share, origin in found["ranges"]
    )
