"""Passes over an abstract game for one player: down street by street, one matrix product for all ends, and up again.

Products are single-threaded unless they are large: threads of a matrix library that wait for each other made an
iteration of PsOpti's post-flop model seven times as expensive.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.abstract.tree import AbstractTree, Ends
from riverboat.solve.public.sweeper import Learning, Mode
from riverboat.workers import blas_threads, processors

_PLAIN: Final = np.array([1.0, 1.0, 0.0])
_WORTH_SHARING: Final = 500_000_000
"""Multiplications of a product from which it is shared out to threads."""


class AbstractSweeper:
    """Working memory and matrices of one game in one precision."""

    def __init__(self, tree: AbstractTree, dtype: type[np.floating] = np.float64, threads: int | None = None) -> None:
        self.tree, self.dtype = tree, dtype
        reach, value, probabilities = tree.row_sizes
        self._far, self._near = np.zeros(reach, dtype), np.zeros(reach, dtype)
        self._value, self._probabilities = np.zeros(value, dtype), np.zeros(max(probabilities, 1), dtype)
        self._spare = np.zeros((2, 1), dtype)
        views = tree.game.view_counts[0]
        self._far[:views] = self._near[:views] = 1
        # Values of position 0 run over its own views, the first index, so its matrices are transposed.
        self._joint = [(_as(joint.T, dtype), _as(joint, dtype)) for joint in tree.game.joint]
        self._edge = (_as(tree.game.edge.T, dtype), _as(tree.game.edge, dtype))
        kinds = [*tree.folds, tree.showdowns]
        widths = [*tree.game.view_counts, tree.game.view_counts[-1]]
        rows = [max(len(ends.rows) for ends in both) for both in kinds]
        largest = max(count * width for count, width in zip(rows, widths, strict=True))
        self._gathered, self._product = np.empty(largest, dtype), np.empty(largest, dtype)
        shared = max(count * width**2 for count, width in zip(rows, widths, strict=True)) >= _WORTH_SHARING
        self.threads = (threads or processors()) if shared else 1

    def pass_for(
        self,
        player: int,
        mode: Mode,
        shares: NDArray[Any],
        learning: Learning | None = None,
        weights: NDArray[np.float64] = _PLAIN,
    ) -> NDArray[Any]:
        """The value of each view of the first street to the player; their sum is the value of the game."""
        with blas_threads(self.threads):
            return self._pass_for(player, mode, shares, learning, weights)

    def child_values(self, place: int) -> NDArray[Any]:
        """[choices, views] at a decision of the layout: what each choice was worth in the last pass."""
        layout, layer = self.tree.layout, self.tree.layer_of(place)
        width, child = int(layout.layer_hands[layer]), int(layout.first[place])
        start = int(layout.value_at[layer]) + int(layout.value_row[child]) * width
        return self._value[start : start + int(layout.choices[place]) * width].reshape(-1, width)

    def _pass_for(
        self,
        player: int,
        mode: Mode,
        shares: NDArray[Any],
        learning: Learning | None,
        weights: NDArray[np.float64],
    ) -> NDArray[Any]:
        from riverboat.solve.public._kernels import close_layer, open_layer

        tree, layout = self.tree, self.tree.layout
        of = learning or Learning(shares, shares, shares, shares, predict=False, together=False)
        who, how = np.uint64(player), int(mode)
        layers = [np.uint64(layer) for layer in range(len(layout.layer_hands))]
        for layer in layers:
            open_layer(
                layout, layer, who, how, shares, of.sums, self._far, self._near, self._value, self._probabilities,
                weights[2],
            )  # fmt: skip
            if layer > 0:
                self._fill(player, int(layer) - 1)
        for layer in reversed(layers):
            close_layer(
                layout, layer, who, how, of.regrets, of.expected, of.predict, self._far, self._value,
                self._probabilities, weights[0], weights[1], self._spare,
            )  # fmt: skip
        return self._value[: tree.game.view_counts[0]].copy()

    def iterate(self, learning: Learning, weights: NDArray[np.float64]) -> None:
        """Train both players, an iteration for every row of weights."""
        with blas_threads(self.threads):
            for row in weights:
                for player in (0, 1):
                    self._pass_for(player, Mode.TRAIN, learning.played, learning, row)
                learning.turn_over()

    def _fill(self, player: int, street: int) -> None:
        """What the ends of a street are worth, given the opponent's reach."""
        place, width = self.tree.reach_slice(street)
        reach = self._far[place].reshape(-1, width)
        self._multiply(reach, self.tree.folds[street][player], self._joint[street][player])
        if street == len(self.tree.folds) - 1:
            self._multiply(reach, self.tree.showdowns[player], self._edge[player])

    def _multiply(self, reach: NDArray[Any], ends: Ends, matrix: NDArray[Any]) -> None:
        from riverboat.solve.public._kernels import fill_ends

        count, width = len(ends.rows), reach.shape[1]
        if count:
            gathered = self._gathered[: count * width].reshape(count, width)
            product = self._product[: count * width].reshape(count, width)
            np.take(reach, ends.rows, axis=0, out=gathered, mode="clip")  # "raise" would copy once more
            np.matmul(gathered, matrix, out=product)
            fill_ends(self._value, ends.to, ends.pays, ends.source, product)


def _as(matrix: NDArray[Any], dtype: type[np.floating]) -> NDArray[Any]:
    return np.ascontiguousarray(matrix, dtype)
