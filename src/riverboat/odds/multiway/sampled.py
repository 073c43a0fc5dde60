"""Showdowns of two to six random hands, remembered by class of starting hand: for games that end before the flop.

One deal is eight bytes: which of the 169 classes every player was dealt, and in which weak order the hands end after a
random board. Millions of deals are kept in memory and used again for every question about them (whatever the stacks,
blinds or prizes are), about three million per second and core are dealt.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import class_index
from riverboat.odds.multiway.orders import weak_orders
from riverboat.progress import OnProgress
from riverboat.workers import in_threads

_PIECE: Final = 1 << 18


class Showdowns(NamedTuple):
    """Random deals."""

    classes: NDArray[np.uint8]
    """uint8[deals, players]: the class of starting hand that each player holds."""
    orders: NDArray[np.int16]
    """int16[deals]: how the hands end, numbered as in `weak_orders(players)`."""


def sample_showdowns(players: int, deals: int, seed: int, on_progress: OnProgress | None = None) -> Showdowns:
    """This many independent deals; the same seed gives the same ones, whatever the number of cores."""
    from riverboat.cards.ranking.orders import HIGH
    from riverboat.cards.ranking.tables import load_tables
    from riverboat.odds.multiway import _kernels

    tables = load_tables(HIGH)
    by_code = weak_orders(players).by_code
    card_classes = np.array([[class_index(a, b) if a != b else 0 for b in range(52)] for a in range(52)], np.uint8)
    classes, orders = np.empty((deals, players), np.uint8), np.empty(deals, np.int16)
    streams = np.random.SeedSequence([players, seed]).spawn(-(-deals // _PIECE))

    def fill(piece: int) -> None:
        part = slice(piece * _PIECE, (piece + 1) * _PIECE)
        rng = streams[piece].generate_state(4, np.uint64)
        _kernels.deal_showdowns(
            tables.by_size[7], tables.words, card_classes, by_code, rng, classes[part], orders[part]
        )  # fmt: skip

    for _ in in_threads(fill, range(len(streams)), on_progress):
        pass
    return Showdowns(classes, orders)
