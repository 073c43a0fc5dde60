"""What kind of player is this? The seven classes of Teófilo (2016, Tables 6 to 12), from VPIP, PFR and AF.

The printed intervals overlap and leave gaps. The class is the one with the largest share of its bounds satisfied;
among equals the nearest one, by distance in widths of the interval, and then the one listed first. Below thirty hands
there is no class. The bounds are for full tables: at short tables, and above all heads-up, everyone looks loose.
"""

from __future__ import annotations

from math import inf
from typing import Final

from riverboat.model.indicators import Indicators

MIN_HANDS: Final = 30
SHORT_STACK: Final = 20.0
"""In big blinds."""

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


def player_class(indicators: Indicators, stack: float | None = None) -> str:
    """The class of a player; `stack` in big blinds, without which nobody is classified as a short stacker."""
    if indicators.hands < MIN_HANDS or not indicators.sample("vpip")[1]:
        return "unknown"
    seen = (indicators.rate("vpip"), indicators.rate("pfr"), indicators.aggression_factor / 10.0)

    def distance(name: str) -> float:
        misses = (max(low - value, value - high, 0.0) for value, (low, high) in zip(seen, CLASSES[name], strict=False))
        return sum(misses)

    short = stack is not None and stack <= SHORT_STACK
    return min((name for name in CLASSES if short or name != "short stacker"), key=distance)
