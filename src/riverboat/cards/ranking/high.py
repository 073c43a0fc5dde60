"""Ranks high hands of five, six or seven cards: 0 for seven-high to 7461 for a royal flush.

One hand takes about 0.3 us from Python, a batch a few nanoseconds per hand (`riverboat bench ranking` measures both
here). The method is a perfect hash over rank sums, see `tables.py`. For other orders of hands, and for hands of other
sizes, see `rankings.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, cards_text, parse_cards, require_distinct
from riverboat.cards.isomorphism import Isomorphism
from riverboat.cards.ranking import _kernels, _scalar
from riverboat.cards.ranking.orders import HIGH
from riverboat.cards.ranking.tables import RankTables, load_tables
from riverboat.errors import DealError

CLASSES = 7462

rank_seven: Callable[..., int] = _scalar.rank_seven
"""The rank of seven cards given one by one, -1 if they are not seven cards: the fastest call from Python."""

_BY_SIZE = {5: _scalar.rank_five, 6: _scalar.rank_six, 7: _scalar.rank_seven}


def high_tables() -> RankTables:
    """The tables of high hands, for kernels that inline the ranking (`jit.py`)."""
    return load_tables(HIGH)


def rank(cards: Sequence[int] | str) -> int:
    """The rank 0..7461 of the best five of five to seven cards; higher is better.

    Args:
        cards: Five to seven different cards, as text ("AhKhQhJhTh2c3d") or card numbers 0 to 51.
    """
    if isinstance(cards, str):
        cards = parse_cards(cards)
    ranker = _BY_SIZE.get(len(cards))
    try:
        value = ranker(*cards) if ranker else -1
    except (TypeError, OverflowError, NumbaError):
        value = -1
    if value < 0:
        raise _what_is_wrong(cards)
    return int(value)


def _what_is_wrong(cards: Sequence[int]) -> DealError:
    for card in cards:
        if not isinstance(card, int | np.integer):
            return DealError(f"hand {tuple(cards)}: {card!r:.40} is not a card; cards are numbered 0 to 51")
        if not 0 <= card < DECK_SIZE:
            return DealError(f"hand {tuple(cards)}: {card} is not a card; cards are numbered 0 to 51")
    try:
        require_distinct(cards, f'hand "{cards_text(cards)}"')
    except DealError as error:
        return error
    return DealError(f'hand "{cards_text(cards)}": {len(cards)} cards; a high hand is ranked from 5, 6 or 7')


def rank_batch(hands: NDArray[Any], *, check: bool = True, out: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
    """The ranks of many hands at once, uint16[N].

    Args:
        hands: Card numbers 0 to 51, an integer array [N, 5 to 7].
        check: Without, the cards are trusted, which is nearly twice as fast; wrong cards then give wrong ranks or
            worse.
        out: Takes the ranks, so that a loop over batches need not ask for new memory each time.
    """
    if hands.ndim != 2 or hands.shape[1] not in _BY_SIZE:
        raise DealError(f"hands of shape {hands.shape}: expected an array [N, 5], [N, 6] or [N, 7] of cards")
    cards = _as_bytes(hands)
    tables = high_tables()
    size = cards.shape[1]
    table = tables.by_size[size]
    if out is None:
        out = np.empty(len(cards), np.uint16)
    elif out.shape != (len(cards),) or out.dtype != np.uint16 or not out.flags.c_contiguous:
        raise DealError(f"out of shape {out.shape} and type {out.dtype}: expected uint16[{len(cards)}]")
    bad = -1
    if size == 7 and check:
        bad = _kernels.rank_checked_batch_of_seven(table, tables.words, cards, out)
    elif check:
        bad = _kernels.first_bad_hand(cards)
    if bad >= 0:
        raise _bad_row(hands[bad].tolist(), bad)
    if size < 7:
        _kernels.rank_batch_of_any_size(table, tables.words, cards, out)
    elif not check:
        _kernels.rank_batch_of_seven(table, tables.words, cards, out)
    return out


def _bad_row(cards: list[int], row: int) -> DealError:
    return DealError(f"row {row} of the batch: {_what_is_wrong(cards)}")


def _as_bytes(hands: NDArray[Any]) -> NDArray[np.uint8]:
    """The hands as contiguous uint8; numbers that do not fit are refused, not wrapped."""
    if hands.dtype != np.uint8:
        if not np.issubdtype(hands.dtype, np.integer):
            raise DealError(f"hands of type {hands.dtype}: cards are integers 0 to 51")
        wrong = (hands < 0) | (hands >= DECK_SIZE)
        if wrong.any():
            row = int(wrong.any(axis=1).argmax())
            raise _bad_row(hands[row].tolist(), row)
    return np.ascontiguousarray(hands, np.uint8)


def random_hands(count: int, size: int = 7, seed: int = 1) -> NDArray[np.uint8]:
    """uint8[count, size] hands of different cards, each dealt from a full deck: something to rank."""
    rng = np.random.default_rng(seed)
    order = np.argsort(rng.random((count, 52), dtype=np.float32), axis=1)
    return np.ascontiguousarray(order[:, :size], np.uint8)


def rank_counts(size: int = 7) -> NDArray[np.int64]:
    """How many of all hands of five, six or seven cards have each rank: int64[7462].

    All 133,784,560 hands of seven are ranked one by one; smaller ones up to suits.
    """
    tables = high_tables()
    if size == 7:
        found: NDArray[np.int64] = _kernels.rank_histogram_of_seven(tables.by_size[7], tables.words, CLASSES)
        return found
    if size not in _BY_SIZE:
        raise DealError(f"hands of {size} cards: a high hand is ranked from 5, 6 or 7")
    hands = Isomorphism((size,))
    every = np.arange(hands.size, dtype=np.int64)
    ranks, times = rank_batch(hands.unindex_batch(every), check=False), hands.multiplicity_batch(every)
    return np.bincount(ranks, times, minlength=CLASSES).astype(np.int64)
