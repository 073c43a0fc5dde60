"""The kernel itself: deals and their replays, and the streets of one hand.

A generator's four words travel as a tuple here, and as four numbers wherever they change.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.arena.kernel_play._kernels.betting import bet_street
from riverboat.arena.kernel_play._kernels.compiled import inlined
from riverboat.arena.kernel_play._kernels.dealing import change_chairs, deal_hands, deal_street, find_steps, seat
from riverboat.arena.kernel_play._kernels.settling import close_sample, see_hand, settle
from riverboat.cards.ranking.jit import opaque, population

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)


@inlined
def posted(players, seats):
    """The pot after antes and blinds, the bits of who can still bet, and whether all have as many chips."""
    pot = np.int64(0)
    able = _ZERO
    equal_stacks = True
    for p in range(players):
        pot += seats[0, p]
        able |= (_ONE if seats[1, p] > seats[0, p] else _ZERO) << p
        equal_stacks &= seats[1, p] == seats[1, 0]
    return pot, able, equal_stacks


@inlined
def play_hand(
    players, seats, streets, numbers, opening, ranks5, ranks6, ranks7, words, classes, strengths, cells, strides, sizes,
    row, who, deck, board, board_masks, dealing, paid, acted_at, steps, hand_ranks, won, counts, in_sample, moved,
    hand, shown, seen_actions, seen_draws, cards, draws,
):  # fmt: skip
    """Play one hand: deal what has not been dealt yet, bet every street, settle.

    `opening` is of `posted`, `cards` and `draws` are the generators. `dealing` is how many cards are dealt, how many of
    flop, turn and river lie on the table, and the bits of whose steps of strength are known: replays continue from it.
    Returns it with the number of decisions and the generators.
    """
    first_pot, first_able, equal_stacks = opening
    dealt, open_streets, known = dealing
    c0, c1, c2, c3 = cards
    d0, d1, d2, d3 = draws
    reopens = numbers[2] != 0
    looks = strengths.shape[1] > 0
    more_thresholds = np.uint64(cells.shape[1])
    max_seen = np.uint64(seen_draws.shape[1])
    for each in range(players):
        p = opaque(each)
        paid[p] = seats[0, p]
    live = (_ONE << players) - _ONE
    able = first_able
    bettors = population(able)
    pot = first_pot
    highest = numbers[1]
    base = numbers[0]  # where this street's bets begin
    marks = (_ZERO, _ZERO, _ZERO, _ZERO)
    decisions = _ZERO
    street = _ZERO
    while True:
        while open_streets < (_THREE if looks and street != _ZERO else street):
            dealt, c0, c1, c2, c3 = deal_street(open_streets, dealt, deck, words, board, board_masks, c0, c1, c2, c3)
            open_streets += _ONE
        if street == _ONE and looks and bettors > _ONE:
            find_steps(
                able & ~known, deck, words, classes, ranks5, ranks6, ranks7, board, board_masks, strengths, steps
            )
            known |= able
        live, able, bettors, pot, highest, acted, paying, raising, folding, decisions, d0, d1, d2, d3 = bet_street(
            players, street, streets, reopens, equal_stacks, seats, base, row, who, cells, strides, sizes,
            more_thresholds, classes, deck, steps, paid, acted_at, live, able, bettors, pot, highest, counts, shown,
            decisions, max_seen, hand, seen_actions, seen_draws, d0, d1, d2, d3,
        )  # fmt: skip
        if street == _ZERO:
            marks = (acted, paying, raising, folding)
        if live & (live - _ONE) == _ZERO or street == _THREE:
            break
        street += _ONE
        base = highest
    settle(
        players, street, live, marks, paid, highest, pot, numbers[3], deck, words, ranks7, board, board_masks,
        hand_ranks, won, row, who, counts, in_sample, moved,
    )  # fmt: skip
    return (dealt, open_streets, known), decisions, (c0, c1, c2, c3), (d0, d1, d2, d3)


@njit(cache=True, nogil=True, error_model="numpy")
def play(
    deals, orders, seats, streets, numbers, ranks5, ranks6, ranks7, words, classes, strengths, cells, strides, sizes,
    state, sums, squares, flows, flow_squares, counts, seen_cards, seen_seats, seen_lengths, seen_actions, seen_draws,
    seen_payoffs,
):  # fmt: skip
    """Play `deals` deals, each once in every row of `orders` (uint64[R, players]: the policy in each chair).

    The button moves on with each deal; in a single order of three players or more they change chairs at random whenever
    it has been round the table, so that everybody sits next to everybody. One sample is a deal with all its replays:
    sums (int64[P]) and squares (float64[P]) are of what each policy won in it, in parts of chips; flows and
    flow_squares (float64[P, P]) of what flowed from one policy to another, for three players or more. The draws of a
    deal are the same in every replay. Cards, policies by position, actions as (position, -2 fold, -1 check or call, or
    the total raised to), draws and payoffs of the first hands are written to the `seen` arrays, as many as these have
    rows.
    """
    replays = np.uint64(orders.shape[0])
    players = np.uint64(seats.shape[1])
    to_see = np.uint64(seen_cards.shape[0])
    deck = np.empty(52, np.uint8)
    for card in range(52):
        deck[card] = card
    board = np.zeros(4, np.uint64)
    board_masks = np.zeros(4, np.uint64)
    paid = np.empty(players, np.int64)
    acted_at = np.zeros(players, np.int64)
    hand_ranks = np.empty(players, np.int64)
    won = np.empty(players, np.int64)
    steps = np.empty((players, 4), np.uint64)
    in_sample = np.zeros(sums.size, np.int64)
    moved = np.zeros((sums.size, sums.size), np.float64)
    chairs = orders.copy()
    who = np.empty(replays * players * players, np.uint64)
    seat(chairs, who)
    many = players > _TWO
    opening = posted(players, seats)

    cards = (state[0], state[1], state[2], state[3])
    draws = (state[4], state[5], state[6], state[7])
    hand = _ZERO
    turn = _ZERO
    for _ in range(np.uint64(deals)):
        if many and replays == _ONE and turn == _ZERO:
            cards = change_chairs(players, chairs, *cards)
            seat(chairs, who)
        cards = deal_hands(players, deck, *cards)
        dealing = (_TWO * players, _ZERO, _ZERO)
        first_draws = draws
        last_draws = draws
        max_draws = _ZERO
        row = _ZERO
        for replay in range(replays):
            row = (replay * players + turn) * players
            dealing, decisions, cards, draws = play_hand(
                players, seats, streets, numbers, opening, ranks5, ranks6, ranks7, words, classes, strengths, cells,
                strides, sizes, row, who, deck, board, board_masks, dealing, paid, acted_at, steps, hand_ranks, won,
                counts, in_sample, moved, hand, hand < to_see, seen_actions, seen_draws, cards, first_draws,
            )  # fmt: skip
            if hand < to_see:
                see_hand(
                    hand, players, dealing[0], deck, row, who, won, decisions, seen_cards, seen_seats, seen_payoffs,
                    seen_lengths,
                )  # fmt: skip
            hand += _ONE
            if decisions > max_draws:  # the next deal has draws that no replay of this one has seen
                max_draws = decisions
                last_draws = draws
        draws = last_draws
        close_sample(players, many, who, row, in_sample, sums, squares, moved, flows, flow_squares)
        turn = turn + _ONE if turn + _ONE < players else _ZERO
    state[0], state[1], state[2], state[3] = cards
    state[4], state[5], state[6], state[7] = draws
