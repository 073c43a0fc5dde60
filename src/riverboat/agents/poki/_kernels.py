"""Kernels that play limit hold'em hands out to the end, from a decision after the flop on.

Positions, streets (1 flop, 2 turn, 3 river) and cards are as everywhere; amounts are float64 chips; actions are 0 fold,
1 call, 2 raise. `table` (by size of hand) and `words` are laid out as `cards/ranking/tables.py` says.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import list_live, look_up, opaque
from riverboat.games.action_odds import FOLD
from riverboat.games.jit import bet_step
from riverboat.model.predicting.jit import forward
from riverboat.odds.jit import next_random

MASKS_AT = np.uint64(52)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
TO_UNIT = 1.0 / 9007199254740992.0  # 2^-53
HANDS_PER_CARD = 4
"""How many of the hands that are ahead are set against ours at each next card, to sample the potential."""
MAKE1, MAKE2, MIXED, IMPLIED, POSITIONAL, BY_ODDS, STRENGTH, POTENTIAL, INSIDE = range(9)
"""What the numbers of `ours` are: our betting style, whether we act by odds later in a trial, and our hand now."""


@njit
def _unit(bits):
    """A number from 0 to 1 of 64 random bits."""
    return np.float64(bits >> np.uint64(11)) * TO_UNIT


@njit
def _rise(value, threshold, width):
    """From 0 below the threshold to 1 above it, linear within `width` on either side."""
    if width <= 0.0:
        return 1.0 if value >= threshold else 0.0
    share = (value - threshold + width) / (2.0 * width)
    return 0.0 if share < 0.0 else (1.0 if share > 1.0 else share)


@njit
def _drawn_holding(sums, draw):
    """The first holding whose running sum of weights exceeds the draw's share of them all."""
    wanted = draw * sums[1325]
    low = 0
    high = 1325
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@njit
def _strength(table, words, board, size, first, second):
    """HS of two cards on the first `size` cards of a board, against one random hand."""
    dead = (_ONE << first) | (_ONE << second)
    key = _ZERO
    masks = _ZERO
    for i in range(size):
        card = np.uint64(board[i])
        dead |= _ONE << card
        key += words[card]
        masks += words[card + MASKS_AT]
    mine = look_up(
        table, key + words[first] + words[second], masks + words[first + MASKS_AT] + words[second + MASKS_AT]
    )
    doubled = _ZERO
    pairs = _ZERO
    for high in range(np.uint64(52)):
        if (dead >> high) & _ONE:
            continue
        key_high = key + words[high]
        masks_high = masks + words[high + MASKS_AT]
        for low in range(high):
            if (dead >> low) & _ONE:
                continue
            theirs = look_up(table, opaque(key_high + words[low]), masks_high + words[low + MASKS_AT])
            doubled += np.uint64(mine > theirs) + np.uint64(mine >= theirs)
            pairs += _ONE
    return np.float64(doubled) / (2.0 * np.float64(pairs))


