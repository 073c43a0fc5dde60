"""Kernels of a blueprint: one sampled board, all hands of both players, every line of the abstract game.

Hands are in the order of their strength on the board. `labels` is int64[4, hands], the bucket of each hand on each
street; rows are float32[rows, hands]; `steps` and `pays` are laid out as `program.py` says. Values are per hand, summed
over the opponent's reach, in big blinds.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.odds.strength.jit import HOLDING_BITS, HOLDING_MASK, sort_holdings

_SCALE = np.int64(0)
_FOLD = np.int64(1)
_SHOW = np.int64(2)
_ADD = np.int64(3)
_HANDS = np.uint64(1081)
_CARDS = np.uint64(52)
_ZERO = np.float32(0.0)


@njit(nogil=True, cache=True)
def match_regrets(decisions, regrets, current):
    """Fill the current strategy: positive regrets in proportion, all actions alike where there are none."""
    for i in range(np.uint64(decisions.shape[0])):
        base, actions = np.uint64(decisions[i, 0]), np.uint64(decisions[i, 1])
        for _ in range(np.uint64(decisions[i, 2])):
            total = _ZERO
            for a in range(actions):
                total += max(regrets[base + a], _ZERO)
            for a in range(actions):
                at = base + a
                current[at] = (
                    max(regrets[at], _ZERO) / total if total > _ZERO else np.float32(1.0) / np.float32(actions)
                )
            base += actions


@njit(nogil=True, cache=True)
def learn_board(
    table, words, holding_cards, board, by_holding, steps, pays, current, regrets, sums, reach, values, weight
):
    """Play every line on one board with the current strategy, and add to regrets and averages with this weight.

    `by_holding` is uint16[4, 1326]. After it the first two rows of `values` have what each hand wins.
    """
    items = np.empty(1326, np.uint32)
    sort_holdings(table, words, board, items)
    first = np.empty(_HANDS, np.uint64)
    second = np.empty(_HANDS, np.uint64)
    ends = np.empty(_HANDS, np.uint64)
    labels = np.empty((4, _HANDS), np.uint64)
    for h in range(_HANDS):
        holding = np.uint64(items[h] & HOLDING_MASK)
        first[h], second[h] = np.uint64(holding_cards[holding, 0]), np.uint64(holding_cards[holding, 1])
        for street in range(np.uint64(4)):
            labels[street, h] = np.uint64(by_holding[street, holding])
    end = _HANDS
    for back in range(_HANDS):  # where the hands of equal rank end
        h = _HANDS - np.uint64(1) - back
        if h + np.uint64(1) < _HANDS and items[h] >> HOLDING_BITS != items[h + np.uint64(1)] >> HOLDING_BITS:
            end = h + np.uint64(1)
        ends[h] = end
    reach[0, :] = np.float32(1.0)
    reach[1, :] = np.float32(1.0)
    in_bucket = np.zeros(65536, np.float32)
    for i in range(np.uint64(steps.shape[0])):
        step = steps[i]
        kind = step[0]
        if kind == _SCALE:
            _scale(reach[step[1]], reach[step[2]], current, step[3], step[4], step[5], labels[step[6]])
        elif kind == _FOLD:
            _fold(reach[step[1]], reach[step[2]], first, second, pays[i], values[step[3]], values[step[4]])
        elif kind == _SHOW:
            _show(reach[step[1]], reach[step[2]], first, second, ends, pays[i], values[step[3]], values[step[4]])
        elif kind == _ADD:
            to, more = values[step[1]], values[step[2]]
            for h in range(_HANDS):
                to[h] += more[h]
        else:
            _combine(
                step[2], step[3], labels[step[4]], reach[step[5]], values, step[6], step[7],
                current, regrets, sums, in_bucket, weight,
            )  # fmt: skip


@njit
def _scale(to, source, current, base, actions, action, label):
    start, width = np.uint64(base + action), np.uint64(actions)
    for h in range(_HANDS):
        to[h] = source[h] * current[start + label[h] * width]


@njit
def _fold(reach_0, reach_1, first, second, pay, out_0, out_1):
    """Both players' values: what is paid, times the opponent's hands that each hand can meet."""
    by_card = np.zeros((_CARDS, 2), np.float32)
    total_0, total_1 = _sums(reach_0, reach_1, first, second, by_card)
    for h in range(_HANDS):
        a, b = first[h], second[h]
        out_0[h] = pay * (total_1 - by_card[a, 1] - by_card[b, 1] + reach_1[h])
        out_1[h] = -pay * (total_0 - by_card[a, 0] - by_card[b, 0] + reach_0[h])


@njit
def _sums(reach_0, reach_1, first, second, by_card):
    """Reach of both players in all and by card."""
    total_0, total_1 = _ZERO, _ZERO
    for h in range(_HANDS):
        x, y = reach_0[h], reach_1[h]
        total_0 += x
        total_1 += y
        by_card[first[h], 0] += x
        by_card[first[h], 1] += y
        by_card[second[h], 0] += x
        by_card[second[h], 1] += y
    return total_0, total_1


@njit
def _show(reach_0, reach_1, first, second, ends, pay, out_0, out_1):
    """Both players' values: the stake times hands beaten less hands lost to, of those that share no card."""
    everyone = np.zeros((_CARDS, 2), np.float32)
    total_0, total_1 = _sums(reach_0, reach_1, first, second, everyone)
    below = np.zeros((_CARDS, 2), np.float32)
    under_0, under_1 = _ZERO, _ZERO
    start = np.uint64(0)
    while start < _HANDS:
        end = ends[start]
        for h in range(start, end):  # beaten, less all
            a, b = first[h], second[h]
            out_0[h] = under_1 - below[a, 1] - below[b, 1] - (total_1 - everyone[a, 1] - everyone[b, 1])
            out_1[h] = under_0 - below[a, 0] - below[b, 0] - (total_0 - everyone[a, 0] - everyone[b, 0])
        for h in range(start, end):
            a, b = first[h], second[h]
            x, y = reach_0[h], reach_1[h]
            under_0 += x
            under_1 += y
            below[a, 0] += x
            below[a, 1] += y
            below[b, 0] += x
            below[b, 1] += y
        for h in range(start, end):  # and not lost to; the hand itself is counted alike in both sums
            a, b = first[h], second[h]
            out_0[h] = pay * (out_0[h] + under_1 - below[a, 1] - below[b, 1])
            out_1[h] = pay * (out_1[h] + under_0 - below[a, 0] - below[b, 0])
        start = end


@njit
def _combine(base, actions, label, own, values, mine, to, current, regrets, sums, in_bucket, weight):
    """The value of a decision, its regrets, and its part of the average strategy."""
    width, out = np.uint64(actions), values[to]
    for h in range(_HANDS):
        at = np.uint64(base) + label[h] * width
        total = _ZERO
        for a in range(width):
            total += current[at + a] * values[np.uint64(mine) + a, h]
        out[h] = total
        for a in range(width):
            regrets[at + a] += weight * (values[np.uint64(mine) + a, h] - total)
        in_bucket[label[h]] += own[h]
    for h in range(_HANDS):
        held = in_bucket[label[h]]
        if held > _ZERO:
            in_bucket[label[h]] = _ZERO
            at = np.uint64(base) + label[h] * width
            for a in range(width):
                sums[at + a] += weight * held * current[at + a]
