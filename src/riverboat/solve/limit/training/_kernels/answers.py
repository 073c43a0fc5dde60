"""What an opponent who knows everything answers: best actions on turn and river, as bits, and what they win.

"They" are the learner, whose reach is known; "I" the opponent who answers. My best actions on a line are 0 or 1 for
each row of reach (`solve.limit.lines`): A0 to A3 are bits 0 to 3 of a byte, B0 to B3 bits 4 to 7, and K is where A0 is
not (`sweep.multiplier` reads them). Ties fold or check.
"""

from __future__ import annotations

import numpy as np

from riverboat.solve import lanes
from riverboat.solve.limit._kernels.sweep import (
    SHOWN,
    end_of,
    multiplier,
    sweep_five,
    sweep_four,
    without_five,
    without_four,
)
from riverboat.solve.spot._kernels.compiled import inlined, inner, stay_whole


@inlined
def _first(best, other):
    """1 where the first number is greater."""
    return lanes.choose(best - other, lanes.splat(np.float32(1.0)), lanes.zeros())


@inlined
def face_bet_best(s, bet, l0, l1, l2, l3, a0, a1, a2, a3):
    """They bet: my value, and 16 B0 + 32 B1 + 64 B2 + 128 B3."""
    one, zero = lanes.splat(np.float32(1.0)), lanes.zeros()
    s1 = s + bet
    s2 = s1 + bet
    fold, raise_ = zero - a2 * s2, (a2 - a3) * (s2 + bet) + l3
    low = lanes.greater(fold, l2)
    caps = _first(raise_, low)
    calls = (one - caps) * _first(l2, fold)
    later = lanes.greater(low, raise_)
    fold, raise_ = zero - a0 * s, (a0 - a1 - a2) * s1 + l1 + later
    low = lanes.greater(fold, l0)
    raises = _first(raise_, low)
    stays = (one - raises) * _first(l0, fold)
    bits = (
        lanes.splat(np.float32(16.0)) * stays
        + raises * (lanes.splat(np.float32(32.0)) + lanes.splat(np.float32(64.0)) * calls)
        + raises * (lanes.splat(np.float32(128.0)) * caps)
    )
    return lanes.greater(low, raise_), bits


@inlined
def check_or_bet_best(s, bet, check, before, l0, l1, l2, l3, a0, a1, a2, a3):
    """I check or bet: my value, where I bet, and A0 + 2 A1 + 4 A2 + 8 A3."""
    one, zero = lanes.splat(np.float32(1.0)), lanes.zeros()
    s1 = s + bet
    s2 = s1 + bet
    fold = zero - a3 * (s2 + bet)
    stays = _first(l3, fold)
    later = lanes.greater(fold, l3)
    fold, raise_ = zero - a1 * s1, (a1 - a2 - a3) * s2 + l2 + later
    low = lanes.greater(fold, l1)
    raises = _first(raise_, low)
    calls = (one - raises) * _first(l1, fold)
    betting = (before - a0 - a1) * s + l0 + lanes.greater(low, raise_)
    bets = _first(betting, check)
    after = lanes.splat(np.float32(2.0)) * calls
    after = after + raises * (lanes.splat(np.float32(4.0)) + lanes.splat(np.float32(8.0)) * stays)
    return lanes.greater(check, betting), bets, bets * (one + after)


@inlined
def _together(me, bets, first_bits, other_bits):
    """All bits: player 0 is bet into only after a check."""
    if me == 0:
        other_bits = other_bits * (lanes.splat(np.float32(1.0)) - bets)
    return first_bits + other_bits


