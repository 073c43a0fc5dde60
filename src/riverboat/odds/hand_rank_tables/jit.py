"""Kernels that compare two known hands with all hands of unknown opponents, on a flop and all that can follow.

Cards are 0..51; `words` and the tables are laid out as `cards/ranking/tables.py` says. Hands are compared by *rank
pairs*: for the ranks of a five-card board, `pairs5[index5[...]]` holds the rank without a flush of every pair of ranks
with it, and `beaten5[index5[...]]` twice the hands that such a pair beats plus those it ties when nobody can have a
flush (int16[13, 16], three columns unused). Only boards with three cards of a suit take work: the hands that make a
flush are corrected one by one.

The *tables* of a flop hold everything the baseline needs there: float64 `rivers` [2, 45, 45] with the river ranks of
both hands by turn and river card, int8 `signs` [45, 45] (1 if the first hand wins), float64 `turns` [2, 2, 45] and
`flop` [2, 2] with immediate and seven-card ranks by player.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import (
    FLUSH_AT,
    look_up,
    population,
    trailing_zeros,
)

MASKS_AT = np.uint64(52)
_ONE = np.uint64(1)


@njit
def beaten_by(pairs, at, left, mine):
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
        total = beaten_by(pairs, at, left, mine)
    highs = live
    while highs:
        high = trailing_zeros(highs)
        highs &= highs - _ONE
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
                look_up(table, key + words[high] + words[low], masks + words[high + MASKS_AT] + words[low + MASKS_AT])
            )
            total += np.int32(mine > theirs) + np.int32(mine >= theirs)
    return total


@njit
def _count_left(seen, left):
    """How many cards of each rank are not among those whose suit masks are `seen`."""
    for rank in range(np.uint64(13)):
        out = (seen >> rank) & np.uint64(0x0001000100010001)
        left[rank] = np.int32(4) - np.int32(population(out))


@njit
def _suited_standing(pairs, beaten, at, table, three, masks, left, high, low, hole_masks):
    """A hand's rank on a board with three or more cards of a suit, and twice the hands it beats plus those it ties.

    `three` is from `_three_suited`, `masks` the board's, `high` and `low` are the ranks of the own cards; int32[16]
    `left` is scratch.
    """
    mine, plain = np.int32(pairs[at, high, low]), np.int32(beaten[at, high, low])
    shift = (trailing_zeros(three) - np.uint64(35)) * np.uint64(4)
    mask = (masks >> shift) & np.uint64(0x1FFF)
    own = (hole_masks >> shift) & np.uint64(0x1FFF)
    live = np.uint64(0x1FFF) & ~(mask | own)
    if population(mask | own) >= np.uint64(5):
        mine = np.int32(table[np.uint64(FLUSH_AT) + (mask | own)])
        if population(mask) == np.uint64(3):
            _count_left(masks | hole_masks, left)
            plain = beaten_by(pairs, at, left, mine)
    if population(mask) > np.uint64(3):
        _count_left(masks | hole_masks, left)
        return mine, _many_suited(pairs, at, table, mask, live, left, mine)
    return mine, plain + _suited_change(pairs, at, table, mask, live, mine)


@njit
def _three_suited(key):
    """Not zero if three or more of the cards in the sum share a suit: five more lets its counter reach eight."""
    return (key + np.uint64(0x5555 << 32)) & np.uint64(0x8888 << 32)


@njit
def _alike(three, turn, river):
    """A number for boards of one flop that differ only by suits that make no flush, -1 for one that is alone."""
    suit = (trailing_zeros(three) - np.uint64(35)) >> np.uint64(2)
    turn_in, river_in = turn & np.uint64(3) == suit, river & np.uint64(3) == suit
    one, two = np.int64(turn >> np.uint64(2)), np.int64(river >> np.uint64(2))
    if turn_in and river_in:
        return -1
    if not turn_in and not river_in:
        return 169 + max(one, two) * 13 + min(one, two)
    return one * 13 + two if turn_in else two * 13 + one


@njit
def _suit_words(words, holes, who):
    """A player's cards: word, suit masks, bit set, ranks."""
    one, two = np.uint64(holes[2 * who]), np.uint64(holes[2 * who + 1])
    masks = words[one + MASKS_AT] + words[two + MASKS_AT]
    return words[one] + words[two], masks, _ONE << one | _ONE << two, one >> np.uint64(2), two >> np.uint64(2)


@njit
def _count_river(later, rivers, t, r, beats, is_free):
    """One river of a player: int64[49] `later` sums by card, float64[45, 45] `rivers` has what no player holds."""
    later[t] += beats
    later[r] += beats
    if is_free:
        rivers[t, r] = beats / 1980.0
        rivers[r, t] = rivers[t, r]