@njit
def _standing(now, later, words, board, size, first, second, weights, draw, live, met):
    """(HS, PPot) of two cards on the first `size` cards of a board against float64[1326] weights; the last is sampled.

    PPot is by one card (Billings 2006, Fig. 2.4): the next cards are gone through four times, and with each goes one of
    the hands that are ahead or tied, which are taken at even distances of weight. `draw`, from 0 to 1, is where both
    begin. `live` uint64[52] and `met` float64[1326, 3] are room to work in.
    """
    key = _ZERO
    masks = _ZERO
    dead = (_ONE << first) | (_ONE << second)
    for i in range(size):
        card = np.uint64(board[i])
        dead |= _ONE << card
        key += words[card]
        masks += words[card + MASKS_AT]
    my_key = key + words[first] + words[second]
    my_masks = masks + words[first + MASKS_AT] + words[second + MASKS_AT]
    mine = look_up(now, my_key, my_masks)
    cards = list_live(dead, live)
    ahead = 0.0
    tied = 0.0
    behind = 0.0
    meeting = 0
    for j in range(cards):
        high = live[j]
        row = high * (high - _ONE) // np.uint64(2)
        key_high = key + words[high]
        masks_high = masks + words[high + MASKS_AT]
        for i in range(j):
            low = live[i]
            weight = weights[row + low]
            theirs = look_up(now, opaque(key_high + words[low]), masks_high + words[low + MASKS_AT])
            if mine > theirs:
                ahead += weight
                continue
            level = mine == theirs
            tied += weight if level else 0.0
            behind += 0.0 if level else weight
            met[meeting, 0] = np.float64(np.uint64(52) * high + low)
            met[meeting, 1] = 0.5 * weight if level else weight
            met[meeting, 2] = 0.0 if level else 0.5  # what a tie after the next card is worth
            meeting += 1
    total = ahead + tied + behind
    strength = (ahead + 0.5 * tied) / total if total > 0.0 else 0.5
    if size == 5 or tied + behind <= 0.0:
        return strength, 0.0
    samples = HANDS_PER_CARD * np.int64(cards)
    step = (behind + 0.5 * tied) / samples
    shift = np.int64(draw * cards)
    each = 0
    passed = met[0, 1]
    won = 0.0
    counted = 0.0
    for sample in range(samples):
        while passed <= (sample + draw) * step and each < meeting - 1:
            each += 1
            passed += met[each, 1]
        card = live[(sample + shift) % np.int64(cards)]
        high = np.uint64(met[each, 0]) // np.uint64(52)
        low = np.uint64(met[each, 0]) % np.uint64(52)
        if card in (low, high):
            continue
        next_key = key + words[card]
        next_masks = masks + words[card + MASKS_AT]
        ours = look_up(later, my_key + words[card], my_masks + words[card + MASKS_AT])
        theirs = look_up(
            later, next_key + words[high] + words[low], next_masks + words[high + MASKS_AT] + words[low + MASKS_AT]
        )
        won += 1.0 if ours > theirs else (met[each, 2] if ours == theirs else 0.0)
        counted += 1.0
    return strength, won / counted if counted > 0.0 else 0.0


@njit
def _deal(words_state, cards, sums, in_play, me, board, known, hands):
    """Draw a holding for everybody in play by weight, and the rest of the board; the generator's state after it.

    Holdings are drawn one after another, beginning with another player each time, and all again when two share a card.
    """
    a, b, c, d = words_state
    players = in_play.size
    while True:
        bits, a, b, c, d = next_random(a, b, c, d)
        start = np.int64(_unit(bits) * players)
        dead = _ZERO
        for i in range(known):
            dead |= _ONE << np.uint64(board[i])
        dead |= (_ONE << np.uint64(hands[me, 0])) | (_ONE << np.uint64(hands[me, 1]))
        clash = False
        for step in range(players):
            position = (start + step) % players
            if position == me or not in_play[position]:
                continue
            bits, a, b, c, d = next_random(a, b, c, d)
            holding = _drawn_holding(sums[position], _unit(bits))
            first = np.uint64(cards[holding, 0])
            second = np.uint64(cards[holding, 1])
            both = (_ONE << first) | (_ONE << second)
            if dead & both:
                clash = True
                break
            dead |= both
            hands[position, 0] = first
            hands[position, 1] = second
        if not clash:
            break
    dealt = known
    while dealt < 5:
        bits, a, b, c, d = next_random(a, b, c, d)
        card = np.uint64(_unit(bits) * 52.0)
        if not (dead >> card) & _ONE:
            dead |= _ONE << card
            board[dealt] = card
            dealt += 1
    return a, b, c, d


@njit
def _showdown(table, words, hands, board, in_play, me):
    """Our share of the pot."""
    best = -1
    winners = 0
    ours = -1
    for position in range(in_play.size):
        if not in_play[position]:
            continue
        key = _ZERO
        masks = _ZERO
        for i in range(7):
            card = np.uint64(board[i]) if i < 5 else np.uint64(hands[position, i - 5])
            key += words[card]
            masks += words[card + MASKS_AT]
        rank = np.int64(look_up(table, key, masks))
        if position == me:
            ours = rank
        if rank > best:
            best = rank
            winners = 1
        elif rank == best:
            winners += 1
    return 1.0 / winners if ours == best else 0.0


