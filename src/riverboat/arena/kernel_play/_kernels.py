"""Whole hands of hold'em between array policies: shuffle, deal, bet, show down, push the chips, count.

A player's chips are one number, what he has put in so far: who can still bet has put in as much as everybody else when
a street begins, so bets are counted from there and nothing has to be set to zero. Who has not folded and who still can
bet are bits by position. Positions, policies and table indices are uint64, chips int64, never mixed; `opaque` keeps
LLVM from making vector loops for the few players of a table. Layouts:

- `seats` int64[2, players]: what each player has put in after antes and blinds, and has in all.
- `streets` int64[5, 4]: for each street the smallest bet (0: nobody bets), the first value of the last raise, the most
  raises, the opener, and the betting (0 limit, 1 pot-limit, 2 no-limit).
- `numbers` int64[4]: the ante, the highest bet after the blinds, whether short all-ins reopen the betting, and the
  parts of a chip that payoffs are counted in.
- `ranks5`, `ranks6`, `ranks7`, `words`: the tables of `riverboat.cards.ranking.tables`.
- `classes` uint8[52 * 52]: the class of two cards. `strengths` uint8[3, 169 * 7462]: a step of hand strength by street,
  class and rank; of length 0 if no policy asks.
- `cells` uint32[C, A - 1]: draws below which an action is among the first 1, 2, ... of a policy. A policy's cell is at
  the sum of its coordinates times `strides` uint64[P, 2, 7] (before and after the flop; the last is where it begins).
- `sizes` float64[P, A - 2]: the raises, as in `policy.py`.
- `state` uint64[8]: two xoshiro256++ generators, for cards and for decisions.
- `counts` int64[P, 23]: for each street folds, checks, calls, raises; then hands with a decision before the flop, with
  money put in there, with a raise there; flops seen, hands shown, pots won of both.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import look_up, opaque, population, trailing_zeros
from riverboat.odds.jit import next_random

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_DECK = np.uint64(52)
_RANKS = np.uint64(7462)
_DRAW_SHIFT = np.uint64(33)


@njit(forceinline=True)
def _hand_key(words, deck, position):
    """The sums of words and of suit masks of the two cards at this position."""
    first = np.uint64(deck[_TWO * position])
    second = np.uint64(deck[_TWO * position + _ONE])
    return words[first] + words[second], words[first + _DECK] + words[second + _DECK]


@njit(forceinline=True)
def _class_of(classes, deck, position):
    """The class of the two cards at this position."""
    return np.uint64(classes[np.uint64(deck[_TWO * position]) * _DECK + np.uint64(deck[_TWO * position + _ONE])])


@njit(forceinline=True)
def _change_chairs(players, chairs, c0, c1, c2, c3):
    """Shuffle the chairs of the only order; the generator afterwards."""
    for p in range(players - _ONE):
        x, c0, c1, c2, c3 = next_random(c0, c1, c2, c3)
        q = p + (((x >> _HALF) * (players - p)) >> _HALF)
        chairs[0, p], chairs[0, q] = chairs[0, q], chairs[0, p]
    return c0, c1, c2, c3


@njit(forceinline=True)
def _deal_hands(players, deck, c0, c1, c2, c3):
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


@njit(forceinline=True)
def _deal_street(open_streets, dealt, deck, words, board, board_masks, c0, c1, c2, c3):
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


@njit(forceinline=True)
def _find_steps(asking, deck, words, classes, ranks5, ranks6, ranks7, board, board_masks, strengths, steps):
    """The steps of strength of some positions, on all streets at once: look-ups are chains of loads, which overlap."""
    while asking != _ZERO:
        p = trailing_zeros(asking)
        asking &= asking - _ONE
        key, masks = _hand_key(words, deck, p)
        at = _class_of(classes, deck, p) * _RANKS
        rank = np.uint64(look_up(ranks5, key + board[_ONE], masks + board_masks[_ONE]))
        steps[p, _ONE] = np.uint64(strengths[_ZERO, at + rank])
        rank = np.uint64(look_up(ranks6, key + board[_TWO], masks + board_masks[_TWO]))
        steps[p, _TWO] = np.uint64(strengths[_ONE, at + rank])
        rank = np.uint64(look_up(ranks7, key + board[_THREE], masks + board_masks[_THREE]))
        steps[p, _THREE] = np.uint64(strengths[_TWO, at + rank])


@njit(forceinline=True)
def _somebody_owes(players, able, paid, highest):
    """Whether one of those who can bet has put in less than the highest bet."""
    owing = False
    for each in range(players):
        p = opaque(each)
        owing |= (able >> p) & _ONE != _ZERO and paid[p] < highest
    return owing


@njit(forceinline=True)
def _somebody_can_pay(players, others, seats, highest):
    """Whether one of the others has more than the highest bet."""
    can = False
    for each in range(players):
        p = opaque(each)
        can |= others >> p & _ONE != _ZERO and seats[1, p] > highest
    return can


@njit(forceinline=True)
def _cell_of(strides, player, part, street, raises, to_call, pot, live, may_raise):
    """Where a policy's cell is, but for the strength of the hand; after the flop its array begins with the flop."""
    at = strides[player, part, 6] + strides[player, part, 0] * (street - part)
    at += strides[player, part, 1] * np.uint64(min(raises, np.int64(4)))
    at += strides[player, part, 3] * (population(live) - _TWO)
    at += strides[player, part, 4] if may_raise else _ZERO
    if to_call > 0 and strides[player, part, 2] != _ZERO:
        # Exact, and half as long as dividing whole numbers
        step = np.uint64(np.float64(32 * to_call) / np.float64(pot + to_call))
        at += strides[player, part, 2] * (_ONE + min(np.uint64(15), step))
    return at


