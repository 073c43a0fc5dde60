"""Trials of the Kuhn learners: match after match, every switching hand in one pass.

Layout:

- Cards are 0, 1, 2 for J, Q, K. A line is how a hand went: 0 pP, 1 pBp, 2 pBb, 3 bP, 4 bB (P2 in capitals).
- `streams` uint64[4]: splitmix64 generators (Steele, Lea and Flood 2014) for the deals, P1's draws, P2's draws, and the
  ones that choose between experts of equal score. They are made from the seed and the number of the trial, so a trial
  is the same in whichever call it is run. A number is drawn for every decision that a strategy leaves to chance, also
  where the chance is 0 or 1, and for nothing else.
- `prior` float64[4]: theta and omega of eta, then of xi. `known` float64[6]: the counts A to F, prior included.
- `experts` float64[K, 3] (alpha, beta, gamma) or float64[K, 2] (eta, xi). `scores` float64[K + 1, 3]: by expert and own
  card, the last row the number of hands with the card.
- `moments` float64[hands + 1, 5]: sums over trials, by switching hand, of the rate afterwards, its square, the
  expected winnings before, their square, and the product of both.
- `counts` int64[hands + 1, 3]: trials whose winnings in the match reach those of an equilibrium, counted by the cards
  of the first phase, then by its expectation; trials with a rate of `badly` or less.
- `trace` int8[hands, 5] or empty: first card, second card, line, response after the hand, expert of the hand; of the
  last trial.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_FOUR = np.uint64(4)
_UNIT = 1.0 / 9007199254740992.0
_DEALS, _RNG_1, _RNG_2, _RNG_TIES = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
_NEARLY = 1e-9
_VALUE = -1.0 / 18.0
_THIRD = 1.0 / 3.0

_PP, _PBP, _PBB, _BP, _BB = 0, 1, 2, 3, 4
_J, _Q, _K = 0, 1, 2


@njit(cache=True)
def _mixed(word):
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@njit(cache=True)
def start_streams(seed, trial, streams):
    """The four generators of a trial."""
    base = _mixed(seed + _GOLDEN)
    for which in range(4):
        streams[which] = _mixed(base ^ _mixed(trial * _FOUR + np.uint64(which) + _GOLDEN))


@njit(cache=True)
def _draw(streams, which):
    word = streams[which] + _GOLDEN
    streams[which] = word
    return np.float64(_mixed(word) >> _S11) * _UNIT


@njit(cache=True)
def _deal(streams):
    """(first card, second card)."""
    number = int(_draw(streams, _DEALS) * 6.0)
    first = number >> 1
    second = (first + 1 + (number & 1)) % 3
    return first, second


@njit(cache=True)
def _line(first, second, alpha, beta, gamma, eta, xi, streams):
    """How the hand goes."""
    bets = False if first == _Q else _draw(streams, _RNG_1) < (alpha if first == _J else gamma)
    if bets:
        calls = _draw(streams, _RNG_2) < eta if second == _Q else second == _K
        return _BB if calls else _BP
    bluffs = _draw(streams, _RNG_2) < xi if second == _J else second == _K
    if not bluffs:
        return _PP
    calls = _draw(streams, _RNG_1) < beta if first == _Q else first == _K
    return _PBB if calls else _PBP


@njit(cache=True)
def _won(first, second, line):
    """P1's winnings."""
    if line == _PBP:
        return -1.0
    if line == _BP:
        return 1.0
    stake = 1.0 if line == _PP else 2.0
    return stake if first > second else -stake


@njit(cache=True)
def _value(alpha, beta, gamma, eta, xi):
    return (eta * (-3.0 * alpha + gamma) + xi * (-1.0 + 3.0 * beta - gamma) + alpha - beta) / 6.0


@njit(cache=True)
def _pure_value(number, eta, xi):
    return _value(float(number >> 2), float((number >> 1) & 1), float(number & 1), eta, xi)


@njit(cache=True)
def _learn_second(known, first, second, line):
    """Count what P1 saw; 1 if it says something about eta, 2 if about xi, otherwise 0."""
    if line == _BB:
        if second == _Q:
            known[0] += 1.0
            return 1
    elif line == _BP:
        known[1 if first == _J else 2] += 1.0
        return 1
    elif line == _PBB:
        if second == _J:
            known[3] += 1.0
            return 2
    elif line == _PP:
        if second == _J:
            known[4] += 1.0
            return 2
    elif first == _Q:
        known[5] += 1.0
        return 2
    return 0


