"""Kernels that compare one hand, or every hand, with all the hands an opponent can hold.

Cards are 0..51 and holdings 0..1325 as everywhere; `table` (by size of hand) and `words` are laid out as
`cards/ranking/tables.py` says, `cards` is uint8[1326, 2]. Where one hand is compared, its standing against an opponent
is 0 ahead, 1 tied, 2 behind. Where every hand is compared, hands are sorted by rank once per board and swept from the
weakest up: what lies below a hand, less what of it holds one of the hand's own two cards, is what the hand beats.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import has_flush, list_live, look_up, opaque, rank_without_flush

MASKS_AT = np.uint64(52)
# One or two cards of every suit more: does any suit reach five?
ONE_MORE = np.uint64(0x1111 << 32)
TWO_MORE = np.uint64(0x2222 << 32)
# A sorted item is rank << 11 | holding; ranks have 13 bits, sorted by 7 and then by 6 of them.
HOLDING_BITS = np.uint32(11)
HOLDING_MASK = np.uint32(2047)
LOW_RADIX = np.uint32(127)
EVERYONE = np.uint64(52)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@njit
def key_of(words, dealt, count):
    """The sum of the card words of the first `count` cards."""
    key = _ZERO
    for i in range(np.uint64(count)):
        key += words[dealt[i]]
    return key


@njit
def masks_of(words, dealt, count):
    """The sum of the suit masks of the first `count` cards."""
    masks = _ZERO
    for i in range(np.uint64(count)):
        masks += words[np.uint64(dealt[i]) + MASKS_AT]
    return masks


@njit
def bits_of(dealt, count):
    """The first `count` cards as a 52-bit set."""
    bits = _ZERO
    for i in range(np.uint64(count)):
        bits |= _ONE << np.uint64(dealt[i])
    return bits


@njit(nogil=True, cache=True)
def standing_against_all(table, words, hole, board, weights):
    """Weight of the holdings that one hand beats, ties and loses to on one board: float64[3]."""
    standing = np.zeros(3, np.float64)
    live = np.empty(52, np.uint8)
    size = board.size
    count = list_live(bits_of(board, size) | bits_of(hole, 2), live)
    key = key_of(words, board, size)
    masks = masks_of(words, board, size)
    mine = look_up(table, key + key_of(words, hole, 2), masks + masks_of(words, hole, 2))
    for j in range(count):
        high = np.uint64(live[j])
        row = high * (high - _ONE) // np.uint64(2)
        for i in range(j):
            low = np.uint64(live[i])
            theirs = look_up(
                table, opaque(key + words[high] + words[low]), masks + words[high + MASKS_AT] + words[low + MASKS_AT]
            )
            if mine > theirs:
                standing[0] += weights[row + low]
            elif mine == theirs:
                standing[1] += weights[row + low]
            else:
                standing[2] += weights[row + low]
    return standing


@njit
def _compare_one_card(table, words, key, masks, live, mine, count, skip, counts):
    """Count into `counts` how an opponent's `key` stands after each of the live cards that are not in `skip`."""
    ahead = _ZERO
    tied = _ZERO
    total = _ZERO
    for i in range(np.uint64(count)):
        card = np.uint64(live[i])
        if (skip >> card) & _ONE:
            continue
        theirs = look_up(table, opaque(key + words[card]), masks + words[card + MASKS_AT])
        ahead += np.uint64(mine[i] > theirs)
        tied += np.uint64(mine[i] == theirs)
        total += _ONE
    counts[0] = ahead
    counts[1] = tied
    counts[2] = total - ahead - tied


