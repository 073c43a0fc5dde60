"""What does a player do with every hand it could hold? Asked hand by hand, for those who say how likely they act.

For players of limit hold'em without a strategy that could be read (Loki, Poki, and any other that sets `action_odds`):
the hand is begun anew with each of some 1,100 holdings and shown up to the decision. A player that remembers what it
did earlier in the hand, as Loki remembers a semi-bluff, is asked without that memory; one that learns is asked as it is
before its first hand. A player that solves turn and river once for all its hands (GS1 by linear programs) does so once
for each line into the turn. Cost: a thousand decisions of the player for each answer.
"""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.registry import make_agent
from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.solve.core.policy import ActionProbabilities, ask_every_hand

_TURN: Final = 2


class AskedPolicy:
    """A player of limit hold'em as a policy over ranges."""

    def __init__(self, name: str, rules: Rules) -> None:
        agent = make_agent(name)
        agent.require_game(rules)
        if rules.betting != "limit" or rules.players != 2:
            raise RiverboatError(
                f'player "{name}": asked hand by hand it says no sizes; expected heads-up limit hold\'em'
            )
        self._rules: Final = rules
        self._name: Final = name
        self._key: tuple[object, ...] = ()
        self._agent = agent

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand that the board leaves."""
        position, interval = betting.actor, betting.raise_interval()
        assert position is not None
        key = (position, board[:4], tuple(each for each in betting.actions if each[0] < _TURN))
        if key != self._key:
            self._key, self._agent = key, make_agent(self._name)
        raising = Action.check_or_call() if interval is None else Action.raise_to(interval[0])
        actions = (Action.fold(), Action.check_or_call(), raising)

        def ask(hand: tuple[int, ...]) -> NDArray[np.float64]:
            view = self._shown(hand, position, betting, board)
            self._agent.act(view)
            odds = None if self._agent.action_odds is None else self._agent.action_odds.allowed(view)
            if odds is None:
                raise RiverboatError(f'player "{self._name}": it does not say how likely it acts, as loki and poki do')
            return np.array(odds)

        return ask_every_hand(self.hands, board, actions, ask)

    def _shown(self, hand: tuple[int, ...], position: int, betting: Betting, board: tuple[int, ...]) -> View:
        """The hand so far, dealt with these cards and shown to the player."""
        self._agent.rng = Random(0)
        rest = [card for card in range(DECK_SIZE) if card not in hand and card not in board]
        holes = (*hand, *rest[:2]) if position == 0 else (*rest[:2], *hand)
        state = State(self._rules, (*holes, *board, *rest[2:]))
        self._agent.begin(View(state, position))
        for _, who, action in betting.actions:
            state.apply(action)
            self._agent.observe(View(state, position), who, action)
        return View(state, position)
