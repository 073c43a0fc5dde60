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
ROLE, ACTIONS, CHILD, SLOT, ROW = range(5)  # what a forest says of a node
FOLD_PAY, STAKE, TOLL = range(3)  # what it says of a row of reach
COUNT_MINE, COUNT_THEIRS = range(2)
HAND, CARD_A, CARD_B, SAME, BELOW, THROUGH, LEVEL = range(
    7
)  # what an order says of a place; `Hands` has the first four
# What my nodes do: move towards equilibrium, take the best action, play the average, write the best action down as it.
LEARN, BEST, MEAN, RECORD = range(4)
SHOWDOWNS, FOLDS = range(2)  # the two ends of a row
ALL_CARDS = 52
OPEN, GO_ON, CLOSE = 1, 2, 4  # parts of a visit to a street: down to its ends, the boards that follow, back up

# Few arrays of many rows, not many arrays: what Python hands over is unpacked by compiled code, and the time to compile
# that grows with the square of their number.

Boards = namedtuple("Boards", "counts mine theirs")
"""River boards as the traverser sees them: live hands [board, side], and tables [what, board, place by strength]."""

Scratch = namedtuple("Scratch", "reach dead values turned prefix shown learning")
"""Working memory of one pass on one street."""

Store = namedtuple("Store", "regrets sums regret_scale sum_scale")
"""One player's learning on one street: [board, slot, hand], and the scales of 16-bit stores [board, slot]."""

Locks = namedtuple("Locks", "at rows")
"""Fixed strategies: `at[board, node]` is the first of the node's rows, -1 for none; a negative share is not fixed."""

Images = namedtuple("Images", "start by renamed")
"""What renaming suits makes of a board: `by[start[board]:start[board + 1]]` are rows of `renamed[row, my hand]`."""

Hands = namedtuple("Hands", "mine theirs")
"""The hands of both players in the order of the streets before the river, [what, hand]."""

RiverSide = namedtuple("RiverSide", "forest boards mine theirs my_locks their_locks scratch images")
"""A traverser's river."""

EarlySide = namedtuple(
    "EarlySide",
    "forest hands my_live their_live matrix per_runout share mine theirs my_locks their_locks scratch images next",
)
"""A traverser's street before the river; boards `next[board]:next[board + 1]` follow each board."""

