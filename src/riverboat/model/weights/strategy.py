"""What would this player do with each holding? Action odds from how often the player plays and raises.

A player who raises 20 % of the time in a context raises the best 20 % of the remaining range, and calls with the next
best as often as the player calls (Billings 2006, section 2.6.2). The range is the weight table, so the share is taken
of hands that were played to this point (`range`). Or, as Loki did, the best 20 % of all hands (`all`): a second bet
then says little that the first has not said, because hands that were good enough once mostly are again. Around either
threshold the odds change linearly within a width, since no player draws the line so sharply (as Pena's Loki-2 smoothed
its rules, 1999).
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDINGS
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action_odds import FOLD, RAISE, ActionOdds
from riverboat.model.weights.reweighting import LOWEST, Weights
from riverboat.model.weights.values import HandValues

SharesOf = Literal["range", "all"]
"""Of what a player's frequencies are shares: of the hands played to this point, or of all hands."""

WIDTH: Final = 0.1
"""How far below and above a threshold odds are mixed, in units of EHS or of places among starting hands."""
DOUBT: Final = 0.05
"""The share of actions that may have had other reasons than the hand."""


def require_shares_of(text: str) -> SharesOf:
    """One of the two."""
    if text not in get_args(SharesOf):
        raise NotationError(f'shares_of "{text}": expected {" or ".join(get_args(SharesOf))}')
    return text  # type: ignore[return-value]


def share_thresholds(weights: Weights, hands: HandValues, frequencies: ActionOdds) -> tuple[float, float]:
    """The values from which a player with these frequencies plays, and raises; above every value for never."""
    from riverboat.model.weights import _kernels

    _, call, raises = frequencies
    playing, raising = _kernels.share_thresholds(weights, hands.values, hands.order, call + raises, raises)
    return float(playing), float(raising)


def predicted_odds(
    weights: Weights, hands: HandValues, frequencies: ActionOdds, level: int, width: float = WIDTH
) -> NDArray[np.float64]:
    """float64[1326, 3]: the probabilities of fold, call and raise with each holding; zeros for impossible ones.

    `frequencies` are those of the context, `level` the bets to call there.
    """
    from riverboat.model.weights import _kernels

    odds = np.empty((HOLDINGS, 3))
    _, call, raises = frequencies
    _kernels.odds_of(weights, hands.values, hands.order, call + raises, raises, width, level > 0, odds)
    return odds


def reweight_by_frequencies(
    weights: Weights,
    hands: HandValues,
    frequencies: ActionOdds,
    level: int,
    action: int,
    width: float = WIDTH,
    doubt: float = DOUBT,
    low: float = LOWEST,
    shares_of: SharesOf = "range",
) -> None:
    """Re-weight a table, in place, by what was done: `reweight_by_odds` with `predicted_odds`, in one go.

    The chance of each action is mixed with a share `doubt` of 1, and the largest weight is 1 afterwards.
    """
    from riverboat.model.weights import _kernels

    if not FOLD <= action <= RAISE:
        raise RiverboatError(f"action {action}: expected 0 (fold), 1 (call) or 2 (raise)")
    if shares_of == "all":
        odds = predicted_odds(np.ones(HOLDINGS), hands, frequencies, level, width)
        weights *= np.where(np.isnan(hands.values), 0.0, doubt + (1.0 - doubt) * odds[:, action])
        np.maximum(weights / max(weights.max(), 1e-300), low, out=weights, where=weights > 0.0)
        return
    _, call, raises = frequencies
    _kernels.reweight_by_shares(
        weights, hands.values, hands.order, call + raises, raises, width, level > 0, action, doubt, low
    )
