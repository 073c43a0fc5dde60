"""How does a solved spot play? The probabilities of its actions at a public line, for one hand or for the whole range.

The lines are those of a game that begins where the spot does: position 0 is OOP, the board is the spot's and what came
after it, and an amount is this street's total. A line that is not in the tree of the spot is an error that names what
is; `resolving_policy.py` continues from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import card_text
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.spot.node_values import NodeEvaluator
from riverboat.solve.spot.tree import Kind, Node, Tree

if TYPE_CHECKING:
    from riverboat.solve.spot.solver import RangeSolver


class SpotPolicy:
    """The average strategies of a range solver."""

    def __init__(self, solver: RangeSolver) -> None:
        self.solver: Final = solver
        self._evaluator: Final = NodeEvaluator(solver)

    def require_game(self, rules: Rules) -> None:
        """Refuse games that are not heads-up hold'em."""
        if rules.players != 2 or not is_holdem(rules):
            raise RiverboatError(f"a solved spot plays heads-up hold'em, not {rules.identity}")

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS.astype(np.uint8)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        actions, rows = self.range_probabilities(view.betting, view.board)
        return ActionProbabilities(actions, rows[holding_index(*view.hole)])

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand; uniform for hands that are in no range or on the board."""
        line = Line(self.solver.tree, board[len(self.solver.runouts.board) :])
        for _, _, action in betting.actions:
            line.follow(action)
        return self.at(line.path)

    def at(self, path: str) -> ActionProbabilities:
        """The same at a path such as `x/b100/c/Qc`."""
        node = self.solver.tree.find(path).node
        if node.kind is not Kind.DECISION:
            raise RiverboatError(f'path "{path}": nobody acts there')
        rows = np.full((HOLDINGS, len(node.actions)), 1.0 / len(node.actions))
        rows[self.solver.hands[node.player].holdings] = self._evaluator.strategy(path).T
        return ActionProbabilities(node.actions, rows)


class Line:
    """A walk through the tree of a spot, action by action; cards are dealt where the tree deals them."""

    def __init__(self, tree: Tree, dealt: Sequence[int]) -> None:
        self.node: Node = tree.root
        self.steps: Final[list[str]] = []
        self.dealt: tuple[int, ...] = tuple(dealt)
        """Cards that are still to come."""
        self.passed: Final[list[tuple[str, Node]]] = []
        """The decisions so far, each with the path to it."""
        self._street_start = 0
        self._deal()

    @property
    def path(self) -> str:
        """`x/b100/c/Qc`."""
        return "/".join(self.steps)

    @property
    def steps_on_street(self) -> tuple[str, ...]:
        """What was done since the last card."""
        return tuple(self.steps[self._street_start :])

    def has(self, action: Action) -> bool:
        """Whether the tree has this action here."""
        return action in self.node.actions

    def step(self, action: Action) -> str:
        """What an action is called here, whether the tree has it or not."""
        return self.node.name_of(action)

    def follow(self, action: Action) -> None:
        """Follow an action of the tree; another one is an error that lists those that exist."""
        if not self.has(action):
            listed, name = ", ".join(self.node.names), self.node.name_of(action)
            raise RiverboatError(f'line "{self.path}": the spot has no {name} there, only {listed}')
        self.take(self.node.name_of(action))

    def take(self, step: str) -> None:
        """Follow an action by its name in the tree."""
        self.passed.append((self.path, self.node))
        self.node = self.node.children[self.node.names.index(step)]
        self.steps.append(step)
        self._deal()

    def _deal(self) -> None:
        while self.node.kind is Kind.DEAL and self.dealt:
            self.steps.append(card_text(self.dealt[0]))
            self.dealt = self.dealt[1:]
            self.node = self.node.children[0]
            self._street_start = len(self.steps)
