"""Step 1, down: how likely the opponent comes to each node with each hand."""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.spot._kernels.compiled import inlined, inner, stay_whole
from riverboat.solve.spot._kernels.layout import ACTIONS, CHILD, LEARN, ROLE, ROW, SLOT, THEIRS
from riverboat.solve.spot._kernels.matching import clear, decode, match_few, matching, share


@inlined
def _split(source, slot, actions, locked, lock, reach, row, child_row, width):
    for hand in range(0, width, 16):
        factor, even = matching(source, slot, actions, hand)
        here = lanes.load(reach, row, hand)
        for action in range(actions):
            often = share(source, slot, action, hand, factor, even, locked, lock)
            lanes.store(reach, child_row + action, hand, often * here)


@inlined
def _split_few(source, slot, actions, reach, row, child_row, width):
    """The same for two, three or four actions, a constant, of which none is locked."""
    for hand in range(0, width, 16):
        (a, b, c, d), _ = match_few(source, slot, actions, hand)
        here = lanes.load(reach, row, hand)
        lanes.store(reach, child_row, hand, a * here)
        lanes.store(reach, child_row + 1, hand, b * here)
        if actions > 2:
            lanes.store(reach, child_row + 2, hand, c * here)
        if actions > 3:
            lanes.store(reach, child_row + 3, hand, d * here)


@inlined
def _is_empty(reach, row, width):
    total = lanes.zeros()
    for hand in range(0, width, 16):
        total = total + lanes.load(reach, row, hand)
    return not lanes.largest(total) > np.float32(0.0)


@inner
def spread(forest, store, board, mode, locks, scratch, width):
    """Rows of reach for every node, from those of the roots; rows below an unreached node are marked dead.

    The opponent plays by his regrets while somebody learns, else his average.
    """
    stay_whole()
    nodes, root_rows = forest.nodes, forest.root_rows
    reach, dead, decoded = scratch.reach, scratch.dead, scratch.rows[0]
    is_short = store.is_short
    long = store.regrets if mode == LEARN else store.sums
    short = store.short_regrets if mode == LEARN else store.short_sums
    locked, locked_at = locks.rows, locks.at
    has_locks = locked_at.shape[1] > 0
    for row in range(dead.shape[0]):
        dead[row] = 0
    for root in range(root_rows.shape[0]):
        row = root_rows[root]
        dead[row] = _is_empty(reach, row, width)
    for node in range(nodes.shape[0]):
        if nodes[node, ROLE] != THEIRS:
            continue
        row = nodes[node, ROW]
        actions = np.int64(nodes[node, ACTIONS])
        child_row = nodes[nodes[node, CHILD], ROW]
        if dead[row] or _is_empty(reach, row, width):
            dead[row] = 1
            for action in range(actions):
                dead[child_row + action] = 1
                clear(reach, child_row + action, width)
            continue
        slot = np.int64(nodes[node, SLOT])
        lock = np.int64(locked_at[board, node]) if has_locks else np.int64(-1)
        if is_short:
            decode(short[board], slot, np.float32(1.0), decoded, actions, width)
            source, slot = decoded, np.int64(0)
        else:
            source = long[board]
        if actions == 2 and lock < 0:
            _split_few(source, slot, np.int64(2), reach, row, child_row, width)
        elif actions == 3 and lock < 0:
            _split_few(source, slot, np.int64(3), reach, row, child_row, width)
        elif actions == 4 and lock < 0:
            _split_few(source, slot, np.int64(4), reach, row, child_row, width)
        else:
            _split(source, slot, actions, locked, lock, reach, row, child_row, width)


@inner
def is_any_alive(rows, dead):
    """Whether the opponent comes to any of some rows."""
    alive = False
    for place in range(rows.shape[0]):
        alive |= not dead[rows[place]]
    return alive


@inner
def deal_to_early(sources, above, targets, live, reach):
    """Reach at the roots of a board before the river: that of the deals, less the hands that the card blocks."""
    for number in range(targets.shape[0]):
        for hand in range(live.shape[0]):
            reach[targets[number], hand] = above[sources[number], hand] * live[hand]


@inner
def deal_to_river(sources, above, targets, their_hand, count, reach):
    """Reach at the roots of a river board, in its order of strength."""
    for number in range(targets.shape[0]):
        for place in range(count):
            reach[targets[number], place] = above[sources[number], their_hand[place]]
        for place in range(count, (count + 15) // 16 * 16):
            reach[targets[number], place] = np.float32(0.0)