@njit
def _board_inputs(board, boards):
    """The four inputs of a network that the board of each street gives: flush possible, ace, king, high cards."""
    suits = 0
    high = 0.0
    flush = 0.0
    ace = 0.0
    king = 0.0
    for i in range(5):
        rank = board[i] >> 2
        place = 4 * (np.int64(board[i]) & 3)
        suits += 1 << place
        if (suits >> place) & 15 >= 3:
            flush = 1.0
        high += 1.0 if rank >= 10 else 0.0
        ace = 1.0 if rank == 12 else ace
        king = 1.0 if rank == 11 else king
        if i >= 2:
            boards[i - 1, 0] = flush
            boards[i - 1, 1] = ace
            boards[i - 1, 2] = king
            boards[i - 1, 3] = high / (i + 1)


@njit
def _decision_inputs(actor, street, level, owed, pot, left, live, action_counts, put, boards, inputs):
    """What a network is shown of a decision; the inputs are those of `model/predicting/moments.py`, in its order."""
    players = live.size
    done = action_counts[actor, 0] + action_counts[actor, 1]
    waiting = 0.0
    for other in range(players):
        if live[other] and other != actor and action_counts[other, 5] == 0.0:
            waiting += 1.0
    inputs[0] = owed / (pot + owed) if owed > 0.0 else 0.0
    inputs[1] = action_counts[actor, 0] / done if done > 0.0 else 0.0
    inputs[2] = put[actor] / pot if pot > 0.0 else 0.0
    inputs[3] = action_counts[actor, 4]
    for each in range(3):
        inputs[4 + each] = 1.0 if level == each else 0.0
        inputs[7 + each] = 1.0 if street == each + 1 else 0.0
    inputs[10] = action_counts[actor, 2]
    inputs[11] = action_counts[actor, 3]
    inputs[12] = players / 10.0
    inputs[13] = left / 10.0
    inputs[14] = waiting / 10.0
    for each in range(4):
        inputs[15 + each] = boards[street, each]


@njit
def _count_action(actor, action, owed, action_counts):
    """A player's own action_counts in the hand: bets, calls, owed last time, raised last time, committed, acted."""
    paying = action == 2 or (action == 1 and owed > 0.0)
    action_counts[actor, 0] += 1.0 if action == 2 else 0.0
    action_counts[actor, 1] += 1.0 if action == 1 and owed > 0.0 else 0.0
    action_counts[actor, 2] = 1.0 if owed > 0.0 else 0.0
    action_counts[actor, 3] = 1.0 if action == 2 else 0.0
    if paying:
        action_counts[actor, 4] = 1.0
    action_counts[actor, 5] = 1.0


@njit
def _our_action(strong, owed, pot, raises, ours):
    """What we do in a trial by the rule: strength against all who are in, our make1 and make2, and pot odds."""
    if owed <= 0.0:
        return 2 if strong >= ours[MAKE1] else 1
    if strong >= ours[MAKE2] and raises < 2:
        return 2
    return 1 if strong >= ours[MAKE1] or strong >= owed / (pot + owed) else 0


@njit
def our_odds(strength, potential, owed, pot, raises, inside, bluffing, street, sizes, behind, ours):
    """(fold, raise, whether a raise is a semi-bluff), as `formula` and `semi_bluffs` of agents/loki/betting.py say.

    Strength is against all who are in; `behind` is the share of them who act after us.
    """
    bet = sizes[street]
    later = 0.0
    for after in range(street + 1, 4):
        later += sizes[after]
    to_come = street < 3
    value = strength + (1.0 - strength) * potential
    make1 = min(ours[MAKE1] + ours[POSITIONAL] * (2.0 * behind - 1.0), ours[MAKE2])
    if owed <= 0.0:
        semi = raises == 0 and (bluffing or (to_come and potential >= 2.0 * bet / (pot + 6.0 * bet)))
        return 0.0, 1.0 if semi else _rise(value, make1, ours[MIXED]), semi and value < ours[MAKE1]
    bold = _rise(value, ours[MAKE2], ours[MIXED])
    raising = bold if raises < 2 else 0.0
    playing = bold if owed > bet and not inside else _rise(value, make1, ours[MIXED])
    won_later = ours[IMPLIED] * sizes[street + 1] if to_come else 0.0
    cost = owed + later
    draws = to_come and potential >= owed / (pot + owed + won_later)
    wins = not to_come and strength >= owed / (pot + owed)
    if draws or wins or strength >= cost / (pot + cost + later):
        playing = 1.0
    return 1.0 - max(playing, raising), raising, False


