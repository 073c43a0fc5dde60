"""What a player learns on a street: values of all hands, and the differences of values that become regrets.

Names follow `solve.limit.lines`: "they" are the player whose reach is known, "I" the one who learns. s is what each had
paid before the street, L the value behind a closing, A the reach of a row that I can meet:

    they bet: fold -A0 s, call L0, raise (A0 - A1 - A2) s1 + L1 + [fold -A2 s2, call L2, raise (A2 - A3) s3 + L3]
    I bet:    (P - B0 - B1) s + L0 + [fold -B1 s1, call L1, raise (B1 - B2 - B3) s2 + L2 + [fold -B3 s3, call L3]]

where brackets are a mixture by my shares and P is their reach before I bet. Differences are kept in the order of the
actions: bet less check; then call and raise less fold in each of the four later decisions.
"""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit._kernels.sweep import (
    SHOWN,
    clear,
    end_of,
    multiplier,
    sweep_five,
    sweep_four,
    without_five,
    without_four,
)
from riverboat.solve.limit.training._kernels.layout import OTHERS
from riverboat.solve.limit.training._kernels.matching import add
from riverboat.solve.spot._kernels.compiled import inlined, inner, stay_whole


@inlined
def face_bet(p, to, sums, d, s, bet, l0, l1, l2, l3, a0, a1, a2, a3):
    """They bet: my value, and the differences of my two decisions."""
    s1 = s + bet
    s2 = s1 + bet
    fold = lanes.zeros() - a2 * s2
    call, raise_ = l2 - fold, (a2 - a3) * (s2 + bet) + l3 - fold
    add(sums, d + 6, call)
    add(sums, d + 7, raise_)
    v = fold + lanes.load_row(p, to + 6) * call + lanes.load_row(p, to + 7) * raise_
    fold = lanes.zeros() - a0 * s
    call, raise_ = l0 - fold, (a0 - a1 - a2) * s1 + l1 + v - fold
    add(sums, d + 4, call)
    add(sums, d + 5, raise_)
    return fold + lanes.load_row(p, to + 4) * call + lanes.load_row(p, to + 5) * raise_


@inlined
def check_or_bet(p, to, sums, d, s, bet, check, before, l0, l1, l2, l3, a0, a1, a2, a3):
    """I check or bet: my value, and the differences of my three decisions."""
    s1 = s + bet
    s2 = s1 + bet
    fold = lanes.zeros() - a3 * (s2 + bet)
    call = l3 - fold
    add(sums, d + 3, call)
    v = fold + lanes.load_row(p, to + 3) * call
    fold = lanes.zeros() - a1 * s1
    call, raise_ = l1 - fold, (a1 - a2 - a3) * s2 + l2 + v - fold
    add(sums, d + 1, call)
    add(sums, d + 2, raise_)
    v = fold + lanes.load_row(p, to + 1) * call + lanes.load_row(p, to + 2) * raise_
    gain = (before - a0 - a1) * s + l0 + v - check
    add(sums, d, gain)
    return check + lanes.load_row(p, to) * gain


