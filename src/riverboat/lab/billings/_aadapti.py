"""The stand-in for Aadapti in Post-flop Hold'em, a game of which Vexbot has no betting tree.

There both players call before the flop. Who does so in limit hold'em, against an opponent who does the same, plays that
game: the blinds and the streets after the flop are the same.
"""

from __future__ import annotations

from riverboat.agents.vexbot.player import Vexbot
from riverboat.agents.vexbot.stand_ins import aadapti
from riverboat.games.action import Action
from riverboat.games.view import View


class CallingAadapti(Vexbot):
    """Calls before the flop, and searches after it."""

    def __init__(self, defaults: str = "psopti1") -> None:
        super().__init__(**aadapti.keywords, defaults=defaults)

    def act(self, view: View) -> Action:
        return super().act(view) if view.street else self.certain(view.check_or_call())


class QuickAadapti(CallingAadapti):
    """The same for small runs, without defaults that take minutes to learn."""

    def __init__(self) -> None:
        super().__init__("flat")
