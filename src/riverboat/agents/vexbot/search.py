"""Miximax and Miximix: what is each choice worth against this opponent, over the whole rest of the hand?

Expectimax (Billings 2006, section 4.4): the opponent's decisions are averaged by a model's probabilities, our own are
the best choice (Miximax) or a mixture of good ones (Miximix), deals are averaged over all unseen cards, and a showdown
is worth P(win) x pot - cost, where P(win) is the share of the opponent's shown hand ranks below ours.

What the opponent is believed to do depends on the betting alone, so on the river a subtree is worth a function of one
number: our hand rank. Every river root (567 in limit hold'em) is evaluated once after a hand on a grid of hand ranks;
flop and pre-flop decisions average these over run-outs (`runouts.py`). These are the values of the full search over
all boards, except between two points of the grid; turn and river use exact hand ranks, and with 1,981 points so does
the flop. Before the flop the boards are a fixed sample.

Cost per hand: 0.6 ms for the grid, 1.2 ms before the flop, 0.2 ms on the flop, less on turn and river.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.vexbot import _kernels
from riverboat.agents.vexbot.layout import Layout
from riverboat.agents.vexbot.runouts import FLOPS, GRID, FlopRunouts, preflop_rows
from riverboat.model.sequences import CELLS, Beliefs

Mix = Literal["miximax", "miximix"]
PREFLOP, FLOP, TURN, RIVER = range(4)
_ONE_THREAD: Final = 250_000
"""Multiplications in one product."""
_NOTHING: Final = np.zeros((0, 0))
_NO_CELLS: Final = np.zeros(0, np.uint32)
_NO_FRACTIONS: Final = np.zeros(0)
_BOARD_CARDS: Final = (0, 3, 4, 5)

Values = NDArray[np.float64]


@dataclass(frozen=True)
class SearchSettings:
    """How our own decisions are valued."""

    mix: Mix = "miximax"
    temperature: float = 0.2
    """Of the softmax of Miximix, in small bets."""
    margin: float = 0.5
    """Miximix drops what is worse than the best by more small bets."""
    grid: int = GRID
    """Hand ranks at which river roots are valued."""

    def probabilities(self, values: Values) -> Values:
        """How often each choice is made, given what they are worth."""
        if self.mix == "miximax":
            chosen = np.zeros(len(values))
            chosen[int(values.argmax())] = 1.0
            return chosen
        worse = values.max() - values
        weights = np.where(worse <= self.margin, np.exp(-worse / self.temperature), 0.0)
        return np.asarray(weights / weights.sum())


class Search:
    """The search of one hand: one opponent, one seat, two hole cards; beliefs do not change meanwhile."""

    def __init__(
        self,
        layout: Layout,
        beliefs: Beliefs,
        seat: int,
        hole: tuple[int, ...],
        settings: SearchSettings | None = None,
    ) -> None:
        self.layout, self.beliefs, self.seat, self.hole = layout, beliefs, seat, hole
        self.settings = settings or SearchSettings()
        self._grid: Values | None = None
        self._runouts: FlopRunouts | None = None
        self._found: dict[int, tuple[int, Values]] = {}
        """For each street the first node of the root, and the values from there on."""

    def values(self, node: int, board: tuple[int, ...]) -> Values:
        """What each choice at a decision of ours is worth, in small bets for the whole hand."""
        layout = self.layout
        street = _BOARD_CARDS.index(len(board))
        if street not in self._found:
            root = int(layout.root_of[node])
            begin = (self._from_preflop, self._from_flop, self._from_turn, self._from_river)[street]
            self._found[street] = int(layout.starts[street][root]), begin(root, board)
        start, values = self._found[street]
        at = int(layout.local[node])
        first, count = int(layout.streets[street].first_child[at]), int(layout.streets[street].children[at])
        return values[first - start : first - start + count, 0]

    def river_values(self, node: int, hand_ranks: NDArray[np.float64]) -> Values:
        """float64[choices, ranks]: what each choice at a decision on the river is worth with each hand rank."""
        layout = self.layout
        root, at = int(layout.root_of[node]), int(layout.local[node])
        values = self._swept(RIVER, root, hand_ranks=hand_ranks)
        first = int(layout.streets[RIVER].first_child[at] - layout.starts[RIVER][root])
        return values[first : first + int(layout.streets[RIVER].children[at])]

    def grid(self) -> Values:
        """float64[river roots, points]."""
        if self._grid is None:
            ranks = np.linspace(0.0, 1.0, self.settings.grid)
            self._grid = self._roots(RIVER, 0, self.layout.roots(RIVER), hand_ranks=ranks)
        return self._grid

    def _from_preflop(self, root: int, board: tuple[int, ...]) -> Values:
        return self._before_river(PREFLOP, root, preflop_rows(self.hole, self.settings.grid), FLOPS)

    def _from_flop(self, root: int, board: tuple[int, ...]) -> Values:
        return self._before_river(FLOP, root, self._on_flop(board).rows(self.settings.grid), 1)

    def _from_turn(self, root: int, board: tuple[int, ...]) -> Values:
        ranks = self._on_flop(board).on_turn(board[3])
        first, last = self.layout.roots_below(TURN, root, root + 1)
        rivers = self._roots(RIVER, first, last, hand_ranks=ranks)
        return self._swept(TURN, root, rivers.mean(axis=1, keepdims=True), first)

    def _from_river(self, root: int, board: tuple[int, ...]) -> Values:
        rank = self._on_flop(board).on_river(board[3], board[4])
        return self._swept(RIVER, root, hand_ranks=np.array([rank]))

    def _before_river(self, street: int, root: int, rows: NDArray[np.float64], flops: int) -> Values:
        """From a root before the turn: rows are turn boards, an equal number of them for each flop."""
        layout = self.layout
        slices = [(root, root + 1)]
        for above in range(street, RIVER):
            slices.append(layout.roots_below(above, *slices[-1]))
        first, last = slices.pop()
        below = _product(self.grid()[first:last], rows)
        for at in range(TURN, street, -1):
            roots = slices.pop()
            values = self._roots(at, *roots, below, first)
            below = values.reshape(len(values), flops if at == TURN else 1, -1).mean(axis=2)
            first = roots[0]
        return self._swept(street, root, below, first)

    def _on_flop(self, board: tuple[int, ...]) -> FlopRunouts:
        if self._runouts is None:
            self._runouts = FlopRunouts(self.hole, board[:3])
        return self._runouts

    def _swept(
        self,
        street: int,
        root: int,
        below: Values = _NOTHING,
        below_first: int = 0,
        hand_ranks: NDArray[np.float64] | None = None,
    ) -> Values:
        """float64[nodes, columns] below a root, by hand ranks or by the values of the next street's roots."""
        begin, end = map(int, self.layout.starts[street][root : root + 2])
        arguments, columns = self._arguments(below, below_first, hand_ranks)
        values = np.empty((end - begin, columns))
        _kernels.sweep(self.layout.streets[street], begin, end, *arguments, values)
        return values

    def _roots(
        self,
        street: int,
        first: int,
        last: int,
        below: Values = _NOTHING,
        below_first: int = 0,
        hand_ranks: NDArray[np.float64] | None = None,
    ) -> Values:
        """float64[last - first, columns]: what the roots from `first` on are worth."""
        starts = self.layout.starts[street][first : last + 1]
        arguments, columns = self._arguments(below, below_first, hand_ranks)
        scratch = np.empty((int(np.diff(starts).max()), columns))
        values = np.empty((last - first, columns))
        _kernels.sweep_roots(self.layout.streets[street], starts, *arguments, scratch, values)
        return values

    def _arguments(
        self, below: Values, below_first: int, hand_ranks: NDArray[np.float64] | None
    ) -> tuple[tuple[Any, ...], int]:
        """What both kernels take, and the number of columns."""
        cells, inside, columns = _NO_CELLS, _NO_FRACTIONS, below.shape[1]
        if hand_ranks is not None:
            scaled = hand_ranks * CELLS
            cells = np.minimum(scaled.astype(np.uint32), np.uint32(CELLS - 1))
            inside, columns = scaled - cells, len(hand_ranks)
        beliefs, settings = self.beliefs, self.settings
        temperature = settings.temperature if settings.mix == "miximix" else 0.0
        return (
            self.seat, beliefs.actions, np.ascontiguousarray(below), below_first, beliefs.cumulative, cells, inside,
            temperature, settings.margin,
        ), columns  # fmt: skip


def _product(values: Values, rows: NDArray[np.float64]) -> Values:
    """float64[roots, rows]: the mean over the boards of each row of functions on the grid.

    In pieces below the size from which a BLAS uses threads, which wait for each other longer than this takes.
    """
    found = np.empty((len(values), len(rows)))
    piece = max(1, _ONE_THREAD // rows.size)
    for at in range(0, len(values), piece):
        np.dot(values[at : at + piece], rows.T, out=found[at : at + piece])
    return found
