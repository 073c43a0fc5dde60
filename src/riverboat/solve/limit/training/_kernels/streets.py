"""One board, street by street: reach of both players down, what both learn up.

Both players learn from the same board at once, each against the shares that the other had before it. Blocks of the turn
are independent of each other, so threads may share them out and the result is the same.
"""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit._kernels.sweep import CARDS, below, clear, count_in, multiplier
from riverboat.solve.limit.training._kernels.layout import HANDS, OTHERS
from riverboat.solve.limit.training._kernels.learning import learn_river, learn_street
from riverboat.solve.limit.training._kernels.matching import add_average, add_regrets, match
from riverboat.solve.spot._kernels.compiled import entry, inlined, inner

_NINE = 9 * HANDS
_SHARES = HANDS * OTHERS
_MULTIPLIERS = HANDS * 9


@inlined
def row_of_closing(player, closing):
    """The row of a player's reach that ends in a closing; both ways."""
    if player == 1 or closing == 0:
        return closing
    if closing > 4:
        return closing - 4
    return closing + 4


@inner
def reach_behind(source, sb, board, rows, rb, place, row, x, xb, held, meets, mb):
    """Reach of a player behind one closing into x, the part of it that each hand can meet into `meets`; the largest."""
    hands, first, second = board.sizes[0], board.first, board.second
    clear(held, np.int64(CARDS))
    total, top = lanes.zeros(), lanes.zeros()
    for j in range(hands):
        y = lanes.load_row(source, sb + j) * multiplier(rows, rb + np.int64(place[j]), row)
        lanes.store_row(x, xb + j, y)
        total = total + y
        top = lanes.greater(top, y)
        count_in(held, 0, np.int64(first[j]), np.int64(second[j]), y)
    for j in range(hands):
        met = below(total, held, 0, np.int64(first[j]), np.int64(second[j])) + lanes.load_row(x, xb + j)
        lanes.store_row(meets, mb + j, met)
    return lanes.largest(top)


@entry
def learn_turn(board, tables, z, x2, v2, stake2, stake3, blocks_from, blocks_to, weight, average_weight):
    """Turn and river of some of the blocks of lines into the turn.

    `x2` and `v2` are (2 * blocks * HANDS, 16): reach of both players into the turn, and the values they get there.
    With an average weight of 0 the average is left as it is.
    """
    hands, slots2, slots3 = board.sizes[0], board.sizes[4], board.sizes[5]
    slot2, slot3, used2, used3 = board.slot[2], board.slot[3], board.used[2], board.used[3]
    place2, place3 = board.place[2], board.place[3]
    regrets2, regrets3, n2, n3 = tables.regrets2, tables.regrets3, tables.buckets[2], tables.buckets[3]
    turn_blocks = tables.shape[1]
    river_blocks = 9 * turn_blocks
    bet = lanes.splat(np.float32(4.0))
    nothing = lanes.zeros()
    for block in range(blocks_from, blocks_to):
        for q in range(2):
            base = (q * turn_blocks + block) * n2
            match(regrets2, base, used2, slots2, q, z.shares2, q * _SHARES, z.rows2, q * _MULTIPLIERS)
        for closing in range(9):
            river = closing * turn_blocks + block
            reached0 = reached1 = False
            for q in range(2):
                top = reach_behind(
                    x2, (q * turn_blocks + block) * HANDS, board, z.rows2, q * _MULTIPLIERS, place2,
                    row_of_closing(q, closing), z.reach3, q * HANDS, z.held, z.meets, q * _NINE + closing * HANDS,
                )  # fmt: skip
                if q == 0:
                    reached0 = top > np.float32(0.0)
                else:
                    reached1 = top > np.float32(0.0)
                base = (q * river_blocks + river) * n3
                match(regrets3, base, used3, slots3, q, z.shares3, q * _SHARES, z.rows3, q * _MULTIPLIERS)
            s = lanes.load_row(stake3, river)
            for me in range(2):
                they = 1 - me
                base = (me * river_blocks + river) * n3
                leaf = me * _NINE + closing * HANDS
                if (reached1 and me == 0) or (reached0 and me == 1):
                    learn_river(
                        me, board, z.reach3, they * HANDS, board.row, z.rows3, they * _MULTIPLIERS, place3, slot3,
                        slots3, z.shares3, me * _SHARES, s, bet, z.held, z.shown, z.sums, z.leaf, leaf,
                    )  # fmt: skip
                    add_regrets(regrets3, base, used3, slots3, z.shares3, me * _SHARES, z.sums, weight)
                else:
                    for j in range(hands):
                        lanes.store_row(z.leaf, leaf + j, nothing)
                if average_weight > 0.0 and ((reached0 and me == 0) or (reached1 and me == 1)):
                    add_average(
                        tables.sums3, base, used3, slots3, slot3, hands, z.reach3, me * HANDS, board.row, me,
                        z.shares3, me * _SHARES, z.own, average_weight,
                    )  # fmt: skip
        s = lanes.load_row(stake2, block)
        for me in range(2):
            base, at = (me * turn_blocks + block) * n2, (me * turn_blocks + block) * HANDS
            learn_street(
                me, hands, z.leaf, me * _NINE, z.meets, (1 - me) * _NINE, HANDS, slot2, slots2, z.shares2,
                me * _SHARES, s, bet, z.sums, v2, at,
            )  # fmt: skip
            add_regrets(regrets2, base, used2, slots2, z.shares2, me * _SHARES, z.sums, weight)
            if average_weight > 0.0:
                add_average(
                    tables.sums2, base, used2, slots2, slot2, hands, x2, at, board.row, me, z.shares2, me * _SHARES,
                    z.own, average_weight,
                )  # fmt: skip


