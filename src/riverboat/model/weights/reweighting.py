"""How does an action change what a player may hold? Two ways to re-weight a table of 1,326 weights.

Loki (Billings, Papp, Schaeffer and Szafron 1998, Fig. 3): the action needs a hand of value `mu`, give or take `sigma`.
Below that the weight falls to a hundredth, above it stays, between it is interpolated.

Poki (Billings 2006, Fig. 2.5): action odds say how often each holding would have been folded, called and
raised; the weight is multiplied by the entry of what was done. This is Bayes's rule, table in and table out.

No weight falls below a floor, so that one odd action does not make a holding impossible. Weights are relative: divide
by their sum for probabilities. Everything here changes no argument; a table costs a few microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import Cards, read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.games.action_odds import FOLD, RAISE

Weights = NDArray[np.float64]

LOWEST: Final = 0.01
"""No holding that is possible weighs less (Billings et al. 1998: `low_wt`)."""


def fresh_weights(dead: Cards = ()) -> Weights:
    """A new hand: every holding weighs 1, but 0 with a card that is known to be elsewhere."""
    return without_cards(np.ones(HOLDINGS), dead)


def without_cards(weights: Weights, dead: Cards) -> Weights:
    """The same weights, 0 for holdings with one of these cards."""
    known = set(read_cards(dead))
    made = weights.copy()
    if known:
        made[_holding(known)] = 0.0
    return made


def _holding(cards: Iterable[int]) -> NDArray[np.bool_]:
    held = np.zeros(52, np.bool_)
    held[list(cards)] = True
    return np.asarray(held[HOLDING_CARDS].any(axis=1))


def threshold_factors(values: Weights, mu: float, sigma: float, low: float = LOWEST) -> Weights:
    """clamp((value - mu + sigma) / (2 sigma), low, 1)  (Billings et al. 1998, Fig. 3); 0 where a value is NaN."""
    if sigma <= 0.0:
        raise RiverboatError(f"sigma {sigma}: expected more than 0")
    factors = np.clip((np.asarray(values, np.float64) - mu + sigma) / (2.0 * sigma), low, 1.0)
    return np.nan_to_num(factors, copy=False)


def reweight_by_threshold(weights: Weights, values: Weights, mu: float, sigma: float, low: float = LOWEST) -> Weights:
    """The table after an action that needs a hand of value `mu`, give or take `sigma`.

    `values` are of the same holdings, NaN for those that are impossible; these weigh 0 afterwards, and whatever else
    weighed anything `low` or more.
    """
    factors = threshold_factors(values, mu, sigma, low)
    return np.where((weights > 0.0) & (factors > 0.0), np.maximum(weights * factors, low), 0.0)


def reweight_by_odds(weights: Weights, odds: NDArray[np.float64], action: int, low: float = 0.0) -> Weights:
    """The table after `action` (`FOLD`, `CALL`, `RAISE`) of a player who does so with each holding as `odds` say.

    `odds` is float64[N, 3] beside float64[N] weights. Whatever weighed anything weighs `low` or more afterwards.

    Args:
        odds: float64[1326, 3]: how likely a fold, a call and a raise are with each holding.
    """
    if not FOLD <= action <= RAISE:
        raise RiverboatError(f"action {action}: expected 0 (fold), 1 (call) or 2 (raise)")
    if odds.shape != (*weights.shape, 3):
        raise RiverboatError(f"odds of shape {odds.shape}: expected {(*weights.shape, 3)}")
    return np.where(weights > 0.0, np.maximum(weights * odds[:, action], low), 0.0)