@njit(forceinline=True)
def _action_of(cells, at, more_thresholds, draw):
    """The action on which the dice fall."""
    action = _ONE if draw >= np.uint64(cells[at, _ZERO]) else _ZERO
    action += _ONE if draw >= np.uint64(cells[at, _ONE]) else _ZERO
    for each in range(_TWO, more_thresholds):
        action += _ONE if draw >= np.uint64(cells[at, opaque(each)]) else _ZERO
    return action


@njit(forceinline=True)
def _size_of(size, low, high, highest, called_pot, bits):
    """The amount of a raise: a share of the pot after a call, or any amount alike if the size is negative."""
    if size < 0.0:
        return low + np.int64(((bits & _LOW_HALF) * np.uint64(high - low + 1)) >> _HALF)
    wanted = np.float64(highest) + np.rint(size * np.float64(called_pot))
    return max(low, np.int64(wanted)) if wanted < high else high


@njit(forceinline=True)
def _push_chips(players, live, paid, highest, pot, parts, deck, words, ranks7, board, board_masks, hand_ranks, won):
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
            key, masks = _hand_key(words, deck, p)
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


@njit(forceinline=True)
def _count_flops(players, live, shown, folded_first, paid, parts, won, who, row, counts):
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


@njit(forceinline=True)
def _count_hand(players, acted_first, paid_first, raised_first, paid, parts, won, who, row, counts, in_sample):
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


@njit(forceinline=True)
def _count_flows(players, gained, won, who, row, moved):
    """Losers pay winners, each in proportion to what they gained."""
    for each in range(players):
        p = opaque(each)
        if won[p] > 0:
            share = np.float64(won[p]) / np.float64(gained)
            for other in range(players):
                q = opaque(other)
                if won[q] < 0:
                    moved[who[row + p], who[row + q]] -= share * np.float64(won[q])


@njit(forceinline=True)
def _close_sample(players, many, who, row, in_sample, sums, squares, moved, flows, flow_squares):
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