@inner
def reach_turn_of(q, board, regrets, base, used, slots, place, lines, turn_blocks, z, x1, x2, wide):
    """The flop, down, for one player: shares into `z.shares2`, what can be met into `z.meets`, reach into x2."""
    hands = board.sizes[0]
    match(regrets, base, used, slots, q, z.shares2, q * _SHARES, z.rows2, q * _MULTIPLIERS)
    for closing in range(9):
        reach_behind(
            x1, q * HANDS, board, z.rows2, q * _MULTIPLIERS, place, row_of_closing(q, closing), wide, 0, z.held,
            z.meets, q * _NINE + closing * HANDS,
        )  # fmt: skip
        for line in range(lines):
            lane = closing * lines + line
            at = (q * turn_blocks + lane // 16) * HANDS
            for j in range(hands):
                x2[at + j, lane % 16] = wide[j, line]


@entry
def reach_turn(board, tables, z, x1, x2, wide):
    """The flop, down: shares into `z.shares2`, what can be met into `z.meets`, reach into the turn into x2.

    The lanes of the lines of each closing move to where `lines.lane_of` has them on the turn. `wide` is
    (HANDS, 16), scratch.
    """
    for q in range(2):
        reach_turn_of(
            q, board, tables.regrets1, q * tables.buckets[1], board.used[1], board.sizes[3], board.place[1],
            tables.shape[0], tables.shape[1], z, x1, x2, wide,
        )  # fmt: skip


@inner
def learn_flop_of(me, board, regrets, base, used, slots, slot, lines, turn_blocks, z, v2, v1, stake1, weight):
    """The flop, up, for one player: after `reach_turn_of` both with the same memory."""
    hands = board.sizes[0]
    for closing in range(9):
        for line in range(lines):
            lane = closing * lines + line
            at, to = (me * turn_blocks + lane // 16) * HANDS, me * _NINE + closing * HANDS
            for j in range(hands):
                z.leaf[to + j, line] = v2[at + j, lane % 16]
    learn_street(
        me, hands, z.leaf, me * _NINE, z.meets, (1 - me) * _NINE, HANDS, slot, slots, z.shares2, me * _SHARES,
        lanes.load_row(stake1, 0), lanes.splat(np.float32(2.0)), z.sums, v1, me * HANDS,
    )  # fmt: skip
    add_regrets(regrets, base, used, slots, z.shares2, me * _SHARES, z.sums, weight)


@inner
def average_flop_of(me, board, tables, z, x1, weight):
    """What a player did on the flop into the sums of the average."""
    add_average(
        tables.sums1, me * tables.buckets[1], board.used[1], board.sizes[3], board.slot[1], board.sizes[0], x1,
        me * HANDS, board.row, me, z.shares2, me * _SHARES, z.own, weight,
    )  # fmt: skip


@entry
def learn_flop(board, tables, z, x1, v2, v1, stake1, weight, average_weight):
    """The flop, up: after `reach_turn` with the same memory and `learn_turn` with another."""
    for me in range(2):
        learn_flop_of(
            me, board, tables.regrets1, me * tables.buckets[1], board.used[1], board.sizes[3], board.slot[1],
            tables.shape[0], tables.shape[1], z, v2, v1, stake1, weight,
        )  # fmt: skip
        if average_weight > 0.0:
            average_flop_of(me, board, tables, z, x1, average_weight)
