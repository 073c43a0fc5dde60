"""Payoffs of three players by class of starting hand, from the exact three-way table.

For each seat and end a tensor float32[169, 169 * 169]: probability of the three classes times what the end pays, the
seat's own class first, the others in the order of action. Each is 19 MB; chips need nine of them, prizes twelve.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASSES
from riverboat.odds.multiway import rank_pairs, three_way, weak_orders
from riverboat.odds.multiway.three_way import BOARDS
from riverboat.progress import OnProgress

_DEALS: Final = 1326 * 1225 * 1128 * BOARDS


def three_players(
    table: NDArray[np.float64], on_progress: OnProgress | None
) -> tuple[NDArray[np.float32], Callable[[int, int], NDArray[np.float32]]]:
    """The weights of classes, and a function from seat and end to its tensor."""
    from riverboat.solve.pushfold import _kernels

    counts = three_way(on_progress).counts
    pair_of, suited = rank_pairs()
    standings = weak_orders(3).standings
    numbers = {tuple(row): number for number, row in enumerate(standings.tolist())}
    # renamed[k, o]: the order of the hands as permutation k puts them that is order o of the hands as they sit
    sitting = list(permutations(range(3)))
    renamed = np.array([[numbers[tuple(row[list(p)].tolist())] for row in standings] for p in sitting], np.int64)

    def tensor(payoff: NDArray[np.float64], seat: int) -> NDArray[np.float32]:
        out = np.zeros((CLASSES, CLASSES, CLASSES), np.float32)
        axes = np.array([seat, *(other for other in range(3) if other != seat)])
        payoffs = np.empty(renamed.shape)
        np.put_along_axis(payoffs, renamed, np.broadcast_to(payoff / _DEALS, renamed.shape), axis=1)
        _kernels.fill_tensor(counts, pair_of, suited, payoffs, axes, out)
        return out.reshape(CLASSES, CLASSES * CLASSES)

    return tensor(np.ones(len(standings)), 0), lambda seat, end: tensor(table[:, seat, end], seat)
