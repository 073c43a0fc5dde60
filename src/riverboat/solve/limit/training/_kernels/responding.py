"""A learner against the best answers on one turn board: its reach down, answers on all rivers, what it learns up.

One block of sixteen lines into the turn at a time; blocks do not meet, so threads share them out. Hands have one order
on the turn, whatever the river is: row j of every array here is hand j of the turn board, and `board.row` of a river
says where its hands are.
"""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit._kernels.sweep import clear
from riverboat.solve.limit.training._kernels.answers import answer_river, answer_street
from riverboat.solve.limit.training._kernels.layout import ACTIONS, HANDS, OTHERS
from riverboat.solve.limit.training._kernels.learning import learn_river, learn_street
from riverboat.solve.limit.training._kernels.matching import add, add_average, add_regrets, match
from riverboat.solve.limit.training._kernels.streets import (
    average_flop_of,
    learn_flop_of,
    reach_behind,
    reach_turn_of,
    row_of_closing,
)
from riverboat.solve.spot._kernels.compiled import entry

_NINE = 9 * HANDS
_SHARES = HANDS * OTHERS
_MULTIPLIERS = HANDS * 9
_BET = 4.0
"""A bet on turn and river."""


@entry
def reach_rivers(me, turn, tables, z, x2, block, x3, reached):
    """The learner's reach behind each closing of the turn into x3 (9 * HANDS, 16), and in which there is any.

    Leaves the shares of the turn in `z.shares2` and what can be met in `z.meets`; clears the values in `z.leaf`.
    """
    turn_blocks = tables.shape[1]
    base = (me * turn_blocks + block) * tables.buckets[2]
    match(
        tables.regrets2, base, turn.used[2], turn.sizes[4], me, z.shares2, me * _SHARES, z.rows2, me * _MULTIPLIERS
    )  # fmt: skip
    for closing in range(9):
        top = reach_behind(
            x2, (me * turn_blocks + block) * HANDS, turn, z.rows2, me * _MULTIPLIERS, turn.place[2],
            row_of_closing(me, closing), x3, closing * HANDS, z.held, z.meets, me * _NINE + closing * HANDS,
        )  # fmt: skip
        reached[closing] = top > np.float32(0.0)
    clear(z.leaf, np.int64(2 * _NINE))


@entry
def answer_one_river(me, river, tables, z, block, x3, reached, stake3, weight, answers):
    """The best answers to the learner `me` on one river board, into `answers` (9 * HANDS, 16) of bits.

    Adds `weight` times what they win to the opponent's values in `z.leaf`.
    """
    turn_blocks, they = tables.shape[1], 1 - me
    bet = lanes.splat(np.float32(_BET))
    for closing in range(9):
        number = closing * turn_blocks + block
        if reached[closing]:
            base = (me * 9 * turn_blocks + number) * tables.buckets[3]
            match(tables.regrets3, base, river.used[3], river.sizes[5], me, z.shares3, 0, z.rows3, 0)
            answer_river(
                they, river, x3, closing * HANDS, z.rows3, river.place[3], lanes.load_row(stake3, number), bet, z.held,
                z.shown, weight, answers, closing * HANDS, z.leaf, they * _NINE + closing * HANDS,
            )  # fmt: skip
        else:
            for j in range(HANDS):
                lanes.store_row(answers, closing * HANDS + j, lanes.zeros())


@entry
def answer_turn(me, turn, tables, z, x2, v2, block, stake2, answers, x3, reached):
    """The best answers to the learner on the turn itself, after all rivers; what they are worth into v2.

    The opponent's reach behind each closing goes into x3, and in which closings there is any into `reached`.
    """
    turn_blocks, they = tables.shape[1], 1 - me
    at = (they * turn_blocks + block) * HANDS
    answer_street(
        they, turn.sizes[0], z.leaf, they * _NINE, z.meets, me * _NINE, HANDS, lanes.load_row(stake2, block),
        lanes.splat(np.float32(_BET)), answers, v2, at,
    )  # fmt: skip
    for closing in range(9):
        top = reach_behind(
            x2, at, turn, answers, 0, turn.row, row_of_closing(they, closing), x3, closing * HANDS, z.held, z.meets,
            they * _NINE + closing * HANDS,
        )  # fmt: skip
        reached[closing] = top > np.float32(0.0)


