"""Betting after the flop: action odds from strength, potential and pot odds.

The rules of Loki-1 (Papp 1998, sections 6.2 to 6.6; Pena 1999): a hand with an effective strength (EHS) of `make2` or
more raises while there are fewer than two bets; one of `make1` or more bets if nobody has and calls otherwise, but
folds to two bets at once. A hand that does neither may semi-bluff, call by pot odds, or call by showdown odds. Loki-2
and Poki interpolate around the thresholds instead of cutting there; with a width of 0 they are certain and these
are the rules of Loki-1.

Poki also looks at implied odds and relative position (Billings 2006, section 2.5.2.5, which names them and prints no
formula). A draw that comes in wins later bets too, so that it may call for less than the pot offers now: `implied`
bets of the next street are counted with the pot. Who acts last sees what the others do: there the first threshold is
lower by `positional`, and higher by as much for who acts first. Loki has neither (0 and 0).

The formula of the showdown odds is not in the surviving sources. Here one bet per round is expected to be paid to the
showdown, by us and by one opponent. Raising and calling are decided by these rules alone; bluffs come from the
semi-bluff, which continues in later rounds as long as nobody else bets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from riverboat.agents.loki.preflop import rise, voluntarily_in
from riverboat.games.action_odds import ActionOdds
from riverboat.games.view import View
from riverboat.model.weights.assessing import Assessed

MAKE1: Final = 0.50
MAKE2: Final = 0.85
"""The effective strength from which a hand bets and raises (Papp 1998, appendix B)."""

_RIVER: Final = 5


@dataclass(frozen=True, slots=True)
class Situation:
    """What the formula takes from a view; amounts in chips."""

    pot: int
    to_call: int
    bet: int
    """The size of a bet on this street."""
    bets: int
    """How many bets and raises this street has seen."""
    in_already: bool
    """Whether we have called or bet on this street."""
    to_come: int
    """Board cards still to be dealt."""
    later: int
    """The bets of the streets to come, in all."""
    bluffing: bool = False
    """Whether we have semi-bluffed earlier in the hand and nobody else has bet since."""
    next_bet: int = 0
    """The size of a bet on the next street."""
    behind: float = 0.5
    """The share of opponents who act after us on this street."""

    @property
    def pot_odds(self) -> float:
        """The chance to win that a call needs."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0

    def implied_odds(self, bets: float) -> float:
        """The same if this many bets of the next street are won besides, whenever the hand improves."""
        if not self.to_call:
            return 0.0
        return self.to_call / (self.pot + self.to_call + bets * self.next_bet)

    @property
    def bluff_odds(self) -> float:
        """The potential that can pay for a bet and a raise: 2 bets / (pot + 4 bets + 2 bets)  (Papp 1998, eq. 6.5)."""
        return 2.0 * self.bet / (self.pot + 6.0 * self.bet)

    @property
    def showdown_odds(self) -> float:
        """The probability of being ahead now that justifies paying one bet per round to the showdown."""
        cost = self.to_call + self.later
        return cost / (self.pot + cost + self.later)


def situation(view: View, bluffing: bool = False) -> Situation:
    """The view's numbers."""
    streets, street = view.rules.streets, view.street
    later = [each.bet for each in streets[street + 1 :]]
    others = [position for position, alive in enumerate(view.live) if alive and position != view.position]
    after_us = sum(position > view.position for position in others)  # positions count from the button's left
    return Situation(
        view.pot,
        view.to_call,
        streets[street].bet,
        view.raises,
        voluntarily_in(view),
        _RIVER - len(view.board),
        sum(later),
        bluffing,
        later[0] if later else 0,
        after_us / max(1, len(others)),
    )


def semi_bluffs(here: Situation, hand: Assessed) -> bool:
    """Whether a hand that is not worth a bet is bet nevertheless."""
    if here.to_call or here.bets:
        return False
    return here.bluffing or (here.to_come > 0 and hand.potential >= here.bluff_odds)


def formula(
    here: Situation,
    hand: Assessed,
    make1: float = MAKE1,
    make2: float = MAKE2,
    width: float = 0.0,
    implied: float = 0.0,
    positional: float = 0.0,
) -> ActionOdds:
    """The odds of a hand in a situation."""
    value = hand.effective
    make1 = min(make1 + positional * (2.0 * here.behind - 1.0), make2)
    if not here.to_call:
        bets = 1.0 if semi_bluffs(here, hand) else rise(value, make1, width)
        return ActionOdds(0.0, 1.0 - bets, bets)
    bold = rise(value, make2, width)
    raises = bold if here.bets < 2 else 0.0
    dear = here.to_call > here.bet and not here.in_already
    plays = bold if dear else rise(value, make1, width)
    draws = here.to_come > 0 and hand.potential >= here.implied_odds(implied)
    wins = not here.to_come and hand.strength >= here.pot_odds
    if draws or wins or hand.strength >= here.showdown_odds:
        plays = 1.0
    plays = max(plays, raises)
    return ActionOdds(1.0 - plays, plays - raises, raises)
