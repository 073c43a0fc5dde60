"""What is the most that a player can win against known opponents, and how far is a strategy from equilibrium?

Best responses are exact: one sweep forward for the reach of the others, one backward in which each information set
takes its best choice. Leduc takes a fifth of a millisecond, so a solver can watch its exploitability all the time.

*Gain* is what a player's best response wins more than the player's own strategy; the sum over players is NashConv, 0
exactly in equilibrium. *Exploitability* is that sum divided by the number of players, in chips a hand: in a two-player
game the average over both seats of what a perfect opponent wins above the value of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.tree import Floats, GameTree


@dataclass(frozen=True)
class Response:
    """One player's best answer to the others."""

    player: int
    value: float
    """What it wins, chips a hand."""
    strategy: Floats
    """The others' strategy with this player's best choices in it."""


@dataclass(frozen=True, slots=True)
class Exploitability:
    """How far a strategy is from equilibrium, in chips a hand."""

    values: tuple[float, ...]
    """What each player wins as they all play."""
    best: tuple[float, ...]
    """What each player could win if all others stayed as they are."""

    @property
    def gains(self) -> tuple[float, ...]:
        """What each player could win more."""
        return tuple(best - value for best, value in zip(self.best, self.values, strict=True))

    @property
    def nash_conv(self) -> float:
        """The sum of the gains."""
        return sum(self.gains)

    @property
    def chips(self) -> float:
        """The mean of the gains."""
        return self.nash_conv / len(self.values)


class Watch:
    """The work space for evaluating strategies of one tree again and again."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self._others = np.empty(tree.nodes)
        self._values = np.empty(tree.nodes)
        self._gains = np.empty(tree.entries)
        self._chosen = np.zeros(tree.sets, np.int64)

    def value(self, strategy: Floats, player: int) -> float:
        """What a player wins when everybody plays this strategy."""
        from riverboat.solve import _kernels

        self._gains[:] = 0.0
        _kernels.push_reach(self.tree.arrays, strategy, player, self._others)
        return float(_kernels.pull_values(self.tree.arrays, strategy, player, self._others, self._values, self._gains))

    def best(self, strategy: Floats, player: int) -> tuple[float, NDArray[np.int64]]:
        """What a player's best response wins, and its choice in each of the player's sets."""
        from riverboat.solve import _kernels

        self._gains[:] = 0.0
        _kernels.push_reach(self.tree.arrays, strategy, player, self._others)
        value = _kernels.respond(self.tree.arrays, player, self._others, self._values, self._gains, self._chosen)
        return float(value), self._chosen

    def exploitability(self, strategy: Floats) -> Exploitability:
        """Everybody's value and best response."""
        players = range(self.tree.players)
        values = tuple(self.value(strategy, player) for player in players)
        return Exploitability(values, tuple(self.best(strategy, player)[0] for player in players))


def game_values(tree: GameTree, strategy: Floats) -> tuple[float, ...]:
    """What each player wins when everybody plays this strategy, chips a hand."""
    watch = Watch(tree)
    return tuple(watch.value(strategy, player) for player in range(tree.players))


def best_response(tree: GameTree, strategy: Floats, player: int) -> Response:
    """The best that one player can do against the others."""
    value, chosen = Watch(tree).best(strategy, player)
    answer = strategy.copy()
    mine = np.flatnonzero(tree.set_player == player)
    answer[tree.set_player[tree.entry_set] == player] = 0.0
    answer[tree.set_start[mine] + chosen[mine]] = 1.0
    return Response(player, value, answer)


def exploitability(tree: GameTree, strategy: Floats) -> Exploitability:
    """How far a strategy is from equilibrium."""
    return Watch(tree).exploitability(strategy)
