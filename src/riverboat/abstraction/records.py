"""How often does a hand win and lose when all cards are dealt out? Counted exactly, against every other hand.

These are the numbers by which GS1's GameShrink compares hands (Gilpin and Sandholm 2006): "a roll-out of every
combination of remaining cards". The paper's database `db5` has them for 25,989,600 hands and flops; here for the
1,286,792 that renaming suits leaves.

| street | what is counted | showdowns of a hand | cost |
|---|---|---|---|
| before the flop | 1,326 holdings | 2,097,572,400 | a minute, once |
| flop | every deal of hole cards and a flop | 1,070,190 | a minute, once, resumed after Ctrl-C |
| turn, river | the holdings of one board | 45,540 and 990 | 0.05 s and 1 ms |
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import table_of_deals
from riverboat.cache import cached_arrays
from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.ranking.high import rank_batch
from riverboat.errors import RiverboatError
from riverboat.odds.showdown.exact import DealByDeal, summed
from riverboat.odds.showdown.spot import read_spot
from riverboat.odds.strength.inputs import tables
from riverboat.progress import OnProgress
from riverboat.workers import in_threads

Integers = NDArray[np.int64]
FLOP_SHOWDOWNS: Final = 1_070_190
"""Of one hand on a flop: 1,081 opponents times 990 run-outs."""
_VERSION: Final = 2
_PREFLOP_VERSION: Final = 1
_PIECE: Final = 500
_HALF: Final = np.uint64(32)


class Records(NamedTuple):
    """Showdowns that each hand wins and loses; the others are ties."""

    wins: Integers
    losses: Integers


def preflop_records(on_progress: OnProgress | None = None) -> Records:
    """int64[1326]: each holding against all others on all boards; kept in the cache."""
    arrays = cached_arrays(f"preflop-roll-out-v{_PREFLOP_VERSION}", lambda: _roll_out(on_progress)._asdict())
    return Records(arrays["wins"], arrays["losses"])


def flop_records(on_progress: OnProgress | None = None) -> Records:
    """Every deal of hole cards and a flop, by its number (`deals_of(3)`); kept in the cache."""
    identity = {"records": "wins and losses", "cards": 3, "version": _VERSION}
    packed = table_of_deals(f"flop-records-v{_VERSION}", identity, 3, np.uint64, _packed_flop, on_progress)
    return Records((packed >> _HALF).astype(np.int64), (packed & np.uint64(0xFFFFFFFF)).astype(np.int64))


def board_records(board: tuple[int, ...]) -> Records:
    """int64[1326] for a turn or river board; zeros where the board blocks a holding."""
    if len(board) == 5:
        return _river_records(board)
    if len(board) != 4:
        raise RiverboatError(f"records of one board: {len(board)} cards, expected 4 or 5")
    wins, losses = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, np.int64)
    for river in range(DECK_SIZE):
        if river not in board:
            here = _river_records((*board, river))
            wins += here.wins
            losses += here.losses
    return Records(wins, losses)


def live_holdings(board: tuple[int, ...]) -> Integers:
    """The holdings that a board leaves."""
    return np.flatnonzero(~np.isin(HOLDING_CARDS, np.array(board, np.uint8)).any(axis=1))


def river_ranks(board: tuple[int, ...], live: Integers) -> Integers:
    """The strength of holdings on a board of five cards."""
    hands = np.empty((len(live), 7), np.uint8)
    hands[:, :2] = HOLDING_CARDS[live]
    hands[:, 2:] = board
    return rank_batch(hands, check=False).astype(np.int64)


def _river_records(board: tuple[int, ...]) -> Records:
    live = live_holdings(board)
    ranks = river_ranks(board, live)
    order = np.sort(ranks)
    below = np.searchsorted(order, ranks, "left")
    above = len(order) - np.searchsorted(order, ranks, "right")
    for holders in _holders(len(board)):  # those that share a card cannot be met
        sharing = np.sort(ranks[holders])
        below[holders] -= np.searchsorted(sharing, ranks[holders], "left")
        above[holders] -= len(sharing) - np.searchsorted(sharing, ranks[holders], "right")
    wins, losses = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, np.int64)
    wins[live], losses[live] = below, above
    return Records(wins, losses)


@cache
def _holders(dead: int) -> tuple[Integers, ...]:
    """For each card that a board of so many cards leaves: which of the live holdings have it.

    Holdings come in the order of their higher card, then of their lower one. Taking cards out of the deck keeps that
    order, so the places are the same whatever the board is.
    """
    left = DECK_SIZE - dead
    cards = HOLDING_CARDS[: left * (left - 1) // 2]
    return tuple(np.flatnonzero((cards == card).any(axis=1)) for card in range(left))


def _packed_flop(board: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Wins and losses of every holding of a flop in one number each: wins in the upper half."""
    from riverboat.abstraction._kernels import wins_and_ties

    ranks = tables()
    won, tied = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, np.int64)
    wins_and_ties(ranks.by_size[7], ranks.words, HOLDING_CARDS, board, won, tied)
    lost = np.maximum(FLOP_SHOWDOWNS - won - tied, 0)
    packed: NDArray[np.uint64] = (won.astype(np.uint64) << _HALF) | lost.astype(np.uint64)
    return packed


def _roll_out(on_progress: OnProgress | None) -> Records:
    plan = DealByDeal(read_spot(["random", "random"]))
    everything = np.flatnonzero(plan.spot.weights[0])
    pairs = plan.list_deals([everything, everything])
    kinds, kind_of = plan.reduce(pairs)
    pieces = [kinds[start : start + _PIECE] for start in range(0, len(kinds), _PIECE)]
    tallies = np.concatenate(list(in_threads(plan.tally, pieces, on_progress)))[kind_of]
    counts: list[NDArray[Any]] = [
        summed(pairs[:, 0], tallies[:, player, 1].astype(np.float64), len(everything)) for player in (0, 1)
    ]
    return Records(counts[0].astype(np.int64), counts[1].astype(np.int64))
