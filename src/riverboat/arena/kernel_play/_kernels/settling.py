"""The end of a hand: show down, push the chips, count what was won and how it was played."""

from __future__ import annotations

import numpy as np

from riverboat.arena.kernel_play._kernels.compiled import inlined
from riverboat.arena.kernel_play._kernels.dealing import hand_key
from riverboat.cards.ranking.jit import look_up, opaque, population, trailing_zeros

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)


@inlined
def push_chips(players, live, paid, highest, pot, parts, deck, words, ranks7, board, board_masks, hand_ranks, won):
    """Show down and share every pot, the deepest layer first; `won` is in parts of a chip.

    A pot that does not divide goes chip by chip to the first winners, unless chips have parts.
    """
    best = np.int64(-1)
    alike = True
    for each in range(players):
        p = opaque(each)
        won[p] = 0
        rank = np.int64(-1)
        if (live >> p) & _ONE:
            key, masks = hand_key(words, deck, p)
            rank = np.int64(look_up(ranks7, key + board[_THREE], masks + board_masks[_THREE]))
            alike &= paid[p] == highest
        hand_ranks[p] = rank
        best = max(best, rank)
    below = np.int64(0)
    left = pot
    level = highest
    top = highest
    while True:
        chips = left
        if not alike:
            level = np.int64(0)
            top = np.int64(0)
            for each in range(players):
                p = opaque(each)
                if (live >> p) & _ONE and paid[p] > below:
                    level = paid[p] if level == 0 else min(level, paid[p])
                    top = max(top, paid[p])
            if level == 0:
                return
            chips = np.int64(0)
            best = np.int64(-1)
            for each in range(players):
                p = opaque(each)
                chips += min(paid[p], level) - min(paid[p], below)
                if paid[p] >= level:
                    best = max(best, hand_ranks[p])
            if level == top:
                chips = left  # with what folded players put in above everybody left
        winners = _ZERO
        for each in range(players):
            p = opaque(each)
            winners |= (_ONE if hand_ranks[p] == best and paid[p] >= level else _ZERO) << p
        if winners & (winners - _ONE) == _ZERO:
            won[trailing_zeros(winners)] += chips * parts
        else:
            sharers = population(winners)
            share = np.int64(np.uint64(chips * parts) // sharers)
            odd = chips * parts - share * np.int64(sharers)
            while winners != _ZERO:
                p = trailing_zeros(winners)
                winners &= winners - _ONE
                won[p] += share
                if odd > 0:
                    won[p] += 1
                    odd -= 1
        if level == top:
            return
        left -= chips
        below = level


@inlined
def count_flops(players, live, shown, folded_first, paid, parts, won, who, row, counts):
    """Who saw the flop, who showed down, who won more than a bet that nobody called."""
    top = np.int64(0)
    second = np.int64(0)
    for each in range(players):
        p = opaque(each)
        second = max(second, min(top, paid[p]))
        top = max(top, paid[p])
    saw = ~folded_first & ((_ONE << players) - _ONE)
    while saw != _ZERO:
        p = trailing_zeros(saw)
        saw &= saw - _ONE
        uncalled = top - second if paid[p] == top else np.int64(0)
        took = np.int64(1) if won[p] > uncalled * parts else np.int64(0)
        showed = np.int64(shown & (live >> p))
        player = who[row + p]
        counts[player, np.uint64(19)] += 1
        counts[player, np.uint64(20)] += showed
        counts[player, np.uint64(21)] += took
        counts[player, np.uint64(22)] += took & showed


@inlined
def count_hand(players, acted_first, paid_first, raised_first, paid, parts, won, who, row, counts, in_sample):
    """Make `won` payoffs, add them to the sample, and count play before the flop; what all winners gained."""
    gained = np.int64(0)
    for each in range(players):
        p = opaque(each)
        player = who[row + p]
        counts[player, np.uint64(16)] += np.int64((acted_first >> p) & _ONE)
        counts[player, np.uint64(17)] += np.int64((paid_first >> p) & _ONE)
        counts[player, np.uint64(18)] += np.int64((raised_first >> p) & _ONE)
        payoff = won[p] - paid[p] * parts
        won[p] = payoff
        in_sample[player] += payoff
        gained += max(payoff, np.int64(0))
    return gained


@inlined
def count_flows(players, gained, won, who, row, moved):
    """Losers pay winners, each in proportion to what they gained."""
    for each in range(players):
        p = opaque(each)
        if won[p] > 0:
            share = np.float64(won[p]) / np.float64(gained)
            for other in range(players):
                q = opaque(other)
                if won[q] < 0:
                    moved[who[row + p], who[row + q]] -= share * np.float64(won[q])


@inlined
def close_sample(players, many, who, row, in_sample, sums, squares, moved, flows, flow_squares):
    """Add a deal with all its replays to the sums, and empty what was kept of it."""
    for each in range(players):
        player = who[row + opaque(each)]
        total = in_sample[player]
        in_sample[player] = 0
        sums[player] += total
        squares[player] += np.float64(total) * np.float64(total)
    if not many:
        return
    for each in range(players):
        one = who[row + opaque(each)]
        for again in range(players):
            other = who[row + opaque(again)]
            net = moved[one, other] - moved[other, one]
            if one < other and net != 0.0:
                flows[one, other] += net
                flow_squares[one, other] += net * net
                moved[one, other] = 0.0
                moved[other, one] = 0.0


@inlined
def settle(
    players, street, live, marks, paid, highest, pot, parts, deck, words, ranks7, board, board_masks, hand_ranks, won,
    row, who, counts, in_sample, moved,
):  # fmt: skip
    """End a hand: the chips go to the winners, and everything about it is counted.

    `marks` are the bits of who acted, put chips in, raised and folded before the flop. `won` holds the payoffs after.
    """
    acted_first, paid_first, raised_first, folded_first = marks
    shown = _ONE if live & (live - _ONE) != _ZERO else _ZERO
    if shown:
        push_chips(players, live, paid, highest, pot, parts, deck, words, ranks7, board, board_masks, hand_ranks, won)
    else:
        for each in range(players):
            won[opaque(each)] = 0
        won[trailing_zeros(live)] = pot * parts
    if street != _ZERO:
        count_flops(players, live, shown, folded_first, paid, parts, won, who, row, counts)
    gained = count_hand(players, acted_first, paid_first, raised_first, paid, parts, won, who, row, counts, in_sample)
    if players > _TWO and gained > 0:
        count_flows(players, gained, won, who, row, moved)


@inlined
def see_hand(hand, players, dealt, deck, row, who, won, decisions, seen_cards, seen_seats, seen_payoffs, seen_lengths):
    """Write down cards, policies, payoffs and the number of decisions of a hand."""
    for i in range(np.uint64(seen_cards.shape[1])):
        seen_cards[hand, i] = deck[i] if i < dealt else 255
    for p in range(players):
        seen_seats[hand, p] = who[row + p]
        seen_payoffs[hand, p] = won[p]
    seen_lengths[hand] = decisions
