"""Programs in any language as players of any game: JSON lines over standard input and output.

`json:./bot` starts `./bot`; every line that it reads on standard input is one JSON object, and so is every line that it
writes on standard output. There are three messages, and docs/json-bots.md has all their fields:

    hello   version of the protocol, rules of the game, seconds for a decision   answered by a hello
    act     what the seat sees, and which actions are legal                      answered by an action
    end     what came of the hand, with the cards that were shown                not answered

A new hello comes before the first hand of other rules (a tournament's blinds, a ring that has lost a player). An answer
repeats the `id` of its question, so one that comes too late is skipped. Actions are those of `Action`, amounts totals
of the street; what is not legal is a fault, as with any other player. How programs are started and ended, and what
happens if they fail, is in `external.py`; their standard error is theirs. Cost: about 0.1 ms for a decision, besides
what the program takes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from typing import Any, Final

from riverboat.agents.external import BotError, ExternalBot
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Actions
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.rules_json import rules_to_json
from riverboat.games.view import HIDDEN, View

PROTOCOL: Final = "riverboat-json"
VERSION: Final = 1
_PLAIN: Final = {
    "fold": Action.fold(),
    "check_or_call": Action.check_or_call(),
    "bring_in": Action.bring_in(),
}
_VERBS: Final = (*_PLAIN, "raise_to", "discard", "pass_cards")


class JsonBot(ExternalBot):
    """A program that plays by JSON lines."""

    protocol = "json"
    greeting = f'{{"type": "hello", "version": {VERSION}}}'
    speaks_on_stdio = True

    def __init__(self, name: str, where: list[str] | int, seconds: float = 600.0, start: float = 60.0) -> None:
        super().__init__(name, where, seconds, start)
        self._rules: Rules | None = None
        self._position = 0
        self._asked = 0

    @classmethod
    def greets(cls, line: str) -> bool:
        try:
            said = json.loads(line)
            return bool(said["type"] == "hello" and said["version"] == VERSION)
        except (ValueError, TypeError, KeyError):
            return False

    @property
    def opening(self) -> str:
        assert self._rules is not None
        return _line(hello(self._rules, self._seconds, self.rng.getrandbits(32)))

    def begin(self, view: View) -> None:
        """Nothing is sent; the bot is started if need be, and told of rules that it does not know."""
        self._position, self._rules = view.position, view.rules
        line = self._connected()
        if line.told is not view.rules:
            if line.told not in (None, view.rules):
                self._introduce_again()
            line.told = view.rules

    def act(self, view: View) -> Action:
        line = self._line
        if line is None:
            raise BotError(f"{self.name}: the bot is not there")
        self._asked += 1
        names = self.players or tuple(f"player {position}" for position in range(view.rules.players))
        self._send(_line({"type": "act", "id": self._asked, **view_to_json(view, names)}))
        deadline = time.monotonic() + self._seconds
        while True:
            said = self._read(deadline).strip()
            if not said:
                continue
            try:
                answer = json.loads(said)
                if answer["id"] != self._asked:
                    continue  # of a decision that has been made without it
                return answer_to_action(answer, view)
            except (ValueError, TypeError, KeyError, RiverboatError) as error:
                why = error if isinstance(error, RiverboatError) else f'expected {{"id": {self._asked}, "action": ...}}'
                raise BotError(f"{self.name}: answers {said[:60]!r}: {why}") from None

    def end(self, hand: Hand) -> None:
        if self._line is not None:
            self._send(_line({"type": "end", **hand_to_json(hand, self._position)}))
            self._completed()

    def _introduce_again(self) -> None:
        self._send(self.opening)
        said = self._read(time.monotonic() + self._start)
        if not self.greets(said):
            self._give_up(patience=0.0)
            raise BotError(f"{self.name}: answers {said[:60]!r} to a hello; expected {self.greeting}")


def _line(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))


def hello(rules: Rules, seconds: float, seed: int) -> dict[str, Any]:
    """What a program is told first: the game, its clock, and a seed that makes a match repeatable."""
    deck = rules.deck
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "version": VERSION,
        "rules": rules_to_json(rules),
        "cards": [deck.card_text(card) for card in range(deck.size)],
        "seconds": seconds,
        "seed": seed,
    }


def view_to_json(view: View, players: tuple[str, ...]) -> dict[str, Any]:
    """All that a seat sees, and what it may do; positions index every list."""
    legal = view.legal_actions()
    found: dict[str, Any] = {
        "position": view.position,
        "players": list(players),
        "street": view.street,
        "phase": view.phase,
        "cards": _cards(view.rules, view.down),
        "up": [_cards(view.rules, cards) for cards in view.up],
        "boards": [_cards(view.rules, board) for board in view.boards],
        "stacks": list(view.stacks),
        "bets": list(view.bets),
        "committed": list(view.committed),
        "live": list(view.live),
        "pot": view.pot,
        "to_call": view.to_call,
        "actions": _actions(view.rules, view.actions),
        "received": [_cards(view.rules, cards) for _, cards in view.received],
    }
    allowed: dict[str, Any] = {action.verb: True for action in legal.single}
    if legal.raise_interval is not None:
        allowed["raise_to"] = list(legal.raise_interval)
    if legal.exchange is not None and legal.exchange_interval is not None:
        allowed[legal.exchange.verb] = list(legal.exchange_interval)
    return {**found, "legal": allowed}


def hand_to_json(hand: Hand, position: int) -> dict[str, Any]:
    """A finished hand as this position may see it: cards that were not shown are null."""
    return {
        "position": position,
        "number": hand.number,
        "players": list(hand.players),
        "stacks": list(hand.stacks),
        "cards": [_cards(hand.rules, cards) for cards in hand.down],
        "up": [_cards(hand.rules, cards) for cards in hand.up],
        "boards": [_cards(hand.rules, board) for board in (hand.board, *hand.other_boards)],
        "actions": _actions(hand.rules, hand.actions),
        "committed": list(hand.committed),
        "live": list(hand.live),
        "showdown": hand.went_to_showdown,
        "payoffs": [int(each) if each == int(each) else float(each) for each in hand.payoffs],
    }


def answer_to_action(answer: dict[str, Any], view: View) -> Action:
    """The action that an answer names; whether it is legal is for the table to say."""
    verb = answer["action"]
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb == "raise_to":
        amount = answer.get("amount")
        if type(amount) is not int:
            raise RiverboatError('expected "amount", a whole number of chips: the total on this street')
        return Action.raise_to(amount)
    if verb in ("discard", "pass_cards"):
        cards = view.rules.deck.parse_cards("".join(answer.get("cards", ())))
        return Action.discard(*cards) if verb == "discard" else Action.pass_cards(*cards)
    raise RiverboatError(f"expected one of {', '.join(_VERBS)}")


def _cards(rules: Rules, cards: Iterable[int]) -> list[str | None]:
    return [None if card == HIDDEN else rules.deck.card_text(card) for card in cards]


def _actions(rules: Rules, actions: Actions) -> list[dict[str, Any]]:
    done = []
    for street, position, action in actions:
        entry: dict[str, Any] = {"street": street, "position": position, "action": action.verb}
        if action.verb == "raise_to":
            entry["amount"] = action.amount
        elif action.verb in ("discard", "pass_cards"):
            entry["cards"] = _cards(rules, action.cards)
        done.append(entry)
    return done
