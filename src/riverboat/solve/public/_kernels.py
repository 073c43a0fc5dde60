"""Sweeps over the public tree: reach goes down, values come up, a row of hands at a time.

`t` is a `Layout` (see `layout.py`). A row holds the live hands of a group of sibling boards side by side, so the inner
loops are long and plain. Arrays `far` and `near` hold rows of the opponent's and the player's own reach, `value` a row
for each node, `probabilities` a row for each choice of the player's own decisions, all for the boards that are open at
the moment. `shares` is laid out like the strategy: whatever is positive in it is played in proportion (regrets or sums
alike).
"""

from __future__ import annotations

import numpy as np
from numba import njit

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)
_DEAL = np.uint64(2)
_FOLD = np.uint64(3)
_SHOWDOWN = np.uint64(4)
_TRAIN = 0
_RESPOND = 2


@njit(cache=True, nogil=True, error_model="numpy")
def _match(shares, at, choices, width, out, to):
    """Regret matching: the positive part of each choice's row in proportion, or all alike where nothing is positive."""
    nothing = shares.dtype.type(0)
    if choices == _TWO:
        second, to_second = at + width, to + width
        for i in range(width):
            a, b = max(shares[at + i], nothing), max(shares[second + i], nothing)
            total = a + b
            some = total > nothing
            out[to + i] = a / total if some else shares.dtype.type(0.5)
            out[to_second + i] = b / total if some else shares.dtype.type(0.5)
        return
    alike = shares.dtype.type(1.0 / choices)
    if choices == _THREE:
        second, third, to_second, to_third = at + width, at + width + width, to + width, to + width + width
        for i in range(width):
            a, b, c = max(shares[at + i], nothing), max(shares[second + i], nothing), max(shares[third + i], nothing)
            total = a + b + c
            some = total > nothing
            out[to + i] = a / total if some else alike
            out[to_second + i] = b / total if some else alike
            out[to_third + i] = c / total if some else alike
        return
    for i in range(width):
        total = nothing
        for choice in range(choices):
            total += max(shares[at + choice * width + i], nothing)
        for choice in range(choices):
            share = max(shares[at + choice * width + i], nothing)
            out[to + choice * width + i] = share / total if total > nothing else alike


@njit(cache=True, nogil=True, error_model="numpy")
def _scale(out, to, by, at, width):
    for i in range(width):
        out[to + i] *= by[at + i]


@njit(cache=True, nogil=True, error_model="numpy")
def _add(out, to, what, at, width):
    for i in range(width):
        out[to + i] += what[at + i]


@njit(cache=True, nogil=True, error_model="numpy")
def _total(row, at, hands):
    """The sum of a board's hands, in four parts that do not wait for each other."""
    nothing = row.dtype.type(0)
    a, b, c, d = nothing, nothing, nothing, nothing
    whole = hands - hands % _FOUR
    for i in range(_ZERO, whole, _FOUR):
        a += row[at + i]
        b += row[at + i + _ONE]
        c += row[at + i + _TWO]
        d += row[at + i + _THREE]
    for i in range(whole, hands):
        a += row[at + i]
    return (a + b) + (c + d)


@njit(cache=True, nogil=True, error_model="numpy")
def _fold_one_card(far, at, value, to, hands, boards, amount):
    """Every hand meets all others but itself."""
    for _ in range(boards):
        total = _total(far, at, hands)
        for i in range(hands):
            value[to + i] = amount * (total - far[at + i])
        at += hands
        to += hands


@njit(cache=True, nogil=True, error_model="numpy")
def _fold_two_cards(held, cards, far, at, value, to, hands, boards, amount, by_card):
    """All hands, less those with either card, plus the one with both that was taken off twice."""
    for _ in range(boards):
        total = far.dtype.type(0)
        by_card[:] = far.dtype.type(0)
        for i in range(hands):
            weight = far[at + i]
            total += weight
            by_card[held[cards + i, 0]] += weight
            by_card[held[cards + i, 1]] += weight
        for i in range(hands):
            met = total - by_card[held[cards + i, 0]] - by_card[held[cards + i, 1]] + far[at + i]
            value[to + i] = amount * met
        at += hands
        to += hands
        cards += hands