@njit(nogil=True, cache=True)
def transitions_with_one_card(table_now, table_later, words, hole, board, weights):
    """float64[3, 3]: weight of (opponent, next card) by standing now and after that card."""
    changes = np.zeros((3, 3), np.float64)
    counts = np.zeros(3, np.uint64)
    live = np.empty(52, np.uint8)
    size = board.size
    count = list_live(bits_of(board, size) | bits_of(hole, 2), live)
    key = key_of(words, board, size)
    masks = masks_of(words, board, size)
    my_key = key + key_of(words, hole, 2)
    my_masks = masks + masks_of(words, hole, 2)
    now = look_up(table_now, my_key, my_masks)
    mine = np.empty(52, np.uint16)
    for i in range(count):
        card = np.uint64(live[i])
        mine[i] = look_up(table_later, my_key + words[card], my_masks + words[card + MASKS_AT])
    for j in range(count):
        high = np.uint64(live[j])
        row = high * (high - _ONE) // np.uint64(2)
        for i in range(j):
            low = np.uint64(live[i])
            weight = weights[row + low]
            if weight == 0.0:
                continue
            their_key = key + words[high] + words[low]
            their_masks = masks + words[high + MASKS_AT] + words[low + MASKS_AT]
            theirs = look_up(table_now, their_key, their_masks)
            standing = 0 if now > theirs else (1 if now == theirs else 2)
            skip = (_ONE << high) | (_ONE << low)
            _compare_one_card(table_later, words, their_key, their_masks, live, mine, count, skip, counts)
            for later in range(3):
                changes[standing, later] += weight * counts[later]
    return changes


@njit(nogil=True, cache=True)
def transitions_with_two_cards(table_now, table_later, words, hole, board, weights):
    """float64[3, 3]: weight of (opponent, two further cards) by standing now and after those cards.

    The hand's own rank after each pair of cards is computed once; then each opponent meets the 990 pairs that are left
    to him, which are summed in registers and weighted at the end. Where no suit can reach five the flush test is left
    out.
    """
    changes = np.zeros((3, 3), np.float64)
    live = np.empty(52, np.uint8)
    size = board.size
    count = list_live(bits_of(board, size) | bits_of(hole, 2), live)
    key = key_of(words, board, size)
    masks = masks_of(words, board, size)
    my_key = key + key_of(words, hole, 2)
    my_masks = masks + masks_of(words, hole, 2)
    now = look_up(table_now, my_key, my_masks)
    mine = np.zeros((52, 52), np.uint16)
    for j in range(count):
        for i in range(j):
            x = np.uint64(live[i])
            y = np.uint64(live[j])
            mine[j, i] = look_up(
                table_later, my_key + words[x] + words[y], my_masks + words[x + MASKS_AT] + words[y + MASKS_AT]
            )
    place = np.empty(52, np.uint64)
    free_words = np.empty(52, np.uint64)
    free_masks = np.empty(52, np.uint64)
    for j in range(count):
        high = np.uint64(live[j])
        row = high * (high - _ONE) // np.uint64(2)
        for i in range(j):
            low = np.uint64(live[i])
            weight = weights[row + low]
            if weight == 0.0:
                continue
            their_key = key + words[high] + words[low]
            their_masks = masks + words[high + MASKS_AT] + words[low + MASKS_AT]
            theirs = look_up(table_now, their_key, their_masks)
            standing = 0 if now > theirs else (1 if now == theirs else 2)
            free = _ZERO
            for k in range(count):
                if k != i and k != j:
                    card = np.uint64(live[k])
                    place[free] = k
                    free_words[free] = words[card]
                    free_masks[free] = words[card + MASKS_AT]
                    free += _ONE
            ahead = _ZERO
            tied = _ZERO
            for y in range(free):
                at = place[y]
                key_y = their_key + free_words[y]
                if has_flush(key_y + ONE_MORE):
                    masks_y = their_masks + free_masks[y]
                    for x in range(y):
                        rank = look_up(table_later, opaque(key_y + free_words[x]), masks_y + free_masks[x])
                        ours = mine[at, place[x]]
                        ahead += np.uint64(ours > rank)
                        tied += np.uint64(ours == rank)
                else:
                    for x in range(y):
                        rank = rank_without_flush(table_later, opaque(key_y + free_words[x]))
                        ours = mine[at, place[x]]
                        ahead += np.uint64(ours > rank)
                        tied += np.uint64(ours == rank)
            total = free * (free - _ONE) // np.uint64(2)
            changes[standing, 0] += weight * ahead
            changes[standing, 1] += weight * tied
            changes[standing, 2] += weight * (total - ahead - tied)
    return changes