Gate = namedtuple("Gate", "weights values regrets sums")
"""A player's choice before the first node, per hand: take `values` and leave, or go on (rows 0 and 1 of the others).

Without hands there is no choice: everybody goes on."""

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
    nodes = forest.nodes
    dead[:] = 0
    has_locks = locked_at.shape[0] > 0
    for row in forest.root_rows:
        dead[row] = _is_empty(reach, row, width)
    for node in range(nodes.shape[0]):
        if nodes[node, ROLE] != THEIRS:
            continue
        row = nodes[node, ROW]
        actions = nodes[node, ACTIONS]
        child_row = nodes[nodes[node, CHILD], ROW]
        if dead[row] or _is_empty(reach, row, width):
            dead[row] = 1
            for action in range(actions):
                dead[child_row + action] = 1
                _clear(reach, child_row + action, width)
            continue
        slot = nodes[node, SLOT]
        lock = locked_at[node] if has_locks else -1
        # Two and three actions are the common case; as constants they let the loops unroll.
        if actions == 2 and lock < 0:
            _split(source, slot, 2, locked, -1, reach, row, child_row, width)
        elif actions == 3 and lock < 0:
            _split(source, slot, 3, locked, -1, reach, row, child_row, width)
        else:
            _split(source, slot, actions, locked, lock, reach, row, child_row, width)


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
def settle(forest, boards, board, scratch):
    """Values of all folds and showdowns on one river board, sixteen rows of reach at a time."""
    my_count = boards.counts[board, COUNT_MINE]
    their_count = boards.counts[board, COUNT_THEIRS]
    my_width = (my_count + 15) // 16 * 16
    mine, theirs, pays = boards.mine, boards.theirs, forest.pays
    my_a, my_b, their_a, their_b = (
        mine[CARD_A, board],
        mine[CARD_B, board],
        theirs[CARD_A, board],
        theirs[CARD_B, board],
    )
    below, through, level, same = mine[BELOW, board], mine[THROUGH, board], mine[LEVEL, board], mine[SAME, board]
    turned, prefix, shown, values = scratch.turned, scratch.prefix, scratch.shown, scratch.values
    folded = shown.shape[0] - 16  # the last sixteen rows take the folds of one tile of hands
    for block in range(0, forest.lanes, 16):
        alive = False
        for row in range(block, block + 16):
            alive |= not scratch.dead[row]
        if not alive:
            for row in range(block, block + 16):
                _clear(values, forest.ends[0, row], my_width)
                _clear(values, forest.ends[1, row], my_width)
            continue
        for hand in range(0, their_count, 16):
            lanes.transpose(scratch.reach, block, hand, turned, hand, 0)

        # One walk over both orders of strength: what each hand meets below itself, and with its ties.
        for card in range(ALL_CARDS + 1):
            lanes.store(prefix, card, 0, lanes.zeros())
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

        # Places behind the last hand belong to nobody: they must stay zero through everything that follows.
        for place in range(my_count, my_width):
            lanes.store(shown, place, 0, lanes.zeros())
        stake = lanes.load(pays, STAKE, block)
        toll = lanes.load(pays, TOLL, block)
        fold_pay = lanes.load(pays, FOLD_PAY, block)
        gain = stake - toll
        for start in range(0, my_count, 16):
            for hand in range(start, min(my_count, start + 16)):
                every = _meetable(prefix, my_a[hand], my_b[hand])
                # The last row of `turned` is always zero: the place of a hand that the opponent cannot have.
                mine_too = lanes.load(turned, same[hand], 0)
                worth = lanes.load(shown, hand, 0) * gain - every * stake - mine_too * toll
                lanes.store(shown, hand, 0, worth)
                lanes.store(shown, folded + hand - start, 0, (every + mine_too) * fold_pay)
            for place in range(my_count - start, 16):
                lanes.store(shown, folded + place, 0, lanes.zeros())
            for end in range(2):
                square = folded if end == FOLDS else start
                lanes.transpose_to(shown, square, values, forest.ends, end, block, start)


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
def _record_best(sums, slot, values, child, actions, width):
    """Make the best action, the first of equals, the average strategy."""
    one, nothing = lanes.splat(1.0), lanes.zeros()
    for hand in range(0, width, 16):
        best = lanes.load(values, child, hand)
        for action in range(1, actions):
            best = lanes.greater(best, lanes.load(values, child + action, hand))
        left = one
        for action in range(actions):
            short = best - lanes.load(values, child + action, hand)
            taken = lanes.choose(short, nothing, left)
            left = left - taken
            lanes.store(sums, slot + action, hand, taken)


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


@_fast
def _decode(store, slot, scale, rows, actions, width):
    factor = lanes.splat(scale)
    for action in range(actions):
        for hand in range(0, width, 16):
            lanes.store(rows, action, hand, lanes.load(store, slot + action, hand) * factor)


@_fast
def _encode(rows, actions, width, store, slot):
    """Store rows in 32,767 steps of the largest magnitude, to nearest; returns the step."""
    top = lanes.zeros()
    for action in range(actions):
        for hand in range(0, width, 16):
            top = lanes.greater(top, lanes.magnitude(lanes.load(rows, action, hand)))
    scale = lanes.largest(top) / np.float32(32767.0)
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
            regrets, sums, values = mine.regrets[board], mine.sums[board], scratch.values
            # Two and three actions are the common case; as constants they let the loops unroll.
            if actions == 2 and lock < 0:
                _learn(regrets, sums, slot, locked, -1, values, node, child, 2, width, discounts)
            elif actions == 3 and lock < 0:
                _learn(regrets, sums, slot, locked, -1, values, node, child, 3, width, discounts)
            else:
                _learn(regrets, sums, slot, locked, lock, values, node, child, actions, width, discounts)

        return update

    def update_16_bit(mine, board, locked, lock, scratch, slot, node, child, actions, width, discounts):
        regrets, sums = mine.regrets[board], mine.sums[board]
        regret_rows, sum_rows = scratch.learning[0], scratch.learning[1]
        _decode(regrets, slot, mine.regret_scale[board, slot], regret_rows, actions, width)
        _decode(sums, slot, mine.sum_scale[board, slot], sum_rows, actions, width)
        values = scratch.values
        _learn(regret_rows, sum_rows, 0, locked, lock, values, node, child, actions, width, discounts)
        mine.regret_scale[board, slot] = _encode(regret_rows, actions, width, regrets, slot)
        mine.sum_scale[board, slot] = _encode(sum_rows, actions, width, sums, slot)

    return update_16_bit


