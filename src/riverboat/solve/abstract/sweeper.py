"""Passes over an abstract game for one player: down street by street, one matrix product for all ends, and up again."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.abstract.tree import AbstractTree, Ends
from riverboat.solve.public.sweeper import Learning, Mode

_PLAIN: Final = np.array([1.0, 1.0, 0.0])


class AbstractSweeper:
    """Working memory and matrices of one game in one precision."""

    def __init__(self, tree: AbstractTree, dtype: type[np.floating] = np.float64) -> None:
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

    def pass_for(
        self,
        player: int,
        mode: Mode,
        shares: NDArray[Any],
        learning: Learning | None = None,
        weights: NDArray[np.float64] = _PLAIN,
    ) -> NDArray[Any]:
        """The value of each view of the first street to the player; their sum is the value of the game."""
        from riverboat.solve.public._kernels import close_layer, open_layer

        tree, layout = self.tree, self.tree.layout
        of = learning or Learning(shares, shares, shares, shares, predict=False, together=False)
        who, how = np.uint64(player), int(mode)
        layers = [np.uint64(layer) for layer in range(len(layout.layer_hands))]
        for layer in layers:
            open_layer(
                layout,
                layer,
                who,
                how,
                shares,
                of.sums,
                self._far,
                self._near,
                self._value,
                self._probabilities,
                weights[2],
            )
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
        for row in weights:
            for player in (0, 1):
                self.pass_for(player, Mode.TRAIN, learning.played, learning, row)
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

        if len(ends.rows):
            fill_ends(self._value, ends.to, ends.pays, ends.source, reach[ends.rows] @ matrix)


def _as(matrix: NDArray[Any], dtype: type[np.floating]) -> NDArray[Any]:
    return np.ascontiguousarray(matrix, dtype)
