"""Exactly the hands that were asked for are played, at a table that answers when it likes: no browser, a virtual table."""

from __future__ import annotations

from typing import Any

import pytest
from table_camera import TableWithCamera

from riverboat.agents.registry import make_agent
from riverboat.arena.stakes import rules_for
from riverboat.games.action import Action
from riverboat.games.state import State
from riverboat.vision import Sighting
from riverboat.vision.tracker import AgentBySight, Tracker
from riverboat.web.by_sight.playing import Played, _Player

GAME = "holdem(betting=limit)"


def game(players: int) -> Any:
    return rules_for(GAME, players)


class Folders(TableWithCamera):
    """Everybody folds at once, so that a hand is over before a picture is taken of it."""

    def _choice(self, state: State) -> Action:
        return Action.fold()


class LateTable:
    """A table that deals a number of pictures after it is asked; asked again meanwhile, it deals twice."""

    def __init__(self, late: int) -> None:
        self._camera, self._late = Folders(game, 2, 3), late
        self._shown = self._camera.hand()[1][-1]
        self._dealing: list[int] = []
        self.dealt = 0

    def deal(self) -> None:
        self._dealing.append(self._late)

    def look(self, _: Any) -> Sighting:
        self._dealing = [left - 1 for left in self._dealing]
        while self._dealing and self._dealing[0] < 0:
            self.dealt += 1
            self._shown = self._camera.hand()[1][-1]
            # The page has sent the second request for the hand after this one.
            self._dealing = [-1 for _ in self._dealing[1:]]
        return self._shown


@pytest.mark.parametrize("late", [0, 2, 7, 40])
def test_no_hand_more_than_was_asked_for(late: int) -> None:
    table = LateTable(late)
    seat = AgentBySight(make_agent("random"), Tracker(game, keeps_log=True))
    told: list[int] = []
    _Player(table, seat, table.look, Played("random", 1), 60.0).play(10, told.append)  # type: ignore[arg-type]
    assert table.dealt == 10
    assert told == list(range(1, 11))
