"""The value of a counter-strategy: what it wins if the model is right, and what it risks if not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.response.exact import Evaluator, best_response, require_strategy
from riverboat.solve.tree import Floats, GameTree


@dataclass(frozen=True, eq=False)
class Counter:
    """A strategy for every position, made to beat a model of the opponent."""

    tree: GameTree
    strategy: Floats
    """How the answer plays each position."""
    model: Floats
    """How the opponent is expected to play each position."""
    gap: float = 0.0
    """Exploitability of the solution from which it was taken, chips per hand."""

    @cached_property
    def wins(self) -> tuple[float, ...]:
        """What it wins in each position if all others play the model, chips per hand."""
        evaluator, owner = Evaluator(self.tree), self.tree.set_player[self.tree.entry_set]
        return tuple(
            evaluator.value(np.where(owner == position, self.strategy, self.model), position)
            for position in range(self.tree.players)
        )

    @property
    def exploitation(self) -> float:
        """What it wins from the model, the mean over all positions: the value of the game does not count."""
        return sum(self.wins) / len(self.wins)

    @cached_property
    def risk(self) -> Exploitability:
        """How far it is from equilibrium itself."""
        return Evaluator(self.tree).exploitability(self.strategy)

    @property
    def exploitability(self) -> float:
        """What a perfect opponent wins from it, the mean over both positions, chips per hand."""
        return self.risk.chips


def best_answers(tree: GameTree, model: Floats) -> Counter:
    """The best response to a model in every position."""
    require_strategy(tree, model)
    strategy, owner = model, tree.set_player[tree.entry_set]
    for position in range(tree.players):
        strategy = np.where(owner == position, best_response(tree, model, position).strategy, strategy)
    return Counter(tree, strategy, model)


def require_two(tree: GameTree, what: str) -> None:
    """Refuse games with more than one opponent."""
    if tree.players != 2:
        raise RiverboatError(f"{tree.rules.name}: {what} is for two players, here are {tree.players}")
