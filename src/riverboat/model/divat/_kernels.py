"""Kernels that play the baseline of DIVAT through all cards to come, for two known hands.

The tables of a flop are those of `odds/hand_rank_tables/jit.py`. Players are 0 (the big blind) and 1;
values are the first one's, in chips. Sequences are numbered as in `baseline.py`. `offsets` and `makes` of one setting
are float64[4] and float64[4, 4], by street.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import look_up
from riverboat.odds.hand_rank_tables.jit import MASKS_AT, fill_flop
from riverboat.odds.jit import draw_cards, seeded

# What each sequence costs a player who stays, in bets, and who folds: 1 the second, -1 the first.
_BETS = np.array([0, 0, 1, 0, 1, 2, 3, 4, 0, 1, 0, 1, 0, 2, 3], np.float64)
_FOLDS = np.array([0, -1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, -1, 0, 0], np.int64)


@njit
def _sequence(bet1, bet2, fold1, fold2, pot, bet, offset, makes):
    """The baseline's sequence after the flop: 0 kK, 1 kBf, 2 kBc, 3 bF, 4 bC, 5 bRc, 6 bRrC, 7 bRrRc."""
    threshold = bet / (pot + bet) + offset
    if bet1 >= makes[0]:
        if bet2 >= makes[1]:
            if bet1 >= makes[2]:
                return 7 if bet2 >= makes[3] else 6
            return 5
        return 3 if bet2 < makes[0] and fold2 < threshold else 4
    if bet2 >= makes[0]:
        return 1 if fold1 < threshold else 2
    return 0


@njit
def _preflop_sequence(bet1, bet2, fold1, fold2, pot, bet, offset, makes, first):
    """The baseline's sequence before the flop: 8 SlCk, 9 SlCrC, 10 SlCrF, 11 SlRc, 12 SlRf, 13 SlRrC, 14 SlRrRc.

    `first` is the threshold that the first raise needs.
    """
    threshold = bet / (pot + bet) + offset
    if bet2 >= makes[first]:
        if bet1 >= makes[first + 1]:
            return 14 if bet2 >= makes[first + 2] else 13
        return 12 if bet1 < makes[first] and fold1 < threshold else 11
    if bet1 >= makes[first]:
        return 10 if fold2 < threshold else 9
    return 8


@njit
def _bets_of(sequence):
    """How many bets each player puts in on this street; before the flop beyond the blind."""
    return _BETS[sequence]


@njit
def _fold_of(sequence):
    """1 if the second player folds, -1 if the first does, 0 if nobody."""
    return _FOLDS[sequence]


@njit
def _from_river(rank1, rank2, sign, pot, bets, offsets, makes):
    """What the first wins from the start of the river on."""
    chosen = _sequence(rank1, rank2, rank1, rank2, pot, bets[3], offsets[3], makes[3])
    fold = _fold_of(chosen)
    if fold:
        return fold * pot / 2.0
    return sign * (pot / 2.0 + _bets_of(chosen) * bets[3])


@njit
def _after_turn(rivers, signs, t, pot, bets, offsets, makes):
    """What the first wins on average once the betting of this turn card is over; `_from_river` for all rivers."""
    half, bet = pot / 2.0, bets[3]
    threshold = bet / (pot + bet) + offsets[3]
    make1, make2, make3, make4 = makes[3, 0], makes[3, 1], makes[3, 2], makes[3, 3]
    total = 0.0
    for r in range(np.uint64(45)):
        if r == t:
            continue
        first, second, sign = rivers[0, t, r], rivers[1, t, r], np.float64(signs[t, r])
        if first >= make1:
            if second >= make2:
                raises = 2.0 if first < make3 else (3.0 if second < make4 else 4.0)
                total += sign * (half + raises * bet)
            elif second < make1 and second < threshold:
                total += half
            else:
                total += sign * (half + bet)
        elif second >= make1:
            total += -half if first < threshold else sign * (half + bet)
        else:
            total += sign * half
    return total / 44.0


