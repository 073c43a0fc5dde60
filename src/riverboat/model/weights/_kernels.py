"""Kernels that re-weight one table in place, and that set one hand against several tables.

float64[1326] weights and values, int16 order of holdings, best first. Values are NaN for impossible holdings, which are
not in the order and weigh 0 afterwards. `table` (by size of hand) and `words` are laid out as `cards/ranking/tables.py`
says.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import list_live, look_up, opaque, population, trailing_zeros

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
    """The value that the best `share` of the weight has at least; above all values for none of it, below for all."""
    if share <= 0.0:
        return 2.0
    if share >= 1.0 - 1e-9:
        return -1.0
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
def share_thresholds(weights, values, order, playing, raising):
    """The values from which a player plays and raises with these best fractions of the range."""
    return _best_share(weights, values, order, playing), _best_share(weights, values, order, raising)


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
def odds_of(weights, values, order, playing, raising, width, owes, odds):
    """float64[1326, 3]: the odds of a player who plays the best fraction `playing` of the range and raises the best
    share `raising`; one who owes nothing never folds. Impossible holdings get zeros.
    """
    to_raise = _best_share(weights, values, order, raising)
    to_play = _best_share(weights, values, order, playing)
    for holding in range(np.uint64(weights.size)):
        value = values[holding]
        if value != value:
            for action in range(3):
                odds[holding, action] = 0.0
            continue
        raises = _rise(value, to_raise, width)
        plays = _rise(value, to_play, width) if owes else 1.0
        plays = raises if plays < raises else plays
        odds[holding, 0] = 1.0 - plays
        odds[holding, 1] = plays - raises
        odds[holding, 2] = raises


@njit(cache=True, nogil=True)
def reweight_by_shares(weights, values, order, playing, raising, width, owes, action, doubt, low):
    """Multiply by what `odds_of` says of `action`, mixed with a share `doubt` of 1; then scale to a largest of 1.

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
        if action < 2:
            plays = _rise(value, to_play, width) if owes else 1.0
            plays = raises if plays < raises else plays
            chance = plays - raises if action == 1 else 1.0 - plays
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


@njit
def _sums_of(words, dealt, key, masks, dead):
    """Add cards to the sum of card words, the sum of suit masks and the set of dead cards."""
    for i in range(np.uint64(dealt.size)):
        card = np.uint64(dealt[i])
        dead |= _ONE << card
        key += words[card]
        masks += words[card + MASKS_AT]
    return key, masks, dead


@njit(cache=True, nogil=True)
def assess(table_now, table_later, words, hole, board, weights, one_more, standings):
    """Into float64[T, 3]: the weight ahead of, tied with and behind one hand in each of float64[T, 1326] tables.

    Returns the positive potential by one more card against the average of the tables, each scaled to sum 1; 0 if
    `one_more` is false. Opponents who are behind now play no part in it and are not looked at again.
    """
    live = np.empty(52, np.uint64)
    key, masks, dead = _sums_of(words, board, _ZERO, _ZERO, _ZERO)
    my_key, my_masks, dead = _sums_of(words, hole, key, masks, dead)
    count = list_live(dead, live)
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
                table_now,
                opaque(key + words[high] + words[low]),
                masks + words[high + MASKS_AT] + words[low + MASKS_AT],
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
            if card in (low, high):
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
ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
BLOCKS = 32
"""64 holdings a block; 21 would do, 32 make whole vectors."""