@njit(cache=True)
def _eta_map(known):
    a = known[0] + known[1] + known[2]
    if a <= 0.0:
        return 0.5
    b = -3.0 * known[0] - 2.0 * known[1] - known[2]
    return (-b - math.sqrt(max(0.0, b * b - 8.0 * a * known[0]))) / (2.0 * a)


@njit(cache=True)
def _xi_map(known):
    a = known[3] + known[4] + known[5]
    if a <= 0.0:
        return 0.5
    b = known[5] - known[4]
    return (b + math.sqrt(b * b + 4.0 * a * known[3])) / (2.0 * a)


@njit(cache=True)
def _best_first(eta, xi):
    number = 0
    if eta < _THIRD - _NEARLY:
        number += 4
    if xi > _THIRD - _NEARLY:
        number += 2
    if eta > xi - _NEARLY:
        number += 1
    return number


@njit(cache=True)
def _tally(moments, counts, t, match, even, rate, badly, before, cards):
    """Add one trial's switch at hand t; `even` is what an equilibrium wins per hand."""
    moments[t, 0] += rate
    moments[t, 1] += rate * rate
    moments[t, 2] += before
    moments[t, 3] += before * before
    moments[t, 4] += rate * before
    if rate <= badly + _NEARLY:
        counts[t, 2] += 1
    if t <= match:
        rest = (match - t) * rate
        enough = match * even - _NEARLY
        if cards + rest >= enough:
            counts[t, 0] += 1
        if before + rest >= enough:
            counts[t, 1] += 1


@njit(cache=True, nogil=True)
def map_trials(seed, begin, opponents, explore, prior, match, badly, moments, counts, trace):
    """P1 explores by one strategy and estimates eta and xi; `opponents` float64[trials, 2] is P2 of each trial."""
    hands = moments.shape[0] - 1
    alpha, beta, gamma = explore[0], explore[1], explore[2]
    streams = np.empty(4, np.uint64)
    known = np.empty(6)
    rates = np.empty(8)
    for trial in range(opponents.shape[0]):
        start_streams(seed, begin + np.uint64(trial), streams)
        eta, xi = opponents[trial, 0], opponents[trial, 1]
        for number in range(8):
            rates[number] = _pure_value(number, eta, xi)
        exploring = _value(alpha, beta, gamma, eta, xi)
        known[0], known[1], known[2] = prior[0], prior[1], 0.0
        known[3], known[4], known[5] = prior[2], prior[3], 0.0
        likely_eta, likely_xi = _eta_map(known), _xi_map(known)
        answer = _best_first(likely_eta, likely_xi)
        cards = 0.0
        _tally(moments, counts, 0, match, _VALUE, rates[answer], badly, 0.0, 0.0)
        for hand in range(hands):
            first, second = _deal(streams)
            line = _line(first, second, alpha, beta, gamma, eta, xi, streams)
            cards += _won(first, second, line)
            told = _learn_second(known, first, second, line)
            if told == 1:
                likely_eta = _eta_map(known)
                answer = _best_first(likely_eta, likely_xi)
            elif told == 2:
                likely_xi = _xi_map(known)
                answer = _best_first(likely_eta, likely_xi)
            _tally(moments, counts, hand + 1, match, _VALUE, rates[answer], badly, (hand + 1) * exploring, cards)
            if trace.shape[0]:
                trace[hand, 0], trace[hand, 1], trace[hand, 2], trace[hand, 3] = first, second, line, answer


@njit(cache=True)
def _average(scores, means):
    """The mean score of each expert: over the hands with a card, then over the cards."""
    last = scores.shape[0] - 1
    jacks = 1.0 / (3.0 * max(1.0, scores[last, 0]))
    queens = 1.0 / (3.0 * max(1.0, scores[last, 1]))
    kings = 1.0 / (3.0 * max(1.0, scores[last, 2]))
    for expert in range(last):
        means[expert] = scores[expert, 0] * jacks + scores[expert, 1] * queens + scores[expert, 2] * kings


