"""Iterations that skip actions as long as they cannot be worth playing (`__init__.py`).

`arrays` is `GameTree.arrays`, `skeleton` a `Skeleton`, `sleep` a `Sleep`; vectors of entries are laid out as strategies
are. The *block* of an entry is what lies below it: the betting nodes under its choice with the deals of its information
set, deals d * spread .. d * spread + spread - 1 of a betting node for each deal d of the set. A node may lie in one
block of each player at most, and is swept over if it lies in none.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.solve._kernels import DEAL, END, match_regrets, realise
from riverboat.solve.cfr._kernels import absorb

_MORE = np.int8(1)
_LESS = np.int8(-1)


@njit(cache=True, nogil=True)
def list_awake(node_start, blocks, changed, awake, counts):
    """Write down the deals that lie in no block, of betting nodes that have changed."""
    for betting_node in range(changed.size):
        if not changed[betting_node]:
            continue
        changed[betting_node] = False
        start = node_start[betting_node]
        found = 0
        for deal in range(node_start[betting_node + 1] - start):
            if blocks[start + deal] == 0:
                awake[start + found] = deal
                found += 1
        counts[betting_node] = found


@njit(cache=True, nogil=True)
def push_awake(arrays, parent, strategy, p, others, awake, counts):
    """Fill the reach of all but p at nodes that are awake, from the root down."""
    player, first_child, children, street, node_start, fan, view_of, view_start, set_first, set_start = arrays[:10]
    others[0] = 1.0
    for betting_node in range(1, player.size):
        above = parent[betting_node]
        who = player[above]
        start, top = node_start[betting_node], node_start[above]
        if who == DEAL:
            ways = fan[above]
            share = 1.0 / ways
            for i in range(start, start + counts[betting_node]):
                others[start + awake[i]] = others[top + awake[i] // ways] * share
        elif who == p:
            for i in range(start, start + counts[betting_node]):
                others[start + awake[i]] = others[top + awake[i]]
        else:
            choices = children[above]
            views = view_start[street[above], who]
            at = set_start[set_first[above]] + betting_node - first_child[above]
            for i in range(start, start + counts[betting_node]):
                deal = awake[i]
                others[start + deal] = others[top + deal] * strategy[at + view_of[views + deal] * choices]


@njit(cache=True, nogil=True)
def pull_awake(arrays, strategy, p, others, values, gains, arrived, own, awake, counts):
    """p's values at nodes that are awake, from the ends up, and what each choice gained; a choice asleep gained 0.

    `arrived` and `own` (float64[sets]) get the others' reach of p's sets, and what p wins there.
    """
    player, first_child, children, street, node_start, fan, view_of, view_start, set_first, set_start = arrays[:10]
    outcome_of, payoffs, payoff_start, is_showdown = arrays[10:14]
    for back in range(player.size):
        betting_node = player.size - 1 - back
        who = player[betting_node]
        start = node_start[betting_node]
        stop = start + counts[betting_node]
        if who == END:
            row = payoff_start[betting_node]
            for i in range(start, stop):
                deal = awake[i]
                paid = payoffs[row + outcome_of[deal], p] if is_showdown[betting_node] else payoffs[row, p]
                values[start + deal] = others[start + deal] * paid
            continue
        first = first_child[betting_node]
        for i in range(start, stop):
            values[start + awake[i]] = 0.0
        if who == DEAL:
            ways = fan[betting_node]
            below = node_start[first]
            for i in range(below, below + counts[first]):
                values[start + awake[i] // ways] += values[below + awake[i]]
            continue
        choices = children[betting_node]
        if who != p:
            for child in range(first, first + choices):
                below = node_start[child]
                for i in range(below, below + counts[child]):
                    values[start + awake[i]] += values[below + awake[i]]
            continue
        views = view_start[street[betting_node], who]
        s = set_first[betting_node]
        at = set_start[s]
        for child in range(first, first + choices):
            below = node_start[child]
            for i in range(below, below + counts[child]):
                deal = awake[i]
                entry = at + view_of[views + deal] * choices + child - first
                values[start + deal] += strategy[entry] * values[below + deal]
                gains[entry] += values[below + deal]
        for i in range(start, stop):
            deal = awake[i]
            view = view_of[views + deal]
            arrived[s + view] += others[start + deal]
            own[s + view] += values[start + deal]
            entry = at + view * choices
            for choice in range(choices):
                gains[entry + choice] -= values[start + deal]


@njit(cache=True, nogil=True)
def respond_below(arrays, skeleton, sleep, p, betting_node, view, choice, left, target):
    """What p could have won below a choice while it slept, playing best against what the other did in the meantime.

    p's choices below get into `target` what they would have gained over that. `left` is how much of what was seen
    when it fell asleep still counts.
    """
    player, first_child, children, street, node_start, fan, view_of, view_start, set_first, set_start = arrays[:10]
    outcome_of, payoffs, payoff_start, is_showdown = arrays[10:14]
    hand = skeleton.hands_at[street[betting_node], p] + view
    first_deal, last_deal = skeleton.hand_start[hand], skeleton.hand_start[hand + 1]
    deals = node_start[betting_node + 1] - node_start[betting_node]
    top = first_child[betting_node] + choice
    o = 1 - p
    best, room, stamps = sleep.best, sleep.room, sleep.stamps
    sleep.counters[1] += 1
    stamp = sleep.counters[1]
    place = skeleton.place[top]
    for back in range(skeleton.below[top]):
        b = skeleton.order[place + skeleton.below[top] - 1 - back]
        who = player[b]
        start = node_start[b]
        spread = (node_start[b + 1] - start) // deals
        first, choices = first_child[b], children[b]
        sleep.counters[0] += (last_deal - first_deal) * spread
        if who == END:
            chance = 1.0 / (node_start[b + 1] - start)
            row = payoff_start[b]
            for i in range(first_deal, last_deal):
                for deal in range(skeleton.hands[i] * spread, skeleton.hands[i] * spread + spread):
                    seen = view_of[skeleton.last_views[b, o] + deal // skeleton.last_spread[b, o]]
                    entry = skeleton.last_entry[b, o] + seen * skeleton.last_choices[b, o]
                    reach = chance * sleep.faced[entry] - left * sleep.before[p, start + deal]
                    paid = payoffs[row + outcome_of[deal], p] if is_showdown[b] else payoffs[row, p]
                    best[start + deal] = reach * paid
            continue
        if who == p:
            views = view_start[street[b], p]
            s = set_first[b]
            at = set_start[s]
            for i in range(first_deal, last_deal):
                for deal in range(skeleton.hands[i] * spread, skeleton.hands[i] * spread + spread):
                    seen = view_of[views + deal]
                    entry = at + seen * choices
                    if stamps[s + seen] != stamp:
                        stamps[s + seen] = stamp
                        for c in range(choices):
                            room[entry + c] = 0.0
                    for c in range(choices):
                        room[entry + c] += best[node_start[first + c] + deal]
            for i in range(first_deal, last_deal):
                for deal in range(skeleton.hands[i] * spread, skeleton.hands[i] * spread + spread):
                    seen = view_of[views + deal]
                    entry = at + seen * choices
                    chosen = 0
                    for c in range(1, choices):
                        if room[entry + c] > room[entry + chosen]:
                            chosen = c
                    best[start + deal] = best[node_start[first + chosen] + deal]
                    if stamps[s + seen] == stamp:
                        stamps[s + seen] = -stamp
                        for c in range(choices):
                            target[entry + c] += room[entry + c] - room[entry + chosen]
            continue
        ways = fan[b]
        for i in range(first_deal, last_deal):
            for deal in range(skeleton.hands[i] * spread, skeleton.hands[i] * spread + spread):
                total = 0.0
                for c in range(choices):
                    below = node_start[first + c] + deal * ways
                    for way in range(ways):
                        total += best[below + way]
                best[start + deal] = total
    won = 0.0
    for i in range(first_deal, last_deal):
        won += best[node_start[top] + skeleton.hands[i]]
    return won


@njit(cache=True, nogil=True)
def mark_block(arrays, skeleton, sleep, p, betting_node, view, choice, change):
    """Count one block more or less at the nodes below a choice."""
    player, first_child, _, street, node_start, _, view_of, view_start, set_first = arrays[:9]
    hand = skeleton.hands_at[street[betting_node], p] + view
    deals = node_start[betting_node + 1] - node_start[betting_node]
    top = first_child[betting_node] + choice
    o = 1 - p
    for i in range(skeleton.place[top], skeleton.place[top] + skeleton.below[top]):
        b = skeleton.order[i]
        start = node_start[b]
        spread = (node_start[b + 1] - start) // deals
        chance = 1.0 / (node_start[b + 1] - start)
        sleep.changed[b] = True
        for j in range(skeleton.hand_start[hand], skeleton.hand_start[hand + 1]):
            for deal in range(skeleton.hands[j] * spread, skeleton.hands[j] * spread + spread):
                sleep.blocks[start + deal] += change
                if player[b] == p:
                    sleep.hidden[set_first[b] + view_of[view_start[street[b], p] + deal]] = change > 0
                elif player[b] == END and change > 0:
                    seen = view_of[skeleton.last_views[b, o] + deal // skeleton.last_spread[b, o]]
                    entry = skeleton.last_entry[b, o] + seen * skeleton.last_choices[b, o]
                    sleep.before[p, start + deal] = chance * sleep.faced[entry]


@njit(cache=True, nogil=True)
def find_worth_waking(arrays, skeleton, sleep, p, arrived, regrets, gains):
    """Give p's sleeping choices the most that they could have gained; how many might be worth playing now.

    Those stand in `sleep.queue` afterwards, as (betting node, view, choice).
    """
    player, first_child, children, street, _, _, _, _, set_first, set_start = arrays[:10]
    found = 0
    for betting_node in range(player.size):
        if player[betting_node] != p:
            continue
        for view in range(skeleton.views_at[street[betting_node], p]):
            s = set_first[betting_node] + view
            if sleep.hidden[s]:
                continue
            for choice in range(children[betting_node]):
                entry = set_start[s] + choice
                if sleep.asleep[entry]:
                    hope = arrived[s] * skeleton.max_payoffs[first_child[betting_node] + choice, p]
                    gains[entry] += hope
                    sleep.hope[entry] += hope
                    if regrets[entry] + gains[entry] > 0.0:
                        sleep.queue[found, 0], sleep.queue[found, 1], sleep.queue[found, 2] = betting_node, view, choice
                        found += 1
    return found


@njit(cache=True, nogil=True)
def find_asleep_below(arrays, skeleton, sleep, p, tired):
    """How many choices sleep below those of p that are tired; they stand in `sleep.queue` afterwards."""
    player, first_child, children, street, node_start, _, view_of, view_start, set_first, set_start = arrays[:10]
    found = 0
    for t in range(tired):
        betting_node, view, choice = sleep.tired[t]
        hand = skeleton.hands_at[street[betting_node], p] + view
        deals = node_start[betting_node + 1] - node_start[betting_node]
        top = first_child[betting_node] + choice
        for i in range(skeleton.place[top], skeleton.place[top] + skeleton.below[top]):
            b = skeleton.order[i]
            if player[b] != p:
                continue
            spread = (node_start[b + 1] - node_start[b]) // deals
            at = set_start[set_first[b]]
            for j in range(skeleton.hand_start[hand], skeleton.hand_start[hand + 1]):
                for deal in range(skeleton.hands[j] * spread, skeleton.hands[j] * spread + spread):
                    seen = view_of[view_start[street[b], p] + deal]
                    for c in range(children[b]):
                        entry = at + seen * children[b] + c
                        if sleep.asleep[entry]:
                            sleep.asleep[entry] = False  # so that no other deal of the set finds it again
                            sleep.queue[found, 0], sleep.queue[found, 1], sleep.queue[found, 2] = b, seen, c
                            found += 1
    return found


@njit(cache=True, nogil=True)
def wake(arrays, skeleton, sleep, p, found, log_left, target):
    """Bring the choices in the queue up to date: `target` (regrets or gains) gets what they missed for their hope."""
    set_first, set_start = arrays[8], arrays[9]
    for q in range(found):
        betting_node, view, choice = sleep.queue[q]
        entry = set_start[set_first[betting_node] + view] + choice
        left = np.exp(log_left - sleep.since[entry])
        target[entry] += (
            respond_below(arrays, skeleton, sleep, p, betting_node, view, choice, left, target) - sleep.hope[entry]
        )
        sleep.hope[entry] = 0.0
        sleep.asleep[entry] = False
        mark_block(arrays, skeleton, sleep, p, betting_node, view, choice, _LESS)


@njit(cache=True, nogil=True)
def find_tired(arrays, skeleton, sleep, p, arrived, own, regrets, patience):
    """How many of p's choices cannot be worth playing for about `patience` iterations; they stand in `sleep.tired`."""
    player, first_child, children, street, _, _, _, _, set_first, set_start = arrays[:10]
    found = 0
    for betting_node in range(player.size):
        if player[betting_node] != p:
            continue
        for view in range(skeleton.views_at[street[betting_node], p]):
            s = set_first[betting_node] + view
            if sleep.hidden[s]:
                continue
            highest = 0.0
            for entry in range(set_start[s], set_start[s + 1]):
                highest = max(highest, regrets[entry])
            if highest == 0.0:  # anything may be played
                continue
            for choice in range(children[betting_node]):
                entry = set_start[s] + choice
                if sleep.asleep[entry] or regrets[entry] >= 0.0:
                    continue
                max_payoffs = arrived[s] * skeleton.max_payoffs[first_child[betting_node] + choice, p] - own[s]
                if -regrets[entry] >= patience * max_payoffs:
                    sleep.tired[found, 0], sleep.tired[found, 1], sleep.tired[found, 2] = betting_node, view, choice
                    found += 1
    return found


