"""What does GS1 do with every hand? Known where each turn is solved for a fixed number of iterations.

Before the turn its model says it. On the turn and the river it is the solution of that turn, which depends on the
board and on what was done before, not on the cards that are held. The player and who judges it, such as AIVAT, ask for
the same turn one after the other; so the latest one is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.records import board_records
from riverboat.agents.gs1.offline import TURN, at_turn
from riverboat.agents.gs1.turn import RangeTurn, turn_line, turn_spot
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import require_limit_holdem
from riverboat.solve.core.policy import ActionProbabilities

Floats = NDArray[np.float64]
Key = tuple[FollowedModel, int, int, tuple[int, ...], tuple[object, ...]]

_FOLD: Final = Action.fold()
_CALL: Final = Action.check_or_call()
_latest: Final[dict[Key, RangeTurn]] = {}
"""The turn that was solved last: 100 MB."""


class GS1Policy:
    """`gs1(iterations=N)` as a policy."""

    def __init__(self, model: Callable[[], FollowedModel], iterations: int) -> None:
        """`model` gives the first two rounds when they are needed, as reading them takes seconds."""
        self._model: Final = model
        self.iterations: Final = iterations

    def require_game(self, rules: Rules) -> None:
        """Heads-up limit hold'em with the usual bets."""
        require_limit_holdem(rules)

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS.astype(np.uint8)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        actions, rows = self.range_probabilities(view.betting, view.board)
        return ActionProbabilities(actions, rows[holding_index(*view.hole)])

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand; where nothing is known, a call."""
        actions, rows = (self._of_model if betting.street < TURN else self._solved)(betting, board)
        if _CALL in actions:
            call = actions.index(_CALL)
            rows[~rows.any(axis=1), call] = 1.0
            if _FOLD in actions and len(board) == 5:
                best, fold = board_records(board).losses == 0, actions.index(_FOLD)
                rows[best, call] += rows[best, fold]
                rows[best, fold] = 0.0
        return ActionProbabilities(actions, rows)

    def turn(self, betting: Betting, board: tuple[int, ...], position: int) -> RangeTurn:
        """The solved turn of this hand; readings are of this position's strategy."""
        before = tuple(each for each in betting.actions if each[0] < TURN)
        key = (self._model(), self.iterations, position, board[:4], before)
        found = _latest.get(key)
        if found is None:
            _latest.clear()  # before the next one is made: two would need twice the memory
            found = RangeTurn(turn_spot(at_turn(key[0], betting, board[:4]), board[:4]), position)
            found.run(self.iterations)
            _latest[key] = found
        return found

    def _of_model(self, betting: Betting, board: tuple[int, ...]) -> tuple[tuple[Action, ...], Floats]:
        model = self._model()
        node = model.node(betting)
        if node is None:
            return (_CALL,), np.zeros((HOLDINGS, 1))
        views = model.views.by_holding(board)
        return model.choices(node), np.where((views >= 0)[:, None], model.rows(node)[views], 0.0)

    def _solved(self, betting: Betting, board: tuple[int, ...]) -> tuple[tuple[Action, ...], Floats]:
        position = betting.actor
        assert position is not None
        resolver = self.turn(betting, board, position).resolver
        line = turn_line(resolver.solver.tree, betting, board)
        rows = np.zeros((HOLDINGS, len(line.node.actions)))
        held = resolver.solver.hands[position].holdings
        reached = resolver.evaluator.reach(line.path)[position] > 0.0
        rows[held[reached]] = resolver.evaluator.strategy(line.path).T[reached]
        return line.node.actions, rows
