"""Kernels that play the baseline of DIVAT through all cards to come, for two known hands.

Cards are 0..51; `words`, `table6` and `table7` are laid out as `cards/ranking/tables.py` says. Hands are compared with
all hands of an unknown opponent by *rank pairs*: for the ranks of a five-card board, `pairs5[index5[...]]` holds the
rank without a flush of every pair of ranks with it, and `beaten5[index5[...]]` twice the hands that such a pair beats
plus those it ties when nobody can have a flush (int16[13, 16], three columns unused). Only boards with three cards of a
suit take work: the hands that make a flush are put right one by one.

A *picture* of a flop holds everything the baseline needs there: float64 `rivers` [2, 45, 45] with the river ranks of
both hands by turn and river card, int8 `signs` [45, 45] (1 if the first hand wins), float64 `turns` [2, 2, 45] and
`flop` [2, 2] with immediate and seven-card ranks. Players are 0 (the big blind) and 1; values are the first one's.
Sequences are numbered as in `baseline.py`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import (
    FLUSH_AT,
    RANK_BITS,
    look_up,
    population,
    rank_without_flush,
    trailing_zeros,
)
from riverboat.odds.jit import next_random

MASKS_AT = np.uint64(52)
_ONE = np.uint64(1)
# What each sequence costs a player who stays, in bets, and who folds: 1 the second, -1 the first.
_BETS = np.array([0, 0, 1, 0, 1, 2, 3, 4, 0, 1, 0, 1, 0, 2, 3], np.float64)
_FOLDS = np.array([0, -1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, -1, 0, 0], np.int64)


@njit
def _beaten(pairs, at, left, mine):
    """Twice the hands beaten plus those tied, no flushes counted; int32[16] `left` has the cards of each rank."""
    total = np.int32(0)
    for high in range(13):
        row = np.int32(0)
        for low in range(13):
            theirs = np.int32(pairs[at, high, low])
            row += left[low] * (np.int32(mine > theirs) + np.int32(mine >= theirs))
        own = np.int32(pairs[at, high, high])
        total += left[high] * (row - np.int32(mine > own) - np.int32(mine >= own))
    return total // np.int32(2)


@njit(cache=True, nogil=True)
def fill_rank_pairs(table6, table7, words, index4, index5, pairs4, pairs5, beaten4, beaten5):
    """Number the rank patterns of boards of four and five cards, and compare all pairs of ranks on each."""
    multiplier = np.empty(13, np.uint64)
    for r in range(13):
        multiplier[r] = words[4 * r] & RANK_BITS
    counts = np.zeros(13, np.int64)
    ranks = np.zeros(5, np.int64)
    left = np.zeros(16, np.int32)
    for size in range(4, 6):
        index = index4 if size == 4 else index5
        pairs = pairs4 if size == 4 else pairs5
        beaten = beaten4 if size == 4 else beaten5
        table = table6 if size == 4 else table7
        used = 0
        for number in range(13**size):
            rest = number
            counts[:] = 0
            rising = True
            key = np.uint64(0)
            for i in range(size):
                ranks[i] = rest % 13
                rest //= 13
                counts[ranks[i]] += 1
                key += multiplier[ranks[i]]
                if i and ranks[i] < ranks[i - 1]:
                    rising = False
            if not rising or counts.max() > 4:
                continue
            for a in range(13):
                for b in range(13):
                    counts[a] += 1
                    counts[b] += 1
                    if counts[a] <= 4 and counts[b] <= 4:
                        pairs[used, a, b] = rank_without_flush(table, key + multiplier[a] + multiplier[b])
                    counts[a] -= 1
                    counts[b] -= 1
            for r in range(13):
                left[r] = 4 - counts[r]
            for a in range(13):
                for b in range(13):
                    left[a] -= 1
                    left[b] -= 1
                    if left[a] >= 0 and left[b] >= 0:
                        beaten[used, a, b] = _beaten(pairs, used, left, np.int32(pairs[used, a, b]))
                    left[a] += 1
                    left[b] += 1
            index[number] = used
            used += 1
        for number in range(13**size):
            rest = number
            for i in range(size):
                ranks[i] = rest % 13
                rest //= 13
            ordered = np.sort(ranks[:size])
            sorted_number = 0
            for i in range(size):
                sorted_number = sorted_number * 13 + ordered[size - 1 - i]
            index[number] = index[sorted_number]


@njit
def _suited_change(pairs, at, table, mask, live, mine):
    """What is to be added where two cards of the suit make a flush with the three on the board."""
    change = np.int32(0)
    highs = live
    while highs:
        high = trailing_zeros(highs)
        highs &= highs - _ONE
        with_high = np.uint64(FLUSH_AT) + (mask | _ONE << high)
        lows = live & ((_ONE << high) - _ONE)
        while lows:
            low = trailing_zeros(lows)
            plain = np.int32(pairs[at, high, low])
            suited = np.int32(table[with_high + (_ONE << low)])
            lows &= lows - _ONE
            change += np.int32(mine > suited) + np.int32(mine >= suited)
            change -= np.int32(mine > plain) + np.int32(mine >= plain)
    return change


@njit
def _many_suited(pairs, at, table, mask, live, left, mine):
    """Twice the hands beaten plus those tied where the board has four or five cards of a suit."""
    plain = np.int32(0)  # cards of other suits that an opponent may have
    for rank in range(np.uint64(13)):
        left[rank] -= np.int32((live >> rank) & _ONE)
        plain += left[rank]
    if population(mask) == np.uint64(5):
        board = np.int32(table[np.uint64(FLUSH_AT) + mask])
        total = (np.int32(mine > board) + np.int32(mine >= board)) * (plain * (plain - np.int32(1)) // np.int32(2))
    else:
        total = _beaten(pairs, at, left, mine)
    highs = live
    while highs:
        high = trailing_zeros(highs)
        highs &= highs - _ONE
        left[high] += np.int32(1)
        with_high = np.uint64(FLUSH_AT) + (mask | _ONE << high)
        single = np.int32(table[with_high])
        total += plain * (np.int32(mine > single) + np.int32(mine >= single))
        lows = live & ((_ONE << high) - _ONE)
        while lows:
            double = np.int32(table[with_high + (_ONE << trailing_zeros(lows))])
            lows &= lows - _ONE
            total += np.int32(mine > double) + np.int32(mine >= double)
    return total


@njit
def _one_by_one(table, words, key, masks, dead, mine):
    """Twice the hands beaten plus those tied, every hand looked at; `dead` is a bit set of cards."""
    total = np.int32(0)
    for high in range(np.uint64(1), np.uint64(52)):
        if (dead >> high) & _ONE:
            continue
        for low in range(high):
            if (dead >> low) & _ONE:
                continue
            theirs = np.int32(
                look_up(
                    table, key + words[high] + words[low], masks + words[high + MASKS_AT] + words[low + MASKS_AT]
                )
            )
            total += np.int32(mine > theirs) + np.int32(mine >= theirs)
    return total


@njit
def _standing(pairs, beaten, at, table, key, masks, left, high, low, hole_masks, mine):
    """Twice the hands beaten plus those tied on a board of four or five cards; `key` and `masks` are the board's.

    `high` and `low` are the ranks of the own cards, `left` the cards of each rank that an opponent may have.
    """
    # Five more for each counter of a suit: does any of them reach three, or four?
    three = (key + np.uint64(0x5555 << 32)) & np.uint64(0x8888 << 32)
    if three == np.uint64(0):
        return np.int32(beaten[at, high, low])
    shift = (trailing_zeros(three) - np.uint64(35)) * np.uint64(4)
    mask = (masks >> shift) & np.uint64(0x1FFF)
    own = (hole_masks >> shift) & np.uint64(0x1FFF)
    live = np.uint64(0x1FFF) & ~(mask | own)
    if population(mask) > np.uint64(3):
        return _many_suited(pairs, at, table, mask, live, left, mine)
    if population(own) == np.uint64(2):
        plain = _beaten(pairs, at, left, mine)
    else:
        plain = np.int32(beaten[at, high, low])
    return plain + _suited_change(pairs, at, table, mask, live, mine)


@njit
def _look_at(words, holes, who, left):
    """A player's cards: word, suit masks, bit set, ranks; and they leave `left`."""
    one, two = np.uint64(holes[2 * who]), np.uint64(holes[2 * who + 1])
    left[one >> np.uint64(2)] -= np.int32(1)
    left[two >> np.uint64(2)] -= np.int32(1)
    masks = words[one + MASKS_AT] + words[two + MASKS_AT]
    return words[one] + words[two], masks, _ONE << one | _ONE << two, one >> np.uint64(2), two >> np.uint64(2)