@njit(cache=True)
def _probabilities(means, rho, psi, hands, probabilities):
    """How likely each expert is to play the next hand; means are multiplied by `hands` (1 for means themselves)."""
    size = probabilities.shape[0]
    pace = math.log1p(rho) * hands
    highest = means[0]
    for expert in range(1, size):
        highest = max(highest, means[expert])
    whole = 0.0
    for expert in range(size):
        probabilities[expert] = math.exp(pace * (means[expert] - highest))
        whole += probabilities[expert]
    share = (1.0 - psi) / whole
    for expert in range(size):
        probabilities[expert] = share * probabilities[expert] + psi / size


@njit(cache=True)
def _sample(probabilities, draw):
    size = probabilities.shape[0]
    for expert in range(size - 1):
        draw -= probabilities[expert]
        if draw < 0.0:
            return expert
    return size - 1


@njit(cache=True)
def _first_would(experts, expert, first, line):
    """The chance that this expert of P1 plays its part of the line with this card."""
    if first == _Q:
        if line == _PBB:
            return experts[expert, 1]
        if line == _PBP:
            return 1.0 - experts[expert, 1]
        return 1.0
    bets = experts[expert, 0] if first == _J else experts[expert, 2]
    return bets if line >= _BP else 1.0 - bets


@njit(cache=True)
def _second_would(experts, expert, second, line):
    """The same for P2."""
    if second == _Q and line >= _BP:
        return experts[expert, 0] if line == _BB else 1.0 - experts[expert, 0]
    if second == _J and line < _BP:
        return 1.0 - experts[expert, 1] if line == _PP else experts[expert, 1]
    return 1.0


@njit(cache=True)
def _rate_experts(scores, probabilities, would, card, share):
    """Give every expert its part of the winnings (scaled to 0..1) of a hand."""
    size = probabilities.shape[0]
    likely = 0.0
    for expert in range(size):
        likely += probabilities[expert] * would[expert]
    for expert in range(size):
        scores[expert, card] += would[expert] * share / likely
    scores[size, card] += 1.0


@njit(cache=True)
def _rate_drawn(scores, means, chosen, share):
    """Give the winnings of a hand to the expert that was drawn: `scores` has its sum and its hands, then nothing."""
    scores[chosen, 0] += share
    scores[chosen, 1] += 1.0
    means[chosen] = scores[chosen, 0] / scores[chosen, 1]


@njit(cache=True)
def _leader(means, streams):
    """One of the experts with the highest score; ties are broken at random, from a separate stream."""
    best, leader, ties = -1.0, 0, 0
    for expert in range(means.shape[0]):
        if means[expert] > best + _NEARLY:
            best, leader, ties = means[expert], expert, 1
        elif means[expert] > best - _NEARLY:
            ties += 1
            if _draw(streams, _RNG_TIES) * ties < 1.0:
                leader = expert
    return leader


@njit(cache=True, nogil=True)
def expert_trials(seed, begin, opponents, experts, rho, psi, total, drawn_only, match, badly, moments, counts, trace):
    """P1 lets experts play (sequential Exp4); the leader plays on after the switch.

    `total` is 1 if scores grow with the hands, 0 if they stay means; `drawn_only` is 1 if a hand counts for the expert
    that was drawn alone, 0 if it counts for all that could have played it.
    """
    hands, size = moments.shape[0] - 1, experts.shape[0]
    streams = np.empty(4, np.uint64)
    scores = np.empty((size + 1, 3))
    means, probabilities, would, values = np.empty(size), np.empty(size), np.empty(size), np.empty(size)
    for trial in range(opponents.shape[0]):
        start_streams(seed, begin + np.uint64(trial), streams)
        eta, xi = opponents[trial, 0], opponents[trial, 1]
        for expert in range(size):
            values[expert] = _value(experts[expert, 0], experts[expert, 1], experts[expert, 2], eta, xi)
        scores[:] = 0.0
        means[:] = 0.0
        before, cards = 0.0, 0.0
        leader = _leader(means, streams)
        _tally(moments, counts, 0, match, _VALUE, values[leader], badly, before, cards)
        for hand in range(hands):
            _probabilities(means, rho, psi, float(hand) if total else 1.0, probabilities)
            for expert in range(size):
                before += probabilities[expert] * values[expert]
            chosen = _sample(probabilities, _draw(streams, _RNG_1))
            first, second = _deal(streams)
            line = _line(
                first, second, experts[chosen, 0], experts[chosen, 1], experts[chosen, 2], eta, xi, streams
            )  # fmt: skip
            won = _won(first, second, line)
            cards += won
            if drawn_only:
                _rate_drawn(scores, means, chosen, (won + 2.0) / 4.0)
            else:
                for expert in range(size):
                    would[expert] = _first_would(experts, expert, first, line)
                _rate_experts(scores, probabilities, would, first, (won + 2.0) / 4.0)
                _average(scores, means)
            leader = _leader(means, streams)
            _tally(moments, counts, hand + 1, match, _VALUE, values[leader], badly, before, cards)
            if trace.shape[0]:
                trace[hand, 0], trace[hand, 1], trace[hand, 2] = first, second, line
                trace[hand, 3], trace[hand, 4] = leader, chosen


