"""Four spots on which range solvers are compared, from a river of milliseconds to a flop of seconds.

No rake; exploitability is measured in percent of the starting pot. R1, T1 and F1 have the ranges of a single-raised pot
on a wet board, R2 has every hand. What other programs need for them is in `riverboat lab run solvers`, what this
machine needs in `riverboat bench spots`.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.solve.spot.spot import Spot

OOP: Final = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP: Final = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"

_FIELDS: Final = MappingProxyType(
    {
        "R1": ("Td9d6hQc2s", OOP, IP, 200, 900, "50%,100%,a", "a"),
        "R2": ("Ks7h4c2d9s", "random", "random", 100, 950, "50%,100%,a", "a"),
        "T1": ("Td9d6hQc", OOP, IP, 200, 900, "50%,100%,a", "a"),
        "F1": ("Td9d6h", OOP, IP, 200, 900, "50%", "a"),
    }
)
NAMES: Final = tuple(_FIELDS)


@cache
def standard_spot(name: str) -> Spot:
    """The spot called R1, R2, T1 or F1."""
    if name not in _FIELDS:
        raise RiverboatError(f'standard spot "{name}": there is {", ".join(NAMES)}')
    return Spot(*_FIELDS[name])