@njit(cache=True, nogil=True, error_model="numpy")
def _show_one_card(weaker, not_better, strength, far, at, value, to, hands, boards, win, tie, lose, below):
    """Hands lie in order of strength, so what a hand beats is a prefix; it never meets itself, which would tie."""
    for _ in range(boards):
        total = far.dtype.type(0)
        for i in range(hands):
            below[i] = total
            total += far[at + i]
        below[hands] = total
        for i in range(hands):
            beaten = below[weaker[strength + i]]
            beaten_or_tied = below[not_better[strength + i]]
            ties = beaten_or_tied - beaten - far[at + i]
            value[to + i] = win * beaten + tie * ties + lose * (total - beaten_or_tied)
        at += hands
        to += hands
        strength += hands


@njit(cache=True, nogil=True, error_model="numpy")
def _show_two_cards(
    held, not_better, cards, strength, far, at, value, to, hands, boards, win, tie, lose, by_card, met_by_card
):  # fmt: skip
    """One sweep from the weakest hand: a class of equal hands reads what is below it, joins, and reads again."""
    for _ in range(boards):
        nothing = far.dtype.type(0)
        total = nothing
        by_card[:] = nothing
        met_by_card[:] = nothing
        for i in range(hands):
            weight = far[at + i]
            total += weight
            by_card[held[cards + i, 0]] += weight
            by_card[held[cards + i, 1]] += weight
        met = nothing
        start = _ZERO
        while start < hands:
            stop = np.uint64(not_better[strength + start])
            for i in range(start, stop):
                a, b = held[cards + i, 0], held[cards + i, 1]
                value[to + i] = met - met_by_card[a] - met_by_card[b]
            for i in range(start, stop):
                weight = far[at + i]
                met += weight
                met_by_card[held[cards + i, 0]] += weight
                met_by_card[held[cards + i, 1]] += weight
            for i in range(start, stop):
                a, b = held[cards + i, 0], held[cards + i, 1]
                beaten = value[to + i]
                alike = far[at + i]  # taken off with both of its cards
                beaten_or_tied = met - met_by_card[a] - met_by_card[b] + alike
                everything = total - by_card[a] - by_card[b] + alike
                ties = beaten_or_tied - beaten
                value[to + i] = win * beaten + tie * ties + lose * (everything - beaten_or_tied)
            start = stop
        at += hands
        to += hands
        cards += hands
        strength += hands


@njit(cache=True, nogil=True, error_model="numpy")
def _descend(t, group, root, player, mode, shares, sums, far, near, value, probabilities, keep):
    """Reach rows of one betting tree of a group, from its root down; when training, sums grow on the way."""
    layer = t.group_layer[group]
    width = t.group_size[group] * t.layer_hands[layer]
    reach_at, probabilities_at, data = t.reach_at[layer], t.probabilities_at[layer], t.group_data[group]
    other = _ONE - player
    keep = sums.dtype.type(keep)
    for node in range(t.root_start[root], t.root_stop[root]):
        who = t.kind[node]
        if who > _ONE:
            if who == _DEAL:  # what follows will be added here
                to = t.value_at[layer] + t.value_row[node] * width
                for i in range(width):
                    value[to + i] = value.dtype.type(0)
            continue
        choices, child = t.choices[node], t.first[node]
        at = data + t.entry[node] * width
        if who == other:
            above = reach_at + t.row[other, node] * width
            to = reach_at + t.row[other, child] * width
            _match(shares, at, choices, width, far, to)
            for choice in range(choices):
                _scale(far, to + choice * width, far, above, width)
        elif mode != _RESPOND:
            to = probabilities_at + t.probabilities_row[node] * width
            _match(shares, at, choices, width, probabilities, to)
            if mode != _TRAIN:
                continue
            above = reach_at + t.row[player, node] * width
            below = reach_at + t.row[player, child] * width
            for choice in range(choices):
                chance, reach, sum_at = to + choice * width, below + choice * width, at + choice * width
                for i in range(width):
                    reached = near[above + i] * probabilities[chance + i]
                    near[reach + i] = reached
                    sums[sum_at + i] = keep * sums[sum_at + i] + reached


