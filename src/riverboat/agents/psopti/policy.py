"""How the PsOpti family plays limit hold'em heads-up: one model before the flop, others after it.

Everything that the sources leave open is decided here:

- A bet that the models do not have, the fourth on a street, is never made and always called.
- A hand that a model never brings to a decision checks, or calls where E[HS] is worth the price.
- A hand that cannot lose on the river is never folded (the published wrapper vetoed such folds too).
- Buckets may be split by strength (`splitting.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import CARDS
from riverboat.abstraction.features import feature_of_hand, feature_row
from riverboat.abstraction.views import Histories, Views
from riverboat.agents.psopti.splitting import SubBuckets, split_rows
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDINGS
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.odds.strength import hand_strength, standings_by_holding
from riverboat.solve.abstract.following import FollowedModel, without_model
from riverboat.solve.abstract.models import require_limit_holdem
from riverboat.solve.core.policy import ActionProbabilities

Key = Callable[[Betting], object]
"""Which of the models after the flop is played, by the betting before it."""
_FOLD, _CALL = Action.fold(), Action.check_or_call()


class PsOptiPolicy:
    """Models for the streets of heads-up limit hold'em."""

    def __init__(
        self,
        before: FollowedModel | None,
        after: Mapping[object, FollowedModel],
        key: Key,
        *,
        folds_before: bool = True,
        split: SubBuckets | None = None,
        vetoes_folds: bool = True,
    ) -> None:
        self._before: Final = before
        """None for a player who always calls before the flop."""
        self._after: Final = after
        self._key: Final = key
        self._folds_before: Final = folds_before
        self._split: Final = split
        self._vetoes_folds: Final = vetoes_folds
        """Whether a hand that cannot lose on the river is never folded."""

    def require_game(self, rules: Rules) -> None:
        """Heads-up limit hold'em with the usual bets."""
        require_limit_holdem(rules)

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS.astype(np.uint8)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        hole, board, betting = view.hole, view.board, view.betting
        model = self._model(betting)
        node = None if model is None else model.node(betting)
        if model is None or node is None:
            return ActionProbabilities((_CALL,), np.ones(1))
        choices, seen = model.choices(node), model.views.of_hand(hole, board)
        row = model.rows(node)[seen]
        if not row.any():
            return ActionProbabilities(
                choices, without_model(choices, betting, np.array([feature_of_hand("ehs", hole, board)]))[0]
            )
        if self._split is not None and isinstance(model.views, Histories):
            part = self._split.of_hand(hole, board, seen % _buckets(model.views, board))
            row = split_rows(row[None], np.array([part]), self._split.count)[0]
        if choices[0] == _FOLD and row[0] > 0.0 and self._never_folds(betting, hole, board):
            row = _without_folds(row)
        return ActionProbabilities(choices, row)

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        model = self._model(betting)
        node = None if model is None else model.node(betting)
        if model is None or node is None:
            return ActionProbabilities((_CALL,), np.ones((HOLDINGS, 1)))
        choices, views = model.choices(node), model.views.by_holding(board)
        rows = np.where((views >= 0)[:, None], model.rows(node)[views], 1.0 / len(choices))
        unreached = np.asarray(~rows.any(axis=1))
        if self._split is not None and isinstance(model.views, Histories):
            parts = self._split.by_holding(board, views % _buckets(model.views, board))
            rows = np.where(unreached[:, None], rows, split_rows(rows, parts, self._split.count))
        if choices[0] == _FOLD:
            kept = self._never_folded(betting, board) & ~unreached
            rows[kept] = _without_folds(rows[kept])
        if unreached.any():
            strength = feature_row("ehs", np.asarray(board, np.uint8))
            rows[unreached] = without_model(choices, betting, strength[unreached])
        return ActionProbabilities(choices, rows)

    # As a table of labels: the view, the part of its bucket, and whether it cannot lose on the river -----------------

    def label_counts(self) -> tuple[int, ...]:
        """The number of labels on each street."""
        return tuple(
            1 if (views := self._views(street)) is None else _view_count(views, street) * self._parts(views) * 2
            for street in range(len(CARDS))
        )

    def labels(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """int64[1326]: the label of every holding; -1 where the board blocks it."""
        views = self._views(CARDS.index(len(board)))
        if views is None:
            return np.zeros(HOLDINGS, np.int64)
        seen = views.by_holding(board)
        found = seen * self._parts(views)
        if self._split is not None and isinstance(views, Histories):
            found += self._split.by_holding(board, seen % _buckets(views, board)) + 1
        cannot_lose = standings_by_holding(board)[:, 2] == 0.0 if len(board) == CARDS[-1] and self._vetoes_folds else 0
        return np.where(seen < 0, -1, found * 2 + cannot_lose)

    def at_labels(self, betting: Betting) -> ActionProbabilities:
        """What the player to act does with every label; zeros for those that a model never brings there."""
        count = self.label_counts()[betting.street]
        model = self._model(betting)
        node = None if model is None else model.node(betting)
        if model is None or node is None:
            return ActionProbabilities((_CALL,), np.ones((count, 1)))
        choices, rows = model.choices(node), model.rows(node)
        parts = self._parts(model.views)
        if parts > 1 and self._split is not None:
            each = np.tile(np.arange(-1, self._split.count), len(rows))
            rows = np.repeat(rows, parts, axis=0)
            rows = np.where(rows.any(axis=1, keepdims=True), split_rows(rows, each, self._split.count), rows)
        if choices[0] == _FOLD and betting.street == 0 and not self._folds_before:
            rows = _without_folds(rows)
        never = _without_folds(rows) if choices[0] == _FOLD else rows
        return ActionProbabilities(choices, np.stack([rows, never], axis=1).reshape(-1, len(choices)))

    def _views(self, street: int) -> Views | None:
        """Of all models of a street: those after the flop see the same."""
        model = self._before if street == 0 else next(iter(self._after.values()))
        return None if model is None else model.views

    def _parts(self, views: Views) -> int:
        return 1 if self._split is None or not isinstance(views, Histories) else self._split.count + 1

    def _model(self, betting: Betting) -> FollowedModel | None:
        return self._before if betting.street == 0 else self._after[self._key(betting)]

    def _never_folds(self, betting: Betting, hole: tuple[int, ...], board: tuple[int, ...]) -> bool:
        """Before the flop, if this player never folds there; on the river, with a hand that nothing beats."""
        if betting.street == 0:
            return not self._folds_before
        return self._vetoes_folds and len(board) == CARDS[-1] and hand_strength(hole, board).behind == 0

    def _never_folded(self, betting: Betting, board: tuple[int, ...]) -> NDArray[np.bool_]:
        """The same of every holding."""
        if len(board) == CARDS[-1] and self._vetoes_folds:
            return np.asarray(standings_by_holding(board)[:, 2] == 0.0)
        return np.full(HOLDINGS, betting.street == 0 and not self._folds_before)


def _view_count(views: Views, street: int) -> int:
    return prod(views.bucketing.counts[views.first : street + 1]) if isinstance(views, Histories) else CLASSES


def _buckets(views: Histories, board: tuple[int, ...]) -> int:
    """How many buckets there are on the present street, with which a history ends."""
    return views.bucketing.counts[CARDS.index(len(board))]


def _without_folds(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Calls in place of folds."""
    found = rows.copy()
    found[..., 1] += found[..., 0]
    found[..., 0] = 0.0
    return found
