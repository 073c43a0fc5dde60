"""A dealer's messages and log line for one hand, updated action by action.

The same texts as those of `games.acpc`, at a fraction of their cost: all that changes from one message to the next
is a letter or two of the betting and, on a new street, the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from riverboat.games.acpc.answer import answer_text
from riverboat.games.acpc.log_line import value_text
from riverboat.games.acpc.match_state import cards_text
from riverboat.games.action import Action
from riverboat.games.rules import Rules
from riverboat.games.state import State

_CALL: Final = Action.check_or_call()


class Faces:
    """The cards of a game as text."""

    __slots__ = ("_cards", "_dealt", "_plain_board", "_rules", "bars", "last_street")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._cards = [rules.deck.card_text(card).encode("ascii") for card in range(rules.deck.size)]
        counts = [street.board for street in rules.streets]
        self._dealt = list(accumulate(counts))
        self._plain_board = not counts[0] and all(counts[1:])
        self.last_street = len(counts) - 1
        players = range(rules.players)
        self.bars = [(b":" + b"|" * position, b"|" * (rules.players - 1 - position)) for position in players]
        """The text before and after a position's cards when all others are hidden."""

    def text(self, cards: Sequence[int]) -> bytes:
        """Cards side by side."""
        faces = self._cards
        return b"".join([faces[card] for card in cards])

    def new_sections(self, shown: bytes, board: Sequence[int], before: int, now: int) -> bytes:
        """The sections of the board from street `before` to street `now`; `shown` are those up to `before`."""
        if not self._plain_board:
            return cards_text(self._rules, (), board).encode("ascii")[len(shown) :]
        dealt = self._dealt
        return b"".join([b"/" + self.text(board[dealt[street] : dealt[street + 1]]) for street in range(before, now)])


class HandTexts:
    """The match states of one hand."""

    __slots__ = ("_board", "_faces", "_hands", "_state", "_street", "actions_on_street", "betting", "heads", "tails")

    def __init__(self, state: State, number: int, faces: Faces) -> None:
        self._state, self._faces = state, faces
        self._street = 0
        self.betting = b""
        self.actions_on_street = 0
        self._hands = hands = [faces.text(cards) for cards in state.down]
        self._board = cards_text(state.rules, (), state.board).encode("ascii") if state.board else b""
        # A match state is a head, the betting, and a tail with the cards that this position sees.
        self.heads = [b"MATCHSTATE:%d:%d:" % (position, number) for position in range(len(hands))]
        self.tails = [
            before + hand + after + self._board for (before, after), hand in zip(faces.bars, hands, strict=True)
        ]
        if state.street or state.payoffs is not None:
            self._follow()

    def seen(self) -> list[bytes]:
        """The match state for each position, as the hand stands."""
        betting = self.betting
        return [head + betting + tail for head, tail in zip(self.heads, self.tails, strict=True)]

    def log_line(self, number: int, players: Sequence[str]) -> str:
        """The line of a finished hand, with everyone's cards."""
        assert self._state.payoffs is not None
        betting, cards = self.betting.decode("ascii"), (b"|".join(self._hands) + self._board).decode("ascii")
        values = "|".join([value_text(payoff) for payoff in self._state.payoffs])
        return f"STATE:{number}:{betting}:{cards}:{values}:{'|'.join(players)}"

    def act(self, action: Action) -> bytes:
        """Apply a legal action of the actor to the hand; the result is its text."""
        state = self._state
        if action is _CALL:
            text = b"c"
        else:
            actor = state.actor
            assert actor is not None
            text = answer_text(action, state.rules, state.committed[actor] - state.bets[actor]).encode("ascii")
        state.apply(action)
        self.betting += text
        self.actions_on_street += 1
        if state.street > self._street or state.payoffs is not None:
            self._follow()
        return text

    def _follow(self) -> None:
        """Add new streets, and the hands that are shown at the end."""
        state, faces = self._state, self._faces
        before, now = self._street, min(state.street, faces.last_street)
        if now > before:
            self.betting += b"/" * (now - before)
            new = faces.new_sections(self._board, state.board, before, now)
            self._board += new
            self.tails = [tail + new for tail in self.tails]
            self._street = now
            self.actions_on_street = 0
        if state.payoffs is not None and state.left > 1:
            live, hands = state.live, self._hands
            self.tails = [
                b":"
                + b"|".join([hand if live[p] or p == position else b"" for p, hand in enumerate(hands)])
                + self._board
                for position in range(len(hands))
            ]
