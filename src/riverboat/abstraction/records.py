"""How often does a hand win and lose when all cards are dealt out? Counted exactly, against every other hand.

These are the numbers by which GS1's GameShrink compares hands (Gilpin and Sandholm 2006): "a roll-out of every
combination of remaining cards". The paper's database `db5` has them for 25,989,600 hands and flops; here for the
1,286,792 that renaming suits leaves.

| street | what is counted | showdowns of a hand | cost |
|---|---|---|---|
| before the flop | 1,326 holdings | 2,097,572,400 | a minute, once |
| flop | every deal of hole cards and a flop | 1,070,190 | a minute, once, resumed after Ctrl-C |
| turn, river | the holdings of one board | 45,540 and 990 | 0.6 and 0.02 ms |
"""

from __future__ import annotations

from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import live_holdings, table_of_deals
from riverboat.cache import cached_arrays
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
_LOWER: Final = np.uint64(0xFFFFFFFF)


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
    return _unpacked(packed)


def records_of_flop(board: NDArray[np.uint8]) -> tuple[Integers, Records]:
    """The holdings that a flop leaves, and the record of each."""
    live = live_holdings(board)
    packed = _packed_flop(board)[live]
    return live, _unpacked(packed)


def board_records(board: tuple[int, ...]) -> Records:
    """int64[1326] for a board of 3 to 5 cards; zeros where the board blocks a holding."""
    from riverboat.abstraction._kernels import wins_and_ties

    if len(board) not in (3, 4, 5):
        raise RiverboatError(f"records of one board: {len(board)} cards, expected 3 to 5")
    ranks, cards = tables(), np.array(board, np.uint8)
    won, tied = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, np.int64)
    wins_and_ties(ranks.by_size[7], ranks.words, HOLDING_CARDS, cards, won, tied)
    met = np.zeros(HOLDINGS, np.int64)
    met[live_holdings(cards)] = comb(50 - len(cards), 2) * comb(48 - len(cards), 5 - len(cards))
    return Records(won, met - won - tied)


def river_ranks(board: tuple[int, ...], live: Integers) -> Integers:
    """The strength of holdings on a board of five cards."""
    hands = np.empty((len(live), 7), np.uint8)
    hands[:, :2] = HOLDING_CARDS[live]
    hands[:, 2:] = board
    return rank_batch(hands, check=False).astype(np.int64)


def _packed_flop(board: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Wins and losses of every holding of a flop in one number each: wins in the upper half."""
    won, lost = board_records(tuple(board.tolist()))
    packed: NDArray[np.uint64] = (won.astype(np.uint64) << _HALF) | lost.astype(np.uint64)
    return packed


def _unpacked(packed: NDArray[np.uint64]) -> Records:
    return Records((packed >> _HALF).astype(np.int64), (packed & _LOWER).astype(np.int64))


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