@_fast
def gather(forest, mode, mine, board, locks, scratch, width, discounts):
    """Values of every decision, from those of the ends; with LEARN my regrets and average move."""
    nodes, values = forest.nodes, scratch.values
    has_locks = locks.at.shape[1] > 0
    sums = mine.sums[board]
    for node in range(nodes.shape[0] - 1, -1, -1):
        role = nodes[node, ROLE]
        if role > THEIRS:
            continue
        # What nobody plays to is worth nothing and teaches nothing, but the average there goes on.
        if scratch.dead[nodes[node, ROW]] and (role == THEIRS or mode != LEARN):
            _clear(values, node, width)
            continue
        actions = nodes[node, ACTIONS]
        child = nodes[node, CHILD]
        slot = nodes[node, SLOT]
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
            continue
        if mode == MEAN:
            _mix(sums, slot, locks.rows, lock, values, node, child, actions, width)
            continue
        if mode == RECORD:
            _record_best(sums, slot, values, child, actions, width)
        if lock >= 0:
            _take_best_locked(locks.rows, lock, values, node, child, actions, width)
        else:
            _take_best(values, node, child, actions, width)


# The gate before the first node.


@_inlined
def _share_going_on(rows, hand):
    leave, go = max(rows[0, hand], np.float32(0.0)), max(rows[1, hand], np.float32(0.0))
    return go / (leave + go) if leave + go > np.float32(0.0) else np.float32(0.5)


@_fast
def enter(gate, rows, reach, row):
    """Reach at the first node when its player goes through the gate as `rows` (regrets or sums) say."""
    for hand in range(gate.weights.shape[0]):
        reach[row, hand] = gate.weights[hand] * _share_going_on(rows, hand)


@_fast
def move_gate(gate, values, discounts):
    """Regrets of leaving and going on, when going on is worth `values[0, hand]`."""
    for hand in range(gate.weights.shape[0]):
        share = _share_going_on(gate.regrets, hand)
        mean = share * values[0, hand] + (np.float32(1.0) - share) * gate.values[hand]
        for choice in range(2):
            worth = values[0, hand] if choice else gate.values[hand]
            played = share if choice else np.float32(1.0) - share
            regret = gate.regrets[choice, hand]
            kept = regret * (discounts.positive if regret > np.float32(0.0) else discounts.negative)
            gate.regrets[choice, hand] = kept + worth - mean
            gate.sums[choice, hand] = gate.sums[choice, hand] * discounts.average + played


# Ends before the river.


@_fast
def _fold_values(hands, reach, row, pay, values, node):
    """Add what a fold is worth to every hand: the reach of the hands that it can meet (inclusion and exclusion)."""
    by_card = np.zeros(ALL_CARDS)
    every = 0.0
    mine, theirs = hands.mine, hands.theirs
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
def _early_ends(forest, hands, matrix, per_runout, reach, dead, values):
    """Values of the folds and all-ins of one board before the river."""
    my_width = (hands.mine.shape[1] + 15) // 16 * 16
    nodes, pays, their_count = forest.nodes, forest.pays, hands.theirs.shape[1]
    for node in forest.folds:
        row = nodes[node, ROW]
        _clear(values, node, my_width)
        if not dead[row]:
            _fold_values(hands, reach, row, pays[FOLD_PAY, row], values, node)
    for node in forest.all_ins:
        row = nodes[node, ROW]
        _clear(values, node, my_width)
        if dead[row]:
            continue
        toll = pays[TOLL, row]
        gain = (pays[STAKE, row] - toll) * per_runout
        _all_in_values(matrix, reach, row, their_count, gain, values, node, my_width)
        if toll > np.float32(0.0):
            _fold_values(hands, reach, row, -toll, values, node)


