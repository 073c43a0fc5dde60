"""Matches of 3-player Kuhn poker between fixed strategies and Lucifers, without agents.

`nodes`, `payoffs` and `ranks` are those of `solve/deals`; `tables` float64[T, rows] are strategies. A chair is a row of
`chairs` int64[players, 6]: the strategy of a fixed player, or -1; and for a Lucifer its K, its best-utility strategy,
where its pool begins, the size of the pool, and whether it draws from it at every action; the aggressive strategy is
`tables[0]`. Positions move on with each hand, memory is lost with each match.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.odds.jit import next_random

_PLAYER, _FIRST, _CHILDREN, _BASE, _SLOT, _LIVE = 0, 1, 2, 3, 7, 6
_END = 254
_HALF = np.uint64(32)
_MANTISSA = np.uint64(11)
_UNIT = 1.0 / 9007199254740992.0


@njit
def _below(bits, count):
    return np.int64(((bits >> _HALF) * np.uint64(count)) >> _HALF)


@njit(cache=True, nogil=True)
def play_matches(nodes, payoffs, ranks, tables, chairs, hands, cards, rng, longest, won, used):
    """Play a match for each row of `won` float64[matches, players]; `used` int64[players, 3] counts ways to play.

    `cards` and `rng` uint64[4] are the generators; `longest` is at least every K.
    """
    players, size = payoffs.shape[1], ranks.size
    c0, c1, c2, c3 = cards[0], cards[1], cards[2], cards[3]
    d0, d1, d2, d3 = rng[0], rng[1], rng[2], rng[3]
    deck = np.arange(size)
    rings = np.zeros((players, 3, longest))
    sums = np.zeros((players, 3))
    counts = np.zeros((players, 3), np.int64)
    ways = np.zeros(players, np.int64)
    playing = np.zeros(players, np.int64)
    for match in range(won.shape[0]):
        rings[:] = 0.0
        sums[:] = 0.0
        counts[:] = 0
        for hand in range(hands):
            for card in range(players):
                bits, c0, c1, c2, c3 = next_random(c0, c1, c2, c3)
                pick = card + _below(bits, size - card)
                deck[card], deck[pick] = deck[pick], deck[card]
            for chair in range(players):
                if chairs[chair, 0] >= 0:
                    playing[chair] = chairs[chair, 0]
                    continue
                way = 0
                for other in range(1, 3):
                    if sums[chair, other] > sums[chair, way]:
                        way = other
                ways[chair] = way
                used[chair, way] += 1
                bits, d0, d1, d2, d3 = next_random(d0, d1, d2, d3)
                playing[chair] = 0 if way == 2 else chairs[chair, 2]
                if way == 1:
                    playing[chair] = chairs[chair, 3] + _below(bits, chairs[chair, 4])
            node = 0
            while nodes[node, _PLAYER] != _END:
                position = np.int64(nodes[node, _PLAYER])
                chair = (position + hand) % players
                table = playing[chair]
                if chairs[chair, 0] < 0 and ways[chair] == 1 and chairs[chair, 5]:
                    bits, d0, d1, d2, d3 = next_random(d0, d1, d2, d3)
                    table = chairs[chair, 3] + _below(bits, chairs[chair, 4])
                bits, d0, d1, d2, d3 = next_random(d0, d1, d2, d3)
                draw = np.float64(bits >> _MANTISSA) * _UNIT
                children = np.int64(nodes[node, _CHILDREN])
                row = np.int64(nodes[node, _BASE]) + deck[position] * children
                choice = 0
                while choice < children - 1 and draw >= tables[table, row + choice]:
                    draw -= tables[table, row + choice]
                    choice += 1
                node = np.int64(nodes[node, _FIRST]) + choice
            live = nodes[node, _LIVE]
            winner = 0
            best = np.int64(-1)
            for position in range(players):
                if live >> np.uint32(position) & np.uint32(1) and ranks[deck[position]] > best:
                    best = np.int64(ranks[deck[position]])
                    winner = position
            paid = np.int64(nodes[node, _SLOT]) + (winner if live else 0)
            for position in range(players):
                chair = (position + hand) % players
                result = payoffs[paid, position]
                won[match, chair] += result
                if chairs[chair, 0] < 0:
                    way = ways[chair]
                    place = counts[chair, way] % chairs[chair, 1]
                    # Results are whole chips, so the sum stays exact however often it is updated.
                    sums[chair, way] += result - rings[chair, way, place]
                    rings[chair, way, place] = result
                    counts[chair, way] += 1
    cards[0], cards[1], cards[2], cards[3] = c0, c1, c2, c3
    rng[0], rng[1], rng[2], rng[3] = d0, d1, d2, d3