@njit
def _turn_sequence(turns, t, pot, bets, offsets, makes):
    bet1, bet2 = max(turns[0, 0, t], turns[0, 1, t]), max(turns[1, 0, t], turns[1, 1, t])
    return _sequence(bet1, bet2, turns[0, 1, t], turns[1, 1, t], pot, bets[2], offsets[2], makes[2])


@njit
def _after_flop(rivers, signs, turns, pot, bets, offsets, makes):
    """What the first wins on average once the betting of this flop is over."""
    total = 0.0
    for t in range(np.uint64(45)):
        chosen = _turn_sequence(turns, t, pot, bets, offsets, makes)
        fold = _fold_of(chosen)
        if fold:
            total += fold * pot / 2.0
        else:
            after = pot + 2.0 * _bets_of(chosen) * bets[2]
            total += _after_turn(rivers, signs, t, after, bets, offsets, makes)
    return total / 45.0


@njit
def _flop_sequence(flop, pot, bets, offsets, makes):
    bet1, bet2 = max(flop[0, 0], flop[0, 1]), max(flop[1, 0], flop[1, 1])
    fold1, fold2 = (flop[0, 0] + flop[0, 1]) / 2.0, (flop[1, 0] + flop[1, 1]) / 2.0
    return _sequence(bet1, bet2, fold1, fold2, pot, bets[1], offsets[1], makes[1])


@njit
def _from_flop(rivers, signs, turns, flop, pot, bets, offsets, makes):
    """What the first wins on average from the start of this flop on."""
    chosen = _flop_sequence(flop, pot, bets, offsets, makes)
    fold = _fold_of(chosen)
    if fold:
        return fold * pot / 2.0
    return _after_flop(rivers, signs, turns, pot + 2.0 * _bets_of(chosen) * bets[1], bets, offsets, makes)


@njit
def _share(signs):
    """The first player's equity on a flop: wins and half the ties of 990."""
    total = 0
    for t in range(45):
        for r in range(t):
            total += signs[t, r]
    return 0.5 + total / 1980.0


@njit
def _turn_share(signs, t):
    total = 0
    for r in range(45):
        if r != t:
            total += signs[t, r]
    return 0.5 + total / 88.0


@njit
def _sampled_share(table7, words, holes, deck, samples, rng):
    """The first player's equity before the flop on random boards."""
    key1 = words[holes[0]] + words[holes[1]]
    key2 = words[holes[2]] + words[holes[3]]
    masks1 = words[np.uint64(holes[0]) + MASKS_AT] + words[np.uint64(holes[1]) + MASKS_AT]
    masks2 = words[np.uint64(holes[2]) + MASKS_AT] + words[np.uint64(holes[3]) + MASKS_AT]
    total = 0
    for _ in range(samples):
        draw_cards(deck, 5, rng, 48)
        key = np.uint64(0)
        masks = np.uint64(0)
        for i in range(5):
            key += words[deck[i]]
            masks += words[np.uint64(deck[i]) + MASKS_AT]
        first, second = look_up(table7, key + key1, masks + masks1), look_up(table7, key + key2, masks + masks2)
        total += int(first > second) - int(first < second)
    return 0.5 + total / (2.0 * samples)


@njit
def _fill_deck(holes, deck):
    count = 0
    for card in range(52):
        if card != holes[0] and card != holes[1] and card != holes[2] and card != holes[3]:
            deck[count] = card
            count += 1


@njit(cache=True, nogil=True)
def roll_out_flops(ranking, holes, flops, weights, pots, bets, offsets, makes, values):
    """Add to float64[pots] what the first wins on each flop of uint8[F, 3], by the baseline, times its weight."""
    rivers, signs = np.zeros((2, 45, 45)), np.zeros((45, 45), np.int8)
    turns, flop, live = np.zeros((2, 2, 45)), np.zeros((2, 2)), np.empty(45, np.uint8)
    for f in range(flops.shape[0]):
        fill_flop(ranking, holes, flops[f], live, rivers, signs, turns, flop)
        for p in range(pots.size):
            values[p] += weights[f] * _from_flop(rivers, signs, turns, flop, pots[p], bets, offsets, makes)


