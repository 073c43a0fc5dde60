"""Kernels that rank hands, one or many, and pack the tables they use.

`table` and `words` are laid out as `tables.py` says; hands are uint8[N, size] arrays of cards 0..51.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import (
    SUIT_BIAS,
    SUIT_FLAGS,
    has_flush,
    look_up,
    opaque,
    population,
    rank_of_flush,
    rank_without_flush,
    trailing_zeros,
    unlikely,
)

MASKS_AT = np.uint64(52)
_NONE, _ONE, _TWO, _THREE, _FOUR, _SEVEN, _SIX_BITS = (np.uint64(number) for number in (0, 1, 2, 3, 4, 7, 63))
_ONE_OF_EACH_SUIT = np.uint64(0x1111 << 32)
_TWO_OF_EACH_SUIT = np.uint64(0x2222 << 32)


@njit(cache=True)
def pack_rows(keys, row_bits, capacity):
    """First-fit row displacement: an offset for each value of a key's low bits such that no two keys share a slot.

    The slot of a key is (key >> row_bits) + offset[key & mask]; the fullest rows are placed first.
    """
    rows = 1 << row_bits
    counts = np.zeros(rows, np.int64)
    for key in keys:
        counts[key & (rows - 1)] += 1
    start = np.zeros(rows + 1, np.int64)
    for row in range(rows):
        start[row + 1] = start[row] + counts[row]
    fill = start[:-1].copy()
    columns = np.zeros(keys.size, np.int64)
    for key in keys:
        row = key & (rows - 1)
        columns[fill[row]] = key >> row_bits
        fill[row] += 1
    used = np.zeros(capacity, np.bool_)
    offsets = np.zeros(rows, np.int64)
    length = 0
    first_free = 0
    for row in np.argsort(-counts, kind="mergesort"):
        if counts[row] == 0:
            break
        mine = columns[start[row] : start[row + 1]]
        offset = max(0, first_free - mine.min())
        clash = True
        while clash:
            clash = False
            for column in mine:
                if used[column + offset]:
                    clash = True
                    offset += 1
                    break
        for column in mine:
            used[column + offset] = True
            length = max(length, column + offset + 1)
        while used[first_free]:
            first_free += 1
        offsets[row] = offset
    return offsets, length


@njit(cache=True, nogil=True)
def rank_batch_of_seven(table, words, hands, out):
    """Rank uint8[N, 7] hands into uint16[N]; the cards are trusted to be different and below 52."""
    for i in range(np.uint64(hands.shape[0])):
        # One sum: split over two statements it is compiled to a loop that is a tenth slower.
        key = opaque(
            words[hands[i, 0]]
            + words[hands[i, 1]]
            + words[hands[i, 2]]
            + words[hands[i, 3]]
            + words[hands[i, 4]]
            + words[hands[i, 5]]
            + words[hands[i, 6]]
        )
        if unlikely(has_flush(key)):
            # Reading the cards again costs less than holding seven of them in registers for one hand in thirty.
            masks = _NONE
            for j in range(_SEVEN):
                masks += words[np.uint64(hands[i, j]) + MASKS_AT]
            out[i] = rank_of_flush(table, key, masks)
        else:
            out[i] = rank_without_flush(table, key)


@njit(cache=True, nogil=True)
def rank_batch_of_any_size(table, words, hands, out):
    """Rank uint8[N, size] hands into uint16[N] with the table of that size; the cards are trusted."""
    size = np.uint64(hands.shape[1])
    for i in range(np.uint64(hands.shape[0])):
        key = _NONE
        masks = _NONE
        for j in range(size):
            key += words[hands[i, j]]
            masks += words[np.uint64(hands[i, j]) + MASKS_AT]
        out[i] = look_up(table, opaque(key), masks)


@njit(cache=True, nogil=True)
def rank_checked_batch_of_seven(table, words, hands, out):
    """Rank uint8[N, 7] hands into uint16[N], or return the index of the first with a card above 51 or a card twice.

    Returns -1 when every hand is good.
    """
    for i in range(np.uint64(hands.shape[0])):
        a, b, c, d = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3]
        e, f, g = hands[i, 4], hands[i, 5], hands[i, 6]
        seen = _bit(a) | _bit(b) | _bit(c) | _bit(d) | _bit(e) | _bit(f) | _bit(g)
        # A card above 63 wraps into a lower bit, so the cards themselves are looked at too.
        if unlikely(population(seen) != _SEVEN or seen >> MASKS_AT != _NONE or (a | b | c | d | e | f | g) > _SIX_BITS):
            return np.int64(i)
        key = opaque(words[a] + words[b] + words[c] + words[d] + words[e] + words[f] + words[g])
        if unlikely(has_flush(key)):
            masks = _NONE
            for j in range(_SEVEN):
                masks += words[np.uint64(hands[i, j]) + MASKS_AT]
            out[i] = rank_of_flush(table, key, masks)
        else:
            out[i] = rank_without_flush(table, key)
    return np.int64(-1)


@njit
def _bit(card):
    return _ONE << (np.uint64(card) & _SIX_BITS)


@njit(cache=True, nogil=True)
def first_bad_hand(hands):
    """The index of the first of uint8[N, size] hands with a card above 51 or a card twice, or -1."""
    size = np.uint64(hands.shape[1])
    for i in range(np.uint64(hands.shape[0])):
        seen = _NONE
        every = np.uint8(0)
        for j in range(size):
            seen |= _bit(hands[i, j])
            every |= hands[i, j]
        if population(seen) != size or seen >> MASKS_AT != _NONE or every > _SIX_BITS:
            return np.int64(i)
    return np.int64(-1)


@njit(cache=True, nogil=True)
def rank_histogram_of_seven(table, words, classes):
    """How many of all 133,784,560 seven-card hands have each rank: int64[classes].

    Five loops for the first cards, then one list of pairs for the last two: sorted by their lower card, the pairs above
    any card are a suffix. With fewer than four of a suit among the first five, pairs are counted without asking for
    flushes; where there are three, the few pairs of that suit are then counted again, as the flushes they are.
    Neighbours in the list often have the same rank, and a counter that was just written is slow to read: there are four
    of each, taken in turns.
    """
    pair_words = np.zeros(1326, np.uint64)
    pair_masks = np.zeros(1326, np.uint64)
    suffix = np.zeros(53, np.uint64)
    at = _NONE
    for low in range(52):
        suffix[low] = at
        for high in range(low + 1, 52):
            pair_words[at] = words[low] + words[high]
            pair_masks[at] = words[low + 52] + words[high + 52]
            at += _ONE
    suffix[52] = at
    counts = np.zeros((4, classes), np.int32)
    for a in range(46):
        for b in range(a + 1, 47):
            two = words[a] + words[b]
            for c in range(b + 1, 48):
                three = two + words[c]
                for d in range(c + 1, 49):
                    four = three + words[d]
                    for e in range(d + 1, 50):
                        five = four + words[e]
                        if has_flush(five + _ONE_OF_EACH_SUIT):
                            masks = words[a + 52] + words[b + 52] + words[c + 52] + words[d + 52] + words[e + 52]
                            for p in range(suffix[e + 1], at):
                                key = opaque(five + pair_words[p])
                                counts[_NONE, look_up(table, key, masks + pair_masks[p])] += 1
                            continue
                        _count_pairs(table, five, pair_words, suffix[e + 1], counts)
                        if has_flush(five + _TWO_OF_EACH_SUIT):
                            masks = words[a + 52] + words[b + 52] + words[c + 52] + words[d + 52] + words[e + 52]
                            _count_flushes(table, words, five, masks, np.uint64(e) + _ONE, counts)
    return counts.sum(axis=0)


@njit
def _count_pairs(table, five, pair_words, first, counts):
    """Count the ranks of `five` with every pair from `first` on, without flushes."""
    pairs = np.uint64(pair_words.size)
    p = first
    while p + _THREE < pairs:
        a = rank_without_flush(table, opaque(five + pair_words[p]))
        b = rank_without_flush(table, opaque(five + pair_words[p + _ONE]))
        c = rank_without_flush(table, opaque(five + pair_words[p + _TWO]))
        d = rank_without_flush(table, opaque(five + pair_words[p + _THREE]))
        counts[_NONE, a] += 1
        counts[_ONE, b] += 1
        counts[_TWO, c] += 1
        counts[_THREE, d] += 1
        p += _FOUR
    while p < pairs:
        counts[_NONE, rank_without_flush(table, opaque(five + pair_words[p]))] += 1
        p += _ONE


@njit
def _count_flushes(table, words, five, masks, first, counts):
    """Move the pairs of the suit of which there are three in `five` from where they were counted to their flushes."""
    flags = (five + SUIT_BIAS + _TWO_OF_EACH_SUIT) & SUIT_FLAGS
    suit = (trailing_zeros(flags) - np.uint64(35)) >> np.uint64(2)
    x = first + ((suit - first) & np.uint64(3))
    while x < MASKS_AT:
        y = x + np.uint64(4)
        while y < MASKS_AT:
            key = five + words[x] + words[y]
            counts[_NONE, rank_without_flush(table, key)] -= 1
            counts[_NONE, rank_of_flush(table, key, masks + words[x + MASKS_AT] + words[y + MASKS_AT])] += 1
            y += np.uint64(4)
        x += np.uint64(4)
