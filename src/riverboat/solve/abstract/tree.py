"""An abstract game as the kernels of the public tree want it: one board for each street, and views for hands.

Whatever hands do on a public tree, views do here: reach goes down row by row, regrets lie decision by decision. Only
the ends differ: there are no cards to remove and to compare, but a matrix, so that all ends of a street are one matrix
product (`sweeper.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.public.layout import (
    KIND_FOLD,
    KIND_SHOWDOWN,
    Betting,
    Index,
    Layout,
    index,
    lay_out_betting,
)


@dataclass(frozen=True, eq=False)
class Ends:
    """The ends of one kind on one street, for one player."""

    rows: NDArray[np.int64]
    """Rows of the opponent's reach that lead to any of them, each once."""
    source: Index
    """For each end its row among these."""
    to: Index
    """Where its value goes."""
    pays: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class AbstractTree:
    """Arrays for one game; strategies over it are flat arrays of `numbers` entries."""

    game: AbstractGame
    layout: Layout
    forest: Betting
    numbers: int
    row_sizes: tuple[int, int, int]
    """How many numbers a sweep needs for reach, values and probabilities."""
    folds: tuple[tuple[Ends, Ends], ...]
    """By street and player."""
    showdowns: tuple[Ends, Ends]
    """On the last street, by player."""

    def layer_of(self, place: int) -> int:
        """The layer of a node of the layout: its street and one."""
        return int(self.game.betting.street[self.forest.node_of[place]]) + 1

    @cached_property
    def places(self) -> dict[int, int]:
        """Where the layout has each decision of the betting."""
        betting = self.game.betting
        return {int(node): at for at, node in enumerate(self.forest.node_of) if betting.player[node] >= 0}

    def numbers_of(self, node: int) -> slice:
        """Where a decision of the betting has its numbers: choice by choice, view by view."""
        layer, at = int(self.game.betting.street[node]) + 1, self.places[node]
        width = int(self.layout.layer_hands[layer])
        start = int(self.layout.group_data[layer]) + int(self.layout.entry[at]) * width
        return slice(start, start + int(self.layout.choices[at]) * width)

    def reach_slice(self, street: int) -> tuple[slice, int]:
        """Where the reach rows of a street lie, and how wide they are."""
        start, width = int(self.layout.reach_at[street + 1]), int(self.layout.layer_hands[street + 1])
        return slice(start, start + self.forest.reach_rows[street + 1] * width), width


def build_abstract(game: AbstractGame) -> AbstractTree:
    """Number the rows of a game."""
    streets = len(game.view_counts)
    # Layer 0 is the table before the first deal; its views are those of the first street, which it deals.
    views = (game.view_counts[0], *game.view_counts)
    forest = lay_out_betting(game.betting, [1.0] * (streets + 1), one_by_one=False)
    data = np.concatenate([[0], np.cumsum([count * rows for count, rows in zip(views, forest.entries, strict=True)])])
    needs = [
        np.concatenate([[0], np.cumsum([rows * count for rows, count in zip(table, views, strict=True)])])
        for table in (forest.reach_rows, forest.value_rows, forest.probabilities_rows)
    ]
    own = np.arange(views[0])
    maps = [own, own, *game.parents[1:]]
    layers = np.arange(streets + 1)
    layout = Layout(
        **forest.arrays,
        layer_hands=index(views),
        reach_at=index(needs[0][:-1]),
        value_at=index(needs[1][:-1]),
        probabilities_at=index(needs[2][:-1]),
        group_layer=index(layers),
        group_board=index(layers),
        group_size=index(np.ones(streets + 1)),
        group_data=index(data[:-1]),
        group_parent=index(np.maximum(layers - 1, 0)),
        group_slot=index(np.zeros(streets + 1)),
        orbit=index(np.ones(streets + 1)),
        map_at=index(np.concatenate([[0], np.cumsum(views)])[:-1]),
        maps=np.concatenate(maps).astype(np.uint16),
        cards_at=index(np.zeros(streets + 1)),
        cards=np.zeros((0, 0), np.uint16),
        strength_at=index(np.zeros(streets + 1)),
        weaker=np.zeros(0, np.uint16),
        not_better=np.zeros(0, np.uint16),
    )
    sizes = (int(needs[0][-1]), int(needs[1][-1]), int(needs[2][-1]))
    folds = [_both(game, layout, forest, street, KIND_FOLD) for street in range(streets)]
    shown = _both(game, layout, forest, streets - 1, KIND_SHOWDOWN)
    return AbstractTree(game, layout, forest, int(data[-1]), sizes, tuple(folds), shown)


def _both(game: AbstractGame, layout: Layout, forest: Betting, street: int, kind: int) -> tuple[Ends, Ends]:
    return _ends(game, layout, forest, street, kind, 0), _ends(game, layout, forest, street, kind, 1)


def _ends(game: AbstractGame, layout: Layout, forest: Betting, street: int, kind: int, player: int) -> Ends:
    layer = street + 1
    roots = slice(int(layout.layer_roots[layer]), int(layout.layer_roots[layer + 1]))
    nodes = np.arange(int(layout.root_start[roots][0]), int(layout.root_stop[roots][-1]))
    nodes = nodes[layout.kind[nodes] == kind]
    rows, source = np.unique(layout.row[1 - player, nodes].astype(np.int64), return_inverse=True)
    width, start = int(layout.layer_hands[layer]), int(layout.value_at[layer])
    pays: list[Any] = []
    for node in forest.node_of[nodes].tolist():
        if kind == KIND_FOLD:
            pays.append(game.betting.payoffs(node)[player])
        else:
            pays.append(game.stake(node) * (1 - 2 * player))
    to = start + layout.value_row[nodes].astype(np.int64) * width
    return Ends(rows, index(source), index(to), np.array(pays, np.float64))
