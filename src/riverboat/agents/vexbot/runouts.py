"""Which hand ranks will our hand have on the river? All of them after the flop, a fixed sample before it.

A *row* is a turn board: for each point of a grid of hand ranks, the share of its 46 rivers at that point. A rank
between two points counts for both by distance, so the mean of a function of hand rank over these rivers is one product
of the row with its values on the grid. After a flop there are 47 rows. Before it, each of the 169 starting hands has
24 flops with 8 turns each: of 600 random flops, sorted by the hand's mean rank, one of every 25, and of the 47 turns
of a flop likewise. Which of the 25 is chosen so that the sample has the mean rank of all boards (0.0013 away on
average, 0.0096 at most). Built once (10 s) and cached, 5 MB.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.vexbot import _kernels
from riverboat.cache import cached_arrays
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS, class_index
from riverboat.odds.hand_rank_tables import river_ranks
from riverboat.odds.strength import expected_hand_strength
from riverboat.progress import OnProgress, Progress

GRID: Final = 41
"""Points from 0 to 1: two in each cell of a histogram."""
FLOPS: Final = 24
TURNS: Final = 8
_DRAWN: Final = 600
_TOP: Final = 1980
_SEED: Final = 4

Rows = NDArray[np.float64]


class FlopRunouts:
    """A hand's ranks on every turn and river of a flop."""

    def __init__(self, hole: tuple[int, ...], flop: tuple[int, ...]) -> None:
        self.cards, self.ranks = river_ranks(hole, flop)
        self._place = {int(card): place for place, card in enumerate(self.cards)}
        self._others: Final = ~np.eye(len(self.cards), dtype=np.bool_)

    def rows(self, points: int = GRID) -> Rows:
        """float64[47, points]: one row for each turn."""
        rows = np.zeros((len(self.cards), points))
        _kernels.share_out(self.rivers(), points, rows)
        return rows

    def rivers(self) -> NDArray[np.uint16]:
        """uint16[47, 46]: ranks by turn and river."""
        return self.ranks[self._others].reshape(len(self.cards), -1)

    def on_turn(self, turn: int) -> NDArray[np.float64]:
        """The hand ranks on the 46 rivers of a turn."""
        at = self._place[turn]
        return np.asarray(self.ranks[at][self._others[at]] / _TOP)

    def on_river(self, turn: int, river: int) -> float:
        """The hand rank on one river."""
        return int(self.ranks[self._place[turn], self._place[river]]) / _TOP


def preflop_rows(hole: tuple[int, ...], points: int = GRID, on_progress: OnProgress | None = None) -> Rows:
    """float64[192, points]: the sample of a starting hand, the turns of a flop side by side."""
    return np.asarray(_all_rows(points, on_progress)[class_index(*hole)], np.float64)


@cache
def _all_rows(points: int, on_progress: OnProgress | None = None) -> NDArray[Any]:
    name = f"vexbot-runouts-{points}-{FLOPS}x{TURNS}-v2"
    return cached_arrays(name, lambda: {"rows": _build(points, on_progress)})["rows"]


def _build(points: int, on_progress: OnProgress | None) -> NDArray[np.float32]:
    rng = np.random.default_rng(_SEED)
    found = np.empty((CLASSES, FLOPS * TURNS, points), np.float32)
    for number in range(CLASSES):
        hole = tuple(HOLDING_CARDS[int(np.flatnonzero(number == HOLDING_CLASS)[0])].tolist())
        found[number] = sample_rows(hole, rng, points)
        if on_progress:
            on_progress(Progress(number + 1, CLASSES))
    return found


def sample_rows(hole: tuple[int, ...], rng: np.random.Generator, points: int = GRID) -> Rows:
    """float64[192, points] for one hand."""
    rest = np.array([card for card in range(52) if card not in hole])
    drawn = [FlopRunouts(hole, tuple(rng.choice(rest, 3, replace=False).tolist())) for _ in range(_DRAWN)]
    by_turn = np.sort([each.rivers().mean(axis=1) for each in drawn], axis=1)
    order = np.argsort(by_turn.mean(axis=1), kind="stable")
    turns = _one_of_each(by_turn.shape[1], TURNS)
    means = by_turn[order][:, turns].mean(axis=1) / _TOP
    samples = [_one_of_each(_DRAWN, FLOPS, within) for within in np.linspace(0.0, 0.99, _DRAWN // FLOPS)]
    wanted = float(expected_hand_strength(hole))
    best = min(samples, key=lambda places: abs(float(means[places].mean()) - wanted))
    rows = []
    for each in (drawn[place] for place in order[best]):
        by_strength = np.argsort(each.rivers().mean(axis=1), kind="stable")
        rows.append(each.rows(points)[by_strength[turns]])
    return np.concatenate(rows)


def _one_of_each(count: int, groups: int, within: float = 0.5) -> list[int]:
    """A place in each of so many equal groups: the middle, or another fraction of the group."""
    return [int((group + within) * count / groups) for group in range(groups)]