@njit(cache=True, nogil=True, error_model="numpy")
def _ascend(
    t, group, root, player, mode, regrets, expected, predict, far, value, probabilities, if_positive, if_negative, spare
):  # fmt: skip
    """Values of one betting tree of a group, from its ends up; when training, regrets grow on the way."""
    layer, boards, board = t.group_layer[group], t.group_size[group], t.group_board[group]
    hands = t.layer_hands[layer]
    width = boards * hands
    other = _ONE - player
    reach_at, value_at, probabilities_at, data = (
        t.reach_at[layer],
        t.value_at[layer],
        t.probabilities_at[layer],
        t.group_data[group],
    )
    start = t.root_start[root]
    node = t.root_stop[root]
    real = value.dtype.type
    positive, negative = real(if_positive), real(if_negative)
    nothing = real(0)
    while node > start:
        node -= _ONE
        who = t.kind[node]
        to = value_at + t.value_row[node] * width
        if who == _DEAL:
            continue
        if who >= _FOLD:
            if t.cards.shape[1] == 0:  # no cards: the value was computed by a matrix and is there already
                continue
            reached = reach_at + t.row[other, node] * width
            win, tie, lose = real(t.pay[node, player, 0]), real(t.pay[node, player, 1]), real(t.pay[node, player, 2])
            if t.cards.shape[1] == 1:
                if who == _FOLD:
                    _fold_one_card(far, reached, value, to, hands, boards, win)
                else:
                    _show_one_card(
                        t.weaker, t.not_better, t.strength_at[board], far, reached, value, to, hands, boards,
                        win, tie, lose, spare[0],
                    )  # fmt: skip
            elif who == _FOLD:
                _fold_two_cards(t.cards, t.cards_at[board], far, reached, value, to, hands, boards, win, spare[0])
            else:
                _show_two_cards(
                    t.cards, t.not_better, t.cards_at[board], t.strength_at[board], far, reached, value, to, hands,
                    boards, win, tie, lose, spare[0], spare[1],
                )  # fmt: skip
            continue
        choices, child = t.choices[node], t.first[node]
        below = value_at + t.value_row[child] * width
        if who == other:
            for i in range(width):
                value[to + i] = value[below + i]
            for choice in range(_ONE, choices):
                _add(value, to, value, below + choice * width, width)
        elif mode == _RESPOND:
            for i in range(width):
                value[to + i] = value[below + i]
            for choice in range(_ONE, choices):
                one = below + choice * width
                for i in range(width):
                    value[to + i] = max(value[to + i], value[one + i])
        else:
            chance = probabilities_at + t.probabilities_row[node] * width
            for i in range(width):
                value[to + i] = probabilities[chance + i] * value[below + i]
            for choice in range(_ONE, choices):
                one, its_chance = below + choice * width, chance + choice * width
                for i in range(width):
                    value[to + i] += probabilities[its_chance + i] * value[one + i]
            if mode == _TRAIN:
                at = data + t.entry[node] * width
                for choice in range(choices):
                    one, regret_at = below + choice * width, at + choice * width
                    for i in range(width):
                        regret = regrets[regret_at + i]
                        regret *= positive if regret > nothing else negative
                        regrets[regret_at + i] = regret + value[one + i] - value[to + i]
                    if predict:
                        for i in range(width):
                            kept = max(regrets[regret_at + i], nothing)
                            expected[regret_at + i] = kept + value[one + i] - value[to + i]


@njit(cache=True, nogil=True, error_model="numpy")
def _deal(t, group, root, player, mode, far, near):
    """Reach rows of a root: what reached the deal above it, for the hands that live on each board of the group."""
    layer, parent = t.group_layer[group], t.group_parent[group]
    above = layer - _ONE
    hands, hands_above = t.layer_hands[layer], t.layer_hands[above]
    width, width_above = t.group_size[group] * hands, t.group_size[parent] * hands_above
    node, deal = t.root_start[root], t.root_deal[root]
    other = _ONE - player
    slot = t.group_slot[group] * hands_above
    to, source = t.reach_at[layer] + t.row[other, node] * width, t.reach_at[above] + slot
    source += t.row[other, deal] * width_above
    to_near, source_near = t.reach_at[layer] + t.row[player, node] * width, t.reach_at[above] + slot
    source_near += t.row[player, deal] * width_above
    first = t.group_board[group]
    for board in range(first, first + t.group_size[group]):
        same = t.map_at[board]
        for i in range(hands):
            far[to + i] = far[source + np.uint64(t.maps[same + i])]
        if mode == _TRAIN:
            for i in range(hands):
                near[to_near + i] = near[source_near + np.uint64(t.maps[same + i])]
        to += hands
        to_near += hands


