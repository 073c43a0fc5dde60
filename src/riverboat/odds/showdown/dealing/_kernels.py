"""Loops that deal at random, or one deal after the other, and share out pots.

Random numbers come from `odds/jit.py`, whose state is a uint64[4] array that the loops advance. A number
below n is the upper half of a 32-bit random number times n: at most n / 2^32 from uniform, far below what any sample
can see. `table` and `words` are the seven-card table and the card words of `riverboat.cards.ranking.tables`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import look_up, opaque, population
from riverboat.odds.jit import next_random

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_MASKS_AT = np.uint64(52)
_BATCH = 1024


@njit(cache=True, nogil=True)
def fill_alias_table(weights, table):
    """Turn float64[n] positive weights into Walker's table, uint64[n]: the alias above 32 bits of threshold."""
    n = weights.size
    scaled = weights * (n / weights.sum())
    order = np.empty(n, np.int64)  # small columns from the left, large ones from the right
    small, large = 0, n
    for i in range(n):
        table[i] = (np.uint64(i) << _HALF) | _LOW_HALF
        if scaled[i] < 1.0:
            order[small] = i
            small += 1
        else:
            large -= 1
            order[large] = i
    while small > 0 and large < n:
        small -= 1
        low, high = order[small], order[large]
        table[low] = (np.uint64(high) << _HALF) | np.uint64(min(np.rint(scaled[low] * 2.0**32), 2.0**32 - 1))
        scaled[high] -= 1.0 - scaled[low]
        if scaled[high] < 1.0:
            large += 1
            order[small] = high
            small += 1


@njit(cache=True, nogil=True)
def draw_holdings(state, starts, table, bits, members, seats, max_tries, chosen):
    """Draw one column for each group of ranges, all again whenever two share a card; returns the number of deals.

    The columns of group g are starts[g] : starts[g + 1] (uint64) of an alias table: a column is itself when 32 random
    bits are below its threshold and its alias (counted from the group's start) otherwise. It stands for the holdings
    members[column] (uint16[columns, 2]) of the ranges seats[g] (int64[groups, 2]; the second is -1 in a group of one),
    which have no card in common; they go to row i of `chosen` (uint16[deals, ranges]). A deal with a clash is dropped
    as a whole: that keeps the joint distribution right, where redrawing one hand would favour the ranges drawn first.

    Works on a batch of deals, group by group; those without a clash move up without a branch, and pointers to where
    they came from find their columns in the end. Stops after about `max_tries` deals.
    """
    groups = np.uint64(starts.size - 1)
    used = np.empty(_BATCH, np.uint64)
    columns = np.empty((groups, _BATCH), np.uint64)
    parents = np.empty((groups, _BATCH), np.uint64)
    at = np.empty(_BATCH, np.uint64)
    rows = np.uint64(chosen.shape[0])
    filled = _ZERO
    tries = 0
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    while filled < rows and tries < max_tries:
        tries += _BATCH
        used[:] = _ZERO
        alive = np.uint64(_BATCH)
        for g in range(groups):
            start = starts[g]
            size = starts[g + _ONE] - start
            kept = _ZERO
            for i in range(alive):
                x, s0, s1, s2, s3 = next_random(s0, s1, s2, s3)
                column = start + (((x >> _HALF) * size) >> _HALF)
                entry = table[column]
                column = column if (x & _LOW_HALF) < (entry & _LOW_HALF) else start + (entry >> _HALF)
                before = used[i]
                cards = bits[column]
                columns[g, kept] = column
                parents[g, kept] = i
                used[kept] = before | cards
                kept += _ONE if before & cards == _ZERO else _ZERO
            alive = kept
        found = min(alive, rows - filled)
        for i in range(found):
            at[i] = i
        for back in range(groups):
            g = groups - _ONE - back
            seat, other = np.uint64(seats[g, 0]), np.uint64(seats[g, 1])
            paired = seats[g, 1] >= 0
            for i in range(found):
                column = columns[g, at[i]]
                at[i] = parents[g, at[i]]
                chosen[filled + i, seat] = members[column, 0]
                if paired:
                    chosen[filled + i, other] = members[column, 1]
        filled += found
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return np.int64(filled)