@njit
def _rank_and_sort(table, words, key, masks, live, count, counts, items, spare):
    """Rank all pairs of the live cards with the board's sums, and sort rank << 11 | holding; how many there are.

    A board has few different ranks: they are counted, read off a bit map in order, and every pair goes to its place.
    uint16[7488] `counts` is zero before and after.
    """
    met = np.zeros(117, np.uint64)
    n = _ZERO
    for j in range(count):
        high = live[j]
        row = high * (high - _ONE) // np.uint64(2)
        key_j = key + words[high]
        masks_j = masks + words[high + MASKS_AT]
        for i in range(j):
            low = live[i]
            rank = np.uint64(look_up(table, opaque(key_j + words[low]), masks_j + words[low + MASKS_AT]))
            spare[n] = (np.uint32(rank) << HOLDING_BITS) | np.uint32(row + low)
            counts[rank] += np.uint16(1)
            met[rank >> np.uint64(6)] |= _ONE << (rank & np.uint64(63))
            n += _ONE
    start = np.uint16(0)
    for block in range(np.uint64(117)):
        here = met[block]
        while here:
            rank = (block << np.uint64(6)) + trailing_zeros(here)
            equals = counts[rank]
            counts[rank] = start
            start += equals
            here &= here - _ONE
    for i in range(n):
        item = spare[i]
        rank = item >> HOLDING_BITS
        items[counts[rank]] = item
        counts[rank] += np.uint16(1)
    for block in range(np.uint64(117)):
        here = met[block]
        while here:
            counts[(block << np.uint64(6)) + trailing_zeros(here)] = np.uint16(0)
            here &= here - _ONE
    return n


@njit
def _met_from(bits, above, start):
    """How many hands with the number `start` or a higher one have been met."""
    block = start >> np.uint64(6)
    here = population(bits[block] & (ALL_BITS << (start & np.uint64(63))))
    return np.int64(above[block + _ONE]) + np.int64(here)


@njit
def _drawn_out_on(bits, above, by_card, a, b, start, mask_a, mask_b):
    """Of the hands met from a number on, those that share no card with the hand of a and b."""
    sharing = population(by_card[a] & mask_a) + population(by_card[b] & mask_b)
    return _met_from(bits, above, start) - np.int64(sharing)


@njit
def _number_hands(items, n, cards, number, starts, card_bits, from_equals, from_above):
    """Number sorted hands, all together and as bits among those that hold either card.

    [0] of `starts` and `from_equals` begin with the hand's equals, [1] of `starts` and `from_above` above them.
    """
    holders = np.zeros(52, np.uint64)
    start = _ZERO
    while start < n:
        rank = items[start] >> HOLDING_BITS
        end = start
        while end < n and items[end] >> HOLDING_BITS == rank:
            holding = np.uint64(items[end] & HOLDING_MASK)
            number[holding] = end
            starts[holding, 0] = start
            for side in range(np.uint64(2)):
                from_equals[holding, side] = ALL_BITS << holders[cards[holding, side]]
            end += _ONE
        for i in range(start, end):
            holding = np.uint64(items[i] & HOLDING_MASK)
            for side in range(np.uint64(2)):
                card = np.uint64(cards[holding, side])
                card_bits[holding, side] = _ONE << holders[card]
                holders[card] += _ONE
        for i in range(start, end):
            holding = np.uint64(items[i] & HOLDING_MASK)
            starts[holding, 1] = end
            for side in range(np.uint64(2)):
                from_above[holding, side] = ALL_BITS << holders[cards[holding, side]]
        start = end


