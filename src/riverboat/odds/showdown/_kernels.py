"""Loops of hold'em equity: boards collapsed by rank, sorted sweeps of whole ranges, and dealing at random.

`table` and `words` are the seven-card table and the card words of `riverboat.cards.ranking.tables`. A *tally* is an
int64[players, players + 1] array: entry [p, k] counts the boards on which player p is one of k winners, so [p, 1] are
the outright wins. Holdings are numbered as in `riverboat.cards.holdings`; a bit mask has bit c for card c.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import (
    FLUSH_AT,
    RANKS_AT,
    ROW_BITS,
    ROW_MASK,
    look_up,
    opaque,
    population,
    rank_without_flush,
    trailing_zeros,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MASKS_AT = np.uint64(52)
_LANE = np.uint64(0x1FFF)
_RANK_BITS = np.uint64(0xFFFFFF)
_MAX_MULTISETS = 6175  # of five cards over 13 ranks, at most four of each
_LOW_HALF = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@njit
def _choose(n, k):
    """n over k for small numbers."""
    result = np.int64(1)
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


@njit
def _collapse(words, left, wanted, keys, ways, count):
    """Every multiset of up to `wanted` ranks that `left` (int64[13]: cards left of each rank) can deal.

    keys[s, i] is the sum of rank words of the i-th multiset of s cards, ways[s, i] in how many suits it comes, count[s]
    how many there are. Built rank by rank: a rank joins, one to four times, all that was there before it.
    """
    count[:] = 0
    keys[0, 0] = _ZERO
    ways[0, 0] = 1
    count[0] = 1
    for rank in range(13):
        word = words[4 * rank] & _RANK_BITS
        for size in range(wanted, 0, -1):  # downwards, so that the smaller sizes do not hold this rank yet
            at = count[size]
            for copies in range(1, min(left[rank], size) + 1):
                more = _choose(left[rank], copies)
                added = np.uint64(copies) * word
                smaller = size - copies
                for i in range(count[smaller]):
                    keys[size, at + i] = keys[smaller, i] + added
                    ways[size, at + i] = ways[smaller, i] * more
                at += count[smaller]
            count[size] = at


@njit
def _share(ranks, row, ways, tally):
    """Add `ways` boards to the tally of the best of ranks[row]."""
    players = ranks.shape[1]
    best = ranks[row, 0]
    for p in range(1, players):
        best = max(best, ranks[row, p])
    winners = 0
    for p in range(players):
        winners += 1 if ranks[row, p] == best else 0
    for p in range(players):
        tally[p, winners] += ways if ranks[row, p] == best else 0


@njit
def _if_less(a, b):
    """All bits set if a < b, none if not, for int64 ranks: a comparison that the compiler cannot turn into a branch."""
    return (a - b) >> np.int64(63)


@njit
def _slot(board_table, key):
    """Where the rank pattern of a five-card board has its place, by the perfect hash of the five-card table."""
    return ((key & _RANK_BITS) >> ROW_BITS) + np.uint64(board_table[key & ROW_MASK])


@njit
def _tally_two(table, board_table, base, board_key, keys, ways, size, count, plain, tally):
    """All boards of a list of multisets, as if no flush existed; keeps both ranks on each in plain[slot, p]."""
    ahead = np.int64(0)
    behind = np.int64(0)
    everything = np.int64(0)
    for i in range(np.uint64(count[size])):
        first = np.int64(rank_without_flush(table, opaque(base[0] + keys[size, i])))
        second = np.int64(rank_without_flush(table, opaque(base[1] + keys[size, i])))
        slot = _slot(board_table, opaque(board_key + keys[size, i]))
        plain[slot, 0] = first
        plain[slot, 1] = second
        everything += ways[size, i]
        ahead += ways[size, i] & _if_less(second, first)
        behind += ways[size, i] & _if_less(first, second)
    _add_to_two(tally, ahead, everything - ahead - behind, behind)


@njit
def _tally_many(table, board_table, base, board_key, keys, ways, size, count, plain, tally):
    """The same for any number of players."""
    for i in range(np.uint64(count[size])):
        slot = _slot(board_table, opaque(board_key + keys[size, i]))
        for p in range(base.size):
            plain[slot, p] = rank_without_flush(table, opaque(base[p] + keys[size, i]))
        _share(plain, slot, ways[size, i], tally)


@njit
def _correct_two(board_table, board_key, flush, keys, ways, size, count, plain, tally):
    """The boards `board_key` plus one of the multisets: take back what was tallied without flushes, tally the truth.

    flush[p] is the rank of player p's flush, or -1; the cards of other suits do not change it.
    """
    flush0, flush1 = flush[0], flush[1]
    keep0, keep1 = flush0 >> np.int64(63), flush1 >> np.int64(63)  # all bits set for a player without a flush
    ahead = np.int64(0)
    behind = np.int64(0)
    for i in range(np.uint64(count[size])):
        slot = _slot(board_table, opaque(board_key + keys[size, i]))
        first = np.int64(plain[slot, 0])
        second = np.int64(plain[slot, 1])
        truly0 = (first & keep0) | (flush0 & ~keep0)
        truly1 = (second & keep1) | (flush1 & ~keep1)
        ahead += (ways[size, i] & _if_less(truly1, truly0)) - (ways[size, i] & _if_less(second, first))
        behind += (ways[size, i] & _if_less(truly0, truly1)) - (ways[size, i] & _if_less(first, second))
    _add_to_two(tally, ahead, -ahead - behind, behind)


@njit
def _correct_many(board_table, board_key, flush, keys, ways, size, count, plain, ranks, tally):
    """The same for any number of players; `ranks` is scratch, uint16[1, players]."""
    for i in range(np.uint64(count[size])):
        slot = _slot(board_table, opaque(board_key + keys[size, i]))
        _share(plain, slot, -ways[size, i], tally)
        for p in range(flush.size):
            ranks[0, p] = np.uint16(flush[p]) if flush[p] >= 0 else plain[slot, p]
        _share(ranks, _ZERO, ways[size, i], tally)


@njit
def _add_to_two(tally, ahead, level, behind):
    tally[0, 1] += ahead
    tally[0, 2] += level
    tally[1, 1] += behind
    tally[1, 2] += level


@njit
def _suited(mask, suit):
    """The 13-bit rank set of one suit in a sum of suit masks."""
    return (mask >> np.uint64(16 * suit)) & _LANE


@njit(cache=True, nogil=True)
def tally_deals(table, board_table, words, deals, holding_cards, board, dead, tallies):
    """Tally every way to complete the board for each of int64[M, P] deals of holdings, into int64[M, P, P + 1].

    Cost falls to a few ten thousand lookups for the 1.7 million boards of two hands: without flushes only the ranks of
    the board matter, so its 6,175 rank multisets stand for all of it; then, suit by suit, the boards with enough of
    that suit to make someone a flush are corrected, the cards of other suits again collapsed by rank. Suits that look
    the same to everyone are done once. `board_table`, the five-card table, only serves to find again what everyone
    has without a flush on a board seen before.
    """
    players = deals.shape[1]
    to_come = 5 - board.size
    max_multisets = _MAX_MULTISETS if to_come == 5 else 91
    keys = np.empty((6, max_multisets), np.uint64)
    ways = np.empty((6, max_multisets), np.int64)
    count = np.zeros(6, np.int64)
    base = np.empty(players, np.uint64)
    masks = np.empty(players, np.uint64)
    flush = np.empty(players, np.int64)
    ranks = np.empty((1, players), np.uint16)
    plain = np.empty((board_table.size - np.int64(RANKS_AT), players), np.uint16)
    left = np.empty(13, np.int64)
    others = np.empty(13, np.int64)
    suit_tally = np.empty((players, players + 1), np.int64)
    for deal in range(deals.shape[0]):
        tally = tallies[deal]
        used = dead
        board_masks = _ZERO
        board_key = _ZERO
        for card in board:
            used |= _ONE << np.uint64(card)
            board_key += words[card]
            board_masks += words[np.uint64(card) + _MASKS_AT]
        for p in range(players):
            first = np.uint64(holding_cards[deals[deal, p], 0])
            second = np.uint64(holding_cards[deals[deal, p], 1])
            used |= (_ONE << first) | (_ONE << second)
            base[p] = board_key + words[first] + words[second]
            masks[p] = board_masks + words[first + _MASKS_AT] + words[second + _MASKS_AT]
        free = _ZERO  # the cards left, as suit masks
        for card in range(np.uint64(52)):
            if not (used >> card) & _ONE:
                free += words[card + _MASKS_AT]
        for rank in range(13):
            left[rank] = np.int64(population((free >> np.uint64(rank)) & np.uint64(0x0001000100010001)))
        _collapse(words, left, to_come, keys, ways, count)
        if players == 2:
            _tally_two(table, board_table, base, board_key, keys, ways, to_come, count, plain, tally)
        else:
            _tally_many(table, board_table, base, board_key, keys, ways, to_come, count, plain, tally)

        for suit in range(4):
            twin = False
            for earlier in range(suit):
                twin = twin or _same_suits(masks, free, players, suit, earlier)
            if twin:
                continue
            times = 1
            for later in range(suit + 1, 4):
                times += 1 if _same_suits(masks, free, players, suit, later) else 0
            max_cards = np.int64(0)
            for p in range(players):
                max_cards = max(max_cards, np.int64(population(_suited(masks[p], suit))))
            available = _suited(free, suit)
            if 5 - max_cards > to_come or 5 - max_cards > np.int64(population(available)):
                continue
            for rank in range(13):
                others[rank] = left[rank] - np.int64((available >> np.uint64(rank)) & _ONE)
            suit_tally[:] = 0
            min_cards = max(0, 5 - max_cards)
            _collapse(words, others, to_come - min_cards, keys, ways, count)
            for suited in range(min_cards, to_come + 1):
                _tally_suited_boards(
                    table, board_table, words, suit, suited, available, board_key, masks, keys, ways,
                    to_come - suited, count, flush, plain, ranks, suit_tally,
                )  # fmt: skip
            for p in range(players):
                for k in range(1, players + 1):
                    tally[p, k] += times * suit_tally[p, k]


@njit
def _same_suits(masks, free, players, suit, other):
    """Whether renaming one suit to the other changes nothing for anyone."""
    same = _suited(free, suit) == _suited(free, other)
    for p in range(players):
        same = same and _suited(masks[p], suit) == _suited(masks[p], other)
    return same


@njit
def _tally_suited_boards(table, board_table, words, suit, suited, available, board_key, masks, keys, ways, others,
                         count, flush, plain, ranks, tally):  # fmt: skip
    """Correct for the boards on which exactly `suited` of the cards to come are of the suit, `others` are not."""
    chosen = np.empty(5, np.int64)
    cards = np.empty(13, np.int64)
    n = 0
    for rank in range(13):
        if (available >> np.uint64(rank)) & _ONE:
            cards[n] = rank
            n += 1
    if suited > n:
        return
    for i in range(suited):
        chosen[i] = i
    while True:
        key = board_key
        added = _ZERO
        for i in range(suited):
            card = np.uint64(4 * cards[chosen[i]] + suit)
            key += words[card]
            added |= _ONE << np.uint64(cards[chosen[i]])
        for p in range(flush.size):
            held = _suited(masks[p], suit) | added
            flush[p] = np.int64(table[np.uint64(FLUSH_AT) + held]) if population(held) >= np.uint64(5) else -1
        if flush.size == 2:
            _correct_two(board_table, key, flush, keys, ways, others, count, plain, tally)
        else:
            _correct_many(board_table, key, flush, keys, ways, others, count, plain, ranks, tally)
        i = suited - 1
        while i >= 0 and chosen[i] == n - suited + i:
            i -= 1
        if i < 0:
            return
        chosen[i] += 1
        for j in range(i + 1, suited):
            chosen[j] = chosen[j - 1] + 1


@njit(cache=True, nogil=True)
def sweep_boards(table, words, boards, times, cards, weights, mirrored, out):
    """Add to `out` what each holding beats on each of uint8[B, 5] boards, each board counted `times` (float64[B]).

    `cards` is uint8[H, 2], `weights` float64[H, 2]: how much of each holding the first and the second range have. To
    out[h, 0] goes the weight of the second range's holdings that h beats, to out[h, 1] of those that it does not lose
    to; out[h, 2] and out[h, 3] are the same against the first range, left alone when `mirrored` says the ranges are
    equal. Holdings that share a card with h or the board do not count.

    On each board the holdings are ranked and put in order by counting ranks (a bit set of the ranks seen saves a look
    at all 7,462); then one walk upwards keeps the weight passed so far, in all and by card, from which a holding's own
    cards are subtracted.
    """
    holdings = cards.shape[0]
    hole_words = np.empty(holdings, np.uint64)
    hole_masks = np.empty(holdings, np.uint64)
    hole_bits = np.empty(holdings, np.uint64)
    for h in range(np.uint64(holdings)):
        a, b = np.uint64(cards[h, 0]), np.uint64(cards[h, 1])
        hole_words[h] = words[a] + words[b]
        hole_masks[h] = words[a + _MASKS_AT] + words[b + _MASKS_AT]
        hole_bits[h] = (_ONE << a) | (_ONE << b)
    entries = np.empty(holdings + 1, np.uint32)
    order = np.empty(holdings, np.uint16)
    stops = np.empty(holdings, np.uint16)
    seen = np.zeros(117, np.uint64)
    count = np.zeros(117 * 64, np.uint16)
    passed = np.empty((52, 2), np.float64)
    for at in range(boards.shape[0]):
        key = _ZERO
        masks = _ZERO
        bits = _ZERO
        for i in range(5):
            card = np.uint64(boards[at, i])
            key += words[card]
            masks += words[card + _MASKS_AT]
            bits |= _ONE << card
        n = _ZERO
        for h in range(np.uint64(holdings)):
            rank = np.uint64(look_up(table, opaque(key + hole_words[h]), masks + hole_masks[h]))
            entries[n] = np.uint32((rank << np.uint64(11)) | h)  # overwritten by the next one if it shares a card
            counted = _ONE if hole_bits[h] & bits == _ZERO else _ZERO
            count[rank] += np.uint16(counted)
            seen[rank >> np.uint64(6)] |= counted << (rank & np.uint64(63))
            n += counted
        groups = _ZERO
        before = np.uint16(0)
        for i in range(np.uint64(117)):
            word = seen[i]
            seen[i] = _ZERO
            while word:
                rank = (i << np.uint64(6)) + trailing_zeros(word)
                word &= word - _ONE
                inside = count[rank]
                count[rank] = before
                before += inside
                stops[groups] = before
                groups += _ONE
        for i in range(n):
            entry = np.uint64(entries[i])
            rank = entry >> np.uint64(11)
            to = count[rank]
            order[to] = np.uint16(entry & np.uint64(2047))
            count[rank] = to + np.uint16(1)
        for i in range(n):
            count[np.uint64(entries[i]) >> np.uint64(11)] = np.uint16(0)
        if mirrored:
            _walk_one_range(order, stops, groups, cards, weights, times[at], passed, out)
        else:
            _walk_two_ranges(order, stops, groups, cards, weights, times[at], passed, out)


@njit
def _walk_one_range(order, stops, groups, cards, weights, times, passed, out):
    """The walk when both ranges are the same: only the first two columns."""
    for card in range(52):
        passed[card, 0] = 0.0
    total = 0.0
    start = _ZERO
    for g in range(groups):
        stop = np.uint64(stops[g])
        for i in range(start, stop):
            h = np.uint64(order[i])
            out[h, 0] += total - passed[cards[h, 0], 0] - passed[cards[h, 1], 0]
        for i in range(start, stop):
            h = np.uint64(order[i])
            weight = weights[h, 0] * times
            total += weight
            passed[cards[h, 0], 0] += weight
            passed[cards[h, 1], 0] += weight
        for i in range(start, stop):
            h = np.uint64(order[i])
            # The holding itself was taken away twice, once with each of its cards.
            out[h, 1] += total - passed[cards[h, 0], 0] - passed[cards[h, 1], 0] + weights[h, 0] * times
        start = stop


@njit
def _walk_two_ranges(order, stops, groups, cards, weights, times, passed, out):
    """The walk for two different ranges, both at once."""
    for card in range(52):
        passed[card, 0] = 0.0
        passed[card, 1] = 0.0
    total0 = 0.0
    total1 = 0.0
    start = _ZERO
    for g in range(groups):
        stop = np.uint64(stops[g])
        for i in range(start, stop):
            h = np.uint64(order[i])
            a, b = np.uint64(cards[h, 0]), np.uint64(cards[h, 1])
            out[h, 0] += total1 - passed[a, 1] - passed[b, 1]
            out[h, 2] += total0 - passed[a, 0] - passed[b, 0]
        for i in range(start, stop):
            h = np.uint64(order[i])
            a, b = np.uint64(cards[h, 0]), np.uint64(cards[h, 1])
            weight0 = weights[h, 0] * times
            weight1 = weights[h, 1] * times
            total0 += weight0
            total1 += weight1
            passed[a, 0] += weight0
            passed[a, 1] += weight1
            passed[b, 0] += weight0
            passed[b, 1] += weight1
        for i in range(start, stop):
            h = np.uint64(order[i])
            a, b = np.uint64(cards[h, 0]), np.uint64(cards[h, 1])
            out[h, 1] += total1 - passed[a, 1] - passed[b, 1] + weights[h, 1] * times
            out[h, 3] += total0 - passed[a, 0] - passed[b, 0] + weights[h, 0] * times
        start = stop


@njit(cache=True, nogil=True)
def compatible_deals(holdings, starts, holding_bits, out, max_steps):
    """Every choice of one holding each without a common card, into int64[M, players] `out`; how many there are.

    Player p's holdings are holdings[starts[p] : starts[p + 1]]. The count stops one above M when `out` is full. Ranges
    that leave no deal can make the search endless: after `max_steps` it gives up and returns -1.
    """
    players = starts.size - 1
    at = starts[:-1].copy()
    used = np.zeros(players + 1, np.uint64)
    found = 0
    p = 0
    steps = 0
    while p >= 0:
        steps += 1
        if steps > max_steps:
            return -1
        if at[p] == starts[p + 1]:
            at[p] = starts[p]
            p -= 1
            if p >= 0:
                at[p] += 1
            continue
        bits = holding_bits[holdings[at[p]]]
        if used[p] & bits:
            at[p] += 1
            continue
        used[p + 1] = used[p] | bits
        if p < players - 1:
            p += 1
            continue
        if found == out.shape[0]:
            return found + 1
        for q in range(players):
            out[found, q] = holdings[at[q]]
        found += 1
        at[p] += 1
    return found


@njit(cache=True, nogil=True)
def make_canonical(deals, renamings):
    """Replace each row of int64[M, players] deals by its smallest image under the renamings, uint16[G, 1326]."""
    players = deals.shape[1]
    for i in range(deals.shape[0]):
        best = 0
        for g in range(1, renamings.shape[0]):
            for p in range(players):
                new, old = renamings[g, deals[i, p]], renamings[best, deals[i, p]]
                if new != old:
                    if new < old:
                        best = g
                    break
        for p in range(players):
            deals[i, p] = renamings[best, deals[i, p]]


@njit(cache=True, nogil=True)
def orbit_boards(used, card_maps, out, times):
    """One five-card board of each class under uint8[G, 52] renamings of suits that keep the `used` cards in place.

    Fills uint8[M, 5] and float64[M] (how many boards each stands for) and returns how many; M = 0 only counts.
    """
    found = 0
    group = card_maps.shape[0]
    for a in range(4, 52):
        if (used >> np.uint64(a)) & _ONE:
            continue
        for b in range(3, a):
            if (used >> np.uint64(b)) & _ONE:
                continue
            for c in range(2, b):
                if (used >> np.uint64(c)) & _ONE:
                    continue
                for d in range(1, c):
                    if (used >> np.uint64(d)) & _ONE:
                        continue
                    for e in range(d):
                        if (used >> np.uint64(e)) & _ONE:
                            continue
                        mask = (_ONE << np.uint64(a)) | (_ONE << np.uint64(b)) | (_ONE << np.uint64(c))
                        mask |= (_ONE << np.uint64(d)) | (_ONE << np.uint64(e))
                        fixed = 0
                        smallest = True
                        for g in range(group):
                            image = (_ONE << np.uint64(card_maps[g, a])) | (_ONE << np.uint64(card_maps[g, b]))
                            image |= (_ONE << np.uint64(card_maps[g, c])) | (_ONE << np.uint64(card_maps[g, d]))
                            image |= _ONE << np.uint64(card_maps[g, e])
                            if image < mask:
                                smallest = False
                                break
                            fixed += 1 if image == mask else 0
                        if not smallest:
                            continue
                        if out.shape[0]:
                            out[found, 0] = a
                            out[found, 1] = b
                            out[found, 2] = c
                            out[found, 3] = d
                            out[found, 4] = e
                            times[found] = group // fixed
                        found += 1
    return found
