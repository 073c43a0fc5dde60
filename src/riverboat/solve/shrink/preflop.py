"""Which of hold'em's 1,326 holdings are alike before the flop? GS1's fast test (Gilpin and Sandholm 2006).

A holding is rolled out against every other one and every board: 2,097,572,400 showdowns, counted exactly. Two holdings
go together when their wins and losses differ by no more than a threshold. Threshold 0 finds the 169 classes, from these
numbers alone. (That suits can be renamed saves work when the pairs are counted, and changes no count.)

This is the `counts` test of `classes.py` on a game in which nobody bets after the flop: exact for all-in play and an
approximation for the rest. About a minute on first use; kept in the cache folder.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from riverboat.cache import cached_arrays
from riverboat.errors import RiverboatError
from riverboat.odds.showdown.exact import DealByDeal, summed
from riverboat.odds.showdown.spot import read_spot
from riverboat.progress import OnProgress
from riverboat.solve.tree import Integers
from riverboat.workers import in_threads

_VERSION: Final = 1
_PIECE: Final = 500


class RollOut(NamedTuple):
    """How often each holding wins and loses."""

    wins: Integers
    losses: Integers


def preflop_roll_out(on_progress: OnProgress | None = None) -> RollOut:
    """int64[1326]: showdowns that each holding wins and loses against all others on all boards."""
    arrays = cached_arrays(f"preflop-roll-out-v{_VERSION}", lambda: _roll_out(on_progress)._asdict())
    return RollOut(arrays["wins"], arrays["losses"])


def merge_by_counts(roll_out: RollOut, threshold: int = 0) -> Integers:
    """A class for each holding: |difference of wins| + |difference of losses| to its first member is small enough.

    Classes are opened in order of wins and losses, and a holding goes to the first that takes it.
    """
    if threshold < 0:
        raise RiverboatError(f"GameShrink: threshold {threshold}; expected 0 or more showdowns")
    order = np.lexsort((roll_out.losses, roll_out.wins))
    classes = np.empty(len(order), np.int64)
    firsts: list[int] = []
    for each in order.tolist():
        wins, losses = int(roll_out.wins[each]), int(roll_out.losses[each])
        for number, first in enumerate(firsts):
            if abs(wins - int(roll_out.wins[first])) + abs(losses - int(roll_out.losses[first])) <= threshold:
                classes[each] = number
                break
        else:
            classes[each] = len(firsts)
            firsts.append(each)
    return classes


def _roll_out(on_progress: OnProgress | None) -> RollOut:
    plan = DealByDeal(read_spot(["random", "random"]))
    everything = np.flatnonzero(plan.spot.weights[0])
    pairs = plan.list_deals([everything, everything])
    kinds, kind_of = plan.reduce(pairs)
    pieces = [kinds[start : start + _PIECE] for start in range(0, len(kinds), _PIECE)]
    tallies = np.concatenate(list(in_threads(plan.tally, pieces, on_progress)))[kind_of]
    counts = [summed(pairs[:, 0], tallies[:, player, 1].astype(np.float64), len(everything)) for player in (0, 1)]
    return RollOut(counts[0].astype(np.int64), counts[1].astype(np.int64))