@njit(cache=True)
def _second_hand(streams, scores, means, probabilities, would, experts, rho, psi, hands, alpha, beta, gamma):
    """One hand of P1's strategy against the learning P2.

    Returns P1's expected winnings before the cards are dealt, and the hand: first card, second card, line, expert.
    """
    size = experts.shape[0]
    _average(scores, means)
    _probabilities(means, rho, psi, hands, probabilities)
    eta, xi = 0.0, 0.0
    for expert in range(size):
        eta += probabilities[expert] * experts[expert, 0]
        xi += probabilities[expert] * experts[expert, 1]
    chosen = _sample(probabilities, _draw(streams, _RNG_2))
    first, second = _deal(streams)
    line = _line(first, second, alpha, beta, gamma, experts[chosen, 0], experts[chosen, 1], streams)
    for expert in range(size):
        would[expert] = _second_would(experts, expert, second, line)
    _rate_experts(scores, probabilities, would, second, (2.0 - _won(first, second, line)) / 4.0)
    return _value(alpha, beta, gamma, eta, xi), first, second, line, chosen


@njit(cache=True, nogil=True)
def mutual_trials(seed, begin, trials, explore, prior, experts, rho, psi, total, switches, match, sums, counts, trace):
    """P1 explores, estimates and switches; P2's experts are reweighted throughout the match.

    `switches` int64[S] ascending; `sums` float64[S, 2] get the winnings of a match and their squares, `counts`
    int64[S, 8] the answers that P1 switched to. A trace shows the match with the last switch.
    """
    size = experts.shape[0]
    streams, after_streams = np.empty(4, np.uint64), np.empty(4, np.uint64)
    scores, after_scores = np.empty((size + 1, 3)), np.empty((size + 1, 3))
    means, probabilities, would = np.empty(size), np.empty(size), np.empty(size)
    known = np.empty(6)
    traced = trace.shape[0] > 0
    alpha, beta, gamma = explore[0], explore[1], explore[2]
    for trial in range(trials):
        start_streams(seed, begin + np.uint64(trial), streams)
        scores[:] = 0.0
        known[0], known[1], known[2] = prior[0], prior[1], 0.0
        known[3], known[4], known[5] = prior[2], prior[3], 0.0
        hand, before = 0, 0.0
        for place in range(switches.shape[0]):
            while hand < switches[place]:
                won, first, second, line, chosen = _second_hand(
                    streams, scores, means, probabilities, would, experts, rho, psi, float(hand) if total else 1.0,
                    alpha, beta, gamma,
                )  # fmt: skip
                before += won
                _learn_second(known, first, second, line)
                if traced:
                    trace[hand, 0], trace[hand, 1], trace[hand, 2], trace[hand, 4] = first, second, line, chosen
                hand += 1
            answer = _best_first(_eta_map(known), _xi_map(known))
            bluff, call, bet = float(answer >> 2), float((answer >> 1) & 1), float(answer & 1)
            after_streams[:] = streams
            after_scores[:] = scores
            winnings = before
            for later in range(hand, match):
                won, first, second, line, chosen = _second_hand(
                    after_streams, after_scores, means, probabilities, would, experts, rho, psi,
                    float(later) if total else 1.0, bluff, call, bet,
                )  # fmt: skip
                winnings += won
                if traced:
                    trace[later, 0], trace[later, 1], trace[later, 2], trace[later, 4] = first, second, line, chosen
            sums[place, 0] += winnings
            sums[place, 1] += winnings * winnings
            counts[place, answer] += 1
            if traced:
                trace[:, 3] = answer


