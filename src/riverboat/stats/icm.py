"""What are tournament chips worth in prize money? The Independent Chip Model (Malmuth-Harville).

The chance to finish first is a player's share of the chips; given who is first, the chance to finish second is the
share of the chips that are left, and so on (D. Harville, "Assigning Probabilities to the Outcomes of Multi-Entry
Competitions", 1973; M. Malmuth, "Gambling Theory", 1987). Summed over subsets of players, not over their orders: n 2^n
steps for n players.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat.errors import RiverboatError


def icm(stacks: ArrayLike, payouts: Sequence[float], busted_order: ArrayLike | None = None) -> NDArray[np.float64]:
    """The expected prize of every player: float64[..., n] of stacks (any leading axes), prizes from first place down.

    Places without a prize may be left out. Players without chips take the last places: those with more chips in
    `busted_order` (the stacks before the hand) finish higher, equal ones share; by default all of them share.
    """
    chips = np.asarray(stacks, np.float64)
    players = chips.shape[-1]
    if len(payouts) > players:
        raise RiverboatError(f"payouts: {len(payouts)} prizes for {players} players")
    if (chips < 0).any() or not np.isfinite(chips).all() or not (chips > 0).any(axis=-1).all():
        raise RiverboatError("ICM: expected stacks of 0 or more, one of them above 0")
    prizes = np.zeros(players)
    prizes[: len(payouts)] = payouts
    rows = chips.reshape(-1, players)
    equity = np.zeros_like(rows)
    total = rows.sum(axis=1)
    reach = {0: np.ones(len(rows))}  # by set of players who are placed: how likely they take the first places
    for placed in range(1 << players):
        before = reach.pop(placed, None)
        if before is None:
            continue
        members = [p for p in range(players) if placed >> p & 1]
        left = total - rows[:, members].sum(axis=1) if members else total
        place = len(members)
        for p in range(players):
            if placed >> p & 1:
                continue
            chance = before * np.divide(rows[:, p], left, out=np.zeros_like(left), where=left > 1e-12 * total)
            equity[:, p] += prizes[place] * chance
            after = placed | 1 << p
            reach[after] = reach[after] + chance if after in reach else chance
    _place_the_busted(rows, prizes, equity, np.zeros(players) if busted_order is None else np.asarray(busted_order))
    return equity.reshape(chips.shape)


def _place_the_busted(
    rows: NDArray[np.float64], prizes: NDArray[np.float64], equity: NDArray[np.float64], order: NDArray[np.float64]
) -> None:
    """Add the prizes of players without chips to `equity`."""
    out = rows == 0
    alive = (~out).sum(axis=1)
    sums = np.concatenate([[0.0], np.cumsum(prizes)])
    for p in range(rows.shape[1]):
        above = alive + (out & (order > order[p])).sum(axis=1)
        alike = np.maximum((out & (order == order[p])).sum(axis=1), 1)
        share = (sums[np.minimum(above + alike, len(prizes))] - sums[above]) / alike
        equity[:, p] += np.where(out[:, p], share, 0.0)
