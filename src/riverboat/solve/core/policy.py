"""A way to play: the probability of every action, at a public line, for one hand or for all hands at once.

A public line is what all players have seen: the betting and the board. Whatever implements this protocol can play
(`agents.StrategyAgent`), be corrected for by AIVAT (`assess`), and be exploited.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.same_game import same_game
from riverboat.games.view import View

ANY_TOTAL: Final = Action.raise_to(0)
"""A raise to any total that is allowed, all equally likely and independent of the cards."""


class ActionProbabilities(NamedTuple):
    """The actions, and how likely each is: float64[actions] for one hand, float64[hands, actions] for a range."""

    actions: tuple[Action, ...]
    probabilities: NDArray[np.float64]

    def place(self, action: Action) -> int:
        """The index of an action; -1 if it is not among them."""
        if action in self.actions:
            return self.actions.index(action)
        if action.verb == "raise_to" and ANY_TOTAL in self.actions:
            return self.actions.index(ANY_TOTAL)
        return -1


class RangePolicy(Protocol):
    """Says what it does with all hands at once."""

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[hands, cards]: the private hands of which a range consists, in the order of its rows."""
        ...

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand; rows of hands that cannot be held do not matter."""
        ...


class Policy(RangePolicy, Protocol):
    """Plays a game from memory: the same view, the same probabilities."""

    def require_game(self, rules: Rules) -> None:
        """Raise `RiverboatError` if this is not a policy for the game."""
        ...

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        ...


def private_hands(rules: Rules) -> NDArray[np.uint8]:
    """uint8[hands, cards]: every hand of the first private cards, in the order of `itertools.combinations`."""
    private = next((street.down for street in rules.streets if street.down), 0)
    return np.array(list(combinations(range(rules.deck.size), private)), np.uint8)


def ask_every_hand(
    hands: NDArray[np.uint8],
    board: tuple[int, ...],
    actions: tuple[Action, ...],
    ask: Callable[[tuple[int, ...]], NDArray[np.float64]],
) -> ActionProbabilities:
    """A range by asking for one hand after the other; uniform where the board blocks a hand."""
    rows = np.full((len(hands), len(actions)), 1.0 / len(actions))
    for number, hand in enumerate(hands.tolist()):
        if not set(hand) & set(board):
            rows[number] = ask(tuple(hand))
    return ActionProbabilities(actions, rows)


def require_same_game(mine: Rules, theirs: Rules) -> None:
    """Refuse to play a strategy of one game in another."""
    if not same_game(mine, theirs):
        raise RiverboatError(f"this strategy is for {mine.identity}, not for {theirs.identity}")
