"""Hand ranks as the DIVAT analysis uses them: immediate, seven-card and effective hand rank.

| rank | what it is (Billings 2006, chapter 5, "hand rank metrics") |
|---|---|
| IHR | HS against one unknown opponent on the cards so far; pre-flop by two-card poker: pairs, then high cards |
| 7cHR | the mean of the river IHR over all completed boards, which is E[HS] |
| EHR to fold | flop (IHR + 7cHR)/2; pre-flop, turn and river 7cHR |
| EHR to bet | max(IHR, 7cHR) on every street: bet a hand that is easily outdrawn, and one that will be good |

Opponents' hands are never weighted here; that is the point of a baseline. Cost: about 1 ms on the flop, microseconds
elsewhere once the pre-flop table is built (`expected.py`).
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import Cards
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.errors import RiverboatError
from riverboat.odds.strength.expected import expected_hand_strength
from riverboat.odds.strength.hand_strength import Standing, hand_strength
from riverboat.odds.strength.inputs import Spot, read_spot

Purpose = Literal["fold", "bet"]


def immediate_hand_rank(hole: Cards, board: Cards = "") -> float:
    """IHR: the share of the opponent's hands that ours beats as things stand, ties half."""
    spot = read_spot(hole, board, (0, 3, 4, 5))
    if spot.to_come == 5:
        return _two_card_standing(spot).strength
    return float(hand_strength(spot.hole, spot.board))


def seven_card_hand_rank(hole: Cards, board: Cards = "") -> float:
    """7cHR: the mean IHR at the river over all completed boards."""
    return float(expected_hand_strength(hole, board))


def effective_hand_rank(hole: Cards, board: Cards = "", purpose: Purpose = "bet") -> float:
    """EHR, the number that the baseline compares with its thresholds to bet or to fold.

    The text leaves it open whether a fold on the turn goes by 7cHR or by max(IHR, 7cHR); its thresholds are quoted in
    7cHR, and so is this.

    Args:
        purpose: Which threshold it is compared with: that to "bet" or that to "fold".
    """
    if purpose not in ("fold", "bet"):
        raise RiverboatError(f'effective hand rank for "{purpose}": expected "fold" or "bet"')
    spot = read_spot(hole, board, (0, 3, 4, 5))
    later = seven_card_hand_rank(spot.hole, spot.board)
    if purpose == "bet":
        return max(immediate_hand_rank(spot.hole, spot.board), later)
    if spot.to_come == 2:
        return (immediate_hand_rank(spot.hole, spot.board) + later) / 2.0
    return later


def _two_card_standing(spot: Spot) -> Standing:
    """How a hand stands among the 1,225 others in two-card poker."""
    mine = _TWO_CARD_VALUE[holding_index(*spot.hole.tolist())]
    others = _TWO_CARD_VALUE[~np.isin(HOLDING_CARDS, spot.hole).any(axis=1)]
    return Standing(int((mine > others).sum()), int((mine == others).sum()), int((mine < others).sum()))


def _two_card_values() -> NDArray[np.int64]:
    low, high = (HOLDING_CARDS.astype(np.int64) >> 2).T
    return np.asarray(169 * (low == high) + 13 * high + low)


_TWO_CARD_VALUE: Final = _two_card_values()
"""int64[1326]: what each holding is worth in two-card poker."""
