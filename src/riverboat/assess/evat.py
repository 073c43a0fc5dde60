"""What did each decision cost, given all cards? EVAT and LFAT for heads-up limit hold'em.

EVAT charges every decision with what it gives away against the best one *with both hands open*, in all-in equity at the
end of the street, the rest of the street played best by both (Billings 2006, section 5.1.2; the thesis leaves open how
a street continues, this is one interpretation). The score of a hand is the opponent's cost minus the player's own. It
is Sklansky's "Fundamental Theorem" as a number, and biased: it punishes right play with the second-best hand, and
rewards folding. DIVAT was made to replace it.

LFAT is the luck of each deal, the change of all-in equity times the pot (`Divat.luck`). Luck and skill so measured
cannot be summed over streets; `chance.py` has the luck that can.

Cost: a tenth of a millisecond per hand beyond the equities.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from riverboat.games.hand import Hand
from riverboat.model.divat.analysis import Divat, DivatSettings, Floats, divat_of


@dataclass(frozen=True)
class Evat:
    """Costs in chips, by hand, player (0 the big blind) and street."""

    analysis: Divat
    costs: Floats
    """float64[hands, 2, streets]: what the decisions gave away."""

    @property
    def total(self) -> Floats:
        """The score of each hand, the first player's: what the second gave away less what the first did."""
        spent = self.costs.sum(axis=2)
        return np.asarray(spent[:, 1] - spent[:, 0])

    @property
    def luck(self) -> Floats:
        """LFAT by hand and street."""
        return self.analysis.luck


def evat_of(hands: Iterable[Hand], *, exact_preflop: bool = False, seed: int = 1) -> Evat:
    """The cost of every decision with open cards.

    Args:
        exact_preflop: Take all flops and boards instead of random ones.
    """
    analysis = divat_of(hands, DivatSettings(equity="aie", exact_preflop=exact_preflop, seed=seed))
    costs = np.zeros((len(analysis.hands), 2, 4))
    for n, hand in enumerate(analysis.hands):
        for street in range(4):
            decisions = [(position, action) for at, position, action in hand.actions if at == street]
            if not decisions:
                break
            round_ = _Round(hand, street, float(analysis.shares[n, street]), float(analysis.pots[n, street]))
            for position, action in decisions:
                options = round_.options()
                sign = 1 if position == 0 else -1
                verb = action.verb
                best = max(sign * value for value in options.values())
                costs[n, position, street] += best - sign * options[verb]
                round_ = round_.after(verb)
    return Evat(analysis, costs)


class _Round:
    """A street's betting with open cards; values are the first player's net winnings."""

    __slots__ = ("actor", "bet", "left", "opened", "paid", "pot", "share")

    def __init__(self, hand: Hand, street: int, share: float, pot: float) -> None:
        rules = hand.rules
        self.share = share
        self.pot = 0.0 if street == 0 else pot
        self.bet = float(rules.streets[street].bet)
        self.paid = tuple(map(float, rules.blinds)) if street == 0 else (0.0, 0.0)
        most = rules.streets[street].max_raises
        # An unlimited street is cut where the bets that were made and one more fit.
        made = sum(action.verb == "raise_to" for at, _, action in hand.actions if at == street)
        self.left = made + 1 if most is None else most
        self.actor = next(position for at, position, _ in hand.actions if at == street)
        self.opened = False
        """Whether a player has acted, so that a call of nothing ends the street."""

    def after(self, verb: str) -> _Round:
        """The street one decision later; only for decisions that do not end it."""
        twin = _Round.__new__(_Round)
        twin.share, twin.pot, twin.bet = self.share, self.pot, self.bet
        twin.paid, twin.left = self.paid, self.left
        if verb != "fold":
            paid = list(self.paid)
            paid[self.actor] = max(paid) + (self.bet if verb == "raise_to" else 0.0)
            twin.paid, twin.left = tuple(paid), self.left - (verb == "raise_to")
        twin.actor, twin.opened = 1 - self.actor, True
        return twin

    def options(self) -> dict[str, float]:
        """What each decision is worth if both play the rest best."""
        sign = 1 if self.actor == 1 else -1
        owed = max(self.paid) - self.paid[self.actor]
        found = {}
        if owed:
            found["fold"] = sign * (self.pot / 2 + self.paid[self.actor])
        after = self.after("check_or_call")
        ends = self.opened
        found["check_or_call"] = (self.share - 0.5) * (self.pot + sum(after.paid)) if ends else after.value()
        if self.left > 0:
            found["raise_to"] = self.after("raise_to").value()
        return found

    def value(self) -> float:
        """What best play of both is worth from here."""
        options = self.options().values()
        return max(options) if self.actor == 0 else min(options)