@njit(nogil=True, cache=True)
def doubled_on_boards(table, words, hole, boards, doubled):
    """For each of uint8[N, 5] boards, twice the holdings that one hand beats plus those it ties: uint16[N]."""
    live_words = np.empty(52, np.uint64)
    live_masks = np.empty(52, np.uint64)
    live = np.empty(52, np.uint8)
    hole_key = key_of(words, hole, 2)
    hole_masks = masks_of(words, hole, 2)
    hole_bits = bits_of(hole, 2)
    for n in range(np.uint64(boards.shape[0])):
        key = _ZERO
        masks = _ZERO
        dead = hole_bits
        for i in range(np.uint64(boards.shape[1])):
            card = np.uint64(boards[n, i])
            key += words[card]
            masks += words[card + MASKS_AT]
            dead |= _ONE << card
        count = list_live(dead, live)
        for i in range(count):
            live_words[i] = words[live[i]]
            live_masks[i] = words[np.uint64(live[i]) + MASKS_AT]
        mine = look_up(table, key + hole_key, masks + hole_masks)
        score = _ZERO
        if has_flush(key + TWO_MORE):
            for j in range(count):
                for i in range(j):
                    theirs = look_up(
                        table, opaque(key + live_words[j] + live_words[i]), masks + live_masks[j] + live_masks[i]
                    )
                    score += np.uint64(mine > theirs) + np.uint64(mine >= theirs)
        else:
            for j in range(count):
                key_j = key + live_words[j]
                for i in range(j):
                    theirs = rank_without_flush(table, opaque(key_j + live_words[i]))
                    score += np.uint64(mine > theirs) + np.uint64(mine >= theirs)
        doubled[n] = score


@njit
def rank_and_sort(table, words, board, size, live, bins, items, spare):
    """Rank every holding that the board leaves and sort them by rank into uint32 `items`; how many there are.

    Scratch: uint8[52] `live`, uint32[256] `bins`, uint32[1326] `spare`.
    """
    key = key_of(words, board, size)
    masks = masks_of(words, board, size)
    count = list_live(bits_of(board, size), live)
    bins[:] = np.uint32(0)
    n = _ZERO
    flush = has_flush(key + TWO_MORE)
    for j in range(count):
        high = np.uint64(live[j])
        row = high * (high - _ONE) // np.uint64(2)
        key_j = key + words[high]
        masks_j = masks + words[high + MASKS_AT]
        for i in range(j):
            low = np.uint64(live[i])
            joint = opaque(key_j + words[low])
            if flush:
                rank = np.uint32(look_up(table, joint, masks_j + words[low + MASKS_AT]))
            else:
                rank = np.uint32(rank_without_flush(table, joint))
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
    for i in range(n):
        items[i] = spare[i]
    return n


