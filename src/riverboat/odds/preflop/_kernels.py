"""Kernels that shuffle decks and count who wins before the flop.

`table` and `words` are the seven-card rank table and the card words of `riverboat.cards.ranking`; `class_of` is
uint8[2704], the class 0..168 of two cards at 52 * first + second; `state` is uint64[4], where the generator starts
(`odds/jit.py`). A card is drawn by multiplying 32 random bits with the number of cards left, so
no card is favoured by more than 52 in 2^32.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import has_flush, look_up, opaque, rank_without_flush
from riverboat.odds.jit import next_random

HANDS = 23
"""Hands dealt beside one board; the 52nd card stays in the deck."""

CODES = 1024
"""Columns of the standings array: 32 * (hands tied with, itself included) + (hands that are better)."""

SHARES = 2520
"""A unit of stake is counted as 2520 parts, which one to ten winners split without remainder."""

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)
_BOARD = np.uint64(5)
_DECK = np.uint64(52)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_TWO_OF_EACH_SUIT = np.uint64(0x2222 << 32)


@njit
def _shuffle(deck, a, b, c, d, pairs):
    """Draw the first 2 * pairs cards of the deck at random (the first steps of a Fisher-Yates shuffle)."""
    at = np.uint64(0)
    for _ in range(pairs):
        bits, a, b, c, d = next_random(a, b, c, d)
        other = at + (((bits >> _HALF) * (_DECK - at)) >> _HALF)
        deck[at], deck[other] = deck[other], deck[at]
        at += _ONE
        other = at + (((bits & _LOW_HALF) * (_DECK - at)) >> _HALF)
        deck[at], deck[other] = deck[other], deck[at]
        at += _ONE
    return a, b, c, d


@njit
def _rank_hands(table, words, deck, hands, ranks):
    """Rank the hands dealt after the board: cards 0..4 are the board, 5 and 6 the first hand, and so on."""
    board = words[deck[0]] + words[deck[1]] + words[deck[2]] + words[deck[3]] + words[deck[4]]
    at = _BOARD
    # Nobody makes a flush unless two more cards of each suit would complete one.
    if has_flush(board + _TWO_OF_EACH_SUIT):
        masks = np.uint64(0)
        for i in range(_BOARD):
            masks += words[np.uint64(deck[i]) + _DECK]
        for i in range(hands):
            first, second = np.uint64(deck[at]), np.uint64(deck[at + _ONE])
            key = opaque(board + words[first] + words[second])
            ranks[i] = look_up(table, key, masks + words[first + _DECK] + words[second + _DECK])
            at += _TWO
    else:
        for i in range(hands):
            key = opaque(board + words[deck[at]] + words[deck[at + _ONE]])
            ranks[i] = rank_without_flush(table, key)
            at += _TWO


@njit
def _standing(other, mine):
    return np.uint16(other > mine) + (np.uint16(other == mine) << np.uint16(5))


@njit(cache=True, nogil=True)
def count_standings(table, words, class_of, deals, state, standings):
    """Deal a board and 23 hands `deals` times; count in uint32[169, 1024] where the hands of each class stand."""
    hands = np.uint64(HANDS)
    deck = np.arange(52).astype(np.uint8)
    # 32 places make whole vector registers. The 24th hand, with a rank of 0, beats nobody and ties with nobody, since
    # no seven cards are worth the least of five (7-5-4-3-2); the places after it are never read.
    ranks = np.zeros(32, np.uint16)
    codes = np.zeros(32, np.uint16)
    a, b, c, d = state[0], state[1], state[2], state[3]
    for _ in range(deals):
        a, b, c, d = _shuffle(deck, a, b, c, d, np.uint64(26))
        _rank_hands(table, words, deck, hands, ranks)
        for i in range(np.uint64(32)):
            codes[i] = np.uint16(0)
        # Eight others at a time: the loop over i becomes vector compares, five times as fast as one other at a time.
        for j in range(np.uint64(0), np.uint64(24), np.uint64(8)):
            other0, other1, other2, other3 = ranks[j], ranks[j + _ONE], ranks[j + _TWO], ranks[j + _THREE]
            k = j + _FOUR
            other4, other5, other6, other7 = ranks[k], ranks[k + _ONE], ranks[k + _TWO], ranks[k + _THREE]
            for i in range(np.uint64(32)):
                mine = ranks[i]
                code = _standing(other0, mine) + _standing(other1, mine) + _standing(other2, mine)
                code += _standing(other3, mine) + _standing(other4, mine) + _standing(other5, mine)
                codes[i] += code + _standing(other6, mine) + _standing(other7, mine)
        at = _BOARD
        for i in range(hands):
            cell = class_of[np.uint64(deck[at]) * _DECK + np.uint64(deck[at + _ONE])]
            standings[cell, codes[i]] += np.uint32(1)
            at += _TWO


@njit(cache=True, nogil=True)
def play_generation(table, words, class_of, plays, seats, blinds, stake, deals, state, played, parts, squares):
    """Deal `deals` tables where the first `blinds` seats always stay in and the others if their class `plays`.

    Everyone who stays pays `stake`; the pot is shared by the best hands. For each class, over the seats that chose to
    play, adds to `played` (int64[169]) the number of times, to `parts` (int64[169]) the net winnings in 2520ths of a
    unit and to `squares` (float64[169]) the squares of the net winnings in units.
    """
    seats, blinds = np.uint64(seats), np.uint64(blinds)
    cards = _BOARD + _TWO * seats
    deck = np.arange(52).astype(np.uint8)
    ranks = np.zeros(32, np.uint16)
    cells = np.zeros(32, np.uint16)
    stays = np.zeros(32, np.bool_)
    stake_parts = stake * SHARES
    a, b, c, d = state[0], state[1], state[2], state[3]
    for _ in range(deals):
        a, b, c, d = _shuffle(deck, a, b, c, d, (cards + _ONE) // _TWO)
        _rank_hands(table, words, deck, seats, ranks)
        best, winners, staying = -1, 0, 0
        at = _BOARD
        for i in range(seats):
            cell = class_of[np.uint64(deck[at]) * _DECK + np.uint64(deck[at + _ONE])]
            cells[i] = cell
            stays[i] = i < blinds or plays[cell]
            if stays[i]:
                staying += 1
                rank = np.int64(ranks[i])
                if rank > best:
                    best, winners = rank, 1
                elif rank == best:
                    winners += 1
            at += _TWO
        if staying == 0:
            continue
        share = stake_parts * staying // winners
        for i in range(blinds, seats):
            if stays[i]:
                net = share - stake_parts if np.int64(ranks[i]) == best else -stake_parts
                cell = cells[i]
                played[cell] += 1
                parts[cell] += net
                units = net / SHARES
                squares[cell] += units * units
