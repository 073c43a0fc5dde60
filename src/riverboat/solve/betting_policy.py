"""Strategies that are stored by betting node and hand: what makes each of them a `Policy`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.betting import BettingTree
from riverboat.solve.core.policy import ActionProbabilities, ask_every_hand, private_hands, require_same_game


class BettingPolicy(ABC):
    """A policy of one game, asked by a node of its betting tree."""

    @property
    @abstractmethod
    def betting(self) -> BettingTree:
        """All betting of the game."""

    @abstractmethod
    def at_node(self, node: int, hand: tuple[int, ...], board: tuple[int, ...]) -> NDArray[np.float64]:
        """How a hand is played at a node of the betting tree: a probability for each of its choices."""

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.betting.rules

    def require_game(self, rules: Rules) -> None:
        """Refuse another game."""
        require_same_game(self.rules, rules)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        node = self.betting.follow(action for _, _, action in view.actions)
        return ActionProbabilities(self.betting.choices(node), self.at_node(node, view.down, view.board))

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """Every private hand of the first deal, in the order of a range's rows."""
        return private_hands(self.rules)

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        node = self.betting.follow(action for _, _, action in betting.actions)
        return ask_every_hand(
            self.hands, board, self.betting.choices(node), lambda hand: self.at_node(node, hand, board)
        )
