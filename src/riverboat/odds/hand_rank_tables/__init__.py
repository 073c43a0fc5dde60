"""One or two hands on a flop: how each stands against all hands of an unknown opponent, on every turn and river.

The tables behind it are filled once (a second) and cached, 10 MB; a flop then takes about a tenth of a millisecond.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.cards.card import Cards, read_cards, require_distinct
from riverboat.errors import DealError

_PAIR_TABLES: Final = ("index4", "index5", "pairs4", "pairs5", "beaten4", "beaten5")


def flop_hand_ranks(first: Cards, second: Cards, flop: Cards) -> NDArray[np.float64]:
    """float64[2, 2]: immediate and seven-card hand rank of two hands on a flop, both at once."""
    from riverboat.odds.hand_rank_tables import _kernels

    holes = np.array([*read_cards(first), *read_cards(second)], np.uint8)
    cards = np.array(read_cards(flop), np.uint8)
    if len(holes) != 4 or len(cards) != 3:
        raise DealError(f"{len(holes)} hole cards and {len(cards)} on the board: expected two hands of two and a flop")
    require_distinct((*holes.tolist(), *cards.tolist()), "flop hand ranks")
    return np.asarray(_kernels.flop_ranks(ranking_tables(), holes, cards))


def river_ranks(hole: Cards, flop: Cards) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """The 47 cards to come, and uint16[47, 47]: 2 ahead + tied of one hand against 990, by turn and river card.

    The diagonal is 0 and means nothing.
    """
    from riverboat.odds.hand_rank_tables import _kernels

    own, cards = np.array(read_cards(hole), np.uint8), np.array(read_cards(flop), np.uint8)
    if len(own) != 2 or len(cards) != 3:
        raise DealError(f"{len(own)} hole cards and {len(cards)} on the board: expected two and a flop")
    require_distinct((*own.tolist(), *cards.tolist()), "river ranks")
    live, rivers = np.empty(47, np.uint8), np.zeros((47, 47), np.uint16)
    _kernels.river_ranks(ranking_tables(), own, cards, live, rivers)
    return live, rivers


@cache
def ranking_tables() -> tuple[NDArray[Any], ...]:
    """Tables for the kernels; those of rank pairs are filled once and cached, 10 MB."""
    from riverboat.cards.ranking.orders import HIGH
    from riverboat.cards.ranking.tables import load_tables
    from riverboat.odds.hand_rank_tables import _kernels

    tables = load_tables(HIGH)
    five, six, seven = (tables.by_size[size] for size in (5, 6, 7))

    def fill() -> dict[str, NDArray[Any]]:
        index4, index5 = np.zeros(13**4, np.uint16), np.zeros(13**5, np.uint16)
        pairs4, beaten4 = np.zeros((2, 1820, 13, 16), np.int16)
        pairs5, beaten5 = np.zeros((2, 6175, 13, 16), np.int16)
        made = (index4, index5, pairs4, pairs5, beaten4, beaten5)
        _kernels.fill_rank_pairs(six, seven, tables.words, *made)
        return dict(zip(_PAIR_TABLES, made, strict=True))

    filled = cached_arrays("rank-pairs-v1", fill)
    return five, six, seven, tables.words, *(filled[name] for name in _PAIR_TABLES)
