"""The range solver's hot loops: reach down a forest, one sweep for all ends on a board, values and regrets back up.

A pass computes the values of one player, the traverser, on one street of one board, in three steps.

1. `spread`: down the forest. At each node of the opponent his strategy splits the row of reach into one per action.
2. `settle`: sixteen rows side by side (transposed) are swept once over the hands in order of strength. `prefix` holds,
   per lane, the reach met so far in all (row 52) and per card; V = all - card1 - card2 is the reach that a hand of mine
   can still meet. A showdown is worth stake * (V below + V through ties - V of all), a fold V of all + the same hand.
3. `gather`: up the forest. The opponent's nodes add, mine mix by regret matching, and regrets and the average move.

Boards of the river have their own order of live hands; the streets before keep one order for all boards and give a
blocked hand no reach. Stores are float32, or 16 bits with one scale per node (`_update` for either is chosen by type).
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np
from numba import njit, types
from numba.extending import overload

from riverboat.solve import lanes
from riverboat.solve.lanes import CHECKED

MINE, THEIRS, FOLD, DEAL, ALL_IN, SHOWDOWN = range(6)
LEARN, BEST, MEAN = range(3)  # what my nodes do: move towards equilibrium, take the best action, play the average
ALL_CARDS = 52

Boards = namedtuple(
    "Boards", "my_count their_count my_hand their_hand my_a my_b their_a their_b below through level same"
)
"""River boards as the traverser sees them; all but the counts are [board, place in the order of strength]."""

Scratch = namedtuple("Scratch", "reach dead values turned prefix shown tile regrets sums")
"""Working memory of one pass on one street."""

Store = namedtuple("Store", "regrets sums regret_scale sum_scale")
"""One player's learning on one street: [board, slot, hand], and the scales of 16-bit stores [board, slot]."""

Locks = namedtuple("Locks", "at rows")
"""Fixed strategies: `at[board, node]` is the first of the node's rows, -1 for none; a negative share is not fixed."""

Images = namedtuple("Images", "start by renamed")
"""Boards that renaming suits makes of a board: `by[start[board]:start[board + 1]]` are rows of `renamed[_, my hand]`."""

Hands = namedtuple("Hands", "my_count their_count my_order my_a my_b their_a their_b same")
"""The hands of both players in the order of the streets before the river."""

RiverSide = namedtuple("RiverSide", "forest boards mine theirs my_locks their_locks scratch images")
"""A traverser's river."""

EarlySide = namedtuple(
    "EarlySide",
    "forest hands my_live their_live matrix per_runout share mine theirs my_locks their_locks scratch images next",
)
"""A traverser's street before the river; boards `next[board]:next[board + 1]` follow each board."""

Discounts = namedtuple("Discounts", "positive negative average")

_fast = njit(cache=not CHECKED, nogil=True, error_model="numpy")
_inlined = njit(nogil=True, error_model="numpy", forceinline=True)


# Step 1: reach.


@_inlined
def _matching(source, slot, actions, hand):
    """Regret matching for sixteen hands: what to multiply positive regrets with, and what to add."""
    total = lanes.zeros()
    for action in range(actions):
        total = total + lanes.positive(lanes.load(source, slot + action, hand))
    nothing = lanes.zeros()
    return (
        lanes.choose(total, lanes.splat(1.0) / total, nothing),
        lanes.choose(total, nothing, lanes.splat(np.float32(1.0) / np.float32(actions))),
    )


@_inlined
def _share(source, slot, action, hand, factor, even, locked, lock):
    """How often sixteen hands take an action: by regret matching, or as locked (a negative share is not)."""
    free = lanes.positive(lanes.load(source, slot + action, hand)) * factor + even
    if lock < 0:
        return free
    fixed = lanes.load(locked, lock + action, hand)
    return lanes.choose(fixed + lanes.splat(0.5), fixed, free)


@_inlined
def _split(source, slot, actions, locked, lock, reach, row, child_row, width):
    for hand in range(0, width, 16):
        factor, even = _matching(source, slot, actions, hand)
        here = lanes.load(reach, row, hand)
        for action in range(actions):
            share = _share(source, slot, action, hand, factor, even, locked, lock)
            lanes.store(reach, child_row + action, hand, share * here)


@_inlined
def _is_empty(reach, row, width):
    total = lanes.zeros()
    for hand in range(0, width, 16):
        total = total + lanes.load(reach, row, hand)
    return not lanes.largest(total) > np.float32(0.0)


