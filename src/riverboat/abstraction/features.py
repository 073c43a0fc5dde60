"""Numbers by which hands are put into buckets, for every holding of a board and for every deal of a street.

| feature | meaning |
|---|---|
| `ehs` | E[HS]: the probability of beating one random hand when all cards are dealt, ties half (7cHR of the theses) |
| `ehs2` | E[HS^2]: the mean of the square, larger for hands that will be very good or very bad |
| `ppot` | PPot: the probability of coming from behind with the next card |

A table has one number for each deal of hole cards and board up to the names of suits, numbered by `Isomorphism`. It is
built once, in minutes, and mapped from the cache; a build that is interrupted is resumed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import Row, deals_of, table_of_deals
from riverboat.cards.holdings import HOLDINGS
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import NotationError
from riverboat.odds.strength import expected_strength_by_holding, potential_by_holding
from riverboat.progress import OnProgress

Floats = NDArray[np.float64]
_VERSION: Final = 1
_loaded: Final[dict[tuple[str, int], NDArray[np.float32]]] = {}


def _ehs(board: NDArray[np.uint8]) -> Floats:
    return expected_strength_by_holding(board)


def _ehs2(board: NDArray[np.uint8]) -> Floats:
    return expected_strength_by_holding(board, 2)


def _ppot(board: NDArray[np.uint8]) -> Floats:
    if len(board) in (0, 5):
        found = np.zeros(HOLDINGS)
        found[~np.isfinite(expected_strength_by_holding(board))] = np.nan
        return found
    return potential_by_holding(board, 1).positive


FEATURES: Final[dict[str, Callable[[NDArray[np.uint8]], Floats]]] = {"ehs": _ehs, "ehs2": _ehs2, "ppot": _ppot}
"""What is computed for all holdings of a board at once."""


def feature_by_holding(name: str, board: NDArray[np.uint8] | tuple[int, ...]) -> Floats:
    """float64[1326] of a board of 0, 3, 4 or 5 cards; NaN where the board holds a card of the hand."""
    return _computed(name)(np.asarray(board, np.uint8))


def feature_table(name: str, cards: int, on_progress: OnProgress | None = None) -> NDArray[np.float32]:
    """float32, a number for each deal on boards of 3 or 4 cards; from the cache, or built now."""
    if (name, cards) in _loaded:
        return _loaded[name, cards]
    computed = _computed(name)

    def row(board: NDArray[np.uint8]) -> Row:
        return computed(board).astype(np.float32)

    identity = {"feature": name, "cards": cards, "version": _VERSION}
    stored = f"feature-{name}-{cards}-v{_VERSION}"
    _loaded[name, cards] = table_of_deals(stored, identity, cards, np.float32, row, on_progress)
    return _loaded[name, cards]


def quantiles(values: NDArray[np.float32], weights: NDArray[np.float64], shares: Floats) -> Floats:
    """The values below which the given shares of all weight lie."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    places = np.searchsorted(reached, np.asarray(shares) * reached[-1])
    return np.asarray(values[order][np.minimum(places, len(values) - 1)], np.float64)


def deal_weights(cards: int) -> NDArray[np.float64]:
    """How many deals each one of a table stands for."""
    deals = deals_of(cards)
    return deals.multiplicity_batch(np.arange(deals.size)).astype(np.float64)


def boards_of(cards: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Boards up to the names of suits, and how many each stands for; one empty board before the flop."""
    return canonical_boards(cards) if cards else (np.zeros((1, 0), np.uint8), np.ones(1, np.uint8))


def _computed(name: str) -> Callable[[NDArray[np.uint8]], Floats]:
    if name not in FEATURES:
        raise NotationError(f'feature "{name[:40]}": expected one of {", ".join(FEATURES)}')
    return FEATURES[name]