@inner
def answer_river(me, board, x, xb, m, place, s, bet, held, shown, weight, answers, ab, out, ob):
    """One block of a river board: my best actions into rows `ab + board.row[j]` of `answers`, `weight` times their
    values onto those rows from `ob` on of `out`. Their reach is row `xb + board.row[j]` of x times multipliers m.
    """
    stay_whole()
    hands, levels, row = board.sizes[0], board.sizes[1], board.row
    first, second, level = board.first, board.second, board.level
    times = lanes.splat(np.float32(weight))
    s1 = s + bet
    s2 = s1 + bet
    s3 = s2 + bet
    s4 = s3 + bet
    tk, t0, t1, t2, t3 = sweep_five(x, xb, row, m, 0, place, False, level, levels, first, second, held, shown)
    last, u0, u1, u2, u3, u4 = np.int64(-1), tk, t0, t1, t2, t3
    for j in range(hands):
        a, b, q, at = np.int64(first[j]), np.int64(second[j]), np.int64(place[j]), np.int64(row[j])
        if b != last:
            u0, u1, u2, u3, u4 = without_five(held, tk, t0, t1, t2, t3, b)
            last = b
        y = lanes.load_row(x, xb + at)
        dk, rk = end_of(u0, y * multiplier(m, q, 0), held, shown, 0, j, a)
        d0, r0 = end_of(u1, y * multiplier(m, q, 1), held, shown, 1, j, a)
        d1, r1 = end_of(u2, y * multiplier(m, q, 2), held, shown, 2, j, a)
        d2, r2 = end_of(u3, y * multiplier(m, q, 3), held, shown, 3, j, a)
        d3, r3 = end_of(u4, y * multiplier(m, q, 4), held, shown, 4, j, a)
        v, bits = face_bet_best(s, bet, d0 * s1, d1 * s2, d2 * s3, d3 * s4, r0, r1, r2, r3)
        lanes.store_row(answers, ab + at, bits)
        to = j * SHOWN + 4
        if me == 0:
            lanes.store_row(shown, to, dk * s + v)
            lanes.store_row(shown, to + 1, rk + r0)
        else:
            lanes.store_row(shown, to, dk * s)
            lanes.store_row(shown, to + 1, rk)
            lanes.store_row(shown, to + 2, v)
    t0, t1, t2, t3 = sweep_four(x, xb, row, m, 0, place, False, level, levels, first, second, held, shown)
    last, u0, u1, u2, u3 = np.int64(-1), t0, t1, t2, t3
    for j in range(hands):
        a, b, q, at = np.int64(first[j]), np.int64(second[j]), np.int64(place[j]), np.int64(row[j])
        if b != last:
            u0, u1, u2, u3 = without_four(held, t0, t1, t2, t3, b)
            last = b
        y = lanes.load_row(x, xb + at)
        d0, r0 = end_of(u0, y * multiplier(m, q, 5), held, shown, 0, j, a)
        d1, r1 = end_of(u1, y * multiplier(m, q, 6), held, shown, 1, j, a)
        d2, r2 = end_of(u2, y * multiplier(m, q, 7), held, shown, 2, j, a)
        d3, r3 = end_of(u3, y * multiplier(m, q, 8), held, shown, 3, j, a)
        to = j * SHOWN + 4
        v, bets, bits = check_or_bet_best(
            s, bet, lanes.load_row(shown, to), lanes.load_row(shown, to + 1), d0 * s1, d1 * s2, d2 * s3, d3 * s4, r0,
            r1, r2, r3,
        )  # fmt: skip
        if me == 1:
            v = v + lanes.load_row(shown, to + 2)
        lanes.store_row(answers, ab + at, _together(me, bets, bits, lanes.load_row(answers, ab + at)))
        lanes.store_row(out, ob + at, lanes.load_row(out, ob + at) + times * v)


@inner
def answer_street(me, hands, leaf, lb, meets, mb, stride, s, bet, answers, out, ob):
    """One block of a turn board: my best actions and their values, from the values behind each closing.

    Row `lb + closing * stride + hand` of `leaf` is a value, of `meets` (from `mb`) the reach that the hand can meet.
    """
    stay_whole()
    a0, b0 = np.int64(5), np.int64(1)
    if me == 0:  # they are player 1, whose bets come after my check
        a0, b0 = np.int64(1), np.int64(5)
    for j in range(hands):
        at, r = lb + a0 * stride + j, mb + a0 * stride + j
        bets = lanes.load_row(meets, r)
        faced, other_bits = face_bet_best(
            s, bet, lanes.load_row(leaf, at), lanes.load_row(leaf, at + stride),
            lanes.load_row(leaf, at + 2 * stride), lanes.load_row(leaf, at + 3 * stride), bets,
            lanes.load_row(meets, r + stride), lanes.load_row(meets, r + 2 * stride),
            lanes.load_row(meets, r + 3 * stride),
        )  # fmt: skip
        check, before = lanes.load_row(leaf, lb + j), lanes.load_row(meets, mb + j)
        if me == 0:
            check = check + faced
            before = before + bets
        at, r = lb + b0 * stride + j, mb + b0 * stride + j
        v, mine, bits = check_or_bet_best(
            s, bet, check, before, lanes.load_row(leaf, at), lanes.load_row(leaf, at + stride),
            lanes.load_row(leaf, at + 2 * stride), lanes.load_row(leaf, at + 3 * stride), lanes.load_row(meets, r),
            lanes.load_row(meets, r + stride), lanes.load_row(meets, r + 2 * stride),
            lanes.load_row(meets, r + 3 * stride),
        )  # fmt: skip
        if me == 1:
            v = v + faced
        lanes.store_row(answers, j, _together(me, mine, bits, other_bits))
        lanes.store_row(out, ob + j, v)
