"""One street of betting on lanes: reach behind each closing, and what the best responder makes of the values there.

"They" are the player whose reach is carried, "I" the one whose values are computed; `me` is my number. Arrays over
hands have rows `block * 1326 + hand`; those behind closings `(closing * blocks + block) * 1326 + hand`.
"""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.spot._kernels.compiled import entry, inlined

HANDS = 1326
CARDS = 52


@entry
def expand(reach, multipliers, buckets, bucket, closing_of_row, blocks, out):
    """Their reach behind each of the nine closings: reach times the multiplier of the hand's bucket and the row."""
    for block in range(blocks):
        for row in range(9):
            base = (closing_of_row[row] * blocks + block) * HANDS
            for hand in range(HANDS):
                at = (block * buckets + np.int64(bucket[hand])) * 9 + row
                value = lanes.load_row(reach, block * HANDS + hand) * lanes.load_row(multipliers, at)
                lanes.store_row(out, base + hand, value)


@entry
def find_empty(reach, blocks, empty):
    """Which blocks nobody reaches."""
    for block in range(blocks):
        most = lanes.zeros()
        for hand in range(HANDS):
            most = lanes.greater(most, lanes.load_row(reach, block * HANDS + hand))
        empty[block] = not lanes.largest(most) > np.float32(0.0)


@inlined
def answer_bet(stake, bet, l0, l1, l2, l3, r0, r1, r2, r3):
    """They bet, I fold, call or raise; l are values behind closings, r the reach that I can meet in each row."""
    s1 = stake + bet
    s2 = s1 + bet
    s3 = s2 + bet
    zero = lanes.zeros()
    capped = lanes.greater(lanes.greater(zero - r2 * s2, l2), (r2 - r3) * s3 + l3)
    return lanes.greater(lanes.greater(zero - r0 * stake, l0), (r0 - r1 - r2) * s1 + l1 + capped)


@inlined
def make_bet(stake, bet, before, l0, l1, l2, l3, r0, r1, r2, r3):
    """I bet into the reach `before`; they fold, call or raise."""
    s1 = stake + bet
    s2 = s1 + bet
    s3 = s2 + bet
    zero = lanes.zeros()
    capped = lanes.greater(zero - r3 * s3, l3)
    raised = lanes.greater(lanes.greater(zero - r1 * s1, l1), (r1 - r2 - r3) * s2 + l2 + capped)
    return (before - r0 - r1) * stake + l0 + raised


@inlined
def _meet(by_card, total, low, high):
    """The reach that shares no card with a hand, its own counted twice too little."""
    return total - lanes.load_row(by_card, low) - lanes.load_row(by_card, high)


@entry
def street_values(reach, leaves, alive, cards, stakes, bet_size, me, blocks, by_card, meets, out):
    """My best-response values of a street before the river from `leaves`, the values behind its closings.

    `reach` is theirs behind the closings; `by_card` (52, 16) and `meets` (9 * 1326, 16) are working memory.
    """
    bet = lanes.splat(bet_size)
    they_bet = np.int64(1) if me == 0 else np.int64(5)  # the first closing in which they bet first
    i_bet = np.int64(6) - they_bet
    stride = blocks * HANDS
    for block in range(blocks):
        for row in range(9):
            base = (row * blocks + block) * HANDS
            for card in range(CARDS):
                lanes.store_row(by_card, card, lanes.zeros())
            total = lanes.zeros()
            for hand in range(HANDS):
                if alive[hand]:
                    value = lanes.load_row(reach, base + hand)
                    low, high = np.int64(cards[hand, 0]), np.int64(cards[hand, 1])
                    total = total + value
                    lanes.store_row(by_card, low, lanes.load_row(by_card, low) + value)
                    lanes.store_row(by_card, high, lanes.load_row(by_card, high) + value)
            for hand in range(HANDS):
                if alive[hand]:
                    value = _meet(by_card, total, np.int64(cards[hand, 0]), np.int64(cards[hand, 1]))
                    lanes.store_row(meets, row * HANDS + hand, value + lanes.load_row(reach, base + hand))
        stake = lanes.load_row(stakes, block)
        for hand in range(HANDS):
            if not alive[hand]:
                lanes.store_row(out, block * HANDS + hand, lanes.zeros())
                continue
            checked = lanes.load_row(leaves, block * HANDS + hand)
            r = they_bet * HANDS + hand
            p = (they_bet * blocks + block) * HANDS + hand
            met_check, met_bet = lanes.load_row(meets, hand), lanes.load_row(meets, r)
            answered = answer_bet(
                stake, bet,
                lanes.load_row(leaves, p), lanes.load_row(leaves, p + stride),
                lanes.load_row(leaves, p + 2 * stride), lanes.load_row(leaves, p + 3 * stride),
                met_bet, lanes.load_row(meets, r + HANDS),
                lanes.load_row(meets, r + 2 * HANDS), lanes.load_row(meets, r + 3 * HANDS),
            )  # fmt: skip
            before = met_check + met_bet if me == 0 else met_check
            r = i_bet * HANDS + hand
            p = (i_bet * blocks + block) * HANDS + hand
            betting = make_bet(
                stake, bet, before,
                lanes.load_row(leaves, p), lanes.load_row(leaves, p + stride),
                lanes.load_row(leaves, p + 2 * stride), lanes.load_row(leaves, p + 3 * stride),
                lanes.load_row(meets, r), lanes.load_row(meets, r + HANDS),
                lanes.load_row(meets, r + 2 * HANDS), lanes.load_row(meets, r + 3 * HANDS),
            )  # fmt: skip
            if me == 0:
                value = lanes.greater(checked + answered, betting)
            else:
                value = lanes.greater(checked, betting) + answered
            lanes.store_row(out, block * HANDS + hand, value)
