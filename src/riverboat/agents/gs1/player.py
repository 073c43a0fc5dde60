"""GS1 (Gilpin and Sandholm 2006): two rounds solved beforehand, turn and river solved while the hand is played.

When the turn is dealt, both players' ranges follow from what was done until then, and a game of the last two rounds is
solved in the background: here with every hand and no card classes (`solve/spot`), where the source had 25 classes on
the turn, 125 on the river, and a linear program. At a decision the solver is given time until it is good enough, and
goes on while the opponent thinks.
"""

from __future__ import annotations

import time
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.gs1.offline import FLOOR, Blueprint, blueprint, ranges_at
from riverboat.cards.card import cards_text
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import require_limit_holdem
from riverboat.solve.spot.policy import Line
from riverboat.solve.spot.resolving import Resolver
from riverboat.solve.spot.spot import Spot

Unreached = Literal["last", "call"]
_CALL: Final = Action.check_or_call()
_TURN: Final = 2
_LOOK_EVERY: Final = 0.2
"""Seconds between two looks at how good the solution is, at a decision."""
_models: Final[dict[Blueprint, FollowedModel]] = {}


class GS1(Agent):
    """The player. With `iterations` each turn is solved for so many, and a match can be repeated exactly; without, for
    as long as the decision needs: to `target` percent of the pot, or `seconds` at most.

    `unreached` says what is done with a hand that the solution never brings to a decision: as it would have been
    played by the last strategy that was read ("last", which the source proposes), or a call ("call").
    """

    def __init__(
        self,
        *,
        target: float = 0.3,
        seconds: float = 5.0,
        iterations: int | None = None,
        blueprint: Blueprint = "two_rounds",
        unreached: Unreached = "last",
    ) -> None:
        super().__init__()
        if blueprint not in ("two_rounds", "four_rounds"):
            raise RiverboatError(f'blueprint "{blueprint}": expected two_rounds or four_rounds')
        if unreached not in ("last", "call"):
            raise RiverboatError(f'unreached "{unreached}": expected last or call')
        if not (target > 0 and seconds > 0) or (iterations is not None and iterations < 1):
            raise RiverboatError("GS1: expected a target, seconds and iterations above zero")
        self.name = "gs1"
        self.target, self.seconds, self.iterations = target, seconds, iterations
        self.blueprint: Final[Blueprint] = blueprint
        self.unreached: Final[Unreached] = unreached
        self.waited: list[float] = []
        """Seconds that each decision on turn and river waited for."""
        self._resolver: Resolver | None = None
        self._read: dict[str, NDArray[np.float64]] = {}

    def require_game(self, rules: Rules) -> None:
        require_limit_holdem(rules)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Solve the first two rounds, or read them from the cache."""
        if self.blueprint not in _models:
            _models[self.blueprint] = blueprint(self.blueprint, on_progress)

    @property
    def model(self) -> FollowedModel:
        """The first two rounds."""
        self.prepare()
        return _models[self.blueprint]

    def act(self, view: View) -> Action:
        if view.street < _TURN:
            return self._act_by_model(view)
        began = time.monotonic()
        resolver = self._running(view)
        line = Line(resolver.solver.tree, view.board[4:])
        for street, _, action in view.betting.actions:
            if street >= _TURN:
                line.follow(action)
        self._wait(resolver)
        self.waited.append(time.monotonic() - began)
        row = self._row(resolver, line, view)
        return self.sample(line.node.actions, row.tolist())

    def observe(self, view: View, position: int, action: Action) -> None:
        if view.street >= _TURN and view.betting.phase != "over" and self.iterations is None:
            self._running(view)

    def end(self, hand: Hand) -> None:
        if self._resolver is not None:
            self._resolver.stop()
        self._resolver = None
        self._read.clear()

    def _act_by_model(self, view: View) -> Action:
        node = self.model.node(view.betting)
        if node is None:
            return self.certain(_CALL)
        row = self.model.rows(node)[self.model.views.of_hand(view.hole, view.board)]
        if not row.any():
            return self.certain(_CALL)
        return self.sample(self.model.choices(node), row.tolist())

    def _running(self, view: View) -> Resolver:
        """The solver of this hand's turn and river, begun when the turn is seen."""
        if self._resolver is None:
            self._resolver = Resolver(turn_spot(self.model, view), view.position)
            if self.iterations is None:
                self._resolver.start()
            else:
                self._resolver.run(iterations=self.iterations)
        return self._resolver

    def _wait(self, resolver: Resolver) -> None:
        """Until the solution is good enough, or time is up."""
        if self.iterations is not None:
            return
        end = time.monotonic() + self.seconds
        while (left := end - time.monotonic()) > 0 and resolver.exploitability().percent > self.target:
            time.sleep(min(_LOOK_EVERY, max(left, 0.0)))

    def _row(self, resolver: Resolver, line: Line, view: View) -> NDArray[np.float64]:
        """How the hand is played at a decision."""
        solver, number = resolver.solver, line.node.player
        places = np.flatnonzero(solver.hands[number].holdings == holding_index(*view.hole))
        now = resolver.strategy(line.path)
        before = self._read.get(line.path)
        self._read[line.path] = now
        if len(places) == 0:
            return _only(line.node.actions)
        row = now[:, places[0]]
        if resolver.reaches(line.path, number, int(places[0])):
            return np.asarray(row / row.sum())
        if self.unreached == "last" and before is not None:
            return np.asarray(before[:, places[0]] / before[:, places[0]].sum())
        return _only(line.node.actions)


def turn_spot(model: FollowedModel, view: View) -> Spot:
    """Turn and river of a hand, with the ranges that the model says."""
    board = view.board[:4]
    blocked = np.isin(HOLDING_CARDS, board).any(axis=1)
    ranges = []
    for weights in ranges_at(model, view.betting, board):
        live = np.where(blocked, 0.0, weights)
        live = live / live.max() if live.any() else np.where(blocked, 0.0, 1.0)
        ranges.append(Range.from_weights(np.where(blocked, 0.0, np.maximum(live, FLOOR))))
    streets = view.rules.streets
    before = sum(_committed_before_turn(view))
    return Spot(
        cards_text(board),
        oop=ranges[0],
        ip=ranges[1],
        pot=before,
        stack=None,
        betting="limit",
        bets=f"{streets[1].bet}/{streets[2].bet}/{streets[3].bet}",
        max_raises=streets[2].max_raises,
    )


def _committed_before_turn(view: View) -> tuple[int, int]:
    """The chips that both had put in when the turn was dealt: the same, or nobody would have seen it."""
    from riverboat.games.state import State

    state = State(view.rules, tuple(range(view.rules.deck.size)))
    for street, _, action in view.betting.actions:
        if street >= _TURN:
            break
        state.apply(action)
    return state.committed[0], state.committed[1]


def _only(actions: tuple[Action, ...]) -> NDArray[np.float64]:
    """Check or call."""
    return np.array([float(action == _CALL) for action in actions])
