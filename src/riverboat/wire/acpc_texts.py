"""What a dealer says about one hand, and writes in its log, kept up to date action by action.

The same texts as those of `games.acpc`, at a fraction of their cost: all that changes from one message to the next
is a letter or two of the betting and, on a new street, the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.games.acpc.answer import answer_text
from riverboat.games.acpc.log_line import value_text
from riverboat.games.acpc.match_state import cards_text
from riverboat.games.action import Action
from riverboat.games.rules import Rules
from riverboat.games.state import State


class Faces:
    """The cards of a game as text."""

    __slots__ = ("_cards", "_plain_board", "_rules")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._cards = [rules.deck.card_text(card) for card in range(rules.deck.size)]
        counts = [street.board for street in rules.streets]
        self._plain_board = not counts[0] and all(counts[1:])

    def text(self, cards: Sequence[int]) -> str:
        """Cards side by side."""
        faces = self._cards
        return "".join([faces[card] for card in cards])

    def board(self, before: str, board: Sequence[int], street: int) -> str:
        """The sections of the board on a street; `before` are those of the street before."""
        if not self._plain_board:
            return cards_text(self._rules, (), board)
        new = self._rules.streets[street].board
        return f"{before}/{self.text(board[len(board) - new :])}"


class HandTexts:
    """The match states of one hand."""

    __slots__ = (
        "_after",
        "_before",
        "_board",
        "_faces",
        "_hands",
        "_last",
        "_state",
        "_street",
        "actions_on_street",
        "betting",
    )

    def __init__(self, state: State, number: int, faces: Faces) -> None:
        self._state, self._faces = state, faces
        self._last = len(state.rules.streets) - 1
        self._street = 0
        self.betting = ""
        self.actions_on_street = 0
        players = range(state.rules.players)
        self._hands = hands = [faces.text(cards) for cards in state.down]
        self._before = [f"MATCHSTATE:{position}:{number}:" for position in players]
        self._after = [
            f":{'|' * position}{hand}{'|' * (len(hands) - 1 - position)}" for position, hand in enumerate(hands)
        ]
        self._board = cards_text(state.rules, (), state.board) if state.board else ""
        self._follow()

    def seen_by(self, position: int) -> str:
        """The match state for a position, as the hand stands."""
        return self._before[position] + self.betting + self._after[position] + self._board

    def log_line(self, number: int, players: Sequence[str]) -> str:
        """The line of a finished hand, with everybody's cards."""
        assert self._state.payoffs is not None
        values = "|".join([value_text(payoff) for payoff in self._state.payoffs])
        return f"STATE:{number}:{self.betting}:{'|'.join(self._hands)}{self._board}:{values}:{'|'.join(players)}"

    def act(self, action: Action) -> str:
        """Apply a legal action of the actor to the hand; the result is its text."""
        state = self._state
        actor = state.actor
        assert actor is not None
        text = answer_text(action, state.rules, state.committed[actor] - state.bets[actor])
        state.apply(action)
        self.betting += text
        self.actions_on_street += 1
        if state.street > self._street or state.payoffs is not None:
            self._follow()
        return text

    def _follow(self) -> None:
        """Write down new streets, and the hands that are shown at the end."""
        state = self._state
        before, now = self._street, min(state.street, self._last)
        if now > before:
            self.betting += "/" * (now - before)
            board = state.board
            left = sum([street.board for street in state.rules.streets[before + 1 : now + 1]])
            dealt = len(board) - left
            for street in range(before + 1, now + 1):
                dealt += state.rules.streets[street].board
                self._board = self._faces.board(self._board, board[:dealt], street)
            self._street = now
            self.actions_on_street = 0
        if state.payoffs is not None and state.left > 1:
            live, players = state.live, range(len(self._hands))
            self._after = [
                ":" + "|".join([hand if live[p] or p == position else "" for p, hand in enumerate(self._hands)])
                for position in players
            ]