# All streets.


@_fast
def _is_any_alive(rows, dead):
    alive = False
    for row in rows:
        alive |= not dead[row]
    return alive


@_fast
def _deal_to_early(sources, above, targets, live, reach):
    """Reach at the roots of a board before the river: that of the deals, less the hands that the card blocks."""
    for number in range(targets.shape[0]):
        for hand in range(live.shape[0]):
            reach[targets[number], hand] = above[sources[number], hand] * live[hand]


@_fast
def _deal_to_river(sources, above, targets, their_hand, count, reach):
    """Reach at the roots of a river board, in its order of strength."""
    for number in range(targets.shape[0]):
        for place in range(count):
            reach[targets[number], place] = above[sources[number], their_hand[place]]
        for place in range(count, (count + 15) // 16 * 16):
            reach[targets[number], place] = np.float32(0.0)


@_fast
def _take_totals(deals, totals, share, count, values):
    """The mean over the cards dealt, as the values of the deals."""
    for number in range(deals.shape[0]):
        for hand in range(count):
            values[deals[number], hand] = np.float32(totals[number, hand] * share)


@_fast
def _collect(images, board, roots, values, hands, totals):
    """Add the values of the roots, the first nodes, to `totals[root, hand]`, once for each board that is meant."""
    for image in range(images.start[board], images.start[board + 1]):
        renamed = images.renamed[images.by[image]]
        for root in range(roots):
            for place in range(hands.shape[0]):
                totals[root, renamed[hands[place]]] += np.float64(values[root, place])


# Sides are large tuples, and every function to which one is passed whole takes seconds more to compile, as does every
# level of calls: what follows takes them apart, and calls the three steps directly.


@_fast
def visit_river(sides, gates, weights, mode, players, schedule):
    """Passes of the players over a spot that begins on the river, once for each row of discounts.

    Returns what the first node is worth to each.
    """
    worth = np.zeros(2)
    for iteration in range(schedule.shape[0]):
        discounts = Discounts(schedule[iteration, 0], schedule[iteration, 1], schedule[iteration, 2])
        for player in players:
            side, gate, theirs = sides[player], gates[player], gates[1 - player]
            forest, boards, locks, scratch = side.forest, side.boards, side.their_locks, side.scratch
            if theirs.weights.shape[0]:
                rows = theirs.regrets if mode == LEARN else theirs.sums
                enter(theirs, rows, scratch.reach, forest.root_rows[0])
            their_width = (boards.counts[0, COUNT_THEIRS] + 15) // 16 * 16
            my_width = (boards.counts[0, COUNT_MINE] + 15) // 16 * 16
            source = side.theirs.regrets[0] if mode == LEARN else side.theirs.sums[0]
            spread(forest, source, locks.at[0], locks.rows, scratch.reach, scratch.dead, their_width)
            settle(forest, boards, 0, scratch)
            gather(forest, mode, side.mine, 0, side.my_locks, scratch, my_width, discounts)
            if mode == LEARN and gate.weights.shape[0]:
                move_gate(gate, scratch.values, discounts)
            worth[player] = 0.0
            for hand in range(weights[player].shape[0]):
                worth[player] += np.float64(scratch.values[0, hand]) * weights[player][hand]
    return worth


@_fast
def visit(part, start, mode, chosen, top, turn, river, streets, discounts, totals):
    """One pass over a board before the river and over its following boards `chosen`.

    `top` is the street of board `start`; with `streets` 2 there is one more, `turn`, before the river, with 0 the only
    board is the river's in `chosen`. Of its own street the visit does the parts asked for, so that several threads can
    share the following boards. `totals[street, deal, hand]` collects what follows the deals. Where nobody comes there
    is nothing to see, but learning goes there all the same, because the average must not stand still.
    """
    forest, boards, scratch, locks, images = river.forest, river.boards, river.scratch, river.their_locks, river.images
    above_rows, above_reach, above_totals = top.forest.deal_rows, top.scratch.reach, totals[0]
    if streets and part & OPEN:
        memory, locks_above = top.scratch, top.their_locks
        source = top.theirs.regrets[start] if mode == LEARN else top.theirs.sums[start]
        their_width = (top.hands.theirs.shape[1] + 15) // 16 * 16
        spread(top.forest, source, locks_above.at[start], locks_above.rows, memory.reach, memory.dead, their_width)
        matrix = top.matrix[start]
        _early_ends(top.forest, top.hands, matrix, top.per_runout, memory.reach, memory.dead, memory.values)
    if part & GO_ON:
        totals[0] = 0.0
        if streets and mode != LEARN and not _is_any_alive(top.forest.deal_rows, top.scratch.dead):
            chosen = chosen[:0]
        for board in chosen:
            first, last = board, board + 1
            if streets == 2:
                memory, locks_above = turn.scratch, turn.their_locks
                live = turn.their_live[board]
                _deal_to_early(top.forest.deal_rows, top.scratch.reach, turn.forest.root_rows, live, memory.reach)
                source = turn.theirs.regrets[board] if mode == LEARN else turn.theirs.sums[board]
                locked_at, locked = locks_above.at[board], locks_above.rows
                their_width = (turn.hands.theirs.shape[1] + 15) // 16 * 16
                spread(turn.forest, source, locked_at, locked, memory.reach, memory.dead, their_width)
                matrix = turn.matrix[board]
                _early_ends(turn.forest, turn.hands, matrix, turn.per_runout, memory.reach, memory.dead, memory.values)
                totals[1] = 0.0
                above_rows, above_reach, above_totals = turn.forest.deal_rows, memory.reach, totals[1]
                first, last = turn.next[board], turn.next[board + 1]
                if mode != LEARN and not _is_any_alive(turn.forest.deal_rows, memory.dead):
                    last = first
            for final in range(first, last):
                count, my_count = boards.counts[final, COUNT_THEIRS], boards.counts[final, COUNT_MINE]
                their_width = (count + 15) // 16 * 16
                my_width = (my_count + 15) // 16 * 16
                if streets:
                    their_hand = boards.theirs[HAND, final]
                    _deal_to_river(above_rows, above_reach, forest.root_rows, their_hand, count, scratch.reach)
                source = river.theirs.regrets[final] if mode == LEARN else river.theirs.sums[final]
                spread(forest, source, locks.at[final], locks.rows, scratch.reach, scratch.dead, their_width)
                settle(forest, boards, final, scratch)
                gather(forest, mode, river.mine, final, river.my_locks, scratch, my_width, discounts)
                if streets:
                    my_hand = boards.mine[HAND, final, :my_count]
                    _collect(images, final, forest.root_rows.shape[0], scratch.values, my_hand, above_totals)
            if streets == 2:
                values, my_count = turn.scratch.values, turn.hands.mine.shape[1]
                my_width = (my_count + 15) // 16 * 16
                _take_totals(turn.forest.deals, totals[1], turn.share, my_count, values)
                gather(turn.forest, mode, turn.mine, board, turn.my_locks, turn.scratch, my_width, discounts)
                roots = turn.forest.root_rows.shape[0]
                for root in range(roots):
                    for hand in range(my_count):
                        values[root, hand] *= turn.my_live[board, hand]
                _collect(turn.images, board, roots, values, turn.hands.mine[HAND], totals[0])
    if streets and part & CLOSE:
        my_count = top.hands.mine.shape[1]
        _take_totals(top.forest.deals, totals[0], top.share, my_count, top.scratch.values)
        my_width = (my_count + 15) // 16 * 16
        gather(top.forest, mode, top.mine, start, top.my_locks, top.scratch, my_width, discounts)


# Setting up.


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
            if met < 0 or a in (c, d) or b in (c, d):
                continue
            if met < rank:
                total += reach[theirs]
            elif met > rank:
                total -= reach[theirs]
        found[mine] = total
    return found
