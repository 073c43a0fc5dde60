"""A hand as one player on a wire follows it: from match states alone, with the backs of all cards that nobody has
shown.

It is an ordinary `State` whose deck holds what is known so far. Before an action is applied, the cards that came
with it are laid into the deck, so a new street finds its board there. No card is made up: an unknown one is
`HIDDEN` and decides nothing, and a showdown without the cards of everybody in it is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from riverboat.errors import NotationError
from riverboat.games.acpc.match_state import parse_cards
from riverboat.games.action import Action
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN

_TOKEN: Final = re.compile(r"/*([fcr])([0-9]{0,12})")


class SeenHand(State):
    """The state of a hand as far as one position knows it."""

    __slots__ = ("_betting", "_cards", "_open", "number", "position")

    def __init__(self, rules: Rules, position: int, number: int, cards: str) -> None:
        self.position, self.number = position, number
        self._betting = ""
        self._cards = cards
        super().__init__(rules, self._known(rules, cards))

    def follow(self, betting: str, cards: str) -> Iterator[tuple[int, Action]]:
        """Go on to where a later match state is; each new action is given when it has been applied."""
        if not betting.startswith(self._betting):
            raise NotationError(f'betting "{betting[:80]}" after "{self._betting[:80]}": not the same hand')
        if cards != self._cards:
            self._lay_out(cards)
        at = len(self._betting)
        self._betting = betting
        while token := _TOKEN.match(betting, at):
            at = token.end()
            actor = self.actor
            if actor is None:
                raise NotationError(f'betting "{betting[:80]}": goes on after the end of the hand')
            action = self._action(actor, token[1], token[2])
            self.apply(action)
            yield actor, action
        if betting[at:].strip("/") or betting.count("/") != min(self.street, len(self.rules.streets) - 1):
            raise NotationError(f'betting "{betting[:80]}": it does not fit the rules of {self.rules.name}')
        if len(self.board) != self._open:
            raise NotationError(f'cards "{cards[:80]}": {len(self.board)} of them should be on the board by now')

    def _action(self, actor: int, letter: str, amount: str) -> Action:
        if letter == "f":
            return Action.fold()
        if letter == "c":
            return Action.check_or_call()
        if self.rules.betting == "limit":
            interval = self.raise_interval()
            return Action.raise_to(interval[0] if interval else 0)
        if not amount:
            raise NotationError('"r": a raise of a no-limit game has an amount, like r300')
        return Action.raise_to(int(amount) - self.committed[actor] + self.bets[actor])

    def _known(self, rules: Rules, cards: str) -> tuple[int, ...]:
        """The deck as the text has it, hole cards by position and then the board, unknown ones face down."""
        holes, board = parse_cards(cards, rules)
        hidden = (HIDDEN,) * rules.streets[0].down
        if not holes[self.position]:
            raise NotationError(f'cards "{cards[:80]}": those of position {self.position} are missing')
        self._open = len(board)
        known = [card for hole in holes for card in hole or hidden]
        return (*known, *board, *(HIDDEN,) * (rules.cards_needed - len(known) - len(board)))

    def _lay_out(self, cards: str) -> None:
        """Put cards into the deck that lie open since the last match state."""
        rules, before = self.rules, self._cards
        hole = rules.streets[0].down
        self._cards = cards
        if cards.startswith(before + "/"):  # a new street, the usual case
            new = rules.deck.parse_cards(cards[len(before) :])
            if any(card in self._deck for card in new):
                raise NotationError(f'cards "{cards[:80]}": a card comes twice')
            start = rules.players * hole + self._open
            self._deck = (*self._deck[:start], *new, *self._deck[start + len(new) :])
            self._open += len(new)
            return
        self._deck = self._known(rules, cards)
        for position in range(rules.players):
            self.down[position] = self._deck[position * hole : (position + 1) * hole]

    def _finish(self) -> None:
        shown = [cards for cards, alive in zip(self.down, self.live, strict=True) if alive]
        if self.left > 1 and any(HIDDEN in cards for cards in (*shown, self.board)):
            raise NotationError(f"hand {self.number}: a showdown without all its cards")
        super()._finish()
