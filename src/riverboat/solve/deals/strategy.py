"""How all players of a game of sampled deals play; a `Policy` of the core that sits down at tables of any size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import ActionProbabilities, ask_every_hand, private_hands, require_same_game
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin, StoredStrategy, require_shares, write_strategy
from riverboat.solve.deals.game import DealGame, Floats
from riverboat.solve.deals.response import best_responses


@dataclass(frozen=True)
class DealStrategy:
    """One probability for every choice of every hand, in the rows of the game."""

    game: DealGame
    vector: Floats
    origin: Origin = UNKNOWN_ORIGIN

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.game.rules

    def exploitability(self) -> Exploitability:
        """Values and best responses of all players, over all deals."""
        return best_responses(self.game, self.vector)

    def require_game(self, rules: Rules) -> None:
        """Refuse another game."""
        require_same_game(self.rules, rules)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        node = self.game.betting.follow(action for _, _, action in view.actions)
        return self._at(node, view.down, view.board)

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """Every private hand of the first deal, in the order of a range's rows."""
        return private_hands(self.rules)

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        node = self.game.betting.follow(action for _, _, action in betting.actions)
        actions = self.game.betting.choices(node)
        return ask_every_hand(self.hands, board, actions, lambda hand: self._at(node, hand, board).probabilities)

    def _at(self, node: int, hand: tuple[int, ...], board: tuple[int, ...]) -> ActionProbabilities:
        game = self.game
        rows = game.rows_of(node, game.number(int(game.betting.street[node]), hand, board))
        return ActionProbabilities(game.betting.choices(node), self.vector[rows])

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file."""
        write_strategy(Path(path), self.rules, "deals", origin or self.origin, {"probabilities": self.vector})

    @classmethod
    def from_file(cls, path: Path, stored: StoredStrategy) -> DealStrategy:
        """The strategy that was stored."""
        game = DealGame.build(stored.rules)
        values = require_shares(path, stored.rules.identity, stored.arrays.get("probabilities"), game.rows)
        return cls(game, np.asarray(values, np.float64), stored.origin)