@njit
def _take_picture(ranking, holes, flop_cards, live, rivers, signs, turns, flop):
    """Fill a picture, and uint8[45] `live` with the cards to come in order; `holes` is uint8[4], the first's first."""
    table5, table6, table7, words, index4, index5, pairs4, pairs5, beaten4, beaten5 = ranking
    key, masks, out, number = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    left1, left2 = np.zeros(16, np.int32), np.zeros(16, np.int32)
    left1[:13] = 4
    for i in range(3):
        card = np.uint64(flop_cards[i])
        key += words[card]
        masks += words[card + MASKS_AT]
        out |= _ONE << card
        left1[card >> np.uint64(2)] -= np.int32(1)
        number = number * np.uint64(13) + (card >> np.uint64(2))
    left2[:] = left1
    key1, masks1, bits1, high1, low1 = _look_at(words, holes, 0, left1)
    key2, masks2, bits2, high2, low2 = _look_at(words, holes, 1, left2)
    cards = np.empty(49, np.uint64)  # the cards to come, then the first player's two and the second's
    count = 0
    for card in range(52):
        if not ((out | bits1 | bits2) >> np.uint64(card)) & _ONE:
            live[count] = card
            cards[count] = card
            count += 1
    for i in range(4):
        cards[45 + i] = holes[i]
    later = np.zeros((2, 49), np.int64)
    mine = np.int32(look_up(table5, key + key1, masks + masks1))
    flop[0, 0] = _one_by_one(table5, words, key, masks, out | bits1, mine) / 2162.0
    mine = np.int32(look_up(table5, key + key2, masks + masks2))
    flop[1, 0] = _one_by_one(table5, words, key, masks, out | bits2, mine) / 2162.0
    for t in range(np.uint64(49)):
        turn = cards[t]
        turn_key = key + words[turn]
        turn_masks = masks + words[turn + MASKS_AT]
        turn_rank = turn >> np.uint64(2)
        turn_number = number * np.uint64(13) + turn_rank
        left1[turn_rank] -= np.int32(1)
        left2[turn_rank] -= np.int32(1)
        if t < np.uint64(45):
            at = np.uint64(index4[turn_number])
            mine = np.int32(look_up(table6, turn_key + key1, turn_masks + masks1))
            beats = _standing(pairs4, beaten4, at, table6, turn_key, turn_masks, left1, high1, low1, masks1, mine)
            turns[0, 0, t] = beats / 2070.0
            mine = np.int32(look_up(table6, turn_key + key2, turn_masks + masks2))
            beats = _standing(pairs4, beaten4, at, table6, turn_key, turn_masks, left2, high2, low2, masks2, mine)
            turns[1, 0, t] = beats / 2070.0
        for r in range(t):
            river = cards[r]
            rank = river >> np.uint64(2)
            board = turn_key + words[river]
            board_masks = turn_masks + words[river + MASKS_AT]
            at = np.uint64(index5[turn_number * np.uint64(13) + rank])
            left1[rank] -= np.int32(1)
            left2[rank] -= np.int32(1)
            # The first 45 cards are nobody's, the next two the first player's, the last two the second's.
            is_free = t < np.uint64(45)
            mine1, mine2 = np.int32(0), np.int32(0)
            if is_free or (t >= np.uint64(47) and (r < np.uint64(45) or r >= np.uint64(47))):
                mine1 = np.int32(look_up(table7, board + key1, board_masks + masks1))
                beats = _standing(pairs5, beaten5, at, table7, board, board_masks, left1, high1, low1, masks1, mine1)
                later[0, t] += beats
                later[0, r] += beats
                if is_free:
                    rivers[0, t, r] = beats / 1980.0
                    rivers[0, r, t] = rivers[0, t, r]
            if t < np.uint64(47):
                mine2 = np.int32(look_up(table7, board + key2, board_masks + masks2))
                beats = _standing(pairs5, beaten5, at, table7, board, board_masks, left2, high2, low2, masks2, mine2)
                later[1, t] += beats
                later[1, r] += beats
                if is_free:
                    rivers[1, t, r] = beats / 1980.0
                    rivers[1, r, t] = rivers[1, t, r]
                    signs[t, r] = np.int8(mine1 > mine2) - np.int8(mine1 < mine2)
                    signs[r, t] = signs[t, r]
            left1[rank] += np.int32(1)
            left2[rank] += np.int32(1)
        left1[turn_rank] += np.int32(1)
        left2[turn_rank] += np.int32(1)
    for who in range(2):
        whole = 0
        for t in range(49):
            whole += later[who, t]
            if t < 45:
                turns[who, 1, t] = later[who, t] / (46.0 * 1980.0)
        flop[who, 1] = whole / 2.0 / (1081.0 * 1980.0)


