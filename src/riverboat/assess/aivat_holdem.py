"""AIVAT for heads-up limit hold'em: a player's worth with the luck of cards and of his own dice taken out.

The method is that of `aivat.py` (Burch et al., AAAI 2018), with one player known. The hand is seen with the opponent's
cards; the known player's are a distribution over 1,326 holdings, weighted by what his strategy does with each. The
value function is all-in equity times the pot, as if a raise were called and no more were bet. It is a martingale under
the deal of cards, so the mean over all flops is just the equity before the flop, and nothing has to be rolled out.

Equities of all holdings are sampled before the flop and on it (fresh boards for each hand, so that the estimate stays
unbiased), and exact from the turn on. Cost: about half a millisecond a hand, and what the strategy takes to answer.

A known strategy is a function that says what is done with every holding (`HoldemStrategy`); `blind` makes one that does
not look at its cards. If both players are known, the two estimates are averaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.assess.divat import hand_stream, preflop_ranks
from riverboat.assess.limit_holdem import BOARD_CARDS, why_not
from riverboat.assess.pictures import ranking_tables
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules

Floats = NDArray[np.float64]
Played = Sequence[tuple[int, int, Action]]
HoldemStrategy = Callable[[Rules, Played, tuple[int, ...]], Floats]
"""From the game, what was done so far and the board: float64[1326, 3], chances to fold, to check or call, to raise."""

SAMPLES: Final = 16
_VERBS: Final = ("fold", "check_or_call", "raise_to")


def blind(fold: float, call: float, raise_: float) -> HoldemStrategy:
    """Does the same with all cards: these chances among what is allowed, never a fold for free."""
    if min(fold, call, raise_) < 0 or (call <= 0 and raise_ <= 0):
        raise RiverboatError(f"chances {fold}, {call}, {raise_}: expected none below 0, and a call or a raise")

    @cache
    def table(owed: bool, may_raise: bool) -> Floats:
        row = np.array([fold if owed else 0.0, call, raise_ if may_raise else 0.0])
        if not row.any():
            row[1] = 1.0
        return np.tile(row / row.sum(), (HOLDINGS, 1))

    def chances(rules: Rules, played: Played, board: tuple[int, ...]) -> Floats:
        return table(*owed_and_may_raise(rules, played))

    return chances


def owed_and_may_raise(rules: Rules, played: Played) -> tuple[bool, bool]:
    """Whether the next player owes something, and whether the street allows another raise."""
    # Where a street has just ended the next decision opens a new one; the caller knows by the board.
    betting = _Pot(rules)
    for street, position, action in played:
        betting.go_to(street)
        betting.act(position, action)
    if betting.is_even and betting.closed:
        return False, True
    most = rules.streets[betting.street].most_raises
    return not betting.is_even, most is None or betting.raises < most


class _Pot:
    """Chips in the middle, decision by decision."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.paid = [float(blind) for blind in rules.blinds]
        self.street, self.raises, self._start, self._acted = 0, 0, 0.0, 0

    def go_to(self, street: int) -> None:
        """A new street, if it is one."""
        if street != self.street:
            self.street, self.raises, self._start, self._acted = street, 0, max(self.paid), 0

    def act(self, position: int, action: Action) -> None:
        """A decision."""
        self._acted += 1
        if action.verb == "check_or_call":
            self.paid[position] = max(self.paid)
        elif action.verb == "raise_to":
            self.paid[position] = self._start + action.amount
            self.raises += 1

    @property
    def is_even(self) -> bool:
        return self.paid[0] == self.paid[1]

    @property
    def closed(self) -> bool:
        """Whether both have acted and nothing is owed."""
        return self.is_even and self._acted > 1

    def raised(self) -> float:
        """What both have in when the next raise is called."""
        return max(self.paid) + self._rules.streets[self.street].bet


class HoldemAivat:
    """The estimator for some known players, by name."""

    def __init__(self, known: Mapping[str, HoldemStrategy], *, seed: int = 1, samples: int = SAMPLES) -> None:
        if not known:
            raise RiverboatError("AIVAT: nobody is known; for chance alone there is chance_luck")
        self._known, self._seed, self._samples = dict(known), seed, samples

    def estimate(self, hand: Hand) -> tuple[float, float]:
        """What a hand says about both positions, in chips."""
        reason = why_not(hand)
        if reason is not None:
            raise RiverboatError(f"AIVAT of hand {hand.number}: {reason}")
        found = [
            self._one_sided(hand, position, self._known[name]) * (1 if position == 0 else -1)
            for position, name in enumerate(hand.players)
            if name in self._known
        ]
        if not found:
            raise RiverboatError(f"AIVAT of hand {hand.number}: none of {', '.join(hand.players)} is known")
        mean = sum(found) / len(found)
        return mean, -mean

    def estimates(self, hands: Iterable[Hand]) -> Floats:
        """float64[hands, 2]."""
        return np.array([self.estimate(hand) for hand in hands])

    def _one_sided(self, hand: Hand, me: int, strategy: HoldemStrategy) -> float:
        """The known player's estimate."""
        theirs = hand.down[1 - me]
        shares = self._shares(hand, me, 0)
        weights = (shares >= 0.0).astype(np.float64)
        edges = shares - 0.5
        pot = _Pot(hand.rules)
        # The first deal: a hand's mean edge against everything is known exactly, and its mean over hands is nothing.
        worth = 0.5 - float(preflop_ranks()[holding_index(*theirs), 1])
        corrections = -worth * 2.0 * hand.rules.blinds[0]
        for number, (street, position, action) in enumerate(hand.actions):
            if street != pot.street:
                before = _mean(edges, weights)
                pot.go_to(street)
                shares = self._shares(hand, me, street)
                weights = weights * (shares >= 0.0)
                edges = shares - 0.5
                corrections += (before - _mean(edges, weights)) * sum(pot.paid)
            if position == me:
                board = hand.board[: BOARD_CARDS[street]]
                chances = strategy(hand.rules, hand.actions[:number], board)
                values = np.empty((HOLDINGS, 3))
                values[:, 0] = -pot.paid[me]
                values[:, 1] = 2.0 * max(pot.paid) * edges
                values[:, 2] = 2.0 * pot.raised() * edges
                chosen = _VERBS.index(action.verb)
                expected = _mean(np.einsum("hw,hw->h", chances, values), weights)
                weights = weights * chances[:, chosen]
                if weights.sum() <= 0.0:
                    raise RiverboatError(
                        f"AIVAT of hand {hand.number}: the strategy known for {hand.players[me]} never does this"
                    )
                corrections += expected - _mean(values[:, chosen], weights)
            pot.act(position, action)
        if not hand.went_to_showdown:
            return corrections + float(hand.payoffs[me])
        return corrections + _mean(edges, weights) * sum(pot.paid)

    def _shares(self, hand: Hand, me: int, street: int) -> Floats:
        """The equity of every holding against the opponent's cards on a street, -1 where it cannot be held."""
        from riverboat.assess import _kernels

        board = np.zeros(5, np.uint8)
        known = BOARD_CARDS[street]
        board[:known] = hand.board[:known]
        theirs = np.array(hand.down[1 - me], np.uint8)
        ranking = ranking_tables()
        shares = np.empty(len(HOLDING_CARDS))
        seed = hand_stream(self._seed + 7 * street + 1, hand.number, np.array([*hand.down[0], *hand.down[1]], np.uint8))
        _kernels.equities_against(ranking[2], ranking[3], theirs, board, known, self._samples, seed, shares)
        return shares


def _mean(values: Floats, weights: Floats) -> float:
    return float(values @ weights) / float(weights.sum())
