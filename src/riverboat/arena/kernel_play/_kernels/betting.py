"""Decisions and betting of one street: who acts, what may be done, what the policy does, what comes of it."""

from __future__ import annotations

import numpy as np

from riverboat.arena.kernel_play._kernels.compiled import inlined
from riverboat.arena.kernel_play._kernels.dealing import class_of
from riverboat.cards.ranking.jit import opaque, population, trailing_zeros
from riverboat.games.jit import called, folded, raised
from riverboat.odds.jit import next_random

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_DRAW_SHIFT = np.uint64(33)


@inlined
def any_owes(players, able, paid, highest):
    """Whether one of those who can bet has put in less than the highest bet."""
    owing = False
    for each in range(players):
        p = opaque(each)
        owing |= (able >> p) & _ONE != _ZERO and paid[p] < highest
    return owing


@inlined
def any_can_pay(players, others, seats, highest):
    """Whether one of the others has more than the highest bet."""
    can = False
    for each in range(players):
        p = opaque(each)
        can |= others >> p & _ONE != _ZERO and seats[1, p] > highest
    return can


@inlined
def cell_of(strides, player, part, street, raises, to_call, pot, live, may_raise):
    """Where a policy's cell is, but for the strength of the hand; after the flop its array begins with the flop."""
    at = strides[player, part, 6] + strides[player, part, 0] * (street - part)
    at += strides[player, part, 1] * np.uint64(min(raises, np.int64(4)))
    at += strides[player, part, 3] * (population(live) - _TWO)
    at += strides[player, part, 4] if may_raise else _ZERO
    if to_call > 0 and strides[player, part, 2] != _ZERO:
        # Exact, and half as long as dividing whole numbers
        step = np.uint64(np.float64(32 * to_call) / np.float64(pot + to_call))
        at += strides[player, part, 2] * (_ONE + min(np.uint64(15), step))
    return at


@inlined
def action_of(cells, at, more_thresholds, draw):
    """The action that a random number selects."""
    action = _ONE if draw >= np.uint64(cells[at, _ZERO]) else _ZERO
    action += _ONE if draw >= np.uint64(cells[at, _ONE]) else _ZERO
    for each in range(_TWO, more_thresholds):
        action += _ONE if draw >= np.uint64(cells[at, opaque(each)]) else _ZERO
    return action


@inlined
def size_of(size, low, high, highest, called_pot, bits):
    """The amount of a raise: a share of the pot after a call, or any amount alike if the size is negative."""
    if size < 0.0:
        return low + np.int64(((bits & _LOW_HALF) * np.uint64(high - low + 1)) >> _HALF)
    wanted = np.float64(highest) + np.rint(size * np.float64(called_pot))
    return max(low, np.int64(wanted)) if wanted < high else high


@inlined
def may_raise_now(
    players, position, flag, able, bettors, owed, stack, highest, raises, max_raises, reopens, equal_stacks, acted,
    acted_at, last_raise, betting, seats,
):  # fmt: skip
    """Whether the actor may raise: chips, the cap, an opponent who can answer, and enough raised since he acted."""
    may_raise = stack > owed and raises < max_raises and bettors > _ONE
    if may_raise and not reopens:
        if not equal_stacks:
            may_raise = any_can_pay(players, able & ~flag, seats, highest)
        if acted & flag != _ZERO:
            by = highest - acted_at[position]
            by += by if betting == 0 else np.int64(0)
            may_raise &= by >= last_raise
    return may_raise


@inlined
def sized_raise(size, betting, all_in, min_raise_to, highest, owed, to_call, pot, bits):
    """By how much a policy raises where the amount is its choice."""
    low = min(min_raise_to, all_in)
    high = all_in if betting == 2 else max(low, min(highest + owed + pot, all_in))
    return size_of(size, low, high, highest, pot + to_call, bits) - highest


@inlined
def next_min_raise(reopens, min_raise_to, last_raise, highest, by):
    """The smallest total of the next raise and the last full raise, after a raise by this amount to the highest bet."""
    if reopens:
        return max(min_raise_to, highest + by), last_raise
    last_raise = max(last_raise, by)
    return highest + last_raise, last_raise


