"""Cards: decks shuffled or counted through, what players see of them, and how strong it is."""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import look_up
from riverboat.odds.jit import next_random

_HALF = np.uint64(32)
_ONE = np.uint64(1)
_MASKS = np.uint64(52)  # where the suit masks begin among the words of cards


@njit(cache=True, nogil=True)
def shuffle(state, size, deals):
    """Fill uint8[deals, cards] with the first cards of decks of this size; `state` uint64[4] moves on."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    deck = np.arange(size).astype(np.uint8)
    picks = np.zeros(deals.shape[1], np.uint64)
    for i in range(deals.shape[0]):
        for j in range(deals.shape[1]):
            bits, s0, s1, s2, s3 = next_random(s0, s1, s2, s3)
            pick = np.uint64(j) + (((bits >> _HALF) * np.uint64(size - j)) >> _HALF)
            deck[j], deck[pick] = deck[pick], deck[j]
            deals[i, j] = deck[j]
            picks[j] = pick
        for j in range(deals.shape[1] - 1, -1, -1):  # every deal from a deck in order, so none depends on the last
            deck[j], deck[picks[j]] = deck[picks[j]], deck[j]
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@njit(cache=True, nogil=True)
def list_deals(first, size, deals):
    """Deals number `first` and following of all ordered ways to draw cards from a deck."""
    count, cards = deals.shape
    deck = np.empty(size, np.int64)
    for i in range(count):
        for card in range(size):
            deck[card] = card
        number = first + i
        for j in range(cards):
            left = size - j
            pick = number % left
            number //= left
            deals[i, j] = deck[pick]
            deck[pick] = deck[left - 1]


@njit
def _set_number(deals, i, start, count, chosen, scratch):
    """The colexicographic number of a set of cards; `chosen` int64[size + 1, k + 1] are binomials."""
    if count == 1:
        return np.int64(deals[i, start])
    for j in range(count):
        card = deals[i, start + j]
        place = j
        while place > 0 and scratch[place - 1] > card:
            scratch[place] = scratch[place - 1]
            place -= 1
        scratch[place] = card
    number = 0
    for j in range(count):
        number += chosen[scratch[j], j + 1]
    return number


@njit(cache=True, nogil=True)
def see_hands(deals, streets, chosen, size, hands):
    """Number what each player sees: `streets` int64[S, 2] has the own and the common cards of each street.

    A deal lists, street by street, the cards of position 0, 1, ..., then those of the board.
    """
    players = hands.shape[1]
    scratch = np.empty(chosen.shape[1], np.int64)
    for i in range(deals.shape[0]):
        at = 0
        for s in range(streets.shape[0]):
            own, common = streets[s, 0], streets[s, 1]
            board = _set_number(deals, i, at + players * own, common, chosen, scratch)
            for p in range(players):
                number = np.int64(hands[i, p, s - 1]) if s > 0 else 0
                number = number * chosen[size, own] + _set_number(deals, i, at + p * own, own, chosen, scratch)
                hands[i, p, s] = number * chosen[size, common] + board
            at += players * own + common


@njit(cache=True, nogil=True)
def strengths_of_deals(table, words, deals, doubled):
    """For every player of hold'em deals, twice the holdings beaten on the river plus those tied: int64[deals, players].

    All holdings of the board are ranked once, and counted for each player whose cards they do not hold.
    """
    players = doubled.shape[1]
    board_at = 2 * players
    mine = np.empty(players, np.int64)
    bits = np.empty(players, np.uint64)
    live = np.empty(52, np.uint64)
    for i in range(deals.shape[0]):
        key, masks, dead = np.uint64(0), np.uint64(0), np.uint64(0)
        for place in range(board_at, board_at + 5):
            card = np.uint64(deals[i, place])
            key += words[card]
            masks += words[card + _MASKS]
            dead |= _ONE << card
        for p in range(players):
            low, high = np.uint64(deals[i, 2 * p]), np.uint64(deals[i, 2 * p + 1])
            bits[p] = (_ONE << low) | (_ONE << high)
            mine[p] = look_up(table, key + words[low] + words[high], masks + words[low + _MASKS] + words[high + _MASKS])
            doubled[i, p] = 0
        count = 0
        for card in range(np.uint64(52)):
            if not dead >> card & _ONE:
                live[count] = card
                count += 1
        for j in range(count):
            high = live[j]
            key_j, masks_j, bit_j = key + words[high], masks + words[high + _MASKS], _ONE << high
            for k in range(j):
                low = live[k]
                theirs = np.int64(look_up(table, key_j + words[low], masks_j + words[low + _MASKS]))
                both = bit_j | (_ONE << low)
                for p in range(players):
                    if not both & bits[p]:
                        doubled[i, p] += np.int64(mine[p] > theirs) + np.int64(mine[p] >= theirs)
