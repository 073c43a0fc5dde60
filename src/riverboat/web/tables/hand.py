"""The hand that is being played at a live table: the dealer's state, who sits where, and what was done in words.

To restore it, the rules, the deck in its order, the stacks and the actions suffice; that is what is saved. It leaves
the server only through `seen.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Final

from riverboat.games.action import Action
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.notation import word_of
from riverboat.games.positions import shown_positions
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.records.commitment import SECRET, Commitment

_CHOICE: Final = 8
"""Bytes of randomness for each card."""

ActionEntry = dict[str, Any]
"""The public form of an action: seat, verb, chips put in, total, street; the number of cards, never which."""


class LiveHand:
    """One hand, from the deal to the last chip."""

    def __init__(self, commitment: Commitment, stacks: Sequence[int], order: Sequence[int]) -> None:
        self.commitment = commitment
        self.rules, self.number, self.deck = commitment.rules, commitment.number, commitment.deck
        rules, self.stacks = self.rules, tuple(stacks)
        self.order = tuple(order)
        """The chair of each position; the last has the button."""
        self.state = State(rules, self.deck, self.stacks)
        self.entries: list[ActionEntry] = []
        self.action_odds: list[dict[str, Any]] = []
        """What the bots thought at their decisions, their odds or their rule; sent when the hand is over."""
        self.over: dict[str, Any] | None = None
        """The summary sent to everyone at the end of the hand."""
        self.record: Hand | None = None
        self.left: set[int] = set()
        """Chairs whose players have left: whoever sits there now was not dealt these cards."""
        self.watched = True
        """Whether any bot wants to be told every action."""
        beyond = [stack - min(stack, rules.cap) if rules.cap else 0 for stack in self.stacks]
        self.beyond = tuple(beyond)
        """Chips that the cap keeps out of this hand, by position."""
        self.positions = {chair: name for chair, name in zip(self.order, shown_positions(rules), strict=True) if name}
        """What the position of each chair is called, where there are names for it."""

    @property
    def actor_chair(self) -> int | None:
        """The chair whose turn it is."""
        actor = self.state.actor
        return None if actor is None else self.order[actor]

    def apply(self, action: Action) -> ActionEntry:
        """Let the actor do it, or raise `IllegalActionError` and change nothing."""
        state = self.state
        position, street, before = state.actor, state.street, state.betting
        state.apply(action)
        assert position is not None
        committed = state.committed[position] - before.committed[position]
        entry: ActionEntry = {"seat": self.order[position], "street": street, "verb": word_of(action, before)}
        if committed:
            entry["chips"] = committed
            entry["to"] = before.bets[position] + committed
            if not state.stacks[position]:
                entry["all_in"] = True
        if action.verb in ("discard", "pass_cards"):
            entry["cards"] = len(action.cards)
        self.entries.append(entry)
        return entry

    def finished(self, names: Sequence[str]) -> Hand:
        """The record of the hand; names are by chair."""
        players = tuple(names[chair] for chair in self.order)
        self.record = finished_hand(self.state, players, self.stacks, self.number)
        return self.record

    def open_odds(self, record: Hand, *, is_private: bool) -> list[dict[str, Any]]:
        """What the bots thought: at a table for one person with their cards.

        At a table for several, only of bots whose cards were shown; the others' thoughts would give their cards away.
        """
        if is_private:
            shown = {self.order[p] for p, alive in enumerate(record.live) if alive and record.went_to_showdown}
            return [each for each in self.action_odds if each["seat"] in shown]
        faces = self.rules.deck.faces
        cards = {chair: [faces[card] for card in record.down[p]] for p, chair in enumerate(self.order)}
        return [each | {"cards": cards[each["seat"]]} for each in self.action_odds]

    def kept(self) -> dict[str, Any]:
        """The state from which `restored` makes the hand again, as JSON."""
        return {
            "number": self.number,
            **self.secret(),
            "stacks": self.stacks,
            "order": self.order,
            "actions": [[a.verb, a.amount, a.cards] for _, _, a in self.state.actions],
            "action_odds": self.action_odds,
        }

    def secret(self) -> dict[str, str]:
        """What opens the commitment: the order of the deck and the secret of the salts."""
        return {"deck": bytes(self.deck).hex(), "secret": self.commitment.secret.hex()}

    @classmethod
    def restored(cls, table: str, kept: dict[str, Any], rules: Rules) -> LiveHand:
        """The hand as it was."""
        hand = cls(opened(table, kept["number"], kept, rules), kept["stacks"], kept["order"])
        for verb, amount, cards in kept["actions"]:
            hand.apply(Action(verb, amount, tuple(cards)))
        hand.action_odds = kept.get("action_odds", [])  # a hand of an earlier version has none
        return hand


def opened(table: str, number: int, secret: dict[str, Any], rules: Rules) -> Commitment:
    """The commitment of which `LiveHand.secret` was kept; a hand of an earlier version had none."""
    salts = bytes.fromhex(secret.get("secret", "")) or os.urandom(SECRET)
    return Commitment(table, number, rules, tuple(bytes.fromhex(secret["deck"])), salts)


def shuffled(rules: Rules, entropy: Callable[[int], bytes]) -> tuple[int, ...]:
    """A deck in random order, by Fisher and Yates; with 64 bits for each choice no order is preferred measurably."""
    deck = list(range(rules.deck.size))
    data = entropy(_CHOICE * len(deck))
    for last in range(len(deck) - 1, 0, -1):
        drawn = int.from_bytes(data[_CHOICE * last : _CHOICE * (last + 1)], "little")
        other = drawn * (last + 1) >> 8 * _CHOICE
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(rules.arranged(deck))
