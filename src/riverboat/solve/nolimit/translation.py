"""Where is a real hand in an abstract game? Bets of any size, mapped to the few sizes that a blueprint knows.

A bet between two known sizes A < B, all in parts of the pot, is taken for A with the pseudo-harmonic probability
(B - x)(1 + A) / ((B - A)(1 + x)) (Ganzfried and Sandholm 2013), which is what an opponent can exploit least. A smaller
one is the smallest size, one that is all-in is all-in. Where the abstract game allows nothing but all-in and the real
raise is far from that, the player who faces it is taken back to its last decision of the street: the raise counts as
the one that it faced there.

`FollowedHand` walks along with a hand, keeps both players' ranges by Bayes' rule, and knows when the abstract game is
over although the real one goes on (somebody's bet was taken for all-in and called).
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

import numpy as np

from riverboat.cards.holdings import HOLDINGS
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.solve.betting import DEAL, END, BettingTree
from riverboat.solve.line_ranges import LineRanges, blocked_by, replayed, scaled
from riverboat.solve.nolimit.strategy import Blueprint

_CALL: Final = Action.check_or_call()
_FAR: Final = 0.5
"""A raise below this part of all-in is not taken for all-in where the abstract game has no other."""


def pseudo_harmonic(low: float, high: float, size: float) -> float:
    """The probability with which a bet between two sizes is taken for the smaller one."""
    if size <= low:
        return 1.0
    if size >= high:
        return 0.0
    return (high - size) * (1.0 + low) / ((high - low) * (1.0 + size))


def pot_share(betting: Betting, total: int) -> float:
    """A bet or raise to this total of the player to act, in parts of the pot after calling."""
    actor = betting.actor
    assert actor is not None
    pot = sum(betting.committed) + betting.highest_bet - betting.bets[actor]
    return (total - betting.highest_bet) / pot


def is_all_in(betting: Betting, total: int) -> bool:
    """Whether a raise to this total puts the raiser, or whoever would call, all-in."""
    actor = betting.actor
    assert actor is not None
    others = [
        stack + bet
        for place, (stack, bet) in enumerate(zip(betting.stacks, betting.bets, strict=True))
        if place != actor and betting.live[place]
    ]
    return total >= min(betting.stacks[actor] + betting.bets[actor], max(others))


class FollowedHand:
    """One hand and its place in the abstract game of a blueprint."""

    def __init__(self, blueprint: Blueprint, betting: Betting, rng: Random) -> None:
        self.blueprint: Final = blueprint
        self._tree: Final[BettingTree] = blueprint.betting
        self._rng: Final = rng
        self._state = replayed(betting)
        self._weights = [np.ones(HOLDINGS), np.ones(HOLDINGS)]
        self._done = 0
        self._own: dict[int, int] = {}
        self._last: dict[tuple[int, int], int] = {}
        """The last decision of a player on a street."""
        self.node: int | None = self._tree.follow(())
        """Where the hand is; None where the abstract game is over."""

    def advance(self, betting: Betting, board: tuple[int, ...], streets: int) -> None:
        """Follow what was done on the first `streets` streets."""
        for number, (street, position, action) in enumerate(betting.actions[self._done :], self._done):
            if street >= streets:
                break
            self._take(number, street, position, action, board)
            self._state.apply(action)
            self._done += 1

    def choose(self, betting: Betting, choice: int) -> Action:
        """The real action for an abstract one of ours, which is remembered for when it is followed."""
        assert self.node is not None
        action = self._tree.choices(self.node)[choice]
        self._own[len(betting.actions)] = choice
        if action.verb != "raise_to":
            return action
        interval = betting.raise_interval()
        if interval is None:
            return _CALL
        low, high = interval
        if self._is_all_in(choice):
            return Action.raise_to(high)
        actor = betting.actor
        assert actor is not None
        pot = sum(betting.committed) + betting.highest_bet - betting.bets[actor]
        return Action.raise_to(max(low, min(betting.highest_bet + round(self._shares()[choice] * pot), high)))

    def ranges(self, board: tuple[int, ...]) -> LineRanges:
        """Both ranges as they are, without hands that the board blocks."""
        blocked = blocked_by(board)
        first, second = (scaled(np.where(blocked, 0.0, weights), blocked) for weights in self._weights)
        return LineRanges((first, second), self._state)

    def _take(self, number: int, street: int, position: int, action: Action, board: tuple[int, ...]) -> None:
        node = self.node
        if node is None or self._tree.player[node] != position:
            self.node = None
            return
        self._last[street, position] = node
        choice = self._own.get(number)
        choices = self._tree.choices(node)
        if choice is None or choices[choice].verb != action.verb:
            choice = self._mapped(action)
        if choice is None:  # a raise where the abstract game has only a distant all-in
            self.node = self._last.get((street, 1 - position), None)
            return
        likely = self._weights[position] * self.blueprint.range_at(node, board)[:, choice]
        if likely.any():
            self._weights[position] = likely
        after = int(self._tree.first_child[node]) + choice
        while self._tree.player[after] == DEAL:
            after = int(self._tree.first_child[after])
        self.node = None if self._tree.player[after] == END else after

    def _mapped(self, action: Action) -> int | None:
        """The abstract action for a real one at this node."""
        assert self.node is not None
        choices = self._tree.choices(self.node)
        if action.verb != "raise_to":
            return choices.index(action) if action in choices else choices.index(_CALL)
        shares = self._shares()
        if not shares:
            return choices.index(_CALL)
        known = sorted(shares, key=lambda choice: shares[choice])
        betting = self._state.betting
        if is_all_in(betting, action.amount):
            return known[-1]
        size = pot_share(betting, action.amount)
        if len(known) == 1 and self._is_all_in(known[0]):
            actor = betting.actor
            assert actor is not None
            everything = betting.stacks[actor] + betting.bets[actor]
            faced = self._last.get((betting.street, 1 - actor))
            return None if faced is not None and action.amount < _FAR * everything else known[0]
        for low, high in pairwise(known):
            if size <= shares[high]:
                return low if self._rng.random() < pseudo_harmonic(shares[low], shares[high], size) else high
        return known[-1]

    def _shares(self) -> dict[int, float]:
        """The raises of this node by their place, in parts of the pot after calling."""
        assert self.node is not None
        tree, node = self._tree, self.node
        committed, actor = tree.committed[node], int(tree.player[node])
        faced = int(committed.max() - committed[actor])
        pot = int(committed.sum()) + faced
        found = {}
        for choice in range(int(tree.children[node])):
            action = tree.actions[int(tree.first_child[node]) + choice]
            if action is not None and action.verb == "raise_to":
                paid = int(tree.committed[int(tree.first_child[node]) + choice, actor] - committed[actor])
                found[choice] = (paid - faced) / pot
        return found

    def _is_all_in(self, choice: int) -> bool:
        assert self.node is not None
        child = int(self._tree.first_child[self.node]) + choice
        actor = int(self._tree.player[self.node])
        return bool(self._tree.committed[child, actor] >= min(self._tree.rules.stacks))
