"""Chairs, cards and how strong hands are; one deck is shuffled further from hand to hand."""

from __future__ import annotations

import numpy as np

from riverboat.arena.kernel_play._kernels.compiled import inlined
from riverboat.cards.ranking.jit import look_up, opaque, trailing_zeros
from riverboat.odds.jit import next_random

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_DECK = np.uint64(52)
_RANKS = np.uint64(7462)


@inlined
def seat(chairs, who):
    """Fill `who` with the policy at each (replay, turn of the button, position)."""
    replays, players = chairs.shape
    for replay in range(replays):
        for turn in range(players):
            for p in range(players):
                who[(replay * players + turn) * players + p] = chairs[replay, (p + turn) % players]


@inlined
def change_chairs(players, chairs, c0, c1, c2, c3):
    """Shuffle the chairs of the only order; the generator afterwards."""
    for p in range(players - _ONE):
        x, c0, c1, c2, c3 = next_random(c0, c1, c2, c3)
        q = p + (((x >> _HALF) * (players - p)) >> _HALF)
        chairs[0, p], chairs[0, q] = chairs[0, q], chairs[0, p]
    return c0, c1, c2, c3


@inlined
def deal_hands(players, deck, c0, c1, c2, c3):
    """Bring two random cards to the front of the deck for each player; the generator afterwards."""
    for each in range(players):
        p = opaque(each)
        x, c0, c1, c2, c3 = next_random(c0, c1, c2, c3)
        i = _TWO * p
        j = i + (((x >> _HALF) * (_DECK - i)) >> _HALF)
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = card
        i += _ONE
        j = i + (((x & _LOW_HALF) * (_DECK - i)) >> _HALF)
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = card
    return c0, c1, c2, c3


@inlined
def deal_street(open_streets, dealt, deck, words, board, board_masks, c0, c1, c2, c3):
    """Put the next of flop, turn and river on the table; how many cards are dealt, and the generator afterwards."""
    key = board[open_streets]
    masks = board_masks[open_streets]
    for _ in range(_THREE if open_streets == _ZERO else _ONE):
        x, c0, c1, c2, c3 = next_random(c0, c1, c2, c3)
        j = dealt + (((x >> _HALF) * (_DECK - dealt)) >> _HALF)
        card = deck[j]
        deck[j] = deck[dealt]
        deck[dealt] = card
        dealt += _ONE
        key += words[np.uint64(card)]
        masks += words[np.uint64(card) + _DECK]
    board[open_streets + _ONE] = key
    board_masks[open_streets + _ONE] = masks
    return dealt, c0, c1, c2, c3


@inlined
def hand_key(words, deck, position):
    """The sums of words and of suit masks of the two cards at this position."""
    first = np.uint64(deck[_TWO * position])
    second = np.uint64(deck[_TWO * position + _ONE])
    return words[first] + words[second], words[first + _DECK] + words[second + _DECK]


@inlined
def class_of(classes, deck, position):
    """The class of the two cards at this position."""
    return np.uint64(classes[np.uint64(deck[_TWO * position]) * _DECK + np.uint64(deck[_TWO * position + _ONE])])


@inlined
def find_steps(asking, deck, words, classes, ranks5, ranks6, ranks7, board, board_masks, strengths, steps):
    """The steps of strength of some positions, on all streets at once: look-ups are chains of loads, which overlap."""
    while asking != _ZERO:
        p = trailing_zeros(asking)
        asking &= asking - _ONE
        key, masks = hand_key(words, deck, p)
        at = class_of(classes, deck, p) * _RANKS
        rank = np.uint64(look_up(ranks5, key + board[_ONE], masks + board_masks[_ONE]))
        steps[p, _ONE] = np.uint64(strengths[_ZERO, at + rank])
        rank = np.uint64(look_up(ranks6, key + board[_TWO], masks + board_masks[_TWO]))
        steps[p, _TWO] = np.uint64(strengths[_ONE, at + rank])
        rank = np.uint64(look_up(ranks7, key + board[_THREE], masks + board_masks[_THREE]))
        steps[p, _THREE] = np.uint64(strengths[_TWO, at + rank])