@njit(cache=True, nogil=True)
def lull(arrays, skeleton, sleep, p, tired, log_left):
    """Put p's tired choices to sleep, but for those below another one that sleeps already."""
    set_first, set_start = arrays[8], arrays[9]
    for t in range(tired):
        betting_node, view, choice = sleep.tired[t]
        s = set_first[betting_node] + view
        if not sleep.hidden[s]:
            entry = set_start[s] + choice
            sleep.asleep[entry] = True
            sleep.since[entry] = log_left
            mark_block(arrays, skeleton, sleep, p, betting_node, view, choice, _MORE)


@njit(cache=True, nogil=True)
def remember(set_start, set_player, p, plan, faced):
    """Add the other's realisation plan to what p has faced."""
    for s in range(set_player.size):
        if set_player[s] != p:
            for entry in range(set_start[s], set_start[s + 1]):
                faced[entry] += plan[entry]
    faced[plan.size + p] += 1.0


@njit(cache=True, nogil=True)
def fade(set_start, set_player, p, keep, hope, faced):
    """Discount what p has faced and hopes for as its negative regrets are."""
    for s in range(set_player.size):
        for entry in range(set_start[s], set_start[s + 1]):
            if set_player[s] == p:
                hope[entry] *= keep
            else:
                faced[entry] *= keep
    faced[hope.size + p] *= keep


