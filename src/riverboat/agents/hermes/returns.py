"""What is a shove worth to Hermes? Equity against a share of hands, and the expected return of Figure 69.

An opponent who plays a share of hands is taken to hold one of the best of that share, in the order of equity against a
random hand. The source samples 10,000 boards (Figure 68); here equities are exact, from the table of match-ups between
starting hands. Where the share ends within a class, its holdings count by the part that is inside. Ties count as wins
in the source, and as half a win by default here.

Cost: microseconds, by sums along the order that are made once.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASS_SIZES, HOLDINGS
from riverboat.odds.showdown import preflop_matchups

Ties = Literal["win", "half"]
PRINTED_BIG_BLIND = 0.02
"""In the games of the source. Its formula adds amounts to fractions, so its sign depends on the currency."""


class _Sums(NamedTuple):
    """Along the order of hands, from the best on."""

    before: NDArray[np.float64]
    """float64[170]: how many holdings come before each class of the order."""
    weight: NDArray[np.float64]
    """float64[169, 170]: how many of them leave the row's class possible."""
    won: NDArray[np.float64]
    """float64[169, 170]: the same, times the share of pots that the row's class wins."""


def range_order() -> NDArray[np.int64]:
    """int64[169]: starting hands by equity against a random hand, best first."""
    table = preflop_matchups()
    against_random = (table.equity * table.weight).sum(axis=1) / table.weight.sum(axis=1)
    return np.argsort(-against_random, kind="stable")


@cache
def _sums(ties: Ties) -> _Sums:
    table, order = preflop_matchups(), range_order()
    wins = table.equity + (table.tie / 2 if ties == "win" else 0.0)
    start = np.zeros((len(order), 1))
    return _Sums(
        np.concatenate([[0.0], np.cumsum(CLASS_SIZES[order], dtype=np.float64)]),
        np.hstack([start, np.cumsum(table.weight[:, order], axis=1)]),
        np.hstack([start, np.cumsum((wins * table.weight)[:, order], axis=1)]),
    )


def equity_against_share(hand: int, share: float, ties: Ties = "half") -> float:
    """How much of the pot a starting hand 0..168 wins against the best `share` of all hands (Figure 68)."""
    before, weight, won = _sums(ties)
    wanted = min(share, 1.0) * HOLDINGS
    last = min(int(np.searchsorted(before, wanted, side="right")) - 1, len(before) - 2)
    part = (wanted - before[last]) / (before[last + 1] - before[last])
    total = weight[hand, last] + part * (weight[hand, last + 1] - weight[hand, last])
    share_won = won[hand, last] + part * (won[hand, last + 1] - won[hand, last])
    return float(share_won / total)


def expected_return(fold: float, equity: float, pot: float, call: float, risk: float) -> float:
    """Chips won by a shove, against one opponent who folds with probability `fold`.

    ER = f3b pot + (1 - f3b) (eq (pot + call) - (1 - eq) risk): Figure 69 with its ingredients in the places where they
    make sense. `call` is what the opponent adds to match, `risk` what the shove adds.
    """
    return fold * pot + (1.0 - fold) * (equity * (pot + call) - (1.0 - equity) * risk)


def printed_return(fold: float, equity: float, vpip: float, pot: float, players: int, big_blind: float) -> float:
    """Figure 69 as printed, which adds a share of hands to an amount and divides by one of its own terms.

    The sign depends on the currency: see `PRINTED_BIG_BLIND`.
    """
    called = (1.0 - fold) * equity * (vpip + pot)
    if not called:
        return float("-inf")
    return (fold - players * big_blind * pot + called) / called - (1.0 - equity) * (vpip + pot)
