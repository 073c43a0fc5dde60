"""A solved model at a real table, and as a strategy file.

Where the model is silent the rules of PsOpti hold: a bet that the model does not have is never made, and called
(`following.py`); a hand that the model never brings to a decision checks, or calls where its strength is worth the
price. A post-flop model calls before the flop, like the first PsOpti. A model that ends before the river cannot play.

A file has the real game, the model, the bucketing with a checksum of all that decides buckets, the cards of the
abstract game (so that it can be measured anywhere, without counting boards), and the probabilities: 4 bytes each, 2 in
models of more than a million choices. A file whose bucketing would be another one today is refused.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS
from riverboat.abstraction.features import feature_by_holding
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.games.same_game import same_game
from riverboat.games.view import View
from riverboat.odds.strength import expected_hand_strength
from riverboat.solve.abstract.following import FollowedModel, without_model
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.model import STARTING_HANDS, AbstractModel, parse_model
from riverboat.solve.abstract.rgu import parse_any_bucketing
from riverboat.solve.abstract.strategy import KIND, AbstractStrategy
from riverboat.solve.abstract.tree import build_abstract
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import ActionProbabilities, require_same_game
from riverboat.solve.core.strategy_file import Origin, require_shares

_CALL: Final = Action.check_or_call()
_HALF_PRECISION: Final = 1_000_000
"""Choices from which a file has two bytes for each."""
_LAST_STREET: Final = 3


@dataclass(frozen=True, eq=False)
class ModelPolicy:
    """Plays a real game by a strategy of its model."""

    model: AbstractModel
    strategy: AbstractStrategy

    @property
    def origin(self) -> Origin:
        """Where the strategy came from."""
        return self.strategy.origin

    @property
    def rules(self) -> Rules:
        """The real game."""
        return self.model.game

    @cached_property
    def followed(self) -> FollowedModel:
        """The model, ready to be followed through a hand."""
        return FollowedModel(self.strategy, self.model.seen, self.model.model.first)

    def require_game(self, rules: Rules) -> None:
        """Refuse other games, and models that end before the game does."""
        model = self.model.model
        mine = self.rules
        if model.kind == "postflop" and rules.name != mine.name:  # it is a model of both
            mine = AbstractModel(rules, model, self.model.bucketing).game
        if rules.players != mine.players or not same_game(mine, rules, any_stacks=True):
            require_same_game(mine, rules)
        if model.last < _LAST_STREET and rules.name != "preflop_holdem":
            raise RiverboatError(
                f"model {model} of {rules.identity}: it says nothing about later streets, so it cannot play alone;"
                " solve --model four_rounds"
            )

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS.astype(np.uint8)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        node = self._node(view.betting)
        if node is None:
            return ActionProbabilities((_CALL,), np.ones(1))
        choices = self.followed.choices(node)
        row = self.followed.rows(node)[self.followed.views.of_hand(view.hole, view.board)]
        if not row.any():
            row = without_model(choices, view.betting, np.array([expected_hand_strength(view.hole, view.board)]))[0]
        return ActionProbabilities(choices, row)

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        node = self._node(betting)
        if node is None:
            return ActionProbabilities((_CALL,), np.ones((HOLDINGS, 1)))
        choices, views = self.followed.choices(node), self.followed.views.by_holding(board)
        rows = np.where((views >= 0)[:, None], self.followed.rows(node)[views], 1.0 / len(choices))
        unreached = ~rows.any(axis=1)
        if unreached.any():
            strength = feature_by_holding("ehs", board)
            rows[unreached] = without_model(choices, betting, strength[unreached])
        return ActionProbabilities(choices, rows)

    # By label: the view of the model ----------------------------------------------------------------------------------

    def label_counts(self) -> tuple[int, ...]:
        """The number of labels on each street; one before the model begins."""
        views = self.model.views
        return (*(1,) * (len(CARDS) - len(views)), *views)

    def labels(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """int64[1326]: the label of every holding; -1 where the board blocks it."""
        is_before = CARDS.index(len(board)) < self.model.model.first
        return np.zeros(HOLDINGS, np.int64) if is_before else self.followed.views.by_holding(board)

    def at_labels(self, betting: Betting) -> ActionProbabilities:
        """What the player to act does with every label; zeros for those that the model never brings there."""
        node = self._node(betting)
        if node is None:
            return ActionProbabilities((_CALL,), np.ones((self.label_counts()[betting.street], 1)))
        return ActionProbabilities(self.followed.choices(node), self.followed.rows(node))

    def _node(self, betting: Betting) -> int | None:
        return None if betting.street < self.model.model.first else self.followed.node(betting)

    def exploitability(self) -> Exploitability:
        """Exact values and best responses in the abstract game; in the real one it is more."""
        return self.strategy.exploitability()

    def best_response(self) -> ModelPolicy:
        """What wins most from this policy in the abstract game."""
        return ModelPolicy(self.model, self.strategy.best_response())

    # As a file --------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file."""
        game, large = self.strategy.tree.game, self.strategy.tree.numbers > _HALF_PRECISION
        header = {
            **self.model.identity,
            "bucketing": self.model.abstraction,
            **asdict(origin or self.origin),
        }
        arrays = {
            "probabilities": self.strategy.normalised(np.float16 if large else np.float32).shares,
            "pairs": game.joint[-1],
            "edge": game.edge,
        }
        write_arrays(Path(path), KIND, header, arrays)

    @classmethod
    def from_file(cls, path: str | Path, game: Rules | None = None) -> ModelPolicy:
        """The policy that was stored, for this game if one is given."""
        path = Path(path)
        header, arrays = read_arrays(path, KIND, check=True)
        if "bucketing" not in header:
            raise FileFormatError(f'strategy "{path}": this is the model of a registered player, not a strategy file')
        try:
            model = _model(header)
            known = header["exploitability"]
            quality = None if known is None else float(known)
            origin = Origin(str(header["method"]), int(header["iterations"]), quality)
        except RiverboatError as error:
            raise FileFormatError(f'strategy "{path}": {error}') from None
        except (LookupError, TypeError, ValueError) as error:
            raise FileFormatError(f'strategy "{path}": its header is damaged') from error
        for name, wanted in model.identity.items():
            if header.get(name) != wanted:
                raise FileFormatError(f'strategy "{path}": its {name} is {header.get(name)}, here it is {wanted}')
        tree = build_abstract(_cards(path, model, arrays))
        shares = require_shares(path, model.game.identity, arrays.get("probabilities"), tree.numbers)
        policy = cls(model, AbstractStrategy(tree, shares, origin))
        if game is not None:
            try:
                policy.require_game(game)
            except RiverboatError as error:
                raise FileFormatError(f'strategy "{path}": {error}') from None
        return policy


def _model(header: dict[str, Any]) -> AbstractModel:
    text = str(header["bucketing"])
    bucketing = None if text == STARTING_HANDS else parse_any_bucketing(text)
    return AbstractModel(
        parse_game(str(header["game"])), parse_model(str(header["model"])), bucketing, int(header["boards seed"])
    )


def _cards(path: Path, model: AbstractModel, arrays: dict[str, NDArray[Any]]) -> AbstractGame:
    views = model.views[-1]
    pairs, edge = arrays.get("pairs"), arrays.get("edge")
    for values in (pairs, edge):
        if values is None or values.shape != (views, views) or values.dtype.kind != "f":
            raise FileFormatError(f'strategy "{path}": its cards are not those of {model.abstraction}')
    assert pairs is not None
    assert edge is not None
    try:
        return model.with_cards(pairs, edge)
    except RiverboatError as error:
        raise FileFormatError(f'strategy "{path}": {error}') from None