@entry
def learn_one_river(
    me, river, tables, z, block, mine3, is_mine, theirs3, is_theirs, stake3, share, weight, answers, learned
):  # fmt: skip
    """What the learner learns on one river board against the answers; `share` times its values into `z.leaf`.

    Regrets go into `learned` (9 * buckets * 13, 16): all rivers are played by the shares that were answered.
    """
    turn_blocks, slots = tables.shape[1], river.sizes[5]
    hands, slot, used, row = river.sizes[0], river.slot[3], river.used[3], river.row
    bet, part = lanes.splat(np.float32(_BET)), lanes.splat(np.float32(share))
    for closing in range(9):
        if not (is_mine[closing] or is_theirs[closing]):
            continue
        number, at = closing * turn_blocks + block, closing * HANDS
        base = (me * 9 * turn_blocks + number) * tables.buckets[3]
        match(tables.regrets3, base, used, slots, me, z.shares3, 0, z.rows3, 0)
        if is_theirs[closing]:
            learn_river(
                me, river, theirs3, at, row, answers, at, row, slot, slots, z.shares3, 0,
                lanes.load_row(stake3, number), bet, z.held, z.shown, z.sums, z.reach3, 0,
            )  # fmt: skip
            learned_base = closing * tables.buckets[3]
            add_regrets(learned, learned_base, used, slots, z.shares3, 0, z.sums, weight * share)
            to = me * _NINE + at
            for j in range(hands):
                here = to + np.int64(row[j])
                lanes.store_row(z.leaf, here, lanes.load_row(z.leaf, here) + part * lanes.load_row(z.reach3, j))
        if is_mine[closing]:
            add_average(
                tables.sums3, base, used, slots, slot, hands, mine3, at, row, me, z.shares3, 0, z.own, weight * share
            )  # fmt: skip


@entry
def take_over(me, tables, block, learned):
    """Add what was learned on all rivers to the regrets, and clear it."""
    turn_blocks, count = tables.shape[1], tables.buckets[3] * ACTIONS
    for closing in range(9):
        to = (me * 9 * turn_blocks + closing * turn_blocks + block) * count
        for row in range(count):
            here = closing * count + row
            add(tables.regrets3, to + row, lanes.load_row(learned, here))
            lanes.store_row(learned, here, lanes.zeros())


@entry
def learn_one_turn(me, turn, tables, z, x2, v2, block, stake2, weight):
    """What the learner learns on the turn, after all rivers; its values into v2."""
    turn_blocks, n2 = tables.shape[1], tables.buckets[2]
    hands, slot, used, slots = turn.sizes[0], turn.slot[2], turn.used[2], turn.sizes[4]
    base, at = (me * turn_blocks + block) * n2, (me * turn_blocks + block) * HANDS
    learn_street(
        me, hands, z.leaf, me * _NINE, z.meets, (1 - me) * _NINE, HANDS, slot, slots, z.shares2, me * _SHARES,
        lanes.load_row(stake2, block), lanes.splat(np.float32(_BET)), z.sums, v2, at,
    )  # fmt: skip
    add_regrets(tables.regrets2, base, used, slots, z.shares2, me * _SHARES, z.sums, weight)
    add_average(
        tables.sums2, base, used, slots, slot, hands, x2, at, turn.row, me, z.shares2, me * _SHARES, z.own, weight
    )  # fmt: skip


@entry
def reach_turn_apart(me, turn, tables, trunk, z, x1, x2, wide):
    """The flop, down: the learner `me` by its buckets, the opponent by what it learned hand by hand."""
    lines, turn_blocks = tables.shape[0], tables.shape[1]
    reach_turn_of(
        me, turn, tables.regrets1, me * tables.buckets[1], turn.used[1], turn.sizes[3], turn.place[1], lines,
        turn_blocks, z, x1, x2, wide,
    )  # fmt: skip
    reach_turn_of(
        1 - me, turn, trunk.regrets, 0, trunk.used, trunk.sizes[0], trunk.place, lines, turn_blocks, z, x1, x2, wide
    )  # fmt: skip


@entry
def learn_flop_apart(me, turn, tables, trunk, z, x1, v2, v1, stake1, weight):
    """The flop, up: regrets of both, the average of the learner."""
    lines, turn_blocks = tables.shape[0], tables.shape[1]
    learn_flop_of(
        1 - me, turn, trunk.regrets, 0, trunk.used, trunk.sizes[0], trunk.slot, lines, turn_blocks, z, v2, v1, stake1,
        weight,
    )  # fmt: skip
    learn_flop_of(
        me, turn, tables.regrets1, me * tables.buckets[1], turn.used[1], turn.sizes[3], turn.slot[1], lines,
        turn_blocks, z, v2, v1, stake1, weight,
    )  # fmt: skip
    average_flop_of(me, turn, tables, z, x1, weight)
