"""Kernels that rank many hands where one lookup is not enough: choices of cards, 2-7 flushes, badugi, wild cards.

`table` and `words` are laid out as `ranking/tables.py` says; hands are uint8[N, cards] arrays of cards 0..51, trusted.
`picks` are uint8[choices, cards] arrays of column numbers: the ways to take some cards of a hand.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import (
    has_flush,
    look_up,
    opaque,
    population,
    rank_without_flush,
    unlikely,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MASKS_AT = np.uint64(52)
_NIBBLE = np.uint64(15)
_SUIT_COUNTERS_AT = np.uint64(32)
_SUIT_RANKS = np.uint64(0x1FFF)


@njit(cache=True, nogil=True)
def first_bad_deal(holes, boards, lowest, highest):
    """The first row with a card outside lowest..highest or a card twice, or -1."""
    mine, shared = np.uint64(holes.shape[1]), np.uint64(boards.shape[1])
    for i in range(np.uint64(holes.shape[0])):
        seen = _ZERO
        in_range = True
        for j in range(mine):
            in_range &= lowest <= holes[i, j] <= highest
            seen |= _ONE << (np.uint64(holes[i, j]) & np.uint64(63))
        for j in range(shared):
            in_range &= lowest <= boards[i, j] <= highest
            seen |= _ONE << (np.uint64(boards[i, j]) & np.uint64(63))
        if not in_range or population(seen) != mine + shared:
            return np.int64(i)
    return np.int64(-1)


@njit
def _some_suit_reaches(hole_counters, board_counters, from_hole, from_board):
    """Whether one suit has enough cards on both sides to make a flush of the cards taken."""
    for suit in range(np.uint64(4)):
        shift = _SUIT_COUNTERS_AT + np.uint64(4) * suit
        if ((hole_counters >> shift) & _NIBBLE) >= from_hole and ((board_counters >> shift) & _NIBBLE) >= from_board:
            return True
    return False


@njit(cache=True, nogil=True)
def rank_batch_of_choices(table, words, holes, boards, hole_picks, board_picks, out):
    """The best rank over every choice of hole cards with every choice of board cards, into uint16[N].

    Each side's choices are summed once; a flush is looked for only where some suit has enough cards.
    """
    mine, shared = np.uint64(holes.shape[1]), np.uint64(boards.shape[1])
    hole_choices, from_hole = np.uint64(hole_picks.shape[0]), np.uint64(hole_picks.shape[1])
    board_choices, from_board = np.uint64(board_picks.shape[0]), np.uint64(board_picks.shape[1])
    hole_keys, hole_masks = np.zeros(hole_choices, np.uint64), np.zeros(hole_choices, np.uint64)
    board_keys, board_masks = np.zeros(board_choices, np.uint64), np.zeros(board_choices, np.uint64)
    for i in range(np.uint64(holes.shape[0])):
        hole_all = _ZERO
        for j in range(mine):
            hole_all += words[holes[i, j]]
        board_all = _ZERO
        for j in range(shared):
            board_all += words[boards[i, j]]
        for p in range(hole_choices):
            key = _ZERO
            for j in range(from_hole):
                key += words[holes[i, hole_picks[p, j]]]
            hole_keys[p] = key
        for q in range(board_choices):
            key = _ZERO
            for j in range(from_board):
                key += words[boards[i, board_picks[q, j]]]
            board_keys[q] = key
        best = np.uint16(0)
        if _some_suit_reaches(hole_all, board_all, from_hole, from_board):
            for p in range(hole_choices):
                masks = _ZERO
                for j in range(from_hole):
                    masks += words[np.uint64(holes[i, hole_picks[p, j]]) + _MASKS_AT]
                hole_masks[p] = masks
            for q in range(board_choices):
                masks = _ZERO
                for j in range(from_board):
                    masks += words[np.uint64(boards[i, board_picks[q, j]]) + _MASKS_AT]
                board_masks[q] = masks
            for p in range(hole_choices):
                for q in range(board_choices):
                    key = opaque(hole_keys[p] + board_keys[q])
                    best = max(best, look_up(table, key, hole_masks[p] + board_masks[q]))
        else:
            for p in range(hole_choices):
                key = hole_keys[p]
                for q in range(board_choices):
                    best = max(best, rank_without_flush(table, opaque(key + board_keys[q])))
        out[i] = best


@njit(cache=True, nogil=True)
def rank_batch_where_flushes_hurt(table, five_table, words, hands, picks, out):
    """Rank uint8[N, 5..7] hands of an order in which a flush is bad, into uint16[N].

    Without five cards of a suit the table of this size answers; otherwise every choice of five is looked up.
    """
    size = np.uint64(hands.shape[1])
    choices = np.uint64(picks.shape[0])
    for i in range(np.uint64(hands.shape[0])):
        key = _ZERO
        for j in range(size):
            key += words[hands[i, j]]
        key = opaque(key)
        if unlikely(has_flush(key)):
            best = np.uint16(0)
            for p in range(choices):
                key = _ZERO
                masks = _ZERO
                for j in range(np.uint64(5)):
                    card = np.uint64(hands[i, picks[p, j]])
                    key += words[card]
                    masks += words[card + _MASKS_AT]
                best = max(best, look_up(five_table, key, masks))
            out[i] = best
        else:
            out[i] = rank_without_flush(table, key)


@njit(cache=True, nogil=True)
def rank_batch_of_badugis(by_mask, words, hands, out):
    """The best badugi of uint8[N, cards] hands into uint16[N]; `by_mask` ranks a set of ranks.

    One card of each suit that is there: taking one more suit never hurts, and two cards of one rank count once, as the
    union of the rank bits does by itself. So the badugis of a hand are the products of its suits.
    """
    size = np.uint64(hands.shape[1])
    for i in range(np.uint64(hands.shape[0])):
        masks = _ZERO
        for j in range(size):
            masks += words[np.uint64(hands[i, j]) + _MASKS_AT]
        best = np.uint16(0)
        clubs = masks & _SUIT_RANKS
        while True:
            club = clubs & (_ZERO - clubs)
            diamonds = (masks >> np.uint64(16)) & _SUIT_RANKS
            while True:
                diamond = diamonds & (_ZERO - diamonds)
                hearts = (masks >> np.uint64(32)) & _SUIT_RANKS
                while True:
                    heart = hearts & (_ZERO - hearts)
                    spades = (masks >> np.uint64(48)) & _SUIT_RANKS
                    while True:
                        spade = spades & (_ZERO - spades)
                        best = max(best, by_mask[club | diamond | heart | spade])
                        spades ^= spade
                        if spades == _ZERO:
                            break
                    hearts ^= heart
                    if hearts == _ZERO:
                        break
                diamonds ^= diamond
                if diamonds == _ZERO:
                    break
            clubs ^= club
            if clubs == _ZERO:
                break
        out[i] = best


@njit
def _makes_plain(ranks, at, size, naturals, pool, wilds, flushes_count):
    """Whether hand `at` of the list can be made, unsuited, with at most this many cards from the pool.

    `naturals` and `pool` hold four suit bits for each rank; `ranks` lists cards of one rank beside each other.
    """
    needed = _ZERO
    suits = _ZERO  # of the cards that the cheapest way may use
    other_suits = _ZERO  # of all cards that might be used
    different = _ZERO
    j = _ZERO
    while j < size:
        rank = ranks[at, j]
        want = _ZERO
        while j < size and ranks[at, j] == rank:
            want += _ONE
            j += _ONE
        held = population(naturals[rank])
        if held < want:
            if want - held > population(pool[rank]):
                return False
            needed += want - held
        suits |= naturals[rank] if held > _ZERO else pool[rank]
        other_suits |= pool[rank]
        different += _ONE
    if needed > wilds:
        return False
    if not flushes_count or different < np.uint64(5) or population(suits) > _ONE:
        return True
    # All cards of the cheapest way are of one suit, a flush; one more substitute of another suit breaks it.
    return needed < wilds and (other_suits & ~suits) != _ZERO


@njit
def _makes_suited(ranks, at, size, naturals, pool, wilds):
    """Whether hand `at` of the list can be made in one suit with at most this many cards from the pool."""
    for suit in range(np.uint64(4)):
        needed = _ZERO
        possible = True
        for j in range(size):
            rank = ranks[at, j]
            if (naturals[rank] >> suit) & _ONE == _ZERO:
                needed += _ONE
                possible &= (pool[rank] >> suit) & _ONE != _ZERO
        if possible and needed <= wilds:
            return True
    return False


@njit(cache=True, nogil=True)
def rank_batch_with_wilds(ranks, suited, rank_sets, hands, wild_cards, deck, fives, out):
    """The best rank of uint8[N, cards] hands in which some cards are wild, into int64[N].

    `ranks` uint8[classes, size], `suited` and `rank_sets` list what each rank number needs; they are tried from the
    best down until one can be made. Cards from 52 up, and those whose bit is in `wild_cards`, are wild; they stand for
    cards of `deck` (a bit each) that the hand does not hold. Where `fives` is true, five of a kind ranks above all.
    """
    size = np.uint64(ranks.shape[1])
    classes = np.uint64(ranks.shape[0])
    flushes_count = False
    for at in range(classes):
        flushes_count |= suited[at]
    naturals = np.zeros(13, np.uint64)
    pool = np.zeros(13, np.uint64)
    suit_counts = np.zeros(4, np.uint64)
    for i in range(np.uint64(hands.shape[0])):
        wilds = _ZERO
        held = _ZERO
        for j in range(np.uint64(hands.shape[1])):
            card = np.uint64(hands[i, j])
            if card >= np.uint64(52) or (wild_cards >> card) & _ONE != _ZERO:
                wilds += _ONE
            else:
                held |= _ONE << card
        suit_counts[:] = _ZERO
        held_ranks = _ZERO
        for rank in range(np.uint64(13)):
            naturals[rank] = (held >> (np.uint64(4) * rank)) & _NIBBLE
            pool[rank] = ((deck & ~held) >> (np.uint64(4) * rank)) & _NIBBLE
            if naturals[rank] != _ZERO:
                held_ranks |= _ONE << rank
            for suit in range(np.uint64(4)):
                suit_counts[suit] += (naturals[rank] >> suit) & _ONE
        longest_suit = max(max(suit_counts[0], suit_counts[1]), max(suit_counts[2], suit_counts[3]))
        found = np.int64(-1)
        if fives:
            for rank in range(np.uint64(13)):
                possible = naturals[rank] | pool[rank]
                if possible != _ZERO and population(naturals[rank]) + wilds >= np.uint64(5):
                    found = np.int64(classes + rank)
        at = classes
        while found < 0 and at > _ZERO:
            at -= _ONE
            if population(rank_sets[at] & ~held_ranks) > wilds:
                continue
            if suited[at]:
                if longest_suit + wilds >= size and _makes_suited(ranks, at, size, naturals, pool, wilds):
                    found = np.int64(at)
            elif _makes_plain(ranks, at, size, naturals, pool, wilds, flushes_count):
                found = np.int64(at)
        out[i] = found
