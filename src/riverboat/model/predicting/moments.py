"""The inputs of the neural predictor: nineteen numbers from 0 to 1 for each decision of a hand.

The inputs of the neural network of Davidson (1999; Davidson, Billings, Schaeffer and Szafron 2000), which the thesis
counts but does not list (Billings 2006, section 2.6.3). All are open to everyone at the table at that moment: betting
so far, who is in, and the current board. No private cards, nothing that comes later. The source gives a few words to
each input; where these leave a choice, the text below says what was chosen.

Made for limit hold'em; other games of 52 cards and four rounds at most are followed too, if no cards are exchanged.
Where the amount is free "one bet" is the smallest, and of several boards the first is used. Cost: about 10 us per
decision.
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
from riverboat.model.actions.contexts import LEVELS, BettingWalk

INPUTS: Final = (
    "pot odds",
    "bet ratio",
    "pot ratio",
    "committed",
    "nothing to call",
    "one bet to call",
    "two bets to call",
    "flop",
    "turn",
    "river",
    "had to call last time",
    "raised last time",
    "players dealt in",
    "players in",
    "players to act",
    "flush possible",
    "ace on board",
    "king on board",
    "high cards",
)
"""In the source's order, so that number 12 is whether the player's last action was a bet or a raise.

Pot odds are what a call costs of the pot with it. The bet ratio is of the player's own bets and calls in this hand (0
before the first), the pot ratio the player's share of the pot. Committed is a player who has voluntarily put chips in
on this street. Players are tenths; those to act are the others who have not acted on this street. A flush is possible
with three cards of a suit; high cards are the share of aces, kings and queens.
"""

WIDTH: Final = len(INPUTS)
_QUEEN: Final = 10

Inputs = tuple[float, ...]


class Moment(NamedTuple):
    """A decision that someone faces."""

    position: int
    street: int
    level: int
    """Bets to call: 0, 1, or 2 for two and more."""
    inputs: Inputs

    @property
    def context(self) -> int:
        """One of the twelve, as in `model.actions`."""
        return self.street * LEVELS + self.level


class Example(NamedTuple):
    """A moment, and what was done."""

    moment: Moment
    action: int
    """`FOLD`, `CALL` or `RAISE`."""


class Tally(NamedTuple):
    """What has to be known of a player's own actions in the hand."""

    bets: int = 0
    calls: int = 0
    owed_last: bool = False
    """Whether there was something to call when the player last acted."""
    raised_last: bool = False
    committed: bool = False
    """On this street, voluntarily."""
    acted: bool = False
    """On this street."""


class MomentWalk:
    """One hand, followed action by action, as everyone sees it."""

    def __init__(self, rules: Rules, stacks: Sequence[int]) -> None:
        if rules.deck.size != 52:
            raise RiverboatError(f'game "{rules.identity}": predictor inputs need a game with 52 cards')
        self._betting = BettingWalk(rules, stacks)
        self._rules = rules
        self._start = tuple(stacks)
        self._street = 0
        self._pot = sum(stacks) - sum(self._betting.stacks)
        self._waiting = set(range(rules.players))
        self.live = [True] * rules.players
        self.tallies = [Tally()] * rules.players
        shown, self._cards = 0, []
        for street in rules.streets:
            shown += street.board
            self._cards.append(shown)

    @property
    def followed(self) -> int:
        """How many actions have been followed."""
        return self._betting.followed

    def moment(self, street: int, position: int, board: Sequence[int]) -> Moment:
        """What is seen when this player must decide now; only the board cards of this street are used."""
        self._turn_to(street)
        owed, pot, own = self._betting.owed(street, position), self._pot, self.tallies[position]
        level = self._betting.level(street, owed)
        done = own.bets + own.calls
        inputs = (
            owed / (pot + owed) if owed > 0 else 0.0,
            own.bets / done if done else 0.0,
            (self._start[position] - self._betting.stacks[position]) / pot if pot else 0.0,
            float(own.committed),
            float(level == 0),
            float(level == 1),
            float(level == 2),
            float(street == 1),
            float(street == 2),
            float(street == 3),
            float(own.owed_last),
            float(own.raised_last),
            len(self.live) / 10.0,
            sum(self.live) / 10.0,
            (len(self._waiting) - (position in self._waiting)) / 10.0,
            *board_inputs(board[: self._cards[street]]),
        )
        return Moment(position, street, level, inputs)

    def step(self, street: int, position: int, action: Action, board: Sequence[int]) -> Example:
        """Follow one action: what was seen before it, and what it was."""
        moment = self.moment(street, position, board)
        stacks = self._betting.stacks
        before = stacks[position]
        code = self._betting.step(street, position, action).action
        own = self.tallies[position]
        self._pot += before - stacks[position]
        self._waiting.discard(position)
        self.live[position] = code != FOLD
        self.tallies[position] = Tally(
            own.bets + (code == RAISE),
            own.calls + (code == CALL and moment.level > 0),
            moment.level > 0,
            code == RAISE,
            own.committed or code == RAISE or (code == CALL and moment.level > 0),
            True,
        )
        return Example(moment, code)

    def rest(self, actions: Actions, board: Sequence[int]) -> list[Example]:
        """Follow what has not been followed yet of everything done so far."""
        return [self.step(*each, board) for each in actions[self.followed :]]

    def _turn_to(self, street: int) -> None:
        if street != self._street:
            self._street = street
            self._waiting = {position for position, alive in enumerate(self.live) if alive}
            self.tallies = [tally._replace(committed=False, acted=False) for tally in self.tallies]


def board_inputs(board: Sequence[int]) -> tuple[float, float, float, float]:
    """The last four inputs: flush possible, ace, king, share of high cards."""
    if not board:
        return 0.0, 0.0, 0.0, 0.0
    suits = [0, 0, 0, 0]
    ranks = [card >> 2 for card in board]
    for card in board:
        suits[card & 3] += 1
    high = sum(rank >= _QUEEN for rank in ranks)
    return float(max(suits) >= 3), float(12 in ranks), float(11 in ranks), high / len(board)


class _Last:
    """Everybody at a table looks at the same hand, one after another."""

    kept: tuple[Rules | None, tuple[object, ...], tuple[Example, ...]] = (None, (), ())
    """The rules, what was done and shown, and the examples; one object, so that threads never mix two hands."""


def examples(hand: Hand) -> tuple[Example, ...]:
    """Every decision of a hand with what the table showed before it."""
    shown = (hand.actions, hand.stacks, hand.board)
    rules, before, found = _Last.kept
    if rules is not hand.rules or before != shown:
        found = tuple(MomentWalk(hand.rules, hand.stacks).rest(hand.actions, hand.board))
        _Last.kept = (hand.rules, shown, found)
    return found