@njit(cache=True, nogil=True)
def play_holdem(table, words, state, deals, fixed, keys, masks, chosen, bits, hole_words, hole_masks, deck, to_come,
                tally):  # fmt: skip
    """Deal the rest of `deals` hold'em deals and add them to the tally, int64[players, players + 1].

    Players come in three kinds: the first `fixed` have their two cards in keys and masks (sums of words, with the board
    cards known, uint64[players]); then come those whose holdings row i of `chosen` names (their cards, words and masks
    are in bits, hole_words and hole_masks); the others are dealt two cards from the deck (uint8, without the cards
    known). Dealing is a partial shuffle that continues from the current order of the deck.
    """
    players = keys.size
    ranged = chosen.shape[1]
    left = np.uint64(deck.size)
    held = keys.copy()
    held_masks = masks.copy()
    ranks = np.empty(players, np.int64)
    outcomes = np.zeros(1 << players, np.int64)  # how often each set of players won
    first_won = np.int64(0)
    split = np.int64(0)
    second_won = np.int64(0)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for deal in range(np.uint64(deals)):
        used = _ZERO
        for p in range(ranged):
            holding = chosen[deal, p]
            used |= bits[holding]
            held[fixed + p] = keys[fixed + p] + hole_words[holding]
            held_masks[fixed + p] = masks[fixed + p] + hole_masks[holding]
        i = _ZERO
        for p in range(fixed + ranged, players):
            key = keys[p]
            mask = masks[p]
            got = _ZERO
            while got < np.uint64(2):
                x, s0, s1, s2, s3 = next_random(s0, s1, s2, s3)
                j = i + (((x >> _HALF) * (left - i)) >> _HALF)
                card = deck[j]
                deck[j] = deck[i]
                deck[i] = card
                i += _ONE
                free = ((used >> np.uint64(card)) & _ONE) - _ONE  # all bits set if nobody holds the card
                key += words[card] & free
                mask += words[np.uint64(card) + _MASKS_AT] & free
                got += free & _ONE
            held[p] = key
            held_masks[p] = mask
        board = _ZERO
        board_masks = _ZERO
        got = _ZERO
        while got < np.uint64(to_come):
            x, s0, s1, s2, s3 = next_random(s0, s1, s2, s3)
            j = i + (((x >> _HALF) * (left - i)) >> _HALF)
            card = deck[j]
            deck[j] = deck[i]
            deck[i] = card
            i += _ONE
            free = ((used >> np.uint64(card)) & _ONE) - _ONE
            board += words[card] & free
            board_masks += words[np.uint64(card) + _MASKS_AT] & free
            got += free & _ONE
        if players == 2:
            first = look_up(table, opaque(held[0] + board), held_masks[0] + board_masks)
            second = look_up(table, opaque(held[1] + board), held_masks[1] + board_masks)
            first_won += 1 if first > second else 0
            split += 1 if first == second else 0
            second_won += 1 if first < second else 0
            continue
        best = np.int64(-1)
        for p in range(players):
            rank = np.int64(look_up(table, opaque(held[p] + board), held_masks[p] + board_masks))
            ranks[p] = rank
            best = max(best, rank)
        winners = _ZERO
        for p in range(players):
            winners |= (_ONE if ranks[p] == best else _ZERO) << np.uint64(p)
        outcomes[winners] += 1
    for winners in range(outcomes.size):
        for p in range(players):
            if (winners >> p) & 1:
                tally[p, population(np.uint64(winners))] += outcomes[winners]
    if players == 2:
        tally[0, 1] += first_won
        tally[1, 1] += second_won
        tally[0, 2] += split
        tally[1, 2] += split
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@njit(cache=True, nogil=True)
def deal_at_random(state, deck, out):
    """Fill each row of uint8[N, K] with the first K cards of a shuffled deck (uint8, shuffled on)."""
    left = np.uint64(deck.size)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for row in range(out.shape[0]):
        for i in range(np.uint64(out.shape[1])):
            x, s0, s1, s2, s3 = next_random(s0, s1, s2, s3)
            j = i + (((x >> _HALF) * (left - i)) >> _HALF)
            card = deck[j]
            deck[j] = deck[i]
            deck[i] = card
            out[row, i] = card
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@njit(cache=True, nogil=True)
def deal_in_order(first, deck, groups, choose, out):
    """Fill row i of uint8[N, K] with deal number first + i: each group is a set of cards from those still left.

    `groups` (int64[G], sum K) are the sizes of the sets; `choose` is int64[53, K + 1] of binomial coefficients. The
    number of a deal has one digit a group, the last group's changing fastest; a digit is the colex number of the set.
    """
    remaining = np.empty(deck.size, np.uint8)
    for row in range(out.shape[0]):
        left = deck.size
        for i in range(left):
            remaining[i] = deck[i]
        number = first + row
        stride = np.int64(1)
        cards_left = left
        for g in range(groups.size):
            stride *= choose[cards_left, groups[g]]
            cards_left -= groups[g]
        at = 0
        for g in range(groups.size):
            size = groups[g]
            stride //= choose[left, size]
            digit = number // stride
            number -= digit * stride
            highest = left
            for k in range(size, 0, -1):
                highest -= 1
                while choose[highest, k] > digit:
                    highest -= 1
                digit -= choose[highest, k]
                out[row, at] = remaining[highest]
                at += 1
                for i in range(highest, left - 1):  # close the gap; the lower cards of this set stay where they are
                    remaining[i] = remaining[i + 1]
                left -= 1


@njit(cache=True, nogil=True)
def share_pots(ranks, totals):
    """Share out one pot for each of int32[N, pots, players] ranks and add to totals, float64[4, players].

    The best rank of each pot takes it, equals split it; a pot that nobody qualifies for (all below 0) goes to the first
    pot's winners. The rows of totals: share, squared share, how often all of it, how often a part.
    """
    deals, pots, players = ranks.shape
    share = np.empty(players, np.float64)
    for deal in range(deals):
        share[:] = 0.0
        played = 0
        for pot in range(pots):
            best = np.int32(-1)
            for p in range(players):
                best = max(best, ranks[deal, pot, p])
            played += 1 if best >= 0 else 0
        for pot in range(pots):
            best = np.int32(-1)
            winners = 0
            for p in range(players):
                if ranks[deal, pot, p] > best:
                    best = ranks[deal, pot, p]
                    winners = 1
                elif ranks[deal, pot, p] == best:
                    winners += 1
            if best < 0:
                continue
            for p in range(players):
                if ranks[deal, pot, p] == best:
                    share[p] += 1.0 / (winners * played)
        for p in range(players):
            totals[0, p] += share[p]
            totals[1, p] += share[p] * share[p]
            totals[2, p] += 1.0 if share[p] > 0.999999 else 0.0
            totals[3, p] += 1.0 if 0.0 < share[p] <= 0.999999 else 0.0
