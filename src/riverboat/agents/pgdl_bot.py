"""Programs that play any described game: one line with the situation out, one line with the action back.

The other half of the PGDL system's agents (Teófilo 2016, section 4.2.3.7): there a Java class asks an agent in Prolog
over a socket for `strategy(Player, Shared, History, Action)`. Here `pgdl:./agent` starts a program in any language as
`./agent HOST PORT`; it connects, says `PGDL:1`, and answers every question by itself, without having to follow the
hand. Abstractions are the program's own affair; one that is written in Python is better a `PgdlAgent`.

A question is a JSON object: `game`, `player` (the position), `cards` (own ones), `shared` (the board), `up` (everyone's
face-up cards), `history` ([street, position, action, amount or number of cards]), `phase`, `pot`, `toCall`, `stacks`,
and what is allowed: `legal`, with `raises` as the minimum and maximum total or `exchange` as those of cards. The answer
is `{"action": "raise", "amount": 20}`, the amount a total of this street, or `{"action": "exchange", "cards": ["2c"]}`.
An amount out of range becomes the nearest, a raise where there is none a call.
"""

from __future__ import annotations

import json
import time
from typing import Any, Final

from riverboat.agents.choices import raise_or_call
from riverboat.agents.external import BotError, ExternalBot
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.view import View

GREETING: Final = "PGDL:1"


class PgdlBot(ExternalBot):
    """A program that is asked for a strategy's action, decision by decision."""

    protocol = "pgdl"
    greeting = GREETING

    @classmethod
    def greets(cls, line: str) -> bool:
        return line.strip() == GREETING

    def act(self, view: View) -> Action:
        self._connected()
        self._send(json.dumps(question(view), separators=(",", ":")))
        deadline = time.monotonic() + self._seconds
        while not (said := self._read(deadline).strip()):
            continue
        try:
            return answered(json.loads(said), view)
        except (ValueError, TypeError, KeyError, AttributeError, RiverboatError) as error:
            why = error if isinstance(error, RiverboatError) else "expected an object with an action"
            raise BotError(f"{self.name}: answers {said[:60]!r}: {why}") from None

    def end(self, hand: Hand) -> None:
        if self._line is not None:
            self._completed()


def question(view: View) -> dict[str, Any]:
    """What a program is asked: everything that the seat may see."""
    rules, deck = view.rules, view.rules.deck

    def names(cards: tuple[int, ...]) -> list[str]:
        return [deck.cards_text((card,)) for card in cards]

    asked: dict[str, Any] = {
        "game": rules.identity,
        "player": view.position,
        "cards": names(view.hole),
        "shared": names(view.board),
        "up": [names(cards) for cards in view.up],
        "history": [
            [street, position, action.verb, action.amount or len(action.cards)]
            for street, position, action in view.actions
        ],
        "phase": view.phase,
        "pot": view.pot,
        "toCall": view.to_call,
        "stacks": list(view.stacks),
    }
    if view.phase != "bet":
        return {**asked, "legal": ["exchange"], "exchange": list(view.cards_wanted or (0, 0))}
    interval = view.raise_interval
    verbs = {"fold": view.can_fold, "call": view.can_check_or_call, "raise": interval is not None}
    legal = [verb for verb, allowed in verbs.items() if allowed] or ["call"]
    return {**asked, "legal": legal, **({"raises": list(interval)} if interval else {})}


def answered(answer: dict[str, Any], view: View) -> Action:
    """The action that an answer stands for."""
    kind = answer["action"]
    if view.phase != "bet":
        cards = tuple(view.rules.deck.parse_cards("".join(answer.get("cards", ()))))
        if kind == "exchange":
            return Action.pass_cards(*cards) if view.phase == "pass" else Action.discard(*cards)
        raise RiverboatError("expected exchange")
    if kind == "fold":
        return view.check_or_fold()
    if kind == "call":
        return view.check_or_call()
    if kind == "raise":
        amount = answer.get("amount", 0)
        if isinstance(amount, bool) or not 0 <= amount < 2**53:
            raise RiverboatError("expected an amount of chips")
        return raise_or_call(view, round(amount))
    raise RiverboatError("expected fold, call or raise")
