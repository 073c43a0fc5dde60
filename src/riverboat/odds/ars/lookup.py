"""Average Rank Strength of a hand: one lookup in place of E[HS].

The table of the street is built on first use (`tables.py`); after that one hand takes microseconds from Python and a
batch tens of nanoseconds per hand. The answer is the average over all deals with the same hole-card class and hand
rank, and a single hand may lie 0.05 and more from it (`accuracy.py`). The stochastic mode of the thesis adds an error
drawn uniformly between the cell's smallest and largest; it spreads answers like true ones, but makes each of them
worse. The thesis draws from the absolute errors, which could only ever raise the answer; here they have a sign.

Before the flop there is no rank, and the answer is the exact E[HS] of the class.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat.cards.card import Cards, cards_text
from riverboat.cards.holdings import class_index
from riverboat.errors import DealError, RiverboatError
from riverboat.odds.ars.tables import STREETS, ArsTable, ars_table
from riverboat.odds.strength.expected import expected_hand_strength
from riverboat.odds.strength.inputs import read_spot, tables

_STREET_BY_SIZE = {size: street for street, size in STREETS.items()}


def average_rank_strength(
    hole: Cards,
    board: Cards = "",
    opponents: int = 1,
    stochastic: bool = False,
    seed: int | np.random.Generator | None = None,
    table: ArsTable | None = None,
) -> float:
    """ARS of one hand; the exact E[HS] pre-flop and where the table's cell is empty.

    Args:
        stochastic: Add a random error as large as that of the table, as the thesis does.
        seed: Of that error. Default: a new one each time.
        table: Used instead of the built-in one of that street and number of opponents.
    """
    spot = read_spot(hole, board, (0, 3, 4, 5))
    if spot.to_come == 5:
        return float(expected_hand_strength(spot.hole, "", opponents))
    hand = np.concatenate([spot.hole, spot.board])[None, :]
    return float(average_rank_strength_batch(hand, opponents, stochastic, seed, table)[0])


def average_rank_strength_batch(
    hands: ArrayLike,
    opponents: int = 1,
    stochastic: bool = False,
    seed: int | np.random.Generator | None = None,
    table: ArsTable | None = None,
) -> NDArray[np.float32]:
    """float32[N]: ARS of each row of uint8[N, 5..7] hands, two hole cards first and then the board."""
    from riverboat.odds.ars import _kernels

    rows = _read_hands(hands)
    street = _STREET_BY_SIZE[rows.shape[1] - 2]
    chosen = ars_table(street, opponents) if table is None else table
    if (chosen.street, chosen.opponents) != (street, opponents):
        raise RiverboatError(
            f"table of the {chosen.street} against {chosen.opponents}: expected the {street} against {opponents}"
        )
    ranks = tables()
    cells = np.empty(len(rows), np.int64)
    _kernels.cells_of_hands(ranks.by_size[rows.shape[1]], ranks.words, rows, _class_of_cards(), cells)
    answers = chosen.mean.ravel()[cells]
    if stochastic:
        low = chosen.lowest_error.ravel()[cells].astype(np.float32)
        high = chosen.highest_error.ravel()[cells].astype(np.float32)
        answers += low + np.random.default_rng(seed).random(len(rows), np.float32) * (high - low)
        np.clip(answers, 0.0, 1.0, out=answers)
    for row in np.flatnonzero(np.isnan(answers)):
        answers[row] = expected_hand_strength(rows[row, :2], rows[row, 2:], opponents)
    return answers


def _read_hands(hands: ArrayLike) -> NDArray[np.uint8]:
    rows = np.asarray(hands)
    if rows.ndim != 2 or rows.shape[1] - 2 not in _STREET_BY_SIZE or not np.issubdtype(rows.dtype, np.integer):
        raise DealError(f"hands of shape {rows.shape}: expected rows of 2 hole cards and 3, 4 or 5 board cards")
    if rows.size and (rows.min() < 0 or rows.max() > 51):
        raise DealError("hands: a card is a number 0 to 51")
    rows = np.ascontiguousarray(rows, np.uint8)
    if rows.size:
        bits = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
        twice = np.flatnonzero(np.bitwise_count(bits) != rows.shape[1])
        if twice.size:
            raise DealError(f'hands: row {twice[0]} is "{cards_text(rows[twice[0]])}"; a card comes twice')
    return rows


@cache
def _class_of_cards() -> NDArray[np.uint8]:
    """uint8[52, 52]: the class of two cards."""
    classes = np.zeros((52, 52), np.uint8)
    for first in range(52):
        for second in range(52):
            if first != second:
                classes[first, second] = class_index(first, second)
    return classes
