"""Kernels for a range of hands against one known hand (all equities at once, and how decisions and deals change it),
and for known hands among each other.

Holdings are numbered b(b-1)/2 + a for cards a < b. Without a flush a hand's rank depends on the ranks of its cards
alone, so a board is compared with 91 pairs of ranks (`pairs5`, see `hand_rank_tables/jit.py`) and not with 1,326
holdings; only where three cards of a suit lie on the board are single holdings corrected. Boards that share a card with
a holding are taken out of its sum afterwards, by sums kept for every card.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import FLUSH_AT, look_up, opaque, population, trailing_zeros
from riverboat.odds.jit import draw_cards, seeded

_MASKS_AT = np.uint64(52)
_ONE = np.uint64(1)
_CELLS = 208  # 13 x 16


@njit
def _holding(one, two):
    low, high = min(one, two), max(one, two)
    return high * (high - _ONE) // np.uint64(2) + low


@njit
def _rest(out, left):
    """Fill uint64[52] with the cards that are not in a bit set; gives how many there are."""
    size = 0
    for card in range(np.uint64(52)):
        if not (out >> card) & _ONE:
            left[size] = card
            size += 1
    return size


@njit
def _score(mine, theirs):
    """2 for a win, 1 for a tie."""
    return np.int16(mine > theirs) + np.int16(mine >= theirs)


@njit
def _three_of_a_suit(pairs, at, table7, mask, live, suit, theirs, fix):
    """Put holdings of two cards of the suit right, the board having three."""
    highs = live
    while highs:
        high = trailing_zeros(highs)
        highs &= highs - _ONE
        with_high = np.uint64(FLUSH_AT) + (mask | _ONE << high)
        card = high * np.uint64(4) + suit
        row = card * (card - _ONE) // np.uint64(2) + suit
        lows = live & ((_ONE << high) - _ONE)
        while lows:
            low = trailing_zeros(lows)
            lows &= lows - _ONE
            flush = np.int16(table7[with_high + (_ONE << low)])
            plain = pairs[at, high * np.uint64(16) + low]
            fix[row + low * np.uint64(4)] += _score(flush, theirs) - _score(plain, theirs)


@njit
def _more_of_a_suit(pairs, at, table7, mask, suit, dead, theirs, fix):
    """Put every holding with a flush right, the board having four cards of the suit or five."""
    on_board = population(mask)
    for high in range(_ONE, np.uint64(52)):
        if (dead >> high) & _ONE:
            continue
        row = high * (high - _ONE) // np.uint64(2)
        with_high = mask | (_ONE << (high >> np.uint64(2)) if high & np.uint64(3) == suit else np.uint64(0))
        for low in range(high):
            if (dead >> low) & _ONE:
                continue
            own = with_high | (_ONE << (low >> np.uint64(2)) if low & np.uint64(3) == suit else np.uint64(0))
            if own == mask and on_board < np.uint64(5):
                continue
            plain = pairs[at, (high >> np.uint64(2)) * np.uint64(16) + (low >> np.uint64(2))]
            flush = np.int16(table7[np.uint64(FLUSH_AT) + own])
            fix[row + low] += _score(flush, theirs) - _score(plain, theirs)


@njit
def _add_board(table7, words, index5, pairs, board, known, dead, key2, masks2, scores, total, by_card, counts, fix):
    """Count one complete board; `board` is uint64[5], `dead` the bit set of the known hand and the known board."""
    key, masks, number, out = np.uint64(0), np.uint64(0), np.uint64(0), dead
    for i in range(5):
        card = board[i]
        key += words[card]
        masks += words[card + _MASKS_AT]
        number = number * np.uint64(13) + (card >> np.uint64(2))
        out |= _ONE << card
    at = np.uint64(index5[number])
    theirs = np.int16(look_up(table7, key + key2, masks + masks2))
    for i in range(_CELLS):
        scores[i] = np.int16(pairs[at, i] > theirs) + np.int16(pairs[at, i] >= theirs)
    for i in range(_CELLS):
        total[i] += scores[i]
    for c in range(known, 5):
        card = board[c]
        counts[card] += 1
        for i in range(_CELLS):
            by_card[card, i] += scores[i]
        for d in range(known, c):
            other = board[d]
            fix[_holding(card, other)] += scores[(card >> np.uint64(2)) * np.uint64(16) + (other >> np.uint64(2))]
    three = (key + np.uint64(0x5555 << 32)) & np.uint64(0x8888 << 32)
    if three:
        suit = (trailing_zeros(three) - np.uint64(35)) >> np.uint64(2)
        shift = suit * np.uint64(16)
        mask = (masks >> shift) & np.uint64(0x1FFF)
        if population(mask) == np.uint64(3):
            theirs_mask = (masks2 >> shift) & np.uint64(0x1FFF)
            live = np.uint64(0x1FFF) & ~(mask | theirs_mask)
            _three_of_a_suit(pairs, at, table7, mask, live, suit, theirs, fix)
        else:
            _more_of_a_suit(pairs, at, table7, mask, suit, out, theirs, fix)


@njit(cache=True, nogil=True)
def equities_against(table7, words, index5, pairs, hole, board, known, samples, seed, shares):
    """Fill float64[1326] with the all-in equity of every holding against one hand, -1 where a card is out.

    `pairs` is `pairs5` as int16[6175, 208]; `board` is uint8[5] with `known` cards. All boards are dealt from the turn
    on; earlier, `samples` random ones, each counted for the holdings that it leaves possible (0: all, on the flop).
    """
    one, two = np.uint64(hole[0]), np.uint64(hole[1])
    key2 = words[one] + words[two]
    masks2 = words[one + _MASKS_AT] + words[two + _MASKS_AT]
    dead = _ONE << one | _ONE << two
    full = np.zeros(5, np.uint64)
    for i in range(known):
        full[i] = board[i]
        dead |= _ONE << full[i]
    left = np.empty(52, np.uint64)
    size = _rest(dead, left)
    scores, total = np.zeros(_CELLS, np.int16), np.zeros(_CELLS, np.int16)
    by_card, counts, fix = np.zeros((52, _CELLS), np.int16), np.zeros(52, np.int32), np.zeros(1326, np.int16)
    twice = np.zeros(1326, np.int16)  # boards that hold both cards of a holding
    boards = 0
    if known == 5:
        _add_board(table7, words, index5, pairs, full, 5, dead, key2, masks2, scores, total, by_card, counts, fix)
        boards = 1
    elif known == 4:
        for n in range(size):
            full[4] = left[n]
            _add_board(table7, words, index5, pairs, full, 4, dead, key2, masks2, scores, total, by_card, counts, fix)
        boards = size
    elif known == 3 and samples == 0:
        for m in range(size):
            full[3] = left[m]
            for n in range(m):
                full[4] = left[n]
                twice[_holding(full[3], full[4])] += 1
                _add_board(
                    table7, words, index5, pairs, full, 3, dead, key2, masks2, scores, total, by_card, counts, fix
                )
                boards += 1
    else:
        rng = seeded(seed)
        for _ in range(samples):
            draw_cards(left, 5 - known, rng, size)
            for i in range(5 - known):
                full[known + i] = left[i]
                for d in range(i):
                    twice[_holding(left[i], left[d])] += 1
            _add_board(
                table7, words, index5, pairs, full, known, dead, key2, masks2, scores, total, by_card, counts, fix
            )
        boards = samples
    x = 0
    for high in range(np.uint64(52)):
        high_dead = (dead >> high) & _ONE
        row = (high >> np.uint64(2)) * np.uint64(16)
        for low in range(high):
            if high_dead or (dead >> low) & _ONE:
                shares[x] = -1.0
            else:
                cell = row + (low >> np.uint64(2))
                count = boards - counts[high] - counts[low] + twice[x]
                score = np.int32(total[cell]) - by_card[high, cell] - by_card[low, cell] + fix[x]
                shares[x] = score / (2.0 * count) if count > 0 else -1.0
            x += 1


@njit(cache=True, nogil=True)
def correct_deal(before, after, weights):
    """How much the mean edge of a range falls by a deal; weights become 0 where the new equity is negative.

    `before` and `after` are equities (1/2 is even); the weights are of the range before the deal. NaN if none is left.
    """
    mean, total, mean_after, total_after = 0.0, 0.0, 0.0, 0.0
    for x in range(weights.size):
        weight = weights[x]
        if weight == 0.0:
            continue
        total += weight
        mean += weight * before[x]
        if after[x] < 0.0:
            weights[x] = 0.0
        else:
            total_after += weight
            mean_after += weight * after[x]
    return mean / total - mean_after / total_after if total_after > 0.0 else np.nan


@njit(cache=True, nogil=True)
def correct_action(shares, weights, probabilities, fixed, pots, chosen):
    """The mean value of a decision less that of what was done; the weights are multiplied by the probabilities of that.

    Action k of a holding is worth fixed[k] + pots[k] * (equity - 1/2). Gives the correction and the weight left.
    """
    expected, total, taken, left = 0.0, 0.0, 0.0, 0.0
    actions = fixed.size
    for x in range(weights.size):
        weight = weights[x]
        if weight == 0.0:
            continue
        edge = shares[x] - 0.5
        value = 0.0
        for k in range(actions):
            value += probabilities[x, k] * (fixed[k] + pots[k] * edge)
        total += weight
        expected += weight * value
        weight *= probabilities[x, chosen]
        weights[x] = weight
        left += weight
        taken += weight * (fixed[chosen] + pots[chosen] * edge)
    return (expected / total - taken / left if left > 0.0 else 0.0), left


@njit(cache=True, nogil=True)
def mean_edge(shares, weights):
    """The mean of equity - 1/2 over a range."""
    mean, total = 0.0, 0.0
    for x in range(weights.size):
        total += weights[x]
        mean += weights[x] * (shares[x] - 0.5)
    return mean / total


@njit(cache=True, nogil=True)
def rank_holdings(table, words, board, ranks):
    """Fill int32[1326] with the rank of every holding with uint8[3..5] board cards; -1 where a card is on the board."""
    key, masks, dead = np.uint64(0), np.uint64(0), np.uint64(0)
    for i in range(board.size):
        card = np.uint64(board[i])
        key += words[card]
        masks += words[card + _MASKS_AT]
        dead |= _ONE << card
    x = 0
    for high in range(np.uint64(52)):
        with_high, masks_high = key + words[high], masks + words[high + _MASKS_AT]
        for low in range(high):
            if (dead >> high | dead >> low) & _ONE:
                ranks[x] = -1
            else:
                ranks[x] = look_up(table, opaque(with_high + words[low]), masks_high + words[low + _MASKS_AT])
            x += 1


@njit
def _add_shares(table7, words, keys, masks_of, full, ranks, shares):
    """Divide one pot on a complete uint64[5] board."""
    key, masks = np.uint64(0), np.uint64(0)
    for i in range(5):
        key += words[full[i]]
        masks += words[full[i] + _MASKS_AT]
    best, winners = 0, 0
    for p in range(keys.size):
        rank = look_up(table7, opaque(key + keys[p]), masks + masks_of[p])
        ranks[p] = rank
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    part = 1.0 / winners
    for p in range(keys.size):
        if ranks[p] == best:
            shares[p] += part


@njit(cache=True, nogil=True)
def shares_among(table7, words, holes, dead, board, known, samples, seed, shares):
    """Add to float64[players] the mean share of the pot of uint8[players, 2] hands; `dead` are more cards that are out.

    `board` is uint8[5] with `known` cards. All boards are dealt from the flop on, `samples` random ones before it.
    """
    players = holes.shape[0]
    out = np.uint64(0)
    keys, masks_of, ranks = np.empty(players, np.uint64), np.empty(players, np.uint64), np.empty(players, np.int64)
    for p in range(players):
        one, two = np.uint64(holes[p, 0]), np.uint64(holes[p, 1])
        keys[p] = words[one] + words[two]
        masks_of[p] = words[one + _MASKS_AT] + words[two + _MASKS_AT]
        out |= _ONE << one | _ONE << two
    for i in range(dead.size):
        out |= _ONE << np.uint64(dead[i])
    full = np.zeros(5, np.uint64)
    for i in range(known):
        full[i] = board[i]
        out |= _ONE << full[i]
    left = np.empty(52, np.uint64)
    size = _rest(out, left)
    boards = 0
    if known == 5:
        _add_shares(table7, words, keys, masks_of, full, ranks, shares)
        boards = 1
    elif known == 4:
        for n in range(size):
            full[4] = left[n]
            _add_shares(table7, words, keys, masks_of, full, ranks, shares)
        boards = size
    elif known == 3:
        for m in range(size):
            full[3] = left[m]
            for n in range(m):
                full[4] = left[n]
                _add_shares(table7, words, keys, masks_of, full, ranks, shares)
                boards += 1
    else:
        rng = seeded(seed)
        for _ in range(samples):
            draw_cards(left, 5, rng, size)
            full[:] = left[:5]
            _add_shares(table7, words, keys, masks_of, full, ranks, shares)
        boards = samples
    for p in range(players):
        shares[p] /= boards