@_inlined
def _clear(rows, row, width):
    nothing = lanes.zeros()
    for hand in range(0, width, 16):
        lanes.store(rows, row, hand, nothing)


@_fast
def spread(forest, source, locked_at, locked, reach, dead, width):
    """Rows of reach for every node, from those of the roots; rows below an unreached node are marked dead."""
    dead[:] = 0
    has_locks = locked_at.shape[0] > 0
    for root in forest.roots:
        dead[forest.row[root]] = _is_empty(reach, forest.row[root], width)
    for node in range(forest.role.shape[0]):
        if forest.role[node] != THEIRS:
            continue
        row = forest.row[node]
        actions = forest.actions[node]
        child_row = forest.row[forest.child[node]]
        if dead[row] or _is_empty(reach, row, width):
            dead[row] = 1
            for action in range(actions):
                dead[child_row + action] = 1
                _clear(reach, child_row + action, width)
            continue
        slot = forest.slot[node]
        lock = locked_at[node] if has_locks else -1
        # Two and three actions are the common case; as constants they let the loops unroll.
        if lock >= 0:
            _split(source, slot, actions, locked, lock, reach, row, child_row, width)
        elif actions == 2:
            _split(source, slot, 2, locked, -1, reach, row, child_row, width)
        elif actions == 3:
            _split(source, slot, 3, locked, -1, reach, row, child_row, width)
        else:
            _split(source, slot, actions, locked, -1, reach, row, child_row, width)


# Step 2: the ends of a board.


@_inlined
def _meet(prefix, a, b, reach):
    """Add one hand of the opponent to what has been met."""
    lanes.store(prefix, ALL_CARDS, 0, lanes.load(prefix, ALL_CARDS, 0) + reach)
    lanes.store(prefix, a, 0, lanes.load(prefix, a, 0) + reach)
    lanes.store(prefix, b, 0, lanes.load(prefix, b, 0) + reach)


@_inlined
def _meetable(prefix, a, b):
    return lanes.load(prefix, ALL_CARDS, 0) - lanes.load(prefix, a, 0) - lanes.load(prefix, b, 0)


