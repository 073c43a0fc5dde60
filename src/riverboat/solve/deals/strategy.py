"""How all players of a game of sampled deals play; a `Policy` of the core for tables of any size."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError
from riverboat.solve.abstract.rgu import parse_any_bucketing
from riverboat.solve.betting import BettingTree
from riverboat.solve.betting_policy import BettingPolicy
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin, StoredStrategy, require_shares, write_strategy
from riverboat.solve.deals.buckets import BucketViews
from riverboat.solve.deals.game import DealGame, Floats
from riverboat.solve.deals.response import best_responses
from riverboat.solve.deals.views import NumberedHands


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
        """Values and best responses of all players, who forget nothing, over all deals."""
        remembered = self.remembered()
        return best_responses(remembered.game, remembered.vector)

    def remembered(self) -> DealStrategy:
        """The same play in the game in which nobody forgets: hands of one view are played alike."""
        if isinstance(self.game.views, NumberedHands):
            return self
        game = DealGame.build(self.rules)
        streets = range(len(game.hand_counts))
        views = [np.zeros(game.hand_counts[street], np.int64) for street in streets]
        for street in streets:
            for number, own, board in game.numbered.walk(street):
                views[street][number] = self.game.number(street, own, board)
        vector = np.empty(game.rows)
        for node in game.decisions.tolist():
            rows = self.game.table(self.vector, node)
            game.table(vector, node)[...] = rows[views[self.betting.street[node]]]
        return DealStrategy(game, vector, self.origin)

    def at_node(self, node: int, hand: tuple[int, ...], board: tuple[int, ...]) -> Floats:
        """How a hand is played at a node of the betting tree."""
        return self.vector[self.game.rows_of(node, self.game.number(int(self.betting.street[node]), hand, board))]

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file."""
        views = self.game.views
        settings = {"buckets": views.bucketing.text, "identity": views.text} if isinstance(views, BucketViews) else {}
        if views.text and not settings:
            raise RiverboatError(f"{views.text}: a strategy over these views cannot be stored")
        arrays = {"probabilities": self.vector}
        write_strategy(Path(path), self.rules, "deals", origin or self.origin, arrays, settings)

    @classmethod
    def from_file(cls, path: str | Path, stored: StoredStrategy) -> DealStrategy:
        """The strategy that was stored."""
        game = DealGame.build(stored.rules, see=_stored_views(Path(path), stored))
        values = require_shares(path, stored.rules.identity, stored.arrays.get("probabilities"), game.rows)
        return cls(game, np.asarray(values, np.float64), stored.origin)


def _stored_views(path: Path, stored: StoredStrategy) -> BucketViews | None:
    """The buckets of a stored strategy; refused if they are not the buckets of that name here."""
    if "buckets" not in stored.settings:
        return None
    text = str(stored.settings["buckets"])
    views = BucketViews(stored.rules, parse_any_bucketing(text))
    if views.text != stored.settings.get("identity"):
        raise FileFormatError(f'strategy "{path}": its buckets {text} are not those of the same name here')
    return views
