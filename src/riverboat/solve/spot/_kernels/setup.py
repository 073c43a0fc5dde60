"""Before a solve and beside it: who wins how often when the hands are shown."""

from __future__ import annotations

import numpy as np

from riverboat.solve.spot._kernels.compiled import entry


@entry
def add_signs(my_ranks, their_ranks, my_image, their_image, renamed, counts):
    """Add one board to wins less losses: hands keep their strength when board and hands are renamed together.

    `renamed` is working memory, as long as `their_ranks`.
    """
    for hand in range(their_ranks.shape[0]):
        renamed[their_image[hand]] = their_ranks[hand]
    for hand in range(my_ranks.shape[0]):
        rank = my_ranks[hand]
        if rank < 0:
            continue
        row = counts[my_image[hand]]
        for other in range(renamed.shape[0]):
            met = renamed[other]
            row[other] += np.int8((met < rank) & (met >= 0)) - np.int8(met > rank)


@entry
def lead_on_board(my_ranks, their_ranks, my_cards, their_cards, reach, found):
    """Wins less losses of each hand against the opponent's reach on one river board, in float64, pair by pair."""
    for mine in range(my_ranks.shape[0]):
        found[mine] = 0.0
        rank = my_ranks[mine]
        if rank < 0:
            continue
        a, b = my_cards[mine, 0], my_cards[mine, 1]
        total = 0.0
        for theirs in range(their_ranks.shape[0]):
            met = their_ranks[theirs]
            c, d = their_cards[theirs, 0], their_cards[theirs, 1]
            if met < 0 or a in (c, d) or b in (c, d):
                continue
            if met < rank:
                total += reach[theirs]
            elif met > rank:
                total -= reach[theirs]
        found[mine] = total