@njit(cache=True, nogil=True, error_model="numpy")
def _collect(t, group, root, value):
    """Add a root's values to the deal above it, once for every board that the group's boards represent."""
    layer, parent = t.group_layer[group], t.group_parent[group]
    above = layer - _ONE
    hands, hands_above = t.layer_hands[layer], t.layer_hands[above]
    width, width_above = t.group_size[group] * hands, t.group_size[parent] * hands_above
    source = t.value_at[layer] + t.value_row[t.root_start[root]] * width
    to = t.value_at[above] + t.value_row[t.root_deal[root]] * width_above + t.group_slot[group] * hands_above
    first = t.group_board[group]
    for board in range(first, first + t.group_size[group]):
        at = t.map_at[board]
        for _ in range(t.orbit[board]):
            for i in range(hands):
                value[to + np.uint64(t.maps[at + i])] += value[source + i]
            at += hands
        source += hands


@njit(cache=True, nogil=True, error_model="numpy")
def sweep(
    t, steps, start, stop, first, after, mode, shares, regrets, expected, predict, together, sums, far, near, value,
    probabilities, spare, weights,
):  # fmt: skip
    """Open and close groups in the order of `steps[start:stop]` (2 x group, +1 to close).

    That is done for the players from `first` up to `after` in turn, once for every row of `weights`: what is kept of
    positive regrets, of negative ones and of the sums. Mode 0 trains (regrets and sums grow), 1 values the strategy
    in `shares`, 2 responds to it as well as possible. Groups of the last layer are opened and closed at once.

    Training, `shares` are the regrets themselves where players take turns and nothing is predicted. With `predict`,
    `expected` gets what the regrets will be if they grow as they just did; it is what is played next. With `together`
    both players answer the same shares, and what is expected (the regrets, without `predict`) is copied there after.
    """
    last = np.uint64(t.layer_hands.shape[0] - 1)
    for iteration in range(np.uint64(weights.shape[0])):
        if_positive, if_negative, keep = weights[iteration, 0], weights[iteration, 1], weights[iteration, 2]
        for player in range(first, after):
            for step in range(start, stop):
                group = steps[step] >> _ONE
                layer = t.group_layer[group]
                opening = steps[step] & _ONE == _ZERO
                for root in range(t.layer_roots[layer], t.layer_roots[layer + _ONE]):
                    if opening:
                        if layer > _ZERO:
                            _deal(t, group, root, player, mode, far, near)
                        _descend(t, group, root, player, mode, shares, sums, far, near, value, probabilities, keep)
                        if layer < last:
                            continue
                    _ascend(
                        t, group, root, player, mode, regrets, expected, predict, far, value, probabilities,
                        if_positive, if_negative, spare,
                    )  # fmt: skip
                    if layer > _ZERO:
                        _collect(t, group, root, value)
        if together:
            for i in range(np.uint64(shares.size)):
                shares[i] = expected[i]


@njit(cache=True, nogil=True, error_model="numpy")
def open_layer(t, layer, player, mode, shares, sums, far, near, value, probabilities, keep):
    """All betting trees of a layer that is one group: reach goes down to its ends, and to the deals below."""
    for root in range(t.layer_roots[layer], t.layer_roots[layer + _ONE]):
        if layer > _ZERO:
            _deal(t, layer, root, player, mode, far, near)
        _descend(t, layer, root, player, mode, shares, sums, far, near, value, probabilities, keep)


@njit(cache=True, nogil=True, error_model="numpy")
def close_layer(
    t, layer, player, mode, regrets, expected, predict, far, value, probabilities, if_positive, if_negative, spare
):  # fmt: skip
    """The same trees again, from their ends up to the deal above them."""
    for root in range(t.layer_roots[layer], t.layer_roots[layer + _ONE]):
        _ascend(
            t, layer, root, player, mode, regrets, expected, predict, far, value, probabilities, if_positive,
            if_negative, spare,
        )  # fmt: skip
        if layer > _ZERO:
            _collect(t, layer, root, value)


@njit(cache=True, nogil=True, error_model="numpy")
def fill_ends(value, to, pays, source, product):
    """What the ends of a layer are worth: rows of a matrix product, each times what its end pays."""
    width = np.uint64(product.shape[1])
    for end in range(np.uint64(to.shape[0])):
        at, row, pay = to[end], source[end], value.dtype.type(pays[end])
        for i in range(width):
            value[at + i] = pay * product[row, i]
