"""External-sampling regret minimisation (Lanctot et al. 2009) in an abstract no-limit game of any number of players.

The betting is not a tree in memory but a row of numbers that actions change, a row for each depth of the recursion:
who is in, who must act, bets of the street, chips paid in all. All stacks are equal, so there are no side pots.

- `game` float64[GAME]: players, stack, small blind, big blind, ante, the first street (3 for a game without blinds),
  and the sizes of bets.
- `bases` int64[4]: where each street's rows begin; `counts` int64[4]: its buckets. The actions of an information set
  are bases + (situation * buckets + bucket) * ACTIONS + action.
- `regrets`, `sums` float32: cumulative regret and strategy.
- `views` uint32[deals, players, streets]: buckets; `ranks` int32[deals, players]: final hands.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.odds.jit import next_random
from riverboat.solve.multiway.jit import (
    DEPTHS,
    MAX_HUGE_OPEN,
    bits_of,
    depth_class,
    faced_class,
    is_huge_bet,
    later_situation,
    place_among,
    preflop_situation,
    raise_level,
)

FOLD, CALL, SMALL, LARGE, ALL_IN = range(5)
ACTIONS = 5
(PLAYERS, STACK, SMALL_BLIND, BIG_BLIND, ANTE, FIRST, SMALL_SHARE, LARGE_SHARE, RAISE_SHARE, OPEN, BLIND_OPEN,
 THREE_BET, BLIND_THREE_BET, FOUR_BET, GAME) = range(15)  # fmt: skip

STREET, POT, DEPTH, HIGHEST, RAISES, AGGRESSOR, INITIATIVE, LIVE, NEED, ACTOR, FACED, RAISED, CALLED, CALLERS = range(
    14
)
HUGE = 14
BET, PAID, WIDTH = 15, 21, 27
MAX_DEPTH = 120
GOES_ON, FOLDED, SHOWDOWN = 0, 1, 2
_RIVER = 3
_DEEPEST = DEPTHS - 1
_COMMITTED = 0.5  # a bet of more than this part of what a player has is all-in
_SELDOM = 0.1
_SKIPS = 16.0
_HUGE_SHARE = 3.0  # of the pot: a huge raise before the flop
_HUGE_SELDOM = 0.12  # how often an open raise or a re-raise of the others is huge, if they hardly do anything else
_SURE = 0.9
_LOOSE_DEALS = 0.05  # in this part of the deals the others are loose
_LOOSE_CALLS = 0.4  # how often the loose limp in or call one raise instead of folding
_UNIT = 1.0 / 9007199254740992.0
_SHIFT = np.uint64(11)
# A plain zero would be compiled as a constant, in a version of the recursion that numba loads wrongly from its cache.
_ROOT = np.int64(0)


@njit
def _next_in(mask, player, players):
    """The next player to the left whose bit is set."""
    player = (player + 1) % players
    while not mask >> player & 1:
        player = (player + 1) % players
    return player


@njit
def _begin_street(row, street, game):
    players = int(game[PLAYERS])
    pot = 0
    for p in range(players):
        pot += row[PAID + p]
        row[BET + p] = 0
    row[STREET] = street
    row[POT] = pot
    row[HIGHEST] = row[RAISES] = row[FACED] = row[CALLERS] = row[HUGE] = 0
    row[INITIATIVE] = row[AGGRESSOR]
    row[AGGRESSOR] = -1
    row[NEED] = row[LIVE]
    row[ACTOR] = _next_in(row[LIVE], players - 1, players)
    row[DEPTH] = depth_class(game[STACK] - row[PAID + row[ACTOR]], pot)


@njit(cache=True)
def begin_hand(row, game):
    """Antes and blinds are paid."""
    players = int(game[PLAYERS])
    row[:] = 0
    row[AGGRESSOR] = row[INITIATIVE] = -1
    row[LIVE] = (1 << players) - 1
    for p in range(players):
        row[PAID + p] = int(game[ANTE])
    street = int(game[FIRST])
    if street > 0:
        _begin_street(row, street, game)
        return
    row[POT] = players * int(game[ANTE])
    for p, blind in ((0, int(game[SMALL_BLIND])), (1, int(game[BIG_BLIND]))):
        row[BET + p] = blind
        row[PAID + p] += blind
    row[HIGHEST] = int(game[BIG_BLIND])
    row[NEED] = row[LIVE]
    row[ACTOR] = 2 % players


@njit(cache=True)
def situation_of(row, game):
    """The number of the public situation for the player to act."""
    actor = row[ACTOR]
    if row[STREET] == 0:
        level = raise_level(row[RAISES], row[HIGHEST] / game[BIG_BLIND], row[HUGE] == 1)
        role = 1 if row[RAISED] >> actor & 1 else 2 if row[CALLED] >> actor & 1 else 0
        return preflop_situation(actor, level, row[AGGRESSOR], row[CALLERS], role)
    before = row[INITIATIVE]
    initiative = 0 if before < 0 else 1 if before == actor else 2
    behind = 1 if row[NEED] & ~(1 << actor) else 0
    opponents = bits_of(row[LIVE]) - 1
    place = place_among(row[LIVE], actor)
    return later_situation(opponents, place, behind, row[DEPTH], initiative, row[FACED])


@njit(cache=True)
def list_totals(row, game, totals):
    """For each action what it is raised to (0 for fold and call); -1 if it is not allowed.

    Nobody but the small blind limps in first, and nobody bets or raises all-in for more than nine times the pot.
    """
    actor = row[ACTOR]
    faced = row[HIGHEST] - row[BET + actor]
    everything = int(game[STACK]) - row[PAID + actor] + row[BET + actor]
    totals[FOLD] = 0 if faced > 0 else -1
    totals[CALL] = 0
    totals[SMALL] = totals[LARGE] = totals[ALL_IN] = -1
    if everything <= row[HIGHEST]:
        return
    raises = row[RAISES]
    if row[STREET] == 0:
        if raises == 0 and row[CALLERS] == 0 and actor > 1:
            totals[CALL] = -1
        highest, callers = float(row[HIGHEST]), float(row[CALLERS])
        size = 0.0
        if raises == 0:
            size = (game[BLIND_OPEN] if actor == 0 else game[OPEN]) * game[BIG_BLIND] + callers * highest
        elif raises == 1:
            size = ((game[BLIND_THREE_BET] if actor < 2 else game[THREE_BET]) + callers) * highest
        elif raises == 2:
            size = game[FOUR_BET] * highest
        if raises > 1:
            totals[ALL_IN] = everything
        if size > _COMMITTED * everything:
            totals[ALL_IN] = everything
        elif size > 0.0:
            totals[LARGE] = int(size + 0.5)
        return
    pot = float(faced)
    for p in range(int(game[PLAYERS])):
        pot += row[PAID + p]
    if raises > 1 or row[DEPTH] < _DEEPEST:
        totals[ALL_IN] = everything
    if raises == 0:
        small, large = int(game[SMALL_SHARE] * pot + 0.5), int(game[LARGE_SHARE] * pot + 0.5)
        if small <= _COMMITTED * everything:
            totals[SMALL] = small
        if large <= _COMMITTED * everything:
            totals[LARGE] = large
    elif raises == 1:
        total = row[HIGHEST] + int(game[RAISE_SHARE] * pot + 0.5)
        if total <= _COMMITTED * everything:
            totals[LARGE] = total


@njit(cache=True)
def act(row, after, action, total, game):
    """Write the state after an action into another row; whether the hand goes on."""
    players = int(game[PLAYERS])
    for place in range(WIDTH):
        after[place] = row[place]
    actor = row[ACTOR]
    bit = 1 << actor
    after[NEED] &= ~bit
    faced = row[HIGHEST] - row[BET + actor]
    if action == FOLD:
        after[LIVE] &= ~bit
        if bits_of(after[LIVE]) == 1:
            return FOLDED
    elif action == CALL:
        after[BET + actor] = row[HIGHEST]
        after[PAID + actor] += faced
        if faced > 0:
            after[CALLERS] += 1
            after[CALLED] |= bit
    else:
        pot = float(faced)
        for p in range(players):
            pot += row[PAID + p]
        share = (total - row[HIGHEST]) / max(pot, 1.0)
        everything = int(game[STACK]) - row[PAID + actor] + row[BET + actor]
        after[RAISES] += 1
        after[FACED] = faced_class(after[RAISES], share, total >= everything)
        after[HUGE] = 1 if is_huge_bet(share) else 0
        after[PAID + actor] += total - row[BET + actor]
        after[BET + actor] = after[HIGHEST] = total
        after[AGGRESSOR] = actor
        after[RAISED] |= bit
        after[CALLERS] = 0
        after[NEED] = after[LIVE] & ~bit
    if after[NEED]:
        after[ACTOR] = _next_in(after[NEED], actor, players)
        return GOES_ON
    first = _next_in(after[LIVE], players - 1, players)
    if row[STREET] == _RIVER or after[PAID + first] >= int(game[STACK]):
        return SHOWDOWN
    _begin_street(after, row[STREET] + 1, game)
    return GOES_ON


@njit(cache=True)
def huge_raise(row, game):
    """To how much a huge open raise or re-raise before the flop is; 0 where there is none."""
    if row[STREET] > 0 or row[RAISES] > 1:
        return 0
    actor = row[ACTOR]
    pot = row[HIGHEST] - row[BET + actor]
    for p in range(int(game[PLAYERS])):
        pot += row[PAID + p]
    total = row[HIGHEST] + int(_HUGE_SHARE * pot + 0.5)
    everything = int(game[STACK]) - row[PAID + actor] + row[BET + actor]
    if total > _COMMITTED * everything or (row[RAISES] == 0 and total > MAX_HUGE_OPEN * game[BIG_BLIND]):
        return 0
    return total


@njit
def _worth(row, ended, player, ranks, players):
    """What a player who has not folded wins or loses at the end of a hand."""
    pot = 0
    for p in range(players):
        pot += row[PAID + p]
    paid = float(row[PAID + player])
    if ended == FOLDED:
        return pot - paid
    best, winners = np.int32(-1), 0
    for p in range(players):
        if row[LIVE] >> p & 1:
            if ranks[p] > best:
                best, winners = ranks[p], 1
            elif ranks[p] == best:
                winners += 1
    return pot / winners - paid if ranks[player] == best else -paid


@njit
def _draw(rng):
    """A random number from 0 to 1."""
    bits, rng[0], rng[1], rng[2], rng[3] = next_random(rng[0], rng[1], rng[2], rng[3])
    return float(bits >> _SHIFT) * _UNIT


@njit
def _walk(depth, work, totals, shares, game, bases, counts, views, ranks, regrets, sums, player, weight, tremble, loose,
          prune, rng):  # fmt: skip
    """The value of the state at this depth for a player, with all of his actions and one of everybody else."""
    row = work[depth]
    actor, street = row[ACTOR], row[STREET]
    allowed, share = totals[depth], shares[depth]
    list_totals(row, game, allowed)
    base = bases[street] + (situation_of(row, game) * counts[street] + views[actor, street]) * ACTIONS
    total, number = 0.0, 0
    for a in range(ACTIONS):
        share[a] = 0.0
        if allowed[a] >= 0:
            number += 1
            if regrets[base + a] > 0.0:
                share[a] = regrets[base + a]
                total += share[a]
    if total == 0.0:  # nothing is known to be good: anything, seldom all-in
        for a in range(ACTIONS):
            if allowed[a] >= 0:
                share[a] = 1.0 if a != ALL_IN else _SELDOM
                total += share[a]
    for a in range(ACTIONS):
        share[a] /= total
    unit = 1.0 if game[BIG_BLIND] == 0.0 else game[BIG_BLIND]
    players = int(game[PLAYERS])
    if actor != player:
        for a in range(ACTIONS):
            if allowed[a] >= 0:
                sums[base + a] += weight * weight * share[a]
        drawn = _draw(rng)
        chosen = -1
        if drawn < tremble and allowed[CALL] < 0:  # somebody limps in
            chosen, allowed[CALL] = CALL, 0
        elif drawn < tremble:  # any action but all-in
            others = number - (1 if allowed[ALL_IN] >= 0 and number > 2 else 0)
            place = int(drawn / tremble * others)
            for a in range(ACTIONS):
                if allowed[a] >= 0:
                    if place == 0:
                        chosen = a
                        break
                    place -= 1
        else:
            drawn = (drawn - tremble) / (1.0 - tremble)
            for a in range(ACTIONS):
                if allowed[a] >= 0:
                    chosen = a
                    drawn -= share[a]
                    if drawn < 0.0:
                        break
        if street == 0 and tremble > 0.0 and row[RAISES] < 2:
            if chosen == LARGE:
                huge = huge_raise(row, game) if share[LARGE] > _SURE else 0
                if huge > 0 and _draw(rng) < _HUGE_SELDOM:
                    allowed[LARGE] = huge
            elif chosen == FOLD and loose and _draw(rng) < _LOOSE_CALLS:
                chosen, allowed[CALL] = CALL, 0
        ended = act(row, work[depth + 1], chosen, allowed[chosen], game)
        if ended != GOES_ON:
            return _worth(work[depth + 1], ended, player, ranks, players) / unit
        return _walk(depth + 1, work, totals, shares, game, bases, counts, views, ranks, regrets, sums, player, weight,
                     tremble, loose, prune, rng)  # fmt: skip
    mean = 0.0
    values = work_values(shares, depth)
    skipped = seldom = 0
    for a in range(ACTIONS):
        if allowed[a] < 0:
            continue
        if a == FOLD:
            values[a] = -row[PAID + player] / unit
            mean += share[a] * values[a]
            continue
        if regrets[base + a] < prune * weight and share[a] == 0.0:
            if _draw(rng) >= 1.0 / _SKIPS:  # visited one time in sixteen
                skipped |= 1 << a
                continue
            seldom |= 1 << a
        ended = act(row, work[depth + 1], a, allowed[a], game)
        if ended != GOES_ON:
            values[a] = _worth(work[depth + 1], ended, player, ranks, players) / unit
        else:
            values[a] = _walk(depth + 1, work, totals, shares, game, bases, counts, views, ranks, regrets, sums, player,
                              weight, tremble, loose, prune, rng)  # fmt: skip
        mean += share[a] * values[a]
    for a in range(ACTIONS):
        if allowed[a] >= 0 and not skipped >> a & 1:
            times = _SKIPS if seldom >> a & 1 else 1.0  # or a good action that began badly would be stuck
            regrets[base + a] += times * weight * (values[a] - mean)
    return mean


@njit
def work_values(shares, depth):
    """A place for the values of the actions at a depth: the second half of the shares."""
    return shares[MAX_DEPTH + depth]


@njit(cache=True, nogil=True)
def learn_deals(game, bases, counts, views, ranks, regrets, sums, first, pace, tremble, prune, rng):
    """Learn from deals, once for each player; deal number t, from `first` on, has the weight 1 + t / pace.

    Regrets count with the weight, average strategies with its square.
    """
    players = int(game[PLAYERS])
    work = np.zeros((MAX_DEPTH, WIDTH), np.int64)
    totals = np.zeros((MAX_DEPTH, ACTIONS), np.int64)
    shares = np.zeros((2 * MAX_DEPTH, ACTIONS))
    for i in range(views.shape[0]):
        weight = 1.0 + (first + i) / pace
        loose = tremble > 0.0 and _draw(rng) < _LOOSE_DEALS
        for player in range(players):
            begin_hand(work[0], game)
            _walk(_ROOT, work, totals, shares, game, bases, counts, views[i], ranks[i], regrets, sums, player, weight,
                  tremble, loose, prune, rng)  # fmt: skip
