"""What kind of player is this? The seven classes of Teófilo (2016, Tables 6 to 12), from VPIP, PFR and AF.

The printed intervals overlap and leave gaps. The class is the one whose intervals the player misses by the least,
summed over the three numbers with a tenth of AF as the third; among equals the one listed first. Below thirty hands
there is no class. The bounds are for full tables. At a shorter one everybody plays more hands, so a player's VPIP and
PFR are first converted to what they would be at a table of ten, if the number of players is given.
"""

from __future__ import annotations

from math import inf
from typing import Final

from riverboat.games.indicators import Indicators

MIN_HANDS: Final = 30
SHORT_STACK: Final = 20.0
"""In big blinds."""

FULL_TABLE: Final = 10

Bounds = tuple[tuple[float, float], ...]

CLASSES: Final[dict[str, Bounds]] = {
    "short stacker": ((0.05, 0.09), (0.04, 0.09)),
    "rock": ((0.07, 0.11), (0.05, 0.07)),
    "tight aggressive": ((0.12, 0.16), (0.09, 0.14), (0.2, inf)),
    "loose aggressive": ((0.17, 0.24), (0.15, 0.22), (0.2, 0.5)),
    "maniac": ((0.30, 1.0), (0.30, 0.60), (0.4, inf)),
    "loose passive": ((0.30, 1.0), (0.0, 0.15), (0.0, 0.2)),
    "calling station": ((0.18, 1.0), (0.0, 0.15), (0.0, 0.2)),
}
"""Intervals of VPIP, PFR and, where printed, a tenth of AF."""


def player_class(indicators: Indicators, stack: float | None = None, players: float = FULL_TABLE) -> str:
    """The class of a player.

    Args:
        stack: In big blinds; without it nobody is classified as a short stacker.
    """
    if indicators.hands < MIN_HANDS or not indicators.sample("vpip")[1]:
        return "unknown"
    short = stack is not None and stack <= SHORT_STACK
    names = (name for name in CLASSES if short or name != "short stacker")
    return min(names, key=lambda name: distance(indicators, CLASSES[name], players))


def distance(indicators: Indicators, bounds: Bounds, players: float = FULL_TABLE) -> float:
    """By how much a player misses these intervals, in all; 0 if he is inside.

    Args:
        bounds: Intervals of VPIP, PFR and a tenth of AF.
    """
    rates = (share_of_ten(indicators.rate(name), players) for name in ("vpip", "pfr"))
    seen = (*rates, indicators.aggression_factor / 10.0)
    return sum(max(low - value, value - high, 0.0) for value, (low, high) in zip(seen, bounds, strict=False))


def share_at_table(share_of_ten: float, players: float) -> float:
    """The share of hands that are as rarely beaten by `players - 1` others as `share_of_ten` is by nine.

    Args:
        share_of_ten: A share of hands at a table of ten.
    """
    return float(1.0 - (1.0 - share_of_ten) ** ((FULL_TABLE - 1.0) / (players - 1.0)))


def share_of_ten(share: float, players: float) -> float:
    """The inverse of `share_at_table`: what a share at this table is at a table of ten.

    Args:
        share: A share of hands at this table.
    """
    return float(1.0 - (1.0 - share) ** ((players - 1.0) / (FULL_TABLE - 1.0)))