@njit
def run_outs(board, extra):
    """uint8[N, size + extra]: the board with each choice of 0 to 2 further cards.

    An array of 6 kB at most, and no generator: numba does not free what a generator holds.
    """
    size = board.size
    live = np.empty(52, np.uint8)
    left = list_live(bits_of(board, size), live)
    count = _ONE if extra == 0 else (left if extra == 1 else left * (left - _ONE) // np.uint64(2))
    found = np.empty((count, size + extra), np.uint8)
    found[:, :size] = board
    n = _ZERO
    for j in range(left if extra > 0 else _ZERO):
        for i in range(j if extra > 1 else _ONE):
            found[n, size] = live[j]
            if extra > 1:
                found[n, size + 1] = live[i]
            n += _ONE
    return found


@njit
def sort_holdings(table, words, board, items):
    """Rank every holding that the board leaves and sort them by rank into uint32[1326] `items`; how many there are."""
    live = np.empty(52, np.uint8)
    bins = np.empty(256, np.uint32)
    spare = np.empty(1326, np.uint32)
    return rank_and_sort(table, words, board, board.size, live, bins, items, spare)


@njit
def sweep_doubled(items, count, cards, held, doubled):
    """For every sorted holding, twice the holdings it beats plus those it ties; int32[52] `held` is scratch."""
    held[:] = np.int32(0)
    start = _ZERO
    while start < count:
        rank = items[start] >> HOLDING_BITS
        end = start
        while end < count and items[end] >> HOLDING_BITS == rank:
            holding = items[end] & HOLDING_MASK
            doubled[holding] = np.int32(start) - held[cards[holding, 0]] - held[cards[holding, 1]]
            end += _ONE
        for i in range(start, end):
            holding = items[i] & HOLDING_MASK
            held[cards[holding, 0]] += np.int32(1)
            held[cards[holding, 1]] += np.int32(1)
        for i in range(start, end):
            # The hand itself has been counted once with all hands and taken off twice, once for each card.
            holding = items[i] & HOLDING_MASK
            doubled[holding] += np.int32(end) + np.int32(1) - held[cards[holding, 0]] - held[cards[holding, 1]]
        start = end


@njit(nogil=True, cache=True)
def standings_of_all(table, words, cards, board, weights, standings):
    """float64[1326, 3]: the weight that every holding beats, ties and loses to on one board; blocked rows stay as they
    are.
    """
    live = np.empty(52, np.uint8)
    bins = np.empty(256, np.uint32)
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    held = np.zeros(52, np.float64)
    count = rank_and_sort(table, words, board, board.size, live, bins, items, spare)
    below = 0.0
    start = _ZERO
    while start < count:
        rank = items[start] >> HOLDING_BITS
        end = start
        while end < count and items[end] >> HOLDING_BITS == rank:
            holding = items[end] & HOLDING_MASK
            standings[holding, 0] = below - held[cards[holding, 0]] - held[cards[holding, 1]]
            end += _ONE
        for i in range(start, end):
            holding = items[i] & HOLDING_MASK
            below += weights[holding]
            held[cards[holding, 0]] += weights[holding]
            held[cards[holding, 1]] += weights[holding]
        for i in range(start, end):
            holding = items[i] & HOLDING_MASK
            at_most = below + weights[holding] - held[cards[holding, 0]] - held[cards[holding, 1]]
            standings[holding, 1] = at_most - standings[holding, 0]
        start = end
    for i in range(count):
        holding = items[i] & HOLDING_MASK
        total = below + weights[holding] - held[cards[holding, 0]] - held[cards[holding, 1]]
        standings[holding, 2] = total - standings[holding, 0] - standings[holding, 1]


@njit
def _insert(prefix, cards, number, weights, holding, width):
    """Add a holding's weight to the running sums above its number, in the row of all hands and those of its cards."""
    place = number[holding]
    weight = weights[holding]
    for row in (EVERYONE, np.uint64(cards[holding, 0]), np.uint64(cards[holding, 1])):
        for k in range(place & np.uint64(0xFFF0), width):
            prefix[row, k] += weight if k > place else 0.0


@njit
def _met(prefix, cards, number, holding, width):
    """The weight inserted so far that shares no card with a holding and stands below, level with and above it now."""
    a = np.uint64(cards[holding, 0])
    b = np.uint64(cards[holding, 1])
    at = number[holding]
    lower = prefix[EVERYONE, at] - prefix[a, at] - prefix[b, at]
    at += _ONE
    to_level = prefix[EVERYONE, at] - prefix[a, at] - prefix[b, at]
    at = width - _ONE
    to_top = prefix[EVERYONE, at] - prefix[a, at] - prefix[b, at]
    return lower, to_level - lower, to_top - to_level


@njit(nogil=True, cache=True)
def transitions_of_all(table_now, table_later, words, cards, board, extra, weights, prefix, sums):
    """For every holding, weight of (opponent, further cards) by standing now and after `extra` (1 or 2) cards.

    `sums` is float64[1326, 9] of zeros, row by row the transitions. Hands are numbered by their rank now; for each
    run-out they are taken from the weakest final hand up, and float64[53, 144] `prefix` keeps the weight met so far
    below each rank now: row 52 for all hands, row c for those that hold the card c. (No flop or turn has more than 136
    different ranks.) What is met before a hand's equals is beaten, what is met with them is beaten or tied, and the
    rest is what the pairs of hands with the same standing now have left.
    """
    rest = np.empty(52, np.uint8)
    bins = np.empty(256, np.uint32)
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    number = np.zeros(1326, np.uint64)
    size = board.size
    count = rank_and_sort(table_now, words, board, size, rest, bins, items, spare)
    ranks = _ZERO
    for i in range(count):
        if i > _ZERO and items[i] >> HOLDING_BITS != items[i - _ONE] >> HOLDING_BITS:
            ranks += _ONE
        number[items[i] & HOLDING_MASK] = ranks
    width = (ranks + np.uint64(17)) & np.uint64(0xFFF0)
    left = np.uint64(48 - size)
    runouts = np.float64(left if extra == 1 else left * (left - _ONE) // np.uint64(2))

    for full in run_outs(board, extra):
        count = sort_holdings(table_later, words, full, items)
        prefix[:, :] = 0.0
        start = _ZERO
        while start < count:
            rank = items[start] >> HOLDING_BITS
            end = start
            while end < count and items[end] >> HOLDING_BITS == rank:
                holding = np.uint64(items[end] & HOLDING_MASK)
                lower, level, higher = _met(prefix, cards, number, holding, width)
                sums[holding, 0] += lower
                sums[holding, 3] += level
                sums[holding, 6] += higher
                sums[holding, 1] -= lower
                sums[holding, 4] -= level
                sums[holding, 7] -= higher
                end += _ONE
            for k in range(start, end):
                _insert(prefix, cards, number, weights, np.uint64(items[k] & HOLDING_MASK), width)
            for k in range(start, end):
                holding = np.uint64(items[k] & HOLDING_MASK)
                lower, level, higher = _met(prefix, cards, number, holding, width)
                sums[holding, 1] += lower
                sums[holding, 4] += level + weights[holding]
                sums[holding, 7] += higher
            start = end

    count = rank_and_sort(table_now, words, board, size, rest, bins, items, spare)
    prefix[:, :] = 0.0
    for i in range(count):
        _insert(prefix, cards, number, weights, np.uint64(items[i] & HOLDING_MASK), width)
    for i in range(count):
        holding = np.uint64(items[i] & HOLDING_MASK)
        lower, level, higher = _met(prefix, cards, number, holding, width)
        sums[holding, 2] = lower * runouts - sums[holding, 0] - sums[holding, 1]
        sums[holding, 5] = (level + weights[holding]) * runouts - sums[holding, 3] - sums[holding, 4]
        sums[holding, 8] = higher * runouts - sums[holding, 6] - sums[holding, 7]


@njit(nogil=True, cache=True)
def expected_of_all(table, words, cards, board, curve, sums):
    """Add curve[2 ahead + tied] over all completions of a board of 3 to 5 cards to float64[1326] `sums`.

    Every holding meets the same number of completions: 1,081 from a flop, 46 from a turn, 1 from a river. `curve` has
    1,981 entries, (k / 1980)^n for n opponents.
    """
    items = np.empty(1326, np.uint32)
    held = np.zeros(52, np.int32)
    doubled = np.zeros(1326, np.int32)
    for full in run_outs(board, 5 - board.size):
        count = sort_holdings(table, words, full, items)
        sweep_doubled(items, count, cards, held, doubled)
        for k in range(count):
            holding = items[k] & HOLDING_MASK
            sums[holding] += curve[doubled[holding]]


@njit(nogil=True, cache=True)
def river_histogram(table, words, cards, classes, boards, multiplicity, histogram):
    """Add, for every holding on every uint8[N, 5] board, the board's multiplicity to uint64[169, 1981] by class and
    2 ahead + tied."""
    live = np.empty(52, np.uint8)
    bins = np.empty(256, np.uint32)
    items = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    held = np.zeros(52, np.int32)
    doubled = np.zeros(1326, np.int32)
    board = np.zeros(5, np.uint8)
    for n in range(np.uint64(boards.shape[0])):
        for i in range(np.uint64(5)):
            board[i] = boards[n, i]
        count = rank_and_sort(table, words, board, 5, live, bins, items, spare)
        sweep_doubled(items, count, cards, held, doubled)
        weight = np.uint64(multiplicity[n])
        for k in range(count):
            holding = items[k] & HOLDING_MASK
            histogram[classes[holding], doubled[holding]] += weight
