"""The value of each of the 1,326 holdings without knowledge of the opponents, in one order for all.

Re-weighting ranks the hands that an opponent may hold as the opponent would: before the flop by income rate (Billings
2006, section 2.5.1), afterwards by effective hand strength against one random hand, EHS = HS + (1 - HS) PPot, with a
look-ahead of one card (Papp 1998, section 7.2.3, where a count of outs stands in for PPot). These values know neither
anyone's cards nor actions, so one array serves all players at the table; the last few thousand boards are kept.

Cost: 1.5 ms for a flop or turn, 0.1 ms for a river, nothing the second time.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.odds.strength.inputs import tables as rank_tables

Floats = NDArray[np.float64]

BOARDS_KEPT: Final = 4096
"""13 kB each: all that a thousand deals need, so that their replays find them again."""


class HandValues(NamedTuple):
    """The holdings in order."""

    values: Floats
    """float64[1326]: larger is better; NaN for holdings with a card of the board."""
    order: NDArray[np.int16]
    """The possible holdings, best first."""


def income_values(players: int) -> Floats:
    """float64[1326]: the income rate in milli-bets of each holding, at a table where this many are expected to play.

    There are three groups (Papp 1998, appendix B): 2 players, 3 or 4, and more, with the tables IR-2, IR-4 and IR-7.

    Args:
        players: How many are expected to play.
    """
    return _incomes(income_group(players))


def income_group(players: float) -> int:
    """The table for this many players: 2, 4 or 7."""
    if players < 1.0:
        raise RiverboatError(f"{players} players: expected at least one")
    return 2 if players < 2.5 else 4 if players < 4.5 else 7


def income_at(percentile: float, players: int = 7) -> float:
    """The income rate that this share of all starting hands does not reach: 0.7 for the best 30 %.

    Args:
        percentile: From 0 to 1.
        players: How many are expected to play.
    """
    if not 0.0 <= percentile <= 1.0:
        raise RiverboatError(f"percentile {percentile}: expected 0 to 1")
    in_order = _sorted_incomes(income_group(players))
    return float(in_order[min(HOLDINGS - 1, round(percentile * HOLDINGS))])


def starting_values(players: int) -> HandValues:
    """Where each starting hand stands among all, from 0 for the worst to 1 for the best, by income rate.

    Args:
        players: How many are expected to play.
    """
    return _starting(income_group(players))


def board_values(board: tuple[int, ...]) -> HandValues:
    """EHS of every holding on a flop, turn or river, against one random hand and one card ahead."""
    return _board_values(tuple(sorted(board)))


@cache
def _incomes(group: int) -> Floats:
    from riverboat.odds.preflop import income_rates

    incomes = np.ascontiguousarray(income_rates(group).rates[HOLDING_CLASS])
    incomes.flags.writeable = False
    return incomes


@cache
def _sorted_incomes(group: int) -> Floats:
    return np.sort(_incomes(group))


@cache
def _starting(group: int) -> HandValues:
    incomes = _incomes(group)
    below = np.searchsorted(_sorted_incomes(group), incomes, "left")
    upto = np.searchsorted(_sorted_incomes(group), incomes, "right")
    return _ordered((below + upto) / (2.0 * HOLDINGS))


@lru_cache(BOARDS_KEPT)
def _board_values(board: tuple[int, ...]) -> HandValues:
    from riverboat.model.weights import _kernels

    ranks, size = rank_tables(), 2 + len(board)
    to_come = size < 7
    values = np.full(HOLDINGS, np.nan)
    _kernels.effective_of_all(
        ranks.by_size[size],
        ranks.by_size[size + 1 if to_come else size],
        ranks.words,
        HOLDING_CARDS,
        np.array(board, np.uint8),
        to_come,
        values,
    )
    return _ordered(values)


def _ordered(values: Floats) -> HandValues:
    possible = HOLDINGS - int(np.isnan(values).sum())
    order = np.argsort(-values, kind="stable")[:possible].astype(np.int16)  # NaN is sorted last
    values.flags.writeable = order.flags.writeable = False
    return HandValues(values, order)
