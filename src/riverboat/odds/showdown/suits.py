"""Renaming suits: which of the 24 renamings leave a spot as it is, and what they do to cards, holdings and boards.

Deals that differ only by such a renaming have the same equity, so an exact computation does one of each class. With
dead cards, a board or ranges that prefer a suit fewer renamings remain, down to the one that changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDING_CARDS, holding_index

Renamings = tuple[int, ...]
"""Numbers 0..23 of renamings, 0 first: a subgroup of all of them."""


@cache
def card_maps() -> NDArray[np.uint8]:
    """uint8[24, 52]: what becomes of each card; row 0 changes nothing."""
    orders = list(permutations(range(4)))
    return np.array([[4 * (card >> 2) + order[card & 3] for card in range(52)] for order in orders], dtype=np.uint8)


@cache
def holding_maps() -> NDArray[np.uint16]:
    """uint16[24, 1326]: what becomes of each holding."""
    maps = card_maps()
    rows = [[holding_index(int(row[a]), int(row[b])) for a, b in HOLDING_CARDS] for row in maps]
    return np.array(rows, dtype=np.uint16)


def keeping(cards: Sequence[Sequence[int]], weights: Sequence[NDArray[np.float64]] = ()) -> Renamings:
    """The renamings that map each set of cards and each float64[1326] table of weights to itself."""
    maps, holdings = card_maps(), holding_maps()
    sets = [sorted(int(card) for card in group) for group in cards if group]
    return tuple(
        g
        for g in range(len(maps))
        if all(sorted(maps[g, group].tolist()) == group for group in sets)
        and all(np.array_equal(table[holdings[g]], table) for table in weights)
    )


def average_over(values: NDArray[np.float64], renamings: Renamings) -> NDArray[np.float64]:
    """The mean of float64[1326, ...] values over what the renamings make of each holding."""
    mean: NDArray[np.float64] = values[holding_maps()[list(renamings)]].mean(axis=0)
    return mean


def board_classes(used: Iterable[int], renamings: Renamings) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """One five-card board of each class and how many it represents; the renamings must keep the used cards."""
    from riverboat.cards.isomorphism import canonical_boards
    from riverboat.odds.showdown import _kernels

    gone = list(used)
    if not gone and len(renamings) == 24:
        boards, times = canonical_boards(5)
        return boards, times.astype(np.float64)
    mask = np.uint64(sum(1 << card for card in gone))
    maps = card_maps()[list(renamings)]
    nothing = np.empty((0, 5), np.uint8), np.empty(0, np.float64)
    count = _kernels.orbit_boards(mask, maps, *nothing)
    boards, weights = np.empty((count, 5), np.uint8), np.empty(count, np.float64)
    _kernels.orbit_boards(mask, maps, boards, weights)
    return boards, weights
