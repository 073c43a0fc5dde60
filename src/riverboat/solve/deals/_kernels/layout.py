"""How deals, nodes and sums lie in memory, and what every walk over them does.

Layouts (`game.py` makes them):

- `nodes` uint32[N, 9], in level order with children side by side: who decides (or DEAL, END, UNUSED), the first child,
  how many, the row of hand 0, the street, who decided before, who is still in as bits, the row of `payoffs`, and how
  many rows there are from one hand to the next.
- `sums` float64[rows, 2]: cumulative regret and cumulative strategy; an information set's choices are the rows
  base + hand * stride + choice. A regret of -inf means that the choice does not exist.
- `payoffs` float64[P, players]: row slot + `codes[live]`; the codes of a deal say who wins among any group of players.
- `hands` uint32[deals, players, streets]: what each player holds and sees, as a number; `ranks` int32[deals, players]:
  the rank of each player's final hand.
- `weight`: 0 multiplies regrets by the reach of all other players, 1 by that of the previous player alone.
"""

from __future__ import annotations

import numpy as np
from numba import njit

PLAYER, FIRST, CHILDREN, BASE, STREET, PREVIOUS, LIVE, SLOT, STRIDE = range(9)
MAX_PLAYERS = 10
DEAL, END, UNUSED = 253, 254, 255
TWO_GONE = np.uint8(2)
CUT = np.uint8(100)  # more than players; below a choice that does not exist


@njit
def find_winners(ranks, i, ties, best, codes):
    """For every group of players, as bits: who has the best hand, as bits if hands can tie, otherwise by position."""
    players = ranks.shape[1]
    codes[0] = 0
    for p in range(players):
        rank = ranks[i, p]
        bit = 1 << p
        best[bit] = rank
        codes[bit] = bit if ties else p
        for others in range(1, bit):
            group = bit + others
            if rank > best[others]:
                best[group] = rank
                codes[group] = codes[bit]
            else:
                best[group] = best[others]
                codes[group] = codes[others]
                if ties and rank == best[others]:
                    codes[group] |= codes[bit]


@njit
def match_regrets(sums, row, count, chance, at):
    """Regret matching into `chance[at:]`: positive regrets in proportion, otherwise uniform over existing choices."""
    total = 0.0
    exist = 0
    for a in range(count):
        regret = sums[row + a, 0]
        chance[at + a] = regret if regret > 0.0 else 0.0
        total += chance[at + a]
        exist += regret > -np.inf
    for a in range(count):
        if total > 0.0:
            chance[at + a] /= total
        else:
            chance[at + a] = 1.0 / exist if sums[row + a, 0] > -np.inf else 0.0


@njit
def average_value(value, chance, gone, node, first, children, players):
    """What a decision is worth to everybody: the mean over its actions, without those that nobody reaches."""
    for q in range(players):
        value[node, q] = 0.0
    for child in range(first, first + children):
        if gone[child] < TWO_GONE:
            s = chance[child]
            for q in range(players):
                value[node, q] += s * value[child, q]


@njit
def pay_end(nodes, node, payoffs, codes, value):
    """What everyone wins at an end, into its values."""
    paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
    for q in range(payoffs.shape[1]):
        value[node, q] = payoffs[paid, q]