@njit
def _seat(chairs, who):
    """Fill `who` with the policy at each (replay, turn of the button, position)."""
    replays, players = chairs.shape
    for replay in range(replays):
        for turn in range(players):
            for p in range(players):
                who[(replay * players + turn) * players + p] = chairs[replay, (p + turn) % players]


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
    more_thresholds = np.uint64(cells.shape[1])
    ante = numbers[0]
    first_highest = numbers[1]
    reopens = numbers[2] != 0
    parts = numbers[3]
    many = players > _TWO
    to_see = np.uint64(seen_cards.shape[0])
    max_seen = np.uint64(seen_draws.shape[1])

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
    looks = strengths.shape[1] > 0
    in_sample = np.zeros(sums.size, np.int64)
    moved = np.zeros((sums.size, sums.size), np.float64)
    chairs = orders.copy()
    who = np.empty(replays * players * players, np.uint64)
    _seat(chairs, who)
    moves_chairs = many and replays == _ONE
    first_pot = np.int64(0)
    first_able = _ZERO
    equal_stacks = True
    for p in range(players):
        first_pot += seats[0, p]
        first_able |= (_ONE if seats[1, p] > seats[0, p] else _ZERO) << p
        equal_stacks &= seats[1, p] == seats[1, 0]

    c0, c1, c2, c3 = state[0], state[1], state[2], state[3]
    d0, d1, d2, d3 = state[4], state[5], state[6], state[7]
    hand = _ZERO
    turn = _ZERO
    for _ in range(np.uint64(deals)):
        if moves_chairs and turn == _ZERO:
            c0, c1, c2, c3 = _change_chairs(players, chairs, c0, c1, c2, c3)
            _seat(chairs, who)
        c0, c1, c2, c3 = _deal_hands(players, deck, c0, c1, c2, c3)
        dealt = _TWO * players
        open_streets = _ZERO  # how many of flop, turn and river lie on the table
        known = _ZERO  # whose steps of strength are
        e0, e1, e2, e3 = d0, d1, d2, d3
        f0, f1, f2, f3 = d0, d1, d2, d3
        max_draws = _ZERO
        row = _ZERO
        for replay in range(replays):
            row = (replay * players + turn) * players
            d0, d1, d2, d3 = e0, e1, e2, e3
            for each in range(players):
                p = opaque(each)
                paid[p] = seats[0, p]
            live = (_ONE << players) - _ONE
            able = first_able
            bettors = population(able)
            pot = first_pot
            highest = first_highest
            base = ante  # where this street's bets begin
            folded_first = _ZERO
            acted_first = _ZERO
            paid_first = _ZERO
            raised_first = _ZERO
            decisions = _ZERO
            street = _ZERO
            while True:
                # Cards -----------------------------------------------------------------------------------------------
                while open_streets < (_THREE if looks and street != _ZERO else street):
                    dealt, c0, c1, c2, c3 = _deal_street(
                        open_streets, dealt, deck, words, board, board_masks, c0, c1, c2, c3
                    )
                    open_streets += _ONE
                if street == _ONE and looks and bettors > _ONE:
                    _find_steps(
                        able & ~known,
                        deck,
                        words,
                        classes,
                        ranks5,
                        ranks6,
                        ranks7,
                        board,
                        board_masks,
                        strengths,
                        steps,
                    )
                    known |= able
                # Betting ---------------------------------------------------------------------------------------------
                smallest_bet = streets[0, street]
                last_raise = streets[1, street]
                max_raises = streets[2, street]
                betting = streets[4, street]
                part = _ONE if street != _ZERO else _ZERO
                raises = np.int64(0)
                acted = _ZERO
                min_raise_to = highest + last_raise
                pending = bettors if smallest_bet != 0 else _ZERO
                if bettors < _TWO and not _somebody_owes(players, able, paid, highest):
                    pending = _ZERO
                position = np.uint64(streets[3, street])
                while pending != _ZERO:
                    ahead = able >> position
                    position = position + trailing_zeros(ahead) if ahead != _ZERO else trailing_zeros(able)
                    flag = _ONE << position
                    owed = highest - paid[position]
                    stack = seats[1, position] - paid[position]
                    if bettors == _ONE and owed <= 0 and not reopens:
                        break
                    # What may be raised to
                    may_raise = stack > owed and raises < max_raises and bettors > _ONE
                    if may_raise and not reopens:
                        if not equal_stacks:
                            may_raise = _somebody_can_pay(players, able & ~flag, seats, highest)
                        if acted & flag != _ZERO:
                            by = highest - acted_at[position]
                            by += by if betting == 0 else np.int64(0)
                            may_raise &= by >= last_raise
                    # What the policy does there
                    player = who[row + position]
                    to_call = min(owed, stack)
                    at = _cell_of(strides, player, part, street, raises, to_call, pot, live, may_raise)
                    if strides[player, part, 5] != _ZERO:
                        step = steps[position, street] if part else _class_of(classes, deck, position)
                        at += strides[player, part, 5] * step
                    x, d0, d1, d2, d3 = next_random(d0, d1, d2, d3)
                    action = _action_of(cells, at, more_thresholds, x >> _DRAW_SHIFT)
                    # Doing it
                    seen = np.int64(-1)
                    kind = _ONE
                    pending -= _ONE
                    if action >= _TWO and may_raise:
                        kind = _THREE
                        all_in = seats[1, position]
                        amount = min(highest + smallest_bet, all_in)
                        if betting != 0:
                            low = min(min_raise_to, all_in)
                            high = all_in if betting == 2 else max(low, min(highest + owed + pot, all_in))
                            amount = _size_of(sizes[player, action - _TWO], low, high, highest, pot + to_call, x)
                        by = amount - highest
                        if reopens:
                            min_raise_to = max(min_raise_to, amount + by)
                        else:
                            last_raise = max(last_raise, by)
                            min_raise_to = amount + last_raise
                        pot += amount - paid[position]
                        paid[position] = amount
                        highest = amount
                        raises += 1
                        seen = amount - base
                        pending = bettors - _ONE
                        if amount == all_in:
                            able ^= flag
                            bettors -= _ONE
                    elif action == _ZERO and owed > 0:
                        seen = np.int64(-2)
                        kind = _ZERO
                        live ^= flag
                        able ^= flag
                        bettors -= _ONE
                        folded_first |= flag if street == _ZERO else _ZERO
                    elif owed > 0:
                        kind = _TWO
                        paid[position] += to_call
                        pot += to_call
                        if to_call == stack:
                            able ^= flag
                            bettors -= _ONE
                    acted |= flag
                    acted_at[position] = highest
                    # Counting it
                    counts[player, (street << _TWO) | kind] += 1
                    if street == _ZERO:
                        acted_first |= flag
                        paid_first |= flag if kind >= _TWO else _ZERO
                        raised_first |= flag if kind == _THREE else _ZERO
                    if hand < to_see and decisions < max_seen:
                        seen_actions[hand, decisions, 0] = position
                        seen_actions[hand, decisions, 1] = seen
                        seen_draws[hand, decisions] = x
                    decisions += _ONE
                    if live & (live - _ONE) == _ZERO:
                        break
                    position += _ONE
                if live & (live - _ONE) == _ZERO or street == _THREE:
                    break
                street += _ONE
                base = highest
            # The end of the hand -------------------------------------------------------------------------------------
            shown = _ONE if live & (live - _ONE) != _ZERO else _ZERO
            if shown:
                _push_chips(
                    players, live, paid, highest, pot, parts, deck, words, ranks7, board, board_masks, hand_ranks, won
                )
            else:
                for each in range(players):
                    won[opaque(each)] = 0
                won[trailing_zeros(live)] = pot * parts
            if street != _ZERO:
                _count_flops(players, live, shown, folded_first, paid, parts, won, who, row, counts)
            gained = _count_hand(
                players, acted_first, paid_first, raised_first, paid, parts, won, who, row, counts, in_sample
            )
            if many and gained > 0:
                _count_flows(players, gained, won, who, row, moved)
            if hand < to_see:
                for i in range(np.uint64(seen_cards.shape[1])):
                    seen_cards[hand, i] = deck[i] if i < dealt else 255
                for p in range(players):
                    seen_seats[hand, p] = who[row + p]
                    seen_payoffs[hand, p] = won[p]
                seen_lengths[hand] = decisions
            hand += _ONE
            if decisions > max_draws:  # the next deal has draws that no replay of this one has seen
                max_draws = decisions
                f0, f1, f2, f3 = d0, d1, d2, d3
        d0, d1, d2, d3 = f0, f1, f2, f3
        _close_sample(players, many, who, row, in_sample, sums, squares, moved, flows, flow_squares)
        turn = turn + _ONE if turn + _ONE < players else _ZERO
    state[0], state[1], state[2], state[3] = c0, c1, c2, c3
    state[4], state[5], state[6], state[7] = d0, d1, d2, d3