@njit
def _sequence(bet1, bet2, fold1, fold2, pot, bet, offset, makes):
    """The baseline's sequence after the flop: 0 kK, 1 kBf, 2 kBc, 3 bF, 4 bC, 5 bRc, 6 bRrC, 7 bRrRc."""
    threshold = bet / (pot + bet) + offset
    if bet1 >= makes[0]:
        if bet2 >= makes[1]:
            if bet1 >= makes[2]:
                return 7 if bet2 >= makes[3] else 6
            return 5
        return 3 if bet2 < makes[0] and fold2 < threshold else 4
    if bet2 >= makes[0]:
        return 1 if fold1 < threshold else 2
    return 0


@njit
def _preflop_sequence(bet1, bet2, fold1, fold2, pot, bet, offset, makes, first):
    """The baseline's sequence before the flop: 8 SlCk, 9 SlCrC, 10 SlCrF, 11 SlRc, 12 SlRf, 13 SlRrC, 14 SlRrRc.

    `first` is the threshold that the first raise needs.
    """
    threshold = bet / (pot + bet) + offset
    if bet2 >= makes[first]:
        if bet1 >= makes[first + 1]:
            return 14 if bet2 >= makes[first + 2] else 13
        return 12 if bet1 < makes[first] and fold1 < threshold else 11
    if bet1 >= makes[first]:
        return 10 if fold2 < threshold else 9
    return 8


