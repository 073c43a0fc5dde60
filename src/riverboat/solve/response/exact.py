"""What is the most that a player can win against known opponents, and how far is a strategy from equilibrium?

Best responses are exact: one sweep forward for the reach of the others, one backward in which each information set
takes its best choice. Leduc takes a fifth of a millisecond, so a solver can check its exploitability all the time.

`evaluate` is for research: reach, counterfactual values and regrets of a strategy in every information set, which is
all that an iteration of counterfactual regret minimisation needs (Zinkevich et al. 2007).

Strategies that are given are checked once: their length, that they are numbers, and that they add up to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.core.exploitability import Exploitability, exploitability_of
from riverboat.solve.tree import Floats, GameTree

TOLERANCE: Final = 1e-6
"""How far probabilities may be from adding up to one."""


@dataclass(frozen=True)
class Response:
    """One player's best answer to the others."""

    player: int
    value: float
    """What it wins, chips per hand."""
    strategy: Floats
    """The others' strategy with this player's best choices in it."""


class Evaluator:
    """The work space for evaluating strategies of one tree again and again."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self._others = np.empty(tree.nodes)
        self._values = np.empty(tree.nodes)
        self._gains = np.empty(tree.entries)
        self._chosen = np.zeros(tree.sets, np.int64)

    def value(self, strategy: Floats, player: int) -> float:
        """What a player wins when everyone plays this strategy."""
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
        values = [self.value(strategy, player) for player in players]
        return exploitability_of(self.tree.rules, values, [self.best(strategy, player)[0] for player in players])


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A strategy evaluated at every information set and entry of its tree."""

    values: tuple[float, ...]
    """What each player wins, chips per hand."""
    own_reach: Floats
    """float64[entries]: how likely the player's own earlier choices lead to the entry's information set."""
    others_reach: Floats
    """float64[sets]: how likely chance and all other players lead there, summed over the set's deals."""
    set_values: Floats
    """float64[sets]: the counterfactual value, what the player wins there weighted by `others_reach`."""
    entry_values: Floats
    """float64[entries]: the same if this choice is made there."""

    tree: GameTree

    @property
    def regrets(self) -> Floats:
        """float64[entries]: what always making this choice would have gained."""
        return self.entry_values - self.set_values[self.tree.entry_set]


def evaluate(tree: GameTree, strategy: Floats) -> Evaluation:
    """Reach, counterfactual values and regrets of a strategy, for all players at once."""
    from riverboat.solve import _kernels

    require_strategy(tree, strategy)
    others, values, gains = np.empty(tree.nodes), np.empty(tree.nodes), np.zeros(tree.entries)
    others_reach, set_values = np.zeros(tree.sets), np.zeros(tree.sets)
    won = []
    for player in range(tree.players):
        _kernels.push_reach(tree.arrays, strategy, player, others)
        won.append(float(_kernels.pull_values(tree.arrays, strategy, player, others, values, gains)))
        for node, sets in tree.sets_by_deal(player):
            others_reach += np.bincount(sets, others[node : node + len(sets)], tree.sets)
            set_values += np.bincount(sets, values[node : node + len(sets)], tree.sets)
    reach = np.empty(tree.entries)
    _kernels.realise(tree.set_start, tree.set_player, tree.set_parent, -1, strategy, reach)
    own = np.append(reach, 1.0)[tree.set_parent][tree.entry_set]
    return Evaluation(tuple(won), own, others_reach, set_values, gains + set_values[tree.entry_set], tree)


def require_strategy(tree: GameTree, strategy: Floats) -> None:
    """Refuse what is not a strategy of this tree: another length, NaN, sums other than one."""
    if not isinstance(strategy, np.ndarray) or strategy.dtype != np.float64:
        raise RiverboatError(f"strategy: expected a float64 array, found {type(strategy).__name__}")
    if strategy.shape != (tree.entries,):
        raise RiverboatError(
            f"strategy: {strategy.size} probabilities, {tree.rules.name} has {tree.entries}; is it of another game?"
        )
    if not np.isfinite(strategy).all() or strategy.min(initial=0.0) < -TOLERANCE:
        raise RiverboatError("strategy: expected probabilities, found numbers below 0 or NaN")
    sums = np.add.reduceat(strategy, tree.set_start[:-1]) if tree.sets else np.ones(0)
    wrong = np.flatnonzero(np.abs(sums - 1.0) > TOLERANCE)
    if len(wrong):
        where = tree.label(int(wrong[0]))
        raise RiverboatError(f"strategy: the probabilities at {where} add up to {sums[wrong[0]]:g}, expected 1")


def game_values(tree: GameTree, strategy: Floats) -> tuple[float, ...]:
    """What each player wins when everyone plays this strategy, chips per hand."""
    require_strategy(tree, strategy)
    evaluator = Evaluator(tree)
    return tuple(evaluator.value(strategy, player) for player in range(tree.players))


def best_response(tree: GameTree, strategy: Floats, player: int) -> Response:
    """The best that one player can do against the others."""
    require_strategy(tree, strategy)
    if not 0 <= player < tree.players:
        raise RiverboatError(f"player {player}: {tree.rules.name} has players 0 to {tree.players - 1}")
    value, chosen = Evaluator(tree).best(strategy, player)
    answer = strategy.copy()
    mine = np.flatnonzero(tree.set_player == player)
    answer[tree.set_player[tree.entry_set] == player] = 0.0
    answer[tree.set_start[mine] + chosen[mine]] = 1.0
    return Response(player, value, answer)


def exploitability(tree: GameTree, strategy: Floats) -> Exploitability:
    """How far a strategy is from equilibrium."""
    require_strategy(tree, strategy)
    return Evaluator(tree).exploitability(strategy)
