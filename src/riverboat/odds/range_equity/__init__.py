"""Fast equities for AIVAT, which needs many: hold'em hands against one known hand, or against each other.

A range of hands against one hand is what `aivat_holdem.py` works with: every holding's equity, and what deals and
decisions do to the range. Equities of all 1,326 holdings take about 10 microseconds from the
turn on, where they are exact, and 15 to 30 with 64 random boards before; all boards of a flop take 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDINGS
from riverboat.errors import DealError
from riverboat.odds.hand_rank_tables import ranking_tables

Floats = NDArray[np.float64]

MAX_SAMPLES: Final = 16_000
"""Samples: kernels count wins, each as two, in 16 bits."""


def equities_against(
    theirs: tuple[int, ...], board: tuple[int, ...], seed: np.uint64, samples: int, samples_on_flop: int
) -> Floats:
    """float64[1326]: the all-in equity of every holding, -1 where one of its cards is known to be elsewhere.

    Sampled before the flop and on it, `MAX_SAMPLES` boards at most; `samples_on_flop` 0 deals all 1,081 of them.
    """
    from riverboat.odds.range_equity import _kernels

    table7, words, index5, pairs = _tables()
    known = len(board)
    if known not in (0, 3, 4, 5):
        raise DealError(f"a board of {known} cards: expected 0, 3, 4 or 5")
    cards = np.array((*theirs, *board, *(0,) * (5 - known)), np.uint8)
    shares = np.empty(HOLDINGS)
    wanted = samples_on_flop if known == 3 else samples
    if wanted > MAX_SAMPLES:
        raise DealError(f"{wanted} samples: expected no more than {MAX_SAMPLES}")
    _kernels.equities_against(table7, words, index5, pairs, cards[:2], cards[2:], known, wanted, seed, shares)
    return shares


def correct_deal(before: Floats, after: Floats, weights: Floats) -> float:
    """How much a deal lowered a range's mean equity; holdings that are no longer possible lose their weight."""
    from riverboat.odds.range_equity import _kernels

    return float(_kernels.correct_deal(before, after, weights))


def correct_action(
    shares: Floats, weights: Floats, probabilities: Floats, fixed: Floats, pots: Floats, chosen: int
) -> tuple[float, float]:
    """What a decision was worth on average less what was done; `weights` become those of holdings that do it.

    Action k is worth fixed[k] + pots[k] * (equity - 1/2). The second number is the weight that is left.
    """
    from riverboat.odds.range_equity import _kernels

    correction, left = _kernels.correct_action(shares, weights, probabilities, fixed, pots, chosen)
    return float(correction), float(left)


def mean_edge(shares: Floats, weights: Floats) -> float:
    """A range's mean equity above one half."""
    from riverboat.odds.range_equity import _kernels

    return float(_kernels.mean_edge(shares, weights))


def shares_among(
    hands: Sequence[tuple[int, ...]], board: tuple[int, ...], dead: Sequence[int], seed: int, samples: int
) -> Floats:
    """float64[hands]: the mean share of the pot of each known hand; sampled before the flop, exact from it on."""
    from riverboat.odds.range_equity import _kernels

    known = len(board)
    if known not in (0, 3, 4, 5):
        raise DealError(f"a board of {known} cards: expected 0, 3, 4 or 5")
    table7, words, _, _ = _tables()
    shares = np.zeros(len(hands))
    _kernels.shares_among(
        table7, words, np.array(hands, np.uint8), np.array(dead, np.uint8),
        np.array((*board, *(0,) * (5 - known)), np.uint8), known, samples, np.uint64(seed), shares,
    )  # fmt: skip
    return shares


def rank_holdings(board: tuple[int, ...]) -> NDArray[np.int32]:
    """int32[1326]: how good every holding is on a board of three to five cards, more is better; -1 if it shares one."""
    from riverboat.odds.range_equity import _kernels

    if len(board) not in (3, 4, 5):
        raise DealError(f"a board of {len(board)} cards: expected 3, 4 or 5")
    table5, table6, table7, words, *_ = ranking_tables()
    ranks = np.empty(HOLDINGS, np.int32)
    table = {3: table5, 4: table6, 5: table7}[len(board)]
    _kernels.rank_holdings(table, words, np.array(board, np.uint8), ranks)
    return ranks


@cache
def _tables() -> tuple[NDArray[Any], ...]:
    """Hand ranks, card words, and for the ranks of a board the rank of every pair of ranks with it."""
    _, _, table7, words, _, index5, _, pairs5, _, _ = ranking_tables()
    return table7, words, index5, pairs5.reshape(len(pairs5), -1)