@njit
def _their_action(value, to_play, to_raise, width, level, draw):
    """What an opponent does whose hand has this value, by the values from which he plays and raises."""
    if draw < _rise(value, to_raise, width):
        return 2
    return 1 if level == 0 or draw < _rise(value, to_play, width) else 0


@njit
def _play_out(
    table, words, state, hands, board, values, in_play, bets, numbers, sizes, caps, openers, to_play, to_raise,
    width, ours, mine, first, live, front, nets, boards, action_counts, put, inputs, layer, predicted,
):  # fmt: skip
    """What we win from now on, less what we pay from now on, if our first action is `first`.

    `numbers` are the street, our position, the pot, the highest bet, the raises so far and the players who must still
    decide. `values` float64[players, 4] is everybody's strength by street, `mine` float64[4, 2] our strength against
    one of the tables and our potential. `ours` and `nets` are as `paired_trials` says; what follows is room to work in.
    """
    asked, hidden, output, shares, counts_now, put_now = nets
    tracking = asked.any()
    if tracking:
        action_counts[:] = counts_now
        put[:] = put_now
    a, b, c, d = state
    street = np.int64(numbers[0])
    me = np.int64(numbers[1])
    pot, highest = numbers[2], numbers[3]
    raises, pending = np.int64(numbers[4]), np.uint64(numbers[5])
    players = in_play.size
    left = _ZERO
    for position in range(players):
        live[position] = in_play[position]
        front[position] = bets[position]
        left += np.uint64(in_play[position])
    paid = 0.0
    actor = me
    action = first
    inside = ours[INSIDE] > 0.0
    bluffing = False
    while True:
        owed = highest - front[actor]
        if actor == me and ours[BY_ODDS] > 0.0:
            after_us = 0
            for position in range(me + 1, players):
                after_us += live[position]
            others = np.int64(left - _ONE)
            folding, raising, bluff = our_odds(
                mine[street, 0] ** others, mine[street, 1], owed, pot, raises, inside, bluffing, street, sizes,
                after_us / others, ours,
            )  # fmt: skip
            if action < 0:
                bits, a, b, c, d = next_random(a, b, c, d)
                draw = _unit(bits)
                action = 0 if draw < folding else (2 if draw >= 1.0 - raising else 1)
            bluffing = bluff and action == 2
            inside = True
        if action < 0:
            bits, a, b, c, d = next_random(a, b, c, d)
            value = values[actor, street]
            if actor == me:
                action = _our_action(value ** np.int64(left - _ONE), owed, pot, raises, ours)
            else:
                level = 0 if owed <= 0.0 else (1 if owed <= sizes[street] else 2)
                to_enter, to_bet = to_play[actor, street, level], to_raise[actor, street, level]
                if asked[actor]:
                    _decision_inputs(actor, street, level, owed, pot, left, live, action_counts, put, boards, inputs)
                    forward(hidden[actor], output[actor], inputs, layer, predicted)
                    last = shares.shape[1] - 1
                    to_bet = shares[actor, np.int64(predicted[2] * last + 0.5)]
                    to_enter = shares[actor, np.int64((predicted[1] + predicted[2]) * last + 0.5)]
                action = _their_action(value, to_enter, to_bet, width, level, _unit(bits))
        action, chips, highest, raises, pending, left = bet_step(
            action, raises < caps[street], sizes[street], owed, np.inf, highest, raises, pending, left
        )
        if tracking:
            _count_action(actor, action, owed, action_counts)
        if action == FOLD:
            if actor == me:
                return -paid
            live[actor] = 0
            if left == _ONE:
                return pot - paid
        front[actor] += chips
        pot += chips
        if tracking:
            put[actor] += chips
        if actor == me:
            paid += chips
        action = -1
        if pending == _ZERO:
            street += 1
            if street == 4:
                return pot * _showdown(table, words, hands, board, live, me) - paid
            highest, raises, pending = 0.0, 0, left
            inside = False
            for position in range(players):
                front[position] = 0.0
                if tracking:
                    action_counts[position, 4] = 0.0
                    action_counts[position, 5] = 0.0
            actor = openers[street] - 1
        actor = (actor + 1) % players
        while not live[actor]:
            actor = (actor + 1) % players


