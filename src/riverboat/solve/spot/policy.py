"""How does a solved spot play? The probabilities of its actions at a public line, for one hand or for the whole range.

The lines are those of a game that begins where the spot does: position 0 is OOP, the board is the spot's and what came
after it, and an amount is this street's total. A line that is not in the tree of the spot is an
error that names what is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import card_text
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.spot.node_values import NodeEvaluator
from riverboat.solve.spot.tree import Kind, Node

if TYPE_CHECKING:
    from riverboat.solve.spot.solver import RangeSolver


class SpotPolicy:
    """The average strategies of a range solver."""

    def __init__(self, solver: RangeSolver) -> None:
        self.solver: Final = solver
        self._evaluator: Final = NodeEvaluator(solver)

    def require_game(self, rules: Rules) -> None:
        """Refuse games that are no hold'em between two."""
        if rules.players != 2 or not is_holdem(rules):
            raise RiverboatError(f"a solved spot plays hold'em between two, not {rules.identity}")

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS.astype(np.uint8)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        actions, rows = self.range_probabilities(view.betting, view.board)
        low, high = sorted(view.hole)
        return ActionProbabilities(actions, rows[high * (high - 1) // 2 + low])

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand; even for hands that are in no range or on the board."""
        return self.at(self._path([action for _, _, action in betting.actions], board))

    def at(self, path: str) -> ActionProbabilities:
        """The same at a path such as `x/b100/c/Qc`."""
        node = self.solver.tree.find(path).node
        if node.kind is not Kind.DECISION:
            raise RiverboatError(f'path "{path}": nobody acts there')
        rows = np.full((HOLDINGS, len(node.actions)), 1.0 / len(node.actions))
        rows[self.solver.hands[node.player].holdings] = self._evaluator.strategy(path).T
        return ActionProbabilities(node.actions, rows)

    def _path(self, actions: list[Action], board: tuple[int, ...]) -> str:
        """The line in the words of the tree."""
        dealt = list(board[len(self.solver.runouts.board) :])
        node, steps = self.solver.tree.root, list[str]()
        for action in [*actions, None]:
            while node.kind is Kind.DEAL:
                if not dealt:
                    raise RiverboatError(f'line "{"/".join(steps)}": a card is dealt there, and the board has none')
                steps.append(card_text(dealt.pop(0)))
                node = node.children[0]
            if action is None:
                break
            node = self._child(node, action, steps)
        return "/".join(steps)

    def _child(self, node: Node, action: Action, steps: list[str]) -> Node:
        for offered, name, child in zip(node.actions, node.names, node.children, strict=True):
            if offered == action:
                steps.append(name)
                return child
        listed = ", ".join(node.names)
        raise RiverboatError(f'line "{"/".join(steps)}": the spot has no {node.name_of(action)} there, only {listed}')
