"""Exactly the hands that were asked for are played, at a table that answers when it likes; without a browser."""

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
from riverboat.web.by_sight import playing
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

    def __init__(self, late: int, deaf: int = 0) -> None:
        self._camera, self._late, self._deaf = Folders(game, 2, 3), late, deaf
        self._shown = self._camera.hand()[1][-1]
        self._dealing: list[int] = []
        self.dealt = 0

    def deal(self) -> None:
        if self._deaf:
            self._deaf -= 1
            return
        self._dealing.append(self._late)

    def look(self, _: Any) -> Sighting:
        self._dealing = [left - 1 for left in self._dealing]
        while self._dealing and self._dealing[0] < 0:
            self.dealt += 1
            self._shown = self._camera.hand()[1][-1]
            # The page has sent the second request for the hand after this one.
            self._dealing = [-1 for _ in self._dealing[1:]]
        return self._shown


def play(table: LateTable, hands: int) -> list[int]:
    seat = AgentBySight(make_agent("random"), Tracker(game, keeps_log=True))
    told: list[int] = []
    _Player(table, seat, table.look, Played("random", 1), 600.0).play(hands, told.append)  # type: ignore[arg-type]
    return told


@pytest.mark.parametrize("late", [0, 2, 7, 40])
def test_no_hand_more_than_was_asked_for(late: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_ASK_AGAIN", float("inf"))
    table = LateTable(late)
    assert play(table, 10) == list(range(1, 11))
    assert table.dealt == 10


def test_a_key_press_that_was_lost_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_ASK_AGAIN", -1.0)
    table = LateTable(late=0, deaf=3)
    assert play(table, 2) == [1, 2]
