"""How far is every hold'em hand ahead of every other, if both go to the showdown? One matrix for a board.

With it whole ranges meet by a product of matrices: `lead_matrix(board) @ reach` is what each hand wins less what it
loses against a range, in stakes, averaged over all run-outs. A river takes 6 ms, a turn 20, a flop 0.15 s; 7 MB each.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.errors import DealError
from riverboat.odds.range_equity import rank_holdings
from riverboat.odds.showdown.matchups import preflop_matchups

Singles = NDArray[np.float32]
_RUN_OUTS: Final = {3: 990, 4: 44, 5: 1}
"""By cards on the board: run-outs that two known hands leave."""


def lead_matrix(board: tuple[int, ...]) -> Singles:
    """float32[1326, 1326]: how often a row's hand wins less how often it loses against a column's, over all run-outs.

    0 where the hands share a card, or the board has one of theirs. Before the flop the 169 starting hands are taken for
    their holdings, a mean over suits.
    """
    if len(board) not in (0, *_RUN_OUTS):
        raise DealError(f"a board of {len(board)} cards: expected 0, 3, 4 or 5")
    return _before_flop() if not board else _on_board(tuple(board))


@lru_cache(maxsize=8)
def _on_board(board: tuple[int, ...]) -> Singles:
    from riverboat.odds.leads._kernels import add_leads

    rest = [card for card in range(DECK_SIZE) if card not in board]
    live = np.flatnonzero(~np.isin(HOLDING_CARDS, board).any(axis=1))
    every = [rank_holdings((*board, *cards)) for cards in combinations(rest, 5 - len(board))]
    ranks = np.ascontiguousarray(np.array(every, np.int16)[:, live])
    total = np.zeros((len(live), len(live)), np.int16)
    add_leads(ranks, total)
    possible = (ranks >= 0).astype(np.float32)
    leads = np.tril(total - possible.T @ (1.0 - possible), -1)  # a blocked hand was not beaten
    found = np.zeros((HOLDINGS, HOLDINGS), np.float32)
    found[np.ix_(live, live)] = (leads - leads.T) / _RUN_OUTS[len(board)]
    found[~_apart()] = 0.0
    found.flags.writeable = False
    return found


@lru_cache(maxsize=1)
def _before_flop() -> Singles:
    classes = HOLDING_CLASS.astype(np.int64)
    found = (2.0 * preflop_matchups().equity - 1.0)[np.ix_(classes, classes)].astype(np.float32)
    found[~_apart()] = 0.0
    found.flags.writeable = False
    return found


@lru_cache(maxsize=1)
def _apart() -> NDArray[np.bool_]:
    """Which pairs of holdings share no card."""
    held = np.zeros((HOLDINGS, DECK_SIZE), np.float32)
    held[np.arange(HOLDINGS)[:, None], HOLDING_CARDS] = 1.0
    return np.asarray(held @ held.T == 0.0)
