"""A hand as one player on a wire follows it: from match states alone, with the backs of all cards that nobody has
shown.

It is an ordinary `State` whose deck holds what is known so far. Before an action is applied, the cards that came
with it are laid into the deck, so a new street finds its board there. No card is invented: an unknown one is `HIDDEN`
and decides nothing, and a showdown without the cards of everyone in it is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from riverboat.errors import NotationError
from riverboat.games.acpc.match_state import parse_cards, read_cards
from riverboat.games.action import Action
from riverboat.games.notation import ACPC, read_step
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN

_CALL: Final = Action.check_or_call()
_TOKEN: Final = re.compile(r"([fcr])([0-9]{0,12})/*")


class SeenHand(State):
    """The state of a hand as far as one position knows it."""

    __slots__ = ("_betting", "_cards", "_last", "_open", "number", "position")

    def __init__(self, rules: Rules, position: int, number: int, cards: str) -> None:
        self.position, self.number = position, number
        self._betting = ""
        self._cards = cards
        self._last = len(rules.streets) - 1
        super().__init__(rules, self._known(rules, cards))

    def follow(self, betting: str, cards: str) -> Iterable[tuple[int, Action]]:
        """Advance to a later match state; each new action is yielded when it has been applied."""
        before = self._betting
        if not betting.startswith(before):
            raise NotationError(f'betting "{betting[:80]}" after "{before[:80]}": not the same hand')
        if cards != self._cards:
            self._lay_out(cards)
        new = betting[len(before) :]
        if not new:
            if len(self.board) != self._open:
                raise self._wrong_board(cards)
            return ()
        self._betting = betting
        if new != "c" and new != "c/":
            return self._catch_up(betting, len(before), cards)
        # What happens most: someone has called, and that is all.
        actor, street = self.actor, self.street
        if actor is None:
            raise NotationError(f'betting "{betting[:80]}": continues after the end of the hand')
        self.check_or_call()
        if min(self.street, self._last) - street != len(new) - 1:
            raise self._misfit(betting)
        if len(self.board) != self._open:
            raise self._wrong_board(cards)
        return ((actor, _CALL),)

    def _catch_up(self, betting: str, at: int, cards: str) -> Iterator[tuple[int, Action]]:
        """The same for any actions, from this letter of the betting on."""
        end = len(betting)
        while at < end and (token := _TOKEN.match(betting, at)):
            at = token.end()
            actor = self.actor
            if actor is None:
                raise NotationError(f'betting "{betting[:80]}": continues after the end of the hand')
            letter, amount = token.groups()
            action = _CALL if letter == "c" else read_step(self, letter, amount, style=ACPC)
            self.apply(action)
            yield actor, action
        if at < end or betting.count("/") != min(self.street, self._last):
            raise self._misfit(betting)
        if len(self.board) != self._open:
            raise self._wrong_board(cards)

    def _misfit(self, betting: str) -> NotationError:
        return NotationError(f'betting "{betting[:80]}": it does not fit the rules of {self.rules.name}')

    def _wrong_board(self, cards: str) -> NotationError:
        return NotationError(f'cards "{cards[:80]}": {len(self.board)} of them should be on the board by now')

    def _known(self, rules: Rules, cards: str) -> tuple[int, ...]:
        """The deck as the text has it, hole cards by position and then the board, unknown ones face down."""
        holes, board = parse_cards(cards, rules)
        hidden = (HIDDEN,) * rules.streets[0].down
        if not holes[self.position]:
            raise NotationError(f'cards "{cards[:80]}": those of position {self.position} are missing')
        self._open = len(board)
        known = [card for hole in holes for card in hole or hidden]
        known += board
        return (*known, *(HIDDEN,) * (rules.cards_needed - len(known)))

    def _lay_out(self, cards: str) -> None:
        """Put cards into the deck that lie open since the last match state."""
        rules, before = self.rules, self._cards
        hole = rules.streets[0].down
        self._cards = cards
        if cards.startswith(before) and cards[len(before)] == "/":  # a new street, the usual case
            new = read_cards(cards[len(before) + 1 :], rules.deck)
            deck = self._deck
            if not set(deck).isdisjoint(new):
                raise NotationError(f'cards "{cards[:80]}": a card comes twice')
            start = rules.players * hole + self._open
            self._open += len(new)
            self._deck = deck[:start] + new + deck[start + len(new) :]
            return
        self._deck = self._known(rules, cards)
        for position in range(rules.players):
            self.down[position] = self._deck[position * hole : (position + 1) * hole]

    def _finish(self) -> None:
        if HIDDEN in self._deck and self.left > 1:
            shown = [cards for cards, alive in zip(self.down, self.live, strict=True) if alive]
            if any(HIDDEN in cards for cards in (*shown, self.board)):
                raise NotationError(f"hand {self.number}: a showdown without all its cards")
        super()._finish()
