"""Turn and river as GS1 solved them, a demonstration: a linear program over classes of hands, interrupted and read.

As published (Gilpin and Sandholm 2006): classes by thresholds, 25 on the turn and 125 on the river; a program of the
sequence form, solved in the background; at a decision it is interrupted, its present solution is read, its basis kept,
and it goes on. The simplex method is the one that keeps the player's own strategy feasible at every step: here primal
simplex for position 0, whose plan the program's variables are, and dual simplex for position 1, whose plan its prices
are. (The source writes the program the other way round: "dual simplex as player 1, primal as player 2".)

The program of the published size has 20,702 rows and columns and 2.4 million numbers. HiGHS does not finish it in the
time of a decision, so what is played is what it had by then; `turn.py` is better in every respect. With 3 and 7 classes
it ends in a second, and its value is that of CFR on the same game.
"""

from __future__ import annotations

import time
import weakref
from threading import Thread
from typing import Final

import numpy as np

from riverboat.abstraction.board_classes import BoardClasses
from riverboat.agents.gs1.offline import TURN, AtTurn
from riverboat.agents.gs1.turn import BACKGROUND, Choice, Reading
from riverboat.games.view import View
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.models import turn_game
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.tree import build_abstract
from riverboat.solve.lp.program import LinearProgram, Standing
from riverboat.solve.lp.sequence_form import rows_by_node, write_out


class ProgramTurn:
    """One linear program for one player."""

    def __init__(self, classes: BoardClasses, begun: AtTurn, position: int) -> None:
        self.classes: Final = classes
        self.position: Final = position
        self.pot: Final = begun.pot
        self.game: Final[AbstractGame] = turn_game(classes, begun.first, begun.second, begun.pot)
        form = write_out(self.game.betting, self.game)
        self.program: Final = LinearProgram(form, "primal simplex" if position == 0 else "dual simplex")
        self._tree: Final = build_abstract(self.game)
        self._worker: Thread | None = None
        self._done = False
        weakref.finalize(self, self.program.interrupt)  # whoever drops this ends its thread

    @property
    def iterations(self) -> int:
        return self.program.iterations

    @property
    def finished(self) -> bool:
        """Whether the plans are optimal."""
        return self._done

    def run(self, iterations: int) -> None:
        """Take some more steps of the simplex method."""

        def enough(standing: Standing) -> None:
            raise StopIteration

        if not self._done:
            self._done = self.program.solve(on_standing=enough, every=iterations).optimal

    def deliberate(self, target: float, until: float) -> float:
        left = until - time.monotonic()
        if not self._done and left > 0:
            self._done = self.program.solve(seconds=left).optimal
        return self.measure()

    def measure(self) -> float:
        """The exploitability of both plans in the game of classes, in percent of the pot."""
        return 100.0 * self.standing.gap / 2 / self.pot

    @property
    def standing(self) -> Standing:
        """Both plans and what they are worth."""
        return self.program.standing()

    def start(self) -> None:
        if not self._done:
            self._worker = Thread(target=self.program.solve, kwargs={"seconds": BACKGROUND}, daemon=True)
            self._worker.start()

    def stop(self) -> None:
        if self._worker is not None:
            if self._worker.is_alive():
                self.program.interrupt()
            self._worker.join()
            self._worker = None
            self._done = self.standing.optimal

    def read(self) -> Reading:
        found = AbstractStrategy(self._tree, np.zeros(self._tree.numbers))
        plan = self.standing.plans[self.position][1:]
        for node, rows in rows_by_node(self.game.betting, self.game, self.position, plan):
            found.rows(node)[:] = rows.T
        return PlanReading(FollowedModel(found, self.classes, TURN))


class PlanReading:
    """A strategy over classes; a plan of zeros at a decision never gets there."""

    def __init__(self, model: FollowedModel) -> None:
        self.model: Final = model

    def choice(self, view: View) -> Choice | None:
        node = self.model.node(view.betting)
        if node is None:
            return None
        row = self.model.rows(node)[self.model.views.of_hand(view.hole, view.board)]
        return Choice(self.model.choices(node), row) if row.any() else None
