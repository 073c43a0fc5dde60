"""DIVAT for a player at the table, who does not see the other hand when it ends without a showdown.

Where the other hand was shown this is DIVAT. Where it was not, it is the mean of DIVAT over hands the opponent may have
held: some drawn at random among those the known cards allow, all alike or by weights that an opponent model gives. That
is biased (Billings 2006, section 5.5, on partial observability): folds are not random events. Use it as a live signal
and judge matches by complete records.

Cost: `holdings` times that of a hand; all-in equity is the default, for speed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.model.divat.analysis import DivatSettings, divat_of


def runtime_divat(
    hand: Hand,
    position: int,
    settings: DivatSettings | None = None,
    *,
    holdings: int = 50,
    weights: NDArray[np.float64] | None = None,
    seed: int = 1,
) -> float:
    """DIVAT of one hand in chips, as the player in this position (0 the big blind) can know it, for that player.

    Args:
        hand: A finished hand; only what the player has seen is used.
        holdings: How many holdings of the opponent are sampled.
        weights: How likely each of the 1,326 holdings is. Default: all equal.
    """
    if position not in (0, 1):
        raise RiverboatError(f"position {position}: expected 0 (big blind) or 1 (button)")
    settings = settings or DivatSettings(equity="aie")
    sign = 1.0 if position == 0 else -1.0
    seen = hand.seen_by(position)
    other = 1 - position
    if HIDDEN not in seen.down[other]:
        return sign * float(divat_of([seen], settings).total[0])
    probabilities = np.ones(len(HOLDING_CARDS)) if weights is None else np.array(weights, np.float64)
    if probabilities.shape != (len(HOLDING_CARDS),) or probabilities.min() < 0:
        raise RiverboatError(
            f"weights of shape {probabilities.shape}: expected {len(HOLDING_CARDS)} numbers, 0 or more"
        )
    probabilities[np.isin(HOLDING_CARDS, [*seen.down[position], *seen.board]).any(axis=1)] = 0.0
    if probabilities.sum() <= 0:
        raise RiverboatError("weights: no hand is left once the known cards are out of the deck")
    drawn = np.random.default_rng(seed).choice(len(probabilities), holdings, p=probabilities / probabilities.sum())
    guesses = []
    for holding in drawn:
        down = list(seen.down)
        down[other] = tuple(HOLDING_CARDS[holding].tolist())
        guesses.append(seen._replace(down=tuple(down)))
    return sign * float(divat_of(guesses, settings).total.mean())
