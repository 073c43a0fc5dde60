"""How does my hand stand against what the others may hold? Strength against each table, potential against all.

The same numbers as `riverboat.odds.strength` gives (HS of Billings 2006, Fig. 2.3, and PPot of Fig. 2.4 with one card
to come, against the average table), without its checks and for many tables at once, since players ask at every
decision. Cost: 20 to 200 us; the less, the fewer hands are ahead of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from riverboat.model.weights.reweighting import Weights
from riverboat.odds.strength.inputs import tables as rank_tables


class Assessed(NamedTuple):
    """A hand against everyone who is in."""

    strength: float
    """HS: the chance to be ahead of all now."""
    potential: float
    """PPot: the chance to get ahead by the next card when behind; 0 on the river."""

    @property
    def effective(self) -> float:
        """EHS = HS + (1 - HS) PPot  (Billings 2006, eq. 2.1)."""
        return self.strength + (1.0 - self.strength) * self.potential


def assess_against(
    hole: Sequence[int], board: Sequence[int], weights: Sequence[Weights], *, field: bool = False
) -> Assessed:
    """HS and PPot on a flop, turn or river against one weight table for each opponent.

    HS is the product of the strengths against each, or with `field` that against the average table to the power of
    their number (Papp 1998, section 5.2.1). PPot is against the average table, for the next card. Weights of holdings
    with a card that we see are ignored.

    Args:
        weights: One table for each opponent.
        field: HS^n against the average table instead of the product of the single strengths.
    """
    from riverboat.model.weights import _kernels

    ranks, size = rank_tables(), 2 + len(board)
    to_come = size < 7
    standings = np.empty((len(weights), 3))
    potential = _kernels.assess(
        ranks.by_size[size],
        ranks.by_size[size + 1 if to_come else size],
        ranks.words,
        np.array(hole, np.uint8),
        np.array(board, np.uint8),
        np.array(weights),
        to_come,
        standings,
    )
    each = [(ahead + tied / 2.0) / (ahead + tied + behind) for ahead, tied, behind in standings.tolist()]
    strength = (sum(each) / len(each)) ** len(each) if field else prod(each)
    return Assessed(strength, potential)
