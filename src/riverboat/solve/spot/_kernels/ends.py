"""Step 2 before the river: folds, and all-ins by a matrix of wins less losses over all boards to come."""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.spot._kernels.compiled import inner, stay_whole
from riverboat.solve.spot._kernels.layout import ALL_CARDS, CARD_A, CARD_B, FOLD_PAY, ROW, SAME, STAKE, TOLL
from riverboat.solve.spot._kernels.matching import clear


@inner
def _fold_values(hands, scratch, row, pay, node):
    """Add what a fold is worth to every hand: the reach of the hands that it can meet (inclusion and exclusion)."""
    mine, theirs = hands.mine, hands.theirs
    reach, values, by_card = scratch.reach, scratch.values, scratch.by_card
    for card in range(ALL_CARDS):
        by_card[card] = 0.0
    every = 0.0
    for hand in range(theirs.shape[1]):
        weight = np.float64(reach[row, hand])
        every += weight
        by_card[theirs[CARD_A, hand]] += weight
        by_card[theirs[CARD_B, hand]] += weight
    for hand in range(mine.shape[1]):
        meetable = every - by_card[mine[CARD_A, hand]] - by_card[mine[CARD_B, hand]]
        same = mine[SAME, hand]
        if same >= 0:
            meetable += np.float64(reach[row, same])
        values[node, hand] += np.float32(pay * meetable)


@inner
def _all_in_values(matrix, reach, row, their_count, factor, values, node, width):
    """What an all-in is worth: wins less losses over all boards to come, times the opponent's reach.

    The matrix is stored in tiles of sixteen of my hands: row `tile * their_count + their hand`.
    """
    scale = lanes.splat(factor)
    for tile in range(width // 16):
        first = tile * their_count
        even = lanes.zeros()
        odd = lanes.zeros()
        for hand in range(0, their_count - 1, 2):
            even = even + lanes.load(matrix, first + hand, 0) * lanes.splat(reach[row, hand])
            odd = odd + lanes.load(matrix, first + hand + 1, 0) * lanes.splat(reach[row, hand + 1])
        if their_count % 2:
            last = their_count - 1
            even = even + lanes.load(matrix, first + last, 0) * lanes.splat(reach[row, last])
        lanes.store(values, node, tile * 16, (even + odd) * scale)


@inner
def settle_early(side, board):
    """Values of the folds and all-ins of one board before the river."""
    stay_whole()
    forest, hands, scratch, matrix, per_runout = side.forest, side.hands, side.scratch, side.matrix, side.per_runout
    reach, dead, values = scratch.reach, scratch.dead, scratch.values
    nodes, pays, folds, all_ins = forest.nodes, forest.pays, forest.folds, forest.all_ins
    their_count = hands.theirs.shape[1]
    my_width = (hands.mine.shape[1] + 15) // 16 * 16
    for place in range(folds.shape[0]):
        node = folds[place]
        row = nodes[node, ROW]
        clear(values, node, my_width)
        if not dead[row]:
            _fold_values(hands, scratch, row, pays[FOLD_PAY, row], node)
    for place in range(all_ins.shape[0]):
        node = all_ins[place]
        row = nodes[node, ROW]
        clear(values, node, my_width)
        if dead[row]:
            continue
        toll = pays[TOLL, row]
        gain = (pays[STAKE, row] - toll) * per_runout
        _all_in_values(matrix[board], reach, row, their_count, gain, values, node, my_width)
        if toll > np.float32(0.0):
            _fold_values(hands, scratch, row, -toll, node)
