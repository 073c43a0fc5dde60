"""Loops of showdowns between classes of starting hands: random deals of several hands, every deal of three.

`table` and `words` are the seven-card table and the card words of `riverboat.cards.ranking.tables`; weak orders are
numbered as in `orders.py`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import FLUSH_AT, RANK_BITS, look_up, population, rank_without_flush
from riverboat.odds.jit import draw_cards

_MASKS_AT = np.uint64(52)


@njit(cache=True, nogil=True)
def deal_showdowns(table, words, card_classes, by_code, rng, classes, orders):
    """Fill uint8[deals, n] with classes of dealt hands and int16[deals] with the order in which they end.

    `card_classes` is uint8[52, 52]: the class of two cards; `rng` is the state of a generator, uint64[4].
    """
    deals, players = classes.shape
    deck = np.arange(52).astype(np.uint64)
    ranks = np.empty(players, np.int64)
    for deal in range(deals):
        draw_cards(deck, 5 + 2 * players, rng, 52)
        key = words[deck[0]] + words[deck[1]] + words[deck[2]] + words[deck[3]] + words[deck[4]]
        masks = np.uint64(0)
        for i in range(5):
            masks += words[deck[i] + _MASKS_AT]
        for p in range(players):
            a, b = deck[5 + 2 * p], deck[6 + 2 * p]
            classes[deal, p] = card_classes[a, b]
            ranks[p] = look_up(table, key + words[a] + words[b], masks + words[a + _MASKS_AT] + words[b + _MASKS_AT])
        code, place = 0, 1
        for p in range(players):
            beaten = 0
            for q in range(players):
                beaten += 1 if ranks[q] < ranks[p] else 0
            code += beaten * place
            place *= players
        orders[deal] = by_code[code]


_ONE = np.uint64(1)
_PLAIN_CODES = 27
_BIG = np.uint8(27)  # added to the code of a board on which somebody has a full house or better


@njit
def _code(first, second, third):
    """0..26: how three ranks compare, pair by pair."""
    code = 0
    code += 9 * (2 if first > second else 1 if first == second else 0)
    code += 3 * (2 if first > third else 1 if first == third else 0)
    return code + (2 if second > third else 1 if second == third else 0)


@njit
def _count_suits(ranks, states, weights):
    """All ways to give suits to three hands of two ranks each, int64[3, 2], higher first.

    states[m, k] counts those with state m (which cards are of suit 0: two bits per hand) and kind k (which hands are
    suited: one bit per hand), weights[k] all of kind k.
    """
    states[:] = 0
    weights[:] = 0
    for s0 in range(16):
        if ranks[0, 0] == ranks[0, 1] and (s0 >> 2) <= (s0 & 3):
            continue
        used0 = (_ONE << np.uint64(4 * ranks[0, 0] + (s0 >> 2))) | (_ONE << np.uint64(4 * ranks[0, 1] + (s0 & 3)))
        for s1 in range(16):
            if ranks[1, 0] == ranks[1, 1] and (s1 >> 2) <= (s1 & 3):
                continue
            used1 = (_ONE << np.uint64(4 * ranks[1, 0] + (s1 >> 2))) | (_ONE << np.uint64(4 * ranks[1, 1] + (s1 & 3)))
            if used0 & used1:
                continue
            for s2 in range(16):
                if ranks[2, 0] == ranks[2, 1] and (s2 >> 2) <= (s2 & 3):
                    continue
                used2 = (_ONE << np.uint64(4 * ranks[2, 0] + (s2 >> 2))) | (
                    _ONE << np.uint64(4 * ranks[2, 1] + (s2 & 3))
                )
                if (used0 | used1) & used2:
                    continue
                state, kind = 0, 0
                for p, s in ((0, s0), (1, s1), (2, s2)):
                    state |= ((2 if s >> 2 == 0 else 0) | (1 if s & 3 == 0 else 0)) << (2 * p)
                    kind |= (1 if s >> 2 == s & 3 else 0) << p
                states[state, kind] += 1
                weights[kind] += 1


@njit
def _tally_plain(table, words, ranks, left, boards, keys, standing, codes, big_from, tally):
    """All boards as if no flush existed, into int64[27]; keeps uint16[boards, 3] ranks and uint8[boards] codes."""
    for board in range(boards.shape[0]):
        ways = 1
        copies = 1
        for i in range(5):
            rank = boards[board, i]
            copies = copies + 1 if i > 0 and boards[board, i - 1] == rank else 1
            ways = ways * (left[rank] - copies + 1) // copies if left[rank] >= copies else 0
        largest = np.uint16(0)
        for p in range(3):
            key = keys[board] + words[4 * ranks[p, 0]] + words[4 * ranks[p, 1]]
            found = rank_without_flush(table, key & RANK_BITS)
            standing[board, p] = found
            largest = max(largest, found)
        code = _code(standing[board, 0], standing[board, 1], standing[board, 2])
        tally[code] += ways
        codes[board] = np.uint8(code) + (_BIG if largest >= big_from else np.uint8(0))


@njit
def _tally_flushes(table, held, others, suited_sets, set_boards, standing, codes, big_from, tally):
    """What flushes in suit 0 change, into int64[27]: the truth added, what was tallied without flushes taken away.

    `held` is uint64[3]: each hand's ranks in the suit; int64[13] `others` the cards left in other suits. suited_sets[k]
    lists the rank sets of k cards (uint16), set_boards[k] the boards that each makes with every choice of the others.
    A flush beats everything but a full house, so boards without one only need the number of boards by code.
    """
    gone = held[0] | held[1] | held[2]
    most = max(population(held[0]), population(held[1]), population(held[2]))
    pairs = np.empty(91, np.int64)
    at = 0
    for high in range(13):
        for low in range(high + 1):
            ways = others[high] * others[low] if low < high else others[high] * (others[high] - 1) // 2
            pairs[at] = ways
            at += 1
    flush = np.empty(3, np.int64)
    by_code = np.zeros(_PLAIN_CODES, np.int64)
    for suited in range(5 - np.int64(most), 6):
        sets, boards = suited_sets[suited - 3], set_boards[suited - 3]
        flushes = 0
        only = 0
        for p in range(3):
            if np.int64(population(held[p])) + suited >= 5:
                flushes += 1
                only = p
        lone = np.zeros(_PLAIN_CODES, np.int64)
        for s in range(sets.size):
            chosen = np.uint64(sets[s])
            if chosen & gone:
                continue
            for p in range(3):
                mask = held[p] | chosen
                flush[p] = np.int64(table[np.uint64(FLUSH_AT) + mask]) if population(mask) >= np.uint64(5) else -1
            plain = 0
            for i in range(boards.shape[1]):
                ways = pairs[i] if suited == 3 else others[i] if suited == 4 else 1
                board = boards[s, i]
                code = codes[board]
                if code < _BIG:
                    lone[code] += ways
                    plain += ways
                    continue
                tally[code - _BIG] -= ways
                first = flush[0] if flush[0] >= 0 else np.int64(standing[board, 0])
                second = flush[1] if flush[1] >= 0 else np.int64(standing[board, 1])
                third = flush[2] if flush[2] >= 0 else np.int64(standing[board, 2])
                tally[_code(first, second, third)] += ways
            if flushes > 1:
                tally[_code(flush[0], flush[1], flush[2])] += plain
        for code in range(_PLAIN_CODES):
            if lone[code]:
                tally[code] -= lone[code]
                if flushes == 1:
                    by_code[_above(code, only)] += lone[code]
    tally += by_code


@njit
def _above(code, best):
    """The code after one hand has been put above the other two."""
    if best == 0:
        return 9 * 2 + 3 * 2 + code % 3
    if best == 1:
        return 3 * ((code // 3) % 3) + 2
    return 9 * (code // 9)


@njit(cache=True, nogil=True)
def tally_three_hands(table, words, triples, pair_ranks, boards, keys, suited_sets, set_boards, orders, big_from, out):
    """Count how three hands end over all boards and suits, for int64[N, 3] triples of pairs of ranks.

    out is uint32[N, 8, 13], by which hands are suited (one bit per hand) and weak order; orders is int64[27]: the order
    of each code.
    """
    standing = np.empty((boards.shape[0], 3), np.uint16)
    codes = np.empty(boards.shape[0], np.uint8)
    states = np.empty((64, 8), np.int64)
    weights = np.empty(8, np.int64)
    ranks = np.empty((3, 2), np.int64)
    left, others = np.empty(13, np.int64), np.empty(13, np.int64)
    held = np.empty(3, np.uint64)
    plain, change = np.empty(_PLAIN_CODES, np.int64), np.empty(_PLAIN_CODES, np.int64)
    sums = np.empty((8, _PLAIN_CODES), np.int64)
    for n in range(triples.shape[0]):
        left[:] = 4
        for p in range(3):
            for i in range(2):
                ranks[p, i] = pair_ranks[triples[n, p], i]
                left[ranks[p, i]] -= 1
        if left.min() < 0:
            continue
        _count_suits(ranks, states, weights)
        plain[:] = 0
        _tally_plain(table, words, ranks, left, boards, keys, standing, codes, big_from, plain)
        for kind in range(8):
            sums[kind] = weights[kind] * plain
        for state in range(64):
            if states[state].max() == 0:
                continue
            used = np.uint64(0)
            for p in range(3):
                held[p] = np.uint64(0)
                for i in range(2):
                    if (state >> (2 * p + 1 - i)) & 1:
                        held[p] |= _ONE << np.uint64(ranks[p, i])
                used |= held[p]
            for rank in range(13):
                others[rank] = left[rank] - (0 if (used >> np.uint64(rank)) & _ONE else 1)
            change[:] = 0
            _tally_flushes(table, held, others, suited_sets, set_boards, standing, codes, big_from, change)
            for kind in range(8):
                if states[state, kind]:
                    sums[kind] += 4 * states[state, kind] * change
        for kind in range(8):
            for code in range(_PLAIN_CODES):
                if sums[kind, code]:
                    out[n, kind, orders[code]] += np.uint32(sums[kind, code])
