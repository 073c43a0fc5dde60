"""What is a hand worth to each player from here on? Value functions for AIVAT at any table (`aivat_table.py`).

A value function answers for a state, or for what one decision leads to, before any more cards are dealt. It must not
look at cards to come, and its mean over the next deal must be its value before that deal; apart from that it may be as
wrong as it likes, and the estimate is unbiased all the same. A better one leaves less variance. Two are here:

- `AllInValue`, for hold'em of two to ten players: all-in equities in every side pot, as if everyone who is in calls
  and no more is bet. A raise counts as called for no more than the pot was, because large raises are mostly not called.
  Equities are exact from the flop on, and sampled before it.
- `RollOut`, for any game: some agents play the hand to its end, several times, with other cards to come. So any
  strategy can be the value function. Trials of the decisions that are compared have the same cards and random numbers.
  Every correction brings the noise of its trials, so that few of them add more variance than they take away. Agents
  that remember earlier hands should not be used.

Cost: some 20 microseconds for each pot; a trial of a roll-out takes as long as playing the rest of a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.registry import make_agent
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.odds.range_equity import shares_among
from riverboat.solve.core.policy import ANY_TOTAL

if TYPE_CHECKING:
    from riverboat.arena.sessions import AgentSpec

Floats = NDArray[np.float64]


class ValueFunction(Protocol):
    """Values by position, in chips; the same seed gives the same samples."""

    def start(self, rules: Rules, stacks: tuple[int, ...], seed: int) -> Floats:
        """Before any card is dealt."""
        ...

    def of(self, state: State, action: Action | None, seed: int) -> Floats:
        """Of a state, or of what a decision leads to before more cards are dealt."""
        ...


class AllInValue:
    """All-in equities times the pots."""

    def __init__(self, samples: int = 500) -> None:
        """All-in values.

        Args:
            samples: Boards drawn before the flop.
        """
        if samples < 1:
            raise RiverboatError(f"{samples} samples: expected 1 or more")
        self._samples = samples

    def start(self, rules: Rules, stacks: tuple[int, ...], seed: int) -> Floats:
        if not is_holdem(rules) or rules.players > 10:
            raise RiverboatError(f"{rules.identity}: all-in values are for hold'em of up to ten players")
        if rules.scenario is not None:
            raise RiverboatError(f"{rules.identity}: all-in values are for hands dealt from the whole deck")
        betting = Betting.start(rules, stacks)
        return self._divide(betting, lambda contenders: np.full(len(contenders), 1.0 / len(contenders)))

    def of(self, state: State, action: Action | None, seed: int) -> Floats:
        betting = _after(state.betting, action)
        down, board = state.down, state.board

        def shares(contenders: tuple[int, ...]) -> Floats:
            dead = [card for p, cards in enumerate(down) if p not in contenders for card in cards]
            return shares_among([down[p] for p in contenders], board, dead, seed, self._samples)

        return self._divide(betting, shares)

    @staticmethod
    def _divide(betting: Betting, shares: Callable[[tuple[int, ...]], Floats]) -> Floats:
        """Every pot divided by equity, less what was paid."""
        paid = assumed(betting)
        won = -np.array(paid, np.float64)
        below = 0
        for level in sorted({chips for chips, alive in zip(paid, betting.live, strict=True) if alive}):
            pot = sum(min(chips, level) - min(chips, below) for chips in paid)
            contenders = tuple(p for p, chips in enumerate(paid) if betting.live[p] and chips >= level)
            if pot:
                won[list(contenders)] += pot * (shares(contenders) if len(contenders) > 1 else 1.0)
            below = level
        if below < max(paid):  # dead chips above what anyone who is in has paid
            rest = sum(max(chips - below, 0) for chips in paid)
            best = [p for p, chips in enumerate(paid) if betting.live[p] and chips == below]
            won[best] += rest / len(best)
        return won


def assumed(betting: Betting) -> tuple[int, ...]:
    """What everyone has paid if those who are in call, a last raise for no more than the pot; the rest is returned."""
    committed, live, stacks = betting.committed, betting.live, betting.stacks
    second, highest = sorted(committed)[-2:]
    target = min(highest, second + sum(min(chips, second) for chips in committed))
    return tuple(
        min(target, chips + stack) if alive else min(chips, highest)
        for chips, stack, alive in zip(committed, stacks, live, strict=True)
    )


def _after(betting: Betting, action: Action | None) -> Betting:
    """The betting after a decision, before cards are dealt."""
    if action is None:
        return betting
    if action.verb == "fold":
        return betting.folded()
    if action.verb == "check_or_call":
        return betting.called()
    if action.verb == "raise_to":
        return betting.raised_to(_total(betting, action))
    raise RiverboatError(f'"{action.verb}" is not a betting action')


def _total(betting: Betting, action: Action) -> int:
    """What a raise is to; one to any total counts as the smallest."""
    if action != ANY_TOTAL:
        return action.amount
    interval = betting.raise_interval()
    assert interval is not None
    return interval[0]


class RollOut:
    """Agents play the rest, several times.

    `players` are agents by position, or one that plays for everyone.
    """

    def __init__(self, players: AgentSpec | Sequence[AgentSpec], trials: int = 64) -> None:
        """Values by playing on.

        Args:
            players: Who plays the rest of the hand: one agent for all, or one for each position.
            trials: How often.
        """
        if trials < 1:
            raise RiverboatError(f"{trials} trials: expected 1 or more")
        specs = [players] if isinstance(players, str) or callable(players) else list(players)
        self._agents = [make_agent(spec) if isinstance(spec, str) else spec() for spec in specs]
        self._trials = trials

    def start(self, rules: Rules, stacks: tuple[int, ...], seed: int) -> Floats:
        if len(self._agents) not in (1, rules.players):
            raise RiverboatError(f"roll-out: {len(self._agents)} agents for {rules.players} players")
        rng = Random(seed)
        total = np.zeros(rules.players)
        deck = list(range(rules.deck.size))
        for _ in range(self._trials):
            rng.shuffle(deck)
            total += self._played(State(rules, tuple(rules.arranged(deck)), stacks), rng)
        return total / self._trials

    def of(self, state: State, action: Action | None, seed: int) -> Floats:
        rng = Random(seed)
        total = np.zeros(state.rules.players)
        for _ in range(self._trials):
            now = state.reshuffled(rng)
            if action is not None:
                now.apply(Action.raise_to(_total(now.betting, action)) if action == ANY_TOTAL else action)
            total += self._played(now, rng)
        return total / self._trials

    def _played(self, state: State, rng: Random) -> Floats:
        for agent in self._agents:
            agent.rng = rng
        while (actor := state.betting.actor) is not None:
            agent = self._agents[actor if len(self._agents) > 1 else 0]
            state.apply(agent.act(View(state, actor)))
        assert state.payoffs is not None
        return np.array([float(chips) for chips in state.payoffs])
