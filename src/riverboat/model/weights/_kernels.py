"""Kernels that re-weight one table in place, and that set one hand against several tables.

float64[1326] weights and values, int16 order of holdings, best first. Values are NaN for impossible holdings, which are
not in the order and weigh 0 afterwards. `table` (by size of hand) and `words` are laid out as `cards/ranking/tables.py`
says.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import look_up, opaque

MASKS_AT = np.uint64(52)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@njit
def _rise(value, threshold, width):
    """From 0 below the threshold to 1 above it, linear within `width` on either side."""
    if width <= 0.0:
        return 1.0 if value >= threshold else 0.0
    share = (value - threshold + width) / (2.0 * width)
    return 0.0 if share < 0.0 else (1.0 if share > 1.0 else share)


@njit
def _best_share(weights, values, order, share):
    """The value that the best `share` of the weight has at least; above all values for no share at all."""
    if share <= 0.0:
        return 2.0
    total = 0.0
    for i in range(order.size):
        total += weights[np.uint64(order[i])]
    wanted = share * total
    met = 0.0
    for i in range(order.size):
        holding = np.uint64(order[i])
        met += weights[holding]
        if met >= wanted:
            return values[holding]
    return -1.0


@njit(cache=True, nogil=True)
def reweight_around(weights, values, mu, sigma, low):
    """Multiply by clamp((value - mu + sigma) / (2 sigma), low, 1); no possible holding ends below `low`."""
    for holding in range(np.uint64(weights.size)):
        value = values[holding]
        if value != value or weights[holding] <= 0.0:
            weights[holding] = 0.0
            continue
        factor = (value - mu + sigma) / (2.0 * sigma)
        factor = low if factor < low else (1.0 if factor > 1.0 else factor)
        weight = weights[holding] * factor
        weights[holding] = low if weight < low else weight


@njit(cache=True, nogil=True)
def triples_of(weights, values, order, playing, raising, width, owes, triples):
    """float64[1326, 3]: what a player does who plays the best share `playing` of what he may hold and raises the best
    share `raising`; one who owes nothing never folds. Impossible holdings get zeros.
    """
    to_raise = _best_share(weights, values, order, raising)
    to_play = _best_share(weights, values, order, playing)
    for holding in range(np.uint64(weights.size)):
        value = values[holding]
        if value != value:
            for deed in range(3):
                triples[holding, deed] = 0.0
            continue
        raises = _rise(value, to_raise, width)
        plays = _rise(value, to_play, width) if owes else 1.0
        plays = raises if plays < raises else plays
        triples[holding, 0] = 1.0 - plays
        triples[holding, 1] = plays - raises
        triples[holding, 2] = raises


@njit(cache=True, nogil=True)
def reweight_by_shares(weights, values, order, playing, raising, width, owes, deed, doubt, low):
    """Multiply by what `triples_of` says of `deed`, mixed with a share `doubt` of 1; then scale to a largest of 1.

    No possible holding ends below `low`.
    """
    to_raise = _best_share(weights, values, order, raising)
    to_play = _best_share(weights, values, order, playing) if owes else -1.0
    largest = 0.0
    for i in range(order.size):
        holding = np.uint64(order[i])
        value = values[holding]
        raises = _rise(value, to_raise, width)
        chance = raises
        if deed < 2:
            plays = _rise(value, to_play, width) if owes else 1.0
            plays = raises if plays < raises else plays
            chance = plays - raises if deed == 1 else 1.0 - plays
        weight = weights[holding] * (doubt + (1.0 - doubt) * chance)
        weights[holding] = weight
        if weight > largest:
            largest = weight
    scale = 1.0 / largest if largest > 0.0 else 0.0
    for holding in range(np.uint64(weights.size)):
        if values[holding] != values[holding]:
            weights[holding] = 0.0
        elif weights[holding] > 0.0:
            weight = weights[holding] * scale
            weights[holding] = low if weight < low else weight


@njit(cache=True, nogil=True)
def assess(table_now, table_later, words, hole, board, weights, one_more, standings):
    """Into float64[T, 3]: the weight ahead of, tied with and behind one hand in each of float64[T, 1326] tables.

    Returns the positive potential by one more card against the average of the tables, each scaled to sum 1; 0 if
    `one_more` is false. Opponents who are behind now play no part in it and are not looked at again.
    """
    live = np.empty(52, np.uint64)
    dead = _ZERO
    key = _ZERO
    masks = _ZERO
    for i in range(np.uint64(board.size)):
        card = np.uint64(board[i])
        dead |= _ONE << card
        key += words[card]
        masks += words[card + MASKS_AT]
    my_key = key
    my_masks = masks
    for i in range(np.uint64(2)):
        card = np.uint64(hole[i])
        dead |= _ONE << card
        my_key += words[card]
        my_masks += words[card + MASKS_AT]
    count = _ZERO
    for card in range(np.uint64(52)):
        if not (dead >> card) & _ONE:
            live[count] = card
            count += _ONE
    tables = np.uint64(weights.shape[0])
    standings[:, :] = 0.0
    ahead_of_us = np.empty((1326, 2), np.uint8)
    standing_of = np.empty(1326, np.uint8)
    meeting = _ZERO
    now = look_up(table_now, my_key, my_masks)
    for j in range(count):
        high = live[j]
        row = high * (high - _ONE) // np.uint64(2)
        for i in range(j):
            low = live[i]
            theirs = look_up(
                table_now, opaque(key + words[high] + words[low]), masks + words[high + MASKS_AT] + words[low + MASKS_AT]
            )
            standing = np.uint64(0 if now > theirs else (1 if now == theirs else 2))
            for t in range(tables):
                standings[t, standing] += weights[t, row + low]
            if standing:
                ahead_of_us[meeting, 0] = low
                ahead_of_us[meeting, 1] = high
                standing_of[meeting] = standing
                meeting += _ONE
    if not one_more:
        return 0.0

    scale = np.empty(tables, np.float64)
    for t in range(tables):
        total = standings[t, 0] + standings[t, 1] + standings[t, 2]
        scale[t] = 1.0 / total if total > 0.0 else 0.0
    mine = np.empty(52, np.uint16)
    for i in range(count):
        card = live[i]
        mine[i] = look_up(table_later, my_key + words[card], my_masks + words[card + MASKS_AT])
    drawing_out = 0.0
    not_ahead = 0.0
    for met in range(meeting):
        low = np.uint64(ahead_of_us[met, 0])
        high = np.uint64(ahead_of_us[met, 1])
        holding = high * (high - _ONE) // np.uint64(2) + low
        weight = 0.0
        for t in range(tables):
            weight += weights[t, holding] * scale[t]
        if weight <= 0.0:
            continue
        their_key = key + words[high] + words[low]
        their_masks = masks + words[high + MASKS_AT] + words[low + MASKS_AT]
        ahead = _ZERO
        tied = _ZERO
        for i in range(count):
            card = live[i]
            if card == low or card == high:
                continue
            theirs = look_up(table_later, opaque(their_key + words[card]), their_masks + words[card + MASKS_AT])
            ahead += np.uint64(mine[i] > theirs)
            tied += np.uint64(mine[i] == theirs)
        # Ties count half, now and later: behind and then ahead 1, behind and then tied or tied and then ahead 1/2.
        if standing_of[met] == np.uint8(2):
            drawing_out += weight * (np.float64(ahead) + 0.5 * np.float64(tied))
            not_ahead += weight
        else:
            drawing_out += weight * 0.5 * np.float64(ahead)
            not_ahead += 0.5 * weight
    return drawing_out / (not_ahead * np.float64(count - np.uint64(2))) if not_ahead > 0.0 else 0.0


HOLDING_BITS = np.uint32(11)
HOLDING_MASK = np.uint32(2047)
LOW_RADIX = np.uint32(127)
WIDTH = 144
"""No board has more than 136 different ranks of hands; rounded up to whole vectors."""


@njit
def _rank_and_sort(table, words, key, masks, live, count, items, spare):
    """Rank all pairs of the live cards with the board's sums, and sort rank << 11 | holding; how many there are."""
    bins = np.zeros(256, np.uint32)
    n = _ZERO
    for j in range(count):
        high = live[j]
        row = high * (high - _ONE) // np.uint64(2)
        key_j = key + words[high]
        masks_j = masks + words[high + MASKS_AT]
        for i in range(j):
            low = live[i]
            rank = np.uint32(look_up(table, opaque(key_j + words[low]), masks_j + words[low + MASKS_AT]))
            spare[n] = (rank << HOLDING_BITS) | np.uint32(row + low)
            bins[rank & LOW_RADIX] += np.uint32(1)
            bins[np.uint32(128) + (rank >> np.uint32(7))] += np.uint32(1)
            n += _ONE
    low_start = np.uint32(0)
    high_start = np.uint32(0)
    for digit in range(np.uint64(128)):
        here = bins[digit]
        bins[digit] = low_start
        low_start += here
        here = bins[np.uint64(128) + digit]
        bins[np.uint64(128) + digit] = high_start
        high_start += here
    for i in range(n):
        item = spare[i]
        digit = (item >> HOLDING_BITS) & LOW_RADIX
        items[bins[digit]] = item
        bins[digit] += np.uint32(1)
    for i in range(n):
        item = items[i]
        digit = np.uint32(128) + (item >> np.uint32(18))
        spare[bins[digit]] = item
        bins[digit] += np.uint32(1)
    items[:n] = spare[:n]
    return n