@njit(cache=True, nogil=True)
def iterate_pruned(arrays, skeleton, sleep, set_player, set_parent, weights, alternating, patience, regrets, strategy,
                   sums):  # fmt: skip
    """Some iterations of a game of two; the parameters are those of `cfr.iterate`."""
    player, node_start, set_start = arrays[0], arrays[4], arrays[9]
    nodes = node_start[-1]
    others, values = np.empty(nodes), np.empty(nodes)
    gains, plan = np.empty(regrets.size), np.empty(regrets.size)
    arrived, own = np.empty(set_player.size), np.empty(set_player.size)
    awake, counts = np.empty(nodes, np.int32), np.empty(player.size, np.int64)
    unpredicted = np.empty(0)
    sleep.changed[:] = True
    list_awake(node_start, sleep.blocks, sleep.changed, awake, counts)
    realise(set_start, set_player, set_parent, -1, strategy, plan)
    for t in range(weights.shape[0] - 1):
        keep_positive, keep_negative, keep_average = weights[t + 1, 0], weights[t + 1, 1], weights[t, 2]
        log_before = sleep.log_left[0]
        log_after = log_before + np.log(keep_negative)
        gains[:] = 0.0
        arrived[:] = 0.0
        own[:] = 0.0
        for turn in range(2):
            push_awake(arrays, skeleton.parent, strategy, turn, others, awake, counts)
            pull_awake(arrays, strategy, turn, others, values, gains, arrived, own, awake, counts)
            sleep.counters[0] += counts.sum()
            remember(set_start, set_player, turn, plan, sleep.faced)
            if not alternating and turn == 0:
                continue
            for p in range(turn if alternating else 0, turn + 1):
                found = find_worth_waking(arrays, skeleton, sleep, p, arrived, regrets, gains)
                wake(arrays, skeleton, sleep, p, found, log_before, gains)
                absorb(set_start, set_player, p, keep_positive, keep_negative, keep_average, gains, plan, regrets,
                       unpredicted, sums)  # fmt: skip
                if keep_negative < 1.0:
                    fade(set_start, set_player, p, keep_negative, sleep.hope, sleep.faced)
                tired = find_tired(arrays, skeleton, sleep, p, arrived, own, regrets, patience)
                found = find_asleep_below(arrays, skeleton, sleep, p, tired)
                wake(arrays, skeleton, sleep, p, found, log_after, regrets)
                lull(arrays, skeleton, sleep, p, tired, log_after)
                match_regrets(set_start, set_player, p, regrets, unpredicted, strategy)
            realise(set_start, set_player, set_parent, turn if alternating else -1, strategy, plan)
            list_awake(node_start, sleep.blocks, sleep.changed, awake, counts)
        sleep.log_left[0] = log_after
