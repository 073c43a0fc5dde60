"""Step 2, across: all folds and showdowns of a river board in one sweep, sixteen rows of reach side by side.

`prefix` holds, per lane, the reach met so far per card, `total` in all; V = total - card1 - card2 is the reach that a
hand of mine can still meet. A showdown is worth stake * (V below + V through ties - V of all), a fold V of all + the
same hand.
"""

from __future__ import annotations

from riverboat.solve import lanes
from riverboat.solve.spot._kernels.compiled import inlined, inner, stay_whole
from riverboat.solve.spot._kernels.layout import (
    ALL_CARDS,
    BELOW,
    CARD_A,
    CARD_B,
    COUNT_MINE,
    COUNT_THEIRS,
    FOLD_PAY,
    FOLDS,
    LEVEL,
    SAME,
    SHOWDOWNS,
    STAKE,
    THROUGH,
    TOLL,
)
from riverboat.solve.spot._kernels.matching import clear


@inlined
def _meet(prefix, total, a, b, reach):
    """Add one hand of the opponent to what has been met by card, and in all, which is returned."""
    lanes.store(prefix, a, 0, lanes.load(prefix, a, 0) + reach)
    lanes.store(prefix, b, 0, lanes.load(prefix, b, 0) + reach)
    return total + reach


@inlined
def _meetable(prefix, total, a, b):
    return total - lanes.load(prefix, a, 0) - lanes.load(prefix, b, 0)


@inner
def settle(forest, boards, board, scratch):
    """Values of all folds and showdowns on one river board, sixteen rows of reach at a time."""
    stay_whole()
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
    reaches, dead, ends = scratch.reach, scratch.dead, forest.ends
    folded = shown.shape[0] - 16  # the last sixteen rows take the folds of one tile of hands
    for block in range(0, forest.lanes, 16):
        alive = False
        for row in range(block, block + 16):
            alive |= not dead[row]
        if not alive:
            for row in range(block, block + 16):
                clear(values, ends[SHOWDOWNS, row], my_width)
                clear(values, ends[FOLDS, row], my_width)
            continue
        for hand in range(0, their_count, 16):
            lanes.transpose(reaches, block, hand, turned, hand, 0)

        # One walk over both orders of strength: what each hand meets below itself, and with its ties.
        for card in range(ALL_CARDS):
            lanes.store(prefix, card, 0, lanes.zeros())
        total = lanes.zeros()
        met = 0
        hand = 0
        while hand < my_count:
            weaker = below[hand]
            tied = through[hand]
            end = level[hand]
            while met < weaker:
                total = _meet(prefix, total, their_a[met], their_b[met], lanes.load(turned, met, 0))
                met += 1
            if tied == weaker:
                while hand < end:
                    reach = _meetable(prefix, total, my_a[hand], my_b[hand])
                    lanes.store(shown, hand, 0, reach + reach)
                    hand += 1
            else:
                for equal in range(hand, end):
                    lanes.store(shown, equal, 0, _meetable(prefix, total, my_a[equal], my_b[equal]))
                while met < tied:
                    total = _meet(prefix, total, their_a[met], their_b[met], lanes.load(turned, met, 0))
                    met += 1
                while hand < end:
                    reach = _meetable(prefix, total, my_a[hand], my_b[hand])
                    lanes.store(shown, hand, 0, lanes.load(shown, hand, 0) + reach)
                    hand += 1
        while met < their_count:
            total = _meet(prefix, total, their_a[met], their_b[met], lanes.load(turned, met, 0))
            met += 1

        # Places behind the last hand belong to nobody: they must stay zero through everything that follows.
        for place in range(my_count, my_width):
            lanes.store(shown, place, 0, lanes.zeros())
        stake = lanes.load(pays, STAKE, block)
        toll = lanes.load(pays, TOLL, block)
        fold_pay = lanes.load(pays, FOLD_PAY, block)
        gain = stake - toll
        for start in range(0, my_count, 16):
            last = start + 16
            if last > my_count:
                last = my_count
            for hand in range(start, last):
                every = _meetable(prefix, total, my_a[hand], my_b[hand])
                # The last row of `turned` is always zero: the place of a hand that the opponent cannot have.
                mine_too = lanes.load(turned, same[hand], 0)
                worth = lanes.load(shown, hand, 0) * gain - every * stake - mine_too * toll
                lanes.store(shown, hand, 0, worth)
                lanes.store(shown, folded + hand - start, 0, (every + mine_too) * fold_pay)
            for place in range(my_count - start, 16):
                lanes.store(shown, folded + place, 0, lanes.zeros())
            for end in range(2):
                square = folded if end == FOLDS else start
                lanes.transpose_to(shown, square, values, ends, end, block, start)