@njit(cache=True)
def _learn_first(seen, first, second, line):
    """Count what P2 saw, by its own card: `seen` float64[3, 6], see `estimates.FirstCounts`."""
    if second == _K:
        if line == _BB:
            seen[2, 0] += 1.0
        else:
            seen[2, 1 if line == _PBB else 2] += 1.0
    elif second == _Q:
        if line == _BP:
            seen[1, 4] += 1.0
        else:
            seen[1, (0 if line == _BB else 1) + (0 if first == _J else 2)] += 1.0
    elif line == _BP:
        seen[0, 0] += 1.0
    elif first == _K:
        seen[0, 1] += 1.0
    elif line == _PBB:
        seen[0, 2] += 1.0
    elif line == _PBP:
        seen[0, 3] += 1.0


@njit(cache=True)
def _joined(hits_1, misses_1, hits_2, misses_2, theta, omega):
    """Two estimates of one chance, weighted by their data points."""
    points_1, points_2 = hits_1 + misses_1, hits_2 + misses_2
    if points_1 + points_2 <= 0.0:
        return theta / (theta + omega) if theta + omega > 0.0 else 0.5
    likely = 0.0
    if points_1 > 0.0:
        likely += points_1 * (hits_1 + theta) / (points_1 + theta + omega)
    if points_2 > 0.0:
        likely += points_2 * (hits_2 + theta) / (points_2 + theta + omega)
    return likely / (points_1 + points_2)


@njit(cache=True)
def _best_second(seen, prior):
    """P2's answer to its estimates, as 2 eta + xi."""
    jack_bets, queen_calls, folds = seen[2, 0], seen[2, 1], seen[2, 2]
    half = (jack_bets + queen_calls + folds) / 2.0
    jack_passes = min(max(half - jack_bets, 0.0), folds)
    queen_folds = folds - jack_passes
    hidden = seen[1, 4]
    half = (seen[1, 0] + seen[1, 1] + seen[1, 2] + seen[1, 3] + hidden) / 2.0
    jacks = min(max(half - seen[1, 0] - seen[1, 1], 0.0), hidden)
    kings = hidden - jacks
    alpha = _joined(jack_bets, jack_passes, seen[1, 0] + jacks, seen[1, 1], prior[0], prior[1])
    beta = _joined(queen_calls, queen_folds, seen[0, 2], seen[0, 3], prior[2], prior[3])
    gamma = _joined(seen[1, 2] + kings, seen[1, 3], seen[0, 0], seen[0, 1], prior[4], prior[5])
    answer = 0
    if gamma < 3.0 * alpha - _NEARLY:
        answer += 2
    if 3.0 * beta < 1.0 + gamma - _NEARLY:
        answer += 1
    return answer


@njit(cache=True, nogil=True)
def second_map_trials(seed, begin, opponents, explore, prior, match, badly, moments, counts, trace):
    """P2 explores by (eta, xi) and estimates P1; rates are P2's. `opponents` float64[trials, 3], `prior` float64[6]."""
    hands = moments.shape[0] - 1
    eta, xi = explore[0], explore[1]
    streams = np.empty(4, np.uint64)
    seen = np.empty((3, 6))
    rates = np.empty(4)
    for trial in range(opponents.shape[0]):
        start_streams(seed, begin + np.uint64(trial), streams)
        alpha, beta, gamma = opponents[trial, 0], opponents[trial, 1], opponents[trial, 2]
        for answer in range(4):
            rates[answer] = -_value(alpha, beta, gamma, float(answer >> 1), float(answer & 1))
        exploring = -_value(alpha, beta, gamma, eta, xi)
        seen[:] = 0.0
        answer = _best_second(seen, prior)
        cards = 0.0
        _tally(moments, counts, 0, match, -_VALUE, rates[answer], badly, 0.0, 0.0)
        for hand in range(hands):
            first, second = _deal(streams)
            line = _line(first, second, alpha, beta, gamma, eta, xi, streams)
            cards -= _won(first, second, line)
            _learn_first(seen, first, second, line)
            answer = _best_second(seen, prior)
            _tally(moments, counts, hand + 1, match, -_VALUE, rates[answer], badly, (hand + 1) * exploring, cards)
            if trace.shape[0]:
                trace[hand, 0], trace[hand, 1], trace[hand, 2], trace[hand, 3] = first, second, line, answer
