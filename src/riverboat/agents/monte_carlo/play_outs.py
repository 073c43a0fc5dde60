"""What does each action win if these agents play the rest of the hand? Trials for `simulate_moves`, in any game.

A trial samples what the seat does not see (`hidden.py`), and plays the hand to its end once for each move, every
player's cards, the deck and everyone's random numbers being the same ("matching trials", Billings 2006, section
2.5.4). The players of the trials are ordinary agents, one per position, who are shown views of the sampled state, so
none knows another's cards. They are told that a hand begins (`begin`) and asked to act, nothing else.

A fold is not played out: it costs what is in the pot. Cost: 10 us per decision and what the players take for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, inf
from random import Random
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.choices import raise_by_pot
from riverboat.agents.monte_carlo.hidden import Hidden, Weigh
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.state import IllegalActionError, State
from riverboat.games.view import View

SIZES: Final = (0.5, 1.0)
"""Bets to consider where the amount is free, as shares of the pot; all-in too where it is not much more."""
MAX_EXCHANGES: Final = 64
_LARGEST: Final = 2.0
"""All-in is considered up to this share of the pot."""


def moves_of(view: View, rng: Random, sizes: Sequence[float] = SIZES) -> list[Action]:
    """What is worth considering, from timid to bold."""
    if view.phase != "bet":
        return _exchanges(view, rng)
    legal = view.legal_actions()
    moves = [legal.fold] if legal.fold else []
    if (check_or_call := view.check_or_call()) not in moves:
        moves.append(check_or_call)
    if legal.raise_interval is not None:
        raises = [raise_by_pot(view, share) for share in sizes]
        if raise_by_pot(view, _LARGEST).amount == legal.raise_interval[1]:
            raises.append(Action.raise_to(legal.raise_interval[1]))
        moves += sorted({each for each in raises if each not in moves}, key=lambda each: each.amount)
    return moves


def _exchanges(view: View, rng: Random) -> list[Action]:
    """All ways to give cards away, or some where there are too many."""
    legal = view.legal_actions()
    give, (min_cards, max_cards) = legal.exchange, legal.exchange_interval or (0, 0)
    assert give is not None
    hole, max_cards = view.hole, min(max_cards, len(view.hole))
    if sum(comb(len(hole), count) for count in range(min_cards, max_cards + 1)) <= MAX_EXCHANGES:
        return list(legal.listed((), hole))
    some = {tuple(sorted(rng.sample(hole, rng.randint(min_cards, max_cards)))) for _ in range(MAX_EXCHANGES)}
    return [view.check_or_call(), *(give._replace(cards=cards) for cards in sorted(some) if cards)]


class PlayOuts:
    """Trials of moves from one view; call it with a number of trials for float64[trials, moves]."""

    def __init__(
        self, view: View, moves: Sequence[Action], players: Sequence[Agent], rng: Random, weigh: Weigh | None = None
    ) -> None:
        self.hidden = Hidden(view)
        self.moves, self.players, self.rng, self.weigh = list(moves), players, rng, weigh
        self.until = inf
        """The time (`perf_counter`) after which no trial is begun."""

    def __call__(self, trials: int) -> NDArray[np.float64]:
        """What each move won in each trial, counted from the beginning of the hand; one trial or more until `until`."""
        rows = [self._trial()]
        while len(rows) < trials and perf_counter() < self.until:
            rows.append(self._trial())
        return np.array(rows)

    def _trial(self) -> list[float]:
        start, seed = self.hidden.imagine(self.rng, self.weigh), self.rng.getrandbits(48)
        for position, alive in enumerate(start.live):
            if alive:
                self.players[position].begin(View(start, position))
        return [self._played(start, move, seed) for move in self.moves]

    def _played(self, start: State, move: Action, seed: int) -> float:
        me = self.hidden.view.position
        if move.verb == "fold":
            return -float(start.committed[me])
        for position, alive in enumerate(start.live):
            if alive:
                self.players[position].rng.seed(seed + position)
        return play_out(start.child(move), self.players, me)


def play_out(state: State, players: Sequence[Agent], position: int) -> float:
    """What a position wins if these players finish the hand; illegal actions become a check or a fold."""
    while (actor := state.betting.actor) is not None:
        if not state.betting.live[position]:
            return -float(state.betting.committed[position])
        view = View(state, actor)
        try:
            state.apply(players[actor].act(view))
        except IllegalActionError:
            state.apply(view.check_or_fold())
    assert state.payoffs is not None
    return float(state.payoffs[position])
