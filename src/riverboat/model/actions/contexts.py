"""The betting of a hand as decisions in twelve contexts.

A context is the betting round and how many bets a player had to call: none, one, two or more (Billings et al. 1998;
Billings 2006, section 2.6.2). With the three things that can be done there are 36 cells. Half a bet, which the small
blind owes, counts as one; so does what is left of a stack. Posting a blind is not a decision.

Number of opponents, position and the look of the board are left out, as in the original. Games of four betting rounds
at most; all-ins are followed, exchanges of cards are not. Cost: about 1 us per decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import CALL, FOLD, RAISE
from riverboat.games.betting import Actions
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules

STREETS: Final = 4
LEVELS: Final = 3
"""No bet to call, one, two or more."""
CONTEXTS: Final = STREETS * LEVELS
CELLS: Final = CONTEXTS * 3

_CODES: Final = {"fold": FOLD, "check_or_call": CALL, "raise_to": RAISE}


class Decision(NamedTuple):
    """Somebody, in some context, did something."""

    position: int
    street: int
    level: int
    """Bets to call: 0, 1, or 2 for two and more."""
    action: int
    """`FOLD`, `CALL` or `RAISE`."""

    @property
    def context(self) -> int:
        """0..11, street by street."""
        return self.street * LEVELS + self.level


class BettingWalk:
    """The betting of one hand, followed action by action from the blinds on."""

    __slots__ = ("_bets", "_highest", "_rules", "_stacks", "_street", "followed")

    def __init__(self, rules: Rules, stacks: Sequence[int]) -> None:
        if len(rules.streets) > STREETS or rules.exchanges_cards:
            raise RiverboatError(f'game "{rules.identity}": betting is followed in games of 4 rounds without exchanges')
        posted = rules.post(stacks)
        self._rules = rules
        self._stacks, self._bets = list(posted.stacks), list(posted.bets)
        self._highest = posted.highest_bet
        self._street = 0
        self.followed = 0
        """How many actions have been followed."""

    @property
    def stacks(self) -> Sequence[int]:
        """The chips behind, by position."""
        return self._stacks

    def owed(self, street: int, position: int) -> int:
        """What this player must add on this street to stay in; at most the stack."""
        if street != self._street:
            self._street, self._highest = street, 0
            self._bets = [0] * len(self._bets)
        return min(self._highest - self._bets[position], self._stacks[position])

    def level(self, street: int, owed: int) -> int:
        """An amount as bets to call: 0, 1, or 2 for two and more.

        Args:
            owed: Chips that the player must add to stay in.
        """
        return 0 if owed <= 0 else 1 if owed <= self._rules.streets[street].bet else 2

    def step(self, street: int, position: int, action: Action) -> Decision:
        """Follow one action, and say in which context it was."""
        owed = self.owed(street, position)
        level = self.level(street, owed)
        self.followed += 1
        bets, stacks = self._bets, self._stacks
        code = _CODES.get(action.verb)
        if code is None:
            raise RiverboatError(f"{action.verb}: expected a fold, a call or a raise")
        if code != FOLD:
            paid = owed if code == CALL else action.amount - bets[position]
            stacks[position] -= paid
            bets[position] += paid
            if bets[position] > self._highest:
                self._highest = bets[position]
        return Decision(position, street, level, code)

    def rest(self, actions: Actions) -> list[Decision]:
        """Follow what has not been followed yet of everything done so far."""
        return [self.step(*each) for each in actions[self.followed :]]


class _Last:
    """Everybody at a table looks at the same hand, one after another."""

    rules: Rules | None = None
    stacks: tuple[int, ...] = ()
    actions: Actions = ()
    decisions: tuple[Decision, ...] = ()


def decisions(hand: Hand) -> tuple[Decision, ...]:
    """Everything that was decided in a hand."""
    last = _Last
    if last.rules is not hand.rules or last.actions != hand.actions or last.stacks != hand.stacks:
        found = tuple(BettingWalk(hand.rules, hand.stacks).rest(hand.actions))
        last.rules, last.stacks, last.actions, last.decisions = hand.rules, hand.stacks, hand.actions, found
    return last.decisions
