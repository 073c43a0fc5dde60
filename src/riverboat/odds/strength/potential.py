"""How often does the hand that is behind draw out? Transitions between now and later, and hand potential.

For every hand of the opponent and every run-out, the hand is ahead, tied or behind now and later: a
3x3 table (Billings 2006, Table 2.3). The positive potential PPot is the chance that a hand now behind is ahead later,
the negative potential NPot the chance that a hand now ahead falls behind; ties count half. The printed listing (Fig.
2.4) adds to its totals once per opponent and not once per run-out, which would make PPot 990 times too big; here both
are counted alike.

Cost: about 2 ms for one hand with two cards to come (1,070,190 comparisons), less against a narrow range; below 0.1 s
for all 1,176 holdings of a flop together. The cards to come are equally likely; nobody bets.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import Cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.odds.strength.hand_strength import standing_of, standings_by_holding, without_dust
from riverboat.odds.strength.inputs import (
    Against,
    Opponent,
    Spot,
    Weights,
    average_table,
    live_weights,
    read_against,
    read_board,
    read_look_ahead,
    read_spot,
    tables,
)

AHEAD, TIED, BEHIND = range(3)

_RANKS_ON_A_BOARD = 144
"""At most 136 different ranks are possible on any flop or turn; rounded up to what the kernel asks for."""


class HandPotential(NamedTuple):
    """The chance to draw out when behind (positive) and to be drawn out on when ahead (negative)."""

    positive: float
    negative: float


class PotentialByHolding(NamedTuple):
    """HS, PPot, NPot (float64[1326]) and transitions (float64[1326, 3, 3]) of every holding; NaN for none."""

    strength: NDArray[np.float64]
    positive: NDArray[np.float64]
    negative: NDArray[np.float64]
    transitions: NDArray[np.float64]


def hand_transitions(
    hole: Cards, board: Cards, look_ahead: int | None = None, against: Against = None
) -> NDArray[np.int64] | NDArray[np.float64]:
    """How often the hand is (row) ahead, tied, behind now and (column) ahead, tied, behind later.

    On the river nothing changes any more and the table is diagonal.

    Args:
        look_ahead: 1 or 2 cards to come. Default: all.
        against: What the opponent may hold; a list of tables is averaged (`field_table`). Counts are whole numbers
            without, and weights with it.
    """
    spot = read_spot(hole, board)
    live = read_against(against, np.concatenate([spot.hole, spot.board]))
    cards_ahead = read_look_ahead(look_ahead, spot.board)
    if live is None:
        return transitions_of(spot, cards_ahead, None).astype(np.int64)
    return transitions_of(spot, cards_ahead, live[0] if len(live) == 1 else average_table(live))


def hand_potential(hole: Cards, board: Cards, look_ahead: int | None = None, against: Against = None) -> HandPotential:
    """PPot and NPot of a hand; both are 0 on the river."""
    return potential_from(hand_transitions(hole, board, look_ahead, against))


def potential_from(transitions: NDArray[Any]) -> HandPotential:
    """PPot and NPot from a 3x3 table of transitions  (Billings 2006, Fig. 2.4); 0 where nobody is ahead or behind.

    An earlier paper (Billings et al. 1998) prints `+ tied` where the thesis, and this, divide by `+ tied/2`.
    """
    positive, negative = _potentials(transitions.astype(np.float64)[None])
    return HandPotential(float(positive[0]), float(negative[0]))


def _potentials(transitions: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """PPot and NPot of float64[N, 3, 3] tables; 0 where there is nobody to draw out on, or to be drawn out on by."""
    now = transitions.sum(axis=2)
    t = np.moveaxis(transitions, 0, 2)
    drawing_out = t[BEHIND, AHEAD] + t[BEHIND, TIED] / 2.0 + t[TIED, AHEAD] / 2.0
    falling_back = t[AHEAD, BEHIND] + t[AHEAD, TIED] / 2.0 + t[TIED, BEHIND] / 2.0
    not_ahead = now[:, BEHIND] + now[:, TIED] / 2.0
    not_behind = now[:, AHEAD] + now[:, TIED] / 2.0
    with np.errstate(invalid="ignore", divide="ignore"):
        positive = np.where(not_ahead == 0.0, 0.0, drawing_out / not_ahead)
        negative = np.where(not_behind == 0.0, 0.0, falling_back / not_behind)
    return positive, negative


def transitions_of(spot: Spot, cards_ahead: int, weights: Weights | None) -> NDArray[np.float64]:
    """The transitions of a spot that has been read; `cards_ahead` is 0 on the river."""
    from riverboat.odds.strength import _kernels

    if cards_ahead == 0:
        return np.diag(np.array(standing_of(spot, weights), np.float64))
    ranks = tables()
    size = 2 + len(spot.board)
    kernel = _kernels.transitions_with_one_card if cards_ahead == 1 else _kernels.transitions_with_two_cards
    now, later = ranks.by_size[size], ranks.by_size[size + cards_ahead]
    counted = np.ones(HOLDINGS) if weights is None else weights
    return np.asarray(kernel(now, later, ranks.words, spot.hole, spot.board, counted))


def potential_by_holding(
    board: Cards, look_ahead: int | None = None, against: Opponent | None = None
) -> PotentialByHolding:
    """HS, PPot, NPot and transitions of every holding of a board at once, in the order of `HOLDING_CARDS`.

    NaN for holdings with a card of the board, and for those that leave no hand to an opponent with a narrow range.
    """
    cards = read_board(board)
    transitions = _transitions_by_holding(cards, read_look_ahead(look_ahead, cards), against)
    everybody = transitions.sum(axis=2)
    total = everybody.sum(axis=1)
    nobody = ~(total > 0.0)  # also where the total is NaN
    transitions[nobody] = np.nan
    with np.errstate(invalid="ignore"):
        strength = (everybody[:, AHEAD] + everybody[:, TIED] / 2.0) / total
    positive, negative = _potentials(transitions)
    for values in (strength, positive, negative):
        values[nobody] = np.nan
    return PotentialByHolding(strength, positive, negative, transitions)


def _transitions_by_holding(
    board: NDArray[np.uint8], cards_ahead: int, against: Opponent | None
) -> NDArray[np.float64]:
    """float64[1326, 3, 3], NaN for holdings that the board blocks."""
    from riverboat.odds.strength import _kernels

    if cards_ahead == 0:
        river = np.zeros((HOLDINGS, 3, 3))
        river[:, range(3), range(3)] = standings_by_holding(board, against)
        return river
    ranks = tables()
    now, later = ranks.by_size[2 + len(board)], ranks.by_size[2 + len(board) + cards_ahead]
    weights = np.ones(HOLDINGS) if against is None else live_weights(against, board)
    prefix = np.zeros((53, _RANKS_ON_A_BOARD))
    sums = np.zeros((HOLDINGS, 9))
    _kernels.transitions_of_all(now, later, ranks.words, HOLDING_CARDS, board, cards_ahead, weights, prefix, sums)
    transitions = without_dust(sums.reshape(HOLDINGS, 3, 3), weights, times=990)
    transitions[np.isin(HOLDING_CARDS, board).any(axis=1)] = np.nan
    return transitions