@njit
def fill_flop(ranking, holes, flop_cards, live, rivers, signs, turns, flop):
    """Fill a flop's tables, and uint8[45] `live` with the cards to come in order; `holes` is uint8[4], the first's
    first."""
    table5, table6, table7, words, index4, index5, pairs4, pairs5, beaten4, beaten5 = ranking
    key, masks, out, number = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    left = np.zeros(16, np.int32)
    for i in range(3):
        card = np.uint64(flop_cards[i])
        key += words[card]
        masks += words[card + MASKS_AT]
        out |= _ONE << card
        number = number * np.uint64(13) + (card >> np.uint64(2))
    key1, masks1, bits1, high1, low1 = _suit_words(words, holes, 0)
    key2, masks2, bits2, high2, low2 = _suit_words(words, holes, 1)
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
    known = np.full((2, 338), -1, np.int32)  # rank << 12 | standing of boards that are alike
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
        if t < np.uint64(45):
            at = np.uint64(index4[turn_number])
            three = _three_suited(turn_key)
            beats = np.int32(beaten4[at, high1, low1])
            if three:
                _, beats = _suited_standing(pairs4, beaten4, at, table6, three, turn_masks, left, high1, low1, masks1)
            turns[0, 0, t] = beats / 2070.0
            beats = np.int32(beaten4[at, high2, low2])
            if three:
                _, beats = _suited_standing(pairs4, beaten4, at, table6, three, turn_masks, left, high2, low2, masks2)
            turns[1, 0, t] = beats / 2070.0
        for r in range(t):
            river = cards[r]
            rank = river >> np.uint64(2)
            board = turn_key + words[river]
            board_masks = turn_masks + words[river + MASKS_AT]
            at = np.uint64(index5[turn_number * np.uint64(13) + rank])
            three = _three_suited(board)
            like = _alike(three, turn, river) if three else -1
            # The first 45 cards are nobody's, the next two the first player's, the last two the second's.
            is_free = t < np.uint64(45)
            mine1, mine2 = np.int32(0), np.int32(0)
            if is_free or (t >= np.uint64(47) and (r < np.uint64(45) or r >= np.uint64(47))):
                # Most boards let nobody have a flush; a call for each would cost more than the lookup.
                mine1, beats = np.int32(pairs5[at, high1, low1]), np.int32(beaten5[at, high1, low1])
                if like >= 0 and known[0, like] >= 0:
                    mine1, beats = known[0, like] >> 12, known[0, like] & 4095
                elif three:
                    mine1, beats = _suited_standing(
                        pairs5, beaten5, at, table7, three, board_masks, left, high1, low1, masks1
                    )
                    if like >= 0:
                        known[0, like] = mine1 << 12 | beats
                _count_river(later[0], rivers[0], t, r, beats, is_free)
            if t < np.uint64(47):
                # Most boards let nobody have a flush; a call for each would cost more than the lookup.
                mine2, beats = np.int32(pairs5[at, high2, low2]), np.int32(beaten5[at, high2, low2])
                if like >= 0 and known[1, like] >= 0:
                    mine2, beats = known[1, like] >> 12, known[1, like] & 4095
                elif three:
                    mine2, beats = _suited_standing(
                        pairs5, beaten5, at, table7, three, board_masks, left, high2, low2, masks2
                    )
                    if like >= 0:
                        known[1, like] = mine2 << 12 | beats
                _count_river(later[1], rivers[1], t, r, beats, is_free)
                if is_free:
                    signs[t, r] = np.int8(mine1 > mine2) - np.int8(mine1 < mine2)
                    signs[r, t] = signs[t, r]
    for who in range(2):
        whole = 0
        for t in range(49):
            whole += later[who, t]
            if t < 45:
                turns[who, 1, t] = later[who, t] / (46.0 * 1980.0)
        flop[who, 1] = whole / 2.0 / (1081.0 * 1980.0)


@njit
def rank_on_rivers(ranking, hole, flop_cards, live, rivers):
    """Fill uint8[47] `live` with the cards to come and uint16[47, 47] `rivers` with twice the hands that one hand
    beats plus those it ties, by turn and river card; the diagonal stays as it is."""
    _, _, table7, words, _, index5, _, pairs5, _, beaten5 = ranking
    key, masks, out, number = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for i in range(3):
        card = np.uint64(flop_cards[i])
        key += words[card]
        masks += words[card + MASKS_AT]
        out |= _ONE << card
        number = number * np.uint64(13) + (card >> np.uint64(2))
    _, hole_masks, bits, high, low = _suit_words(words, hole, 0)
    count = 0
    for card in range(52):
        if not ((out | bits) >> np.uint64(card)) & _ONE:
            live[count] = card
            count += 1
    left = np.zeros(16, np.int32)
    known = np.full(338, -1, np.int32)  # standing on boards that are alike
    for t in range(np.uint64(47)):
        turn = np.uint64(live[t])
        turn_key = key + words[turn]
        turn_masks = masks + words[turn + MASKS_AT]
        turn_number = number * np.uint64(13) + (turn >> np.uint64(2))
        for r in range(t):
            river = np.uint64(live[r])
            at = np.uint64(index5[turn_number * np.uint64(13) + (river >> np.uint64(2))])
            three = _three_suited(turn_key + words[river])
            beats = np.int32(beaten5[at, high, low])
            if three:
                like = _alike(three, turn, river)
                if like >= 0 and known[like] >= 0:
                    beats = known[like]
                else:
                    board_masks = turn_masks + words[river + MASKS_AT]
                    _, beats = _suited_standing(
                        pairs5, beaten5, at, table7, three, board_masks, left, high, low, hole_masks
                    )
                    if like >= 0:
                        known[like] = beats
            rivers[t, r] = beats
            rivers[r, t] = beats