@_fast
def _sweep(boards, board, turned, prefix, shown, tile, forest, block, values):
    """Every fold and showdown of sixteen rows: one walk over both orders of strength."""
    my_count = boards.my_count[board]
    their_count = boards.their_count[board]
    my_a = boards.my_a[board]
    my_b = boards.my_b[board]
    their_a = boards.their_a[board]
    their_b = boards.their_b[board]
    below = boards.below[board]
    through = boards.through[board]
    level = boards.level[board]
    same = boards.same[board]
    for card in range(ALL_CARDS + 1):
        lanes.store(prefix, card, 0, lanes.zeros())
    # Places behind the last hand belong to nobody: they must stay zero through everything that follows.
    for place in range(my_count, (my_count + 15) // 16 * 16):
        lanes.store(shown, place, 0, lanes.zeros())
    met = 0
    hand = 0
    while hand < my_count:
        weaker = below[hand]
        tied = through[hand]
        end = level[hand]
        while met < weaker:
            _meet(prefix, their_a[met], their_b[met], lanes.load(turned, met, 0))
            met += 1
        if tied == weaker:
            while hand < end:
                reach = _meetable(prefix, my_a[hand], my_b[hand])
                lanes.store(shown, hand, 0, reach + reach)
                hand += 1
        else:
            for equal in range(hand, end):
                lanes.store(shown, equal, 0, _meetable(prefix, my_a[equal], my_b[equal]))
            while met < tied:
                _meet(prefix, their_a[met], their_b[met], lanes.load(turned, met, 0))
                met += 1
            while hand < end:
                reach = _meetable(prefix, my_a[hand], my_b[hand])
                lanes.store(shown, hand, 0, lanes.load(shown, hand, 0) + reach)
                hand += 1
    while met < their_count:
        _meet(prefix, their_a[met], their_b[met], lanes.load(turned, met, 0))
        met += 1

    stake = lanes.load_flat(forest.stake, block)
    toll = lanes.load_flat(forest.toll, block)
    fold_pay = lanes.load_flat(forest.fold_pay, block)
    gain = stake - toll
    for start in range(0, my_count, 16):
        for hand in range(start, min(my_count, start + 16)):
            every = _meetable(prefix, my_a[hand], my_b[hand])
            # The last row of `turned` is always zero: the place of a hand that the opponent cannot have.
            mine_too = lanes.load(turned, same[hand], 0)
            worth = lanes.load(shown, hand, 0) * gain - every * stake - mine_too * toll
            lanes.store(shown, hand, 0, worth)
            lanes.store(tile, hand - start, 0, (every + mine_too) * fold_pay)
        for place in range(my_count - start, 16):
            lanes.store(tile, place, 0, lanes.zeros())
        lanes.transpose_to(shown, start, values, forest.showdown_at, block, start)
        lanes.transpose_to(tile, 0, values, forest.fold_at, block, start)


@_fast
def settle(forest, boards, board, scratch):
    """Values of all ends on one river board."""
    reach = scratch.reach
    their_width = (boards.their_count[board] + 15) // 16 * 16
    my_width = (boards.my_count[board] + 15) // 16 * 16
    for block in range(0, forest.lanes, 16):
        alive = False
        for row in range(block, block + 16):
            if not scratch.dead[row]:
                alive = True
        if not alive:
            for row in range(block, block + 16):
                _clear(scratch.values, forest.showdown_at[row], my_width)
                _clear(scratch.values, forest.fold_at[row], my_width)
            continue
        for hand in range(0, their_width, 16):
            lanes.transpose(reach, block, hand, scratch.turned, hand, 0)
        _sweep(
            boards, board, scratch.turned, scratch.prefix, scratch.shown, scratch.tile, forest, block, scratch.values
        )


# Step 3: values.


@_inlined
def _add_up(values, node, child, actions, width):
    for hand in range(0, width, 16):
        total = lanes.load(values, child, hand)
        for action in range(1, actions):
            total = total + lanes.load(values, child + action, hand)
        lanes.store(values, node, hand, total)


@_fast
def _take_best(values, node, child, actions, width):
    for hand in range(0, width, 16):
        best = lanes.load(values, child, hand)
        for action in range(1, actions):
            best = lanes.greater(best, lanes.load(values, child + action, hand))
        lanes.store(values, node, hand, best)


@_fast
def _take_best_locked(locked, lock, values, node, child, actions, width):
    """The best action for free hands, the fixed mixture for locked ones."""
    for hand in range(0, width, 16):
        best = lanes.load(values, child, hand)
        fixed = lanes.load(locked, lock, hand) * best
        for action in range(1, actions):
            worth = lanes.load(values, child + action, hand)
            best = lanes.greater(best, worth)
            fixed = fixed + lanes.load(locked, lock + action, hand) * worth
        is_fixed = lanes.load(locked, lock, hand) + lanes.splat(0.5)
        lanes.store(values, node, hand, lanes.choose(is_fixed, fixed, best))


@_fast
def _mix(source, slot, locked, lock, values, node, child, actions, width):
    for hand in range(0, width, 16):
        factor, even = _matching(source, slot, actions, hand)
        total = lanes.zeros()
        for action in range(actions):
            share = _share(source, slot, action, hand, factor, even, locked, lock)
            total = total + share * lanes.load(values, child + action, hand)
        lanes.store(values, node, hand, total)


@_inlined
def _learn(regrets, sums, slot, locked, lock, values, node, child, actions, width, discounts):
    """The node's value by regret matching; then regrets and the average move."""
    positive = lanes.splat(discounts.positive)
    negative = lanes.splat(discounts.negative)
    average = lanes.splat(discounts.average)
    for hand in range(0, width, 16):
        factor, even = _matching(regrets, slot, actions, hand)
        total = lanes.zeros()
        for action in range(actions):
            share = _share(regrets, slot, action, hand, factor, even, locked, lock)
            total = total + share * lanes.load(values, child + action, hand)
            lanes.store(sums, slot + action, hand, lanes.load(sums, slot + action, hand) * average + share)
        lanes.store(values, node, hand, total)
        for action in range(actions):
            regret = lanes.load(regrets, slot + action, hand)
            kept = regret * lanes.choose(regret, positive, negative)
            lanes.store(regrets, slot + action, hand, kept + (lanes.load(values, child + action, hand) - total))


@_inlined
def _learn_unrolled(regrets, sums, slot, locked, lock, values, node, child, actions, width, discounts):
    if lock >= 0:
        _learn(regrets, sums, slot, locked, lock, values, node, child, actions, width, discounts)
    elif actions == 2:
        _learn(regrets, sums, slot, locked, -1, values, node, child, 2, width, discounts)
    elif actions == 3:
        _learn(regrets, sums, slot, locked, -1, values, node, child, 3, width, discounts)
    else:
        _learn(regrets, sums, slot, locked, -1, values, node, child, actions, width, discounts)


@_fast
def _decode(store, slot, scale, rows, actions, width):
    factor = lanes.splat(scale)
    for action in range(actions):
        for hand in range(0, width, 16):
            lanes.store(rows, action, hand, lanes.load(store, slot + action, hand) * factor)


@_fast
def _encode(rows, actions, width, store, slot, steps):
    """Store rows in whole steps of the largest magnitude, to nearest; returns the step."""
    top = lanes.zeros()
    for action in range(actions):
        for hand in range(0, width, 16):
            top = lanes.greater(top, lanes.magnitude(lanes.load(rows, action, hand)))
    scale = lanes.largest(top) / steps
    factor = lanes.splat(np.float32(1.0) / scale if scale > np.float32(0.0) else np.float32(0.0))
    for action in range(actions):
        for hand in range(0, width, 16):
            lanes.store(store, slot + action, hand, lanes.load(rows, action, hand) * factor)
    return scale


def _update(mine, board, locked, lock, scratch, slot, node, child, actions, width, discounts):
    """One decision of the traverser: value, regrets, average."""


@overload(_update, inline="never")
def _choose_update(mine, board, locked, lock, scratch, slot, node, child, actions, width, discounts):
    if mine.types[0].dtype == types.float32:

        def update(mine, board, locked, lock, scratch, slot, node, child, actions, width, discounts):
            _learn_unrolled(
                mine.regrets[board],
                mine.sums[board],
                slot,
                locked,
                lock,
                scratch.values,
                node,
                child,
                actions,
                width,
                discounts,
            )

        return update

    def update_16_bit(mine, board, locked, lock, scratch, slot, node, child, actions, width, discounts):
        regrets, sums = mine.regrets[board], mine.sums[board]
        _decode(regrets, slot, mine.regret_scale[board, slot], scratch.regrets, actions, width)
        _decode(sums, slot, mine.sum_scale[board, slot], scratch.sums, actions, width)
        _learn_unrolled(
            scratch.regrets,
            scratch.sums,
            0,
            locked,
            lock,
            scratch.values,
            node,
            child,
            actions,
            width,
            discounts,
        )
        mine.regret_scale[board, slot] = _encode(scratch.regrets, actions, width, regrets, slot, np.float32(32767.0))
        mine.sum_scale[board, slot] = _encode(scratch.sums, actions, width, sums, slot, np.float32(65535.0))

    return update_16_bit


@_fast
def gather(forest, mode, mine, board, locks, scratch, width, discounts):
    """Values of every decision, from those of the ends; with LEARN my regrets and average move."""
    values = scratch.values
    has_locks = locks.at.shape[1] > 0
    sums = mine.sums[board]
    for node in range(forest.role.shape[0] - 1, -1, -1):
        role = forest.role[node]
        if role > THEIRS:
            continue
        if scratch.dead[forest.row[node]]:
            _clear(values, node, width)
            continue
        actions = forest.actions[node]
        child = forest.child[node]
        slot = forest.slot[node]
        if role == THEIRS:
            if actions == 2:
                _add_up(values, node, child, 2, width)
            elif actions == 3:
                _add_up(values, node, child, 3, width)
            else:
                _add_up(values, node, child, actions, width)
            continue
        lock = locks.at[board, node] if has_locks else -1
        if mode == LEARN:
            _update(mine, board, locks.rows, lock, scratch, slot, node, child, actions, width, discounts)
        elif mode == MEAN:
            _mix(sums, slot, locks.rows, lock, values, node, child, actions, width)
        elif lock >= 0:
            _take_best_locked(locks.rows, lock, values, node, child, actions, width)
        else:
            _take_best(values, node, child, actions, width)


# Whole boards.


@_fast
def _spread_board(forest, mode, theirs, board, locks, scratch, width):
    """In learning the opponent plays by his regrets, otherwise his average."""
    if mode == LEARN:
        spread(forest, theirs.regrets[board], locks.at[board], locks.rows, scratch.reach, scratch.dead, width)
    else:
        spread(forest, theirs.sums[board], locks.at[board], locks.rows, scratch.reach, scratch.dead, width)


@_fast
def river(side, board, mode, discounts):
    """One river board: the roots' rows of reach are in place; the roots' values are there afterwards."""
    their_width = (side.boards.their_count[board] + 15) // 16 * 16
    my_width = (side.boards.my_count[board] + 15) // 16 * 16
    _spread_board(side.forest, mode, side.theirs, board, side.their_locks, side.scratch, their_width)
    settle(side.forest, side.boards, board, side.scratch)
    gather(side.forest, mode, side.mine, board, side.my_locks, side.scratch, my_width, discounts)


@_fast
def learn_on_river(sides, schedule):
    """Whole iterations of a spot that begins on the river."""
    for iteration in range(schedule.shape[0]):
        discounts = Discounts(schedule[iteration, 0], schedule[iteration, 1], schedule[iteration, 2])
        for player in range(2):
            river(sides[player], 0, LEARN, discounts)


# The streets before the river.


@_fast
def _fold_values(hands, reach, row, pay, values, node):
    """Add what a fold is worth to every hand: the reach of the hands that it can meet (inclusion and exclusion)."""
    by_card = np.zeros(ALL_CARDS)
    every = 0.0
    for hand in range(hands.their_count):
        weight = np.float64(reach[row, hand])
        every += weight
        by_card[hands.their_a[hand]] += weight
        by_card[hands.their_b[hand]] += weight
    for hand in range(hands.my_count):
        meetable = every - by_card[hands.my_a[hand]] - by_card[hands.my_b[hand]]
        same = hands.same[hand]
        if same >= 0:
            meetable += np.float64(reach[row, same])
        values[node, hand] += np.float32(pay * meetable)


@_fast
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


@_fast
def open_street(side, board, mode):
    """Reach rows of one board before the river, and the values of its folds and all-ins."""
    forest, hands = side.forest, side.hands
    their_width = (hands.their_count + 15) // 16 * 16
    my_width = (hands.my_count + 15) // 16 * 16
    reach, values, dead = side.scratch.reach, side.scratch.values, side.scratch.dead
    _spread_board(forest, mode, side.theirs, board, side.their_locks, side.scratch, their_width)
    for node in forest.folds:
        row = forest.row[node]
        _clear(values, node, my_width)
        if not dead[row]:
            _fold_values(hands, reach, row, forest.fold_pay[row], values, node)
    for node in forest.all_ins:
        row = forest.row[node]
        _clear(values, node, my_width)
        if dead[row]:
            continue
        stake, toll = forest.stake[row], forest.toll[row]
        gain = (stake - toll) * side.per_runout
        _all_in_values(side.matrix[board], reach, row, hands.their_count, gain, values, node, my_width)
        if toll > np.float32(0.0):
            _fold_values(hands, reach, row, -toll, values, node)


@_fast
def close_street(side, board, mode, totals, discounts):
    """Values of what follows a deal, then of everything before it."""
    width = (side.hands.my_count + 15) // 16 * 16
    for number in range(side.forest.deals.shape[0]):
        node = side.forest.deals[number]
        for hand in range(width):
            side.scratch.values[node, hand] = np.float32(totals[number, hand] * side.share)
    gather(side.forest, mode, side.mine, board, side.my_locks, side.scratch, width, discounts)


@_fast
def _is_any_dealt(forest, dead):
    for node in forest.deals:
        if not dead[forest.row[node]]:
            return True
    return False


@_fast
def _spread_images(images, board, values, root, hands, totals):
    """Add a root's values to `totals[hand]`, once for each board that renaming suits makes of this one."""
    for image in range(images.start[board], images.start[board + 1]):
        renamed = images.renamed[images.by[image]]
        for place in range(hands.shape[0]):
            totals[renamed[hands[place]]] += np.float64(values[root, place])


@_fast
def deal_rivers(chosen, above, side, mode, discounts, totals):
    """Add what follows the chosen river boards to `totals[deal, hand]`."""
    if not _is_any_dealt(above.forest, above.scratch.dead):
        return
    forest, reach = side.forest, side.scratch.reach
    for board in chosen:
        count = side.boards.their_count[board]
        their_hand = side.boards.their_hand[board]
        for number in range(forest.roots.shape[0]):
            source = above.forest.row[above.forest.deals[number]]
            target = forest.row[forest.roots[number]]
            for place in range(count):
                reach[target, place] = above.scratch.reach[source, their_hand[place]]
            for place in range(count, (count + 15) // 16 * 16):
                reach[target, place] = np.float32(0.0)
        river(side, board, mode, discounts)
        my_hand = side.boards.my_hand[board, : side.boards.my_count[board]]
        for number in range(forest.roots.shape[0]):
            _spread_images(side.images, board, side.scratch.values, forest.roots[number], my_hand, totals[number])


@_fast
def deal_turns(chosen, above, side, river_side, mode, discounts, totals, river_totals):
    """Add what follows the chosen turn boards to `totals[deal, hand]`, each with all its rivers."""
    if not _is_any_dealt(above.forest, above.scratch.dead):
        return
    forest, scratch = side.forest, side.scratch
    for board in chosen:
        for number in range(forest.roots.shape[0]):
            source = above.forest.row[above.forest.deals[number]]
            target = forest.row[forest.roots[number]]
            for hand in range(side.hands.their_count):
                scratch.reach[target, hand] = above.scratch.reach[source, hand] * side.their_live[board, hand]
        open_street(side, board, mode)
        river_totals[:] = 0.0
        deal_rivers(range(side.next[board], side.next[board + 1]), side, river_side, mode, discounts, river_totals)
        close_street(side, board, mode, river_totals, discounts)
        for number in range(forest.roots.shape[0]):
            root = forest.roots[number]
            for hand in range(side.hands.my_count):
                scratch.values[root, hand] *= side.my_live[board, hand]
            _spread_images(side.images, board, scratch.values, root, side.hands.my_order, totals[number])


# Setting up.


@_fast
def order_hands(ranks, cards, width):
    """Each board's live hands in order of strength: their numbers, higher and lower cards, and ranks, [board, place]."""
    boards, count = ranks.shape
    numbers = np.zeros((boards, width), np.uint16)
    first = np.zeros((boards, width), np.uint16)
    second = np.zeros((boards, width), np.uint16)
    strength = np.zeros((boards, width), np.int16)
    keys = np.empty(count, np.int64)
    for board in range(boards):
        live = 0
        for hand in range(count):
            if ranks[board, hand] >= 0:
                keys[live] = (np.int64(ranks[board, hand]) << 16) | hand
                live += 1
        ordered = np.sort(keys[:live])
        for place in range(live):
            hand = ordered[place] & 0xFFFF
            numbers[board, place] = hand
            first[board, place] = cards[hand, 0]
            second[board, place] = cards[hand, 1]
            strength[board, place] = ordered[place] >> 16
    return numbers, first, second, strength


@_fast
def compare_orders(my_hand, my_a, my_b, my_rank, their_hand, their_a, their_b, their_rank, my_count, their_count):
    """For each of my hands: how many of theirs are weaker, weaker or equal, where my equals end, and the same hand."""
    boards, width = my_rank.shape
    below = np.zeros((boards, width), np.uint16)
    through = np.zeros((boards, width), np.uint16)
    level = np.zeros((boards, width), np.uint16)
    same = np.zeros((boards, width), np.uint16)
    place_of = np.empty(ALL_CARDS * ALL_CARDS, np.uint16)
    for board in range(boards):
        place_of[:] = their_rank.shape[1]
        for place in range(their_count[board]):
            place_of[their_a[board, place] * ALL_CARDS + their_b[board, place]] = place
        weaker = 0
        reached = 0
        end = 0
        for place in range(my_count[board]):
            rank = my_rank[board, place]
            while weaker < their_count[board] and their_rank[board, weaker] < rank:
                weaker += 1
            reached = max(reached, weaker)
            while reached < their_count[board] and their_rank[board, reached] == rank:
                reached += 1
            end = max(end, place)
            while end < my_count[board] and my_rank[board, end] == rank:
                end += 1
            below[board, place] = weaker
            through[board, place] = reached
            level[board, place] = end
            same[board, place] = place_of[my_a[board, place] * ALL_CARDS + my_b[board, place]]
    return below, through, level, same


@_fast
def add_signs(my_ranks, their_ranks, my_image, their_image, counts):
    """Add one board to wins less losses: hands keep their strength when board and hands are renamed together."""
    renamed = np.empty(their_ranks.shape[0], np.int16)
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


@_fast
def lead_on_board(my_ranks, their_ranks, my_cards, their_cards, reach):
    """Wins less losses of each hand against the opponent's reach on one river board, in float64, pair by pair."""
    found = np.zeros(my_ranks.shape[0])
    for mine in range(my_ranks.shape[0]):
        rank = my_ranks[mine]
        if rank < 0:
            continue
        a, b = my_cards[mine, 0], my_cards[mine, 1]
        total = 0.0
        for theirs in range(their_ranks.shape[0]):
            met = their_ranks[theirs]
            c, d = their_cards[theirs, 0], their_cards[theirs, 1]
            if met < 0 or a == c or a == d or b == c or b == d:
                continue
            if met < rank:
                total += reach[theirs]
            elif met > rank:
                total -= reach[theirs]
        found[mine] = total
    return found