@njit
def _meet(everybody, holding_card, many, few, place, a, b):
    """Count a hand that stands at `place` now: one more at or above each place up to its own."""
    for k in range(WIDTH):
        everybody[k] += many[place, k]
    for k in range(WIDTH):
        holding_card[a, k] += few[place, k]
    for k in range(WIDTH):
        holding_card[b, k] += few[place, k]


@njit(cache=True, nogil=True)
def effective_of_all(table_now, table_later, words, cards, board, one_more, values):
    """Into float64[1326]: HS + (1 - HS) PPot of every holding against one random hand and, if `one_more`, the next card.

    Blocked holdings stay as they are. Hands have a place by their rank now. For each next card they are met from the
    weakest then to the best: of those met before a hand or with it, the ones that stand above it now are drawn out on.
    int16[144] `everybody` counts what was met at each place or above, uint8[52, 144] `holding_card` what of it holds a
    card. Twice the chance is #(above now, level or below then) + #(level or above now, below then): ties count half.
    """
    live = np.empty(52, np.uint64)
    rest = np.empty(52, np.uint64)
    dead = _ZERO
    key = _ZERO
    masks = _ZERO
    for i in range(np.uint64(board.size)):
        card = np.uint64(board[i])
        dead |= _ONE << card
        key += words[card]
        masks += words[card + MASKS_AT]
    count = _ZERO
    for card in range(np.uint64(52)):
        if not (dead >> card) & _ONE:
            live[count] = card
            count += _ONE
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    place = np.zeros(1326, np.uint64)
    everybody = np.zeros(WIDTH, np.int16)
    holding_card = np.zeros((52, WIDTH), np.uint8)
    many = np.zeros((WIDTH, WIDTH), np.int16)
    few = np.zeros((WIDTH, WIDTH), np.uint8)
    for i in range(WIDTH):
        for k in range(i + 1):
            many[i, k] = 1
            few[i, k] = 1

    n = _rank_and_sort(table_now, words, key, masks, live, count, items, spare)
    ranks = _ZERO
    for i in range(n):
        if i > _ZERO and items[i] >> HOLDING_BITS != items[i - _ONE] >> HOLDING_BITS:
            ranks += _ONE
        holding = np.uint64(items[i] & HOLDING_MASK)
        place[holding] = ranks
        _meet(everybody, holding_card, many, few, ranks, np.uint64(cards[holding, 0]), np.uint64(cards[holding, 1]))
    opponents = (count - np.uint64(2)) * (count - np.uint64(3))  # twice the hands of one opponent
    not_ahead = np.zeros(1326, np.int64)
    for i in range(n):
        holding = np.uint64(items[i] & HOLDING_MASK)
        at = place[holding]
        a = np.uint64(cards[holding, 0])
        b = np.uint64(cards[holding, 1])
        level = np.int64(everybody[at]) - np.int64(holding_card[a, at]) - np.int64(holding_card[b, at]) + 1
        at += _ONE
        above = np.int64(everybody[at]) - np.int64(holding_card[a, at]) - np.int64(holding_card[b, at])
        not_ahead[holding] = level + above
        values[holding] = 1.0 - np.float64(level + above) / np.float64(opponents)
    if not one_more:
        return

    drawn_out = np.zeros(1326, np.int64)
    for c in range(count):
        left = _ZERO
        for i in range(count):
            if i != c:
                rest[left] = live[i]
                left += _ONE
        card = live[c]
        n = _rank_and_sort(
            table_later, words, key + words[card], masks + words[card + MASKS_AT], rest, left, items, spare
        )
        everybody[:] = 0
        holding_card[:, :] = 0
        start = _ZERO
        while start < n:
            rank = items[start] >> HOLDING_BITS
            end = start
            while end < n and items[end] >> HOLDING_BITS == rank:
                holding = np.uint64(items[end] & HOLDING_MASK)
                at = place[holding]
                drawn_out[holding] += (
                    np.int64(everybody[at])
                    - np.int64(holding_card[np.uint64(cards[holding, 0]), at])
                    - np.int64(holding_card[np.uint64(cards[holding, 1]), at])
                )
                end += _ONE
            for i in range(start, end):
                holding = np.uint64(items[i] & HOLDING_MASK)
                _meet(
                    everybody, holding_card, many, few, place[holding],
                    np.uint64(cards[holding, 0]), np.uint64(cards[holding, 1]),
                )  # fmt: skip
            for i in range(start, end):
                holding = np.uint64(items[i] & HOLDING_MASK)
                at = place[holding] + _ONE
                drawn_out[holding] += (
                    np.int64(everybody[at])
                    - np.int64(holding_card[np.uint64(cards[holding, 0]), at])
                    - np.int64(holding_card[np.uint64(cards[holding, 1]), at])
                )
            start = end
    to_come = np.float64(count - np.uint64(4))
    for holding in range(np.uint64(1326)):
        if not_ahead[holding] > 0:
            potential = np.float64(drawn_out[holding]) / (np.float64(not_ahead[holding]) * to_come)
            values[holding] += (1.0 - values[holding]) * potential
