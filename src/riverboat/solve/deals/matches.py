"""Who wins between two solved strategies, with the luck of the betting taken out?

Every deal is played twice with seats exchanged (duplicate), and on each the whole betting tree is walked with both
players' probabilities: what they win is the mean over everything they might have drawn, so that only the cards are
sampled. Limit hold'em between two strategies takes some 60 microseconds a deal.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress
from riverboat.solve.deals.strategy import DealStrategy
from riverboat.stats.mean import RunningMean

_PIECE: Final = 1000


def expected_duplicate(
    first: DealStrategy, second: DealStrategy, deals: int, seed: int = 1, on_progress: OnProgress | None = None
) -> RunningMean:
    """Chips per hand that the first wins from the second; each value is a deal, in both seats."""
    from riverboat.solve.deals._kernels.dealing import shuffle
    from riverboat.solve.deals._kernels.valuing import value_deals

    first.require_game(second.rules)
    if first.rules.players != 2 or deals < 1:
        raise RiverboatError(f"{first.rules.players} players, {deals} deals: expected 2, and 1 or more")
    game = first.game
    rng = np.random.SeedSequence(seed).generate_state(4, np.uint64).astype(np.uint64)
    both = (first, second), (second, first)
    nodes = [np.stack([one.game.nodes, other.game.nodes]) for one, other in both]
    found = RunningMean()
    for start in range(0, deals, _PIECE):
        dealt = np.empty((min(_PIECE, deals - start), game.cards), np.uint8)
        shuffle(rng, game.rules.deck.size, dealt)
        seen = {id(each): each.game.see(dealt) for each in (first, second)}
        ranks = game.views.ranks(dealt, seen[id(first)])
        won = np.zeros(len(dealt))
        for seat, (one, other) in enumerate(both):
            values = np.empty((len(dealt), 2))
            value_deals(
                nodes[seat], game.payoffs, ranks, seen[id(one)], seen[id(other)], one.vector, other.vector, game.ties,
                values,
            )  # fmt: skip
            won += values[:, seat] / 2
        for value in won.tolist():
            found.add(value)
        if on_progress:
            on_progress(Progress(start + len(dealt), deals))
    return found
