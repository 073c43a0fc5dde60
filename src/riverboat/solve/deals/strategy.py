"""How all players of a game of sampled deals play; a `Policy` of the core for tables of any size."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from riverboat.solve.betting import BettingTree
from riverboat.solve.betting_policy import BettingPolicy
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin, StoredStrategy, require_shares, write_strategy
from riverboat.solve.deals.game import DealGame, Floats
from riverboat.solve.deals.response import best_responses


@dataclass(frozen=True)
class DealStrategy(BettingPolicy):
    """One probability for every choice of every hand, in the rows of the game."""

    game: DealGame
    vector: Floats
    origin: Origin = UNKNOWN_ORIGIN

    @property
    def betting(self) -> BettingTree:
        """All betting of the game."""
        return self.game.betting

    def exploitability(self) -> Exploitability:
        """Values and best responses of all players, over all deals."""
        return best_responses(self.game, self.vector)

    def at_node(self, node: int, hand: tuple[int, ...], board: tuple[int, ...]) -> Floats:
        """How a hand is played at a node of the betting tree."""
        return self.vector[self.game.rows_of(node, self.game.number(int(self.betting.street[node]), hand, board))]

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file."""
        write_strategy(Path(path), self.rules, "deals", origin or self.origin, {"probabilities": self.vector})

    @classmethod
    def from_file(cls, path: Path, stored: StoredStrategy) -> DealStrategy:
        """The strategy that was stored."""
        game = DealGame.build(stored.rules)
        values = require_shares(path, stored.rules.identity, stored.arrays.get("probabilities"), game.rows)
        return cls(game, np.asarray(values, np.float64), stored.origin)