@njit
def _bets_of(sequence):
    """How many bets each player puts in on this street; before the flop beyond the blind."""
    return _BETS[sequence]


@njit
def _fold_of(sequence):
    """1 if the second player folds, -1 if the first does, 0 if nobody."""
    return _FOLDS[sequence]


@njit
def _from_river(rank1, rank2, sign, pot, bets, offsets, makes):
    """What the first wins from the start of the river on."""
    chosen = _sequence(rank1, rank2, rank1, rank2, pot, bets[3], offsets[3], makes[3])
    fold = _fold_of(chosen)
    if fold:
        return fold * pot / 2.0
    return sign * (pot / 2.0 + _bets_of(chosen) * bets[3])


@njit
def _after_turn(rivers, signs, t, pot, bets, offsets, makes):
    """What the first wins on average once the betting of this turn card is over; `_from_river` for all rivers."""
    half, bet = pot / 2.0, bets[3]
    threshold = bet / (pot + bet) + offsets[3]
    make1, make2, make3, make4 = makes[3, 0], makes[3, 1], makes[3, 2], makes[3, 3]
    total = 0.0
    for r in range(np.uint64(45)):
        if r == t:
            continue
        first, second, sign = rivers[0, t, r], rivers[1, t, r], np.float64(signs[t, r])
        if first >= make1:
            if second >= make2:
                raises = 2.0 if first < make3 else (3.0 if second < make4 else 4.0)
                total += sign * (half + raises * bet)
            elif second < make1 and second < threshold:
                total += half
            else:
                total += sign * (half + bet)
        elif second >= make1:
            total += -half if first < threshold else sign * (half + bet)
        else:
            total += sign * half
    return total / 44.0


