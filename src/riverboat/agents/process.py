"""External bots as agents: `acpc:./bot` starts a program, `acpc:listen:5000` waits for one to connect.

The bot speaks the ACPC protocol 2.0.0, in any language: it is called as `./bot HOST PORT`, connects, and from then on
receives what an ACPC dealer would send it and answers. Its answers are interpreted as that dealer does: the wrong size
of a raise becomes the nearest right one, and an action that is not allowed a call. How it is started, and what happens
if it fails, is in `external.py`; time limits are written in brackets: `acpc(seconds=5,start=30):./bot`.

The protocol knows neither draws nor chips that change from hand to hand; games that a `.game` file cannot describe
are refused, and so are rings and tournaments. A bot that dialled in plays in one process (`--jobs 1`); since it may
remember the cards, let duplicate matches start their bots.
"""

from __future__ import annotations

import time

from riverboat.agents.external import BotError, ExternalBot
from riverboat.errors import RiverboatError
from riverboat.games.acpc.answer import answer_to, parse_version, understood
from riverboat.games.acpc.definition import write_game
from riverboat.games.acpc.match_state import cards_text, match_state_of_view
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.notation import ACPC, betting_line
from riverboat.games.rules import Rules
from riverboat.games.view import View


class AcpcBot(ExternalBot):
    """A program that plays by the ACPC protocol."""

    protocol = "acpc"
    greeting = "VERSION:2.0.0"

    def __init__(self, name: str, where: list[str] | int, seconds: float = 600.0, start: float = 60.0) -> None:
        super().__init__(name, where, seconds, start)
        self._has_state = False
        """Whether the bot knows of this hand."""
        self._position = 0
        self._rules: Rules | None = None

    @classmethod
    def greets(cls, line: str) -> bool:
        return parse_version(line) is not None

    def begin(self, view: View) -> None:
        """Tell the bot its cards, after starting it if need be."""
        self._has_state = False
        self._require_playable(view)
        self._position = view.position
        line = self._connected()
        line.hand += 1
        self._send(match_state_of_view(view, line.hand))
        self._has_state = True

    def act(self, view: View) -> Action:
        """What the bot answers."""
        line = self._line
        if line is None or not self._has_state:
            raise BotError(f"{self.name}: the bot is not there")
        asked = match_state_of_view(view, line.hand)
        deadline = time.monotonic() + self._seconds
        while True:
            said = self._read(deadline)
            if said[:1] in ("#", ";"):
                continue
            try:
                answer = answer_to(asked, said, view.rules)
            except RiverboatError:
                continue  # as the dealer does: the clock runs on
            if answer is not None:
                break
        before = view.committed[view.position] - view.bets[view.position]
        action, _ = understood(answer, view.rules, before, lambda: view.raise_interval, lambda: view.can_fold)
        return action

    def observe(self, view: View, position: int, action: Action) -> None:
        """Forward an action; `end` forwards the end of a hand."""
        if view.actor is not None and self._line is not None and self._has_state:
            self._send(match_state_of_view(view, self._line.hand))

    def end(self, hand: Hand) -> None:
        """Show the bot how it ended."""
        if self._line is None or not self._has_state:
            return
        rules = hand.rules
        shown = hand.went_to_showdown
        reached = len(rules.streets) - 1 if shown else hand.actions[-1][0] if hand.actions else 0
        holes = [
            cards if position == self._position or (shown and hand.live[position]) else ()
            for position, cards in enumerate(hand.down)
        ]
        betting, cards = betting_line(rules, hand.actions, reached, ACPC), cards_text(rules, holes, hand.board)
        self._send(f"MATCHSTATE:{self._position}:{self._line.hand}:{betting}:{cards}")
        self._completed()

    def _require_playable(self, view: View) -> None:
        rules = view.rules
        if rules is not self._rules:
            write_game(rules)  # which says what the protocol cannot express
            self._rules = rules
        had = tuple(stack + chips for stack, chips in zip(view.stacks, view.committed, strict=True))
        if had != rules.stacks:
            raise BotError(f"{self.name}: the ACPC protocol has no stacks that change from hand to hand")
