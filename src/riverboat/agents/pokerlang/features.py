"""What is made, and what can still be made, of hole cards and a board; and what the board looks like."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from riverboat.agents.pokerlang.terms import TERMS
from riverboat.cards.card import rank_of, suit_of
from riverboat.cards.ranking.high import rank
from riverboat.cards.ranking.words import category

_MADE: Final = TERMS["made"].words
_ACE: Final = 12
_RUN: Final = 5
_WINDOWS: Final = tuple(
    frozenset((low + step) % 13 for step in range(_RUN)) for low in (_ACE, *range(9))
)  # from ace to five up to ten to ace


@lru_cache(maxsize=4096)
def made_hand(hole: tuple[int, ...], board: tuple[int, ...]) -> str:
    """The kind of hand that hole cards and board make; before the flop a pair or nothing."""
    if not board:
        return "pair" if rank_of(hole[0]) == rank_of(hole[1]) else "nothing"
    return _MADE[int(category(rank(hole + board)))]


def pair_kind(hole: tuple[int, ...], board: tuple[int, ...]) -> str:
    """The pair that the hole cards make: over the board, with its top, a middle or its lowest card, or none."""
    first, second = rank_of(hole[0]), rank_of(hole[1])
    there = sorted({rank_of(card) for card in board}, reverse=True)
    if not there:
        return "over" if first == second else "none"
    if first == second:
        return "over" if first > there[0] else "middle" if first > there[-1] else "low"
    hits = [there.index(each) for each in (first, second) if each in there]
    if not hits:
        return "none"
    best = min(hits)
    return "top" if best == 0 else "low" if best == len(there) - 1 else "middle"


@lru_cache(maxsize=4096)
def draw_kind(hole: tuple[int, ...], board: tuple[int, ...]) -> str:
    """The best draw that uses a hole card and needs one more card; none before the flop and on the river."""
    if not 3 <= len(board) <= 4:
        return "none"
    suits = Counter(map(suit_of, hole + board))
    flush = any(suits[suit_of(card)] == 4 for card in hole)
    ranks = {rank_of(card) for card in hole + board}
    own = ranks - {rank_of(card) for card in board}
    missing: set[int] = set()
    made = any(window <= ranks for window in _WINDOWS)
    for window in _WINDOWS:
        if len(window & ranks) == _RUN - 1 and window & own:
            missing |= window - ranks
    straight = "none" if made or not missing else "open_ended" if len(missing) > 1 else "gutshot"
    if flush:
        return "combo" if straight != "none" else "flush"
    return straight


def board_suits(board: tuple[int, ...]) -> str:
    """How many cards of the board share a suit: three or more, two, or none."""
    if not board:
        return "none"
    most = max(Counter(map(suit_of, board)).values())
    return "monotone" if most >= 3 else "two_tone" if most == 2 else "rainbow"


def is_paired(board: tuple[int, ...]) -> bool:
    """Whether two cards of the board have one rank."""
    return len({rank_of(card) for card in board}) < len(board)


def is_connected(board: tuple[int, ...]) -> bool:
    """Whether two hole cards could make a straight with three cards of the board."""
    ranks = {rank_of(card) for card in board}
    return any(len(window & ranks) >= 3 for window in _WINDOWS)