@njit(cache=True, nogil=True)
def paired_trials(
    tables, words, cards, sums, hole, board, known, now, in_play, bets, numbers, sizes, caps, openers,
    to_play, to_raise, width, ours, field, nets, rng, won,
):  # fmt: skip
    """Play `won.shape[0]` deals out twice, with a call and with a raise first, on the same cards and random numbers.

    `tables` are those for 6 and 7 cards; `sums` float64[players, 1326] are running sums of weights, `now` float64[1326]
    the values of all holdings on this board, `rng` the generator's four words, which go on. Into float64[N, 2].
    `ours` are our betting style and our hand as `MAKE1` and its neighbours say; by odds we bet as the formula does,
    with strength and potential on each board against `field` float64[1326], the average of the opponents' tables, and
    opponents' hands have potential on the turn too. Otherwise we bet by a rule and nobody has potential later.
    `nets` are, by player: int64 whether a network says what he does, its two layers, float64[players, Q + 1] the value
    that the best q/Q of his hands have, what he has done so far as `_count_action` counts it, and the chips he put in.
    """
    players = in_play.size
    me = np.int64(numbers[1])
    street = np.int64(numbers[0])
    hands = np.zeros((players, 2), np.uint8)
    hands[me, 0] = hole[0]
    hands[me, 1] = hole[1]
    full = np.zeros(5, np.uint8)
    full[:known] = board[:known]
    values = np.zeros((players, 4), np.float64)
    live = np.zeros(players, np.int64)
    front = np.zeros(players, np.float64)
    boards = np.zeros((4, 4), np.float64)
    action_counts = np.zeros((players, 6), np.float64)
    put = np.zeros(players, np.float64)
    inputs = np.zeros(19, np.float64)
    layer = np.zeros(nets[1].shape[1], np.float64)
    predicted = np.zeros(3, np.float64)
    unseen = np.zeros(52, np.uint64)
    met = np.zeros((1326, 3), np.float64)
    alike = np.ones(1326, np.float64)
    mine = np.zeros((4, 2), np.float64)
    mine[street, 0] = ours[STRENGTH]
    mine[street, 1] = ours[POTENTIAL]
    by_odds = ours[BY_ODDS] > 0.0
    draw = 0.0
    state = (rng[0], rng[1], rng[2], rng[3])
    for trial in range(won.shape[0]):
        state = _deal(state, cards, sums, in_play, me, full, known, hands)
        if by_odds:
            bits, a, b, c, d = next_random(state[0], state[1], state[2], state[3])
            state = (a, b, c, d)
            draw = _unit(bits)
        for position in range(players):
            if not in_play[position]:
                continue
            first = np.uint64(min(hands[position, 0], hands[position, 1]))
            second = np.uint64(max(hands[position, 0], hands[position, 1]))
            values[position, street] = now[second * (second - _ONE) // np.uint64(2) + first]
            if by_odds and position == me:
                for size in range(known + 1, 6):
                    mine[size - 2] = _standing(
                        tables[size - 4], tables[1], words, full, size, first, second, field, draw, unseen, met
                    )
                continue
            if by_odds and street < 2:
                strength, potential = _standing(
                    tables[0], tables[1], words, full, 4, first, second, alike, draw, unseen, met
                )
                values[position, 2] = strength + (1.0 - strength) * potential
            elif street < 2:
                values[position, 2] = _strength(tables[0], words, full, 4, first, second)
            if street < 3:
                values[position, 3] = _strength(tables[1], words, full, 5, first, second)
        _board_inputs(full, boards)
        bits, a, b, c, d = next_random(state[0], state[1], state[2], state[3])
        more, a, b, c, d = next_random(a, b, c, d)
        state = (a, b, c, d)
        for branch in range(2):
            # Separate random numbers, the same in both branches however many are drawn.
            won[trial, branch] = _play_out(
                tables[1], words, (bits, more, bits ^ c, more ^ d), hands, full, values, in_play, bets, numbers, sizes,
                caps, openers, to_play, to_raise, width, ours, mine, branch + 1, live, front, nets, boards,
                action_counts, put, inputs, layer, predicted,
            )  # fmt: skip
    rng[0] = state[0]
    rng[1] = state[1]
    rng[2] = state[2]
    rng[3] = state[3]