@inner
def learn_river(
    me, board, x, xb, hand, m, mb, place, my_slot, my_slots, p, pb, s, bet, held, shown, sums, out, ob
):  # fmt: skip
    """One block of a river board: values of my hands into `out`, differences by slot into `sums`.

    Their reach is row `xb + hand[j]` of x times the multipliers m from row `mb + place[j]` on; mine are the shares p of
    my slots.
    """
    stay_whole()
    hands, levels = board.sizes[0], board.sizes[1]
    first, second, level = board.first, board.second, board.level
    clear(sums, my_slots * OTHERS)
    s1 = s + bet
    s2 = s1 + bet
    s3 = s2 + bet
    s4 = s3 + bet
    tk, t0, t1, t2, t3 = sweep_five(x, xb, hand, m, mb, place, False, level, levels, first, second, held, shown)
    last, u0, u1, u2, u3, u4 = np.int64(-1), tk, t0, t1, t2, t3
    for j in range(hands):
        a, b, q = np.int64(first[j]), np.int64(second[j]), mb + np.int64(place[j])
        mine = np.int64(my_slot[j])
        if b != last:
            u0, u1, u2, u3, u4 = without_five(held, tk, t0, t1, t2, t3, b)
            last = b
        y = lanes.load_row(x, xb + np.int64(hand[j]))
        dk, rk = end_of(u0, y * multiplier(m, q, 0), held, shown, 0, j, a)
        d0, r0 = end_of(u1, y * multiplier(m, q, 1), held, shown, 1, j, a)
        d1, r1 = end_of(u2, y * multiplier(m, q, 2), held, shown, 2, j, a)
        d2, r2 = end_of(u3, y * multiplier(m, q, 3), held, shown, 3, j, a)
        d3, r3 = end_of(u4, y * multiplier(m, q, 4), held, shown, 4, j, a)
        v = face_bet(
            p, pb + mine * OTHERS, sums, mine * OTHERS, s, bet, d0 * s1, d1 * s2, d2 * s3, d3 * s4, r0, r1, r2, r3
        )
        to = j * SHOWN + 4
        if me == 0:
            lanes.store_row(shown, to, dk * s + v)
            lanes.store_row(shown, to + 1, rk + r0)
        else:
            lanes.store_row(shown, to, dk * s)
            lanes.store_row(shown, to + 1, rk)
            lanes.store_row(shown, to + 2, v)
    t0, t1, t2, t3 = sweep_four(x, xb, hand, m, mb, place, False, level, levels, first, second, held, shown)
    last, u0, u1, u2, u3 = np.int64(-1), t0, t1, t2, t3
    for j in range(hands):
        a, b, q = np.int64(first[j]), np.int64(second[j]), mb + np.int64(place[j])
        mine = np.int64(my_slot[j])
        if b != last:
            u0, u1, u2, u3 = without_four(held, t0, t1, t2, t3, b)
            last = b
        y = lanes.load_row(x, xb + np.int64(hand[j]))
        d0, r0 = end_of(u0, y * multiplier(m, q, 5), held, shown, 0, j, a)
        d1, r1 = end_of(u1, y * multiplier(m, q, 6), held, shown, 1, j, a)
        d2, r2 = end_of(u2, y * multiplier(m, q, 7), held, shown, 2, j, a)
        d3, r3 = end_of(u3, y * multiplier(m, q, 8), held, shown, 3, j, a)
        to = j * SHOWN + 4
        v = check_or_bet(
            p, pb + mine * OTHERS, sums, mine * OTHERS, s, bet, lanes.load_row(shown, to),
            lanes.load_row(shown, to + 1), d0 * s1, d1 * s2, d2 * s3, d3 * s4, r0, r1, r2, r3,
        )  # fmt: skip
        if me == 1:
            v = v + lanes.load_row(shown, to + 2)
        lanes.store_row(out, ob + j, v)


@inner
def learn_street(me, hands, leaf, lb, meets, mb, stride, my_slot, my_slots, p, pb, s, bet, sums, out, ob):
    """One block of flop or turn: values of my hands from those behind each closing, differences by slot.

    Row `lb + closing * stride + hand` of `leaf` is a value, of `meets` (from `mb`) the reach that the hand can meet.
    """
    stay_whole()
    clear(sums, my_slots * OTHERS)
    a0, b0 = np.int64(5), np.int64(1)
    if me == 0:  # they are player 1, whose bets come after my check
        a0, b0 = np.int64(1), np.int64(5)
    for j in range(hands):
        mine = np.int64(my_slot[j])
        to, d = pb + mine * OTHERS, mine * OTHERS
        at, r = lb + a0 * stride + j, mb + a0 * stride + j
        bets = lanes.load_row(meets, r)
        faced = face_bet(
            p, to, sums, d, s, bet, lanes.load_row(leaf, at), lanes.load_row(leaf, at + stride),
            lanes.load_row(leaf, at + 2 * stride), lanes.load_row(leaf, at + 3 * stride), bets,
            lanes.load_row(meets, r + stride), lanes.load_row(meets, r + 2 * stride),
            lanes.load_row(meets, r + 3 * stride),
        )  # fmt: skip
        check, before = lanes.load_row(leaf, lb + j), lanes.load_row(meets, mb + j)
        if me == 0:
            check = check + faced
            before = before + bets
        at, r = lb + b0 * stride + j, mb + b0 * stride + j
        v = check_or_bet(
            p, to, sums, d, s, bet, check, before, lanes.load_row(leaf, at), lanes.load_row(leaf, at + stride),
            lanes.load_row(leaf, at + 2 * stride), lanes.load_row(leaf, at + 3 * stride), lanes.load_row(meets, r),
            lanes.load_row(meets, r + stride), lanes.load_row(meets, r + 2 * stride),
            lanes.load_row(meets, r + 3 * stride),
        )  # fmt: skip
        if me == 1:
            v = v + faced
        lanes.store_row(out, ob + j, v)
