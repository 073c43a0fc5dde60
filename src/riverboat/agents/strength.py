"""How good is my hand in this game, from what my seat sees? One number from 0 to 1, for agents that use hand strength.

The number is E[HS]: the chance to beat every opponent at the showdown if their cards are random, ties counting half
(Teófilo 2016, EQ17). For hold'em it comes from the tables and kernels of `riverboat.odds`. For any other game the
cards to come and one opponent's cards are enumerated over the game's own deck where that is at most 100,000
combinations, and the result is remembered; larger games are sampled.

`quick_strength` is for players that decide millions of times: in hold'em it looks up the average rank strength against
one opponent (0.5 us; building the tables takes most of a minute on first use) and raises it to the number of
opponents.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import class_index
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.scoring import ranker
from riverboat.games.view import View

MAX_COMBINATIONS = 5_000
SAMPLES = 1000
QUICK_SAMPLES = 40


def expected_strength(view: View, rng: Random, samples: int = SAMPLES) -> float:
    """E[HS] against everyone who is still in."""
    opponents = max(1, view.opponents)
    if is_holdem(view.rules):
        return _holdem_strength(view.hole, view.board, opponents)
    return _general_strength(view, opponents, rng, samples)


def quick_strength(view: View, rng: Random) -> float:
    """The chance to beat one opponent, by the fastest method."""
    if is_holdem(view.rules):
        return holdem_look_up(view.hole, view.board)
    return _general_strength(view, 1, rng, QUICK_SAMPLES)


def holdem_look_up(hole: tuple[int, ...], board: tuple[int, ...]) -> float:
    """Average rank strength against one opponent, or the exact E[HS] before the flop."""
    if not board:
        return float(_preflop()[class_index(hole[0], hole[1])])
    from riverboat.cards.ranking.high import rank

    found = float(_look_ups(len(board))[class_index(hole[0], hole[1]), rank(hole + board)])
    return found if found == found else _holdem_strength(hole, board, 1)


def holdem_look_ups(board: tuple[int, ...]) -> NDArray[np.float64]:
    """float64[1326]: the same after the flop for every holding; not a number where the board blocks it."""
    from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS
    from riverboat.odds.range_equity import rank_holdings

    ranks = rank_holdings(board)
    found = _look_ups(len(board))[HOLDING_CLASS.astype(np.int64), np.maximum(ranks, 0)].astype(np.float64)
    for holding in np.flatnonzero(np.isnan(found) & (ranks >= 0)):  # a cell that no hand was sampled for
        found[holding] = holdem_look_up(tuple(HOLDING_CARDS[holding].tolist()), board)
    return np.where(ranks < 0, np.nan, found)


@cache
def _look_ups(board: int) -> NDArray[np.float32]:
    from riverboat.odds.ars import ars_table

    return ars_table({3: "flop", 4: "turn", 5: "river"}[board], 1).mean


@cache
def _preflop() -> NDArray[np.float64]:
    from riverboat.odds.strength.expected import expected_strength_by_holding

    by_holding = expected_strength_by_holding("", 1)
    by_class = np.zeros(169)
    from riverboat.cards.holdings import HOLDING_CLASS

    by_class[HOLDING_CLASS] = by_holding
    return by_class


@cache
def starting_strength(hand_class: int, opponents: int) -> float:
    """The exact E[HS] of a starting hand."""
    from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS
    from riverboat.odds.strength import expected_hand_strength

    holding = HOLDING_CARDS[int(np.flatnonzero(hand_class == HOLDING_CLASS)[0])]
    return float(expected_hand_strength(holding, "", opponents))


def _holdem_strength(hole: tuple[int, ...], board: tuple[int, ...], opponents: int) -> float:
    if not board:
        return starting_strength(class_index(hole[0], hole[1]), opponents)
    from riverboat.odds.strength import expected_hand_strength

    return float(expected_hand_strength(hole, board, opponents))


def cards_to_come(view: View) -> tuple[int, int, tuple[int, ...]]:
    """How many cards we and the board still get, and what the first opponent who is in shows."""
    later = view.rules.streets[view.street + 1 :]
    own, board = sum(street.down + street.up for street in later), sum(street.board for street in later)
    shown = next((view.up[p] for p, alive in enumerate(view.live) if alive and p != view.position), ())
    return own, board, shown


def _general_strength(view: View, opponents: int, rng: Random, samples: int) -> float:
    rules = view.rules
    own_to_come, board_to_come, shown = cards_to_come(view)
    hidden = max(0, len(view.hole) + own_to_come - len(shown))
    seen = frozenset(view.hole + view.board).union(*view.up)
    unseen = rules.deck.size - len(seen)
    ways = 1
    for cards in (own_to_come, board_to_come, hidden):
        ways *= comb(unseen, cards)
        unseen -= cards
    if ways <= MAX_COMBINATIONS:
        key = (rules, tuple(sorted(view.hole)), tuple(sorted(view.board)), shown, own_to_come, board_to_come, hidden)
        return _enumerated(*key, seen, opponents)
    return _sampled(view, seen, own_to_come, board_to_come, opponents, rng, samples)


@lru_cache(maxsize=50_000)
def _enumerated(
    rules: Rules,
    hole: tuple[int, ...],
    board: tuple[int, ...],
    shown: tuple[int, ...],
    own_to_come: int,
    board_to_come: int,
    hidden: int,
    seen: frozenset[int],
    opponents: int,
) -> float:
    """The mean of HS^n over every way the cards can come."""
    rank = ranker(rules.deck, rules.awards[0])
    unseen = [card for card in range(rules.deck.size) if card not in seen]
    total, count = 0.0, 0
    for mine in combinations(unseen, own_to_come):
        rest = [card for card in unseen if card not in mine]
        for middle in combinations(rest, board_to_come):
            own = rank(hole + mine, board + middle)
            theirs = [rank(shown + cards, board + middle) for cards in combinations(_without(rest, middle), hidden)]
            ahead = sum(1.0 if own > value else 0.5 if own == value else 0.0 for value in theirs)
            total += (ahead / len(theirs)) ** opponents
            count += 1
    return total / count


def _without(cards: list[int], taken: tuple[int, ...]) -> list[int]:
    return [card for card in cards if card not in taken]


def _sampled(
    view: View, seen: frozenset[int], own_to_come: int, board_to_come: int, opponents: int, rng: Random, samples: int
) -> float:
    """The share of random deals in which we beat everyone; a tie for the best counts half."""
    rules = view.rules
    rank = ranker(rules.deck, rules.awards[0])
    unseen = [card for card in range(rules.deck.size) if card not in seen]
    size = len(view.hole) + own_to_come
    others = [view.up[p] for p, alive in enumerate(view.live) if alive and p != view.position][:opponents]
    needed = own_to_come + board_to_come + sum(max(0, size - len(up)) for up in others)
    if needed > len(unseen):
        others = others[: max(1, (len(unseen) - own_to_come - board_to_come) // size)]
        needed = own_to_come + board_to_come + sum(max(0, size - len(up)) for up in others)
    total = 0.0
    for _ in range(samples):
        cards = tuple(rng.sample(unseen, needed))
        board = view.board + cards[own_to_come : own_to_come + board_to_come]
        own = rank(view.hole + cards[:own_to_come], board)
        at, result = own_to_come + board_to_come, 1.0
        for up in others:
            count = max(0, size - len(up))
            theirs = rank(up + cards[at : at + count], board)
            at += count
            if theirs > own:
                result = 0.0
                break
            if theirs == own:
                result = 0.5
        total += result
    return total / samples