@njit
def _turn_sequence(turns, t, pot, bets, offsets, makes):
    bet1, bet2 = max(turns[0, 0, t], turns[0, 1, t]), max(turns[1, 0, t], turns[1, 1, t])
    return _sequence(bet1, bet2, turns[0, 1, t], turns[1, 1, t], pot, bets[2], offsets[2], makes[2])


@njit
def _after_flop(rivers, signs, turns, pot, bets, offsets, makes):
    """What the first wins on average once the betting of this flop is over."""
    total = 0.0
    for t in range(np.uint64(45)):
        chosen = _turn_sequence(turns, t, pot, bets, offsets, makes)
        fold = _fold_of(chosen)
        if fold:
            total += fold * pot / 2.0
        else:
            after = pot + 2.0 * _bets_of(chosen) * bets[2]
            total += _after_turn(rivers, signs, t, after, bets, offsets, makes)
    return total / 45.0


@njit
def _flop_sequence(flop, pot, bets, offsets, makes):
    bet1, bet2 = max(flop[0, 0], flop[0, 1]), max(flop[1, 0], flop[1, 1])
    fold1, fold2 = (flop[0, 0] + flop[0, 1]) / 2.0, (flop[1, 0] + flop[1, 1]) / 2.0
    return _sequence(bet1, bet2, fold1, fold2, pot, bets[1], offsets[1], makes[1])


@njit
def _from_flop(rivers, signs, turns, flop, pot, bets, offsets, makes):
    """What the first wins on average from the start of this flop on."""
    chosen = _flop_sequence(flop, pot, bets, offsets, makes)
    fold = _fold_of(chosen)
    if fold:
        return fold * pot / 2.0
    return _after_flop(rivers, signs, turns, pot + 2.0 * _bets_of(chosen) * bets[1], bets, offsets, makes)


@njit
def _share(signs):
    """The first player's equity on a flop: wins and half the ties of 990."""
    total = 0
    for t in range(45):
        for r in range(t):
            total += signs[t, r]
    return 0.5 + total / 1980.0


@njit
def _turn_share(signs, t):
    total = 0
    for r in range(45):
        if r != t:
            total += signs[t, r]
    return 0.5 + total / 88.0


@njit
def _seeded(seed):
    """A generator's four words from one number (splitmix64)."""
    words = np.empty(4, np.uint64)
    for i in range(4):
        seed += np.uint64(0x9E3779B97F4A7C15)
        z = seed
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words[i] = z ^ (z >> np.uint64(31))
    return words


@njit
def _draw(deck, count, random):
    """Bring `count` random cards of uint8[48] `deck` to its front."""
    for i in range(count):
        bits, random[0], random[1], random[2], random[3] = next_random(random[0], random[1], random[2], random[3])
        j = np.uint64(i) + (((bits >> np.uint64(32)) * np.uint64(48 - i)) >> np.uint64(32))
        deck[i], deck[j] = deck[j], deck[i]


@njit
def _sampled_share(table7, words, holes, deck, samples, random):
    """The first player's equity before the flop on random boards."""
    key1 = words[holes[0]] + words[holes[1]]
    key2 = words[holes[2]] + words[holes[3]]
    masks1 = words[np.uint64(holes[0]) + MASKS_AT] + words[np.uint64(holes[1]) + MASKS_AT]
    masks2 = words[np.uint64(holes[2]) + MASKS_AT] + words[np.uint64(holes[3]) + MASKS_AT]
    total = 0
    for _ in range(samples):
        _draw(deck, 5, random)
        key = np.uint64(0)
        masks = np.uint64(0)
        for i in range(5):
            key += words[deck[i]]
            masks += words[np.uint64(deck[i]) + MASKS_AT]
        first, second = look_up(table7, key + key1, masks + masks1), look_up(table7, key + key2, masks + masks2)
        total += int(first > second) - int(first < second)
    return 0.5 + total / (2.0 * samples)


@njit
def _fill_deck(holes, deck):
    count = 0
    for card in range(52):
        if card != holes[0] and card != holes[1] and card != holes[2] and card != holes[3]:
            deck[count] = card
            count += 1


@njit(cache=True, nogil=True)
def flop_ranks(ranking, holes, flop_cards):
    """float64[2, 2]: immediate and seven-card rank of both hands on a flop."""
    rivers, signs = np.zeros((2, 45, 45)), np.zeros((45, 45), np.int8)
    turns, flop = np.zeros((2, 2, 45)), np.zeros((2, 2))
    _take_picture(ranking, holes, flop_cards, np.empty(45, np.uint8), rivers, signs, turns, flop)
    return flop