@njit(cache=True, nogil=True)
def effective_of_all(table_now, table_later, words, cards, board, one_more, values):
    """Into float64[1326]: HS + (1 - HS) PPot of every holding against one random hand; PPot only if `one_more` comes.

    Blocked holdings stay as they are. Hands are numbered by their rank now, all together and once more among those that
    hold a card (48 at most: one bit each). For each next card they are met from the weakest then to the best. Twice the
    chance to draw out is #(above now, level or below then) + #(level or above now, below then), since ties count half:
    of those met before the hand, the bits from the first hand level with it now; of those met with its equals too, the
    bits from the first hand above it.
    """
    live = np.empty(52, np.uint64)
    rest = np.empty(52, np.uint64)
    key, masks, dead = _sums_of(words, board, _ZERO, _ZERO, _ZERO)
    count = list_live(dead, live)
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    counts = np.zeros(7488, np.uint16)
    n = _rank_and_sort(table_now, words, key, masks, live, count, counts, items, spare)

    number = np.zeros(1326, np.uint64)
    starts = np.zeros((1326, 2), np.uint64)
    card_bits = np.zeros((1326, 2), np.uint64)
    from_equals = np.zeros((1326, 2), np.uint64)
    from_above = np.zeros((1326, 2), np.uint64)
    _number_hands(items, n, cards, number, starts, card_bits, from_equals, from_above)
    not_ahead = np.zeros(1326, np.int64)
    every = (_ONE << (count - _ONE)) - _ONE  # everyone who holds a certain card
    opponents = (count - np.uint64(2)) * (count - np.uint64(3))  # twice the hands of one opponent
    for i in range(n):
        holding = np.uint64(items[i] & HOLDING_MASK)
        # The hand is among its own equals once with all hands and twice with those of its cards: hence the 1.
        behind_or_level = np.int64(n - starts[holding, 0]) + np.int64(n - starts[holding, 1]) + 1
        for side in range(np.uint64(2)):
            behind_or_level -= np.int64(population(every & from_equals[holding, side]))
            behind_or_level -= np.int64(population(every & from_above[holding, side]))
        not_ahead[holding] = behind_or_level
        values[holding] = 1.0 - np.float64(behind_or_level) / np.float64(opponents)
    if not one_more:
        return

    steps = np.zeros((BLOCKS, BLOCKS), np.int16)
    for block in range(BLOCKS):
        steps[block, : block + 1] = 1
    bits = np.zeros(BLOCKS, np.uint64)
    above = np.zeros(BLOCKS, np.int16)
    by_card = np.zeros(52, np.uint64)
    drawn_out = np.zeros(1326, np.int64)
    for c in range(count):
        left = _ZERO
        for i in range(count):
            if i != c:
                rest[left] = live[i]
                left += _ONE
        card = live[c]
        n = _rank_and_sort(
            table_later, words, key + words[card], masks + words[card + MASKS_AT], rest, left, counts, items, spare
        )
        bits[:] = _ZERO
        above[:] = 0
        by_card[:] = _ZERO
        start = _ZERO
        while start < n:
            rank = items[start] >> HOLDING_BITS
            end = start
            while end < n and items[end] >> HOLDING_BITS == rank:
                holding = np.uint64(items[end] & HOLDING_MASK)
                drawn_out[holding] += _drawn_out_on(
                    bits, above, by_card, np.uint64(cards[holding, 0]), np.uint64(cards[holding, 1]),
                    starts[holding, 0], from_equals[holding, 0], from_equals[holding, 1],
                )  # fmt: skip
                end += _ONE
            for i in range(start, end):
                holding = np.uint64(items[i] & HOLDING_MASK)
                block = number[holding] >> np.uint64(6)
                bits[block] |= _ONE << (number[holding] & np.uint64(63))
                for k in range(BLOCKS):
                    above[k] += steps[block, k]
                by_card[cards[holding, 0]] |= card_bits[holding, 0]
                by_card[cards[holding, 1]] |= card_bits[holding, 1]
            for i in range(start, end):
                holding = np.uint64(items[i] & HOLDING_MASK)
                drawn_out[holding] += _drawn_out_on(
                    bits, above, by_card, np.uint64(cards[holding, 0]), np.uint64(cards[holding, 1]),
                    starts[holding, 1], from_above[holding, 0], from_above[holding, 1],
                )  # fmt: skip
            start = end
    to_come = np.float64(count - np.uint64(4))
    for holding in range(np.uint64(1326)):
        if not_ahead[holding] > 0:
            potential = np.float64(drawn_out[holding]) / (np.float64(not_ahead[holding]) * to_come)
            values[holding] += (1.0 - values[holding]) * potential
