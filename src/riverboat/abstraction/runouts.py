"""Who wins more often when the rest of the board is dealt? Every pair of hands of a flop, turn or river, exactly.

It takes the place of the database over which Gilpin and Sandholm (2006) computed for a month: 0.1 s for a flop with its
990 run-outs a pair, 5 ms for a turn. All 1,755 flops would be 4.9 GB, so a matrix is used and dropped.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import live_holdings
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import DealError
from riverboat.odds.strength.inputs import tables

RUNOUTS: Final = {3: 990, 4: 44, 5: 1}
"""Of a pair of hands, by the number of board cards."""


def runouts_won(board: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """The holdings that a board leaves, and [i, j]: run-outs that the i-th of them wins from the j-th less those lost.

    Pairs that share a card have numbers without meaning.
    """
    from riverboat.abstraction._kernels import runout_matrix

    if len(board) not in RUNOUTS:
        raise DealError(f"{len(board)} board cards: expected {', '.join(map(str, RUNOUTS))}")
    live = live_holdings(board)
    places = np.full(HOLDINGS, -1, np.int64)
    places[live] = np.arange(len(live))
    won = np.zeros((len(live), len(live)), np.int16)
    ranks = tables()
    runout_matrix(ranks.by_size[7], ranks.words, HOLDING_CARDS, board, places, won)
    return live, won
