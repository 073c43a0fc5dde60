"""Players of any game by abstraction: cards and betting in, an abstract action out, translated into a legal one.

The agent interface of the PGDL system (Teófilo 2016, section 4.2.3.7), whose strategy is

    strategy(Player, Shared, History, Action) :- abstract_hand, abstract_history, play, translate

A subclass overrides `play`, which sees abstract cards and abstract betting only, and as many of the other three as it
abstracts: cards, betting sequences, and the actions of games with free amounts. Without them nothing is abstracted.
The same class plays every game that the rules describe. Cost: that of the hooks.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from riverboat.agents.choices import exchange_loners, raise_by_pot, raise_or_call
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Actions
from riverboat.games.view import View

ABSTRACT_ACTIONS = ("fold", "call", "raise", "all-in")


class PgdlAgent(Agent):
    """A player of any game; `view` is what it sees at the decision that the hooks are called for."""

    view: View

    def act(self, view: View) -> Action:
        self.view = view
        if view.phase != "bet":
            return self.exchange()
        hand = self.abstract_hand((*view.hole, *view.board))
        return self.translate(self.play(hand, self.abstract_history(view.actions)))

    def abstract_hand(self, cards: tuple[int, ...]) -> Any:
        """The player's own cards and the board, own cards first, without what is not to be told apart."""
        return cards

    def abstract_history(self, history: Actions) -> Any:
        """The betting so far, (street, position, action) of each action, without what is not to be told apart."""
        return history

    @abstractmethod
    def play(self, hand: Any, history: Any) -> Any:
        """An abstract action, from the abstract hand and history."""

    def translate(self, action: Any) -> Action:
        """A real action for an abstract one.

        `fold`, `call`, `raise` (the smallest) and `all-in` are words that every game understands, a number is a bet or
        raise by that share of the pot, and an `Action` stands for itself. A fold where nothing is owed is a check, a
        raise where there is none a call.
        """
        view = self.view
        if isinstance(action, Action):
            return action
        if action == "fold":
            return view.check_or_fold()
        if action == "call":
            return view.check_or_call()
        if action == "raise":
            return raise_or_call(view)
        if action == "all-in":
            return raise_or_call(view, view.bets[view.position] + view.stacks[view.position])
        if isinstance(action, int | float) and action > 0:
            return raise_by_pot(view, float(action))
        words = ", ".join(ABSTRACT_ACTIONS)
        raise RiverboatError(
            f"abstract action {action!r}: expected {words}, or a share of the pot; or override translate"
        )

    def exchange(self) -> Action:
        """Which cards to discard, draw or pass, in games that have it: those without a partner."""
        return exchange_loners(self.view)
