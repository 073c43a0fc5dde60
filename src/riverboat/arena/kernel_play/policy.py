"""A strategy that is nothing but an array, so that a kernel can follow it.

A decision has six coordinates: the street, the raises on it so far, the pot odds, the opponents still in, whether a
raise is allowed, and the hand. The array holds the probabilities of every action there: fold, check or call, and one
raise for each of a few sizes. A coordinate that does not matter has length one, so that always-call is a single cell.

The hand is one of the 169 classes before the flop, and after it one of 128 even steps of average rank strength against
one opponent (`riverboat.odds.ars`). Pot odds are what must be added over what the pot then is, in steps of 1/32: 0 if
nothing is owed, 1 for less than 1/32, and so on to 16 for 15/32 and more. From four raises on they are counted as four.
What the rules do not allow becomes a check or a call: a fold where nothing is owed, a raise where none may be made.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError

STREETS: Final = 3
"""After the flop: the flop itself, the turn and the river."""
RAISES: Final = 5
ODDS: Final = 17
OPPONENTS: Final = 9
STRENGTHS: Final = 128
CLASSES: Final = 169
FOLD, CALL, FIRST_RAISE = 0, 1, 2

SMALLEST: Final = 0.0
"""The smallest raise that the rules allow."""
ALL_IN: Final = inf
"""The largest raise that the rules allow."""
ANYTHING: Final = -1.0
"""A total drawn evenly from all that are allowed."""

DRAW_BITS: Final = 31
"""A decision takes 64 random bits: the upper 31 choose the action, the lower 32 the amount of a raise to anything."""


@dataclass(frozen=True, eq=False)
class ArrayPolicy:
    """Probabilities of actions, in two arrays [street, raises, odds, opponents, may raise, hand, action].

    The first has one street and 169 hands, the second three streets and 128 strengths; any length but that of the
    actions may be one instead. `opponents` counts from 0 for one opponent, `may raise` is 0 or 1. `sizes` are shares of
    what the pot is after calling, or `SMALLEST`, `ALL_IN` or `ANYTHING`; in limit games they make no difference.
    """

    name: str
    preflop: NDArray[np.float64]
    postflop: NDArray[np.float64]
    sizes: tuple[float, ...] = (SMALLEST,)

    def __post_init__(self) -> None:
        if not self.sizes or any((size < 0.0 and size != ANYTHING) or size != size for size in self.sizes):
            raise RiverboatError(f"policy {self.name}: sizes {self.sizes}; expected shares of the pot, 0 or more")
        for part, streets, hands in (("preflop", 1, CLASSES), ("postflop", STREETS, STRENGTHS)):
            array = getattr(self, part)
            full = (streets, RAISES, ODDS, OPPONENTS, 2, hands)
            fits = array.ndim == 7 and all(n in (1, most) for n, most in zip(array.shape, full, strict=False))
            if not fits or array.shape[6] != FIRST_RAISE + len(self.sizes):
                raise RiverboatError(
                    f"policy {self.name}: {part} has shape {array.shape}; expected {full}, or 1 in place of any of "
                    f"these, and {FIRST_RAISE + len(self.sizes)} actions"
                )
            if array.min() < 0.0 or np.abs(array.sum(axis=6) - 1.0).max() > 1e-9:
                raise RiverboatError(f"policy {self.name}: {part} has probabilities that do not sum to 1")

    @property
    def looks_at_boards(self) -> bool:
        """Whether it wants to know how strong its hand is after the flop."""
        return bool(self.postflop.shape[5] > 1)

    def thresholds(self, part: NDArray[np.float64]) -> NDArray[np.uint32]:
        """For each action but the last, the random number below which one of the actions so far is taken."""
        cumulated = np.cumsum(part, axis=6)[..., :-1]
        # After the last action with any chance the sum is one, whatever rounding says.
        rest = np.cumsum(part[..., ::-1], axis=6)[..., ::-1][..., 1:]
        cumulated[rest == 0.0] = 1.0
        return np.rint(cumulated * (1 << DRAW_BITS)).astype(np.uint32)


def odds_step(to_call: int, pot: int) -> int:
    """The coordinate of pot odds."""
    return 1 + min(ODDS - 2, 32 * to_call // (pot + to_call)) if to_call else 0
