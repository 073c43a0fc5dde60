"""All streets: passes over the boards of a spot, the one kernel that a solve calls."""

from __future__ import annotations

import numpy as np

from riverboat.solve.spot._kernels.compiled import entry, inner
from riverboat.solve.spot._kernels.ends import settle_early
from riverboat.solve.spot._kernels.gate import enter, move_gate
from riverboat.solve.spot._kernels.layout import (
    CLOSE,
    COUNT_MINE,
    COUNT_THEIRS,
    GO_ON,
    HAND,
    LEARN,
    OPEN,
    Discounts,
)
from riverboat.solve.spot._kernels.learning import gather
from riverboat.solve.spot._kernels.reach import deal_to_early, deal_to_river, is_any_alive, spread
from riverboat.solve.spot._kernels.sweep import settle


@inner
def _take_totals(deals, totals, share, count, values):
    """The mean over the cards dealt, as the values of the deals."""
    for number in range(deals.shape[0]):
        for hand in range(count):
            values[deals[number], hand] = np.float32(totals[number, hand] * share)


@inner
def _collect(images, board, roots, values, hands, count, totals):
    """Add the values of the roots, the first nodes, to `totals[root, hand]`, once for each board that is meant."""
    for image in range(images.start[board], images.start[board + 1]):
        renamed = images.renamed[images.by[image]]
        for root in range(roots):
            for place in range(count):
                totals[root, renamed[hands[place]]] += np.float64(values[root, place])


@inner
def _forget(totals):
    for number in range(totals.shape[0]):
        for hand in range(totals.shape[1]):
            totals[number, hand] = 0.0


@entry
def visit(sides, gates, weights, mode, players, schedule, streets, part, start, chosen, totals, worth):
    """Passes of the players over a board and what follows it, once for each row of discounts.

    `sides[player]` are the traverser's streets: the one of board `start`, a second one before the river, the river.
    `streets` of them count before the river: with 1 the second is not looked at, with 0 neither is the first and the
    only board is the river's in `chosen`. Else `chosen` are the boards that follow. Of its own street the visit does
    the parts asked for, so that several threads can share the following boards. `totals[street, deal, hand]` collects
    what follows the deals. Where nobody comes there is nothing to see, but learning goes there all the same, because
    the average must not stand still. With `streets` 0, `worth[player]` becomes what the first node is worth.
    """
    for iteration in range(schedule.shape[0]):
        discounts = Discounts(schedule[iteration, 0], schedule[iteration, 1], schedule[iteration, 2])
        for turn_to_move in range(players.shape[0]):
            player = players[turn_to_move]
            top, turn, river = sides[player]
            gate, theirs = gates[player], gates[1 - player]
            forest, boards, scratch, images = river.forest, river.boards, river.scratch, river.images
            if theirs.weights.shape[0] and part & OPEN:
                rows = theirs.regrets if mode == LEARN else theirs.sums
                if streets:
                    enter(theirs.weights, rows, top.scratch.reach, top.forest.root_rows[0])
                else:
                    enter(theirs.weights, rows, scratch.reach, forest.root_rows[0])
            above, above_forest, above_totals = top.scratch, top.forest, totals[0]
            if streets and part & OPEN:
                their_width = (top.hands.theirs.shape[1] + 15) // 16 * 16
                spread(top.forest, top.theirs, start, mode, top.their_locks, top.scratch, their_width)
                settle_early(top, start)
            count = 0
            if part & GO_ON:
                _forget(totals[0])
                if not streets or mode == LEARN or is_any_alive(top.forest.deal_rows, top.scratch.dead):
                    count = chosen.shape[0]
            for place in range(count):
                board = chosen[place]
                first, last = board, board + 1
                if streets == 2:
                    early = turn.scratch
                    above, above_forest, above_totals = early, turn.forest, totals[1]
                    live = turn.their_live[board]
                    deal_to_early(top.forest.deal_rows, top.scratch.reach, turn.forest.root_rows, live, early.reach)
                    their_width = (turn.hands.theirs.shape[1] + 15) // 16 * 16
                    spread(turn.forest, turn.theirs, board, mode, turn.their_locks, early, their_width)
                    settle_early(turn, board)
                    _forget(totals[1])
                    first, last = turn.next[board], turn.next[board + 1]
                    if mode != LEARN and not is_any_alive(turn.forest.deal_rows, early.dead):
                        last = first
                for final in range(first, last):
                    their_count, my_count = boards.counts[final, COUNT_THEIRS], boards.counts[final, COUNT_MINE]
                    their_width = (their_count + 15) // 16 * 16
                    my_width = (my_count + 15) // 16 * 16
                    if streets:
                        hands = boards.theirs[HAND, final]
                        deal_to_river(
                            above_forest.deal_rows, above.reach, forest.root_rows, hands, their_count, scratch.reach
                        )
                    spread(forest, river.theirs, final, mode, river.their_locks, scratch, their_width)
                    settle(forest, boards, final, scratch)
                    gather(forest, mode, river.mine, final, river.my_locks, scratch, my_width, discounts)
                    if streets:
                        hands = boards.mine[HAND, final]
                        roots = forest.root_rows.shape[0]
                        _collect(images, final, roots, scratch.values, hands, my_count, above_totals)
                if streets == 2:
                    values, my_count = turn.scratch.values, turn.hands.mine.shape[1]
                    my_width = (my_count + 15) // 16 * 16
                    _take_totals(turn.forest.deals, totals[1], turn.share, my_count, values)
                    gather(turn.forest, mode, turn.mine, board, turn.my_locks, turn.scratch, my_width, discounts)
                    roots = turn.forest.root_rows.shape[0]
                    for root in range(roots):
                        for hand in range(my_count):
                            values[root, hand] *= turn.my_live[board, hand]
                    _collect(turn.images, board, roots, values, turn.hands.numbers, my_count, totals[0])
            if part & CLOSE:
                values = scratch.values
                if streets:
                    values, my_count = top.scratch.values, top.hands.mine.shape[1]
                    _take_totals(top.forest.deals, totals[0], top.share, my_count, values)
                    my_width = (my_count + 15) // 16 * 16
                    gather(top.forest, mode, top.mine, start, top.my_locks, top.scratch, my_width, discounts)
                if mode == LEARN and gate.weights.shape[0]:
                    move_gate(gate, values, discounts)
                if not streets:
                    total = 0.0
                    for hand in range(weights[player].shape[0]):
                        total += np.float64(values[0, hand]) * weights[player][hand]
                    worth[player] = total
