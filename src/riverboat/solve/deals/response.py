"""How far is a profile from an equilibrium? Every player's exact best response, by enumerating the deals.

For each player the worth of every end is summed over all deals, by the hand that the player holds, with the chance
that the others play there; going up the betting tree the player takes the best choice at each of the information sets.
The gain is what that wins beyond the profile. The sum of the gains is zero exactly in equilibrium (NashConv).

The deals are all ordered ways to draw the cards: 24 for 3-player Kuhn poker with 4 cards, a millisecond. Games with
more than some billions of nodes over all deals are refused; 8 players and 13 cards are among them.
"""

from __future__ import annotations

from math import perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.betting import DEAL, END, TooLargeError
from riverboat.solve.core.exploitability import Exploitability, exploitability_of
from riverboat.solve.deals.game import DealGame, Floats

MAX_VISITS: Final = 5_000_000_000
_VISITS: Final = 1_000_000


def best_responses(game: DealGame, strategy: Floats) -> Exploitability:
    """Best responses to a profile, float64[rows]."""
    from riverboat.solve.deals._kernels.dealing import list_deals
    from riverboat.solve.deals._kernels.valuing import add_ends

    size, deals = game.rules.deck.size, perm(game.rules.deck.size, game.cards)
    visits = deals * len(game.nodes)
    if visits > MAX_VISITS:
        raise TooLargeError(
            f"{game.rules.identity}: best responses look at {visits:,} nodes; up to {MAX_VISITS:,} are looked at"
        )
    betting = game.betting
    counts = np.array([1, *game.hand_counts])[betting.street + (betting.player != DEAL)]
    places = np.cumsum(counts) - counts
    by_node = np.zeros(len(game.nodes), np.int64)
    used = game.betting_node >= 0
    by_node[used] = places[game.betting_node[used]]
    worth, values = np.zeros((game.players, int(counts.sum()))), np.zeros(game.players)
    step = max(1, _VISITS // len(game.nodes))
    for first in range(0, deals, step):
        dealt = np.empty((min(step, deals - first), game.cards), np.uint8)
        list_deals(first, size, dealt)
        hands = game.see(dealt)
        ranks = game.numbered.ranks(dealt, hands)
        add_ends(game.nodes, game.payoffs, ranks, hands, strategy, by_node, game.ties, worth, values)
    best = tuple(float(_best(game, worth[player], places, counts, player)) / deals for player in range(game.players))
    return exploitability_of(game.rules, (values / deals).tolist(), best)


def _best(
    game: DealGame, worth: Floats, places: NDArray[np.int64], counts: NDArray[np.int64], player: int
) -> np.float64:
    """The worth of the root, when the player always takes the best choice."""
    betting = game.betting
    rows = [worth[place : place + count] for place, count in zip(places.tolist(), counts.tolist(), strict=True)]
    for node in range(betting.nodes - 1, -1, -1):
        who, first = int(betting.player[node]), int(betting.first_child[node])
        if who == END:
            continue
        below = rows[first : first + int(betting.children[node])]
        if who == DEAL:
            rows[node] = below[0].reshape(len(rows[node]), -1).sum(axis=1)
        else:
            rows[node] = np.max(below, axis=0) if who == player else np.sum(below, axis=0)
    result: np.float64 = rows[0][0]
    return result
