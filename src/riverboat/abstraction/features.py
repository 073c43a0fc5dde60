"""Numbers by which hands are put into buckets, for every holding of a board and for every deal of a street.

| feature | meaning |
|---|---|
| `ehs` | E[HS]: the probability of beating one random hand when all cards are dealt, ties half (7cHR of the theses) |
| `ehs2` | E[HS^2]: the mean of the square, larger for hands that will be very good or very bad |
| `ppot` | PPot: the probability of coming from behind with the next card |

A table has one number for each deal of hole cards and board up to the names of suits, numbered by `Isomorphism`. It is
built once, in minutes, and mapped from the cache; a build that is interrupted is resumed.

Showdowns won and lost are counted in `records.py`; features of several numbers are in `vectors.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import DealTable, Row, by_rows, deals_of, place_of_hand, places_of
from riverboat.cards.holdings import HOLDINGS
from riverboat.errors import NotationError
from riverboat.odds.strength import (
    expected_hand_strength,
    expected_strength_by_holding,
    hand_potential,
    potential_by_holding,
)
from riverboat.odds.strength.expected import DOUBLED, completions
from riverboat.progress import OnProgress

Floats = NDArray[np.float64]
_VERSION: Final = 1
_TABLED: Final = (3, 4)


def _ehs(board: NDArray[np.uint8]) -> Floats:
    return _whole_counts(expected_strength_by_holding(board), 1, len(board))


def _ehs2(board: NDArray[np.uint8]) -> Floats:
    return _whole_counts(expected_strength_by_holding(board, 2), 2, len(board))


def _whole_counts(values: Floats, power: int, cards: int) -> Floats:
    """Means of HS or its square are whole numbers of 1/1980 or its square over the run-outs: remove the last bit's
    noise, which depends on the order of run-outs and so on the names of suits.
    """
    if cards == 0:
        return values
    parts = float((DOUBLED - 1) ** power * completions(cards))
    return np.asarray(np.rint(values * parts) / parts)


def _ppot(board: NDArray[np.uint8]) -> Floats:
    if len(board) in (0, 5):
        found = np.zeros(HOLDINGS)
        found[~np.isfinite(expected_strength_by_holding(board))] = np.nan
        return found
    return potential_by_holding(board, 1).positive


FEATURES: Final[dict[str, Callable[[NDArray[np.uint8]], Floats]]] = {"ehs": _ehs, "ehs2": _ehs2, "ppot": _ppot}
"""What is computed for all holdings of a board at once."""


def feature_by_holding(name: str, board: NDArray[np.uint8] | tuple[int, ...]) -> Floats:
    """float64[1326] of a board of 0, 3, 4 or 5 cards; NaN where the board holds a card of the hand.

    Args:
        name: "ehs", "ehs2" or "ppot".
    """
    return _computed(name)(np.asarray(board, np.uint8))


def feature_table(name: str, cards: int, on_progress: OnProgress | None = None) -> NDArray[np.float32]:
    """float32, a number for each deal on boards of 3 or 4 cards; from the cache, or built now.

    Args:
        name: "ehs", "ehs2" or "ppot".
        cards: 3 for flops, 4 for turns.
    """
    return _table(name, cards).load(on_progress)


@cache
def _table(name: str, cards: int) -> DealTable:
    computed = _computed(name)

    def row(board: NDArray[np.uint8]) -> Row:
        return computed(board).astype(np.float32)

    identity = {"feature": name, "cards": cards, "version": _VERSION}
    return DealTable(
        f"feature-{name}-{cards}-v{_VERSION}", identity, cards, np.float32, by_rows(cards, np.float32, row)
    )


def feature_row(name: str, board: NDArray[np.uint8]) -> Floats:
    """`feature_by_holding` of a board, looked up if the table of all deals is there."""
    table = _table(name, len(board)).if_built() if len(board) in _TABLED else None
    if table is None:
        return feature_by_holding(name, board)
    live, places = places_of(board)
    found = np.full(HOLDINGS, np.nan)
    found[live] = table[places]
    return found


def feature_of_hand(name: str, hole: tuple[int, ...], board: tuple[int, ...]) -> float:
    """The feature of one hand."""
    table = _table(name, len(board)).if_built() if len(board) in _TABLED else None
    if table is not None:
        return float(table[place_of_hand(hole, board)])
    if name == "ppot":
        return hand_potential(hole, board, 1).positive if len(board) in (3, 4) else 0.0
    power = 2 if name == "ehs2" else 1
    value = np.array([float(expected_hand_strength(hole, board, power))])
    return float(_whole_counts(value, power, len(board))[0])


def quantiles(values: NDArray[np.float32], weights: NDArray[np.float64], shares: Floats) -> Floats:
    """The values below which at most the given shares of all weight lie; the next value would have more below."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    places = np.searchsorted(reached, np.asarray(shares) * reached[-1], "right")
    return np.asarray(values[order][np.minimum(places, len(values) - 1)], np.float64)


def deal_weights(cards: int) -> NDArray[np.float64]:
    """How many deals each one of a table stands for."""
    deals = deals_of(cards)
    return deals.multiplicity_batch(np.arange(deals.size)).astype(np.float64)


def _computed(name: str) -> Callable[[NDArray[np.uint8]], Floats]:
    if name not in FEATURES:
        raise NotationError(f'feature "{name[:40]}": expected one of {", ".join(FEATURES)}')
    return FEATURES[name]