@njit
def _compare_streets(
    rivers, signs, turns, flop, turn, river, shares, ends, last, bets, offset, make, roll_out, sequences, bases,
    actuals,
):  # fmt: skip
    """From the flop on, what the baseline would have done on each street in the pot there was, and both equities."""
    for street in range(1, last + 1):
        pot = ends[street]
        if street == 1:
            chosen = _flop_sequence(flop, pot, bets, offset, make)
        elif street == 2:
            chosen = _turn_sequence(turns, turn, pot, bets, offset, make)
        else:
            rank1, rank2 = rivers[0, turn, river], rivers[1, turn, river]
            chosen = _sequence(rank1, rank2, rank1, rank2, pot, bets[3], offset[3], make[3])
        sequences[street] = chosen
        folded = _fold_of(chosen)
        for which in range(2):
            after = ends[street + 1] if which else pot + 2.0 * _bets_of(chosen) * bets[street]
            if street == 3 or not roll_out:
                value = (shares[street] - 0.5) * after
            elif street == 2:
                value = _after_turn(rivers, signs, turn, after, bets, offset, make)
            else:
                value = _after_flop(rivers, signs, turns, after, bets, offset, make)
            if which:
                actuals[street] = value
            else:
                bases[street] = folded * pot / 2.0 if folded else value


@njit
def _baseline_money(
    rivers, signs, turns, flop, turn, river, shares, known, pot, bets, offset, make, roll_out
):  # fmt: skip
    """What the baseline makes against itself from this pot on the flop, with the mean over cards that are not known."""
    chosen = _flop_sequence(flop, pot, bets, offset, make)
    if _fold_of(chosen):
        return _fold_of(chosen) * pot / 2.0
    pot += 2.0 * _bets_of(chosen) * bets[1]
    if known < 4:
        if roll_out:
            return _after_flop(rivers, signs, turns, pot, bets, offset, make)
        return (shares[1] - 0.5) * pot
    chosen = _turn_sequence(turns, turn, pot, bets, offset, make)
    if _fold_of(chosen):
        return _fold_of(chosen) * pot / 2.0
    pot += 2.0 * _bets_of(chosen) * bets[2]
    if known < 5:
        if roll_out:
            return _after_turn(rivers, signs, turn, pot, bets, offset, make)
        return (shares[2] - 0.5) * pot
    sign = signs[turn, river]
    return _from_river(rivers[0, turn, river], rivers[1, turn, river], sign, pot, bets, offset, make)


@njit
def _holding(first, second):
    """The index of two cards among the 1,326 holdings."""
    low, high = np.int64(min(first, second)), np.int64(max(first, second))
    return high * (high - 1) // 2 + low


@njit
def _flop_pots(hole, last, ends, start, bet, preflop, offsets, makes, first_make, sequences, wanted):
    """Which pots the flop may begin with, really and by each baseline, and whether any of their values is needed.

    Equal pots cancel, so their value is needed only for the baseline's money of a hand without a flop.
    """
    one, two = _holding(hole[0], hole[1]), _holding(hole[2], hole[3])
    bet1, bet2 = max(preflop[one, 0], preflop[one, 1]), max(preflop[two, 0], preflop[two, 1])
    needed = False
    for k in range(offsets.shape[0]):
        chosen = _preflop_sequence(
            bet1, bet2, preflop[one, 1], preflop[two, 1], start, bet, offsets[k, 0], makes[k, 0], first_make
        )
        sequences[k, 0] = chosen
        wanted[k, 0] = ends[1]
        wanted[k, 1] = start + 2.0 * _bets_of(chosen) * bet
        folded = _fold_of(chosen)
        same = not folded and last > 0 and wanted[k, 0] == wanted[k, 1]
        needed |= not same and (last > 0 or not folded)
    return needed


@njit
def _places(live, board, known):
    """Where turn and river are among the 45 cards that are left on the flop; 0 if they are not known."""
    turn, river = np.uint64(0), np.uint64(0)
    for i in range(np.uint64(45)):
        if known > 3 and live[i] == board[3]:
            turn = i
        if known > 4 and live[i] == board[4]:
            river = i
    return turn, river