@inlined
def bet_street(
    players, street, streets, reopens, equal_stacks, seats, base, row, who, cells, strides, sizes, more_thresholds,
    classes, deck, steps, paid, acted_at, live, able, bettors, pot, highest, counts, shown, decisions, max_seen,
    seen_hand, seen_actions, seen_draws, d0, d1, d2, d3,
):  # fmt: skip
    """Bet until nobody has to decide any more; returns what has changed.

    That is who is in, who can bet and how many, pot and highest bet, the bits of who acted, put chips in, raised and
    folded, the decisions of the hand so far, and the generator. Where `shown`, actions go to the row `seen_hand`.
    """
    smallest_bet = streets[0, street]
    last_raise = streets[1, street]
    max_raises = streets[2, street]
    betting = streets[4, street]
    part = _ONE if street != _ZERO else _ZERO
    raises = np.int64(0)
    acted = _ZERO
    paying = _ZERO
    raising = _ZERO
    folding = _ZERO
    min_raise_to = highest + last_raise
    pending = bettors if smallest_bet != 0 else _ZERO
    if bettors < _TWO and not any_owes(players, able, paid, highest):
        pending = _ZERO
    position = np.uint64(streets[3, street])
    while pending != _ZERO:
        ahead = able >> position
        position = position + trailing_zeros(ahead) if ahead != _ZERO else trailing_zeros(able)
        flag = _ONE << position
        owed = highest - paid[position]
        stack = seats[1, position] - paid[position]
        if bettors == _ONE and owed <= 0 and not reopens:
            break
        may_raise = may_raise_now(
            players, position, flag, able, bettors, owed, stack, highest, raises, max_raises, reopens, equal_stacks,
            acted, acted_at, last_raise, betting, seats,
        )  # fmt: skip
        player = who[row + position]
        to_call = min(owed, stack)
        at = cell_of(strides, player, part, street, raises, to_call, pot, live, may_raise)
        if strides[player, part, 5] != _ZERO:
            step = steps[position, street] if part else class_of(classes, deck, position)
            at += strides[player, part, 5] * step
        x, d0, d1, d2, d3 = next_random(d0, d1, d2, d3)
        action = action_of(cells, at, more_thresholds, x >> _DRAW_SHIFT)
        seen = np.int64(-1)
        kind = _ONE
        if action >= _TWO and may_raise:
            kind = _THREE
            by = smallest_bet
            if betting != 0:
                size = sizes[player, action - _TWO]
                by = sized_raise(size, betting, seats[1, position], min_raise_to, highest, owed, to_call, pot, x)
            chips, highest, raises, pending, bettors = raised(by, owed, stack, highest, raises, bettors)
            min_raise_to, last_raise = next_min_raise(reopens, min_raise_to, last_raise, highest, chips - owed)
            paid[position] += chips
            pot += chips
            able ^= flag if chips == stack else _ZERO
            raising |= flag
            paying |= flag
            seen = highest - base
        elif action == _ZERO and owed > 0:
            kind = _ZERO
            pending, bettors = folded(pending, bettors)
            live ^= flag
            able ^= flag
            folding |= flag
            seen = np.int64(-2)
        else:
            chips, pending, bettors = called(owed, stack, pending, bettors)
            if owed > 0:
                kind = _TWO
                paid[position] += chips
                pot += chips
                able ^= flag if chips == stack else _ZERO
                paying |= flag
        acted |= flag
        acted_at[position] = highest
        counts[player, (street << _TWO) | kind] += 1
        if shown and decisions < max_seen:
            seen_actions[seen_hand, decisions, 0] = position
            seen_actions[seen_hand, decisions, 1] = seen
            seen_draws[seen_hand, decisions] = x
        decisions += _ONE
        if live & (live - _ONE) == _ZERO:
            break
        position += _ONE
    return live, able, bettors, pot, highest, acted, paying, raising, folding, decisions, d0, d1, d2, d3
