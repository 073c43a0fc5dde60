"""GS1 (Gilpin and Sandholm 2006): two rounds solved beforehand, turn and river solved while the hand is played.

When the turn is dealt, both players' ranges follow from what was done until then, and a game of the last two rounds is
solved in the background. At a decision it is interrupted, given time until it is good enough, and read; then it goes on
while the opponent thinks. By default all hands are solved by CFR (`turn.py`); `method=lp` is the linear program over
classes that the source solved (`program.py`).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, Literal, get_args

import numpy as np

from riverboat.abstraction.board_classes import RIVER_CLASSES, TURN_CLASSES, board_classes
from riverboat.abstraction.records import board_records
from riverboat.agents.gs1.offline import TURN, AtTurn, Blueprint, at_turn, blueprint
from riverboat.agents.gs1.policy import GS1Policy
from riverboat.agents.gs1.program import PlanReading, ProgramTurn
from riverboat.agents.gs1.turn import Choice, RangeTurn, Reading, TurnSolver, turn_spot
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.explanation import Explanation
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import require_limit_holdem

Method = Literal["cfr", "lp"]
Unreached = Literal["last", "call"]
_FOLD: Final = Action.fold()
_CALL: Final = Action.check_or_call()
_KEPT: Final = 2
"""Earlier strategies of a hand that are kept."""
_models: Final[dict[Blueprint, FollowedModel]] = {}


@dataclass(frozen=True, slots=True)
class Deliberation:
    """What one decision on the turn or the river took."""

    street: int
    seconds: float
    iterations: int
    """Of the solver of this hand so far."""
    percent: float | None
    """Its exploitability in percent of the pot; None where it was not measured."""


class GS1(Agent):
    """The player. With `iterations` each turn is solved for that many, and a match can be repeated exactly; without,
    for as long as the decision needs: to `target` percent of the pot, or `seconds` at most.

    `unreached` says what is done with a hand that the solution never brings to a decision: as an earlier strategy of
    this hand that does bring it there says ("last", which the source proposes), or a call ("call", as in the source). A
    hand that nothing beats is never folded on the river, however early the solver is interrupted.
    """

    def __init__(
        self,
        *,
        target: float = 0.3,
        seconds: float = 5.0,
        iterations: int | None = None,
        blueprint: Blueprint = "two_rounds",
        unreached: Unreached = "last",
        method: Method = "cfr",
        turn_classes: int = TURN_CLASSES,
        river_classes: int = RIVER_CLASSES,
    ) -> None:
        super().__init__()
        for what, given, known in (
            ("blueprint", blueprint, get_args(Blueprint)),
            ("unreached", unreached, get_args(Unreached)),
            ("method", method, get_args(Method)),
        ):
            if given not in known:
                raise RiverboatError(f'{what} "{given}": expected one of {", ".join(known)}')
        if not (target > 0 and seconds > 0) or (iterations is not None and iterations < 1):
            raise RiverboatError("GS1: expected a target, seconds and iterations above zero")
        if not 1 <= turn_classes <= river_classes:
            raise RiverboatError(f"GS1: {turn_classes} and {river_classes} classes; the river needs at least as many")
        self.name = "gs1"
        self.target, self.seconds, self.iterations = target, seconds, iterations
        self.blueprint: Final[Blueprint] = blueprint
        self.unreached: Final[Unreached] = unreached
        self.method: Final[Method] = method
        self.classes: Final = (turn_classes, river_classes)
        self.policy: Final = (
            GS1Policy(partial(_model_of, blueprint), iterations) if iterations is not None and method == "cfr" else None
        )
        """What it does with every hand, where no clock decides that."""
        self.deliberations: Final[list[Deliberation]] = []
        """One for each decision on turn and river since this player was made."""
        self._solver: TurnSolver | None = None
        self._earlier: list[Reading] = []

    def require_game(self, rules: Rules) -> None:
        require_limit_holdem(rules)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Solve the first two rounds, or read them from the cache; compile what decisions would wait for."""
        _model_of(self.blueprint, on_progress)
        if self.method == "cfr":
            _compile()

    @property
    def model(self) -> FollowedModel:
        """The first two rounds."""
        return _model_of(self.blueprint)

    def act(self, view: View) -> Action:
        if view.street < TURN:
            found = PlanReading(self.model).choice(view)
            return self.certain(_CALL) if found is None else self.sample(found.actions, found.probabilities.tolist())
        began = time.monotonic()
        solver = self._begun(view)
        solver.stop()
        percent = None if self.iterations else solver.deliberate(self.target, began + self.seconds)
        reading = solver.read()
        if self.iterations is None:
            solver.start()
        self.deliberations.append(Deliberation(view.street, time.monotonic() - began, solver.iterations, percent))
        found = reading.choice(view)
        if found is None and self.unreached == "last":
            found = next((choice for each in self._earlier if (choice := each.choice(view)) is not None), None)
        self._earlier = [reading, *self._earlier][:_KEPT]
        if found is None or (_FOLD in found.actions and _cannot_lose(view)):
            found = _without_folding(found)
        return self.sample(found.actions, found.probabilities.tolist())

    def explain(self) -> Explanation | None:
        """By its model of the first two rounds, or how far the rest was solved."""
        if not self._earlier:
            return Explanation("By its model of the game, solved beforehand.")
        last = self.deliberations[-1]
        quality = "" if last.percent is None else f", to {last.percent:.2f} % of the pot"
        return Explanation(
            f"Turn and river were solved in play: {last.iterations:,} iterations{quality}; this decision waited"
            f" {last.seconds:.2f} s."
        )

    def observe(self, view: View, position: int, action: Action) -> None:
        if view.street >= TURN and view.betting.actor is not None and self.iterations is None:
            self._begun(view)

    def end(self, hand: Hand) -> None:
        if self._solver is not None:
            self._solver.stop()
        self._solver = None
        self._earlier = []

    def _begun(self, view: View) -> TurnSolver:
        """The solver of this hand's turn and river, begun when the turn is seen."""
        if self._solver is None and self.policy is not None:
            self._solver = self.policy.turn(view.betting, view.board, view.position)
        if self._solver is None:
            begun, board = at_turn(self.model, view.betting, view.board[:4]), view.board[:4]
            if self.method == "cfr":
                self._solver = RangeTurn(turn_spot(begun, board), view.position)
            else:
                self._solver = ProgramTurn(board_classes(board, *self.classes), begun, view.position)
            if self.iterations is None:
                self._solver.start()
            else:
                self._solver.run(self.iterations)
        return self._solver


def _model_of(name: Blueprint, on_progress: OnProgress | None = None) -> FollowedModel:
    """Solved, or read from the cache, once in a process."""
    if name not in _models:
        _models[name] = blueprint(name, on_progress)
    return _models[name]


def _cannot_lose(view: View) -> bool:
    """Whether no hand beats this one on the river."""
    return len(view.board) == 5 and not board_records(view.board).losses[holding_index(*view.hole)]


def _without_folding(found: Choice | None) -> Choice:
    """The same with calls for folds; a call where nothing is known."""
    if found is None:
        return Choice((_CALL,), np.ones(1))
    row = found.probabilities.copy()
    row[found.actions.index(_CALL)] += row[found.actions.index(_FOLD)]
    row[found.actions.index(_FOLD)] = 0.0
    return Choice(found.actions, row)


@cache
def _compile() -> None:
    """Compile the kernels of a turn by solving a small one."""
    board = read_cards("Ks9h4c2s")
    few = np.where(np.isin(HOLDING_CARDS, read_cards("AhAdQcQd")).all(axis=1), 1.0, 0.0)
    turn = RangeTurn(turn_spot(AtTurn(few, few, 40), tuple(board)), 0)
    turn.run(1)
    turn.measure()