@njit(cache=True, nogil=True)
def roll_out_flops(ranking, holes, flops, weights, pots, bets, offsets, makes, values):
    """Add to float64[pots] what the first wins on each flop of uint8[F, 3], by the baseline, times its weight."""
    rivers, signs = np.zeros((2, 45, 45)), np.zeros((45, 45), np.int8)
    turns, flop, live = np.zeros((2, 2, 45)), np.zeros((2, 2)), np.empty(45, np.uint8)
    for f in range(flops.shape[0]):
        _take_picture(ranking, holes, flops[f], live, rivers, signs, turns, flop)
        for p in range(pots.size):
            values[p] += weights[f] * _from_flop(
                rivers, signs, turns, flop, pots[p], bets, offsets, makes
            )


@njit(cache=True, nogil=True)
def assess_hands(
    ranking, holes, boards, played, ends, payoffs, bets, blind, preflop, offsets, makes, first_make, roll_out,
    flops, samples, seeds, exact, shares, sequences, bases, actuals, dcash,
):  # fmt: skip
    """The equities of DIVAT for hands of limit hold'em.

    In: uint8[N, 4] `holes`, uint8[N, 5] `boards`, int8[N, 3] `played` (last street, its folder or -1, board cards
    known), float64[N, 5] `ends` (pot after each street, the blinds first), float64[N] `payoffs`, float64[1326, 2]
    `preflop` ranks, float64[K, 4] `offsets`, float64[K, 4, 4] `makes` of K settings, uint64[N] `seeds`, and float64[N]
    `exact` equities before the flop (NaN: sample them).
    Out: float64[N, 4] `shares` (equity of the first when a street begins), and by setting int8[N, K, 4] `sequences`,
    float64[N, K, 4] `bases` and `actuals`, float64[N, K] `dcash`. `roll_out` chooses roll-out and not all-in equity.
    """
    table7, words = ranking[2], ranking[3]
    settings = offsets.shape[0]
    rivers, signs = np.zeros((2, 45, 45)), np.zeros((45, 45), np.int8)
    turns, flop, live = np.zeros((2, 2, 45)), np.zeros((2, 2)), np.empty(45, np.uint8)
    deck = np.empty(48, np.uint8)
    later = np.zeros((settings, 2))
    wanted = np.zeros((settings, 2))
    for n in range(holes.shape[0]):
        hole = holes[n]
        last, folder, known = played[n, 0], played[n, 1], played[n, 2]
        random = _seeded(seeds[n])
        _fill_deck(hole, deck)
        if np.isnan(exact[n]):
            shares[n, 0] = _sampled_share(table7, words, hole, deck, samples, random)
        else:
            shares[n, 0] = exact[n]
        # Before the flop: which pots the flop may begin with, really and by the baseline.
        low1, high1 = min(hole[0], hole[1]), max(hole[0], hole[1])
        low2, high2 = min(hole[2], hole[3]), max(hole[2], hole[3])
        one = np.int64(high1) * (np.int64(high1) - 1) // 2 + np.int64(low1)
        two = np.int64(high2) * (np.int64(high2) - 1) // 2 + np.int64(low2)
        bet1, bet2 = max(preflop[one, 0], preflop[one, 1]), max(preflop[two, 0], preflop[two, 1])
        start = 2.0 * blind
        needed = False
        for k in range(settings):
            chosen = _preflop_sequence(
                bet1, bet2, preflop[one, 1], preflop[two, 1], start, bets[0], offsets[k, 0], makes[k, 0], first_make,
            )  # fmt: skip
            sequences[n, k, 0] = chosen
            wanted[k, 0] = ends[n, 1]
            wanted[k, 1] = start + 2.0 * _bets_of(chosen) * bets[0]
            folded = _fold_of(chosen)
            same = not folded and last > 0 and wanted[k, 0] == wanted[k, 1]
            # Equal pots cancel, so their value is needed only for the baseline's money of a hand without a flop.
            needed |= not same and (last > 0 or not folded)
            later[k] = 0.0
        if roll_out and needed:
            for _ in range(flops):
                _draw(deck, 3, random)
                _take_picture(ranking, hole, deck[:3], live, rivers, signs, turns, flop)
                for k in range(settings):
                    for which in range(2):
                        later[k, which] += (
                            _from_flop(
                                rivers, signs, turns, flop, wanted[k, which], bets, offsets[k], makes[k]
                            )
                            / flops
                        )
        for k in range(settings):
            if not roll_out:
                for which in range(2):
                    later[k, which] = (shares[n, 0] - 0.5) * wanted[k, which]
            folded = _fold_of(sequences[n, k, 0])
            bases[n, k, 0] = folded * blind if folded else later[k, 1]
            actuals[n, k, 0] = later[k, 0] if last > 0 else payoffs[n]
            dcash[n, k] = bases[n, k, 0]
        if known < 3:
            continue
        _take_picture(ranking, hole, boards[n, :3], live, rivers, signs, turns, flop)
        shares[n, 1] = _share(signs)
        turn, river = np.uint64(0), np.uint64(0)
        for i in range(np.uint64(45)):
            if known > 3 and live[i] == boards[n, 3]:
                turn = i
            if known > 4 and live[i] == boards[n, 4]:
                river = i
        if known > 3:
            shares[n, 2] = _turn_share(signs, turn)
        if known > 4:
            shares[n, 3] = 0.5 + signs[turn, river] / 2.0
        for k in range(settings):
            offset, make = offsets[k], makes[k]
            # The hand as it was played, street by street: what the baseline would have done, and what was done.
            for street in range(1, last + 1):
                pot = ends[n, street]
                if street == 1:
                    chosen = _flop_sequence(flop, pot, bets, offset, make)
                elif street == 2:
                    chosen = _turn_sequence(turns, turn, pot, bets, offset, make)
                else:
                    rank1, rank2 = rivers[0, turn, river], rivers[1, turn, river]
                    chosen = _sequence(rank1, rank2, rank1, rank2, pot, bets[3], offset[3], make[3])
                sequences[n, k, street] = chosen
                folded = _fold_of(chosen)
                base_pot = pot + 2.0 * _bets_of(chosen) * bets[street]
                for which in range(2):
                    after = base_pot if which == 0 else ends[n, street + 1]
                    if street == 3 or not roll_out:
                        value = (shares[n, street] - 0.5) * after
                    elif street == 2:
                        value = _after_turn(rivers, signs, turn, after, bets, offset, make)
                    else:
                        value = _after_flop(rivers, signs, turns, after, bets, offset, make)
                    if which == 0:
                        bases[n, k, street] = folded * pot / 2.0 if folded else value
                    else:
                        actuals[n, k, street] = value
                if street == last and (folder >= 0 or street == 3):
                    actuals[n, k, street] = payoffs[n]
            # The baseline against itself on the cards that came, with the mean where they are not known.
            if _fold_of(sequences[n, k, 0]):
                continue
            pot = start + 2.0 * _bets_of(sequences[n, k, 0]) * bets[0]
            chosen = _flop_sequence(flop, pot, bets, offset, make)
            folded = _fold_of(chosen)
            if folded:
                dcash[n, k] = folded * pot / 2.0
                continue
            pot += 2.0 * _bets_of(chosen) * bets[1]
            if known < 4:
                dcash[n, k] = (
                    _after_flop(rivers, signs, turns, pot, bets, offset, make)
                    if roll_out
                    else (shares[n, 1] - 0.5) * pot
                )
                continue
            chosen = _turn_sequence(turns, turn, pot, bets, offset, make)
            folded = _fold_of(chosen)
            if folded:
                dcash[n, k] = folded * pot / 2.0
                continue
            pot += 2.0 * _bets_of(chosen) * bets[2]
            if known < 5:
                dcash[n, k] = (
                    _after_turn(rivers, signs, turn, pot, bets, offset, make)
                    if roll_out
                    else (shares[n, 2] - 0.5) * pot
                )
                continue
            dcash[n, k] = _from_river(
                rivers[0, turn, river], rivers[1, turn, river], signs[turn, river], pot, bets, offset, make
            )
