"""Kernels that rank one hand given as plain arguments, for calls from Python.

Handing arrays to a compiled function costs a quarter of a microsecond, more than ranking the hand. So here, and only
here, the tables are globals that numba copies into the compiled code; they are loaded when this module is imported.
A hand with a card out of range or a card twice is ranked -1.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import look_up, population
from riverboat.cards.ranking.orders import HIGH
from riverboat.cards.ranking.tables import load_tables

_TABLES = load_tables(HIGH)
_WORDS = _TABLES.words
_FIVE, _SIX, _SEVEN = (_TABLES.by_size[size] for size in (5, 6, 7))
_DECK = 52


@njit
def _bit(card):
    return np.uint64(1) << np.uint64(card)


@njit
def _word(card):
    return _WORDS[np.uint64(card)]


@njit
def _mask(card):
    return _WORDS[np.uint64(card) + np.uint64(_DECK)]


@njit
def _in_deck(card):
    whole = np.uint64(card)  # a negative number becomes a huge one
    return whole < np.uint64(_DECK) and np.int64(whole) == card  # half a card is none


@njit(cache=True)
def rank_five(a, b, c, d, e):
    """The rank 0..7461 of five cards."""
    if not (_in_deck(a) and _in_deck(b) and _in_deck(c) and _in_deck(d) and _in_deck(e)):
        return -1
    if population(_bit(a) | _bit(b) | _bit(c) | _bit(d) | _bit(e)) != np.uint64(5):
        return -1
    key = _word(a) + _word(b) + _word(c) + _word(d) + _word(e)
    masks = _mask(a) + _mask(b) + _mask(c) + _mask(d) + _mask(e)
    return np.int64(look_up(_FIVE, key, masks))


@njit(cache=True)
def rank_six(a, b, c, d, e, f):
    """The rank 0..7461 of the best five of six cards."""
    if not (_in_deck(a) and _in_deck(b) and _in_deck(c) and _in_deck(d) and _in_deck(e) and _in_deck(f)):
        return -1
    if population(_bit(a) | _bit(b) | _bit(c) | _bit(d) | _bit(e) | _bit(f)) != np.uint64(6):
        return -1
    key = _word(a) + _word(b) + _word(c) + _word(d) + _word(e) + _word(f)
    masks = _mask(a) + _mask(b) + _mask(c) + _mask(d) + _mask(e) + _mask(f)
    return np.int64(look_up(_SIX, key, masks))


@njit(cache=True)
def rank_seven(a, b, c, d, e, f, g):
    """The rank 0..7461 of the best five of seven cards."""
    if not (_in_deck(a) and _in_deck(b) and _in_deck(c) and _in_deck(d) and _in_deck(e) and _in_deck(f)):
        return -1
    if not _in_deck(g) or population(_bit(a) | _bit(b) | _bit(c) | _bit(d) | _bit(e) | _bit(f) | _bit(g)) != np.uint64(
        7
    ):
        return -1
    key = _word(a) + _word(b) + _word(c) + _word(d) + _word(e) + _word(f) + _word(g)
    masks = _mask(a) + _mask(b) + _mask(c) + _mask(d) + _mask(e) + _mask(f) + _mask(g)
    return np.int64(look_up(_SEVEN, key, masks))
