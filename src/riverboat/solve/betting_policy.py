"""Strategies that are stored by betting node and hand: what makes each of them a `Policy`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.same_game import translate, translate_choices
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
        node = self._node(view.betting)
        return ActionProbabilities(self._choices(node, view.betting), self.at_node(node, view.down, view.board))

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """Every private hand of the first deal, in the order of a range's rows."""
        return private_hands(self.rules)

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        node = self._node(betting)
        return ask_every_hand(
            self.hands, board, self._choices(node, betting), lambda hand: self.at_node(node, hand, board)
        )

    def _node(self, betting: Betting) -> int:
        """Where a hand is, which may be of another description of the same game."""
        return self.betting.follow(translate(betting.actions, betting.rules, self.rules))

    def _choices(self, node: int, betting: Betting) -> tuple[Action, ...]:
        return translate_choices(self.betting.choices(node), betting.street, self.rules, betting.rules)
