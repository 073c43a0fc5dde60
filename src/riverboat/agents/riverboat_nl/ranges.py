"""What does `riverboat_nl` do with every hand? The player as a policy over whole ranges, for those who measure it.

Bets must be those of its blueprint until the first street that it solves; a bet of another size would be mapped at
random, and there is no one answer. On streets that are solved any bet will do. What a street's solve says depends on
the line and the board alone, as it does in play; a hand that the range does not hold is played as the blueprint has it
on average. Cost: a solve for each line into a solved street, and one for each bet that its tree does not have.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.riverboat_nl.player import FIRST_SOLVED, RiverboatNL, without_noise
from riverboat.agents.riverboat_nl.subgame import Subgame
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.line_ranges import BOARD_CARDS, ranges_before
from riverboat.solve.nolimit.strategy import Blueprint

_KEPT: Final = 8
_TURN, _RIVER = 2, 3


class BlueprintRanges:
    """A blueprint as it is played, without actions below 5 %."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint: Final = blueprint

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        return _without_noise(self.blueprint.range_probabilities(betting, board))

    def sizes(self, betting: Betting) -> list[int]:
        """The totals to which the blueprint knows a bet or raise here."""
        actions = self.blueprint.range_probabilities(betting, _ANY_BOARD[: BOARD_CARDS[betting.street]]).actions
        return [action.amount for action in actions if action.verb == "raise_to"]


class NolimitRanges:
    """`riverboat_nl` with a depth; asked for both positions."""

    def __init__(self, agent: RiverboatNL, rules: Rules) -> None:
        agent.require_game(rules)
        self._first: Final = FIRST_SOLVED[agent.resolve]
        self._seconds: Final = agent.seconds
        self.before: Final = BlueprintRanges(agent.blueprint_at(min(rules.stacks) / rules.largest_blind))
        self.before.blueprint.require_game(rules)
        self._subgames: Final[dict[tuple[object, ...], Subgame]] = {}

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        if betting.street < self._first:
            return self.before.range_probabilities(betting, board)
        found = self._subgame(betting, board).range_choice(_on_street(betting, betting.street))
        return _without_noise(found)

    def _subgame(self, betting: Betting, board: tuple[int, ...]) -> Subgame:
        """The street, solved once for each line into it and position."""
        key = (betting.actor, board, tuple(each for each in betting.actions if each[0] < betting.street))
        if key not in self._subgames:
            while len(self._subgames) >= _KEPT:
                self._subgames.pop(next(iter(self._subgames)))
            self._subgames[key] = self._solved(betting, board)
        return self._subgames[key]

    def _solved(self, betting: Betting, board: tuple[int, ...]) -> Subgame:
        assert betting.actor is not None
        game = Subgame(betting.actor, None, self._seconds)
        policy = self.before.blueprint
        if betting.street == _RIVER and self._first == _TURN:
            turn = board[: BOARD_CARDS[_TURN]]
            game.begin(ranges_before(policy, betting, board, _TURN), turn, _on_street(betting, _TURN))
            game.go_on(_on_street(betting, _TURN), board, ())
        else:
            game.begin(ranges_before(policy, betting, board, betting.street), board, ())
        return game


def _on_street(betting: Betting, street: int) -> tuple[Action, ...]:
    return tuple(action for at, _, action in betting.actions if at == street)


def _without_noise(found: ActionProbabilities) -> ActionProbabilities:
    return ActionProbabilities(found.actions, without_noise(found.probabilities))


_ANY_BOARD: Final = (0, 5, 10, 15, 20)