@njit(cache=True, nogil=True)
def assess_hands(
    ranking, holes, boards, played, ends, payoffs, bets, blind, preflop, offsets, makes, first_make, roll_out,
    flops, samples, seeds, exact, shares, sequences, bases, actuals, dcash,
):  # fmt: skip
    """The equities of DIVAT for hands of limit hold'em.

    In: uint8[N, 4] `holes`, uint8[N, 5] `boards`, int8[N, 3] `played` (last street, its folder or -1, board cards
    known), float64[N, 5] `ends` (pot after each street, the blinds first), float64[N] `payoffs`, float64[1326, 2]
    `preflop` ranks, float64[K, 4] `offsets`, float64[K, 4, 4] `makes` of K settings, uint64[N] `seeds`, and float64[N]
    `exact` equities before the flop (NaN: sample them).
    Out: float64[N, 4] `shares` (equity of the first when a street begins), and by setting int8[N, K, 4] `sequences`,
    float64[N, K, 4] `bases` and `actuals`, float64[N, K] `dcash`. `roll_out` chooses roll-out and not all-in equity.
    """
    table7, words = ranking[2], ranking[3]
    settings = offsets.shape[0]
    rivers, signs = np.zeros((2, 45, 45)), np.zeros((45, 45), np.int8)
    turns, flop, live = np.zeros((2, 2, 45)), np.zeros((2, 2)), np.empty(45, np.uint8)
    deck = np.empty(48, np.uint8)
    later = np.zeros((settings, 2))
    wanted = np.zeros((settings, 2))
    start = 2.0 * blind
    for n in range(holes.shape[0]):
        hole = holes[n]
        last, folder, known = played[n, 0], played[n, 1], played[n, 2]
        rng = seeded(seeds[n])
        _fill_deck(hole, deck)
        if np.isnan(exact[n]):
            shares[n, 0] = _sampled_share(table7, words, hole, deck, samples, rng)
        else:
            shares[n, 0] = exact[n]
        needed = _flop_pots(
            hole, last, ends[n], start, bets[0], preflop, offsets, makes, first_make, sequences[n], wanted
        )
        later[:] = 0.0
        if roll_out and not needed:
            later[:] = np.nan
        if roll_out and needed:
            for _ in range(flops):
                draw_cards(deck, 3, rng, 48)
                fill_flop(ranking, hole, deck[:3], live, rivers, signs, turns, flop)
                for k in range(settings):
                    for which in range(2):
                        later[k, which] += (
                            _from_flop(rivers, signs, turns, flop, wanted[k, which], bets, offsets[k], makes[k]) / flops
                        )
        for k in range(settings):
            if not roll_out:
                for which in range(2):
                    later[k, which] = (shares[n, 0] - 0.5) * wanted[k, which]
            folded = _fold_of(sequences[n, k, 0])
            bases[n, k, 0] = folded * blind if folded else later[k, 1]
            actuals[n, k, 0] = later[k, 0] if last > 0 else payoffs[n]
            dcash[n, k] = bases[n, k, 0]
        if known < 3:
            continue
        fill_flop(ranking, hole, boards[n, :3], live, rivers, signs, turns, flop)
        shares[n, 1] = _share(signs)
        turn, river = _places(live, boards[n], known)
        if known > 3:
            shares[n, 2] = _turn_share(signs, turn)
        if known > 4:
            shares[n, 3] = 0.5 + signs[turn, river] / 2.0
        for k in range(settings):
            _compare_streets(
                rivers, signs, turns, flop, turn, river, shares[n], ends[n], last, bets, offsets[k], makes[k],
                roll_out, sequences[n, k], bases[n, k], actuals[n, k],
            )  # fmt: skip
            if folder >= 0 or last == 3:
                actuals[n, k, last] = payoffs[n]
            if not _fold_of(sequences[n, k, 0]):
                pot = start + 2.0 * _bets_of(sequences[n, k, 0]) * bets[0]
                dcash[n, k] = _baseline_money(
                    rivers, signs, turns, flop, turn, river, shares[n], known, pot, bets, offsets[k], makes[k],
                    roll_out,
                )  # fmt: skip
