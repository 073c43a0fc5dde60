"""Loops of chance-sampled regret minimisation: one deal, one traversal of the betting tree, all players updated.

Layouts (`game.py` makes them):

- `nodes` uint32[N, 9], in level order with children side by side: who decides (or DEAL, END, UNUSED), the first child,
  how many, the row of hand 0, the street, who decided before, who is still in as bits, the row of `payoffs`, and how
  many rows there are from one hand to the next.
- `sums` float64[rows, 2]: cumulative regret and cumulative strategy; an information set's choices are the rows
  base + hand * stride + choice. A regret of -inf means that the choice does not exist.
- `payoffs` float64[P, players]: row slot + `codes[live]`; the codes of a deal say who wins among any group of players.
- `hands` uint32[deals, players, streets]: what each player holds and sees, as a number; `ranks` int32[deals, players]:
  the rank of each player's final hand.
- `weight`: 0 multiplies regrets by the reach of all other players, 1 by that of the previous player alone.

All walks do the same arithmetic in the same order on every number that is kept, so their sums are equal to the last
bit. Where two players have no way to a node, no regrets can change below it: values are not computed there,
only average strategies, unless regrets are weighted by the previous player.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import look_up
from riverboat.odds.jit import next_random

PLAYER, FIRST, CHILDREN, BASE, STREET, PREVIOUS, LIVE, SLOT, STRIDE = range(9)
MAX_PLAYERS = 10
DEAL, END, UNUSED = 253, 254, 255

_HALF = np.uint64(32)
_ONE = np.uint64(1)
_MASKS = np.uint64(52)  # where the suit masks begin among the words of cards
# Plain zeros would be compiled as constants, in a version of the recursion that numba loads wrongly from its cache.
_ROOT = np.int64(0)
_TWO_GONE = np.uint8(2)
_CUT = np.uint8(100)  # more than players; below a choice that does not exist


@njit
def _average(value, chance, gone, node, first, children, players):
    """What a decision is worth to everybody: the mean over its actions, without those that nobody reaches."""
    for q in range(players):
        value[node, q] = 0.0
    for child in range(first, first + children):
        if gone[child] < _TWO_GONE:
            s = chance[child]
            for q in range(players):
                value[node, q] += s * value[child, q]


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


@njit
def _find_winners(ranks, i, ties, best, codes):
    """For every group of players, as bits: who has the best hand, as bits if hands can tie, otherwise by position."""
    players = ranks.shape[1]
    codes[0] = 0
    for p in range(players):
        rank = ranks[i, p]
        bit = 1 << p
        best[bit] = rank
        codes[bit] = bit if ties else p
        for others in range(1, bit):
            group = bit + others
            if rank > best[others]:
                best[group] = rank
                codes[group] = codes[bit]
            else:
                best[group] = best[others]
                codes[group] = codes[others]
                if ties and rank == best[others]:
                    codes[group] |= codes[bit]


@njit
def _match_regrets(sums, row, count, chance, at):
    """Regret matching into `chance[at:]`: positive regrets in proportion, otherwise uniform over existing choices."""
    total = 0.0
    exist = 0
    for a in range(count):
        regret = sums[row + a, 0]
        chance[at + a] = regret if regret > 0.0 else 0.0
        total += chance[at + a]
        exist += regret > -np.inf
    for a in range(count):
        if total > 0.0:
            chance[at + a] /= total
        else:
            chance[at + a] = 1.0 / exist if sums[row + a, 0] > -np.inf else 0.0


@njit(cache=True, nogil=True)
def walk_levels(nodes, payoffs, ranks, hands, sums, weight, ties):
    """Down the whole list for strategies and reach, up again for values and regrets (Teófilo 2016, Fig. 60)."""
    count, players = nodes.shape[0], payoffs.shape[1]
    reach = np.ones((count, players))
    value = np.zeros((count, players))
    chance = np.zeros(count)  # of the choice that leads to a node
    gone = np.zeros(count, np.uint8)  # how many players never come here, as far as it matters
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(hands.shape[0]):
        _find_winners(ranks, i, ties, best, codes)
        for node in range(count):
            p = nodes[node, PLAYER]
            if gone[node] == _CUT:
                first = nodes[node, FIRST]
                for child in range(first, first + nodes[node, CHILDREN]):
                    gone[child] = _CUT
            elif p < MAX_PLAYERS:
                children, first = nodes[node, CHILDREN], nodes[node, FIRST]
                row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
                _match_regrets(sums, row, children, chance, first)
                mine = reach[node, p]
                for a in range(children):
                    child = first + a
                    s = chance[child]
                    sums[row + a, 1] += mine * s
                    for q in range(players):
                        reach[child, q] = reach[node, q]
                    reach[child, p] = mine * s
                    gone[child] = gone[node]
                    if s == 0.0:
                        if sums[row + a, 0] == -np.inf:
                            gone[child] = _CUT
                        elif mine > 0.0 and weight == 0:
                            gone[child] += 1
            elif p == DEAL:
                child = nodes[node, FIRST]
                gone[child] = gone[node]
                for q in range(players):
                    reach[child, q] = reach[node, q]
        for node in range(count - 1, -1, -1):
            p = nodes[node, PLAYER]
            if gone[node] >= _TWO_GONE:
                continue
            if p == END:
                paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
                for q in range(players):
                    value[node, q] = payoffs[paid, q]
            elif p < MAX_PLAYERS:
                children, first = nodes[node, CHILDREN], nodes[node, FIRST]
                row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
                _average(value, chance, gone, node, first, children, players)
                w = reach[node, nodes[node, PREVIOUS]]
                if weight == 0:
                    w = 1.0
                    for q in range(players):
                        if q != p:
                            w *= reach[node, q]
                for a in range(children):
                    if gone[first + a] < _TWO_GONE:
                        sums[row + a, 0] += w * (value[first + a, p] - value[node, p])
            elif p == DEAL:
                child = nodes[node, FIRST]
                for q in range(players):
                    value[node, q] = value[child, q]


@njit
def _pay(nodes, node, payoffs, codes, value):
    """What everyone wins at an end, into its values."""
    paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
    for q in range(payoffs.shape[1]):
        value[node, q] = payoffs[paid, q]


@njit(cache=True, nogil=True)
def walk_visits(nodes, payoffs, ranks, hands, sums, weight, ties):
    """As `walk_levels`, but with a list of nodes to visit: where nobody ever comes, nothing can change."""
    count, players = nodes.shape[0], payoffs.shape[1]
    reach = np.ones((count, players))
    value = np.zeros((count, players))
    chance = np.zeros(count)  # of the choice that leads to a node
    gone = np.zeros(count, np.uint8)  # how many players never come here, as far as it matters
    visits = np.zeros(count, np.uint32)
    rows = np.zeros(count, np.uint64)
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(hands.shape[0]):
        _find_winners(ranks, i, ties, best, codes)
        at, end = 0, 1  # the root is the first, and never an end
        while at < end:
            node = visits[at]
            at += 1
            p, first, here = nodes[node, PLAYER], nodes[node, FIRST], gone[node]
            if p == DEAL:
                gone[first] = here
                if nodes[first, PLAYER] == END:
                    _pay(nodes, first, payoffs, codes, value)
                else:
                    for q in range(players):
                        reach[first, q] = reach[node, q]
                    visits[end] = first
                    end += 1
                continue
            children = nodes[node, CHILDREN]
            row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
            rows[node] = row
            _match_regrets(sums, row, children, chance, first)
            mine = reach[node, p]
            for a in range(children):
                child = first + a
                s = chance[child]
                sums[row + a, 1] += mine * s
                below = here
                if s == 0.0:
                    if sums[row + a, 0] == -np.inf:
                        gone[child] = _CUT
                        continue
                    if mine > 0.0 and weight == 0:
                        below += np.uint8(1)
                gone[child] = below
                if nodes[child, PLAYER] == END:
                    _pay(nodes, child, payoffs, codes, value)
                elif below < players:
                    for q in range(players):
                        reach[child, q] = reach[node, q]
                    reach[child, p] = mine * s
                    visits[end] = child
                    end += 1
        for at in range(end - 1, -1, -1):
            node = visits[at]
            if gone[node] >= _TWO_GONE:
                continue
            p, first = nodes[node, PLAYER], nodes[node, FIRST]
            if p == DEAL:
                for q in range(players):
                    value[node, q] = value[first, q]
                continue
            row, children = rows[node], nodes[node, CHILDREN]
            _average(value, chance, gone, node, first, children, players)
            w = reach[node, nodes[node, PREVIOUS]]
            if weight == 0:
                w = 1.0
                for q in range(players):
                    if q != p:
                        w *= reach[node, q]
            for a in range(children):
                if w > 0.0 and gone[first + a] < _TWO_GONE:
                    sums[row + a, 0] += w * (value[first + a, p] - value[node, p])


@njit
def _descend(node, at, max_actions, gone, nodes, payoffs, hands, i, codes, sums, work, weight):
    """The values of a node into `work`, which has for each depth, from `at` on, reach, values, strategy, own values."""
    players = payoffs.shape[1]
    values, probabilities = at + players, at + 2 * players
    own, below = probabilities + max_actions, probabilities + 2 * max_actions
    p = nodes[node, PLAYER]
    while p == DEAL:
        node = np.int64(nodes[node, FIRST])
        p = nodes[node, PLAYER]
    if p == END:
        if gone < 2:
            paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
            for q in range(players):
                work[values + q] = payoffs[paid, q]
        return
    children, first = nodes[node, CHILDREN], np.int64(nodes[node, FIRST])
    row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
    _match_regrets(sums, row, children, work, probabilities)
    mine = work[at + p]
    for q in range(players):
        work[values + q] = 0.0
    for a in range(children):
        s = work[probabilities + a]
        sums[row + a, 1] += mine * s
        work[own + a] = np.nan
        here = gone
        if s == 0.0:
            if sums[row + a, 0] == -np.inf:
                continue
            if mine > 0.0 and weight == 0:
                here += 1
        for q in range(players):
            work[below + q] = work[at + q]
        work[below + p] = mine * s
        _descend(first + a, below, max_actions, here, nodes, payoffs, hands, i, codes, sums, work, weight)
        if here < 2:
            work[own + a] = work[below + players + p]
            for q in range(players):
                work[values + q] += s * work[below + players + q]
    if gone >= 2:
        return
    w = work[at + nodes[node, PREVIOUS]]
    if weight == 0:
        w = 1.0
        for q in range(players):
            if q != p:
                w *= work[at + q]
    for a in range(children):
        if not np.isnan(work[own + a]):
            sums[row + a, 0] += w * (work[own + a] - work[values + p])


@njit(cache=True, nogil=True)
def walk_recursively(nodes, payoffs, ranks, hands, sums, weight, ties, levels, max_actions):
    """The same by recursion (Teófilo 2016, Fig. 57), with information sets in an array instead of a map of texts."""
    players = payoffs.shape[1]
    work = np.zeros((levels + 1) * (2 * players + 2 * max_actions))
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(hands.shape[0]):
        _find_winners(ranks, i, ties, best, codes)
        for q in range(players):
            work[q] = 1.0
        _descend(_ROOT, _ROOT, max_actions, _ROOT, nodes, payoffs, hands, i, codes, sums, work, weight)


@njit
def _write_number(text, at, number):
    """Decimal digits into a text; where it ends."""
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for place in range(at + digits - 1, at - 1, -1):
        text[place] = 48 + number % 10
        number //= 10
    return at + digits


@njit
def _look_up(keys, text):
    """Which of the sorted keys, uint8[sets, length], a text is: by halves, as in a balanced tree of texts."""
    low, high = 0, keys.shape[0]
    while high - low > 1:
        middle = (low + high) // 2
        place = 0
        while place < text.size - 1 and keys[middle, place] == text[place]:
            place += 1
        if keys[middle, place] <= text[place]:
            low = middle
        else:
            high = middle
    return low


@njit
def _descend_by_text(node, depth, max_actions, nodes, payoffs, hands, i, codes, keys, rows, said, text, sums, work):
    """As `_descend` with nothing left out, but an information set is looked up by player:round:cards:history."""
    players = payoffs.shape[1]
    at = depth * (2 * players + 2 * max_actions)
    values, probabilities = at + players, at + 2 * players
    own, below = probabilities + max_actions, probabilities + 2 * max_actions
    p = nodes[node, PLAYER]
    while p == DEAL:
        node = np.int64(nodes[node, FIRST])
        p = nodes[node, PLAYER]
    if p == END:
        paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
        for q in range(players):
            work[values + q] = payoffs[paid, q]
        return
    children, first, street = nodes[node, CHILDREN], np.int64(nodes[node, FIRST]), nodes[node, STREET]
    end = 0
    for number in (np.int64(p), np.int64(street), np.int64(hands[i, p, street])):
        end = _write_number(text, end, number)
        text[end] = 58
        end += 1
    for place in range(depth):
        text[end + place] = said[place]
    for place in range(end + depth, text.size):
        text[place] = 0
    row = rows[_look_up(keys, text)]
    _match_regrets(sums, row, children, work, probabilities)
    mine = work[at + p]
    for q in range(players):
        work[values + q] = 0.0
    for a in range(children):
        s = work[probabilities + a]
        sums[row + a, 1] += mine * s
        for q in range(players):
            work[below + q] = work[at + q]
        work[below + p] = mine * s
        said[depth] = 97 + a
        _descend_by_text(
            first + a, depth + 1, max_actions, nodes, payoffs, hands, i, codes, keys, rows, said, text, sums, work
        )
        work[own + a] = work[below + players + p]
        for q in range(players):
            work[values + q] += s * work[below + players + q]
    w = 1.0
    for q in range(players):
        if q != p:
            w *= work[at + q]
    for a in range(children):
        sums[row + a, 0] += w * (work[own + a] - work[values + p])


@njit(cache=True, nogil=True)
def walk_by_text(nodes, payoffs, ranks, hands, sums, ties, levels, max_actions, keys, rows):
    """The recursion with texts for information sets: `keys` uint8[sets, length] sorted, `rows` int64[sets]."""
    players = payoffs.shape[1]
    work = np.zeros((levels + 1) * (2 * players + 2 * max_actions))
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    said = np.zeros(levels + 1, np.uint8)
    text = np.zeros(keys.shape[1], np.uint8)
    for i in range(hands.shape[0]):
        _find_winners(ranks, i, ties, best, codes)
        for q in range(players):
            work[q] = 1.0
        _descend_by_text(_ROOT, _ROOT, max_actions, nodes, payoffs, hands, i, codes, keys, rows, said, text, sums, work)


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


@njit(cache=True, nogil=True)
def add_ends(nodes, payoffs, ranks, hands, probabilities, places, ties, worth, values):
    """What deals add to the worth of ends, weighted with the reach of all but the player whose worth it is.

    `probabilities` float64[rows] is everyone's strategy, `places` int64[N] where the hands of a node begin in
    `worth` float64[players, places]; `values` float64[players] is what each wins by the strategy.
    """
    count, players = nodes.shape[0], payoffs.shape[1]
    reach = np.ones((count, players))
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(hands.shape[0]):
        _find_winners(ranks, i, ties, best, codes)
        for node in range(count):
            p = nodes[node, PLAYER]
            first = nodes[node, FIRST]
            if p < MAX_PLAYERS:
                children = nodes[node, CHILDREN]
                row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
                for a in range(children):
                    for q in range(players):
                        reach[first + a, q] = reach[node, q]
                    reach[first + a, p] *= probabilities[row + a]
            elif p == DEAL:
                for q in range(players):
                    reach[first, q] = reach[node, q]
            elif p == END:
                paid = nodes[node, SLOT] + codes[nodes[node, LIVE]]
                street = nodes[node, STREET]
                for q in range(players):
                    others = 1.0
                    for r in range(players):
                        if r != q:
                            others *= reach[node, r]
                    gain = others * payoffs[paid, q]
                    worth[q, places[node] + hands[i, q, street]] += gain
                    values[q] += gain * reach[node, q]


@njit(cache=True, nogil=True)
def count_walked(nodes, hands, allowed):
    """How many nodes these deals walk when choices are left out; `allowed` bool[rows]."""
    count = nodes.shape[0]
    cut = np.zeros(count, np.bool_)
    walked = 0
    for i in range(hands.shape[0]):
        for node in range(count):
            p, first = nodes[node, PLAYER], nodes[node, FIRST]
            if p != UNUSED and not cut[node]:
                walked += 1
            if p < MAX_PLAYERS:
                children = nodes[node, CHILDREN]
                row = nodes[node, BASE] + hands[i, p, nodes[node, STREET]] * nodes[node, STRIDE]
                for a in range(children):
                    cut[first + a] = cut[node] or not allowed[row + a]
            elif p == DEAL:
                cut[first] = cut[node]
    return walked


@njit(cache=True, nogil=True)
def value_deals(nodes, payoffs, ranks, first_hands, second_hands, first, second, ties, values):
    """What two players win on average with the cards of each deal, into float64[deals, 2].

    Position 0 plays by `first` float64[rows] and sees `first_hands`, position 1 by `second` and `second_hands`; the
    nodes are those of position 0's game for its own decisions, `nodes[1]` those of the other's.
    """
    count, players = nodes.shape[1], payoffs.shape[1]
    reach = np.ones(count)
    visits = np.zeros(count, np.uint32)
    best = np.zeros(1 << players, np.int32)
    codes = np.zeros(1 << players, np.uint32)
    for i in range(ranks.shape[0]):
        _find_winners(ranks, i, ties, best, codes)
        won, lost = 0.0, 0.0
        at, end = 0, 1
        while at < end:
            node = visits[at]
            at += 1
            p, child, here = nodes[0, node, PLAYER], nodes[0, node, FIRST], reach[node]
            if p == END:
                paid = nodes[0, node, SLOT] + codes[nodes[0, node, LIVE]]
                won += here * payoffs[paid, 0]
                lost += here * payoffs[paid, 1]
            elif p == DEAL:
                reach[child] = here
                visits[end] = child
                end += 1
            else:
                street, children = nodes[0, node, STREET], nodes[0, node, CHILDREN]
                seen = first_hands[i, 0, street] if p == 0 else second_hands[i, 1, street]
                row = nodes[p, node, BASE] + seen * nodes[p, node, STRIDE]
                for a in range(children):
                    share = here * (first[row + a] if p == 0 else second[row + a])
                    if share > 0.0:
                        reach[child + a] = share
                        visits[end] = child + a
                        end += 1
        values[i, 0] = won
        values[i, 1] = lost


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
